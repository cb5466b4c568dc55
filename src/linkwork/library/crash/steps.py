"""A stepped curve of an absorber, and one that stands for a measured or computed curve with the same energy."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import Numbers, public, publicly_made, takes
from linkwork.library.checks import require_positive


@public
@publicly_made
@takes(stiffness="STIFFNESS", reach="LENGTH")
@dataclass(frozen=True)
class Steps:
    """Levels of force (N), each but the last up to its reach of crush (m), and the slope between them (N/m).

    Levels may be names of parameters of the model.
    """

    stiffness: float
    levels: tuple[Any, ...]
    reach: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        require_positive("Steps", stiffness=self.stiffness)
        if not self.levels or len(self.reach) not in (len(self.levels) - 1, len(self.levels)):
            raise MechanismError(f"Steps: {len(self.levels)} levels do not fit {len(self.reach)} numbers in 'reach'")
        for what, values in (("levels", self.levels), ("reach", self.reach)):
            plain = [float(value) for value in values if isinstance(value, int | float)]
            if len(plain) == len(values) and any(not low < high for low, high in itertools.pairwise([0.0, *plain])):
                raise MechanismError(f"Steps: {what} must be above zero and rise from one to the next, not {values}")

    def fields(self) -> dict[str, Any]:
        """What `m.absorber` takes."""
        return {"stiffness": self.stiffness, "levels": self.levels, "reach": self.reach}

    @takes(crush="LENGTH")
    def energy(self, crush: float) -> float:
        """What it takes up to a crush, the elastic part included, in J."""
        if any(isinstance(level, bool) or not isinstance(level, int | float) for level in self.levels):
            raise MechanismError("Steps.energy: levels are names or formulas here; give numbers")
        if not crush >= 0.0:
            raise MechanismError(f"Steps.energy: crush must be zero or more, not {crush:g}")
        levels = np.array(self.levels, float)
        ends = [*self.reach, np.inf][: len(levels)]
        total, begin, force = 0.0, 0.0, 0.0
        for level, end in zip(levels, ends, strict=True):
            corner = begin + (level - force) / self.stiffness
            rise = min(crush, corner) - begin
            total += rise * (force + 0.5 * self.stiffness * rise)
            total += level * max(min(crush, end) - corner, 0.0)
            if crush <= end:
                return float(total)
            begin, force = end, level
        rise = crush - begin
        return float(total + rise * (force + 0.5 * self.stiffness * rise))


@public
@takes(crush="LENGTH", force="FORCE", stiffness="STIFFNESS")
def fit_steps(crush: Numbers, force: Numbers, count: int, stiffness: float) -> Steps:
    """The `count` levels that come nearest to a curve by least squares and take the same energy.

    Levels end where the error of all together is least (dynamic programming over the points of the curve); the mean
    force of each piece is the least-squares level and keeps the energy of its piece. Slopes are then laid through the
    middle of every jump, so that they change the energy by nothing but the first rise, which the first level makes up.
    """
    d, f = np.asarray(crush, float), np.asarray(force, float)
    require_positive("fit_steps", stiffness=stiffness)
    fits = count >= 1 and d.ndim == 1 and d.shape == f.shape and len(d) > count and np.isfinite([d, f]).all()
    if not fits or np.any(np.diff(d) <= 0.0) or d[0] < 0.0:
        raise MechanismError("fit_steps: crush must rise from zero or above, with a force for each and more points")
    width = np.diff(d)
    mean = 0.5 * (f[1:] + f[:-1])
    cuts = _cuts(width, mean, count)
    levels = [float(np.sum((width * mean)[a:b]) / np.sum(width[a:b])) for a, b in itertools.pairwise(cuts)]
    if any(after <= before for before, after in itertools.pairwise(levels)) or levels[0] <= 0.0:
        raise MechanismError("fit_steps: the levels of this curve do not rise; fewer levels, or an absorber in parts")
    reach = [d[cut] for cut in cuts[1:-1]]
    first = reach[0] if reach else d[-1]
    levels[0] = _with_first_rise(levels[0] * (first - d[0]), first, stiffness)
    rises = np.diff(levels) / (2 * stiffness)
    if np.any(rises <= 0.0):
        raise MechanismError("fit_steps: with its first rise the first level is above the second; a higher stiffness")
    return Steps(stiffness, tuple(levels), tuple(float(end - half) for end, half in zip(reach, rises, strict=True)))


def _with_first_rise(energy: float, end: float, stiffness: float) -> float:
    """The level F with F end - F^2 / (2 k) equal to the energy."""
    left = end * end - 2 * energy / stiffness
    if left <= 0.0:
        raise MechanismError("fit_steps: the stiffness is too low for the first level to be reached")
    return float(stiffness * (end - np.sqrt(left)))


def _cuts(width: Array, mean: Array, count: int) -> list[int]:
    """Ends of the pieces with the least sum of squared errors about their means."""
    total = np.concatenate([[0.0], np.cumsum(width)])
    first = np.concatenate([[0.0], np.cumsum(width * mean)])
    second = np.concatenate([[0.0], np.cumsum(width * mean**2)])

    def error(a: Any, b: int) -> Any:
        return second[b] - second[a] - (first[b] - first[a]) ** 2 / (total[b] - total[a])

    size = len(width)
    best = np.array([np.inf] + [error(0, b) for b in range(1, size + 1)])
    came = np.zeros((count, size + 1), int)
    for piece in range(1, count):
        begin, best = best, np.full(size + 1, np.inf)
        for b in range(piece + 1, size + 1):
            a = np.arange(piece, b)
            errors = begin[a] + error(a, b)
            best[b], came[piece, b] = float(np.min(errors)), int(a[np.argmin(errors)])
    cuts = [size]
    for piece in range(count - 1, 0, -1):
        cuts.append(int(came[piece, cuts[-1]]))
    return [0, *reversed(cuts)]
