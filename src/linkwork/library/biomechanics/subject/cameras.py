"""Points in space from the images of cameras: the direct linear transformation (Abdel-Aziz and Karara 1971).

Of a point (x, y, z) a camera shows u = (L1 x + L2 y + L3 z + L4)/(L9 x + L10 y + L11 z + 1), and v with L5 to L8. The
eleven numbers of a camera follow from six known points or more, a point from two cameras or more, by least squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import Numbers, public, publicly_made
from linkwork.library.biomechanics.tables import Markers

LEAST_POINTS, LEAST_CAMERAS = 6, 2
FLAT = 1e-8  # smallest over largest singular value below which the known points do not tell a camera


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
def calibrated_camera(points: Numbers, images: Numbers) -> Camera:
    """The camera that shows known points of space (m) where they were seen in its image."""
    p, seen = np.asarray(points, dtype=float), np.asarray(images, dtype=float)
    if p.ndim != 2 or p.shape[1] != 3 or seen.shape != (len(p), 2):
        raise AnalysisError(f"points of shape {p.shape} and images of shape {seen.shape} do not fit: n by 3 and n by 2")
    if len(p) < LEAST_POINTS:
        raise AnalysisError(f"a camera needs {LEAST_POINTS} known points at least, there are {len(p)}")
    middle, size = p.mean(axis=0), float(np.abs(p - p.mean(axis=0)).max()) or 1.0
    s = (p - middle) / size
    rows, right = np.zeros((2 * len(p), 11)), seen.ravel()
    rows[0::2, :3], rows[0::2, 3], rows[0::2, 8:] = s, 1.0, -s * seen[:, :1]
    rows[1::2, 4:7], rows[1::2, 7], rows[1::2, 8:] = s, 1.0, -s * seen[:, 1:]
    scaled = np.linalg.svd(rows / np.maximum(np.linalg.norm(rows, axis=0), 1e-300), compute_uv=False)
    if scaled[-1] < FLAT * scaled[0]:
        raise AnalysisError("the known points lie in one plane, or too near to it: they do not tell a camera")
    c = np.linalg.lstsq(rows, right, rcond=None)[0]
    below = 1.0 - c[8:] @ middle / size
    out = np.empty(11)
    for k in (0, 4):
        out[k : k + 3], out[k + 3] = c[k : k + 3] / size, c[k + 3] - c[k : k + 3] @ middle / size
    out[8:] = c[8:] / size
    camera = Camera(tuple(float(one) for one in out / below))
    wrong = camera.shows(p) - seen
    return Camera(camera.numbers, float(np.sqrt(np.mean((wrong**2).sum(axis=1)))))


@public
def reconstructed(
    cameras: Sequence[Camera], images: Array, time: Numbers, names: Sequence[str]
) -> tuple[Markers, Array]:
    """Markers from images[camera, frame, marker] (two numbers, not a number where unseen), and their residuals.

    Residuals[frame, marker] are in the unit of the images. Where fewer than two cameras see a marker it is missing.
    """
    seen = np.asarray(images, dtype=float)
    t = np.asarray(time, dtype=float)
    if seen.shape != (len(cameras), len(t), len(names), 2):
        raise AnalysisError(
            f"images have the shape {seen.shape}, not {len(cameras)} cameras, {len(t)} frames, {len(names)} markers, 2"
        )
    if len(cameras) < LEAST_CAMERAS:
        raise AnalysisError(f"a point in space needs {LEAST_CAMERAS} cameras, there is {len(cameras)}")
    places, residuals = np.full((len(t), len(names), 3), np.nan), np.full((len(t), len(names)), np.nan)
    numbers = np.array([camera.numbers for camera in cameras])
    for frame in range(len(t)):
        for marker in range(len(names)):
            own = np.flatnonzero(np.isfinite(seen[:, frame, marker]).all(axis=1))
            if len(own) < LEAST_CAMERAS:
                continue
            c, image = numbers[own], seen[own, frame, marker]
            rows = np.vstack([c[:, :3] - image[:, :1] * c[:, 8:], c[:, 4:7] - image[:, 1:] * c[:, 8:]])
            right = np.concatenate([image[:, 0] - c[:, 3], image[:, 1] - c[:, 7]])
            place = np.linalg.lstsq(rows, right, rcond=None)[0]
            places[frame, marker] = place
            wrong = np.array([cameras[int(k)].shows(place)[0] for k in own]) - image
            residuals[frame, marker] = np.sqrt(np.mean((wrong**2).sum(axis=1)))
    return Markers(t, tuple(names), places, "cameras"), residuals
