"""Rows near a change point are solved, not interpolated: a four-bar that misses a parallelogram by very little."""

from __future__ import annotations

import math

import numpy as np
import pytest

import linkwork as lw

START = -0.7


def _nearly(miss: float, a: float, b: float, spatial: bool = False) -> lw.Planar | lw.Spatial:
    """Cranks a and a (1 + miss), coupler and ground b: crank and rocker, flat twice a turn but for the miss."""
    c = a * (1.0 + miss)
    places = {"crank": (0, 0, START), "coupler": (a * math.cos(START), a * math.sin(START), 0), "rocker": (b, 0, START)}
    pins = (("O", "ground", 0, "crank", 0), ("A", "crank", a, "coupler", 0))
    pins += (("B", "coupler", b, "rocker", c), ("C", "ground", b, "rocker", 0))
    m: lw.Planar | lw.Spatial
    if spatial:
        m = lw.Spatial("nearly a parallelogram")
        bodies = {"ground": m.ground}
        for name, (x, y, angle) in places.items():
            bodies[name] = m.body(name, (x, y, 0), orientation={"axis": (0, 0, 1), "angle": angle})
        for name, first, x, second, at in pins:
            m.revolute(name, bodies[first].frame((x, 0, 0)), bodies[second].frame((at, 0, 0)))
    else:
        m = lw.Planar("nearly a parallelogram")
        bodies = {"ground": m.ground} | {name: m.body(name, estimate=place) for name, place in places.items()}
        for name, first, x, second, at in pins:
            m.revolute(name, bodies[first].at(x, 0), bodies[second].at(at, 0))
    m.drive("motor", joint="O", angle="t" if spatial else f"{START} + t")  # in space from where it is drawn
    return m


def _pin(miss: float, a: float, b: float, t: np.ndarray) -> np.ndarray:
    """Where pin B is, by the law of cosines: the crank never brings the coupler past its rocker, so its side stays."""
    c, crank = a * (1.0 + miss), a * np.exp(1j * (START + t))
    way = b - crank
    far = np.abs(way)
    along = (b * b - c * c + far * far) / (2 * far)
    aside = np.sqrt(b * b - along * along)
    sides = [crank + way / far * (along + sign * 1j * aside) for sign in (1.0, -1.0)]
    start = b + c * np.exp(1j * START)
    return min(sides, key=lambda side: abs(side[0] - start))


@pytest.mark.parametrize("formulation", ["cartesian", "joint"])
@pytest.mark.parametrize(("a", "b"), [(1.0, 2.0), (1.0, 1.2), (0.1, 0.3)])
@pytest.mark.parametrize("miss", [1e-9, 1e-6, 2e-5, 1e-4])
def test_every_row_beside_a_change_point_is_solved(miss: float, a: float, b: float, formulation: str) -> None:
    for points in (131, 2001):
        run = _nearly(miss, a, b).kinematics(until=6.5, points=points, formulation=formulation, progress=False)
        assert run.completed
        assert np.max(run.violation()) < 1e-13
        pin = b + a * (1.0 + miss) * np.exp(1j * run["rocker.angle"])
        assert np.max(np.abs(pin - _pin(miss, a, b, run.t))) < 1e-10 * a


@pytest.mark.parametrize("formulation", ["cartesian", "joint"])
@pytest.mark.parametrize("miss", [1e-6, 2e-5])
def test_every_row_beside_a_change_point_in_space_is_solved(miss: float, formulation: str) -> None:
    run = _nearly(miss, 1.0, 1.2, True).kinematics(until=6.5, points=651, formulation=formulation, progress=False)
    assert run.completed
    assert np.max(run.violation()) < 1e-13
    pin = 1.2 + (1.0 + miss) * np.exp(1j * run["rocker.rz"])
    assert np.max(np.abs(pin - _pin(miss, 1.0, 1.2, run.t))) < 1e-9


def test_velocities_of_solved_rows_are_those_of_the_closed_form() -> None:
    """At eps = 2e-5 the rocker turns back within one row of 651; its speed there is exact, not smoothed."""
    run = _nearly(2e-5, 1.0, 1.2).kinematics(until=6.5, points=651, progress=False)
    h = 1e-7
    ahead, behind = (np.angle(_pin(2e-5, 1.0, 1.2, np.insert(run.t + shift, 0, 0.0))[1:] - 1.2) for shift in (h, -h))
    speed = np.angle(np.exp(1j * (ahead - behind))) / (2 * h)
    assert run["rocker.omega"] == pytest.approx(speed, abs=2e-4)


def test_rows_at_a_true_bifurcation_satisfy_the_equations_and_the_run_names_it() -> None:
    """Rows exactly at the flat positions of a parallelogram: the smooth continuation, closed to round-off."""
    for points in (66, 651):
        run = _nearly(0.0, 1.0, 2.0).kinematics(until=6.5, points=points, progress=False)
        assert run.completed
        assert [event.kind for event in run.events] == ["bifurcation"] * 2
        assert np.max(run.violation()) < 1e-12
        assert run["rocker.angle"] == pytest.approx(START + run.t, abs=1e-7)
        assert run["rocker.omega"] == pytest.approx(1.0, abs=1e-7)
