"""Coordinates of which a fit of markers keeps to the range: at its end where the markers lead beyond."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import minimize

from linkwork.biomechanics import Markers, Skeleton, fit_markers, read_osim

FILE = Path(__file__).parents[1] / "data" / "leg.osim"
FREE = read_osim(FILE)
TIME = np.linspace(0.0, 1.0, 31)
KNEE, HIP = FREE.index("coordinate", "knee_angle"), FREE.index("coordinate", "hip_flexion")


def _clamped(**ranges: tuple[float, float]) -> Skeleton:
    coordinates = tuple(
        dataclasses.replace(one, range=ranges[one.name], clamped=True) if one.name in ranges else one
        for one in FREE.coordinates
    )
    return dataclasses.replace(FREE, coordinates=coordinates)


def _placed(q: np.ndarray) -> np.ndarray:
    at = FREE.places(q)
    return np.array([(at[one.body] @ [*one.location, 1.0])[:3] for one in FREE.markers])


def _markers() -> Markers:
    """Of a motion whose knee goes from -1.2 to -0.2 rad, with noise of a centimetre."""
    w = 2 * np.pi * TIME
    q = np.column_stack([0.1 * np.sin(w), 0.4 * TIME, 0.95 + 0 * w, 0.4 * np.sin(w), -0.7 + 0.5 * np.cos(w)])
    places = np.array([_placed(row) for row in q])
    places += 0.01 * np.random.default_rng(2).standard_normal(places.shape)
    return Markers(TIME, tuple(one.name for one in FREE.markers), places)


def test_the_fit_is_the_least_within_the_ranges() -> None:
    markers = _markers()
    ranges = {"knee_angle": (-0.9, -0.4), "hip_flexion": (-0.3, 0.35)}
    free, fit = fit_markers(FREE, markers), fit_markers(_clamped(**ranges), markers)
    inside = np.ones(len(TIME), dtype=bool)
    for name, (low, high) in ranges.items():
        assert fit.motion[name].min() == low and fit.motion[name].max() == high
        inside &= (free.motion[name] > low) & (free.motion[name] < high)
    assert 3 < inside.sum() < 20
    assert np.array_equal(fit.motion.values[inside], free.motion.values[inside])
    both = np.isin(fit.motion["knee_angle"], ranges["knee_angle"]) & np.isin(
        fit.motion["hip_flexion"], ranges["hip_flexion"]
    )
    assert both.any()
    bounds = [(None, None)] * 3 + [ranges["hip_flexion"], ranges["knee_angle"]]
    for frame in [*np.flatnonzero(both)[:2], *np.flatnonzero(~inside)[::5]]:

        def misfit(q: np.ndarray, frame: int = int(frame)) -> float:
            return float(np.sum((_placed(q) - markers.places[frame]) ** 2))

        here = fit.motion.values[frame]
        best = minimize(misfit, here + 0.05, method="L-BFGS-B", bounds=bounds, options={"ftol": 1e-15, "gtol": 1e-10})
        assert misfit(here) <= best.fun + 1e-12
        assert fit.distances[frame] == pytest.approx(np.linalg.norm(_placed(here) - markers.places[frame], axis=1))
    assert not any("may fit better" in note for note in fit.notes)
    for c, name in ((KNEE, "knee_angle"), (HIP, "hip_flexion")):
        count = int(np.isin(fit.motion.values[:, c], ranges[name]).sum())
        assert any(note.startswith(f"{name} is held at the end of its range in {count} frames") for note in fit.notes)


def test_coordinates_that_are_not_clamped_leave_their_range_and_are_told(tmp_path: Path) -> None:
    old = '<Coordinate name="knee_angle"><range>-2.1 0.2</range>'
    text = FILE.read_text()
    assert old in text
    for tag, word in (("", "leaves its range in"), ("<clamped>true</clamped>", "is held at the end of its range in")):
        (tmp_path / "leg.osim").write_text(
            text.replace(old, f'<Coordinate name="knee_angle"><range>-0.9 0.2</range>{tag}', 1)
        )
        leg = read_osim(tmp_path / "leg.osim")
        fit = fit_markers(leg, _markers())
        assert any(note.startswith(f"knee_angle {word}") for note in fit.notes)
        assert (fit.motion["knee_angle"].min() < -0.9) == (not tag)
