"""An extreme that is reached at two times alike has no one derivative where a parameter moves its values apart."""

from __future__ import annotations

import pytest

import linkwork as lw


def forced(k: float) -> lw.Planar:
    """Unit mass on a spring under 10 cos 5t: x = 10/(k - 25) (cos 5t - cos wt), with w = 2*5 symmetric in time."""
    m = lw.Planar("mass on a spring")
    m.parameters(k=k)
    b = m.body("b", estimate=(0, 0, 0))
    m.mass("b", mass=1, inertia=1)
    m.translational("g", m.ground.line((0, 0), (1, 0)), b.line((0, 0), (1, 0)))
    m.spring("s", m.ground.at(-1, 0), b.at(0, 0), stiffness="k", free_length=1)
    m.force("F", b, x="10*cos(5*t)")
    return m


@pytest.mark.parametrize(
    ("method", "told"),
    [
        ("direct", "with different derivatives: only one-sided ones exist there; that at the former is given"),
        ("adjoint", "and has only one-sided derivatives if a parameter moves these values apart"),
        ("differences", "and has only one-sided derivatives if a parameter moves these values apart"),
    ],
)
def test_a_largest_value_reached_twice_says_so(method: str, told: str) -> None:
    asked = {"analysis": "simulate", "until": 3, "points": 61, "method": method}
    twice = forced(100.0).sensitivity("max(b.x)", "k", **asked)
    assert any("'max(b.x)' is reached at t = " in note and told in note for note in twice.notes)
    once = forced(103.0).sensitivity("max(b.x)", "k", **asked)
    assert once["max(b.x)", "k"] == pytest.approx(0.00556723, rel=1e-5)  # by the closed form over fine times
    assert not once.notes


def test_a_free_swing_reaches_its_width_again_and_again_with_one_derivative() -> None:
    m = forced(100.0)
    m.force("hold", "b", x="-10*cos(5*t)")
    answer = m.sensitivity("max(b.vx)", "k", analysis="simulate", until=3, points=61, speeds={"b.vx": 0.4})
    assert abs(answer["max(b.vx)", "k"]) < 1e-9 and not answer.notes


@pytest.mark.parametrize("points", [51, 202])
@pytest.mark.parametrize("k", [60.0, 140.0, 390.0])
def test_the_largest_force_has_one_derivative_by_every_method_at_any_points(k: float, points: int) -> None:
    m = lw.Planar("arm on a spring")
    m.parameters(k=k)
    m.set_gravity(0, -9.81)
    arm = m.body("arm", estimate=(0, 0, 0))
    m.mass(arm, mass=1, center=(0.5, 0), inertia=0.1)
    m.revolute("A", m.ground.at(0, 0), arm.at(0, 0))
    m.spring("s", m.ground.at(0.2, 1.1), arm.at(0.9, 0), stiffness="k", free_length=1, damping=2)
    asked = {"analysis": "simulate", "until": 1, "points": points, "rtol": 1e-11, "speeds": {"arm.omega": 3}}
    slopes = {}
    for method in ("direct", "adjoint", "complex", "differences"):
        answer = m.sensitivity("max(A.force)", "k", method=method, **asked)
        assert not answer.notes
        slopes[method] = answer["max(A.force)", "k"]
    for method, close in (("adjoint", 1e-8), ("complex", 1e-8), ("differences", 1e-5)):  # of two runs with errors
        assert slopes[method] == pytest.approx(slopes["direct"], rel=close), method
