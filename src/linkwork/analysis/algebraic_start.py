"""Algebraic variables at the start: values that make their equations zero, or one error that names those without."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.places import layout_kernel as layout
from linkwork.system.system import System


def without_value(system: System, memory: Array) -> list[str]:
    """Algebraic variables that have no value in a memory."""
    unknowns = {} if system.signals is None else system.signals.unknowns or {}
    return [name for name, place in unknowns.items() if not np.isfinite(memory[place].real)]


def require_values(system: System, q: Array, v: Array, t: float) -> None:
    """Refuse a start at which equations of algebraic variables have no solution near where it is looked for."""
    if system.signals is None or not system.signals.unknowns:
        return
    from linkwork.system.dynamics.dynamics import Dynamics

    dynamics = Dynamics(system)
    dynamics.place(q, t, v)
    lacking = without_value(system, dynamics.w[int(system.k[layout.MEMORY]) :])
    if lacking:
        raise AnalysisError(f"{system.mechanism.name}: {_lacking(system, lacking, t)}")


def _lacking(system: System, names: list[str], t: float) -> str:
    """What has no value, and what to do."""
    parts: Any = system.mechanism.signals
    told = ", ".join(
        f"'{name}' ({getattr(parts[name].equation, 'value', 'its law')} = 0, looked for near {parts[name].start})"
        for name in names
    )
    return (
        f"no value at t = {t:g} s solves the equation of algebraic {told}; begin nearer by start=, or look whether the "
        "equations contradict each other or one of them does not contain its variable"
    )


def lost_values(system: System, t: Array, memory: Array) -> list[str]:
    """Notes on algebraic variables that lose their value during a run."""
    unknowns = {} if system.signals is None else system.signals.unknowns or {}
    found = list[str]()
    for name, place in unknowns.items():
        gone = np.flatnonzero(~np.isfinite(memory[:, place].real))
        if len(gone):
            begin = f"algebraic '{name}' has no value from t = {t[gone[0]].real:.6g} s on"
            found.append(f"{begin}: its equation has no solution near the last one there")
    return found
