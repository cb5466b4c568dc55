"""Beside every address the number of its kernel's kind."""

from __future__ import annotations

import linkwork as lw
from linkwork.system.tables.kinds import kinds_of


def test_every_record_has_the_kind_of_its_kernel() -> None:
    m = lw.Planar("pendulum")
    bob = m.body("bob", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), bob.at(0, 0))
    m.mass(bob, mass=2, inertia=0.01)
    m.spring("s", m.ground.at(1, 0), bob.at(0.5, 0), stiffness=3)
    m.state("y", rate="-y*bob.omega")
    kinds = kinds_of(m.system(dynamics=True))
    assert [kinds.names[number].rpartition(".")[2] for number in kinds.elements] == ["revolute"]
    assert len(kinds.forces) == 1 and "forces" in kinds.names[kinds.forces[0]]
    assert {kinds.names[number].rpartition(".")[2] for number in kinds.signals} >= {"measure", "formula"}
