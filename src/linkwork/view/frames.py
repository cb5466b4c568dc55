"""The frames of an animation, painted one after another on the same canvas, for every kind of file."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import LinkworkError
from linkwork.view.contact_marks import draw_touching
from linkwork.view.display import arrange
from linkwork.view.drawing import draw_names, draw_pose, draw_traces, dress_axes, figure_of, prepare_axes
from linkwork.view.motion import Scene

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Progress = Callable[[int, int], None]


def painted(
    scene: Scene, numbers: Sequence[int], dpi: float, progress: Progress | None = None
) -> Generator[Any, None, None]:
    """A canvas after each of these frames has been painted on it; `progress(done, total)` is called after each."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    axes, show = _in_space(scene, dpi) if scene.get("world") == "space" else _in_plane(scene, dpi)
    figure = figure_of(axes)
    canvas = FigureCanvasAgg(figure)
    clock = axes.text(1.0, 1.02, "", transform=axes.transAxes, ha="right", fontsize=9, family="monospace")
    canvas.draw()
    figure.set_layout_engine("none")
    for done, number in enumerate(numbers, start=1):
        moving = show(number)
        clock.set_text(f"t = {scene['times'][number]:.4g} s")
        canvas.draw()
        yield canvas
        for artist in moving:
            artist.remove()
        if progress is not None:
            progress(done, len(numbers))


def require_frames(scene: Scene) -> None:
    """Refuse a scene in which there is nothing to paint."""
    if len(scene["poses"]) == 0:
        raise LinkworkError(f"scene '{scene['name']}': there is no frame to draw; run an analysis first")


def _in_plane(scene: Scene, dpi: float) -> tuple[Axes, Callable[[int], list[Any]]]:
    """Axes with what stands still, and a function that draws a frame on them."""
    display = arrange(scene)
    axes = prepare_axes(scene, display, dpi=dpi)
    dress_axes(axes, display)
    draw_traces(axes, scene, display)

    def show(number: int) -> list[Any]:
        poses = scene["poses"][number]
        moving = draw_pose(axes, display, poses) + draw_touching(axes, scene, display, number)
        return moving + draw_names(axes, display, poses)

    return axes, show


def _in_space(scene: Scene, dpi: float) -> tuple[Axes, Callable[[int], list[Any]]]:
    from linkwork.view.spatial.drawing import Sheet

    sheet = Sheet(scene, scene.get("view", "iso"), dpi=dpi)
    return sheet.axes, sheet.draw
