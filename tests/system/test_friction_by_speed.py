"""Dry friction whose coefficient is a law of the slip speed: in joints and contacts, against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError, MechanismError

G, SPEED = 9.81, 2.0
A, B = 0.1, 0.05
"""Coefficient A + B speed: v' = -g (A + B v), so v = (v0 + A/B) exp(-B g t) - A/B until it sticks."""
STOP = float(np.log(1 + B * SPEED / A) / (B * G))


def speed(t: float | np.ndarray) -> np.ndarray:
    return np.maximum((SPEED + A / B) * np.exp(-B * G * np.asarray(t)) - A / B, 0.0)


def sledge(friction: str | float = "a + b*speed", **more: float) -> lw.Planar:
    m = lw.Planar("sledge")
    m.parameters(a=A, b=B)
    m.set_gravity(0, -G)
    m.carriage("sledge", at=(0, 0), along=(1, 0), mass=3)
    m.friction("rub", "sledge_rail", friction, **more)
    return m


@pytest.mark.parametrize("formulation", ["projection", "joint"])
def test_a_sledge_slows_down_by_its_law_and_sticks(formulation: str) -> None:
    run = sledge().simulate(
        2.0, 41, speeds={"sledge.vx": SPEED}, formulation=formulation, rtol=1e-9, atol=1e-11, progress=False
    )
    assert run["sledge.vx"] == pytest.approx(speed(run.t), abs=1e-7)
    assert run.events[-1].t == pytest.approx(STOP, abs=1e-6)
    assert run["rub.mode"][-1] == 2


def test_the_same_backwards_and_with_a_constant_law() -> None:
    back = sledge().simulate(1.0, 11, speeds={"sledge.vx": -SPEED}, rtol=1e-9, atol=1e-11, progress=False)
    assert back["sledge.vx"] == pytest.approx(-speed(back.t), abs=1e-7)
    law, number = (
        sledge(friction).simulate(1.0, 5, speeds={"sledge.vx": SPEED}, progress=False)["sledge.x"]
        for friction in ("0.2 + 0*speed", 0.2)
    )
    assert law == pytest.approx(number, abs=1e-9)


def test_derivatives_by_the_numbers_of_the_law() -> None:
    found = sledge().sensitivity(
        "final(sledge.vx)", "b", analysis="simulate", until=1.0, points=11, speeds={"sledge.vx": SPEED}, rtol=1e-9
    )
    step = 1e-6
    changed = [(SPEED + A / b) * np.exp(-b * G) - A / b for b in (B - step, B + step)]
    assert found["final(sledge.vx)", "b"] == pytest.approx((changed[1] - changed[0]) / (2 * step), rel=1e-5)


def test_a_box_slides_on_the_floor_by_its_law() -> None:
    m = lw.Planar("box")
    m.set_gravity(0, -G)
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    box = m.body("box", (0, 0.05, 0), mass=lw.Mass(mass=3, center=(0, 0), inertia=0.02))
    box.profile("rim", lw.polygon([(-0.2, -0.05), (0.2, -0.05), (0.2, 0.05), (-0.2, 0.05)]))
    m.contact("slide", "ground.floor", "box.rim", friction=f"{A} + {B}*speed")
    run = m.simulate(0.5, 6, speeds={"box.vx": SPEED}, rtol=1e-9, atol=1e-11, progress=False)
    assert run["box.vx"] == pytest.approx(speed(run.t), abs=1e-6)


def test_what_a_law_cannot_go_with_is_refused_by_name() -> None:
    with pytest.raises(MechanismError, match="leave out stribeck_speed"):
        sledge(static_friction=0.3, stribeck_speed=0.1).check()
    with pytest.raises(MechanismError, match=r"at rest it is -0\.1"):
        sledge("speed - 0.1").check()
    m = lw.Planar("disc")
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    disc = m.body("disc", (0, 0.1, 0), mass=lw.Mass(mass=1, inertia=0.01))
    disc.profile("rim", lw.circle(0.1))
    m.contact("roll", "ground.floor", "disc.rim", friction="0.1 + speed")
    with pytest.raises((MechanismError, AnalysisError), match="not a law of the speed"):
        m.simulate(0.1, 3, method="moreau", step=1e-3, progress=False)
