"""What a user asks of the tree of joint coordinates: in Python, in a model file, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from linkwork.errors import MechanismError, ModelFileError
from linkwork.mechanism.model import TreeRequest
from linkwork.mechanism.model_file import dumps, loads
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
        ({"independent": "O", "cut": "O"}, "tree: joint 'O' is to be cut and to be kept; name it once"),
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


def test_names_are_text() -> None:
    with pytest.raises(MechanismError, match=r"tree: cut: give names"):
        example("four-bar").tree(cut=[3])


@pytest.mark.parametrize(
    ("line", "place", "message"),
    [
        ("tree: {cut: [Q]}", "14", "tree: cut: there is no joint 'Q'"),
        ("tree: {cut: B}", "13", "tree: cut: expected a list"),
        ("tree: {remove: some}", "16", "tree: remove: must be .all. or .none."),
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


def test_the_section_is_written_only_when_something_is_asked() -> None:
    m = example("slider-crank")
    assert "tree:" not in dumps(m)
    m.tree(cut=["A"])
    assert "tree:" in dumps(m) and loads(dumps(m)).tree_request == m.tree_request
