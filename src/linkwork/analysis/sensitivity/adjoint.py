"""The gradient of a few numbers by many parameters: the discrete adjoint of a simulation.

The motion is simulated once, by method 'dop853' in the coordinates of the bodies, and the states at its steps are kept,
in stretches between switches of laws, events and breaks of functions of time (`adjoint_record`, `adjoint_sweep`).
Then the derivative of every number is carried back from the last step to the first: one sweep serves all parameters. It
is the derivative of the steps that were made, as `simulate_tangents` finds it, but for terms of the size of the
projections, which are below the tolerance of the integration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.analysis.responses.detail import FEWEST, added_times, only_at
from linkwork.analysis.sensitivity.adjoint_charts import start_in_charts
from linkwork.analysis.sensitivity.adjoint_directions import directions
from linkwork.analysis.sensitivity.adjoint_probes import Probes
from linkwork.analysis.sensitivity.adjoint_record import record
from linkwork.analysis.sensitivity.adjoint_seeds import Seeds, as_response, state_size
from linkwork.analysis.sensitivity.adjoint_sweep import Sweep
from linkwork.analysis.sensitivity.dynamic import is_text, needed_times, parameter_values, require_texts, twin_of
from linkwork.analysis.sensitivity.dynamic_start import Start, start_of
from linkwork.analysis.simulation.time_breaks import carried_breaks
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression import resolve_parameters
from linkwork.numerics.analytic import STEP
from linkwork.places import layout_kernel as layout
from linkwork.run.run import Run
from linkwork.system.modal.tables import refuse_modes
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


class Adjoint(NamedTuple):
    """The run, the values of the responses, and their derivatives: one row a response, one column a parameter."""

    run: Run
    values: Array
    gradient: Array


def adjoint(
    mechanism: Mechanism,
    names: Sequence[str],
    responses: Sequence[Any],
    until: float,
    points: int = 201,
    **options: Any,
) -> Adjoint:
    """The gradient of responses of a simulation by the parameters named.

    A response is a function of a run that asks it for channels, `lambda run: run["slider.x"][-1]`, or has such a
    function as its `value`.
    """
    refuse_modes(mechanism, "sensitivity by method 'adjoint'", "use method='direct'")
    values = parameter_values(mechanism, names)
    wanted = [as_response(response) for response in responses]
    recorder, run = record(mechanism, until, points, options)
    require_texts(run, responses)
    asked, added = run.t, np.union1d(added_times(run, np.inf), needed_times(run, responses))
    added = np.setdiff1d(added, asked)
    if len(added) and all(is_text(response) for response in responses):
        recorder, run = record(mechanism, until, points, options, added)
    elif len(added_times(run, FEWEST)) and any(is_text(response) for response in responses):
        raise AnalysisError(
            f"{mechanism.name}: events follow each other so closely that there are no points between them; "
            "give more points, or use method='direct'"
        )
    system = recorder.system
    plain = twin_of(mechanism, {})
    span = float(run.t[0]), float(run.t[-1])
    passed = recorder.breaks[recorder.breaks.real <= span[1]]  # an event may have ended the run before the others
    independent = not any(definition.names for definition in mechanism.parameters_by_name.values())
    start = start_of(mechanism, run.q[0], span[0], options)
    whole = directions(lambda overrides: _numbers(mechanism, overrides, start, span, passed), values, independent)
    length = len(plain.p) + int(plain.k[layout.OUT] - plain.k[layout.MEMORY])
    tables, breaks, rows = np.split(whole, [length, length + len(passed)], axis=1)
    _require_tables(mechanism, plain, tables)
    seeds = Seeds(wanted, run, plain)
    inner = np.ascontiguousarray(tables[:, : len(plain.p)])
    sweep = Sweep(
        recorder,
        run,
        plain,
        Probes(system, plain, inner),
        inner,
        breaks,
        seeds.by_states(state_size(system)),
        seeds.by_event_times(recorder.passed),
    )
    ends, sums = sweep.back()
    sums += ends @ _start_directions(start, plain, tables, values, rows, run.v[0]).T
    place = {name: number for number, name in enumerate(values)}

    def twin(shares: Mapping[str, float]) -> System:
        own = {name: complex(values[name], STEP * share) for name, share in shares.items()}
        env = {**plain.env, **own} if independent else resolve_parameters(mechanism.parameters_by_name, own)
        moved = sum(share * inner[place[name]] for name, share in shares.items())
        return plain.replaced(p=plain.p + 1j * STEP * moved, env=env)

    sums += seeds.by_parameters(twin, list(values))
    numbers = np.array([float(np.real(response(run))) for response in wanted])
    return Adjoint(run if len(run.t) == len(asked) else only_at(run, asked), numbers, sums)


def _numbers(
    mechanism: Mechanism, overrides: Mapping[str, Any], start: Start, span: tuple[float, float], times: Array
) -> Array:
    """All numbers that parameters may change: the table, the memory at the start, `times` at which functions break.

    Where a motion starts from rest, also what they put into the equations of its position.
    """
    system = twin_of(mechanism, overrides)
    rows = start.rows(overrides, system) if start.at_rest else np.zeros(0)
    breaks = carried_breaks(system, *span, times)
    return np.concatenate([system.p, system.remembered(system.workspace()), breaks, rows])


def _states_at(system: System) -> slice:
    """Where the states lie in the memory."""
    first = int(system.k[layout.STATE] - system.k[layout.MEMORY])
    return slice(first, first + int(system.k[layout.STATES]))


def _require_tables(mechanism: Mechanism, plain: System, tables: Array) -> None:
    """Refuse parameters that are kept in the memory, as those of laws in Python are."""
    memory = tables[:, len(plain.p) :].copy()
    memory[:, _states_at(plain)] = 0.0
    if np.any(memory):
        raise AnalysisError(
            f"{mechanism.name}: a law in Python takes a parameter as its argument, which the adjoint does not follow; "
            "use method='direct'"
        )


def _start_directions(
    start: Start, plain: System, tables: Array, values: dict[str, float], rows: Array, rates: Array
) -> Array:
    """Derivatives of the state that is started from, one row a parameter."""
    states = tables[:, len(plain.p) :][:, _states_at(plain)]
    if start.at_rest:
        q = start.moved_by(rows)
        return np.hstack([q, np.zeros_like(q), states])
    starts = [start.carrying({name: complex(value, STEP)}) for name, value in values.items()]
    here = start.q.astype(complex)
    q = np.array([plain.difference(place, here).imag for place, _ in starts]) / STEP
    v = np.array([velocity.imag for _, velocity in starts]) / STEP
    return np.hstack([q, start_in_charts(plain, q, rates, v), states])
