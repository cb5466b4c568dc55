"""What is verified: a mechanism at its start, a time grid and the options that its model asks for."""

from __future__ import annotations

import copy
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf, pi, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.assembly.assemble import Assembly, assemble
from linkwork.analysis.given_numbers import require_room
from linkwork.analysis.kinematics.inverse import inverse_dynamics
from linkwork.analysis.requested import simulate_options
from linkwork.analysis.simulation.simulation_numbers import check_numbers
from linkwork.analysis.simulation.start import require_masses, starting_rates
from linkwork.analysis.simulation.time_loop import begin_loop, run_loop
from linkwork.analysis.verify.verify_budget import Budget
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.mechanism.contacts import contact_names
from linkwork.mechanism.requests import time_grid
from linkwork.places import layout_kernel as layout
from linkwork.run.redundancy import settle_reactions
from linkwork.run.run import Run
from linkwork.system.formulations.formulations import OF_BODIES, choose
from linkwork.system.formulations.motion_rows import has_own_trees
from linkwork.system.loop.moment import Options
from linkwork.system.rods.spatial.idle_spins import idle_spins
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_RTOL = 1e-10
_SHARE = 0.01  # absolute tolerance as a share of the relative one
_GENERAL = ("dop853", "adams", "radau")  # methods that go with every formulation


@dataclass(frozen=True)
class Case:
    """A mechanism at its start, ready to be simulated again and again.

    Each run is given `most` seconds of processor time; `budget` is what all have together.
    """

    mechanism: Mechanism
    system: System
    assembly: Assembly
    v: Array
    grid: NDArray[np.float64]
    options: Options
    driven: bool
    hold: Any
    notes: tuple[str, ...]
    most: float = inf
    budget: Budget = field(default_factory=lambda: Budget(None))

    def simulated(self, options: Options) -> tuple[Run, float]:
        """A run with other options, and the processor time of its loop; code is compiled before that."""
        loop = begin_loop(self.system, self.assembly, self.v, float(self.grid[0]), options)
        run_loop(loop, self.grid[:1])
        begin = time.process_time()
        run = run_loop(loop, self.grid, seconds=self.most)
        seconds = time.process_time() - begin
        settle_reactions(run)
        return run, seconds

    def kinematics(self) -> Run:
        """The driven motion with its loads, from which nothing is integrated."""
        start, until = float(self.grid[0]), float(self.grid[-1])
        run = inverse_dynamics(self.mechanism, until, len(self.grid), start=start, hold=self.hold, progress=False)
        assert run.loads is not None
        run.loads.points = (run.t, run.q)
        return run


def case_of(
    mechanism: Mechanism,
    until: float | None,
    points: int,
    rtol: float | None,
    given: Mapping[str, Any],
    seconds: float | None = None,
) -> Case:
    """The mechanism as its model asks for it to be run; bodies without mass get one where none has any."""
    asked = _asked(mechanism) | {name: value for name, value in given.items() if value is not None}
    check_numbers("verify", rtol=rtol)
    require_room("verify: points", points, mechanism)
    grid, notes = _grid(mechanism, until, points)
    assembly = assemble(mechanism, hold=asked["hold"], at=float(grid[0]))
    if not assembly.ok:
        raise AnalysisError(assembly.text())
    system = mechanism.system(dynamics=True).with_turns(assembly.wound)
    rank = choose(system, assembly.q, float(grid[0]), OF_BODIES, {}).rank
    driven = 0 < len(system.coordinates) == rank and not contact_names(mechanism)
    if driven and int(system.k[layout.MASSES]) == 0:
        mechanism, note = _heavy(mechanism, system.length)
        notes, system = [*notes, note], mechanism.system(dynamics=True).with_turns(assembly.wound)
    reference = _reference(system)
    require_masses(mechanism, system, assembly, reference)
    v, more = starting_rates(mechanism, assembly, asked["speeds"], asked["branch"])
    tolerance = rtol or asked["rtol"] or _RTOL
    options = Options(
        asked["method"] if asked["method"] in _GENERAL else "dop853",
        tolerance,
        asked["atol"] if asked["atol"] and rtol is None else _SHARE * tolerance,
        formulation=reference,
    )
    options = replace(options, step=asked["step"] if asked["method"] not in _GENERAL else 0.0)
    told = (*notes, *more)
    return Case(mechanism, system, assembly, v, grid, options, driven, asked["hold"], told, budget=Budget(seconds))


def _reference(system: System) -> str:
    """The formulation that is tried first as the reference: one that rods without inertia about their lines go with."""
    return "joint" if idle_spins(system) and not has_own_trees(system.mechanism.tree_request) else OF_BODIES


def _asked(mechanism: Mechanism) -> dict[str, Any]:
    """What the model asks for its simulation, if it does."""
    usual: dict[str, Any] = {"hold": None, "speeds": {}, "method": "dop853", "rtol": None, "atol": None, "step": 0.0}
    usual["branch"] = 0
    request = mechanism.analysis.simulate
    return usual | (simulate_options(mechanism, request) if request is not None else {})


def _grid(mechanism: Mechanism, until: float | None, points: int) -> tuple[NDArray[np.float64], list[str]]:
    """Times to compare at: those the model asks for, or as long as a pendulum of its size swings to and fro."""
    grid, notes = time_grid(mechanism), []
    start, end = (grid[0], grid[1]) if grid is not None else (0.0, 1.0)
    if grid is None and until is None:
        system = mechanism.system(dynamics=True)
        dimensions = system.world.dimensions
        gravity = float(np.linalg.norm(system.p[int(system.k[layout.GRAVITY]) :][:dimensions].real))
        end = float(f"{2.0 * pi * sqrt(system.length / gravity):.2g}") if gravity > 0.0 else 1.0
        notes.append(f"the model asks for no time: {end:g} s is taken; --until or until=... gives another")
    end = end if until is None else float(until)
    if not isinstance(points, int) or points < 2:
        raise AnalysisError(f"verify: give 2 time points or more; found {shown(points)}")
    return np.linspace(start, end, points), notes


def _heavy(mechanism: Any, length: float) -> tuple[Any, str]:
    """A copy in which every body has a mass, and the sentence that says so."""
    twin = copy.copy(mechanism)
    twin.bodies_by_name = dict(mechanism.bodies_by_name)
    twin._changed()
    turns, moment = mechanism.world.size - mechanism.world.dimensions, length**2 / 12.0
    inertia: Any = moment if turns == 1 else (moment,) * turns
    for name in mechanism.bodies_by_name:
        if name != "ground":
            twin.mass(name, mass=1.0, inertia=inertia)
    kind = "rod" if turns == 1 else "ball"
    words = f"each is taken for a {kind} of 1 kg and {length:.3g} m, on which the driven motion does not depend"
    return twin, f"no body has a mass: {words}"
