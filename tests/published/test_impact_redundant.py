"""Impact with redundant constraints: velocities are unique, reactions are not (Garcia de Jalon and Bayo, 10.2).

A slider on two parallel guides, one more than it needs, meets a stop; and a parallelogram with a third rocker that
swings onto a floor. Both move as with the redundant parts left out.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run

EXACT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13, "progress": False}
MASS, SPEED, BOUNCE = 3.0, 2.0, 0.6


def slider(guides: int, impulse: bool = False) -> lw.Planar:
    """A block on guides along x, 0.2 m apart, its round nose off the middle between them, before a stop."""
    m = lw.Planar("slider on guides")
    block = m.body("block", (0, 0, 0), mass=lw.Mass(mass=MASS, inertia=0.1), points={"nose": (0.1, 0.05)})
    for number in range(guides):
        y = 0.2 * number
        m.translational(f"G{number}", m.ground.line((0, y), (1, y)), block.line((0, y), (1, y)))
    block.profile("nose", lw.circle(0.05, center=(0.1, 0.05)))
    m.ground.profile("stop", lw.wall((0.5, 0), (0, -1)))
    m.contact("S", "ground.stop", "block.nose", restitution=BOUNCE)
    if impulse:
        m.impulse("hit", "block.nose", (1.2, -0.7), time=0.05)
    return m


@cache
def slide(guides: int, impulse: bool = False) -> Run:
    return slider(guides, impulse).simulate(0.3, 31, speeds={"block.vx": SPEED}, **EXACT)


def moment_about_middle(reactions: dict[str, dict[str, float]]) -> float:
    """Of all guides together about the origin of the block."""
    return sum(
        reactions[name]["torque"] - 0.2 * number * reactions[name]["fx"]
        for number, name in enumerate(sorted(reactions))
    )


@pytest.mark.parametrize("guides", (1, 2, 3))
def test_the_jump_of_velocities_does_not_depend_on_redundant_guides(guides: int) -> None:
    impact = slide(guides).impacts[0]
    assert impact.t == pytest.approx(0.35 / SPEED, abs=1e-10)
    assert impact.after == pytest.approx(BOUNCE * SPEED, rel=1e-9)
    assert impact.impulse == pytest.approx((1 + BOUNCE) * MASS * SPEED, rel=1e-9)
    assert impact.lost == pytest.approx(0.5 * (1 - BOUNCE**2) * MASS * SPEED**2, rel=1e-9)
    assert slide(guides)["block.vx"][-1] == pytest.approx(-BOUNCE * SPEED, rel=1e-9)


@pytest.mark.parametrize("guides", (1, 2, 3))
def test_impulsive_reactions_of_all_guides_together_balance_the_impact(guides: int) -> None:
    """Named one by one; only their sum is unique: no force across, and the moment of the impulse at 0.05 m."""
    impact = slide(guides).impacts[0]
    assert set(impact.reactions or {}) == {f"G{number}" for number in range(guides)}
    reactions = {name: impact.reaction(name) for name in impact.reactions or {}}
    assert sum(part["fy"] for part in reactions.values()) == pytest.approx(0, abs=1e-8)
    assert moment_about_middle(reactions) == pytest.approx(-0.05 * impact.impulse, rel=1e-7)


@pytest.mark.parametrize("guides", (1, 2, 3))
def test_a_known_impulse_with_redundant_guides_balances_too(guides: int) -> None:
    """Across the guides they take it all; along them the block takes it."""
    impulse = slide(guides, True).impulses[0]
    assert sum(part["fy"] for part in impulse.reactions.values()) == pytest.approx(0.7, rel=1e-9)
    assert moment_about_middle(impulse.reactions) == pytest.approx(-(0.1 * -0.7 - 0.05 * 1.2), rel=1e-9)
    assert slide(guides, True).impacts[0].before == pytest.approx(-(SPEED + 1.2 / MASS), rel=1e-9)
    assert impulse.work == pytest.approx(1.2 * (SPEED + 0.6 / MASS), rel=1e-9)


@cache
def swing(rockers: int) -> Run:
    """A parallelogram of rockers of 1 m that swings until the nose of its coupler meets a floor."""
    m = lw.Planar("parallelogram")
    m.set_gravity(0, -9.81)
    angle = 1.4
    at = (math.cos(angle), math.sin(angle))
    coupler = m.body("coupler", (*at, 0), mass=lw.Mass(mass=2, center=(0.5, 0), inertia=0.2))
    for number, x in enumerate((0.0, 1.0, 0.4)[:rockers]):
        light = 1 if number < 2 else 1e-9
        rocker = m.body(
            f"rocker{number}", (x, 0, angle), mass=lw.Mass(mass=light, center=(0.5, 0), inertia=0.1 * light)
        )
        m.revolute(f"O{number}", m.ground.at(x, 0), rocker)
        m.revolute(f"A{number}", rocker.at(1, 0), coupler.at(x, 0))
    coupler.profile("nose", lw.circle(0.05, center=(0.5, -0.5)))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("F", "ground.floor", "coupler.nose", restitution=0.4)
    return m.simulate(1.2, 121, **EXACT)


def test_a_parallelogram_with_a_third_rocker_bounces_as_without() -> None:
    two, three = swing(2), swing(3)
    assert len(two.impacts) == len(three.impacts) > 0
    for one, other in zip(two.impacts[:5], three.impacts[:5], strict=True):
        assert other.t == pytest.approx(one.t, abs=1e-7)
        assert other.after == pytest.approx(one.after, rel=1e-6)
        assert other.impulse == pytest.approx(one.impulse, rel=1e-6)
    np.testing.assert_allclose(three["coupler.y"], two["coupler.y"], atol=1e-6)


def test_reactions_of_a_redundant_parallelogram_balance_the_coupler() -> None:
    """Momentum of the coupler: what its pins and the floor give is what it changes by."""
    impact = swing(3).impacts[0]
    pins = [impact.reaction(f"A{number}") for number in range(3)]
    speed = impact.after - impact.before  # of the coupler, which moves without turning
    height = 0.55
    across = -speed * height / math.sqrt(1 - height**2)
    assert sum(pin["fy"] for pin in pins) + impact.impulse == pytest.approx(2 * speed, rel=1e-6)
    assert sum(pin["fx"] for pin in pins) == pytest.approx(2 * across, rel=1e-6)
