"""Times at which functions of time in drivers and laws have a kink or a jump: the integration starts anew there."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression import Expression
from linkwork.functions.base import Function, Kink
from linkwork.functions.expression import Formula
from linkwork.functions.isolation import zeros
from linkwork.functions.packed import Packed
from linkwork.functions.sample import BESIDE, sample
from linkwork.numerics.analytic import STEP
from linkwork.system.system import System

_BEHIND = 0.25  # of the distance to what it was: a function so near to what it is behind a place is behind it
_SOON = 1e-12  # of the run: how far behind the start a function changes that changes there
_NEIGHBOURS = 8  # numbers behind a place that are tried
_DRIVEN = "driven by time"
_LITTLE = 1e-6  # of a number: the difference by which its effect is measured
_APART = 1e-5  # of their shifts: times of two changes that move more differently are moved apart


def time_breaks(system: System, start: float, until: float, began: float | None = None) -> Array:
    """The times, in rising order; those of complex tables carry derivatives.

    `began` is where the run began that goes on from `start`.
    """
    jumping = [function for function in _functions(system) if not function.smooth()]
    env = _numbers(system) if jumping else {}
    times = {
        place
        for function in jumping
        for place in first_behind(
            function.pack(env).real,
            [kink for kink in function.kinks(env, "t", (start, until)) if start <= kink[0].real < until],
        )
        if place.real > start
    }
    times |= _after_zeros_at_start(system, start if began is None else began, start, until)
    soonest = start + _SOON * max(abs(start), until - start)
    return np.array(sorted({max(time, soonest, key=np.real) for time in times}, key=np.real), system.dtype)


def _after_zeros_at_start(system: System, began: float, start: float, until: float) -> set[float]:
    """Times half way to the next zero of formulas of the time that are zero where the run began.

    On which side such a number goes is seen at the end of the first step, which therefore has to end before it is back.
    All those are listed that lie before the end, also of zeros behind it: where a run ends changes no step of it.
    """
    timed, near = _timed(system), began + _SOON * max(abs(began), until - began)
    env, times = _numbers(system) if timed else {}, set[float]()
    for _, formula in timed:
        places = sorted(zeros(formula, env, "t", (began, until)).places)
        if not places or places[0] > near:
            continue
        if places[-1] <= near:
            places = sorted(zeros(formula, env, "t", (until, 2.0 * until - began)).places)
        back = next((float(place) for place in places if place > near), np.inf)
        half_way = 0.5 * (began + back)
        if start < half_way < until:
            times.add(half_way)
    return times


def time_looks(system: System, start: float, until: float) -> NDArray[np.float64]:
    """Times between the zeros of watched numbers that are formulas of the time alone, in rising order.

    A simulation that looks at its numbers there passes none of those zeros unseen, however long its steps are.
    """
    timed = _timed(system)
    env = _numbers(system) if timed else {}
    places = {zero for _, formula in timed for zero in zeros(formula, env, "t", (start, until)).places}
    ordered = np.array(sorted(places))
    return 0.5 * (ordered[1:] + ordered[:-1])


def require_common_moments(system: System, start: float, until: float, breaks: Array) -> None:
    """Refuse derivatives by a parameter that takes changes of functions of time apart which fall on one moment.

    The loop changes them together, with the derivative of one of their times.
    """
    moments = [(float(time.real), float(time.imag) / STEP) for time in breaks]
    for _, formula in _timed(system):
        places = zeros(formula, system.env, "t", (start, until)).places
        moments += [(zero, _shift(system, formula, zero)) for zero in places]
    moments.sort()
    for (one, shift), (other, another) in pairwise(moments):
        together = other - one <= _SOON * max(abs(one), until - start)
        if together and abs(shift - another) > _APART * max(abs(shift), abs(another)):
            raise AnalysisError(
                f"{system.mechanism.name}: two functions of time change at t = {one:.6g} s, and a parameter moves "
                "their times apart: there is no one derivative; let them change at different times, or use "
                "method='differences'"
            )


def carried_breaks(system: System, start: float, until: float, breaks: Array) -> Array:
    """The times `breaks` of a run with the derivatives that tables carry, each in its place.

    Changes that fall on one moment are one time of the run, but two where the tables give them different derivatives,
    which is refused, or where complex numbers round them apart.
    """
    carried = time_breaks(system, start, until)
    require_common_moments(system, start, until, carried)
    if len(carried) == len(breaks):
        return carried
    apart = np.abs(carried.real[None, :] - breaks.real[:, None])
    near = apart <= _SOON * np.maximum(np.abs(breaks.real), until - start)[:, None]
    if not (near.any(axis=0).all() and near.any(axis=1).all()):
        raise AnalysisError(
            f"{system.mechanism.name}: functions of time change {len(breaks)} times in the run, but {len(carried)} "
            "times beside it: there is no derivative; use method='differences'"
        )
    matched: Array = breaks.real + 1j * carried.imag[np.argmin(apart, axis=1)]
    return matched


def _shift(system: System, formula: Expression, zero: float) -> float:
    """How fast a zero of a formula of the time moves with the parameter whose derivative the tables carry."""
    value = {name: float(np.real(number)) for name, number in system.env.items()}
    change = {name: float(np.imag(number)) / STEP for name, number in system.env.items() if np.imag(number) != 0.0}
    if not change:
        return 0.0
    little = _LITTLE * min(abs(value[name] / change[name]) or 1.0 for name in change)
    later = _LITTLE * (abs(zero) or 1.0)
    sides = []
    for side in (-little, little):
        packed = Formula(value=formula).pack(value | {name: value[name] + side * change[name] for name in change})
        sides.append(float(sample(packed.real, np.array([zero]))[0, 0]))
    before, after = sample(Formula(value=formula).pack(value).real, np.array([zero - later, zero + later]))[:, 0]
    rise = (float(after) - float(before)) / (2.0 * later)
    return -(sides[1] - sides[0]) / (2.0 * little) / rise if rise != 0.0 else 0.0


def is_driven_by_time(system: System) -> bool:
    """Whether there are drivers, functions of time or formulas of it that are watched; without them nothing jumps."""
    if _DRIVEN not in system.structure:
        signals = system.signals
        timed = signals is not None and bool(signals.breaks or signals.timed)
        system.structure[_DRIVEN] = timed or any(placed.driver for placed in system.elements)
    return bool(system.structure[_DRIVEN])


def is_timed(system: System) -> bool:
    """Whether functions of time may have kinks, or formulas of the time are watched, at times that values may move."""
    return bool(_timed(system)) or not all(function.smooth() for function in _functions(system))


def break_notes(system: System, start: float, until: float) -> list[str]:
    """What is to be said of formulas of the time whose changes are too many to be found one by one."""
    formulas = list(_timed(system))
    for function in _functions(system):
        if isinstance(function, Formula):
            formulas += [(f"law '{function.value}'", switch) for switch in function.value.switches("t")]
    env = _numbers(system) if formulas else {}
    owners = [owner for owner, formula in formulas if not zeros(formula, env, "t", (start, until)).all_found]
    return [
        f"{owner} is zero over a stretch of time, or changes its sign more often than can be followed: "
        "changes closer together than a sixty thousandth of the run may have been passed unseen"
        for owner in dict.fromkeys(owners)
    ]


def _functions(system: System) -> list[Function]:
    """Functions of time in laws and drivers."""
    functions = list(system.signals.breaks) if system.signals is not None else []
    return functions + [
        placed.element.value for placed in system.elements if placed.driver and hasattr(placed.element, "value")
    ]


def _timed(system: System) -> list[tuple[str, Expression]]:
    return list(system.signals.timed) if system.signals is not None else []


def _numbers(system: System) -> dict[str, Any]:
    """The parameters; of real tables as plain numbers."""
    if system.scalar != "real":
        return dict(system.env)
    return {name: float(np.real(value)) for name, value in system.env.items()}


def first_behind(packed: Packed, kinks: list[Kink]) -> list[Any]:
    """The first number at or behind each place with which the function is what it is behind it: `t > 1` fails at 1."""
    if not kinks:
        return []
    x = np.array([float(place.real) for place, _ in kinks])
    orders = np.array([order for _, order in kinks])
    beside, rows = BESIDE * np.maximum(1.0, np.abs(x)), np.arange(len(x))
    before, after = (sample(packed, x + side)[rows, orders] for side in (-beside, beside))
    for _ in range(_NEIGHBOURS):
        here = sample(packed, x)[rows, orders]
        early = ~(np.abs(here - after) <= _BEHIND * np.abs(here - before))  # at zero `sign` is neither
        if not early.any():
            break
        x = np.where(early, np.nextafter(x, np.inf), x)
    return [float(at) + (place - float(place.real)) for at, (place, _) in zip(x, kinks, strict=True)]
