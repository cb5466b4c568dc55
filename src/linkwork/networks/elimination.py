"""Linear equations with as many known quantities as there are, solved one equation at a time for one unknown each.

It serves twice: with residues of random numbers it tells what depends on what, exactly and whatever the values are;
with the values of a moment (plain, complex, recorded) it repeats the same steps.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

Terms = dict[Hashable, Any]
"""Quantities and their factors; the sum of all is zero."""


class Elimination:
    """Equations added so far, each solved for an unknown: `solved[x]` are the terms whose sum x is."""

    def __init__(self, unknowns: Iterable[Hashable], is_zero: Callable[[Any], bool] = lambda _value: False) -> None:
        self.unknowns = set(unknowns)
        self.is_zero = is_zero
        self.solved: dict[Hashable, Terms] = {}
        self.labels: dict[Hashable, frozenset[str]] = {}
        self._users: dict[Hashable, set[Hashable]] = {}

    def reduced(self, terms: Mapping[Hashable, Any]) -> tuple[Terms, frozenset[str]]:
        """Terms in which what is solved is replaced, and the equations used for it."""
        terms_left: Terms = {}
        used = frozenset[str]()
        for name, factor in terms.items():
            if name in self.solved:
                used |= self.labels[name]
                for other, inner in self.solved[name].items():
                    _add(terms_left, other, factor * inner)
            else:
                _add(terms_left, name, factor)
        return {name: factor for name, factor in terms_left.items() if not self.is_zero(factor)}, used

    def add(self, terms: Mapping[Hashable, Any], label: str, prefer: Iterable[Hashable]) -> Hashable | None:
        """Solve one more equation for the first of the preferred unknowns left in it, else for any; what it was
        solved for, or nothing where it is no new equation."""
        rest, used = self.reduced(terms)
        pivot = next((name for name in (*prefer, *rest) if name in rest and name in self.unknowns), None)
        if pivot is None:
            return None
        factor = rest.pop(pivot)
        self.labels[pivot] = used | {label}
        self._put(pivot, {name: -value / factor for name, value in rest.items()})
        for user in self._users.pop(pivot, set()):
            old = dict(self.solved[user])
            old_factor = old.pop(pivot)
            for name, value in self.solved[pivot].items():
                _add(old, name, old_factor * value)
            self.labels[user] |= self.labels[pivot]
            self._put(user, {name: value for name, value in old.items() if not self.is_zero(value)})
        return pivot

    def _put(self, name: Hashable, terms: Terms) -> None:
        for other in self.solved.get(name, ()):
            if other in self._users:
                self._users[other].discard(name)
        self.solved[name] = terms
        for other in terms:
            if other in self.unknowns:
                self._users.setdefault(other, set()).add(name)


def _add(terms: Terms, name: Hashable, value: Any) -> None:
    terms[name] = terms[name] + value if name in terms else value


class Residue:
    """A number modulo a large prime: sums and quotients are exact."""

    __slots__ = ("value",)
    PRIME = (1 << 61) - 1

    def __init__(self, value: int) -> None:
        self.value = value % self.PRIME

    def __add__(self, other: Any) -> Residue:
        return Residue(self.value + _whole(other))

    def __sub__(self, other: Any) -> Residue:
        return Residue(self.value - _whole(other))

    def __rsub__(self, other: Any) -> Residue:
        return Residue(_whole(other) - self.value)

    def __mul__(self, other: Any) -> Residue:
        return Residue(self.value * _whole(other))

    def __truediv__(self, other: Any) -> Residue:
        return Residue(self.value * pow(_whole(other), -1, self.PRIME))

    def __rtruediv__(self, other: Any) -> Residue:
        return Residue(_whole(other) * pow(self.value, -1, self.PRIME))

    def __neg__(self) -> Residue:
        return Residue(-self.value)

    __radd__, __rmul__ = __add__, __mul__


def _whole(value: Any) -> int:
    return value.value if isinstance(value, Residue) else int(value)
