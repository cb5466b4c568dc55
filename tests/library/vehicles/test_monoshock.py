"""Monoshocks of the library: loop, closed form and fit move alike; slopes and rates against differences."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.run.run import Run
from linkwork.vehicles import Monoshock, SwingArm, monoshock_motorcycle, sharp_limebeer_2001
from linkwork.vehicles import Rigid as RigidPart

KINDS = ("suzuki", "pro-link", "full-floater")
BEGIN = 0.06


def arm_of(kind: Any, variant: Any = "literal") -> SwingArm:
    arm = monoshock_motorcycle(kind, variant).swing_arm
    assert arm is not None and arm.linkage is not None
    return replace(arm, body=RigidPart(22.0, 0.1, 0.33, 0.3, 0.9, 0.9), preload=0.0)


def rig(kind: str, variant: str) -> lw.Spatial:
    """A swing arm on a frame that stands still, with the mass of its wheel."""
    m = lw.Spatial(kind)
    frame = m.body("frame", (0.6, 0, 0.5), mass={"mass": 1, "inertia": (1, 1, 1)})
    m.fixed("held", m.ground, frame)
    arm_of(kind, variant).add(m, frame)
    m.set_gravity(0, 0, -9.81)
    return m


@cache
def released(kind: str, variant: str) -> Run:
    run: Run = rig(kind, variant).simulate(0.5, 26, hold={"swing_arm.angle": BEGIN}, rtol=1e-9, atol=1e-11)
    return run


@pytest.mark.parametrize("kind", KINDS)
def test_the_strut_of_the_loop_is_as_long_as_the_closed_form_says(kind: str) -> None:
    run, arm = released(kind, "literal"), arm_of(kind)
    assert arm.linkage is not None
    wanted = [arm.linkage.length(angle, arm.pivot, arm.strut) for angle in run["swing_arm.angle"]]
    assert np.ptp(wanted) > 5e-3
    assert run["rear_strut.length"] == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_loop_closed_form_and_fit_move_alike(kind: str) -> None:
    """The fit as far as its polynomial is off: 1e-7 of the length over the span, two differences of the slope."""
    loop = released(kind, "literal")["swing_arm.angle"]
    assert np.ptp(loop) > 0.05
    assert released(kind, "analytical")["swing_arm.angle"] == pytest.approx(loop, abs=1e-7)
    assert released(kind, "fitted")["swing_arm.angle"] == pytest.approx(loop, abs=2e-5)


def test_a_run_that_leaves_the_span_of_a_fit_says_so() -> None:
    """Released 0.2 rad in rebound, 0.08 beyond the span; within the span nothing is said."""
    m: Any = rig("pro-link", "fitted")
    far = m.simulate(0.02, 3, hold={"swing_arm.angle": -0.2})
    told = "signal 'monoshock_length': its law is given from -0.12 to 0.12; swing_arm.angle leaves that at t = 0 s"
    (note,) = [note for note in far.notes if note.startswith(told)]
    assert note.endswith("where it may go astray: fit it over more, and give `between`")
    assert not any("monoshock" in note for note in released("pro-link", "fitted").notes)


@pytest.mark.parametrize("kind", [None, *KINDS])
def test_the_slope_of_a_strut_is_the_derivative_of_its_length(kind: str | None) -> None:
    arm = sharp_limebeer_2001().swing_arm if kind is None else arm_of(kind)
    assert arm is not None

    def length(angle: float) -> float:
        if arm.linkage is not None:
            return arm.linkage.length(angle, arm.pivot, arm.strut)
        (x, z), upper = arm.strut
        x, z, c, s = x - arm.pivot[0], z - arm.pivot[1], math.cos(angle), math.sin(angle)
        return math.dist((arm.pivot[0] + x * c + z * s, arm.pivot[1] + z * c - x * s), upper)

    for angle in (-0.1, 0.0, 0.1):
        step = 1e-5
        difference = (length(angle + step) - length(angle - step)) / (2 * step)
        assert arm.slope(angle) == pytest.approx(difference, rel=1e-8)


def test_a_machine_with_a_monoshock_rides_as_the_one_without_on_the_same_rates() -> None:
    """Rate and preload are the same at the wheel: the arm is as in the machine of 2001 but for the curvature."""
    plain, linked = sharp_limebeer_2001().steady(20.0), monoshock_motorcycle("pro-link", "analytical").steady(20.0)
    assert linked["swing_arm.angle"] == pytest.approx(plain["swing_arm.angle"], abs=2e-3)
    whole = [run["rear_tyre.load"] + run["front_tyre.load"] for run in (plain, linked)]
    assert whole[1] == pytest.approx(whole[0], rel=1e-6)


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ({"joint": (0.35, 0.25), "frame": (0.46, 0.23)}, "in line as drawn"),
        ({"joint": (0.24, 0.27)}, "knee to joint"),
        ({"span": (0.1, 0.2)}, "from an angle below zero to one above"),
    ],
)
def test_hard_points_of_a_monoshock_that_cannot_be_built_are_named(points: dict[str, Any], words: str) -> None:
    with pytest.raises(MechanismError, match=words):
        Monoshock("pro-link", **({"knee": (0.24, 0.27), "joint": (0.33, 0.20), "frame": (0.46, 0.23)} | points))


def test_an_angle_at_which_the_loop_is_open_is_named() -> None:
    arm = arm_of("suzuki")
    assert arm.linkage is not None
    with pytest.raises(MechanismError, match=r"its loop cannot be closed at an angle of 1\.6 rad"):
        arm.linkage.length(1.6, arm.pivot, arm.strut)
