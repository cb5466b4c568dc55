"""Simulate: the motion of a mechanism under its forces.

The initial position is assembled, initial rates fulfil the constraints; then the compiled loop integrates, stays on the
constraints, finds events and writes the output (`time_loop`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.algebraic_start import require_values
from linkwork.analysis.assembly.assemble import Assembly, assemble, closed, freely_assembled, require_start
from linkwork.analysis.assembly.drawn import closed_drawing
from linkwork.analysis.given_numbers import require_room
from linkwork.analysis.kept import kept_by, question_of, tables_of
from linkwork.analysis.simulation.beginning.kept_beginning import keep_beginning, kept_beginning
from linkwork.analysis.simulation.compiled import AUTO, MODEL, TABLES, OwnRate, check_compiled
from linkwork.analysis.simulation.decaying import with_decay
from linkwork.analysis.simulation.friction_loads import with_known_loads
from linkwork.analysis.simulation.run_notes import motion_notes, signal_notes
from linkwork.analysis.simulation.simulation_numbers import check_asked, refuse_many_samples
from linkwork.analysis.simulation.singular.first_row import settle_first_row
from linkwork.analysis.simulation.singular.passed_positions import PASSED
from linkwork.analysis.simulation.start import is_at_rest, require_masses, starting_rates
from linkwork.analysis.simulation.time_loop import begin_loop, run_loop
from linkwork.analysis.simulation.timed_events import idle_events
from linkwork.analysis.times import evenly
from linkwork.base.errors import AnalysisError, shown
from linkwork.base.late_dataclass import dataclass
from linkwork.expression.given import public
from linkwork.mechanism.contacts import contact_names
from linkwork.run.redundancy import settle_reactions
from linkwork.run.run import Run
from linkwork.system.constraints.rank import is_known_independent, note_independent
from linkwork.system.loop.moment import USUAL_TOLERANCES, Loop, Options
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_ANY_COORDINATES = ("dop853", "adams", "rk4", "radau")  # methods that go with formulations in bodies and in joints
_USUAL = Options()
_TIGHTEST = 1e-13  # relative tolerance of the run by which errors are estimated


@public
def simulate(
    mechanism: Mechanism,
    until: float,
    points: int = 201,
    *,
    start: float = 0.0,
    hold: Mapping[str, Any] | None = None,
    speeds: Mapping[str, Any] | None = None,
    method: str = "dop853",
    rtol: float | None = None,
    atol: float | None = None,
    step: float = 0.0,
    formulation: str = "auto",
    settings: Mapping[str, float] | None = None,
    rho: float | None = None,
    estimate_error: bool = False,
    check_energy: bool = False,
    stiffness: Mapping[str, Any] | None = None,
    branch: Assembly | int | None = None,
    compiled: str = "auto",
    progress: bool = True,
) -> Run:
    """Integrate the motion from the assembled position; `speeds` gives initial rates such as {"crank.omega": 10}.

    `rtol` and `atol` are the errors allowed in a step; left out, they are what suits the method. `estimate_error` runs
    again with tolerances ten times smaller (past singular positions a hundred times, in the other kind of coordinates):
    `run.error("slider.x")` then tells how many digits hold. `check_energy`
    compares the change of energy with the work of forces and drivers. `stiffness` gives joints a stiffness from which
    those reactions follow that are not unique. `formulation` and its `settings` say how the constraints are kept.
    `branch` is the assembled position to start from, instead of the one found from the estimates; or, at a singular
    start, the number of one of the branches that go on from it. `compiled` says what the loop calls: the tables, or a
    right-hand side that is recorded and compiled for this mechanism alone ("model"); "auto" takes that in long runs.
    """
    check_compiled(compiled)
    if estimate_error and method == "midpoint" and rho is not None:
        raise AnalysisError("the error of method 'midpoint' with rho is not estimated; compare runs of two steps")
    asked: dict[str, Any] = {
        "until": until,
        "points": points,
        "start": start,
        "hold": hold,
        "speeds": speeds,
        "method": method,
        "rtol": rtol,
        "atol": atol,
        "step": step,
        "formulation": formulation,
        "settings": settings,
        "rho": rho,
    }
    if branch is None:
        key = question_of(mechanism, asked)
        begun = kept_by(mechanism, "simulation", key, partial(_begun, mechanism, key, asked))
    else:
        begun = begin(mechanism, **asked, branch=branch)
    run = begun.followed(begun.loop, compiled, progress)
    run.notes += begun.notes
    run.notes += signal_notes(run) + settle_first_row(run)
    settle_reactions(run, stiffness)
    if estimate_error:
        run.finer = begun.followed(begun.again(_finer(begun.options, run)), AUTO, progress)
        settle_first_row(run.finer)
    run.notes += motion_notes(run, check_energy)
    return run


def _finer(options: Options, run: Run) -> Options:
    """Tolerances ten times smaller, or half the step; past singular positions in the other kind of coordinates.

    There the same formulation makes the same error whatever its tolerance, and the other one may be off to the same
    side: its tolerances are smaller by ten once more.
    """
    finer = replace(options, rtol=0.1 * options.rtol, atol=0.1 * options.atol, step=0.5 * options.step)
    taken = run.moment.options.formulation
    if options.method not in _ANY_COORDINATES or not any(event.kind == PASSED for event in run.events):
        return finer
    rtol = min(max(0.01 * options.rtol, _TIGHTEST), options.rtol)
    atol = min(max(0.01 * options.atol, 0.01 * _TIGHTEST), options.atol)
    return replace(finer, rtol=rtol, atol=atol, formulation=_other(run.system, taken), settings={})


def _other(system: System, taken: str) -> str:
    """A formulation that makes other errors at singular positions and takes the mechanism, too."""
    from linkwork.system.formulations.formulations import FORMULATIONS
    from linkwork.system.formulations.motion_rows import has_own_trees
    from linkwork.system.rods.spatial.idle_spins import idle_spins

    in_bodies = "projection" if taken != "projection" else "null-space"
    if FORMULATIONS[taken].joints:
        other_joints = "joint" if taken != "joint" else "joint-null-space"
        return other_joints if idle_spins(system) else in_bodies
    mechanism = system.mechanism
    refused = has_own_trees(mechanism.tree_request) or (system.modal and contact_names(mechanism))
    return in_bodies if refused else "joint"


def _tables(mechanism: Mechanism, method: str) -> System:
    """The mechanism with its masses and forces, as a method needs it."""
    return mechanism.system(dynamics=True, stepping=method == "moreau")


@dataclass
class Begun:
    """A simulation that has not made a step yet, with its output times."""

    system: System
    assembly: Assembly
    v: Any
    options: Options
    grid: NDArray[np.float64]
    notes: list[str]

    @cached_property
    def loop(self) -> Loop:
        """The loop at its start."""
        return self.again(self.options)

    def again(self, options: Options) -> Loop:
        """The loop at its start with other options."""
        return begin_loop(self.system, self.assembly, self.v, float(self.grid[0]), options)

    def followed(self, loop: Loop, compiled: str, progress: bool) -> Run:
        """The run over the output times, by the tables or by a right-hand side of its own."""
        if compiled == TABLES:
            return run_loop(loop, self.grid, progress)
        own = OwnRate(self.system, self.assembly.q, self.v)
        if compiled == MODEL:
            loop = loop.copy()
            own.put_into(loop)
            return run_loop(loop, self.grid, progress)
        return run_loop(loop, self.grid, progress, own)


def _begun(mechanism: Mechanism, key: str, asked: Mapping[str, Any]) -> Begun:
    """A simulation that begins as one did before its parameters changed, where it does; else in the usual way."""
    begun = _begun_again(mechanism, key)
    if begun is not None:
        return begun
    begun = begin(mechanism, **asked)
    if begun.system.replayed and not (asked["hold"] or asked["speeds"]):
        keep_beginning(key, begun)
    return begun


def _begun_again(mechanism: Mechanism, key: str) -> Begun | None:
    if not mechanism._is_replayed:
        return None
    tables = tables_of(mechanism, dynamics=True)
    kept = kept_beginning(tables, key)
    if kept is None:
        return None
    start = float(kept.grid[0])
    assembly = closed_drawing(mechanism, tables, start) or freely_assembled(mechanism, start)
    if not assembly.ok or assembly.wound is not None or not is_at_rest(assembly):
        return None
    loop = kept.again(tables, assembly)
    if loop is None:
        return None
    begun = Begun(tables, assembly, np.zeros(len(assembly.q)), kept.options, kept.grid, [])
    begun.loop = loop
    return begun


def begin(
    mechanism: Mechanism,
    until: float,
    points: int = 201,
    *,
    start: float = 0.0,
    hold: Mapping[str, Any] | None = None,
    speeds: Mapping[str, Any] | None = None,
    method: str = "dop853",
    rtol: float | None = None,
    atol: float | None = None,
    step: float = 0.0,
    formulation: str = "auto",
    settings: Mapping[str, float] | None = None,
    rho: float | None = None,
    branch: Assembly | int | None = None,
) -> Begun:
    """Check what is asked for, assemble, and find the rates to start with."""
    check_asked(until, points, start, method, rtol, atol, step, formulation, rho)
    if settings is not None and not isinstance(settings, Mapping):
        raise AnalysisError(f"settings: expected a mapping such as {{'alpha': 5}}; found {shown(settings)}")
    if speeds is not None and not isinstance(speeds, Mapping):
        raise AnalysisError(f"speeds: expected a mapping such as {{'crank.omega': 10}}; found {shown(speeds)}")
    require_room("simulate: points", points, mechanism)
    grid = evenly(float(start), float(until), int(points))
    if isinstance(branch, Assembly):
        require_start(mechanism, branch, float(grid[0]))
        assembly, tables = closed(mechanism, branch), _tables(mechanism, method)
    else:
        mechanism.validate()
        tables = _tables(mechanism, method)
        drawn = None if hold else closed_drawing(mechanism, tables, float(grid[0]))
        assembly = drawn or assemble(mechanism, hold=hold, at=float(grid[0]))
    if not assembly.ok:
        raise AnalysisError(assembly.text())
    system = tables.with_turns(assembly.wound)
    require_masses(mechanism, system, assembly, formulation)
    refuse_many_samples(system, float(until) - float(start))
    system, friction_notes = with_known_loads(system, assembly.q, float(grid[0]))
    if method == "midpoint" and rho is not None:
        system, told = with_decay(system, step, rho)
        friction_notes = [*friction_notes, told]
    number = branch if isinstance(branch, int) else 0
    v, notes = starting_rates(mechanism, assembly, speeds or {}, number, formulation)
    still = not (hold or mechanism.initial or mechanism.drivers)
    if still and is_known_independent(assembly.system, assembly.q, assembly.t):
        note_independent(system, assembly.q, assembly.t)  # the joints are the same in both tables
    require_values(system, assembly.q, v, float(grid[0]))
    notes += idle_events(system, float(grid[0]), float(grid[-1]))
    if system.wound is not None:
        notes += system.wound.told(system)
    usual = USUAL_TOLERANCES.get(method, _USUAL.tolerances)
    options = Options(
        method,
        usual[0] if rtol is None else rtol,
        usual[1] if atol is None else atol,
        step,
        _USUAL.rho if rho is None else rho,
        formulation,
        dict(settings or {}),
    )
    return Begun(system, assembly, v, options, grid, notes + friction_notes)
