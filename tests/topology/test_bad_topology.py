"""What topology refuses, and how it says so."""

from __future__ import annotations

from typing import Any

import pytest

from linkwork.base.errors import MechanismError
from topology.builders import example


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cut": "Bb"}, "cut: there is no joint 'Bb'; did you mean 'B'?"),
        ({"keep": "nowhere"}, "keep: there is no joint 'nowhere'; joints are: O, A, B, C"),
        ({"cut": "motor"}, "cut: there is no joint 'motor'; it is a driver, and only joints are cut or kept"),
        ({"cut": "crank"}, "cut: there is no joint 'crank'; it is a body: name one of its joints"),
        (
            {"keep": "crank"},
            "keep: there is no joint 'crank'; it is a body: name one of its joints, or 'free(crank)', its free joint",
        ),
        ({"cut": [3]}, "cut: give a name, or a list of names such as ['A', 'B']; found 3"),
        ({"cut": 5}, "cut: give a name, or a list of names such as ['A', 'B']; found 5"),
        ({"keep": 7.0}, "keep: give a name, or a list of names such as ['A', 'B']; found 7.0"),
        (
            {"remove": True},
            "remove: must be 'all' or 'none', or a name, or a list of names such as ['A', 'B']; found True",
        ),
        (
            {"cut": "free(crank)"},
            "cut: 'free(crank)' is a free joint, which holds nothing and is never cut; leave it out",
        ),
        ({"cut": "A", "keep": "A"}, "joint 'A' is to be cut and to be kept; name it once"),
        (
            {"keep": ["O", "A", "B", "C"]},
            "keep: joint 'C' closes a loop with 'O', 'A', 'B'; one of them must be cut, leave it out",
        ),
        ({"remove": "couple"}, "remove: there is no body 'couple'; did you mean 'coupler'?"),
        (
            {"remove": "crank"},
            "remove: body 'crank' is no rod: it needs two revolute joints, both in a loop, apart by at least 0.001 of "
            "the largest moving body, and no other joint, driver or force; rods are: coupler, rocker",
        ),
        (
            {"remove": ["coupler", "rocker"]},
            "remove: rods 'coupler' and 'rocker' share a pin; remove only one of them",
        ),
        ({"remove": "coupler", "cut": "B"}, "cut: there is no joint 'B'; it goes with a removed rod"),
    ],
)
def test_bad_input_is_one_clear_message(options: dict[str, Any], message: str) -> None:
    with pytest.raises(MechanismError) as error:
        example("four-bar").topology(**options)
    assert str(error.value) == message


def test_only_the_joints_of_the_loop_are_named() -> None:
    m = example("slider-crank")
    arm, hand = m.body("arm"), m.body("hand")
    m.revolute("S", m.ground.at(1, 1), arm.at(0, 0))
    m.revolute("T", arm.at(1, 0), hand.at(0, 0))
    with pytest.raises(MechanismError) as error:
        m.topology(keep=["S", "O", "T", "A", "B", "guide"])
    assert "joint 'guide' closes a loop with 'O', 'A', 'B'; one" in str(error.value)
    with pytest.raises(MechanismError) as error:
        m.topology(keep=["T", "free(rod)", "free(crank)", "A"])
    assert "joint 'A' closes a loop with 'free(rod)', 'free(crank)'; one" in str(error.value)


def test_a_coupling_cannot_be_kept() -> None:
    m = example("two-planes")
    name = next(name for name, joint in m.joints.items() if joint.kernel.startswith("coupling"))
    with pytest.raises(MechanismError, match="cannot carry a body; it is always cut"):
        m.topology(keep=name)
