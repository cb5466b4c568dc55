"""Write a Scene as an animated GIF."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.errors import LinkworkError
from linkwork.view.aside import written_aside
from linkwork.view.contact_marks import draw_touching
from linkwork.view.display import arrange
from linkwork.view.drawing import draw_names, draw_pose, draw_traces, dress_axes, figure_of, prepare_axes
from linkwork.view.motion import Scene, spread

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from PIL.Image import Image

DPI = 90
NEARLY_WHITE = 246


def write_gif(
    scene: Scene,
    path: str | os.PathLike[str],
    fps: float = 25,
    max_frames: int = 120,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Write at most `max_frames` frames, spread over the run, as a looping GIF.

    `progress(done, total)` is called after each frame.
    """
    if len(scene["poses"]) == 0:
        raise LinkworkError(f"scene '{scene['name']}': there is no frame to draw; run an analysis first")
    if fps <= 0 or max_frames < 1:
        raise LinkworkError(f"GIF: fps {fps} and max_frames {max_frames} must be positive")
    images = _frames(scene, spread(len(scene["poses"]), max_frames), progress)
    with written_aside(path) as aside:
        images[0].save(
            aside,
            format="GIF",
            save_all=True,
            append_images=images[1:],
            duration=max(20, round(1000 / fps)),
            loop=0,
            disposal=1,
        )


def _frames(scene: Scene, numbers: list[int], progress: Callable[[int, int], None] | None) -> list[Image]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    axes, show = _in_space(scene) if scene.get("world") == "space" else _in_plane(scene)
    figure = figure_of(axes)
    canvas = FigureCanvasAgg(figure)
    clock = axes.text(1.0, 1.02, "", transform=axes.transAxes, ha="right", fontsize=9, family="monospace")
    canvas.draw()
    figure.set_layout_engine("none")
    images: list[Image] = []
    for done, number in enumerate(numbers, start=1):
        moving = show(number)
        clock.set_text(f"t = {scene['times'][number]:.4g} s")
        images.append(_picture(canvas, images))
        for artist in moving:
            artist.remove()
        if progress is not None:
            progress(done, len(numbers))
    return images


def _in_plane(scene: Scene) -> tuple[Axes, Callable[[int], list[Any]]]:
    """Axes with what stands still, and a function that draws a frame on them."""
    display = arrange(scene)
    axes = prepare_axes(scene, display, dpi=DPI)
    dress_axes(axes, display)
    draw_traces(axes, scene, display)

    def show(number: int) -> list[Any]:
        poses = scene["poses"][number]
        moving = draw_pose(axes, display, poses) + draw_touching(axes, scene, display, number)
        return moving + draw_names(axes, display, poses)

    return axes, show


def _in_space(scene: Scene) -> tuple[Axes, Callable[[int], list[Any]]]:
    from linkwork.view.spatial.drawing import Sheet

    sheet = Sheet(scene, scene.get("view", "iso"), dpi=DPI)
    return sheet.axes, sheet.draw


def _picture(canvas: Any, earlier: list[Image]) -> Image:
    """The canvas in 128 colours, the same ones in every frame."""
    from PIL import Image as Pillow

    canvas.draw()
    picture = Pillow.frombuffer("RGBA", canvas.get_width_height(), canvas.buffer_rgba()).convert("RGB")
    if earlier:
        return picture.quantize(palette=earlier[0], dither=Pillow.Dither.NONE)
    first = picture.quantize(colors=128, dither=Pillow.Dither.NONE)
    colours = np.array(first.getpalette()).reshape(-1, 3)
    colours[colours.min(axis=1) >= NEARLY_WHITE] = 255  # Pillow takes any of them for the paper
    first.putpalette(colours.ravel().tolist())
    return first
