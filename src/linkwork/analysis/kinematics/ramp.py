"""Ramp: bring the drivers from the values they have to those asked for, so that the mechanism moves there by itself."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.analysis.assembly.position import CLOSED, SearchEnd, find_root, norm_of
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.late_dataclass import dataclass
from linkwork.system.constraints.equations import TINY, Equations

_SMALLEST = 1e-5
_LONGEST = 0.3  # scaled length of one step of the mechanism
_LEAP = 10 * _LONGEST  # so far it is worth a look whether the way is straight
_ON_THE_WAY = 0.381966  # share of a way at which it is looked at too
_MOST_STEPS = 40_000
_FEW_STEPS = 5  # of Newton's method, the last of which is rounding
_STRAIGHT = 0.1  # share of a step by which it misses the way at most where its bend is looked at
_SHORTEST = 1e-3  # scaled: of such steps
_OF_PIVOT = 0.5  # of the root of the least pivot: the longest of such steps
_SURE = 1.5  # times a step, of the roots of the least pivots at both its ends: no lock lies on it
_LOOKS = 400  # steps that are made short for that


_BESIDE_A_LOCK = (
    "on the way by which the drivers brought it to their values the mechanism comes to a singular position, where it "
    "locks or may go on in several ways, or so near to one that the last digits decide: look at the branch"
)


def ramp(equations: Equations, q: Array, t: float, notes: list[str]) -> SearchEnd:
    """Follow Phi(q) = (1 - s) Phi(start) from s = 0 to 1; when blocked, search from the start directly.

    Drivers that begin many turns away are brought near by whole turns first (`winding`).
    """
    from linkwork.analysis.kinematics.winding import wound

    start, shortened, unsure = q.copy(), list[float](), list[float]()
    equations.evaluate(q, t)
    open_at_first = equations.residual()
    q, gap = wound(equations, q, t, open_at_first)
    there = moved_along(equations, q, t, gap, np.zeros_like(gap), shortened, unsure)
    if there is not None and unsure:
        notes.append(_BESIDE_A_LOCK)
    if there is None:
        notes.append("the drivers could not be brought to their values by a continuous motion: look at the branch")
        return find_root(equations, start, t)
    end = find_root(equations, there, t)
    if gap is open_at_first and not shortened and end.ok:
        end.slowest, end.spare = 0.0, 1.0
    return end


def margin_along(equations: Equations, q: Array, t: float) -> tuple[Array, float]:
    """Where the ramp without whole turns leads by short steps, and how near it comes to turning back or splitting.

    Where it does, a row's pivot vanishes. Roughly so far away, scaled, in the numbers of the mechanism, is that: the
    least pivot on the way, which is a square, or the square of the least radius of its bends, at most 1; none where it
    is blocked. No step leads past it: each is a part of the pivot's root, which changes by no more than the way.
    """
    equations.evaluate(q, t)
    gap, done, step, bend, least, implied = equations.residual(), 0.0, 1.0, 1.0, 1.0, -1
    for _ in range(_MOST_STEPS):
        equations.evaluate(q, t)
        slope, _ = equations.solve(-gap)
        reach, implied = _reach(equations, implied)
        longest, least = min(_LONGEST, _OF_PIVOT * reach), min(least, reach**2)
        if done >= 1.0:
            return q, min(bend**-2, least)
        speed = norm_of(slope)
        step = min(step, 1.0 - done, longest / max(speed, TINY))
        length = speed * step
        trial = corrected(equations, equations.moved(q, step * slope), t, (1.0 - done - step) * gap)
        off = np.inf if trial is None else norm_of(equations.apart(trial, q) - step * slope)
        if trial is not None and (off <= _STRAIGHT * length or max(off, length) <= _SHORTEST**2):
            bend = max(bend, 2.0 * off / max(length, _SHORTEST) ** 2)
            q, done, step = trial, done + step, 1.6 * step
        else:
            step *= 0.5
        if done < 1.0 and length < _SHORTEST and step < 1.0 - done:
            break
    return q, 0.0


@dataclass
class _Step:
    """Where a step of the way began, how long it was, and how far from there is sure to be free of locks."""

    q: Array
    done: float
    step: float
    length: float
    reach: float

    def may_leap(self, reach: float) -> bool:
        """Whether it may have led past a lock, for what is free from its end."""
        return self.reach + reach < _SURE * self.length


def moved_along(
    equations: Equations,
    q: Array,
    t: float,
    gap: Array,
    end: Array,
    shortened: list[float] | None = None,
    unsure: list[float] | None = None,
) -> Array | None:
    """Where the mechanism gets to while its residuals go from `gap` to `end`; None where it is blocked.

    Steps that had to be `shortened`, and leaps in their place, are listed there; `unsure` are those that may have led
    past a position in which the mechanism locks, as short as they were. From a position whose rows have a least pivot
    p it is farther than the root of p to the next lock.
    """
    way = end - gap
    shortened, unsure = [] if shortened is None else shortened, [] if unsure is None else unsure
    done, step, looks, last, implied = 0.0, 1.0, 0, None, -1
    for _ in range(_MOST_STEPS):
        if done >= 1.0 and (last is None or not last.may_leap(0.0)):
            return q
        equations.evaluate(q, t)
        slope, _ = equations.solve(way)
        reach, implied = _reach(equations, implied)
        if last is not None and last.may_leap(reach):
            looks += 1
            if last.length > _SHORTEST and looks < _LOOKS:
                q, done, step, last = last.q, last.done, 0.5 * last.step, None
                continue
            unsure.append(last.length)
        if done >= 1.0:
            return q
        step = min(step, 1.0 - done)
        length = norm_of(slope) * step
        if length > _LEAP and done == 0.0:
            straight = _leapt(equations, q, t, slope, gap, end)
            if straight is not None:
                shortened.append(length)
                return straight
        longest = min(_LONGEST, max(reach, _SHORTEST)) if looks < _LOOKS else _LONGEST
        if length > longest:
            step *= longest / length
        ahead = equations.moved(q, step * slope)
        trial = None if done + step < 1.0 or end.any() else _settled(equations, ahead, t)
        if trial is None:
            trial = corrected(equations, ahead, t, gap + (done + step) * way)
        if trial is not None and _close_by(equations, trial, q, slope, step):
            last = _Step(q, done, step, norm_of(slope) * step, reach)
            q, done, step = trial, done + step, 1.6 * step
            continue
        shortened.append(step)
        step *= 0.5
        if step < _SMALLEST * max(min(1.0, _LONGEST / max(length, _LONGEST)), 1e-7):
            return None
    raise AnalysisError(_too_far(equations, way))


def _reach(equations: Equations, implied: int) -> tuple[float, int]:
    """How far it is at least to the next lock, where so many rows are implied elsewhere (-1: not known yet)."""
    if equations.system.scalar != "real":
        return np.inf, implied
    pivot, now_implied = equations.least_pivot()
    implied = now_implied if implied < 0 else implied
    return (pivot**0.5 if now_implied <= implied else 0.0), implied


def _too_far(equations: Equations, way: Array) -> str:
    """Who asks for a start that is too far to go to."""
    system = equations.system
    size = np.abs(way / system.row_scale)
    far = [each for each in system.elements if each.driver and size[each.first_row] > 1.0]
    named = max(far or list(system.elements), key=lambda each: float(size[each.first_row]))
    return (
        f"{system.mechanism.name}: driver '{named.name}' begins {size[named.first_row]:.3g} away from the assembled "
        "position, too far to move there; begin nearer, or take whole turns off its value"
    )


def _leapt(equations: Equations, q: Array, t: float, slope: Array, gap: Array, end: Array) -> Array | None:
    """The end of the way in one step, where the way is straight: nothing opens on it."""
    for share in (_ON_THE_WAY, 1.0):
        there = equations.moved(q, share * slope)
        equations.evaluate(there, t)
        if not equations.is_closed(equations.residual() - gap - share * (end - gap), CLOSED):
            return None
    return corrected(equations, there, t, end)


def _settled(equations: Equations, q: Array, t: float) -> Array | None:
    """The same as `corrected` onto Phi = 0, by one compiled call; none in space, and where Newton's steps fall slowly.

    Steps that double their digits and are rounding so soon were each a small part of the one before.
    """
    if equations.world.dimensions == 3 or equations.system.scalar != "real":
        return None
    return equations.settle(q, t, most=_FEW_STEPS)


def corrected(equations: Equations, q: Array, t: float, target: Array) -> Array | None:
    """A few Newton steps onto Phi = target."""
    if equations.world.dimensions == 3 and equations.takes(q):
        return equations.corrected(q, t, target)
    before = np.inf
    for _ in range(8):
        equations.evaluate(q, t)
        x, _ = equations.solve(target - equations.residual())
        size = norm_of(x)
        if not np.isfinite(size) or size > 0.5 * before:
            return None
        q = equations.moved(q, x)
        if size < 1e-9 or size < equations.coarse(1e-9):
            return q
        before = size
    return None


def _close_by(equations: Equations, trial: Any, q: Any, slope: Any, step: float) -> bool:
    """Whether the corrected step stayed near the predicted one."""
    moved = equations.apart(trial, q)
    off = norm_of(moved - step * slope)
    return off <= max(0.02, 0.5 * step * norm_of(slope))
