"""Cameras, splines through noisy motions, accelerations that muscles induce."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.base.errors import AnalysisError
from linkwork.biomechanics import (
    Coordinate,
    Motion,
    Move,
    PathMuscle,
    PathPoint,
    Segment,
    Skeleton,
    SkeletonJoint,
    calibrated_camera,
    induced_accelerations,
    inverse_dynamics,
    reconstructed,
    share_forces,
)


def _pinhole(place: tuple[float, float, float], points: np.ndarray) -> np.ndarray:
    """What a camera at a place that looks at the origin shows, by rays."""
    forward = -np.array(place) / np.linalg.norm(place)
    right = np.cross(forward, (0, 1, 0))
    right /= np.linalg.norm(right)
    ray = points - np.array(place)
    depth = ray @ forward
    return np.column_stack([900 * (ray @ right) / depth + 320, 900 * (ray @ np.cross(right, forward)) / depth + 240])


PLACES = ((4.0, 1.5, 3.0), (-3.5, 1.0, 4.0), (0.5, 2.0, -5.0))


def test_points_are_found_again_from_the_images_of_three_cameras() -> None:
    rng = np.random.default_rng(8)
    known = rng.uniform(-1, 1, (12, 3)) + np.array([0.2, 0.9, 0.1])
    cameras = [calibrated_camera(known, _pinhole(place, known)) for place in PLACES]
    assert max(camera.residual for camera in cameras) < 1e-9
    path = rng.uniform(-0.8, 0.8, (5, 2, 3)) + np.array([0.2, 0.9, 0.1])
    images = np.array([[_pinhole(place, frame) for frame in path] for place in PLACES])
    images[0, 3, 1] = np.nan
    images[1:, 4, 0] = np.nan
    markers, residuals = reconstructed(cameras, images, np.arange(5) / 60, ["hip", "knee"])
    assert np.isnan(markers.places[4, 0]).all()
    seen = np.isfinite(residuals)
    assert seen.sum() == 9 and np.abs(markers.places[seen] - path[seen]).max() < 1e-10
    assert residuals[seen].max() < 1e-8


def test_what_tells_no_camera_is_refused() -> None:
    flat = np.random.default_rng(1).uniform(-1, 1, (10, 3)) * [1, 1, 0]
    with pytest.raises(AnalysisError, match="lie in one plane"):
        calibrated_camera(flat, _pinhole(PLACES[0], flat))
    with pytest.raises(AnalysisError, match="6 known points at least, there are 5"):
        calibrated_camera(flat[:5], _pinhole(PLACES[0], flat[:5]))


@pytest.mark.parametrize(("thick", "noise", "told"), [(0.1, 0.5, False), (1e-3, 0.0, False), (1e-3, 0.5, True)])
def test_points_too_near_to_a_plane_for_their_noise_are_refused(thick: float, noise: float, told: bool) -> None:
    rng = np.random.default_rng(5)
    known = rng.uniform(-1, 1, (20, 3)) * [1, 1, thick]
    images = _pinhole(PLACES[0], known) + rng.normal(0, noise, (20, 2))
    if not told:
        assert calibrated_camera(known, images).residual < 3 * noise + 1e-6
        return
    with pytest.raises(AnalysisError, match="too near to one plane for images that are off by"):
        calibrated_camera(known, images)


def test_images_that_tell_no_place_are_refused_with_frame_marker_and_camera() -> None:
    rng = np.random.default_rng(8)
    known = rng.uniform(-1, 1, (12, 3))
    cameras = [calibrated_camera(known, _pinhole(place, known)) for place in PLACES]
    path = rng.uniform(-0.8, 0.8, (3, 2, 3))
    images = np.array([[_pinhole(place, frame) for frame in path] for place in PLACES])
    names = ["hip", "knee"]
    with pytest.raises(AnalysisError, match="frame 1: marker 'hip': cameras 1 and 2 see it along one line"):
        reconstructed([cameras[0], cameras[0]], images[[0, 0]], [0, 1, 2], names)
    images[1, 2, 1, 0] = np.nan
    with pytest.raises(AnalysisError, match="frame 3: marker 'knee': its image in camera 2 is two finite numbers"):
        reconstructed(cameras, images, [0, 1, 2], names)
    seen = _pinhole(PLACES[0], known)
    seen[3] = np.nan
    with pytest.raises(AnalysisError, match="known point 4: its image is not known"):
        calibrated_camera(known, seen)
    with pytest.raises(AnalysisError, match="the known points tell no camera"):
        calibrated_camera(known, _pinhole(PLACES[0], known)[::-1])


def _arm() -> Skeleton:
    joint = SkeletonJoint("elbow", "ground", "arm", (Move((0, 0, 1), True, "angle"),))
    way = (PathPoint("ground", (0.03, 0.2, 0)), PathPoint("arm", (0.03, -0.06, 0)))
    body = Segment("arm", 2.0, (0, -0.15, 0), (0.02, 0.003, 0.02, 0, 0, 0))
    muscle = PathMuscle("flexor", way, 800, 0.1, 0.15)
    return Skeleton("forearm", (body,), (joint,), (Coordinate("angle"),), (), (muscle,))


def test_a_spline_in_one_fit_takes_away_noise_and_keeps_the_motion() -> None:
    time = np.linspace(0, 2, 121)
    true = 0.5 * np.sin(4 * time)
    noisy = Motion(_arm(), time, (true + 0.01 * np.random.default_rng(3).standard_normal(121))[:, None])
    smooth = noisy.splined()
    assert np.sqrt(np.mean((smooth["angle"] - true) ** 2)) < 0.5 * 0.01
    inner = slice(10, -10)
    assert np.abs(smooth.speeds[inner, 0] - 2 * np.cos(4 * time)[inner]).max() < 0.2
    assert np.abs(noisy.splined(0.0)["angle"] - noisy["angle"]).max() < 1e-9


def test_induced_accelerations_are_moment_over_inertia() -> None:
    time = np.linspace(0, 1, 11)
    shared = share_forces(inverse_dynamics(Motion(_arm(), time, (0.3 + 0.2 * time)[:, None])), reserves={"angle": 10.0})
    expected = shared.force("flexor") * shared.paths.arm("flexor", "angle") / (0.02 + 2.0 * 0.15**2)
    assert induced_accelerations(shared)[:, 0, 0] == pytest.approx(expected, rel=1e-12)
