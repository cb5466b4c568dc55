"""What a user asks of the tree of joint coordinates: in Python, in a model file, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError, ModelFileError
from linkwork.formats.model_file import dumps, loads
from linkwork.mechanism.model_requests import TreeRequest
from linkwork.system.constraints.independent import wanted
from linkwork.system.tree.tree import coordinate_names
from model_schema import hold_against_schema
from topology.builders import EXAMPLES, example


def test_a_mechanism_asks_for_nothing_unless_told() -> None:
    assert example("four-bar").tree_request == TreeRequest(cut=(), keep=(), remove="all", independent=())


def test_topology_without_arguments_is_the_tree_that_was_asked_for() -> None:
    m = example("slider-crank")
    assert m.topology().cuts == ("B",)
    m.tree(cut="A")
    assert m.topology().cuts == ("A",)
    assert m.topology(cut="O").cuts == ("O",)
    m.tree(remove="rod")
    assert m.topology().removed == ("rod",) and m.topology(remove="none").removed == ()


def test_rods_that_go_by_themselves_are_shown_as_bodies_until_all_are_asked_for() -> None:
    m = example("peaucellier")
    assert m.topology().removed == ()
    assert m.topology(remove="all").removed == ("side1", "side2", "side3")


def test_a_rod_stays_when_one_of_its_joints_is_named() -> None:
    m = example("slider-crank")
    assert m.topology(remove="all").removed == ("rod",)
    m.tree(keep="B")
    found = m.topology(remove="all")
    assert found.removed == () and "B" in found.tree


def test_independent_joints_stay_in_the_tree() -> None:
    m = example("four-bar")
    m.tree(independent="B.angle")
    assert "B" in m.topology().tree


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cut": "Bb"}, "tree: cut: there is no joint 'Bb'; did you mean 'B'?"),
        ({"keep": "motor"}, "tree: keep: there is no joint 'motor'; it is a driver, and only joints are cut or kept"),
        ({"independent": "Z"}, "tree: independent: there is no joint 'Z'; joints are: O, A, B, C"),
        (
            {"independent": "O.position"},
            "tree: independent: joint 'O' has no coordinate 'position'; its coordinates are: angle",
        ),
        ({"independent": "O", "cut": "O"}, "tree: joint 'O' is to be cut and to be independent; name it once"),
        ({"independent": "O", "keep": "O", "cut": "O"}, "tree: joint 'O' is to be cut and to be kept; name it once"),
        (
            {"independent": ["O", "A", "B", "C"]},
            "tree: independent: joint 'C' closes a loop with 'O', 'A', 'B'; one of them must be cut, leave it out",
        ),
        (
            {"independent": "free(crank).z"},
            "tree: independent: joint 'free(crank)' has no coordinate 'z'; its coordinates are: x, y, angle",
        ),
        (
            {"independent": "free(coupler).x", "remove": "coupler"},
            "tree: independent: there is no joint 'free(coupler)'; it goes with a removed rod",
        ),
        ({"remove": "rocke"}, "tree: remove: there is no body 'rocke'; did you mean 'rocker'?"),
        ({"remove": "coupler", "cut": "B"}, "tree: cut: there is no joint 'B'; it goes with a removed rod"),
    ],
)
def test_what_cannot_be_is_refused_in_python(options: dict[str, Any], message: str) -> None:
    m = example("four-bar")
    m.tree(**options)
    with pytest.raises(MechanismError) as error:
        m.validate()
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cut": [3]}, "tree: 'cut': give a name, or a list of names such as ['A', 'B']; found 3"),
        ({"cut": 5}, "tree: 'cut': give a name, or a list of names such as ['A', 'B']; found 5"),
        ({"independent": None}, "tree: 'independent': give a name, or a list of names such as ['A', 'B']; found None"),
        (
            {"remove": 5},
            "tree: 'remove': must be 'all' or 'none', or a name, or a list of names such as ['A', 'B']; found 5",
        ),
    ],
)
def test_names_are_text(options: dict[str, Any], message: str) -> None:
    with pytest.raises(MechanismError) as error:
        example("four-bar").tree(**options)
    assert str(error.value) == message


def floating() -> lw.Planar:
    """A base that nothing holds, with an arm on it."""
    m = lw.Planar("satellite")
    base, arm = m.body("base"), m.body("arm", (1, 0, 0))
    m.revolute("A", base.at(1, 0), arm.at(0, 0))
    for body in (base, arm):
        m.mass(body, mass=1, inertia=1)
    return m


@pytest.mark.parametrize("name", ["free(base).x", "free(arm).angle", "free(arm)"])
def test_coordinates_of_a_free_joint_can_be_independent(name: str) -> None:
    m = floating()
    m.tree(independent=[name])
    free = name.partition(".")[0]
    assert m.topology().tree == (free, "A")
    system = m.system(dynamics=True)
    chosen = [other for other, mark in zip(coordinate_names(system), wanted(system), strict=True) if mark]
    assert chosen == ([name] if "." in name else [f"{name}.{freedom}" for freedom in ("x", "y", "angle")])


def test_a_body_on_the_ground_is_free_when_its_free_joint_is_kept() -> None:
    found = example("four-bar").topology(keep="free(coupler)")
    assert found.spanning.path("coupler") == ["coupler"] and found.free_bodies == ("coupler",)
    assert found.coordinates - found.equations == found.mobility


@pytest.mark.parametrize(
    ("line", "place", "message"),
    [
        ("tree: {cut: [Q]}", "14", "tree: cut: there is no joint 'Q'"),
        ("tree: {cut: 5}", "13", "tree: cut: give a name, or a list of names"),
        ("tree: {remove: 5}", "16", "tree: remove: must be .all. or .none., or a name, or a list of names"),
        ("tree: {remove: some}", "16", "tree: remove: there is no body 'some'; bodies are: crank, rod, slider"),
        ("tree: {kept: [A]}", "8", "tree: 'kept' is not known here; .*keep"),
        ("tree: {independent: [guide.angle]}", "22", "joint 'guide' has no coordinate 'angle'"),
    ],
)
def test_a_model_file_says_where_it_is_wrong(line: str, place: str, message: str) -> None:
    text = (EXAMPLES / "slider-crank.yaml").read_text(encoding="utf-8") + "\n" + line + "\n"
    number = len(text.splitlines())
    with pytest.raises(ModelFileError, match=message) as error:
        loads(text, "m.yaml")
    assert str(error.value).startswith(f"m.yaml:{number}:{place}")


@pytest.mark.parametrize(
    ("line", "same"),
    [("{cut: A}", "{cut: [A]}"), ("{cut: [A, A]}", "{cut: [A]}"), ("{remove: rod}", "{remove: [rod]}")],
)
def test_a_model_file_takes_names_as_python_does(line: str, same: str) -> None:
    text = (EXAMPLES / "slider-crank.yaml").read_text(encoding="utf-8") + "\ntree: "
    assert loads(text + line + "\n").tree_request == loads(text + same + "\n").tree_request
    hold_against_schema(text + line)


def test_the_section_is_written_only_when_something_is_asked() -> None:
    m = example("slider-crank")
    assert "tree:" not in dumps(m)
    m.tree(cut=["A"])
    assert "tree:" in dumps(m) and loads(dumps(m)).tree_request == m.tree_request
