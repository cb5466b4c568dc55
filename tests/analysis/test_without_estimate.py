"""Bodies without an estimate: unturned in a tree, spread out in a loop, and the run says where they were put."""

from __future__ import annotations

import pytest

import linkwork as lw

HEAVY = {"mass": 1, "center": (0, 0, -1), "inertia": [0.1, 0.1, 0.1]}


def test_chain_without_estimates_starts_unturned() -> None:
    m = lw.Planar("chain")
    before = m.ground
    for number in range(4):
        link = m.body(f"link{number}")
        m.mass(link, mass=1, center=(0.5, 0), inertia=0.1)
        m.revolute(f"J{number}", before.at(1 if number else 0, 0), link.at(0, 0))
        before = link
    run = m.simulate(until=0.1, points=2, progress=False)
    for number in range(4):
        assert run[f"link{number}.angle"][0] == 0.0
        assert run[f"link{number}.x"][0] == pytest.approx(number, abs=1e-12)
    assert any("link3 at (3, 0), turned by 0 rad" in note for note in run.notes)


@pytest.mark.parametrize("joint", ["spherical", "revolute", "universal", "cylindrical", "free"])
def test_body_in_space_without_an_estimate_has_the_axes_of_the_world(joint: str) -> None:
    m = lw.Spatial("pendulum")
    body = m.body("p", mass=HEAVY)
    if joint == "spherical":
        m.spherical("O", m.ground.at(1, 2, 3), body.at(0, 0, 1))
    elif joint in ("revolute", "cylindrical"):
        getattr(m, joint)("O", m.ground.frame((1, 2, 3), axis=(0, 1, 0)), body.frame((0, 0, 1), axis=(0, 1, 0)))
    elif joint == "universal":
        m.universal("O", m.ground.frame((1, 2, 3), axis=(0, 0, 1)), body.frame((0, 0, 1), axis=(0, 1, 0)))
    run = m.simulate(until=0.1, points=2, progress=False)
    assert [run[f"p.{name}"][0] for name in ("rx", "ry", "rz")] == pytest.approx([0, 0, 0], abs=1e-12)
    if joint != "free":
        assert [run[f"p.{name}"][0] for name in "xyz"] == pytest.approx([1, 2, 2], abs=1e-12)


def test_joint_that_does_not_let_a_body_stand_upright_puts_its_frames_on_each_other() -> None:
    m = lw.Spatial("crossed")
    body = m.body("p", mass=HEAVY)
    m.revolute("O", m.ground.frame(axis=(0, 1, 0)), body.frame(axis=(0, 0, 1)))
    run = m.simulate(until=0.1, points=2, progress=False)
    assert run["O.angle"][0] == pytest.approx(0.0, abs=1e-9)


def test_bodies_of_a_loop_are_spread_out_and_those_that_hang_on_it_are_not_turned() -> None:
    m = lw.Planar("four-bar with a pendulum")
    crank, rod, rocker, bob = m.bodies("crank", "rod", "rocker", "bob")
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(1, 0), rod.at(0, 0))
    m.revolute("B", rod.at(3, 0), rocker.at(2, 0))
    m.revolute("C", m.ground.at(3, 0), rocker.at(0, 0))
    m.revolute("P", rocker.at(1, 0), bob.at(0, 0))
    found = m.assemble()
    assert found.ok
    assert found["bob.angle"] == pytest.approx(0.0, abs=1e-9)
    assert abs(found["crank.angle"]) > 0.01
    note = next(note for note in found.notes if "no estimate given for: crank, rod, rocker, bob" in note)
    assert f"crank at (0, 0), turned by {found['crank.angle']:.4g} rad" in note
    assert "bob at" in note


def test_where_bodies_were_put_is_told_in_the_units_of_the_model() -> None:
    m = lw.Planar("bar")
    m.set_units("mm-N-s", angle="deg")
    bar = m.body("bar")
    m.revolute("O", m.ground.at(0.2, 0), bar)
    m.drive("motor", joint="O", angle="30 deg")
    assert "bar at (200, 0) mm, turned by 30 deg" in m.assemble().notes[0]
