"""Rods that can be removed."""

from __future__ import annotations

import linkwork as lw
from topology.builders import example, windows


def test_a_rod_has_two_pins_and_nothing_else() -> None:
    m = example("four-bar")
    assert m.topology().rod_candidates == ("coupler", "rocker")
    m.force("push", on="coupler.P", x=1)
    assert m.topology().rod_candidates == ("rocker",)
    m.torsion_spring("spring", "ground", "rocker", stiffness=1)
    assert m.topology().rod_candidates == ()


def test_links_of_a_pendulum_are_no_rods() -> None:
    m = lw.Planar("double pendulum")
    upper, lower = m.bodies("upper", "lower")
    m.revolute("O", m.ground, upper)
    m.revolute("A", upper.at(1, 0), lower)
    assert m.topology().rod_candidates == ()
    assert m.topology(cut="A").rod_candidates == ()


def test_windows_without_beams_have_one_equation_each() -> None:
    m = windows(40)
    found = m.topology()
    assert (len(found.loops), found.coordinates, found.equations) == (40, 81, 80)
    assert found.rods == tuple(f"beam{i}" for i in range(40))
    smaller = m.topology(remove=found.rods)
    assert (smaller.coordinates, smaller.equations, len(smaller.loops)) == (41, 40, 40)
    assert smaller.removed == found.rods and not smaller.rod_candidates


def test_a_body_whose_pins_nearly_meet_is_no_rod() -> None:
    """Links of 0.3 m and a washer between them: its pins tell no direction."""
    for apart, expected in ((1e-9, ()), (0.0, ()), (2e-4, ()), (4e-4, ("washer",))):
        m = lw.Planar("washer")
        one, washer, two = m.bodies("one", "washer", "two")
        m.revolute("O", m.ground, one)
        m.revolute("P", one.at(0.3, 0), washer.at(0.1, 0))
        m.revolute("Q", washer.at(0.1 + apart, 0), two.at(0.3, 0))
        m.revolute("R", m.ground.at(0.1, 0), two)
        assert m.topology().rod_candidates == ("one", *expected, "two")
