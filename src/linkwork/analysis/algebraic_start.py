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
    return [name for name, place in solved_places(system).items() if not np.isfinite(memory[place].real)]


def solved_places(system: System) -> dict[str, int]:
    """Places of what is found from equations: algebraic variables, groups of ideal parts."""
    signals = system.signals
    return {} if signals is None else {**(signals.unknowns or {}), **signals.modes}


def require_values(system: System, q: Array, v: Array, t: float) -> None:
    """Refuse a start at which equations of algebraic variables have no solution near where it is looked for."""
    if not solved_places(system):
        return
    from linkwork.system.dynamics.dynamics import Dynamics

    dynamics = Dynamics(system)
    dynamics.place(q, t, v)
    lacking = without_value(system, dynamics.w[int(system.k[layout.MEMORY]) :])
    if lacking:
        raise AnalysisError(f"{system.mechanism.name}: {_lacking(system, lacking, t)}")


def _lacking(system: System, names: list[str], t: float) -> str:
    """What has no value, and what to do."""
    from linkwork.signals.parts import Algebraic

    parts: Any = system.mechanism.signals
    ideal = [name for name in names if not isinstance(parts[name], Algebraic)]
    if ideal:
        return f"at t = {t:g} s {parts[ideal[0]].without_value}"
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
    lost_values = list[str]()
    for name, place in solved_places(system).items():
        gone = np.flatnonzero(~np.isfinite(memory[:, place].real))
        if len(gone):
            from linkwork.signals.parts import Algebraic

            begin = f"'{name}' has no value from t = {t[gone[0]].real:.6g} s on"
            kind = "algebraic " if isinstance(system.mechanism.signals[name], Algebraic) else ""
            lost_values.append(f"{kind}{begin}: {system.mechanism.signals[name].without_value}")
    return lost_values
