"""Haug project 8.4: the torque that inverse dynamics finds, replayed as a table of time, gives back the motion."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of
from published.mechanisms.compressor import compressor, driven_compressor

pytestmark = pytest.mark.both_coordinates

SOURCE = "Haug project 8.4"


@cache
def replayed(gas: bool, points: int, until: float) -> Run:
    """Inverse dynamics at 2 pi rad/s, then a free run under its torque from the same state."""
    known = driven_compressor(gas).inverse_dynamics(until, points, progress=False)
    torque = list(zip(known.t.tolist(), known["motor.torque"].tolist(), strict=True))
    m = compressor(gas, np.pi / 4)
    m.force("torque", "crank", torque=lw.Table(points=torque, of="t"))
    start = {name: float(known[name][0]) for name in ("crank.angle", "crank.omega")}
    return m.simulate(
        until,
        points,
        hold={"crank.angle": start["crank.angle"]},
        speeds={"crank.omega": start["crank.omega"]},
        rtol=1e-11,
        atol=1e-12,
        progress=False,
    )


def off(gas: bool, points: int, until: float = 1.0) -> float:
    run = replayed(gas, points, until)
    assert run.completed
    return float(np.max(np.abs(run["crank.angle"] - np.pi / 4 - 2 * np.pi * run.t)))


def cases() -> list[Case]:
    return [
        Case(
            SOURCE,
            f"largest error of the crank angle, {text} (rad)",
            None,
            lambda a=arguments: off(*a),
            0.0,
            exact=0.0,
            exact_tolerance=tolerance,
        )
        for text, arguments, tolerance in (
            ("no gas, 401 points in a revolution", (False, 401, 1.0), 5e-8),
            ("no gas, 801 points in two revolutions", (False, 801, 2.0), 5e-8),
            ("with gas, 8001 points in a revolution", (True, 8001, 1.0), 2e-5),
        )
    ]


test_cases = checks_of(cases)


def test_the_error_is_that_of_the_table() -> None:
    """The motion without gas is smooth: halving the distance of the points divides the error by sixteen."""
    assert 8 < off(False, 201) / off(False, 401) < 32


def test_reactions_of_the_replay_are_those_of_inverse_dynamics() -> None:
    known = driven_compressor(False).inverse_dynamics(1.0, 401, progress=False)
    run = replayed(False, 401, 1.0)
    for name in ("A.fx", "A.fy", "C.fx", "guide.fy"):
        assert np.allclose(run[name], known[name], rtol=0, atol=1e-5 * np.max(np.abs(known[name])))
