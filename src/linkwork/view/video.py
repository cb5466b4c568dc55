"""Write a Scene as a video: H.264 in an MP4 file, which every browser and slide show plays."""

from __future__ import annotations

import contextlib
import math
import os
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.aside import written_aside
from linkwork.base.errors import LinkworkError, shown
from linkwork.view.film.yuv_kernel import encode
from linkwork.view.frames import Progress, Size, painted, require_frames
from linkwork.view.motion import Scene

FPS = 30
DPI = 120
SHORTEST, LONGEST = 4.0, 20.0  # seconds that a video lasts when no speed is asked for
MOST_FRAMES = 18_000  # ten minutes
CODING = ["-qp", "18", "-preset", "ultrafast", "-threads", "1"]  # drawings: the same fineness all through
COLOURS = ["-colorspace", "smpte170m", "-color_range", "tv"]  # what `encode` writes


def write_video(
    scene: Scene,
    path: str | os.PathLike[str],
    speed: float | None = None,
    progress: Progress | None = None,
    size: Size | None = None,
) -> None:
    """Write a video of the whole run at 30 frames a second.

    `speed` is seconds of the run in a second of the video: 1 is real time, 0.1 ten times slower. Left out, a motion
    that is over sooner than in 4 s is slowed, and one of more than 20 s quickened. `size` is in pixels.
    """
    encoder = _encoder()
    require_frames(scene)
    runs = [(number, len(list(same))) for number, same in groupby(frame_numbers(scene["times"], speed))]
    frames = painted(scene, [number for number, _ in runs], DPI, progress, size)
    with written_aside(path) as aside, contextlib.closing(frames):
        writer: Any = None
        try:
            for canvas, (_, times) in zip(frames, runs, strict=True):
                pixels = evenly(np.asarray(canvas.buffer_rgba()))
                if writer is None:
                    tall, wide = pixels.shape[:2]
                    before, planes = np.zeros((tall, wide // 2), np.int64), blank(tall, wide)
                    writer = _writer(encoder, aside, (wide, tall))
                encode(pixels, in_pairs(pixels), before, planes)
                for _ in range(times):
                    writer.send(planes)
        finally:
            if writer is not None:
                writer.close()


def frame_numbers(times: Any, speed: float | None) -> list[int]:
    """Which frame of the run each picture of the video shows, the first and the last one included."""
    t = np.asarray(times, float)
    length = float(t[-1] - t[0])
    if speed is None:
        speed = 1.0 if SHORTEST <= length <= LONGEST else length / min(max(length, SHORTEST), LONGEST)
    if not (isinstance(speed, int | float) and 0.0 <= speed < math.inf and (speed > 0.0 or length == 0.0)):
        raise LinkworkError(
            f"video: speed {shown(speed)} must be a number above zero: 1 is real time, 0.1 ten times slower"
        )
    count = 1 + round(FPS * length / speed) if length > 0.0 else 1
    if count > MOST_FRAMES:
        raise LinkworkError(
            f"video: at speed {speed:g} it lasts {length / speed:.4g} s; the longest is {MOST_FRAMES // FPS} s: "
            f"ask for speed {length * FPS / MOST_FRAMES:.3g} or more"
        )
    wanted = np.linspace(t[0], t[-1], count)
    after = np.clip(np.searchsorted(t, wanted), 1, max(len(t) - 1, 1))
    if len(t) == 1:
        return [0] * count
    nearer = np.where(wanted - t[after - 1] <= t[after] - wanted, after - 1, after)
    return [int(number) for number in nearer]


def blank(tall: int, wide: int) -> NDArray[np.uint8]:
    """The planes Y, U, V of a black picture, one after the other."""
    return np.repeat(np.array([16, 128], np.uint8), [tall * wide, tall * wide // 2])


def evenly(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture with even sides, as the encoder needs them."""
    tall, wide = (side // 2 * 2 for side in pixels.shape[:2])
    return np.ascontiguousarray(pixels[:tall, :wide])


def in_pairs(pixels: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Pixels of four bytes two by two as whole numbers, to be compared at once."""
    tall, wide = pixels.shape[:2]
    return pixels.reshape(tall, 4 * wide).view(np.int64)


def _encoder() -> Any:
    try:
        import imageio_ffmpeg
    except ImportError:
        raise LinkworkError(
            "a video needs the encoder of imageio-ffmpeg; install it with: pip install linkwork[video], "
            "or write .gif or .html"
        ) from None
    return imageio_ffmpeg


def _writer(encoder: Any, path: os.PathLike[str], size: Size) -> Any:
    writer = encoder.write_frames(
        os.fspath(path),
        size,
        fps=FPS,
        codec="libx264",
        pix_fmt_in="yuv420p",
        pix_fmt_out="yuv420p",
        quality=None,
        macro_block_size=2,
        output_params=[
            *CODING,
            *COLOURS,
            "-movflags",
            "+faststart",
            "-f",
            "mp4",
        ],
    )
    writer.send(None)
    return writer
