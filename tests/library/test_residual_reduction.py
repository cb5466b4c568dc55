"""Masses and a motion fitted so that less is left at the base: what was made wrong is found again."""

from __future__ import annotations

import dataclasses
import math
import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.biomechanics import Motion, Plate, Skeleton, Table, inverse_dynamics, read_osim, reduce_residuals
from linkwork.library.biomechanics.motion import spline_slopes
from linkwork.library.biomechanics.plates import outer_loads
from linkwork.library.biomechanics.residuals.masses import _Residuals
from linkwork.library.biomechanics.residuals.motion_change import _Problem, held_by, splines

LEG = read_osim(Path(__file__).parents[1] / "data" / "leg.osim")
NAMES = tuple(one.name for one in LEG.coordinates)
TIME = np.linspace(0.0, 1.0, 61)
BASE, STAY = [NAMES.index(name) for name in ("forward", "height", "tilt")], dict.fromkeys(NAMES, 0.0)
SHIFT = (0.02, -0.03, 0.0)


def _motion(skeleton: Skeleton) -> Motion:
    w = 2 * math.pi * TIME
    columns = [0.1 * np.sin(w), 0.4 * TIME, 0.95 + 0.02 * np.cos(2 * w), 0.4 * np.sin(w), -0.7 + 0.5 * np.cos(w)]
    return Motion(skeleton, TIME, np.column_stack(columns))


@cache
def person() -> Skeleton:
    """Three percent heavier, with the mass center of the pelvis elsewhere."""
    bodies = []
    for one in LEG.bodies:
        center = tuple(np.add(one.center, SHIFT if one.name == "pelvis" else (0, 0, 0)).tolist())
        inertia = tuple(1.03 * number for number in one.inertia)
        bodies.append(dataclasses.replace(one, mass=1.03 * one.mass, center=center, inertia=inertia))
    return dataclasses.replace(LEG, bodies=tuple(bodies))


@cache
def plate() -> Plate:
    """What the ground does to the shank of this person: all that the motion needs at the base."""
    wrench = inverse_dynamics(_motion(person())).wrenches[:, 0]
    columns = np.hstack([wrench[:, :3], np.zeros((len(TIME), 3)), wrench[:, 3:]])
    return Plate(
        "shank", Table(TIME, tuple(f"{kind}{axis}" for kind in "fpm" for axis in "xyz"), columns), "f", "p", "m"
    )


def test_another_mass_center_and_mass_are_found_again() -> None:
    assert max(inverse_dynamics(_motion(person()), (plate(),)).residuals().values()) < 1e-10
    found = reduce_residuals(_motion(LEG), (plate(),), "pelvis", center=0.05, give=STAY)
    assert min(found.before.residuals().values()) > 2.5
    assert found.shift == pytest.approx(SHIFT, abs=1e-10)
    assert [one.mass for one in found.skeleton.bodies] == pytest.approx(
        [one.mass for one in person().bodies], rel=1e-10
    )
    for one, true in zip(found.skeleton.bodies, person().bodies, strict=True):
        assert one.inertia == pytest.approx(true.inertia, rel=1e-10)
    assert max(found.after.residuals().values()) < 1e-7 and not found.notes
    assert np.array_equal(found.motion.values, _motion(LEG).values)
    assert set(found.masses()) == {"pelvis", "thigh", "shank"}


def test_masses_of_single_bodies_are_found_and_bounds_are_kept_and_told() -> None:
    shares: dict[str, Any] = {"pelvis": 0.1, "thigh": 0.1, "shank": 0.1}
    each = reduce_residuals(_motion(LEG), (plate(),), "pelvis", center=0.05, masses=shares, give=STAY)
    assert [one.mass for one in each.skeleton.bodies] == pytest.approx([one.mass for one in person().bodies], rel=1e-8)
    less = reduce_residuals(_motion(LEG), (plate(),), "pelvis", center=(0.01, 0.0, 0.0), masses=0.02, give=STAY)
    assert less.shift == (0.01, 0.0, 0.0)
    assert less.masses()["thigh"] == (8.0, pytest.approx(8.16, rel=1e-12))
    assert less.notes == ("the mass of all bodies is at its bound", "the center of 'pelvis' along x is at its bound")
    level = reduce_residuals(_motion(LEG), (plate(),), "pelvis", give=STAY)  # along x and z: y stands upright
    assert level.shift[1] == 0.0 and level.shift[0] == pytest.approx(0.02, abs=1e-3)
    kept = reduce_residuals(_motion(LEG), (plate(),), "pelvis", center=0.0, masses=0.0, give=STAY)
    assert kept.skeleton == LEG and np.array_equal(kept.after.values, kept.before.values)


def test_derivatives_are_those_of_differences() -> None:
    motion, outer = _motion(LEG), outer_loads(_motion(LEG), (plate(),))
    measures = np.array([3.0, 2.0, 0.5])
    masses = _Residuals(motion, outer, BASE, measures, "pelvis", np.arange(3), [np.ones(3)])
    weights = _Problem(motion, outer, BASE, measures, np.arange(5), _shapes(motion))
    rng = np.random.default_rng(3)
    many = weights.shapes[0].shape[1] * 5
    for at, slopes, left in (
        (np.array([0.02, 0.01, -0.02, 0.005]), masses.at, lambda x: masses.at(x)[0]),
        (0.01 * rng.normal(size=many), lambda x: (None, weights.slopes(x)), weights.residuals),
    ):
        way = rng.normal(size=len(at))
        ahead = (left(at + 1e-5 * way) - left(at - 1e-5 * way)) / 2e-5
        assert slopes(at)[1] @ way == pytest.approx(ahead, abs=3e-7 * np.abs(ahead).max())


def _shapes(motion: Motion) -> tuple[np.ndarray, ...]:
    basis = splines(motion.time, 1 / 12)
    return basis, *spline_slopes(motion.time, basis)


def test_a_motion_measured_a_little_wrong_is_changed_as_little_as_it_takes() -> None:
    true = _motion(person())
    w = 2 * math.pi * TIME
    wrong = np.column_stack([0.01 * np.sin(2 * w), 0 * w, 0.003 * np.cos(3 * w), 0.02 * np.sin(3 * w), 0 * w])
    measured = Motion(person(), TIME, true.values + wrong)
    found = reduce_residuals(measured, (plate(),), "pelvis", center=0.0, masses=0.0)
    before, after = (one.values[:, BASE] for one in (found.before, found.after))
    assert np.all(np.abs(before).max(axis=0) > [30.0, 30.0, 16.0])
    assert np.all(np.abs(after).max(axis=0) < 0.25 * np.abs(before).max(axis=0))
    again = inverse_dynamics(found.motion, (plate(),))
    assert np.array_equal(again.values, found.after.values)
    assert max(found.changes().values()) < 0.02
    step = found.motion.values - measured.values
    assert np.abs(np.diff(step, axis=0)).max() < 0.005  # it is smooth
    joints = np.abs(found.after.values - found.before.values)[:, 3:]
    assert joints[[0, -1]].max() < joints[1:-1].max() < 13.0  # ends bear no more than the rest
    _require_least(measured, found.motion.values)


def _require_least(measured: Motion, values: np.ndarray) -> None:
    """The sum rises on both sides along random changes, and its slope there is nothing."""
    outer = outer_loads(measured, (plate(),))
    give = np.array([math.radians(1) if one.turns else 0.01 for one in LEG.coordinates])
    push = np.linalg.norm(outer[:, :, :3].sum(axis=1), axis=1).max()
    height = _height(measured)
    measures = np.array([push * (0.01 * height if NAMES[c] == "tilt" else 0.05) for c in BASE])
    problem = _Problem(measured, outer, BASE, measures, np.arange(5), _shapes(measured))
    held = held_by(problem.shapes, 1 / 12, give)
    change = values - measured.values
    at = np.linalg.lstsq(problem.shapes[0], change, rcond=None)[0].T.ravel()
    assert problem.moved(at)[0] == pytest.approx(values, abs=1e-12)

    def whole(x: np.ndarray) -> float:
        left = problem.residuals(x)
        return float(left @ left + x @ held @ x)

    rng, least = np.random.default_rng(5), whole(at)
    for _ in range(10):
        way = 1e-3 * rng.normal(size=len(at))
        sides = [whole(at + way), whole(at - way)]
        assert min(sides) > least
        assert abs(sides[0] - sides[1]) < 1e-2 * (sum(sides) - 2 * least)


def _height(motion: Motion) -> float:
    """The mean height of the mass center, from places of bodies."""
    heights = []
    for row in motion.values:
        places = motion.skeleton.places(row)
        parts = [(one.mass, (places[one.name] @ [*one.center, 1.0])[1]) for one in motion.skeleton.bodies]
        heights.append(sum(mass * y for mass, y in parts) / sum(mass for mass, _ in parts))
    return float(np.mean(heights))


def test_a_coordinate_that_gives_nothing_stays() -> None:
    measured = Motion(LEG, TIME, _motion(LEG).values)
    found = reduce_residuals(measured, (plate(),), "pelvis", center=0.01, give={"knee_angle": 0.0, "tilt": 0.001})
    changes = found.changes()
    assert changes["knee_angle"] == 0.0 and changes["hip_flexion"] > 0
    lines = found.text().splitlines()
    assert lines[1].startswith("  forward: 3.311 N, ")
    assert f"  knee_angle: 0 degrees, {found.net_changes()['knee_angle']:.3g} N m" in lines
    assert set(found.net_changes()) == {"hip_flexion", "knee_angle"}
    assert "mass: 23.5 kg, now 24.01 kg; center moved by 10, -10, 0 mm" in lines


def test_what_makes_no_sense_is_refused() -> None:
    motion = _motion(LEG)
    for given, message in (
        ({"trunk": "tail"}, "there is no body 'tail'; bodies are: pelvis"),
        ({"center": 30.0}, "may move by 0 to 0.5 m, not by 30.0; is it in mm?"),
        ({"masses": 1.5}, "masses may change by a share from 0 to below 1, not by 1.5"),
        ({"masses": {"thigh": -0.1}}, "the mass of 'thigh' may change by a share from 0 to below 1, not by -0.1"),
        ({"give": {"knee_angle": -1.0}}, "coordinate 'knee_angle' gives nothing, or 1e-06 to 10, not -1"),
        (
            {"give": {"knee_angle": "5 mm"}},
            "coordinate 'knee_angle': what it may give: expected a number; found '5 mm'",
        ),
        ({"give": {"elbow": 1.0}}, "there is no coordinate 'elbow'"),
        ({"share": "5 mm"}, "share: expected a number; found '5 mm' ('5 mm' is a length"),
        ({"share": 0.0}, "share lies between 0.001 and 1000, not at 0"),
        ({"cutoff": 40.0}, "one swing in the whole trial, and 30 Hz, half the rate, not at 40"),
    ):
        with pytest.raises((AnalysisError, MechanismError), match=re.escape(message)):
            reduce_residuals(motion, (plate(),), **{"trunk": "pelvis", **given})  # type: ignore[arg-type]


def test_motions_and_plates_with_which_nothing_can_be_compared() -> None:
    """One frame divided by nothing; plates without a load made residuals over them infinite."""
    motion = _motion(LEG)
    with pytest.raises(AnalysisError, match="a motion has 6 frames at least, this one has 1"):
        reduce_residuals(Motion(LEG, TIME[:1], motion.values[:1]), (plate(),), "pelvis")
    one = plate()
    empty = Table(one.table.time, one.table.names, 0.0 * one.table.values)
    with pytest.raises(AnalysisError, match="the plates of shank bear nothing during the motion"):
        reduce_residuals(motion, (dataclasses.replace(one, table=empty),), "pelvis")
