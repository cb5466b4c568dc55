"""Kuebler, Henninger and Eberhard 2005: the machine with 36 freedoms along its path, loads and means of 4.1 and 4.2.

The model is the reconstruction in `linkwork.hexapod.data`, each joint of a strut with the stiffness that the print of
Eq. (18) gives: two in series make the half that fits the printed rotations. Masses and damping are ours, and matter
little, for the circle is slow. How the circle begins and ends is ours, too; means are over 3 < t < 6 s as printed.
"""

from __future__ import annotations

from functools import cache
from math import degrees, radians, sqrt
from typing import Any

import numpy as np
import pytest

from linkwork.hexapod import StrutMachine, circle_path, circle_torque, data, hexact, moving_machine
from published.case import Case
from published.case import tests_of as checks_of
from published.mechanisms.hexapod import FITTED, TORQUE, hexapod

SOURCE = "Kuebler et al., hexapod, 4.1 to 4.4"


@cache
def turned(zeta: float) -> Any:
    """A run of design I along the circle under the torque."""
    m: Any = moving_machine(hexact("I", radians(zeta)), circle_path(), torque=circle_torque())
    return m.simulate(until=6.0, points=301, rtol=1e-5, atol=1e-8, progress=False)


def rotation_per_torque(zeta: float) -> float:
    """psi_1 over the torque, deg/(N m)."""
    run = turned(zeta)
    stationary = run.t >= 3.0
    return degrees(float(np.mean(np.abs(run["carrier.rz"][stationary])))) / data.TORQUE


def cases() -> list[Case]:
    return [
        Case(
            SOURCE,
            f"{what}: rotation per torque along the path, 36 freedoms (deg/(N m))",
            printed,
            lambda zeta=zeta: rotation_per_torque(zeta),
            tolerance,
            relative=True,
        )
        for what, zeta, printed, tolerance in (
            ("current design", 0.0, 1.77e-2, 0.03),
            ("design I, 82.5 deg", 82.5, 9.00e-4, 0.07),
        )
    ]


test_cases = checks_of(cases)


def test_it_has_36_freedoms() -> None:
    m: Any = moving_machine(hexact("I", 1.0))
    report = m.check()
    assert report.mobility - report.drivers == 36


def test_without_load_the_tool_is_where_the_path_says() -> None:
    m: Any = moving_machine(hexact("I", 1.0), ("0.02", "-0.03", "0.01"))
    rest = m.equilibrium()
    assert [rest[f"carrier.{axis}"] for axis in "xyz"] == pytest.approx([0.02, -0.03, 0.01], abs=1e-9)


def test_at_rest_it_is_the_machine_on_springs_of_half_the_stiffness() -> None:
    """Two formulations: 13 bodies with bushings, or one on six springs."""
    target, load = (0.05, 0.02, -0.03), 1000.0
    m: Any = moving_machine(hexact("I", 1.2), [repr(x) for x in target], [repr(load)] * 3, repr(TORQUE))
    rest = m.equilibrium()
    springs = hexapod("I", 1.2)
    springs.set(
        k=FITTED * data.STIFFNESS, tz=TORQUE, fx=load, fy=load, fz=load, x0=target[0], y0=target[1], z0=target[2]
    )
    plain = springs.equilibrium()
    for name in ("x", "y", "z", "rx", "ry", "rz"):
        assert rest[f"carrier.{name}"] == pytest.approx(plain[f"carrier.{name}"], abs=1e-8)


def test_the_tool_follows_the_circle_but_for_what_the_torque_does() -> None:
    run = turned(82.5)
    off = np.hypot(run["carrier.x"] - run["target_x"], run["carrier.y"] - run["target_y"])
    before = run.t < 2.0
    assert np.max(off[before]) < 5e-5 and 1e-4 < np.max(off) < 1e-3  # the former by the masses
    assert np.hypot(run["target_x"], run["target_y"])[run.t >= 2.0] == pytest.approx(data.CIRCLE_RADIUS)
    speed = np.hypot(run["carrier.vx"], run["carrier.vy"])[run.t > 3.5]
    assert speed == pytest.approx(data.CIRCLE_RADIUS * np.pi / 2, rel=5e-3)
    assert sqrt(np.mean(run["carrier.z"] ** 2)) < 1e-3


def test_a_flat_carrier_and_a_joint_on_its_axis_are_drawn_without_what_has_no_length() -> None:
    around = np.arange(6) * np.pi / 3
    inner = np.column_stack([0.1 * np.cos(around), 0.1 * np.sin(around), np.zeros(6)])
    outer = np.column_stack([0.6 * np.cos(around + 0.3), 0.6 * np.sin(around + 0.3), np.tile([0.4, 0.5], 3)])
    flat: Any = moving_machine(StrutMachine(inner, outer, 1e7))
    assert flat.check().mobility == 36 + 6  # with the six driven lengths
    assert len(flat.bodies_by_name["carrier"].geometry) == 6
    inner[:, 2], inner[0] = 0.1, (0.0, 0.0, 0.2)
    raised: Any = moving_machine(StrutMachine(inner, outer, 1e7))
    assert len(raised.bodies_by_name["carrier"].geometry) == 1 + 5


def test_a_strut_along_the_tools_axis_moves_as_any() -> None:
    """At rest under a load against plain springs of half the stiffness, whose stiffness is a sum of squares."""
    machine = hexact("I", radians(40.0))
    inner = [(machine.outer[0][0], machine.outer[0][1], 0.5), *machine.inner[1:]]
    upright = StrutMachine(inner, machine.outer, data.STIFFNESS)
    m: Any = moving_machine(upright, force=("0", "0", "10"))
    assert m.check().mobility - m.check().drivers == 36
    rest = m.equilibrium()
    moved = np.linalg.solve(FITTED * upright.stiffness_at([0, 0, 0]), [0, 0, 10, 0, 0, 0])
    assert [rest[f"carrier.{name}"] for name in ("x", "y", "z", "rx", "ry", "rz")] == pytest.approx(moved, rel=1e-2)


@pytest.mark.parametrize("ends", [False, True])
def test_gradients_of_criteria_of_integral_and_final_value_are_those_of_differences(ends: bool) -> None:
    """Eqs. (3) and (4): both kinds, and an end that is not given but where the carrier has turned so far."""
    m: Any = moving_machine(hexact("I", radians(82.5)), ("0.02*sin(10*t)", "0", "0"), torque="1000*t")
    if ends:
        m.event("turned", "carrier.rz - 0.003", stop=True)
    error = "integral((carrier.x - target_x)^2 + (carrier.y - target_y)^2)"
    criteria = [error, "final(carrier.rz)", "final(actuator1.force)"]
    asked: dict[str, Any] = {"analysis": "simulate", "until": 0.3, "points": 31, "rtol": 1e-8}
    by_equations, by_runs = (
        m.sensitivity(criteria, ["k", "c"], method=way, **asked) for way in ("direct", "differences")
    )
    assert by_equations.run.completed and (float(by_equations.run.t[-1]) < 0.25) == ends
    for criterion in criteria:
        size = max(abs(by_equations[criterion, name] * value) for name, value in by_equations.parameters.items())
        for name, value in by_equations.parameters.items():
            apart = by_equations[criterion, name] - by_runs[criterion, name]
            assert abs(apart * value) < 1e-4 * size + 1e-7 * abs(by_equations.values[criterion])
