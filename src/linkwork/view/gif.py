"""Write a Scene as an animated GIF."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.aside import written_aside
from linkwork.base.errors import LinkworkError
from linkwork.view.frames import Progress, Size, painted, require_frames
from linkwork.view.motion import Scene, spread

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 90
NEARLY_WHITE = 246


def write_gif(
    scene: Scene,
    path: str | os.PathLike[str],
    fps: float = 25,
    max_frames: int = 120,
    progress: Progress | None = None,
    size: Size | None = None,
) -> None:
    """Write at most `max_frames` frames, spread over the run, as a looping GIF.

    `progress(done, total)` is called after each frame.
    """
    require_frames(scene)
    if fps <= 0 or max_frames < 1:
        raise LinkworkError(f"GIF: fps {fps} and max_frames {max_frames} must be positive")
    images: list[Image] = []
    for canvas in painted(scene, spread(len(scene["poses"]), max_frames), DPI, progress, size):
        images.append(_picture(canvas, images))
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


def _picture(canvas: Any, earlier: list[Image]) -> Image:
    """The canvas in 128 colours, the same ones in every frame."""
    from PIL import Image as Pillow

    picture = Pillow.frombuffer("RGBA", canvas.get_width_height(), canvas.buffer_rgba()).convert("RGB")
    if earlier:
        return picture.quantize(palette=earlier[0], dither=Pillow.Dither.NONE)
    first = picture.quantize(colors=128, dither=Pillow.Dither.NONE)
    colours = np.array(first.getpalette()).reshape(-1, 3)
    colours[colours.min(axis=1) >= NEARLY_WHITE] = 255  # Pillow takes any of them for the paper
    first.putpalette(colours.ravel().tolist())
    return first
