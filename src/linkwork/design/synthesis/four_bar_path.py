"""Path generation by four-bars: hundreds of starts in compiled code, the best made mechanisms, checked and ranked."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.given_numbers import require_whole
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, MechanismError, shown
from linkwork.base.listed import is_listed
from linkwork.design.synthesis import four_bar_kernel as kernel
from linkwork.design.synthesis.candidates import Candidate, Synthesis, ranked
from linkwork.design.synthesis.four_bar import NAMES, coordinates, four_bar
from linkwork.design.synthesis.order import pooled
from linkwork.design.synthesis.targets import path
from linkwork.expression import as_expression
from linkwork.expression.given import public

_ROUNDS, _STEPS, _POLISH = 4, 150, 1000
_POLISHED = 4
_REACH, _LEAST, _MOST = 8.0, 0.05, 10.0  # bounds that are not given, in sizes of the points
_SHORT, _LONG = 0.15, 6.0  # lengths of starts
_FAILED = 1e12
_NEAR = 0.02  # of the size of the points: a distance that bringing points into order may cost each of them
_TOO_MUCH = 4.0  # times the error that bringing points into order may cost; beyond it the defect is told instead


def room_for(count: int) -> tuple[Array, ...]:
    """The room that compiled code needs for this many points, in the order of its places."""
    size = kernel.NUMBERS + count
    return (
        np.empty(kernel.SAMPLES, np.complex128),
        np.empty(count, np.complex128),
        np.empty((count, kernel.NUMBERS), np.complex128),
        np.empty(kernel.NUMBERS, np.complex128),
        np.empty(kernel.CONDITIONS),
        np.empty((kernel.CONDITIONS, 4)),
        np.empty(size * (size + 1)),
        np.empty(kernel.NUMBERS, np.int64),
        np.empty(kernel.NUMBERS),
        np.empty(count),
        np.empty(count),
        np.empty(kernel.NUMBERS),
        np.empty(count, np.int64),
    )


@public
def four_bar_path(
    points: Sequence[Any],
    *,
    angles: Sequence[Any] | None = None,
    bounds: Mapping[str, Any] | None = None,
    weights: Sequence[float] | None = None,
    crank_turns: bool = True,
    transmission: Any = None,
    ordered: bool = True,
    starts: int = 200,
    seed: int = 1,
    search: str = "starts",
    keep: int = 6,
    name: str = "four-bar path",
) -> Synthesis:
    """Four-bars whose coupler point goes through points, or comes nearest to them; the best first.

    `angles` is the timing: angles of the crank from that of the parameter `phase` on. `bounds` maps x, y, turn, l1, l2,
    l3, l4, px, py, phase to a number (fixed) or to two. With `crank_turns` the crank is the shortest link and goes
    round (Grashof); `transmission` is the least transmission angle; `ordered` has the points met one after another.
    """
    begin = time.perf_counter()
    for what, value, least in (("starts", starts, 1), ("keep", keep, 1), ("seed", seed, 0)):
        require_whole(f"four_bar_path: {what}", value, least)
    if search not in ("starts", "evolution"):
        raise AnalysisError(f"four_bar_path: search is one of: starts, evolution; found {shown(search)}")
    if bounds is not None and not isinstance(bounds, Mapping):
        raise AnalysisError(f"four_bar_path: bounds are given by name, as in {{'l1': (1, 2)}}; found {shown(bounds)}")
    task = _Task(points, angles, bounds or {}, weights, crank_turns, transmission)
    designs, sides = task.evolved(starts, seed) if search == "evolution" else task.spread(starts, seed)
    fits = task.fits(designs, sides)
    if not fits:
        raise AnalysisError(
            f"{name}: no four-bar keeps the bounds and conditions; widen the bounds, or give more starts (now {starts})"
        )
    best = _different(fits, task.reach, _POLISHED * keep)
    candidates = [task.candidate(*task.polished(z, theta, side, ordered), name) for _, z, theta, side in best]
    kept = ranked([one for one in candidates if one is not None], task.scales, keep)
    return Synthesis(name, kept, starts, time.perf_counter() - begin)


class _Task:
    """Points, bounds and conditions as the kernel has them."""

    def __init__(
        self, points: Any, angles: Any, bounds: Mapping[str, Any], weights: Any, crank_turns: bool, transmission: Any
    ) -> None:
        self.places = _points(points)
        self.points = self.places[:, 0] + 1j * self.places[:, 1]
        count = len(self.points)
        self.room = room_for(count)
        self.given = np.full(count, np.nan) if angles is None else _numbers("angles", angles, count)
        self.weights = np.ones(count) if weights is None else _numbers("weights", weights, count)
        self.centre = complex(np.mean(self.points))
        self.reach = float(np.max(np.abs(self.points - self.centre)))
        if self.reach == 0.0:
            raise AnalysisError("four_bar_path: the points are all the same")
        if np.any(self.weights <= 0.0):
            raise AnalysisError(f"four_bar_path: weights are above zero; found {shown(weights)}")
        least = 0.0 if transmission is None else _number("transmission", transmission)
        if not 0.0 <= least < 0.5 * np.pi:
            raise AnalysisError(
                f"four_bar_path: the least transmission angle is below 90 deg; found {shown(transmission)}"
            )
        self.conditions = np.array([1.0 if crank_turns else 0.0, least])
        self.low, self.high = self._bounds(bounds, angles is not None)
        self.scales = np.array([2.0 * np.pi if name in ("turn", "phase") else self.reach for name in NAMES])

    def _bounds(self, given: Mapping[str, Any], timed: bool) -> tuple[Array, Array]:
        low, high = np.full(len(NAMES), -np.inf), np.full(len(NAMES), np.inf)
        reach, centre = self.reach, self.centre
        for number, middle in (
            (kernel.X, centre.real),
            (kernel.Y, centre.imag),
            (kernel.ALONG, 0.0),
            (kernel.ACROSS, 0.0),
        ):
            low[number], high[number] = middle - _REACH * reach, middle + _REACH * reach
        low[kernel.GROUND : kernel.ROCKER + 1] = _LEAST * reach
        high[kernel.GROUND : kernel.ROCKER + 1] = _MOST * reach
        if not timed:
            low[kernel.PHASE] = high[kernel.PHASE] = 0.0
        for name, bound in given.items():
            if name not in NAMES:
                raise AnalysisError(f"four_bar_path: there is no parameter '{name}'; there are: {', '.join(NAMES)}")
            ends = bound if isinstance(bound, tuple | list) else (bound, bound)
            if len(ends) != 2:
                raise AnalysisError(f"four_bar_path: bounds of '{name}' are one number or two; found {shown(bound)}")
            one, other = (_number(f"bounds of '{name}'", end) for end in ends)
            if one > other:
                raise AnalysisError(
                    f"four_bar_path: bounds of '{name}': the first is above the second; found {shown(bound)}"
                )
            number = NAMES.index(name)
            if kernel.GROUND <= number <= kernel.ROCKER and one <= 0.0:
                raise AnalysisError(f"four_bar_path: bounds of '{name}': a length is above zero; found {shown(bound)}")
            low[number], high[number] = one, other
        return low, high

    def spread(self, count: int, seed: int) -> tuple[Array, Array]:
        """Random linkages within the bounds that keep Grashof's conditions where they are asked for."""
        random = np.random.default_rng(seed)
        sides = np.where(random.random(count) < 0.5, 1.0, -1.0)
        designs: list[Array] = []
        for _ in range(200):
            some = self._drawn(random, 4 * count)
            designs += list(some[self._keeps(some)])
            if len(designs) >= count:
                return np.array(designs[:count]), sides
        raise AnalysisError("four_bar_path: no lengths within the bounds give a crank that goes round; widen them")

    def _drawn(self, random: np.random.Generator, count: int) -> Array:
        drawn = np.empty((count, len(NAMES)))
        for number in range(len(NAMES)):
            low, high = self.low[number], self.high[number]
            if kernel.GROUND <= number <= kernel.ROCKER:
                low, high = max(low, min(_SHORT * self.reach, high)), min(high, max(_LONG * self.reach, low))
                drawn[:, number] = np.exp(random.uniform(np.log(low), np.log(high), count))
            elif number in (kernel.TURN, kernel.PHASE):
                drawn[:, number] = random.uniform(max(low, -np.pi), min(high, np.pi), count)
            else:
                middle = (self.centre.real, self.centre.imag)[number] if number < 2 else 0.0
                half = 0.5 * _REACH * self.reach
                drawn[:, number] = random.uniform(
                    max(low, min(middle - half, high)), min(high, max(middle + half, low)), count
                )
        return drawn

    def _keeps(self, z: Array) -> NDArray[np.bool_]:
        """Which linkages have a crank that is shortest and goes round, where that is asked for."""
        if not self.conditions[0]:
            return np.ones(len(z), bool)
        ground, crank, coupler, rocker = z[:, kernel.GROUND : kernel.ROCKER + 1].T
        rooms = ground + coupler - rocker, ground + rocker - coupler, coupler + rocker - ground
        return np.asarray(np.min(rooms, axis=0) >= crank)

    def evolved(self, count: int, seed: int) -> tuple[Array, Array]:
        """The best linkages of differential evolutions, one for each side of the coupler."""
        from scipy.optimize import differential_evolution

        first, _ = self.spread(max(count // 2, 5), seed)
        inner = [(min(first[:, n]) - 1e-9, max(first[:, n]) + 1e-9) for n in range(len(NAMES))]
        ends = [(max(low, a), min(high, b)) for low, high, (a, b) in zip(self.low, self.high, inner, strict=True)]
        designs, sides = [], []
        for side in (1.0, -1.0):
            evolution = differential_evolution(
                self._miss,
                ends,
                args=(side,),
                rng=np.random.default_rng(seed),
                init=first,
                maxiter=40,
                polish=False,
                tol=0.0,
            )
            designs.append(evolution.population)
            sides += [side] * len(evolution.population)
        return np.vstack(designs), np.array(sides)

    def _miss(self, z: Array, side: float) -> float:
        if not self._keeps(z[None])[0]:
            return _FAILED
        total = float(kernel.miss(z, side, self.points, self.weights, self.given, self.room))
        return total if np.isfinite(total) else _FAILED

    def fits(self, designs: Array, sides: Array) -> list[tuple[float, Array, Array, float]]:
        """Least squares from all starts: sums, numbers, crank angles and sides of those that keep the conditions."""
        count = len(designs)
        numbers, angles = np.zeros((count, len(NAMES))), np.zeros((count, len(self.points)))
        totals = np.zeros(count)
        kernel.run_starts(
            designs, sides, self.points, self.weights, self.given, self.low, self.high, self.conditions,
            _ROUNDS, _STEPS, self.room, numbers, angles, totals,
        )  # fmt: skip
        good = np.isfinite(totals) & self._keeps(numbers)
        order = [index for index in np.argsort(totals, kind="stable") if good[index]]
        return [(float(totals[index]), numbers[index], angles[index], float(sides[index])) for index in order]

    def polished(self, z: Array, theta: Array, side: float, ordered: bool) -> tuple[Array, Array, float]:
        """The least squares to their end; points that would be met in a wrong order are met at one crank angle."""
        own = np.where(np.isnan(self.given), np.arange(len(theta)), -1)
        most = _TOO_MUCH * self._improve(z, theta, side, own) + len(theta) * (_NEAR * self.reach) ** 2
        free = z.copy(), theta.copy(), side
        for _ in range(len(theta)):
            joined = pooled(theta, own) if ordered and own[0] >= 0 else None
            if joined is None:
                return z, theta, side
            theta, own = joined
            if self._improve(z, theta, side, own) > most:
                break
        return free

    def _improve(self, z: Array, theta: Array, side: float, own: Array) -> float:
        task = self.points, self.weights, self.low, self.high, self.conditions
        return float(kernel.improve(z, theta, side, own, *task, kernel.STEEP, _POLISH, self.room))

    def candidate(self, z: Array, theta: Array, side: float, name: str) -> Candidate | None:
        """The linkage as a mechanism; none when it does not keep its conditions."""
        lack = np.zeros(kernel.CONDITIONS)
        kernel.lacks(z, self.conditions[0] > 0.0, self.conditions[1], 0.0, lack, np.zeros((kernel.CONDITIONS, 4)))
        apart = np.array([kernel.place(z, angle, side) for angle in theta]) - self.points
        if not np.all(np.isfinite(apart)) or np.any(lack > 1e-9 * self.reach):
            return None
        values = {key: float(value) for key, value in zip(NAMES, z, strict=True)}
        if np.isnan(self.given[0]):
            values["phase"] = float(theta[0])
        for key in ("turn", "phase"):
            values[key] = float(np.angle(np.exp(1j * values[key])))
        q = coordinates(values, theta, side)
        way = float(np.sign(np.sum(np.diff(theta)))) or 1.0
        sizes = np.abs(apart) * self.weights
        timing = None if np.isnan(self.given[0]) else ("crank.angle", [float(angle) for angle in q[:, 2]])
        wanted = path("coupler.P", self.places.tolist(), inputs=timing, weights=self.weights.tolist())
        made = four_bar(values, q[0], way, name)
        return Candidate(made, values, float(np.sum(sizes**2)), float(np.max(sizes)), q, wanted)


def _different(fits: list[tuple[float, Array, Array, float]], reach: float, most: int) -> list[Any]:
    kept: list[tuple[float, Array, Array, float]] = []
    for one in fits:
        if all(np.max(np.abs(one[1][3:9] - other[1][3:9])) > 1e-4 * reach for other in kept):
            kept.append(one)
        if len(kept) == most:
            break
    return kept


def _points(points: Any) -> Array:
    try:
        pairs = np.array([[_number("points", value) for value in point] for point in points], float)
    except (TypeError, ValueError):
        raise AnalysisError(f"four_bar_path: points are pairs such as (0.3, 0.2); found {shown(points)}") from None
    if pairs.ndim != 2 or pairs.shape[1] != 2 or len(pairs) < 2:
        raise AnalysisError("four_bar_path: give two points or more, each with two numbers")
    return pairs


def _numbers(what: str, values: Any, count: int) -> Array:
    if not is_listed(values) or not hasattr(values, "__len__") or len(values) != count:
        raise AnalysisError(f"four_bar_path: give as many {what} as points, {count}; found {shown(values)}")
    return np.array([_number(what, value) for value in values], float)


def _number(what: str, value: Any) -> float:
    try:
        return float(as_expression(float(value) if isinstance(value, np.generic) else value).value().real)
    except MechanismError as error:
        raise AnalysisError(f"four_bar_path: {what}: {error}") from None
