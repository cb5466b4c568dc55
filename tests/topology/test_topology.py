"""Topology: tree, cuts, loops, open chains, free bodies."""

from __future__ import annotations

import json
from itertools import combinations

import numpy as np
import pytest

import linkwork as lw
from linkwork.topology.counts import independent_loops
from topology.builders import FILES, example, windows


@pytest.mark.parametrize("name", FILES)
def test_every_example_obeys_the_rules_of_graphs(name: str) -> None:
    m = example(name)
    found = m.topology()
    gamma, pi = found.incidence.astype(int), found.loop_matrix.astype(int)
    assert not np.any(gamma @ pi.T)
    assert np.linalg.matrix_rank(gamma) == len(found.bodies) - 1 == len(found.tree)
    assert len(found.loops) == independent_loops(len(found.bodies), len(found.joints))
    assert sorted(found.tree + found.cuts) == sorted(joint.name for joint in found.joints)
    names = [joint.name for joint in found.joints]
    columns = [names.index(chord) for chord in found.cuts]
    assert np.array_equal(pi[:, columns], np.eye(len(found.loops)))


@pytest.mark.parametrize("name", FILES)
def test_mobility_of_every_example_is_coordinates_less_equations(name: str) -> None:
    """In joint coordinates and in cartesian ones, with rods as bodies and without."""
    m = example(name)
    found = m.topology()
    own = sum(len(joint.own) for joint in m.joints.values())
    equations = sum(len(joint.equations) for joint in m.joints.values())
    assert found.mobility == m.world.size * (len(m.bodies_by_name) - 1) + own - equations
    assert found.coordinates - found.equations == found.mobility
    if m.world.name == "space":
        return  # rods stay bodies there
    smaller = m.topology(remove=found.rods)
    assert (smaller.coordinates, smaller.equations) == found.smallest()
    assert smaller.mobility == found.mobility
    assert smaller.coordinates == found.coordinates - len(found.rods)


@pytest.mark.parametrize(
    ("name", "loops", "cuts", "rods"),
    [
        ("slider-crank", 1, ["B"], ["rod"]),
        ("four-bar", 1, ["B"], ["coupler"]),
        ("excavator", 0, [], []),
        ("peaucellier", 3, ["A", "B", "pen"], ["side1", "side2", "side3"]),
        ("valve-lifter", 3, ["contact", "F", "G"], []),
        ("cardan-gear", 1, ["mesh"], []),
        ("scotch-yoke", 1, ["slot"], []),
        ("redundant-parallelogram", 2, ["D", "F"], ["bar2", "bar3"]),
        ("two-planes", 2, ["B", "E"], []),
    ],
)
def test_loops_cuts_and_rods_of_examples(name: str, loops: int, cuts: list[str], rods: list[str]) -> None:
    found = example(name).topology()
    assert (len(found.loops), list(found.cuts), list(found.rods)) == (loops, cuts, rods)


@pytest.mark.parametrize("name", [name for name in FILES if name != "two-planes"])
def test_no_other_tree_gives_fewer_coordinates(name: str) -> None:
    """Every spanning tree of the example is tried."""
    found = example(name).topology()
    gamma = found.incidence.astype(float)[1:]
    sizes = [
        sum(found.joints[column].freedoms for column in columns)
        for columns in combinations(range(len(found.joints)), len(found.bodies) - 1)
        if abs(np.linalg.det(gamma[:, columns])) > 0.5
    ]
    assert sum(found.spanning.carriers[body].freedoms for body in found.bodies[1:]) == min(sizes)


def test_the_tree_grows_breadth_first() -> None:
    """A chain of eleven bodies pinned at both ends is cut in its middle."""
    m = lw.Planar("bridge")
    bodies = [m.body(f"b{i}") for i in range(11)]
    m.revolute("left", m.ground, bodies[0])
    for i in range(10):
        m.revolute(f"pin{i}", bodies[i].at(1, 0), bodies[i + 1])
    m.revolute("right", bodies[10].at(1, 0), m.ground.at(8, 0))
    found = m.topology()
    assert found.cuts == ("pin5",)
    assert max(found.spanning.depths.values()) == 6
    assert [len(branch) for branch in found.branches] == [6, 5]
    assert found.leaves == ("b5", "b6")


def test_joints_with_more_equations_stay_in_the_tree() -> None:
    """Of a pin and a pin in a slot that hold the same body, the slot is cut, wherever it stands in the description."""
    m = lw.Planar("slot first")
    body = m.body("body")
    m.pin_in_slot("slot", m.ground.line((0, 0), (1, 0)), body.at(1, 0))
    m.revolute("pin", m.ground, body)
    assert (m.topology().tree, m.topology().cuts) == (("pin",), ("slot",))


def test_the_user_cuts_and_keeps_joints() -> None:
    m = example("slider-crank")
    assert m.topology(cut="A").cuts == ("A",)
    assert m.topology(cut=("O",)).cuts == ("O",)
    kept = m.topology(keep=["A", "B"])
    assert {"A", "B"} <= set(kept.tree) and len(kept.cuts) == 1
    slot = lw.Planar("kept slot")
    body = slot.body("body")
    slot.pin_in_slot("slot", slot.ground.line((0, 0), (1, 0)), body.at(1, 0))
    slot.revolute("pin", slot.ground, body)
    assert slot.topology(keep="slot").cuts == ("pin",)


def test_a_body_whose_joints_are_all_cut_gets_a_free_joint() -> None:
    m = example("four-bar")
    found = m.topology(cut=("A", "B"))
    assert found.free_bodies == ("coupler",)
    assert "free(coupler)" in found.tree and len(found.loops) == 2
    assert found.mobility == m.topology().mobility
    assert (found.coordinates, found.equations) == (5, 4)
    assert found.degrees == {"ground": 3, "crank": 2, "coupler": 3, "rocker": 2}


def test_a_flying_group_of_bodies_has_one_free_joint_at_its_best_connected_body() -> None:
    m = lw.Planar("cart in the air")
    for name in ("front", "cart", "rear"):
        m.body(name, mass=lw.Mass(mass=1, inertia=1))
    m.revolute("front axle", "front", "cart")
    m.revolute("rear axle", "cart", "rear")
    found = m.topology()
    assert found.free_bodies == ("cart",)
    assert (found.mobility, found.coordinates, found.equations, len(found.loops)) == (5, 5, 0, 0)
    assert found.open_chains == [("ground", "cart", "front", "rear")]


def test_orientation_of_a_loop_is_that_of_its_cut() -> None:
    (loop,) = example("four-bar").topology().loops
    assert loop.chord == "B"
    assert loop.bodies == ("ground", "crank", "coupler", "rocker", "ground")
    assert loop.joints == (("O", 1), ("A", 1), ("B", 1), ("C", -1))


def test_loops_without_common_joints_are_solved_apart() -> None:
    assert windows(3).topology().groups == [[0, 1, 2]]
    m = windows(1)
    for name, x in (("crank", 4), ("rocker", 5)):
        m.revolute(f"{name} pivot", m.ground.at(x, 0), m.body(name, estimate=(x, 0, 1)))
    m.revolute_revolute("link", lw_point(m, "crank"), lw_point(m, "rocker"), length=1)
    assert m.topology().groups == [[0], [1]]


def lw_point(m: lw.Planar, body: str) -> str:
    m.add_point(body, "tip", (1, 0))
    return f"{body}.tip"


def test_an_open_chain_hangs_on_a_loop() -> None:
    m = windows(1)
    arm, hook = m.body("arm"), m.body("hook")
    m.revolute("shoulder", "beam0", arm)
    m.revolute("eye", arm.at(1, 0), hook)
    found = m.topology()
    assert found.open_chains == [("beam0", "arm", "hook")]
    assert found.massless == ("arm", "hook")
    assert found.massless_leaves == ("hook",)


def test_massless_bodies_are_named_only_where_others_have_mass() -> None:
    assert example("four-bar").topology().massless == ()


def test_text_names_tree_cuts_loops_and_rods() -> None:
    text = example("four-bar").topology().text()
    assert text.startswith("four-bar: 3 bodies and the ground, 4 joints, 1 loop\n")
    assert "1: ground -O-> crank -A-> coupler -B-> rocker <-C- ground, cut at B" in text
    assert "rods that can be removed: coupler; this leaves 2 coordinates and 1 equation" in text
    assert str(example("excavator").topology()).endswith("open chain on ground: boom, arm")


def test_text_leaves_out_the_middle_of_long_chains() -> None:
    m = lw.Planar("chain")
    carrier = m.ground
    for number in range(30):
        link = m.body(f"link{number}")
        m.revolute(f"pin{number}", carrier, link)
        carrier = link
    text = m.topology().text()
    assert "open chain on ground: link0, link1, link2, ... 24 more ..., link27, link28, link29" in text
    assert "incidence" not in text


def test_data_is_plain() -> None:
    found = windows(2).topology()
    data = json.loads(json.dumps(found.to_dict()))
    assert np.array_equal(data["incidence"], found.incidence)
    assert data["loops"][0]["joints"][0] == ["foot0", 1]
    assert data["mobility_by_count"] == 1


def test_a_thousand_windows_are_no_burden() -> None:
    """Counts only: all loops are short, as each hangs on its own pillars."""
    found = windows(1000).topology()
    assert max(len(loop.joints) for loop in found.loops) == 4
    assert len(found.rods) == 1000
