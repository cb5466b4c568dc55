"""The frames of an animation, painted one after another on the same canvas, for every kind of file.

What stands still is painted once and put back before each frame; what moves goes straight to the renderer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import LinkworkError, shown
from linkwork.view.contact_marks import draw_contacts
from linkwork.view.display import arrange
from linkwork.view.drawing import draw_traces, dress_axes, figure_of, prepare_axes
from linkwork.view.motion import Scene
from linkwork.view.painted_marks import Clock, MovingMarks, MovingNames
from linkwork.view.soft.drawn import outlines, without_rods
from linkwork.view.tints import tinted

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Progress = Callable[[int, int], None]
Size = tuple[int, int]
"""Width and height of a picture in pixels."""
SMALLEST, LARGEST = 64, 4096  # pixels of a side


def painted(
    scene: Scene, numbers: Sequence[int], dpi: float, progress: Progress | None = None, size: Size | None = None
) -> Generator[Any, None, None]:
    """A canvas after each of these frames has been painted on it; `progress(done, total)` is called after each."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    axes, begin = _in_space(scene, dpi, size) if scene.get("world") == "space" else _in_plane(scene, dpi, size)
    figure = figure_of(axes)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    figure.set_layout_engine("none")
    renderer = canvas.get_renderer()
    still = canvas.copy_from_bbox(figure.bbox)
    show, clock = begin(canvas), Clock(axes)
    for done, number in enumerate(numbers, start=1):
        renderer.restore_region(still)
        show(number, renderer)
        clock.paint(renderer, f"t = {scene['times'][number]:.4g} s")
        yield canvas
        if progress is not None:
            progress(done, len(numbers))


def require_frames(scene: Scene) -> None:
    """Refuse a scene in which there is nothing to paint."""
    if len(scene["poses"]) == 0:
        raise LinkworkError(f"scene '{scene['name']}': there is no frame to draw; run an analysis first")


def size_of(given: Any) -> Size | None:
    """Width and height in pixels, given as a pair or as `1280x720`; None stays None."""
    if given is None:
        return None
    parts = given.lower().split("x") if isinstance(given, str) else given
    try:
        wide, tall = (int(part) for part in parts)
    except (TypeError, ValueError):
        raise LinkworkError(
            f"size: expected width and height in pixels, as in 1280x720; found {shown(given)}"
        ) from None
    if not (SMALLEST <= wide <= LARGEST and SMALLEST <= tall <= LARGEST):
        raise LinkworkError(f"size: {wide}x{tall}: each side has {SMALLEST} to {LARGEST} pixels")
    return wide, tall


def _inches(size: Size | None, dpi: float) -> tuple[float, float] | None:
    return None if size is None else (size[0] / dpi, size[1] / dpi)


Show = Callable[[int, Any], None]
Begin = Callable[[Any], Show]


def _in_plane(scene: Scene, dpi: float, size: Size | None) -> tuple[Axes, Begin]:
    """Axes with what stands still, and a function that takes their canvas and gives one that paints a frame."""
    display = without_rods(scene, arrange(scene))
    axes = prepare_axes(scene, display, dpi, _inches(size, dpi))
    dress_axes(axes, scene, display)
    draw_traces(axes, scene, display)

    def begin(canvas: Any) -> Show:
        marks, names = MovingMarks(axes, display), MovingNames(axes, display)

        def show(number: int, renderer: Any) -> None:
            poses = scene["poses"][number]
            for colour, paths in outlines(scene, display, number):
                marks.paint_bent(renderer, colour, paths)
            marks.paint(renderer, poses, tinted(display, scene, number))
            for artist in draw_contacts(axes, scene, display, number):
                artist.draw(renderer)
                artist.remove()
            names.paint(renderer, poses)

        return show

    return axes, begin


def _in_space(scene: Scene, dpi: float, size: Size | None) -> tuple[Axes, Begin]:
    from linkwork.view.film.solid_frames import SolidFrames
    from linkwork.view.spatial.drawing import Sheet

    sheet = Sheet(scene, scene.get("view", "iso"), dpi, _inches(size, dpi))
    sheet.prepare_film()
    above = [] if sheet.still else list(sheet.axes.texts)  # the world's axes, over a floor that goes along

    def begin(canvas: Any) -> Show:
        solids, dark = SolidFrames(sheet.display, sheet.axes, canvas), sheet.in_shadow(canvas)

        def show(number: int, renderer: Any) -> None:
            sheet.paint(number, renderer, solids, dark)
            for artist in above:
                artist.draw(renderer)

        return show

    return sheet.axes, begin
