"""What is said where a design has no value, a condition cannot hold, a response ends in an error."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError


def block() -> lw.Planar:
    """A block that a spring pulls over dry ground; a weak one does not bring it to the middle."""
    m = lw.Planar("block")
    m.parameters(k=100.0, mass=3.0)
    m.set_gravity(0, -9.81)
    b = m.body("b", estimate=(-0.2, 0, 0))
    m.mass(b, mass="mass", inertia=0.01)
    m.translational("g", m.ground.line((0, 0), (1, 0)), b.line((0, 0), (1, 0)))
    m.slide_spring("s", m.ground.line((0, 0), (1, 0)), b.at(0, 0), stiffness="k")
    m.friction("F", "g", 0.3)
    m.event("z", "b.x", direction="rising")
    return m


def pendulum() -> lw.Planar:
    """One body on a pin, with its centre at L."""
    m = lw.Planar("pendulum")
    m.parameters(L=1.0)
    m.set_gravity(0, -9.81)
    b = m.body("b", estimate=(0, 0, 0.3))
    m.mass(b, mass=1, center=("L", 0), inertia=0.1)
    m.revolute("O", m.ground, b)
    return m


def test_starts_from_which_nothing_leads_on_are_counted_and_left():
    """With too weak a spring the event does not happen; v^2 = k x0^2 / m - 2 mu g x0 at the event otherwise."""
    best = block().optimise(
        "k", {"k": (20, 800)}, ["at_event(b.vx, z) >= 2"], until=1.0, points=31, method="multi-start", starts=4
    )
    assert best.parameters["k"] == pytest.approx(3 * (4 + 2 * 0.3 * 9.81 * 0.2) / 0.04, rel=1e-6)
    assert best.ok and "starts led nowhere" in best.message


def test_a_condition_that_cannot_hold_is_named():
    best = pendulum().optimise("final(b.y)", {"L": (0.5, 1)}, ["L >= 2"], until=0.1, points=3)
    assert not best.ok
    assert "no design was found within the bounds for which 'L >= 2' holds; widen the bounds" in best.text()


def test_a_function_that_raises_is_told_in_one_line():
    def ratio(run: object) -> float:
        raise ZeroDivisionError("division by zero")

    with pytest.raises(AnalysisError, match="response 'ratio': the function ended with ZeroDivisionError: division"):
        pendulum().sensitivity([ratio], ["L"], analysis="simulate", until=0.1, points=3)


def test_a_coordinate_that_is_not_there_is_named():
    with pytest.raises(AnalysisError, match=r"there is no channel 'b.angl'; did you mean 'b.angle'\?"):
        pendulum().assemble()["b.angl"]


@pytest.mark.parametrize("response", ["max(O.force)", "mean(O.force)", "rms(O.fy)"])
def test_the_adjoint_takes_channels_whose_rates_are_no_channels(response: str):
    options = {"analysis": "simulate", "until": 0.6, "points": 21}
    adjoint, direct = (
        pendulum().sensitivity(response, ["L"], method=method, **options) for method in ("adjoint", "direct")
    )
    assert adjoint[response, "L"] == pytest.approx(direct[response, "L"], rel=1e-9)
