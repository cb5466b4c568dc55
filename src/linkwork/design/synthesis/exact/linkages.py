"""Linkages from solutions of exact synthesis: as mechanisms, checked, measured, the best for a designer first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, LinkworkError, shown
from linkwork.design.synthesis.candidates import Candidate, Synthesis
from linkwork.design.synthesis.defects import check
from linkwork.design.synthesis.four_bar import NAMES, four_bar, placed
from linkwork.design.synthesis.targets import path
from linkwork.expression.given import public
from linkwork.numerics.homotopy.solutions import Solutions

if TYPE_CHECKING:
    from linkwork.design.synthesis.exact.burmester import Dyads


class Measured(NamedTuple):
    """A linkage with what a designer looks at: least transmission angle in the positions, rad, and longest link."""

    candidate: Candidate
    transmission: float
    longest: float


_NOTHING = 1e-7  # of the points' size: a link as short as that is none


@public
@dataclass
class ExactSynthesis(Synthesis):
    """All linkages that meet a task exactly: `counted` says how many solutions there are and how complete they are.

    `dyads` are those of a body that is guided through poses.
    """

    counted: str = ""
    verdict: str = ""
    real: int = 0
    solutions: int = 0
    dropped: list[str] = field(default_factory=list)
    dyads: Dyads | None = None

    def __repr__(self) -> str:
        return f"<ExactSynthesis of {self.name!r}: {self.counted}; {len(self)} linkages>"

    def text(self) -> str:
        """Counts and all linkages in words."""
        head = f"{self.name}: {self.counted}"
        lines = [*self.dropped, f"{len(self)} linkages, without defects and with the best transmission first"]
        return "\n".join([head, *lines, *(f"{number}: {text.text()}" for number, text in enumerate(self, 1))])

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        counts = {"real": self.real, "solutions": self.solutions, "verdict": self.verdict, "counted": self.counted}
        return {**super().to_dict(), **counts, "dropped": self.dropped}


def complex_points(where: str, points: Sequence[Any], counts: Sequence[int]) -> Array:
    """Points as complex numbers; as many as can be met, no two the same."""
    try:
        pairs = np.array(points, float)
    except (TypeError, ValueError):
        raise AnalysisError(f"{where}: points are pairs such as (0.3, 0.2); found {shown(points)}") from None
    if pairs.ndim != 2 or pairs.shape[1:] != (2,) or len(pairs) not in counts or not np.all(np.isfinite(pairs)):
        raise AnalysisError(f"{where}: give {' or '.join(map(str, counts))} points, each as (x, y)")
    numbers = pairs[:, 0] + 1j * pairs[:, 1]
    for number in range(len(numbers)):
        same = np.flatnonzero(np.abs(numbers[:number] - numbers[number]) <= 1e-9 * np.max(np.abs(numbers - numbers[0])))
        if len(same):
            raise AnalysisError(f"{where}: points {same[0] + 1} and {number + 1} coincide; give different ones")
    return numbers


def path_linkage(points: Array, pivots: Sequence[complex], pins: Sequence[Array], name: str) -> Measured | None:
    """The four-bar of two pivots whose pins are at these places when its coupler point is at the points."""
    (first, second), (one, other) = pivots, pins
    reach = float(np.max(np.abs(points - np.mean(points))))
    ground, coupler = second - first, other[0] - one[0]
    lengths = [abs(ground), abs(one[0] - first), abs(coupler), abs(other[0] - second)]
    if min(lengths) <= _NOTHING * reach or not np.all(np.isfinite(lengths)):
        return None
    at = (points[0] - one[0]) / coupler * abs(coupler)
    turn = float(np.angle(ground))
    phase = float(np.angle((one[0] - first) * np.exp(-1j * turn)))
    numbers = [first.real, first.imag, turn, *lengths, at.real, at.imag, phase]
    values = {key: float(value) for key, value in zip(NAMES, numbers, strict=True)}
    q = placed(first, second, one, other, values)
    way = float(np.sign(q[-1, 2] - q[0, 2])) or 1.0
    line = (other - one) / abs(coupler)
    apart = one + line * complex(values["px"], values["py"]) - points
    wanted = path("coupler.P", [(float(p.real), float(p.imag)) for p in points])
    sizes = np.abs(apart)
    made = four_bar(values, q[0], way, name)
    candidate = Candidate(made, values, float(np.sum(sizes**2)), float(np.max(sizes)), q, wanted)
    return measured(candidate, pivots, pins, max(lengths))


def measured(candidate: Candidate, pivots: Sequence[complex], pins: Sequence[Array], longest: float) -> Measured:
    """A linkage with its transmission angle, between coupler and rocker, and its longest link, told in a note."""
    angle = np.abs(np.angle((pins[0] - pins[1]) / (pivots[1] - pins[1])))
    least = float(np.min(np.minimum(angle, np.pi - angle)))
    candidate.notes.append(f"transmission angle {np.degrees(least):.3g} deg or more, longest link {longest:.4g}")
    return Measured(candidate, least, longest)


def judged(linkages: list[Measured], checked: int | None) -> list[Candidate]:
    """Linkages with their defects told: those without first, then by transmission angle, then by size."""
    ordered = sorted(linkages, key=lambda one: (-round(float(np.degrees(one.transmission))), one.longest))
    for number, (candidate, _, _) in enumerate(ordered):
        if checked is not None and number >= checked:
            candidate.notes.append("defects were not checked")
            continue
        try:
            told = check(candidate.mechanism, candidate.positions)
        except LinkworkError as error:
            candidate.notes.append(f"defects were not checked: {error}")
            continue
        candidate.defects += told.defects
        candidate.notes += told.notes
        candidate.circuit = told.circuit
    candidates = [one.candidate for one in ordered]
    return sorted(candidates, key=lambda one: (bool(one.defects), one.circuit is None))


def counted(
    name: str, solved: Solutions, candidates: list[Candidate], dropped: list[str], seconds: float
) -> ExactSynthesis:
    """The result of a synthesis."""
    return ExactSynthesis(
        name,
        candidates,
        solved.paths,
        seconds,
        counted=solved.text(),
        verdict=solved.verdict,
        real=len(solved.real),
        solutions=solved.count,
        dropped=dropped,
    )
