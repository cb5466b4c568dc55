"""Sizing: the smallest base circle for an allowed pressure angle and without undercut."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import AnalysisError, shown
from linkwork.design.cams.cam import Cam, require_fit, sense_of
from linkwork.design.cams.followers import Follower, Round
from linkwork.design.cams.motion import Motion, degrees
from linkwork.design.cams.segments import positive
from linkwork.expression.given import public, publicly_made

Array = NDArray[np.float64]
_SAMPLES, _GRID, _ROUNDS = 101, 400, 5
_SMALLEST, _LARGEST = 1e-3, 1e4  # of the size of the motion: base radii that are tried


@public
@publicly_made
@dataclass(frozen=True)
class Sizing:
    """The smallest base radius, and that for each of the two demands alone (None where nothing was demanded)."""

    motion: Motion
    follower: Follower
    turns: str
    base_radius: float
    for_pressure: float | None
    for_radius: float | None
    pressure_angle: float | None
    least_radius: float | None

    def cam(self) -> Cam:
        """The cam of that size."""
        return Cam(self.motion, self.follower, self.base_radius, self.turns)

    def words(self) -> str:
        """The advice in sentences."""
        lines = []
        if self.for_pressure is not None and self.pressure_angle is not None:
            what = f"a pressure angle of at most {degrees(self.pressure_angle)}"
            lines.append(f"{what} needs {self._circle(self.for_pressure)}")
        if self.for_radius is not None and self.least_radius is not None:
            wanted = f"a radius of curvature of at least {_millimetres(self.least_radius)}"
            what = wanted if self.least_radius else "a profile without undercut"
            lines.append(f"{what} needs {self._circle(self.for_radius)}")
        both = len(lines) > 1 and " (the larger demand decides)"
        lines.append(f"smallest base radius: {_millimetres(self.base_radius)}{both or ''}")
        return "\n".join(lines)

    def _circle(self, base: float) -> str:
        """A base radius, or that any will do."""
        least = self.follower.bases()[0]
        return (
            f"a base circle of {_millimetres(base)}" if base > least else "no more than a base circle that it reaches"
        )


def _millimetres(length: float) -> str:
    return f"{1e3 * length:.5g} mm"


@public
def size(
    motion: Motion,
    follower: Follower,
    pressure_angle: Any = "30 deg",
    least_radius: Any = 0.0,
    turns: str = "counter-clockwise",
) -> Sizing:
    """The smallest base circle for an allowed pressure angle and a least radius of the profile (None: not asked)."""
    require_fit(motion, follower)
    limit = None if pressure_angle is None else positive("size: pressure_angle", pressure_angle)
    if limit is not None and limit >= math.pi / 2:
        raise AnalysisError(f"size: pressure_angle must be below 90 deg; found {shown(pressure_angle)}")
    least = None if least_radius is None else positive("size: least_radius", least_radius, zero=True)
    search = _Search(motion, follower, turns)
    demands: dict[str, float | None] = {"pressure": None, "radius": None}
    if limit is not None:
        demands["pressure"] = search.smallest(
            search.pressure_left(limit), lambda cam: cam.steepest.at, "pressure angle"
        )
    if least is not None:
        left = search.radius_left(least)
        demands["radius"] = search.smallest(left, lambda cam: cam.sharpest.at, "radius of curvature")
    bases = [base for base in demands.values() if base is not None]
    if not bases:
        raise AnalysisError("size: give a pressure_angle, a least_radius, or both")
    base = max(bases)
    if base == 0.0:
        raise AnalysisError(
            "size: any base circle will do; choose one that is strong enough and has room for its shaft"
        )
    if limit is not None and least is not None:
        both = search.smallest_of(
            [search.pressure_left(limit), search.radius_left(least)], base * (1.0 - 1e-12), "pressure angle and radius"
        )
        base = max(base, both)
    return Sizing(motion, follower, turns, base, demands["pressure"], demands["radius"], limit, least)


Left = Callable[[float, Array], float]


class _Search:
    """How much is left of an allowance at the worst of many samples of the motion, as a function of the base radius.

    The samples are taken once; the place where the worst is, exactly, is added and the search repeated, so that the
    result does not depend on the sampling.
    """

    def __init__(self, motion: Motion, follower: Follower, turns: str) -> None:
        self.motion, self.follower, self.turns, self.sense = motion, follower, turns, sense_of(turns)
        parts = [
            motion.piece_values(piece, np.linspace(wave.begin, wave.end, _SAMPLES), 2)
            for piece, wave in enumerate(motion.waves)
        ]
        self.samples = np.concatenate(parts, axis=1)
        low, high = follower.bases()
        lift = float(np.max(np.abs(self.samples)))
        scale = getattr(follower, "distance", lift) or 1.0
        self.low = low * (1.0 + 1e-9) + _SMALLEST * scale * 1e-3
        self.high = high * (1.0 - 1e-9) if math.isfinite(high) else self.low + _LARGEST * (scale or 1.0)

    def pressure_left(self, limit: float) -> Left:
        """What is left of the pressure angle."""

        def left(base: float, samples: Array) -> float:
            s, v = samples[:2]
            return limit - float(np.max(np.abs(self.follower.pressure(base, self.sense, s, v))))

        return left

    def radius_left(self, least: float) -> Left:
        """What the sharpest place has above the least radius, as a curvature where the follower is round."""
        follower = self.follower

        def left(base: float, samples: Array) -> float:
            s, v, a = samples[:3]
            if isinstance(follower, Round):
                curvature = np.max(follower.pitch_curvature(base, self.sense, s, v, a))
                allowed = follower.radius + least
                return 1.0 - float(curvature) * allowed
            return float(np.min(follower.convex_radius(base, self.sense, s, v, a))) - least

        return left

    def smallest(self, left: Left, worst: Callable[[Cam], float], what: str) -> float:
        """The smallest base radius at which something is left."""
        base = self._crossing(lambda b: left(b, self.samples), self.low, what)
        for _ in range(_ROUNDS):
            if base <= self.follower.bases()[0]:
                break
            at = worst(Cam(self.motion, self.follower, base, self.turns))
            self._add(at)
            better = self._crossing(lambda b: left(b, self.samples), self.low, what)
            if abs(better - base) <= 1e-14 * base:
                break
            base = better
        return base

    def smallest_of(self, demands: list[Left], start: float, what: str) -> float:
        """The smallest base radius, not below `start`, at which something is left of all."""
        return self._crossing(lambda b: min(left(b, self.samples) for left in demands), start, what)

    def _add(self, at: float) -> None:
        """Samples exactly at a place, by the formulas on both sides of it."""
        for piece, wave in enumerate(self.motion.waves):
            if wave.begin <= at <= wave.end:
                piece_values = self.motion.piece_values(piece, np.array([at]), 2)
                self.samples = np.concatenate([self.samples, piece_values], axis=1)

    def _crossing(self, left: Callable[[float], float], start: float, what: str) -> float:
        before = start
        if left(start) >= 0.0:
            return self.follower.bases()[0] if start == self.low else start
        for base in np.geomspace(start, self.high, _GRID)[1:].tolist():
            if left(base) >= 0.0:
                return _bisected(left, before, base)
            before = base
        raise AnalysisError(
            f"size: no base circle up to {_millimetres(self.high)} keeps the {what}; let the motion take longer,"
            " or move the pivot or the slide"
        )


def _bisected(left: Callable[[float], float], bad: float, good: float) -> float:
    for _ in range(80):
        middle = 0.5 * (bad + good)
        if middle in (bad, good):
            break
        if left(middle) >= 0.0:
            good = middle
        else:
            bad = middle
    return good
