"""An arm for malformed calls, and what every refusal of them must be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import linkwork as lw
from linkwork.base.errors import LinkworkError

Calls = dict[str, tuple[str, Callable[[], Any]]]


def arm() -> Any:
    """An arm with a tip that a motor turns; made anew for every call."""
    m = lw.Planar("arm")
    m.parameters(l=1.0, k=3.0)
    body = m.body("b", estimate=(0, 0, 0.2), points={"tip": ("l", 0)})
    m.mass("b", mass=1.0, inertia=1.0)
    m.revolute("O", m.ground.at(0, 0), body.at(0, 0))
    m.torsion_spring("coil", m.ground, body, stiffness="k")
    return m


def assert_refused(expected: str, call: Callable[[], Any]) -> None:
    """The call is refused in one sentence that has the words expected."""
    with pytest.raises(LinkworkError) as refused:
        call()
    words = str(refused.value)
    assert expected in words, words
    assert 10 < len(words) < 400 and "Traceback" not in words, words
    assert "\n" not in words.strip() or len(words.splitlines()) <= 3, words
