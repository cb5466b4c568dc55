"""Drivers that begin many turns away: the first position does not travel there, and what counts turns has them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run
from linkwork.system.constraints.equations import Equations

FAR = [100.0, -2.0e4, 1.0e6 + 0.3]
MOST = 3000


def four_bar(angle: float) -> lw.Planar:
    m = lw.Planar("four-bar")
    crank, coupler, rocker = (
        m.body("crank", estimate=(0, 0, 0.5)),
        m.body("coupler", estimate=(0.09, 0.05, 0.6)),
        m.body("rocker", estimate=(0.3, 0, 1.6)),
    )
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.1, 0), coupler.at(0, 0))
    m.revolute("B", coupler.at(0.28, 0), rocker.at(0.22, 0))
    m.revolute("C", m.ground.at(0.3, 0), rocker.at(0, 0))
    m.drive("motor", joint="O", angle=f"{angle} + 2*pi*t")
    return m


def geared(angle: float) -> lw.Planar:
    """Two gears of ratio 2; a rod on the second one pushes a slider, so that the shape comes back after two turns."""
    m = lw.Planar("gears")
    a, b = m.body("a", estimate=(0, 0, 0)), m.body("b", estimate=(3, 0, 0))
    rod, slider = m.body("rod", estimate=(3.5, 0, 0)), m.body("slider", estimate=(7.4, 0, 0))
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at(3, 0), b.at(0, 0))
    m.gear("G", a.at(0, 0), b.at(0, 0), radii=(1, 2))
    m.revolute("P", b.at(0.5, 0), rod.at(0, 0))
    m.revolute("Q", rod.at(4, 0), slider.at(0, 0))
    m.translational("T", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.drive("motor", joint="A", angle=f"{angle} + t")
    return m


def racked(angle: float) -> lw.Planar:
    m = lw.Planar("rack")
    pinion, rack = m.body("pinion", estimate=(0, 0.2, 0)), m.body("rack", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0.2), pinion.at(0, 0))
    m.translational("T", m.ground.line((0, 0), (1, 0)), rack.line((0, 0), (1, 0)))
    m.rack_pinion("R", rack.line((0, 0), (1, 0)), pinion.at(0, 0), radius=0.2)
    m.drive("motor", joint="O", angle=f"{angle} + t")
    return m


def belted(angle: float) -> lw.Planar:
    """Pulleys of ratio 3 : 7, the second with its pin off its frame's origin."""
    m = lw.Planar("belt")
    a, b = m.body("a", estimate=(0, 0, 0)), m.body("b", estimate=(2.7, 0, 0))
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at(3, 0), b.at(0.3, 0))
    m.belt("belt", a.at(0, 0), b.at(0.3, 0), radii=(0.3, 0.7), rigid=True)
    m.drive("motor", joint="A", angle=f"{angle} + t")
    return m


def wound_up(angle: float) -> lw.Planar:
    """A crank on a torsion spring of 2 N m/rad."""
    m = lw.Planar("coil")
    crank = m.body("crank", estimate=(1, 0, 0))
    m.mass(crank, mass=1, inertia=1)
    m.revolute("O", m.ground.at(0, 0), crank.at(-1, 0))
    m.torsion_spring("coil", m.ground, crank, stiffness=2)
    m.drive("motor", joint="O", angle=f"{angle} + 0*t")
    return m


@contextmanager
def few_evaluations() -> Iterator[None]:
    """Refuse more looks at the equations than a few turns take; travelling turn by turn takes some thirty a turn."""
    count, evaluate = [0], Equations.evaluate

    def counted(self: Equations, *args: Any, **named: Any) -> None:
        count[0] += 1
        evaluate(self, *args, **named)

    with patch.object(Equations, "evaluate", counted):
        yield
    assert count[0] < MOST


def first(make: Callable[[float], lw.Planar], angle: float, analysis: str = "kinematics") -> Run:
    m = make(angle)
    with few_evaluations():
        run: Run = getattr(m, analysis)(until=0.1, points=2, progress=False)
    return run


@pytest.mark.parametrize("angle", FAR)
def test_a_crank_far_away_is_where_the_rest_of_a_turn_puts_it(angle: float) -> None:
    far, near = first(four_bar, angle), first(four_bar, float(np.remainder(angle, 2 * np.pi)))
    assert far["O.angle"][0] == pytest.approx(angle, abs=1e-9)
    for channel in ("rocker.angle", "coupler.angle", "coupler.x"):
        assert far[channel][0] == pytest.approx(near[channel][0], abs=1e-8)


@pytest.mark.parametrize("angle", FAR)
def test_gears_racks_and_belts_have_made_all_their_turns(angle: float) -> None:
    assert first(geared, angle)["b.angle"][0] == pytest.approx(-angle / 2, rel=1e-12)
    assert first(racked, angle)["rack.x"][0] == pytest.approx(0.2 * angle, rel=1e-12)
    assert first(belted, angle)["b.angle"][0] == pytest.approx(angle * 3 / 7, rel=1e-12)


@pytest.mark.parametrize("angle", FAR)
def test_a_torsion_spring_is_wound_by_all_turns(angle: float) -> None:
    run = first(wound_up, angle, "inverse_dynamics")
    assert abs(run["motor.torque"][0]) == pytest.approx(2 * abs(angle), rel=1e-9)


def test_a_motor_that_has_run_for_long_starts_at_once() -> None:
    m = four_bar(0.5)
    with few_evaluations():
        run = m.kinematics(start=2000, until=2000.1, points=3, progress=False)
    assert run.completed
    assert run["O.angle"][0] == pytest.approx(0.5 + 4000 * np.pi, abs=1e-8)


def test_angles_without_digits_are_refused_by_name() -> None:
    with pytest.raises(lw.LinkworkError, match=r"driver 'motor' begins .* turns away, where angles have too few"):
        four_bar(1e12).assemble()
