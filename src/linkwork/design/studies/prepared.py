"""A simulation prepared once and repeated for many designs: assembly, start and loop with tables that are played.

Everything that the parameters do not change is kept: topology, formulation, patterns, workspaces. The position is found
from that of the mechanism as it was prepared, so that all designs are on its branch; it is the one nearest to the
design's own estimates. What this way cannot do, it leaves to the usual one: `run` then gives none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.assembly.estimates import missing
from linkwork.analysis.assembly.position import find_root, nearest_root
from linkwork.analysis.responses.detail import added_times, only_at
from linkwork.analysis.simulation.compiled import MODEL, NOTE, TABLES, check_compiled
from linkwork.analysis.simulation.run_notes import motion_notes, signal_notes
from linkwork.analysis.simulation.simulate import Begun, begin
from linkwork.analysis.simulation.time_loop import Driver
from linkwork.base.arrays import Array
from linkwork.base.provided import provided
from linkwork.mechanism.contacts import contact_names
from linkwork.mechanism.hold import held_elements, held_rates
from linkwork.places import layout_kernel as layout
from linkwork.run.reaction_map import ReactionMap
from linkwork.run.run import Run
from linkwork.system.constraints.equations import Equations
from linkwork.system.constraints.rank import freedoms
from linkwork.system.formulations.formulations import FORMULATIONS
from linkwork.system.loop.moment import Loop
from linkwork.system.system import System
from linkwork.system.tables.parametric import NotRecorded, Parametric
from linkwork.system.tree.tree import has_tree

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

KNOWN = ("start", "hold", "speeds", "method", "rtol", "atol", "step", "formulation", "settings", "rho", "compiled")
"""Options of a simulation that this way knows."""


class PreparedSimulation:
    """Simulations of one mechanism for values of named parameters."""

    def __init__(self, mechanism: Mechanism, names: Sequence[str], until: Any, points: int, options: Any) -> None:
        unknown = [name for name, value in options.items() if name not in KNOWN and value]
        if unknown or contact_names(mechanism):
            raise NotRecorded(f"{unknown or 'contacts'}: not in this way")
        options = {name: value for name, value in options.items() if name in KNOWN}
        compiled = options.pop("compiled", TABLES)
        check_compiled(compiled)
        begun = begin(mechanism, until, points, **options)
        if begun.system.wound is not None:
            raise NotRecorded("turns are made before the start")
        self.moment, self.grid, self.notes = begun.loop, begun.grid, begun.notes
        self.between: Array | None = None
        self.start, self.q, self.free = float(begun.grid[0]), begun.assembly.q, not mechanism.drivers
        position = _own(self._tables(mechanism, options.get("hold")))
        if missing(position):
            raise NotRecorded("the program chooses estimates")
        if not self.free and freedoms(position, self.q, self.start):
            raise NotRecorded("drivers leave freedoms to the estimates")
        if ReactionMap(begun.system).redundancy(self.q, self.start):
            raise NotRecorded("reactions are not unique")
        self.moving = _own(self.moment.system)
        pairs = [(position, position), (self.moving, begun.system if has_tree(self.moving) else self.moving)]
        self.rates = None
        if options.get("speeds") or not self.free or any(joint.nonholonomic for joint in mechanism.joints.values()):
            asked = held_rates(mechanism, options.get("speeds") or {})
            self.rates = Equations(_own(mechanism.held_system(asked, rolling=True)))
            pairs.append((self.rates.system, self.rates.system))
        self.tables, self.position = Parametric(pairs, names), Equations(position)
        self.memory, self.estimate = self.tables.parts[1].memory, position.start.copy()
        self.plain = FORMULATIONS[self.moment.options.formulation].plain
        if compiled == MODEL:
            self._own_rate(begun)

    def _own_rate(self, begun: Begun) -> None:
        """One right-hand side for all designs: what the parameters change is read from the tables at every call."""
        from linkwork.system.loop import simulation_state_kernel as loop

        moment, (places, _) = self.moment, self.tables.parts[1].numbers
        self.moment = moment = moment.copy()
        moment.state[loop.RATE] = provided("model_rate")(begun.system, moment, self.q, begun.v, places)
        moment.notes.append(NOTE)

    def _tables(self, mechanism: Mechanism, hold: Any) -> System:
        """The constraints that decide where the mechanism starts."""
        if not self.free:
            return mechanism.system()
        held = held_elements(mechanism, mechanism.initial) | held_elements(mechanism, hold or {})
        return mechanism.held_system(held, drivers=False) if held else mechanism.system(drivers=False)

    def take_points_between(self, run: Run) -> None:
        """Let all runs have the points at once for which this one was made again by its responses.

        Only where nothing but known times asks for them: events are elsewhere in every design.
        """
        if run.detail is not None and run.detail is not run and not run.events:
            self.between = np.asarray(run.detail.t)

    def run(self, values: Sequence[float]) -> Run | None:
        """The motion of a design; none when it must be found in the usual way."""
        if not self.tables.play(values):
            return None
        q = self._assembled()
        v = self._rates(q) if q is not None else None
        if q is None or v is None:
            return None
        run = self._driven(self._moment(q, v))
        if not run.completed:
            return None
        run.notes += self.notes
        run.notes += signal_notes(run) + motion_notes(run, crawling=False)
        return run

    def _driven(self, moment: Loop) -> Run:
        """The run at the times asked for, with those between them as its detail where they are known to be needed."""
        run = Driver(moment, self.grid if self.between is None else self.between).run(progress=False)
        if self.between is not None and run.completed:
            run = only_at(run, self.grid)
            if run.events or len(np.setdiff1d(added_times(run), self.between)):
                run.detail = None
        for each in (run, run.detail):
            if each is not None and each.loads is not None:
                each.loads.points = (each.t, each.q)
        return run

    def _assembled(self) -> Array | None:
        """The position nearest to the estimates, sought from that of the mechanism as it was prepared."""
        equations, estimate = self.position, self.position.system.start
        begin = equations.system.moved(self.q, equations.system.difference(estimate, self.estimate))
        root = find_root(equations, begin, self.start)
        if not root.ok:
            return None
        return nearest_root(equations, estimate, root.q, self.start) if self.free else root.q

    def _rates(self, q: Array) -> Array | None:
        """Velocities that fulfil the constraints."""
        equations = self.rates
        if equations is None:
            return np.zeros(len(q))
        equations.evaluate(q, self.start)
        x, _ = equations.solve(equations.velocity_side())
        return equations.unscale(x) if equations.independent() else None

    def _moment(self, q: Array, v: Array) -> Loop:
        """The loop before its first step."""
        from linkwork.numerics.integrators import integrator_state_kernel as place

        system, moment = self.moving, self.moment.copy()
        moment.system = _own(system, env=self.tables.environment(), length=self.tables.length(1))
        k, at = system.k, int(moment.s[place.Y])
        moment.w[int(k[layout.MEMORY]) + self.memory[0]] = self.tables.values[self.memory[1]]
        system.world.put(moment.system, moment.w, q, v)
        if self.plain:
            n, count = len(q), int(k[layout.STATES])
            states = moment.w[int(k[layout.STATE]) :][:count]
            moment.z[at : at + 2 * n + count] = np.concatenate([system.world.charted(moment.system, q), v, states])
        return moment


def _own(system: System, **changes: Any) -> System:
    """A copy with numbers of its own."""
    fields = ("p", "start", "column_scale", "row_scale")
    return system.replaced(**{name: getattr(system, name).copy() for name in fields}, **changes)
