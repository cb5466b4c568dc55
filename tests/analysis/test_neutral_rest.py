"""Rests with a stiffness of zero: some hide a kink, and what rounding leaves of balanced forces sets no pace."""

from __future__ import annotations

import pytest

import linkwork as lw


def slider(law: str) -> lw.Planar:
    m = lw.Planar("slider")
    body = m.body("b", estimate=(0, 0, 0))
    m.mass("b", mass=1, inertia=1)
    m.translational("guide", m.ground.line((0, 0), (1, 0)), body.line((0, 0), (1, 0)))
    m.force("push", body.at(0, 0), x=law)
    return m


def test_a_root_of_a_square_is_told_where_the_stiffness_is_zero() -> None:
    rest = slider("-9*sqrt(b.x^2)").equilibrium()
    assert any("force 'push' has a kink here" in note for note in rest.notes)


@pytest.mark.parametrize("law", ["0*b.x", "-9*b.x^3", "b.x^2"])
def test_smooth_laws_without_a_slope_are_neutral_without_a_word(law: str) -> None:
    rest = slider(law).equilibrium()
    assert rest.stability == "neutral"
    assert not any("kink" in note for note in rest.notes)


def test_balanced_arms_settle_where_they_are() -> None:
    """Springs without a free length hold arms everywhere (k h a = m g c); the pace of rounding would be 1e8 s."""
    m = lw.Planar("lamps")
    m.set_gravity(0, -9.81)
    high, far = 0.4, 0.5
    for number in range(3):
        arm = m.body(
            f"arm {number}", estimate=(0.3 * number, 0, 0.3), mass={"mass": 2, "center": (0.5, 0), "inertia": 0.05}
        )
        m.revolute(f"pin {number}", m.ground, arm, at=(0.9 * number, 0))
        stiffness = 2 * 9.81 * 0.5 / (high * far)
        at = m.ground.at(0.9 * number, high)
        m.spring(f"spring {number}", at, arm.at(far, 0), stiffness=stiffness, free_length=0.0)
    rest = m.equilibrium(method="settle")
    assert rest.stability == "neutral" and rest.left_over < 1e-10
    start = m.assemble()
    for number in range(3):
        assert rest[f"arm {number}.angle"] == pytest.approx(start[f"arm {number}.angle"], abs=1e-9)
