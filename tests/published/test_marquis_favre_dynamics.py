"""The AMESim planar library (part II), section 3: the seven-body mechanism driven by a torque on link 1 (port form) or
by an actuator in its joint, from the exact start and from angles rounded to two decimals.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of
from published.mechanisms.squeezer import START, squeezer

pytestmark = pytest.mark.both_coordinates

SOURCE = "Marquis-Favre and others 2006 sec. 3, seven-body mechanism"
END = {"K1": 15.81077119515, "K3": 0.04082224011964}
SPEEDS = {"K1": 1139.920302, "K3": 11.032912}


def mechanism(drive: str, start: dict[str, float] | None = None) -> lw.Planar:
    """Driven through a body's port or through its joint."""
    if drive == "port":
        return squeezer(start=start)
    m = squeezer(0.0, start=start)
    m.actuator("joint motor", "O", force=0.033)
    return m


@cache
def run(drive: str, rounded: bool = False) -> Run:
    start = {name: round(value, 2) for name, value in START.items()} if rounded else None
    m = mechanism(drive, start)
    return m.simulate(0.03, 31, hold={"K1.angle": START["beta"]}, rtol=1e-10, atol=1e-12, progress=False)


def cases() -> list[Case]:
    found = []
    for drive in ("port", "joint"):
        for rounded in (False, True):
            words = f"torque in the {drive}, {'rounded' if rounded else 'exact'} start"
            for body in END:
                for name, value in ((f"{body}.angle", END[body]), (f"{body}.omega", SPEEDS[body])):
                    found.append(
                        Case(
                            SOURCE,
                            f"{name} at t = 0.03 s, {words}",
                            None,
                            lambda a=(drive, rounded, name): float(run(a[0], a[1])[a[2]][-1]),
                            0.0,
                            relative=True,
                            exact=value,
                            exact_tolerance=1e-7,
                        )
                    )
    return found


test_cases = checks_of(cases)


def test_port_form_and_joint_actuator_move_the_same() -> None:
    one, other = run("port"), run("joint")
    assert np.allclose(one.q, other.q, rtol=0, atol=1e-10 * np.max(np.abs(one.q)))
    for name in ("F.fx", "E3.fy", "B.fx"):
        assert np.allclose(one[name], other[name], rtol=0, atol=1e-7 * np.max(np.abs(one[name])))


def test_the_assembly_closes_the_rounded_loops_before_the_run_starts() -> None:
    start = {name: round(value, 2) for name, value in START.items()}
    assert max(abs(start[name] - START[name]) for name in START) > 2e-3
    assert np.max(run("port", rounded=True).violation()) < 1e-12
    assert np.allclose(run("port", rounded=True).q[0], run("port").q[0], atol=1e-8)
