"""What analyses found of a mechanism as it is now, kept with it until its description or a parameter changes.

A call that is repeated then goes at once to its compiled loop. Whoever gets something kept leaves it as it is, or
works on a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_Answer = TypeVar("_Answer")
_MOST = 8  # of a kind


def kept(mechanism: Mechanism, kind: str, asked: Mapping[str, Any], find: Callable[[], _Answer]) -> _Answer:
    """What was found for the same question before, or what `find` finds now.

    Initial values may change without a word to the mechanism, and are part of every question.
    """
    known = mechanism.kept.setdefault(kind, {})
    key = repr((asked, mechanism.initial))
    kept = known.get(key)
    if kept is None:
        kept = find()
        while len(known) >= _MOST:
            known.pop(next(iter(known)), None)
        known[key] = kept
    return kept
