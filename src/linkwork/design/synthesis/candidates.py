"""Candidates: linkages that a synthesis found, checked and ranked."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.trace.circuit import Circuit
from linkwork.base.arrays import Array
from linkwork.base.notebook_repr import ShowsItself
from linkwork.design.synthesis.defects import check
from linkwork.design.synthesis.targets import Position
from linkwork.expression.given import FilePath, public

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_DIFFERENT = 1e-3


@dataclass
class Candidate:
    """A linkage: its parameters, its error, its defects in words, and the mechanism itself.

    `error` is the sum of squares of the weighted differences from the targets, `largest` the largest one;
    `positions` are the coordinates in which the targets are met, one row a target.
    """

    mechanism: Any
    parameters: dict[str, float]
    error: float
    largest: float
    positions: Array
    targets: list[Position] = field(repr=False)
    defects: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    circuit: Circuit | None = field(default=None, repr=False)

    def text(self) -> str:
        """The candidate in words."""
        values = ", ".join(f"{name} = {value:.6g}" for name, value in self.parameters.items())
        said = self.defects or ["no branch, order or circuit defects"]
        if not self.defects and self.circuit is None:
            said = []
        lines = [f"error {self.error:.6g}, largest difference {self.largest:.4g}: {values}"]
        return "\n".join([*lines, *(f"  {line}" for line in (*said, *self.notes))])


@public
@dataclass
class Synthesis(ShowsItself):
    """What a synthesis found, the best first; those with defects come last."""

    name: str
    candidates: list[Candidate]
    starts: int
    seconds: float = 0.0

    def __len__(self) -> int:
        return len(self.candidates)

    def __getitem__(self, number: int) -> Candidate:
        return self.candidates[number]

    def __iter__(self) -> Iterator[Candidate]:
        return iter(self.candidates)

    def __repr__(self) -> str:
        return f"<Synthesis of {self.name!r}: {len(self)} candidates, least error {self[0].error:.6g}>"

    def text(self) -> str:
        """All candidates in words."""
        head = f"{self.name}: {len(self)} different linkages kept of {self.starts} starts"
        return "\n".join([head, *(f"{number}: {text.text()}" for number, text in enumerate(self, 1))])

    def table(self) -> str:
        """Candidates in rows: error, largest difference, number of defects, parameters."""
        names = list(self[0].parameters)
        rows = [["", "error", "largest", "defects", *names]]
        for number, candidate in enumerate(self, 1):
            numbers = [f"{candidate.error:.4e}", f"{candidate.largest:.3e}", str(len(candidate.defects))]
            rows.append([str(number), *numbers, *(f"{candidate.parameters[name]:.6g}" for name in names)])
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        return {
            "name": self.name,
            "starts": self.starts,
            "candidates": [
                {
                    "parameters": candidate.parameters,
                    "error": candidate.error,
                    "largest": candidate.largest,
                    "defects": candidate.defects,
                    "notes": candidate.notes,
                }
                for candidate in self
            ],
        }

    def draw(self, path: FilePath | None = None, most: int = 60) -> Any:
        """One sheet with the candidates, the first `most` of them, the curves that their places follow, and targets."""
        from linkwork.view.figures.synthesis_sheet import draw_sheet

        return draw_sheet(self, path, most)

    def page(self, path: FilePath, most: int = 60) -> None:
        """Write a page (.html) on which one steps through the candidates, the first `most` of them."""
        from linkwork.view.figures.synthesis_page import write_synthesis_page

        write_synthesis_page(self, path, most)


def ranked(candidates: Sequence[Candidate], scale: Array, keep: int, checked: int | None = None) -> list[Candidate]:
    """Different candidates, the best of them checked for defects: those without first, by their error."""
    most = 2 * keep if checked is None else checked
    kept: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda one: one.error):
        values = np.array(list(candidate.parameters.values()))
        others = (np.array(list(other.parameters.values())) for other in kept)
        if all(np.max(np.abs(values - other) / scale) > _DIFFERENT for other in others):
            kept.append(candidate)
        if len(kept) == most:
            break
    for candidate in kept:
        told = check(candidate.mechanism, candidate.positions)
        candidate.defects += told.defects
        candidate.notes += told.notes
        candidate.circuit = told.circuit
    return sorted(kept, key=lambda one: (bool(one.defects), one.error))[:keep]


def with_design(mechanism: Mechanism, values: dict[str, float], q: Array) -> Any:
    """A copy of the mechanism with these parameters, its estimates at a position where they do not shape it."""
    made: Any = copy.copy(mechanism)
    for name, value in vars(mechanism).items():
        if isinstance(value, dict):
            setattr(made, name, dict(value))
    made._changed()
    made.set(**values)
    drawn = made.system(drivers=False)
    placed = copy.copy(made)
    placed.bodies_by_name = dict(made.bodies_by_name)
    placed._changed()
    size = drawn.world.size
    for number, body in enumerate(drawn.bodies):
        pose = [float(value) for value in q[size * number : size * (number + 1)]]
        if drawn.world.dimensions == 2:
            placed.estimate(body, *pose)
        else:
            placed.estimate(body, tuple(pose[:3]), {"vector": tuple(pose[3:])})
    return placed if np.array_equal(placed.system(drivers=False).p, drawn.p) else made
