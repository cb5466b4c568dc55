"""Branches: all ways of assembling, dyads in closed form."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import linkwork as lw
from analysis.builders import four_bar, slider_crank
from linkwork.base.errors import AnalysisError


def test_a_four_bar_has_two_ways_and_no_more() -> None:
    found = four_bar().branches()
    assert len(found) == 2 and found.complete
    assert found[0].branch != found[1].branch
    assert abs(found[0]["follower.angle"] - np.pi / 2) < 1e-9


def test_a_slider_crank_has_the_closed_form_positions() -> None:
    found = slider_crank().branches()
    root = np.sqrt(3.5**2 - 2.0)
    assert found.complete
    assert np.allclose([a["slider.x"] for a in found.assemblies], [np.sqrt(2) + root, np.sqrt(2) - root], atol=1e-10)


def test_a_chain_of_dyads_has_the_product_of_their_ways() -> None:
    m = lw.Planar("six-bar")
    crank = m.body("crank", estimate=(0, 0, 1))
    coupler, rocker = m.body("coupler", estimate=(0.5, 0.8, 0)), m.body("rocker", estimate=(3, 0, 1.7))
    second, last = m.body("second", estimate=(2.7, 2, 0)), m.body("last", estimate=(6, 0, 1.7))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(1, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(3, 0), rocker.at(2, 0))
    m.revolute("D", m.ground.at(3, 0), rocker.at(0, 0))
    m.revolute("E", rocker.at(2, 0), second.at(0, 0))
    m.revolute("F", second.at(3, 0), last.at(2, 0))
    m.revolute("G", m.ground.at(6, 0), last.at(0, 0))
    m.drive("motor", joint="A", angle="1 + t")
    found = m.branches()
    assert len(found) == 4 and found.complete
    assert len({assembly.branch for assembly in found.assemblies}) == 4


def test_the_inverted_slider_crank_and_two_slides_are_closed_form_too() -> None:
    m = lw.Planar("oscillating cylinder")
    crank = m.body("crank", estimate=(0, 0, 1))
    piston, cylinder = m.body("piston", estimate=(0.5, 0.8, 2.8)), m.body("cylinder", estimate=(3, 0, 2.8))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(1, 0), piston.at(0, 0))
    m.translational("S", cylinder.line((0, 0), (1, 0)), piston.line((0, 0), (1, 0)))
    m.revolute("C", m.ground.at(3, 0), cylinder.at(0, 0))
    m.drive("motor", joint="A", angle="1 + t")
    found = m.branches()
    assert found.complete and len(found) == 2
    turned = found[1]["cylinder.angle"] - found[0]["cylinder.angle"]
    assert abs(abs(np.mod(turned, 2 * np.pi)) - np.pi) < 1e-9
    elbow = m.branches()
    assert np.allclose(elbow[0].q, found[0].q)


def test_crank_and_two_slides_have_one_way() -> None:
    m = lw.Planar("scotch yoke")
    crank = m.body("crank", estimate=(0, 0, 1))
    block, yoke = m.body("block", estimate=(0.5, 0.8, 0)), m.body("yoke", estimate=(0.5, 0, 0))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(1, 0), block.at(0, 0))
    m.translational("slot", yoke.line((0, 0), (0, 1)), block.line((0, 0), (0, 1)))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), yoke.line((0, 0), (1, 0)))
    m.drive("motor", joint="A", angle="1 + t")
    found = m.branches()
    assert len(found) == 1
    assert abs(found[0]["yoke.x"] - np.cos(1.0)) < 1e-10


def test_what_can_still_move_has_no_branches() -> None:
    with pytest.raises(AnalysisError, match="as many drivers as freedoms"):
        four_bar(drive=False).branches()


def test_a_branch_that_was_found_can_be_run() -> None:
    m = slider_crank()
    other = m.branches()[1]
    run = m.kinematics(1.0, 51, branch=other, progress=False)
    angle = np.pi / 4 + 2 * np.pi * run.t
    assert np.allclose(run["slider.x"], 2 * np.cos(angle) - np.sqrt(3.5**2 - 4 * np.sin(angle) ** 2), atol=1e-9)


def test_a_roller_inside_its_cam_is_not_offered() -> None:
    m = lw.Planar("cam and roller")
    cam = m.body("cam", estimate=(0, 0, 0), outlines={"rim": {"type": "circle", "radius": 0.05, "center": [0.01, 0]}})
    arm = m.body(
        "arm", estimate=(0.1, 0, 2.6), outlines={"roller": {"type": "circle", "radius": 0.01, "center": [0.08, 0]}}
    )
    m.revolute("O", m.ground.at(0, 0), cam.at(0, 0))
    m.revolute("P", m.ground.at(0.1, 0), arm.at(0, 0))
    m.cam_follower("contact", "cam.rim", "arm.roller", contact=(0.8, 1.0))
    m.drive("motor", joint="O", angle="t")
    found = m.branches()
    centres = [(0.01 - 0.1 - 0.08 * np.cos(a["arm.angle"]), -0.08 * np.sin(a["arm.angle"])) for a in found.assemblies]
    assert len(found) >= 2
    assert np.allclose([np.hypot(x, y) for x, y in centres], 0.06, atol=1e-9)


@pytest.mark.parametrize("verb", ["simulate", "kinematics", "inverse_dynamics"])
def test_a_branch_of_another_mechanism_is_refused(verb: str) -> None:
    """Also where its bodies have the same names: a plane is no space."""
    plane, space, other = lw.Planar("flat"), lw.Spatial("arm"), lw.Planar("other")
    for m, name in ((plane, "rod"), (other, "bar")):
        body = m.body(name, estimate=(0, 0, 0))
        m.revolute("A", m.ground.at(0, 0), body.at(0, 0))
        m.mass(name, mass=1, inertia=1)
        m.drive("motor", joint="A", angle="t")
    body = space.body("rod", estimate=(0, 0, 0))
    space.revolute("A", space.ground, body, at=(0, 0, 0), axis=(0, 0, 1))
    space.mass("rod", mass=1, inertia=(1, 1, 1))
    space.drive("motor", joint="A", angle="t")
    for m in (space, other):
        with pytest.raises(lw.LinkworkError, match=f"{m.name}: the branch given is a position of 'flat'"):
            getattr(m, verb)(0.1, 5, branch=plane.assemble(), progress=False)
    assert getattr(plane, verb)(0.1, 5, branch=plane.assemble(), progress=False).completed


def test_a_branch_and_the_tables_of_a_run_may_be_pickled() -> None:
    """A position that comes from another process or a file is one of the same mechanism."""
    m = lw.Planar("rod")
    body = m.body("rod", estimate=(0, 0, 0))
    m.revolute("A", m.ground.at(0, 0), body.at(0, 0))
    m.mass("rod", mass=1, inertia=1)
    m.drive("motor", joint="A", angle="t")
    branch = pickle.loads(pickle.dumps(m.assemble()))
    run = m.simulate(0.1, 5, branch=branch, progress=False)
    assert pickle.loads(pickle.dumps(run.system)).coordinates == run.system.coordinates
