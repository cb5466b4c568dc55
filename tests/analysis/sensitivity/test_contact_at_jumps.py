"""Events that a jump causes happen when the jump does: derivatives of them and of what follows, in closed form."""

from __future__ import annotations

from typing import Any

import pytest

import linkwork as lw

G, END = 9.81, 0.6


def block(**values: Any) -> lw.Planar:
    """2 kg on a rubbing guide."""
    m = lw.Planar("block")
    m.parameters(**values)
    m.set_gravity(0, -G)
    m.body("b")
    m.mass("b", mass=2, inertia=0.03)
    m.translational("guide", "ground", "b", at=(0, 0), along=(1, 0))
    m.friction("R", "guide", "mu")
    return m


def slope(m: lw.Planar, of: str, to: str, until: float = END, **options: Any) -> float:
    """One exact derivative."""
    options = {"rtol": 1e-11, "atol": 1e-12, "progress": False} | options
    found = m.sensitivity([of], [to], analysis="simulate", until=until, points=5, **options)
    assert found.method == "direct" and not found.notes
    return float(found[of, to])


def test_a_push_that_begins_at_a_parameter_frees_a_stuck_joint() -> None:
    """From t0 on the acceleration is (24 - 9.81)/2, to 1e-9."""
    m = block(t0=0.31, mu=0.5)
    m.force("push", "b", x="if(t > t0, 24, 0)")
    acceleration = (24 - 0.5 * 2 * G) / 2
    assert slope(m, "final(b.x)", "t0") == pytest.approx(-acceleration * (END - 0.31), rel=1e-9)
    assert slope(m, "final(b.x)", "mu") == pytest.approx(-G * (END - 0.31) ** 2 / 2, rel=1e-9)


def test_a_force_that_jumps_with_another_body_frees_a_stuck_joint() -> None:
    """The other body passes x1 at the speed 1 m/s, to 1e-9."""
    m = block(x1=0.3, mu=0.5)
    m.body("c", estimate=(0, 1, 0))
    m.mass("c", mass=1, inertia=1)
    m.translational("rail", "ground", "c", at=(0, 1), along=(1, 0))
    m.force("push", "b", x="if(c.x > x1, 30, 0)")
    acceleration = (30 - 0.5 * 2 * G) / 2
    found = slope(m, "final(b.x)", "x1", speeds={"c.vx": 1.0})
    assert found == pytest.approx(-acceleration * (END - 0.3), rel=1e-9)


def test_a_belt_that_starts_at_a_parameter_slips_under_its_block() -> None:
    """The belt's acceleration jumps above that of friction, to 1e-9."""
    m = lw.Planar("belt")
    m.parameters(t0=0.2, mu=0.3)
    m.set_gravity(0, -G)
    for name, under, joint in (("belt", "ground", "rail"), ("block", "belt", "seat")):
        m.body(name)
        m.mass(name, mass=1, inertia=1)
        m.translational(joint, under, name, at=(0, 0), along=(1, 0))
    m.drive("motor", joint="rail", position="if(t > t0, 2*(t - t0)^2, 0)")
    m.friction("R", "seat", "mu")
    assert slope(m, "final(block.x)", "t0", 0.8) == pytest.approx(-0.3 * G * 0.6, rel=1e-9)


def test_an_event_of_a_number_that_jumps_has_the_time_of_the_jump() -> None:
    m = lw.Planar("event")
    m.parameters(t0=0.3)
    m.body("b")
    m.mass("b", mass=2, inertia=0.03)
    m.translational("guide", "ground", "b", at=(0, 0), along=(1, 0))
    m.event("on", "if(t > t0, 1 + t, -1)", direction="rising", jump={"b.vx": "2"})
    assert slope(m, "time(on)", "t0", speeds={"b.vx": 1.0}) == pytest.approx(1.0, rel=1e-12)
    assert slope(m, "final(b.x)", "t0", speeds={"b.vx": 1.0}) == pytest.approx(-1.0, rel=1e-10)


def test_friction_of_zero_has_no_derivative_by_its_coefficient() -> None:
    m = lw.Planar("ice")
    m.parameters(mu=0.0)
    m.set_gravity(0, -G)
    m.body("disc", estimate=(0, 0.1, 0)).profile("rim", lw.circle(0.1))
    m.mass("disc", mass=1, inertia=0.004)
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("C", "ground.floor", "disc.rim", friction="mu")
    with pytest.raises(lw.AnalysisError, match=r"contact 'C' has no friction here.*give the coefficient a small value"):
        slope(m, "final(disc.x)", "mu", speeds={"disc.vx": 1.0})
