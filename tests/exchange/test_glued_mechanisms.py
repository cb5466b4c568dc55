"""Mechanisms cut at a joint and glued: they come to what they are in one model."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.exchange.coupling import Coupled, CouplingError, MechanismPart, cut


def pendulum(x: float, length: float, angle: float, place: str = "tip") -> Any:
    m = lw.Planar("arm")
    arm = m.body("arm", estimate=(x, 0, angle), points={"tip": (length, 0)})
    m.revolute("O", m.ground.at(x, 0), arm.at(0, 0))
    m.mass(arm, mass=2, center=(length / 2, 0), inertia=0.1)
    m.set_gravity(0, -9.81)
    return m


def coupler() -> Any:
    """Crank and coupler of a four-bar; the rocker is another part."""
    m = pendulum(0.0, 0.5, math.radians(70))
    rod = m.body("rod", estimate=(0.17, 0.47, 0.3), points={"C": (1.2, 0)})
    m.mass(rod, mass=1.5, center=(0.6, 0), inertia=0.15)
    m.revolute("B", "arm.tip", rod.at(0, 0))
    return m


def whole() -> Any:
    m = coupler()
    rocker = m.body("rocker", estimate=(1.2, 0, 1.4), points={"tip": (0.9, 0)})
    m.mass(rocker, mass=2, center=(0.45, 0), inertia=0.1)
    m.revolute("O2", m.ground.at(1.2, 0), rocker.at(0, 0))
    m.revolute("C", "rod.C", "rocker.tip")
    return m


def glued(step: float, **options: Any) -> Any:
    place = whole().assemble(hold={"arm.angle": math.radians(70)})
    c = Coupled("four-bar")
    hold = {f"{body}.angle": float(place[f"{body}.angle"]) for body in ("arm", "rod")}
    c.add("left", MechanismPart(coupler(), interfaces={"C": "rod.C"}, outputs={"crank": "arm.angle"}, hold=hold))
    c.add("right", MechanismPart(pendulum(1.2, 0.9, float(place["rocker.angle"])), interfaces={"C": "arm.tip"}))
    c.glue("C", "left.C", "right.C")
    return c.run(until=0.5, step=step, progress=False, **options)


def test_a_four_bar_cut_at_a_joint_and_glued_comes_to_itself_with_order_four() -> None:
    run = whole().simulate(until=0.5, points=2, hold={"arm.angle": math.radians(70)}, rtol=1e-12, atol=1e-13)
    wanted = run["arm.angle"][-1]
    errors = [abs(glued(step)["left.crank"][-1] - wanted) for step in (0.02, 0.01, 0.005)]
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert errors[-1] < 1e-6 and orders.min() > 3.0, (errors, orders)
    fine = glued(0.005)
    assert fine["C.gap"].max() < 1e-10 and fine["C.gap_speed"].max() < 1e-7
    forces = whole().simulate(until=0.5, points=101, hold={"arm.angle": math.radians(70)})
    assert fine["C.f0"][50] == pytest.approx(-forces["C.fx"][50], rel=2e-3)


def test_a_mechanism_gives_back_the_very_state_after_a_trial() -> None:
    part = MechanismPart(pendulum(0, 1, 0.2), interfaces={"C": "arm.tip"})
    first = part.start(0.0, np.zeros(2)).copy()
    pushed, free = np.zeros((3, 2)), np.zeros((3, 2))
    pushed[0] = 5.0, -3.0
    one = part.attempt(0.01, free).copy()
    part.attempt(0.01, pushed)
    assert np.array_equal(part.attempt(0.01, free), one) and not np.array_equal(one, first)


def test_a_place_that_is_none_is_refused() -> None:
    with pytest.raises(lw.MechanismError, match="nose"):
        MechanismPart(pendulum(0, 1, 0.2), interfaces={"C": "arm.nose"}).start(0.0, np.zeros(2))
    with pytest.raises(CouplingError, match="steps must be 1 or more"):
        MechanismPart(pendulum(0, 1, 0.2), interfaces={"C": "arm.tip"}, steps=0)


def test_laws_that_jump_inside_steps_are_told() -> None:
    m = lw.Planar("pushed")
    body = m.body("b")
    m.mass(body, mass=1.0, inertia=1.0)
    m.force("push", body, "if(x > 0.001, 0, 1)", 0)
    c = Coupled("pushed")
    c.add("m", MechanismPart(m, interfaces={"p": "b"}))
    run = c.run(until=0.1, step=0.01, progress=False)
    assert any("part 'm'" in note and "no end of a step" in note for note in run.notes)


def two_arms() -> lw.Planar:
    """Two bars on the ground, joined at their ends by a third: cut at C the bar of the right is a piece of its own."""
    m = lw.Planar("arms")
    for name, x, length, place in (("arm", 0.0, 0.5, (0, 0, 1.2)), ("rocker", 1.0, 0.6, (1, 0, 1.4))):
        body = m.body(name, estimate=place, points={"tip": (length, 0)})
        m.mass(body, mass=1, inertia=0.05)
        m.revolute(f"on {name}", m.ground.at(x, 0), body)
    rod = m.body("rod", estimate=(0.2, 0.5, 0.1), points={"tip": (1.0, 0)})
    m.mass(rod, mass=1, inertia=0.05)
    arm, rocker = (m.handle_kind(m, name) for name in ("arm", "rocker"))
    m.revolute("B", arm.at("tip"), rod)
    m.revolute("C", rod.at("tip"), rocker.at("tip"))
    return m


def test_inputs_of_a_cut_mechanism_keep_their_start() -> None:
    m = two_arms()
    m.input_signal("u", start=5)
    m.flag("on", 1)
    m.force("motor", m.handle_kind(m, "arm"), torque="u*on")
    whole = m.simulate(until=0.2, points=2, rtol=1e-10, progress=False)
    run = cut(m, "C").run(until=0.2, step=0.005, progress=False)
    assert run["arm.arm.angle"][-1] == pytest.approx(whole["arm.angle"][-1], abs=1e-6)
    assert abs(whole["arm.angle"][-1] - whole["arm.angle"][0]) > 0.05


def test_events_over_several_pieces_are_refused_when_it_is_cut() -> None:
    m = two_arms()
    m.event("hit", "arm.angle - rocker.angle + 0.3", stop=True)
    with pytest.raises(CouplingError, match="arms, cut at C: 'hit' speaks of several pieces"):
        cut(m, "C")
