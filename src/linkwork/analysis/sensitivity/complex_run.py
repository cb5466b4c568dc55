"""A run that carries the derivative by one parameter: every channel of it carries the channel's derivative.

Its numbers are x + i*STEP*x_b, on tables whose parameter is b + i*STEP; the channels are those of any run.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.mechanism.expression import resolve_parameters
from linkwork.numerics.analytic import STEP, carrying
from linkwork.run.loads import Loads, arrays_of, empty_loads
from linkwork.run.run import Run

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System

Array = NDArray[Any]


@dataclass(frozen=True)
class Tangents:
    """Derivatives of a run by one parameter, one row a frame; what is left out is zero.

    multipliers  of all equations, as in `run.loads.multipliers`
    states       own states of forces and signals with the integrals of powers behind them
    memory       the whole of `run.loads.memory`, where more than the states is known (channels of contacts)
    events       of the times of `run.events`
    """

    q: Array
    v: Array
    a: Array
    multipliers: Array | None = None
    states: Array | None = None
    memory: Array | None = None
    events: Array | None = None


def system_of(mechanism: Mechanism, parameter: str, *, dynamics: bool) -> System:
    """The tables in complex numbers whose parameter carries its own derivative."""
    value = resolve_parameters(mechanism.parameters_by_name)[parameter]
    return mechanism.system(scalar="complex", dynamics=dynamics).with_parameters({parameter: complex(value, STEP)})


def complex_run(run: Run, system: System, tangents: Tangents) -> Run:
    """The run that carries derivatives, on complex tables with or without masses, as the run's loads need them."""
    q, v, a = (carrying(real, tangent) for real, tangent in zip(_motion(run), _motion(tangents), strict=True))
    found = Run(system, run.t, q, v, a, run.sigma, run.memory, run.branch)
    events = np.zeros(len(run.events)) if tangents.events is None else tangents.events
    found.events = [
        replace(event, t=event.t if rate == 0.0 else complex(event.t, STEP * rate))
        for event, rate in zip(run.events, events, strict=True)
    ]
    found.touches, found.impulses, found.completed = run.touches, run.impulses, run.completed
    if run.loads is not None:
        found.loads = _loads(run.loads, system, run.t, q, v, tangents)
        found.loads.settled = run.loads.settled
    return found


def _motion(of: Any) -> tuple[Array, Array, Array]:
    return of.q, of.v, of.a


def _loads(loads: Loads, system: System, t: Array, q: Array, v: Array, tangents: Tangents) -> Loads:
    """Forces and energies along the motion."""
    from linkwork.system import layout_kernel as layout
    from linkwork.system.tangent_kernel import loads_along

    multipliers = carrying(loads.multipliers, _or_zero(tangents.multipliers, loads.multipliers))
    first, count = _states(loads.system), int(system.k[layout.STATES])
    known = loads.memory[:, first : first + count]
    states = carrying(known, _or_zero(tangents.states, known))
    found = empty_loads(system, len(t))
    loads_along(system.k, system.p, system.workspace(), t, q, v, multipliers, states, arrays_of(found))
    if tangents.memory is not None:
        found.memory = carrying(loads.memory, tangents.memory)
    return found


def _states(system: System) -> int:
    return 0 if system.signals is None else system.signals.first_state


def _or_zero(values: Array | None, like: Array) -> Array:
    return np.zeros(like.shape) if values is None else values
