"""What topology refuses, and how it says so."""

from __future__ import annotations

from typing import Any

import pytest

from linkwork.errors import MechanismError
from topology.builders import example


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cut": "Bb"}, "cut: there is no joint 'Bb'; did you mean 'B'?"),
        ({"keep": "nowhere"}, "keep: there is no joint 'nowhere'; joints are: O, A, B, C"),
        ({"cut": "motor"}, "cut: there is no joint 'motor'; it is a driver, and only joints are cut or kept"),
        ({"cut": "crank"}, "cut: there is no joint 'crank'; it is a body: name one of its joints"),
        ({"cut": [3]}, "cut: give names, as in cut=('A', 'B'); found 3"),
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


def test_a_coupling_cannot_be_kept() -> None:
    m = example("two-planes")
    name = next(name for name, joint in m.joints.items() if joint.kernel.startswith("coupling"))
    with pytest.raises(MechanismError, match="cannot carry a body; it is always cut"):
        m.topology(keep=name)
