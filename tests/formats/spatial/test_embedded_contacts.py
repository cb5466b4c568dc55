"""What touches and rubs in a planar mechanism placed in space: the same motion, forces and events, or refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError

UPRIGHT: dict[str, Any] = {"origin": (0, 0, 1), "x": (1, 0, 0), "y": (0, 0, 1)}


def balls(**contact: Any) -> lw.Planar:
    """Two discs that fall onto an incline and each other."""
    m = lw.Planar("two discs")
    m.set_gravity(0, -9.81)
    m.ground.profile("floor", lw.wall((0, 0), (1, -0.2), material="right"))
    for name, place in {"a": (0, 0.4, 0), "b": (0.02, 0.8, 0)}.items():
        body = m.body(name, estimate=place)
        m.mass(name, mass=1, inertia=0.004)
        body.profile("skin", lw.circle(0.1))
        m.contact(f"F{name}", "ground.floor", f"{name}.skin", **contact)
    m.contact("ab", "a.skin", "b.skin", **contact)
    return m


def slider() -> lw.Planar:
    """A block that slides down a rubbing guide."""
    m = lw.Planar("slider")
    m.set_gravity(0, -9.81)
    block = m.body("b", estimate=(0, 0, 0))
    m.mass("b", mass=1, center=(0, 0.05), inertia=0.01)
    m.translational("G", m.ground.line((0, 0), (1, 0.4)), block.line((0, 0), (1, 0.4)))
    m.friction("R", joint="G", friction=0.2, length=0.2)
    return m


def pendulum() -> lw.Planar:
    """A pendulum on a rubbing pin."""
    m = lw.Planar("pendulum")
    m.set_gravity(0, -9.81)
    arm = m.body("b", estimate=(0, 0, 0.3))
    m.mass("b", mass=1, center=(0.3, 0), inertia=0.01)
    m.revolute("O", m.ground, arm.at(0, 0))
    m.add_point("b", "tip", (0.5, 0))
    m.friction("R", joint="O", friction=0.2, radius=0.05)
    return m


def journal() -> lw.Planar:
    """A disc with play in a bearing."""
    m = lw.Planar("journal")
    m.set_gravity(0, -9.81)
    m.body("b", estimate=(0.002, 0, 0))
    m.mass("b", mass=1, inertia=1e-4)
    m.clearance("A", "ground", "b", clearance=0.01, radius=0.02, restitution=0.6, friction=0.1)
    return m


MECHANISMS = {
    "impacts with friction": (balls(restitution=0.5, friction=0.3), "a", "Fa.force"),
    "a force law": (balls(force={"type": "law", "force": "2e4*depth*(1 + 0.2*speed)"}), "b", "Fb.force"),
    "a guide": (slider(), "b", "R.friction"),
    "a pin": (pendulum(), "b.tip", "R.friction"),
    "a journal": (journal(), "b", "A.force"),
}


@pytest.mark.parametrize("name", MECHANISMS)
def test_motion_forces_and_events_are_those_of_the_plane(name: str) -> None:
    """Places to 1e-7 m, forces to 1e-5 of the largest, the first ten events to 1e-7 s."""
    m, place, force = MECHANISMS[name]
    flat, space = (each.simulate(1.0, 51, progress=False) for each in (m, m.in_space(**UPRIGHT)))
    assert space[f"{place}.x"] == pytest.approx(flat[f"{place}.x"], abs=1e-7)
    assert space[f"{place}.z"] - 1 == pytest.approx(flat[f"{place}.y"], abs=1e-7)
    largest = float(np.max(np.abs(flat[force])))
    assert largest > 0.1
    assert np.abs(space[force]) == pytest.approx(np.abs(flat[force]), abs=1e-5 * largest)
    assert flat.touches
    assert [(contact_event.kind, contact_event.t) for contact_event in space.touches[:10]] == [
        (contact_event.kind, pytest.approx(contact_event.t, abs=1e-7)) for contact_event in flat.touches[:10]
    ]


def test_a_group_of_contacts_and_the_law_of_impacts_come_along() -> None:
    m = balls()
    m.contacts.clear()
    m.contacts_among("all of them", restitution=0.3)
    m.impacts(law="poisson")
    space = m.in_space()
    assert list(space.contact_groups) == ["all of them"]
    assert space.impact_request.law == "poisson"


def test_what_has_no_solid_is_refused_by_name() -> None:
    m = balls()
    m.bodies_by_name["a"].profiles["square"] = lw.polygon([(0, 0), (1, 0), (1, 1)])
    m.in_space()  # nothing touches it
    m.contact("corner", "ground.floor", "a.square")
    with pytest.raises(MechanismError, match=r"contact 'corner': it cannot be placed in space: profile 'a\.square' is"):
        m.in_space()
    m = lw.Planar("a block with play")
    block = m.body("b", estimate=(0, 0, 0), mass=lw.Mass(mass=1, inertia=0.1))
    lines = m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0))
    m.clearance("loose", *lines, type="guide", clearance=0.01, length=0.1)
    with pytest.raises(MechanismError, match="clearance 'loose': it cannot be placed in space: there is no such joint"):
        m.in_space()


def test_contacts_of_included_files_come_along(tmp_path: Path) -> None:
    balls(restitution=0.5).save(tmp_path / "balls.yaml")
    line = "linkwork: 1\nworld: space\nname: whole\ninclude: "
    (tmp_path / "inner.yaml").write_text(line + "{planar: balls.yaml, y: [0, 0, 1]}\nimpacts: {law: poisson}\n")
    (tmp_path / "whole.yaml").write_text(line + "{model: inner.yaml}\n")
    whole: Any = lw.load(tmp_path / "whole.yaml")
    assert list(whole.contacts) == ["Fa", "Fb", "ab"]
    assert list(whole.bodies_by_name["a"].solids) == ["skin"]
    assert whole.impact_request.law == "poisson"
