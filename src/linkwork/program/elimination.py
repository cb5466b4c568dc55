"""The equations of motion solved on the tape: a sparse L D L' whose order is chosen once, unrolled.

    [[M, J'], [J, 0]] (a, -lambda) = (Q, gamma)

A row waits for all of its columns, so that its pivot is its squared distance, in the metric of the masses, from the
rows before it. Where loops are closed, `lengths` are given: a row that others imply, or that vanishes, has a pivot of
nearly zero and is left alone, smoothly, as in `closure_kernel`. Light columns, where the mass matrix alone has no
inverse, get rho J'J of their rows, which changes no solution; rho is of the size of the masses that the row moves: much
more would take the digits of small ones.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from linkwork.numerics.ordering import minimum_degree
from linkwork.program.tape import Number

Pair = tuple[int, int]
IMPLIED = 1e-40  # fourth power of the share of a row at which it is half left alone
CERTAIN = 1e-3  # share from which a row is independent without doubt
ALL = 1.0 - 1e-12  # a squared length that counts as one
TINY = 1e-300  # keeps the division by the size of a row that vanishes


def is_zero(value: Any) -> bool:
    """Whether a number is the constant zero."""
    return value.__class__ is not Number and value == 0.0


@dataclass(frozen=True)
class Equations:
    """Mass matrix (both triangles) and rows by their entries that are not zero."""

    n: int
    m: int
    mass: Mapping[Pair, Any]
    rows: Mapping[Pair, Any]

    def lengths(self, columns: Sequence[float], scales: Sequence[float]) -> list[Any]:
        """Squared lengths of the scaled rows, up to one; the constant one where a row cannot become shorter."""
        known, others = [0.0] * self.m, [0.0] * self.m
        for (row, column), value in self.rows.items():
            if value.__class__ is Number:
                scaled = value * (columns[column] * scales[row])
                others[row] = others[row] + scaled * scaled
            else:
                known[row] += (value * columns[column] * scales[row]) ** 2
        return [1.0 if a >= ALL else _least(a + b, 1.0) for a, b in zip(known, others, strict=True)]


def _least(one: Any, other: float) -> Any:
    tape = getattr(one, "tape", None)
    return min(one, other) if tape is None else tape.select(one < other, one, other)


class Elimination:
    """The factor of some equations, to be used for several right sides."""

    def __init__(
        self,
        equations: Equations,
        rho: Sequence[float] | None = None,
        lengths: Sequence[Any] | None = None,
        light: Collection[int] = (),
    ) -> None:
        self.n, self.m, self.lengths, self.light = equations.n, equations.m, lengths, light
        self.equations, self.rho = equations, rho or [1.0] * equations.m
        total = self.n + self.m
        entries = self._entries()
        self.augmented = self._augment(entries)
        self.order, self.coupled = _order(self.n, total, entries, equations.rows)
        self.inverse: list[Any] = [0.0] * total
        self.lower: list[list[tuple[int, Any]]] = [[] for _ in range(total)]
        self._factor(entries)

    def _entries(self) -> list[dict[int, Any]]:
        """K as one dictionary an unknown, both triangles."""
        entries: list[dict[int, Any]] = [{} for _ in range(self.n + self.m)]
        for (row, column), value in self.equations.mass.items():
            entries[row][column] = value
        for (row, column), value in self.equations.rows.items():
            entries[self.n + row][column] = entries[column][self.n + row] = value
        return entries

    def _augment(self, entries: list[dict[int, Any]]) -> list[int]:
        """Add rho J'J of the rows at columns whose masses do not suffice; returns these rows."""
        by_row: dict[int, list[tuple[int, Any]]] = {}
        for (row, column), value in self.equations.rows.items():
            by_row.setdefault(row, []).append((column, value))
        rows = [row for row, terms in by_row.items() if any(column in self.light for column, _ in terms)]
        for row in rows:
            for column, value in by_row[row]:
                for other, factor in by_row[row]:
                    entries[column][other] = entries[column].get(other, 0.0) + self.rho[row] * value * factor
        return rows

    def _factor(self, entries: list[dict[int, Any]]) -> None:
        size: list[Any] = [0.0] * (self.n + self.m)  # of rows: what columns gave to the pivot
        implied = [False] * (self.n + self.m)  # whether other rows took from it
        for pivot, coupled in zip(self.order, self.coupled, strict=True):
            row = entries[pivot]
            value = row.get(pivot, 0.0)
            if is_zero(value):
                continue
            inverse = self._inverse(pivot, value, size[pivot], implied[pivot])
            self.inverse[pivot] = inverse
            terms = [(other, row[other]) for other in coupled if not is_zero(row.get(other, 0.0))]
            for number, (one, entry) in enumerate(terms):
                factor = entry * inverse
                self.lower[pivot].append((one, factor))
                for other, second in terms[number:]:
                    product = factor * second
                    entries[one][other] = entries[one].get(other, 0.0) - product
                    if one != other:
                        entries[other][one] = entries[one][other]
                    elif one >= self.n and pivot < self.n:
                        size[one] = size[one] + product
                    elif one >= self.n:
                        implied[one] = True

    def _inverse(self, unknown: int, pivot: Any, size: Any, implied: bool) -> Any:
        """1 / pivot; of a row that others may imply or that vanishes, what goes smoothly to zero with its own share."""
        if unknown < self.n or self.lengths is None:
            return 1.0 / pivot
        length = self.lengths[unknown - self.n]
        if not implied and length.__class__ is not Number and length == 1.0:
            return 1.0 / pivot
        unit = length / (size + TINY)
        share = -pivot * unit
        cube = share * share * share
        certain, tape = share > CERTAIN, getattr(share, "tape", None)
        if tape is None:
            return 1.0 / pivot if certain else -cube * unit / (cube * share + IMPLIED)
        return tape.select(certain, 1.0, -cube * unit) / tape.select(certain, pivot, cube * share + IMPLIED)

    def solved(self, forces: Sequence[Any], gamma: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """Accelerations and multipliers (with the sign of M a + J' lambda = Q)."""
        side = [*forces, *gamma]
        for (row, column), value in self.equations.rows.items():
            if row in self.augmented:
                side[column] = side[column] + self.rho[row] * value * gamma[row]
        for pivot in self.order:
            if not is_zero(side[pivot]):
                for other, factor in self.lower[pivot]:
                    side[other] = side[other] - factor * side[pivot]
        for pivot in reversed(self.order):
            unknown = side[pivot] * self.inverse[pivot]
            for other, factor in self.lower[pivot]:
                unknown = unknown - factor * side[other]
            side[pivot] = unknown
        return side[: self.n], side[self.n :]


def _order(
    n: int, total: int, entries: list[dict[int, Any]], rows: Mapping[Pair, Any]
) -> tuple[list[int], list[list[int]]]:
    """Little fill, and every row after all of its columns."""
    neighbours = [{other for other in each if other != unknown} for unknown, each in enumerate(entries)]
    waits: list[list[int]] = [[] for _ in range(total)]
    for row, column in rows:
        waits[n + row].append(column)
    ordering = minimum_degree(neighbours, waits, "safe")
    assert ordering is not None  # without a limit there is always an order
    return ordering.order, ordering.coupled
