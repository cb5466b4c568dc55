"""Burmester's theory for a designer: every point of a body whose places in given poses lie on a circle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.base.notebook_repr import ShowsItself
from linkwork.design.synthesis.exact.dyads import Condition, dyads_of, turns_by
from linkwork.design.synthesis.exact.linkages import complex_points
from linkwork.expression.given import FilePath, public
from linkwork.numerics.homotopy.solutions import VERDICTS

_COUNTS = (3, 4, 5)
_WHERE = "burmester"


@dataclass(frozen=True)
class Dyad:
    """A link between the ground and the body: `centre` is its pivot, `point` its pin in the frame of the body."""

    centre: complex
    point: complex
    length: float

    def text(self) -> str:
        """The dyad in words."""
        return (
            f"centre ({self.centre.real:.6g}, {self.centre.imag:.6g}), "
            f"point of the body ({self.point.real:.6g}, {self.point.imag:.6g}), length {self.length:.6g}"
        )


@public
@dataclass(frozen=True)
class Dyads(ShowsItself):
    """Every dyad that holds a body in poses (rows x, y, angle); one list for each thing that was given besides."""

    poses: Array
    lists: list[list[Dyad]]
    counted: str
    verdict: str
    real: int
    solutions: int
    paths: int

    def __len__(self) -> int:
        return sum(map(len, self.lists))

    def __getitem__(self, number: int) -> Dyad:
        return [dyad for one in self.lists for dyad in one][number]

    def __iter__(self) -> Iterator[Dyad]:
        return iter([dyad for one in self.lists for dyad in one])

    def __repr__(self) -> str:
        return f"<Dyads of {len(self.poses)} poses: {self.counted}>"

    def text(self) -> str:
        """Counts and all dyads in words."""
        head = f"dyads of {len(self.poses)} poses: {self.counted}"
        return "\n".join([head, *(f"{number}: {dyad.text()}" for number, dyad in enumerate(self, 1))])

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        pair = lambda z: [z.real, z.imag]  # noqa: E731
        rows = [{"centre": pair(one.centre), "point": pair(one.point), "length": one.length} for one in self]
        return {"counted": self.counted, "verdict": self.verdict, "dyads": rows}

    def pins(self, dyad: Dyad) -> Array:
        """Where the pin of a dyad is in the poses, as complex numbers."""
        return np.asarray(self.places + self.turns * dyad.point)

    @property
    def places(self) -> Array:
        """Origins of the body, as complex numbers."""
        return np.asarray(self.poses[:, 0] + 1j * self.poses[:, 1])

    @property
    def turns(self) -> Array:
        """Angles of the body, as complex numbers of length 1."""
        return turns_by(self.poses[:, 2])

    def draw(self, path: FilePath | None = None) -> Any:
        """The poses, the circles with their centres and points; with four poses the curves on which those lie."""
        from linkwork.view.figures.burmester_figure import draw_dyads

        return draw_dyads(self, path)


@public
def burmester(poses: Sequence[Any], pivots: Sequence[Any] | None = None, lines: Sequence[Any] | None = None) -> Dyads:
    """Every point of a body that lies on a circle in three to five poses (x, y, angle in rad), and the circle's centre.

    Five poses have at most four. Four have a curve of them: `lines`, each as two points, say where centres are wanted,
    at most three on a line. Three leave the centre free: give `pivots`, each as (x, y).
    """
    given = pose_rows(_WHERE, poses)
    return dyads(_WHERE, given, conditions(_WHERE, len(given), pivots, lines, None))


def pose_rows(where: str, poses: Sequence[Any]) -> Array:
    """Poses as numbers, one row each."""
    return number_rows(f"{where}: poses are such as (0.1, 0.2, 0.5)", poses, 3)


def number_rows(where: str, rows: Any, columns: int) -> Array:
    """Three to five rows of numbers."""
    try:
        numbers = np.array(rows, float)
    except (TypeError, ValueError):
        raise AnalysisError(f"{where}; found {shown(rows)}") from None
    if numbers.ndim != 2 or numbers.shape[1] != columns or len(numbers) not in _COUNTS:
        raise AnalysisError(f"{where}; give three to five of them")
    if not np.all(np.isfinite(numbers)):
        raise AnalysisError(f"{where}; found {shown(rows)}")
    return numbers


def conditions(
    where: str, count: int, pivots: Sequence[Any] | None, lines: Sequence[Any] | None, dyads: int | None
) -> list[Condition | None]:
    """What is given in the place of poses that are missing: for so many dyads, or for any number."""
    many = "" if dyads is None else "two "
    needs = {
        3: f"give {many}'pivots' (x, y)",
        4: f"give {many}'lines', each as two points",
        5: "they leave nothing free",
    }
    if (pivots is not None) != (count == 3) or (lines is not None) != (count == 4):
        raise AnalysisError(f"{where}: {count} poses: {needs[count]}")
    if pivots is not None:
        counts = (len(pivots),) if dyads is None and len(pivots) else (2,)
        return [(complex(place), None) for place in complex_points(where, pivots, counts)]
    if lines is None:
        return [None]
    if not lines or (dyads is not None and len(lines) != dyads):
        raise AnalysisError(f"{where}: {needs[4]}; found {shown(lines)}")
    of_lines: list[Condition | None] = []
    for line in lines:
        one, two = complex_points(where, line, (2,))
        of_lines.append((complex(one), complex(two - one)))
    return of_lines


def dyads(where: str, given: Array, wanted: Sequence[Condition | None]) -> Dyads:
    """The dyads of poses, for each condition."""
    places, turns = given[:, 0] + 1j * given[:, 1], turns_by(given[:, 2])
    middle = complex(np.mean(places))
    reach = float(np.max(np.abs(places - middle)))
    if reach == 0.0:
        raise AnalysisError(f"{where}: the poses are all at one place; a pivot there guides them")
    lists, all_solved = [], []
    for condition in wanted:
        scaled = None if condition is None else ((condition[0] - middle) / reach, condition[1])
        solved = dyads_of((places - middle) / reach, turns, scaled)
        ends = [(complex(middle + reach * x[0]), complex(reach * x[2])) for x in solved.real]
        lists.append([Dyad(centre, pin, abs(places[0] + turns[0] * pin - centre)) for centre, pin in ends])
        all_solved.append(solved)
    return Dyads(
        given,
        lists,
        "; ".join(solved.text() for solved in all_solved),
        min((one.verdict for one in all_solved), key=VERDICTS.index),
        sum(len(one.real) for one in all_solved),
        sum(one.count for one in all_solved),
        sum(one.paths for one in all_solved),
    )
