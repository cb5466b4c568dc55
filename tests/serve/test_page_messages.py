"""What pages say: numbers are numbers, and nothing else is taken for one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from linkwork.serve.protocol import Analysis, BadMessage, Set, read_message


def message(**words: Any) -> Any:
    return read_message(json.dumps(words))


def test_whole_and_decimal_numbers_are_numbers() -> None:
    found = message(type="set", seq=3, values={"a": 2, "b": 0.5}, final=False)
    assert isinstance(found, Set) and found.values == {"a": 2.0, "b": 0.5} and found.seq == 3
    asked = message(type="analysis", kind="kinematics", options={"start": 1, "until": 2.5, "points": 11})
    assert isinstance(asked, Analysis) and (asked.options.start, asked.options.points) == (1.0, 11)


@pytest.mark.parametrize(
    "wrong",
    [
        {"values": {"a": True}},
        {"values": {"a": "2"}},
        {"values": {"a": 2}, "seq": True},
        {"values": {"a": 2}, "seq": "3"},
        {"values": {"a": 2}, "final": 1},
    ],
)
def test_what_is_no_number_is_not_taken_for_one(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadMessage, match="message 'set'"):
        message(type="set", **wrong)


def test_true_is_no_number_of_points() -> None:
    with pytest.raises(BadMessage, match="message 'analysis'"):
        message(type="analysis", kind="kinematics", options={"until": True})
