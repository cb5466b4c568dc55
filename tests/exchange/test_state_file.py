"""States in files: what comes back is what was written, and what is no state is refused in words."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.exchange.state_file import read_state, write_state
from linkwork.exchange.subsystem import SubsystemError

STATES: dict[str, Any] = {
    "numbers": (0.1, 3, True, None, "text", 1e-320, float("inf"), 2.0 + 1j, -0.0),
    "arrays": [np.arange(3.0) / 7.0, np.zeros((2, 0)), np.array(1.5), np.arange(4)[::2], np.array([True])],
    "nested": (0.1, {"x": [(np.ones((2, 2)), "a"), ()], "tuple": {}, "array": 1}),
    "a number of NumPy's": np.float64(0.1),
}


def _same(one: Any, other: Any) -> bool:
    if type(one) is not type(other):
        return False
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, dict):
        return list(one) == list(other) and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
    return repr(one) == repr(other)


@pytest.mark.parametrize("name", STATES)
def test_a_state_comes_back_to_the_last_bit(name: str, tmp_path: Path) -> None:
    write_state(tmp_path / "0.state", STATES[name])
    assert _same(read_state(tmp_path / "0.state"), STATES[name])


@pytest.mark.parametrize(
    "state", [object(), (1.0, {1: 2.0}), np.array([object()]), {3}], ids=lambda each: str(type(each))
)
def test_what_is_no_state_is_refused_and_leaves_no_file(state: Any, tmp_path: Path) -> None:
    with pytest.raises(SubsystemError, match="made of numbers, texts, arrays"):
        write_state(tmp_path / "0.state", state)
    assert not list(tmp_path.iterdir())


class _Harm:
    def __reduce__(self) -> Any:
        return pytest.fail, ("a state was executed",)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"no state", pickle.dumps(_Harm())])
def test_a_file_that_is_no_state_is_refused_and_not_executed(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "0.state").write_bytes(content)
    with pytest.raises(SubsystemError, match="cannot be read"):
        read_state(tmp_path / "0.state")
