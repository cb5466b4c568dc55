"""The gradient of a few numbers by many parameters: the discrete adjoint of a simulation.

The motion is simulated once, by method 'dop853' in the coordinates of the bodies, and the states at its steps are kept.
Then the derivative of every number is carried back from the last step to the first: one sweep serves all parameters. It
is the derivative of the steps that were made, as `simulate_tangents` finds it, but for terms of the size of the
projections, which are below the tolerance of the integration.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.sensitivity.adjoint_directions import directions
from linkwork.analysis.sensitivity.adjoint_seeds import Seeds, as_response, state_size
from linkwork.analysis.sensitivity.adjoint_structure import Structure, grouped
from linkwork.analysis.sensitivity.dynamic import parameter_values, twin_of
from linkwork.analysis.sensitivity.dynamic_start import Start
from linkwork.analysis.simulate import begin
from linkwork.analysis.time_loop import Driver
from linkwork.errors import AnalysisError
from linkwork.mechanism.expression import resolve_parameters
from linkwork.mechanism.touching import refuse_touching
from linkwork.numerics.analytic import STEP
from linkwork.run.run import Run
from linkwork.system import layout_kernel as layout
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

Array = NDArray[Any]
_SLICE = 200  # steps between two looks for Ctrl-C


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
    values = parameter_values(mechanism, names)
    wanted = [as_response(response) for response in responses]
    recorder, run = _record(mechanism, until, points, options)
    system = recorder.system
    plain = twin_of(mechanism, {})
    independent = not any(definition.names for definition in mechanism.parameters_by_name.values())
    tables = directions(lambda overrides: _numbers(twin_of(mechanism, overrides)), values, independent)
    _require_tables(mechanism, plain, tables)
    seeds = Seeds(wanted, run, plain)
    ends, sums = _backward(recorder, run.t, plain, tables[:, : len(plain.p)], seeds.by_states(state_size(system)))
    start = Start(mechanism, run.q[0], float(run.t[0]), options.get("hold"), options.get("speeds"))
    sums += ends @ _start_directions(start, plain, tables, values, independent).T
    for number, (name, direction) in enumerate(zip(values, tables, strict=True)):
        own = {name: complex(values[name], STEP)}
        env = {**plain.env, **own} if independent else resolve_parameters(mechanism.parameters_by_name, own)
        twin = plain.replaced(p=plain.p + 1j * STEP * direction[: len(plain.p)], env=env)
        sums[:, number] += seeds.by_parameter(twin)
    return Adjoint(run, np.array([float(np.real(response(run))) for response in wanted]), sums)


def _numbers(system: System) -> Array:
    """All numbers of a system that parameters may change: its table, and the memory at the start."""
    return np.concatenate([system.p, system.remembered(system.workspace())])


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


def _start_directions(start: Start, plain: System, tables: Array, values: dict[str, float], independent: bool) -> Array:
    """Derivatives of the state that is started from, one row a parameter."""
    n, states = len(plain.coordinates), tables[:, len(plain.p) :][:, _states_at(plain)]
    if start.at_rest:
        q = start.moved_by(directions(start.rows, values, independent))
        return np.hstack([q, np.zeros_like(q), states])
    found = [np.concatenate(start.carrying({name: complex(value, STEP)})) for name, value in values.items()]
    return np.hstack([np.array(found).reshape(-1, 2 * n).imag / STEP, states])


class _Recorder(Driver):
    """The loop of a simulation, one step at a time, that keeps the states at its steps."""

    finished: Any
    """The run, when the loop has ended."""

    def drive(self, progress: bool) -> None:
        """Step after step up to the end."""
        from linkwork.numerics import integrator_state_kernel as place

        moment, loop = self.moment, self.loop
        z, s, k, w = moment.z, moment.s, self.system.k, moment.w
        at, size = int(s[place.Y]), int(s[place.SIZE])
        memory = slice(int(k[layout.MEMORY]), int(k[layout.OUT]))
        self.times, self.states, self.memories = list[float](), list[Array](), list[Array]()
        while self._goes_on():
            before = int(s[place.STEPS])
            remembered = w[memory].copy()
            self._slice(1)
            if s[place.STEPS] == before:
                continue
            if not self.times:
                old = int(s[place.Y_OLD])
                self.times.append(float(z[place.T_OLD]))
                self.states.append(z[old : old + size].copy())
                self.memories.append(remembered)
            self.times.append(float(z[place.T]))
            self.states.append(z[at : at + size].copy())
            self.memories.append(w[memory].copy())
        if self.events or self.state[loop.FRESH_STARTS] or self.state[loop.STATUS] != loop.FINISHED or len(self.breaks):
            raise AnalysisError(
                f"{self.system.mechanism.name}: the adjoint goes through smooth motions only, and this one has events "
                "or ends early; use method='direct'"
            )


def _require_smooth(mechanism: Mechanism) -> None:
    """Refuse contacts and dry friction."""
    instead = "use method='direct'"
    refuse_touching(mechanism, "the adjoint of a simulation", instead)
    pressing = [name for name, contact in mechanism.touching_parts.items() if contact.force is not None]
    if pressing:
        raise AnalysisError(
            f"{mechanism.name}: the adjoint of a simulation knows no force of '{pressing[0]}'; {instead}"
        )


def _record(mechanism: Mechanism, until: float, points: int, options: dict[str, Any]) -> tuple[_Recorder, Run]:
    """The simulation with its steps."""
    _require_smooth(mechanism)
    if mechanism.world.dimensions != 2:
        raise AnalysisError(f"{mechanism.name}: the adjoint is there for the plane; in space use method='direct'")
    unneeded = ("progress", "check_energy", "estimate_error", "stiffness")
    options = {name: value for name, value in options.items() if name not in unneeded}
    if options.pop("method", "dop853") != "dop853":
        raise AnalysisError("the adjoint goes back through the steps of method 'dop853'; leave the method out")
    if options.pop("formulation", "auto") not in ("auto", "cartesian", "projection"):
        raise AnalysisError("the adjoint goes back in the coordinates of the bodies; leave the formulation out")
    begun = begin(mechanism, until, points, formulation="projection", **options)
    recorder = _Recorder(begun.loop, begun.grid)
    run = recorder.run(False)
    run.notes += begun.notes
    return recorder, run


def _backward(
    recorder: _Recorder, output_times: Array, plain: System, tables: Array, seeds: Array
) -> tuple[Array, Array]:
    """Weights on the state that is started from, and derivatives by the parameters through the motion."""
    from linkwork.system.tangent_adjoint_kernel import go_back, start_back

    moment, system = recorder.moment, recorder.system
    probes = _probes(system, plain, tables)
    times = np.array(recorder.times)
    steps = times, np.diff(times), np.array(recorder.states), np.array(recorder.memories)
    outputs = output_times, seeds, np.searchsorted(output_times, times, side="right")
    responses, size = seeds.shape[1:]
    ends, sums = np.zeros((responses, size)), np.zeros((responses, len(tables)))
    room = _room(responses, size, probes[-1].size, len(system.coordinates) + len(system.equations))
    for last in range(len(times) - 2, -1, -_SLICE):
        go_back(probes, system.p, moment.w, steps, outputs, room, ends, sums, last, max(last - _SLICE + 1, 0))
    start_back(probes, system.p, moment.w, steps, seeds, room, ends, sums)
    return ends, sums


def _room(responses: int, size: int, rows: int, unknowns: int) -> tuple[Array, ...]:
    """Scratch of the backward sweep."""
    from linkwork.numerics.dop853_kernel import INTERPOLANT, STAGES

    return (
        np.zeros((STAGES, size)),
        np.zeros((STAGES, size)),
        np.zeros((STAGES, responses, size)),
        np.zeros((responses, size)),
        np.zeros((responses, size)),
        np.zeros(unknowns),
        np.zeros((responses, rows)),
        np.zeros(INTERPOLANT),
        np.zeros(size),
        np.zeros(size),
    )


def _probes(system: System, plain: System, directions: Array) -> tuple[Any, ...]:
    """The tuple of `tangent_stage_kernel`."""
    structure = Structure(system)
    members, first, counts, owner = structure.probes()
    touched = [structure.touched(direction) for direction in directions]
    groups = grouped(touched, structure.rows)
    tables = np.tile(plain.p.real.astype(complex), (len(groups) + 1, 1))
    owners = np.full((len(groups), structure.rows), -1)
    for number, group in enumerate(groups):
        for parameter in group:
            tables[number + 1] += 1j * STEP * directions[parameter]
            owners[number, touched[parameter]] = parameter
    entries = np.column_stack([system.entry_rows, system.entry_columns])
    heavy = system.k[int(system.k[layout.MASS_AT]) :][: int(system.k[layout.MASSES])]
    mass_at = np.array(system.world.mass_entries(heavy), np.int64).reshape(-1, 2)
    unknowns = len(system.coordinates) + len(system.equations)
    return (
        system.k,
        plain.k,
        tables,
        plain.workspace(),
        np.ascontiguousarray(entries, np.int64),
        mass_at,
        members,
        np.asarray(first, np.int64),
        np.asarray(counts, np.int64),
        owner,
        np.ascontiguousarray(owners, np.int64),
        np.zeros(unknowns, complex),
        np.zeros(structure.rows),
    )
