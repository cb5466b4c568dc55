"""Points in space from the images of cameras: the direct linear transformation (Abdel-Aziz and Karara 1971).

Of a point (x, y, z) a camera shows u = (L1 x + L2 y + L3 z + L4)/(L9 x + L10 y + L11 z + 1), and v with L5 to L8. The
eleven numbers of a camera follow from six known points or more, a point from two cameras or more, by least squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.expression.given import Numbers, public, publicly_made
from linkwork.library.biomechanics.tables import Markers

LEAST_POINTS, LEAST_CAMERAS = 6, 2
FLAT = 1e-8  # smallest over largest singular value below which the known points do not tell a camera
ALONG = 1e-6  # half the square of the angle of two lines of sight (0.08 degree) below which they are one line


@public
@publicly_made
@dataclass(frozen=True)
class Camera:
    """A camera by its eleven numbers."""

    numbers: tuple[float, ...]
    residual: float = 0.0
    """Root of the mean squared distance, in the image, of the known points from where the camera shows them."""

    def __post_init__(self) -> None:
        if len(self.numbers) != 11 or not np.all(np.isfinite(self.numbers)):
            raise AnalysisError(f"a camera has eleven finite numbers, not {len(self.numbers)}")

    def shows(self, points: Numbers) -> Array:
        """Where points of space appear in its image, two numbers each."""
        p = np.atleast_2d(np.asarray(points, dtype=float))
        c = np.array(self.numbers)
        below = p @ c[8:] + 1.0
        return np.column_stack([(p @ c[:3] + c[3]) / below, (p @ c[4:7] + c[7]) / below])


@public
def calibrated_camera(points: Any, images: Any) -> Camera:
    """The camera that shows known points of space (m) where they were seen in its image.

    Points that one image does not show are left out by the one who calls. Refused are points that do not tell a camera:
    too few, in a plane, or so near to one that images that are off as these are could come from other cameras.
    """
    p, seen = _numbers("points", points), _numbers("images", images)
    if p.ndim != 2 or p.shape[1] != 3 or seen.shape != (len(p), 2):
        raise AnalysisError(f"points of shape {p.shape} and images of shape {seen.shape} do not fit: n by 3 and n by 2")
    for what, given in (("place", p), ("image", seen)):
        lost = np.flatnonzero(~np.isfinite(given).all(axis=1))
        if len(lost):
            raise AnalysisError(
                f"known point {lost[0] + 1}: its {what} is not known; leave it out of points and images"
            )
    if len(p) < LEAST_POINTS:
        raise AnalysisError(f"a camera needs {LEAST_POINTS} known points at least, there are {len(p)}")
    middle, size = p.mean(axis=0), float(np.abs(p - p.mean(axis=0)).max()) or 1.0
    wide = float(np.sqrt(np.mean(((seen - seen.mean(axis=0)) ** 2).sum(axis=1)))) or 1.0
    s = (p - middle) / size
    told = np.linalg.svd(_rows(s, (seen - seen.mean(axis=0)) / wide), compute_uv=False)
    if told[-1] < FLAT * told[0]:
        raise AnalysisError("the known points lie in one plane, or too near to it: they do not tell a camera")
    rows, right = _rows(s, seen), seen.ravel()
    c = np.linalg.lstsq(rows, right, rcond=None)[0]
    below = 1.0 - c[8:] @ middle / size
    out = np.empty(11)
    for k in (0, 4):
        out[k : k + 3], out[k + 3] = c[k : k + 3] / size, c[k + 3] - c[k : k + 3] @ middle / size
    out[8:] = c[8:] / size
    camera = Camera(tuple(float(one) for one in out / below))
    wrong = camera.shows(p) - seen
    residual = float(np.sqrt(np.mean((wrong**2).sum(axis=1))))
    if told[-1] < told[0] * residual / wide:
        raise AnalysisError(
            f"the known points tell no camera: they lie too near to one plane for images that are off by "
            f"{residual:.2g}, or some of the points are mistaken for others"
        )
    return Camera(camera.numbers, residual)


@public
def reconstructed(cameras: Sequence[Camera], images: Any, time: Numbers, names: Sequence[str]) -> tuple[Markers, Array]:
    """Markers from images[camera, frame, marker] (two numbers, not a number where unseen), and their residuals.

    Residuals[frame, marker] are in the unit of the images. Where fewer than two cameras see a marker it is missing.
    Cameras that see a marker along one line do not tell how far it is, whatever the residual: that is refused.
    """
    seen = _numbers("images", images)
    t = np.asarray(time, dtype=float)
    if seen.shape != (len(cameras), len(t), len(names), 2):
        raise AnalysisError(
            f"images have the shape {seen.shape}, not {len(cameras)} cameras, {len(t)} frames, {len(names)} markers, 2"
        )
    if len(cameras) < LEAST_CAMERAS:
        raise AnalysisError(f"a point in space needs {LEAST_CAMERAS} cameras, there is {len(cameras)}")
    lost = np.isnan(seen)
    for camera, frame, marker in np.argwhere((lost[..., 0] != lost[..., 1]) | np.isinf(seen).any(axis=-1)):
        raise AnalysisError(
            f"frame {frame + 1}: marker '{names[marker]}': its image in camera {camera + 1} is two finite numbers, or "
            "none where it was not seen"
        )
    places, residuals = np.full((len(t), len(names), 3), np.nan), np.full((len(t), len(names)), np.nan)
    numbers = np.array([camera.numbers for camera in cameras])
    for frame in range(len(t)):
        for marker in range(len(names)):
            own = np.flatnonzero(~lost[:, frame, marker, 0])
            if len(own) < LEAST_CAMERAS:
                continue
            c, image = numbers[own], seen[own, frame, marker]
            across = c[:, :3] - image[:, :1] * c[:, 8:], c[:, 4:7] - image[:, 1:] * c[:, 8:]
            if _one_line(np.cross(*across)):
                which = " and ".join(str(k + 1) for k in own)
                raise AnalysisError(
                    f"frame {frame + 1}: marker '{names[marker]}': cameras {which} see it along one line, which does "
                    "not tell how far it is; are they one camera?"
                )
            rows = np.vstack(across)
            right = np.concatenate([image[:, 0] - c[:, 3], image[:, 1] - c[:, 7]])
            place = np.linalg.lstsq(rows, right, rcond=None)[0]
            places[frame, marker] = place
            wrong = np.array([cameras[int(k)].shows(place)[0] for k in own]) - image
            residuals[frame, marker] = np.sqrt(np.mean((wrong**2).sum(axis=1)))
    return Markers(t, tuple(names), places, "cameras"), residuals


def _rows(points: Array, images: Array) -> Array:
    """The equations for the eleven numbers of a camera, two of every point."""
    rows = np.zeros((2 * len(points), 11))
    rows[0::2, :3], rows[0::2, 3], rows[0::2, 8:] = points, 1.0, -points * images[:, :1]
    rows[1::2, 4:7], rows[1::2, 7], rows[1::2, 8:] = points, 1.0, -points * images[:, 1:]
    return rows


def _numbers(what: str, given: Any) -> Array:
    """What is given as an array of real numbers, some of which may be missing."""
    try:
        numbers = np.asarray(given)
        if numbers.dtype.kind not in "fiu":
            raise TypeError
    except (TypeError, ValueError):
        raise AnalysisError(f"{what}: expected an array of numbers; found {shown(given)}") from None
    return numbers.astype(float)


def _one_line(ways: Array) -> bool:
    """Whether directions are the same, or opposite, but for a small angle."""
    ways = ways / np.maximum(np.linalg.norm(ways, axis=1, keepdims=True), 1e-300)
    return bool(np.linalg.eigvalsh(ways.T @ ways)[1] < ALONG)
