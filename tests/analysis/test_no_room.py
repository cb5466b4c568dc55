"""Bodies crushed between what joints and drivers move: the run ends there and says what presses, and where."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError


def press(friction: float = 0.0) -> lw.Planar:
    """A wall that a motor moves pushes a disc in its guide against a fixed stop: from 0.8 s on, to 1.6 s."""
    m = lw.Planar("press")
    wall, disc = m.body("wall", estimate=(-1, 0, 0)), m.body("disc", estimate=(0, 0, 0))
    m.translational("rail", m.ground.line((0, 0), (1, 0)), wall.line((0, 0), (1, 0)))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), disc.line((0, 0), (1, 0)))
    m.mass("disc", mass=1, inertia=1)
    wall.profile("face", lw.wall((0, 0), (0, 1)))
    m.ground.profile("stop", lw.wall((1, 0), (0, -1)))
    disc.profile("skin", lw.circle(0.2))
    m.drive("motor", joint="rail", position="-1+t")
    m.contact("L", "wall.face", "disc.skin", friction=friction)
    m.contact("R", "disc.skin", "ground.stop", friction=friction)
    return m


@pytest.mark.parametrize("friction", [0.0, 0.3])
def test_a_disc_between_a_driven_wall_and_a_stop_has_no_room(friction: float) -> None:
    last = press(friction).simulate(until=3, progress=False, formulation="projection").events[-1]
    assert last.kind == "stopped"
    assert last.t == pytest.approx(1.6, abs=1e-9)
    assert "no room left at contacts 'L', 'R': the joints and the drivers ('motor') press bodies" in last.text
    assert "coefficients" not in last.text


def test_a_driven_body_that_meets_a_stop_has_no_room() -> None:
    m = press()
    m.add_profile("wall", "nose", lw.circle(0.1, (0.5, 1.0)))
    m.contact("N", "wall.nose", "ground.stop")
    last = m.simulate(until=3, progress=False, formulation="projection").events[-1]
    assert last.t == pytest.approx(1.4, abs=1e-9)
    assert "no room left at contact 'N'" in last.text


def test_an_event_cannot_read_a_contact_and_says_what_can_be_read() -> None:
    m = press()
    m.event("near", when="R.gap - 0.5")
    with pytest.raises(MechanismError, match=r"cannot read 'R\.gap': .* are results; read a position or a distance"):
        m.validate()
