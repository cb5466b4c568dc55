"""What analyses found of a mechanism as it is now, kept with it until its description or a parameter changes.

A call that is repeated then goes at once to its compiled loop. Whoever gets something kept leaves it as it is, or
works on a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from linkwork.expression.given import unchecked

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System

_Answer = TypeVar("_Answer")
_MOST = 8  # of a kind


def kept(mechanism: Mechanism, kind: str, asked: Mapping[str, Any], find: Callable[[], _Answer]) -> _Answer:
    """What was found for the same question before, or what `find` finds now.

    Initial values may change without a word to the mechanism, and are part of every question.
    """
    return kept_by(mechanism, kind, question_of(mechanism, asked), find)


def question_of(mechanism: Mechanism, asked: Mapping[str, Any]) -> str:
    """A question with the initial values, as a text by which it is known again."""
    return repr((asked, mechanism.initial))


def kept_by(mechanism: Mechanism, kind: str, key: str, find: Callable[[], _Answer]) -> _Answer:
    """The same for a question that is a text already."""
    known = mechanism.kept.setdefault(kind, {})
    kept = known.get(key)
    if kept is None:
        kept = find()
        while len(known) >= _MOST:
            known.pop(next(iter(known)), None)
        known[key] = kept
    return kept


def tables_of(mechanism: Mechanism, *, drivers: bool = True, dynamics: bool = False) -> System:
    """The tables of a mechanism, as `mechanism.system` gives them, for a call that is checked already."""
    return unchecked(type(mechanism).system)(mechanism, drivers=drivers, dynamics=dynamics)
