"""Values that nobody expects: what the fuzzers put where something else belongs."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.expression import as_expression


class Odd:
    """Something that answers every question with an error."""

    def __repr__(self) -> str:
        raise RuntimeError("no words")

    def __len__(self) -> int:
        raise RuntimeError("no length")


def nested_values() -> list[Any]:
    """Mappings and lists that hold something else than is taken out of them."""
    return [{"a": [1]}, {"a": None}, {"a": {"b": 1}}, [[1, 2], [3]], [("a", 1)]]


def hostile_values() -> list[Any]:
    """One of each kind, made anew so that no call can change those of another."""
    return [
        *(None, True, False, -1, 0, 1, 3, 10**12, 2**70, -(10**30), 1.5, -0.0, 1e-300, 1e300, 1e100, -1e9),
        *(float("nan"), float("inf"), float("-inf"), 1 + 2j, Fraction(1, 3), np.float64(0.5), np.int64(2)),
        *("", " ", "x", "bob", "bob.x", "pin", "1/0", "0.1 s", "30 deg", "2*l", "no such thing"),
        *("a\0b", "é", "a" * 1000, np.bool_(1), 5e-324, "0:1:5", "2 +- 0.1"),
        *("((((1", "t", "-1", "nan", "1e400", "../../x", b"bytes", b""),
        *([], [1], [1, 2], [1, 2, 3], ["a", "b"], [None], [[1, 2], [3, 4]], [float("nan")] * 3, ["0.1 s", "1 mm"]),
        *((), (1,), (0, 0), (0, 0, 0), ("x", None), {}, {"a": 1}, {1: 2}, {"bob.x": "q"}, {"l": (0, 1)}, {"l": None}),
        *nested_values(),
        *(set(), {1, 2}, frozenset({"a"}), range(3), slice(1), iter([1, 2]), (value for value in (1, 2))),
        *(object(), Odd(), Odd, int, len, lambda *args: 1, print, Ellipsis, NotImplemented, ValueError("x")),
        *(np.array([]), np.zeros(3), np.zeros((2, 2)), np.full(3, np.nan), np.array(["a"]), np.array(1.0), np.eye(3)),
        *(np.array([object()]), np.zeros((2, 3, 4)), np.array([1 + 1j]), Path("nowhere"), Path("/"), memoryview(b"ab")),
        *(as_expression("2*l"), as_expression(3), as_expression("q"), bytearray(b"x"), 1.7e308),
    ]
