"""Numbers with which a simulation can be carried out: tolerances, step, damping of the method, samples."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from linkwork.base.errors import AnalysisError, shown
from linkwork.mechanism.model_requests import SMALLEST_ATOL, SMALLEST_RTOL
from linkwork.system.system import System

MOST_SAMPLES = 1e7
"""More samples than these in one simulation would take hours."""

_RULES = {
    "rtol": ("must be at least 1e-14 and below 1, as in rtol=1e-9", lambda value: SMALLEST_RTOL <= value < 1.0),
    "atol": ("must be at least 1e-100, as in atol=1e-11", lambda value: value >= SMALLEST_ATOL),
    "step": ("must be a time in s, above 0, or 0 to leave it to the method", lambda value: value >= 0.0),
    "rho": ("must be from 0 (strongest damping) to 1 (none)", lambda value: 0.0 <= value <= 1.0),
}
_NAMES = {"method": "dop853", "formulation": "joint"}


def check_asked(*asked: Any) -> None:
    """Refuse what a simulation is asked for and cannot do, whatever the mechanism is.

    These are its end, points and start, method, tolerances, step, formulation and damping of the method. Questions
    that were good are remembered: calls are often repeated with other values of parameters.
    """
    try:
        _check_asked(*asked)
    except TypeError:  # something that cannot be remembered
        _check_asked.__wrapped__(*asked)


@lru_cache(64, typed=True)
def _check_asked(
    until: Any, points: Any, start: Any, method: Any, rtol: Any, atol: Any, step: Any, formulation: Any, rho: Any
) -> None:
    check_numbers("simulate", rtol=rtol, atol=atol, step=step, rho=rho)
    check_names("simulate", method=method, formulation=formulation)
    if points < 2 or not (np.isfinite(start) and np.isfinite(until)) or until <= start:
        raise AnalysisError("a simulation needs at least 2 points and an end after its start")
    if rho is not None and method not in ("alpha", "midpoint"):
        raise AnalysisError(
            f"rho is the numerical damping of methods 'alpha' and 'midpoint'; leave it out with method '{method}'"
        )


def check_numbers(analysis: str, /, **values: Any) -> None:
    """Refuse numbers of an analysis that make no sense; what is None is left to the method."""
    for name, value in values.items():
        words, good = _RULES[name]
        if value is not None and not (is_number(value) and good(value)):
            raise AnalysisError(f"{analysis}: {name} {words}; found {shown(value)}")


def check_names(analysis: str, /, **values: Any) -> None:
    """Refuse a method or a formulation that is no text."""
    for name, value in values.items():
        if not isinstance(value, str):
            raise AnalysisError(
                f"{analysis}: {name} must be a name, as in {name}='{_NAMES[name]}'; found {shown(value)}"
            )


def is_number(value: Any) -> bool:
    """Whether it is a finite number."""
    try:
        return not isinstance(value, bool | str) and math.isfinite(value)
    except TypeError:
        return False


def refuse_many_samples(system: System, duration: float) -> None:
    """Refuse a sampled controller whose period is so short that the run would not end."""
    for sampler in system.signals.samplers if system.signals is not None else ():
        if duration > MOST_SAMPLES * sampler.period:
            raise AnalysisError(
                f"signal '{sampler.owner}': with a period of {sampler.period:g} s it would take "
                f"{duration / sampler.period:.3g} samples, and at most {MOST_SAMPLES:g} are taken; "
                "give a longer period, or a continuous controller (pid)"
            )
