"""Causality of bonds, assigned one after the other: sources, then stores as integrals, then what is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linkwork.base.errors import MechanismError


class Causality:
    """Of every bond, which of its ends gives the effort; the other one gives the flow.

    A store in derivative causality follows from others: it has no state of its own.
    """

    def __init__(self, kinds: Mapping[str, str], bonds: Sequence[tuple[str, str]]) -> None:
        self.kinds, self.bonds = kinds, bonds
        self.effort_from: dict[int, str] = {}
        self.derivative: list[str] = []
        self.integral: list[str] = []
        self._at = {label: [n for n, bond in enumerate(bonds) if label in bond] for label in kinds}
        self._assign()

    def _assign(self) -> None:
        for label, kind in self.kinds.items():
            if kind in ("Se", "Sf", "joint"):
                self._put(self._at[label][0], label if kind == "Se" else self._other(self._at[label][0], label))
        for label, kind in self.kinds.items():
            if kind not in ("C", "I"):
                continue
            bond = self._at[label][0]
            wanted = label if kind == "C" else self._other(bond, label)
            if bond not in self.effort_from:
                self._put(bond, wanted)
            (self.integral if self.effort_from[bond] == wanted else self.derivative).append(label)
        for bond in range(len(self.bonds)):
            if bond not in self.effort_from:
                ends = self.bonds[bond]
                self._put(bond, next((one for one in ends if self.kinds[one] == "R"), ends[0]))

    def _other(self, bond: int, label: str) -> str:
        first, second = self.bonds[bond]
        return second if label == first else first

    def _put(self, bond: int, giver: str) -> None:
        """Assign a bond and all that follows from it."""
        waiting = [(bond, giver)]
        while waiting:
            number, source = waiting.pop()
            if number in self.effort_from:
                if self.effort_from[number] != source:
                    ends = " - ".join(self.bonds[number])
                    raise MechanismError(
                        f"bond {ends}: its effort would be given from both ends; two sources meet, or a junction has "
                        "none: put an R or a store between them"
                    )
                continue
            self.effort_from[number] = source
            for end in self.bonds[number]:
                waiting += self._implied(end)

    def _implied(self, label: str) -> list[tuple[int, str]]:
        """Bonds of a junction or two-port that are settled by those already assigned."""
        kind, bonds = self.kinds[label], self._at[label]
        done = [number for number in bonds if number in self.effort_from]
        left = [number for number in bonds if number not in self.effort_from]
        into = [number for number in done if self.effort_from[number] != label]
        out = [number for number in done if self.effort_from[number] == label]
        if not left:
            return []
        if kind == "0":  # one bond brings the effort
            if into:
                return [(number, label) for number in left]
            return [(left[0], self._other(left[0], label))] if len(left) == 1 else []
        if kind == "1":  # one bond brings the flow: the junction gives its effort
            if out:
                return [(number, self._other(number, label)) for number in left]
            return [(left[0], label)] if len(left) == 1 else []
        if kind in ("TF", "MTF"):
            return [(left[0], label if into else self._other(left[0], label))]
        if kind == "GY":
            return [(left[0], self._other(left[0], label) if into else label)]
        return []

    def words(self) -> list[str]:
        """A line a bond: the end at which the stroke stands has the effort imposed on it."""
        lines = []
        for number, (first, second) in enumerate(self.bonds):
            stroke = f"{first} --|> {second}" if self.effort_from[number] == first else f"{first} |--> {second}"
            lines.append(f"  {number + 1}: {stroke}")
        if self.derivative:
            lines.append(f"  derivative causality, no states of their own: {', '.join(self.derivative)}")
        return lines
