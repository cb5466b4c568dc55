"""The verbs of a mechanism: each calls the analysis of that name. Heavy modules are imported when a verb is used."""

from __future__ import annotations

import copy
import operator
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import AnalysisError, MechanismError, shown
from linkwork.expression import Expression, as_expression, resolve_parameters
from linkwork.expression.given import FilePath, Unbounded, public, unchecked
from linkwork.mechanism.hold import held_values

if TYPE_CHECKING:
    from pathlib import Path

    from linkwork.analysis.assembly.all_branches import Branches
    from linkwork.analysis.assembly.assemble import Assembly
    from linkwork.analysis.c_functions import CFunctions
    from linkwork.analysis.check.check import Report
    from linkwork.analysis.equilibrium.load_path import LoadPath
    from linkwork.analysis.equilibrium.rest_result import Equilibria, Equilibrium
    from linkwork.analysis.equilibrium.stiffness_map import StiffnessMap
    from linkwork.analysis.equilibrium.stiffness_result import Stiffness
    from linkwork.analysis.linear.linear_model import LinearModel
    from linkwork.analysis.natural.natural_coordinates import NaturalCoordinates
    from linkwork.analysis.overlay import Overlay
    from linkwork.analysis.periodic.cycle import Cycle, Cycles
    from linkwork.analysis.sensitivity.result import Sensitivity
    from linkwork.analysis.state_functions import StateFunctions
    from linkwork.analysis.trace.trace import Trace
    from linkwork.analysis.verify.verification import Verification
    from linkwork.design.optimise.fit import Fit
    from linkwork.design.optimise.front import Front
    from linkwork.design.optimise.optimum import Optimum
    from linkwork.design.studies.plan import Plan
    from linkwork.design.studies.results import Results
    from linkwork.design.synthesis.candidates import Synthesis
    from linkwork.elements.base import Element
    from linkwork.mechanism.handles import BodyHandle, Names
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.mechanism.spatial.handles import SpatialBodyHandle
    from linkwork.program.program import Program
    from linkwork.run.run import Run
    from linkwork.serve.viewing import Viewing
    from linkwork.system.system import System
    from linkwork.system.tables.replay import Replay
    from linkwork.topology.topology import Topology

    Around = float | Assembly | tuple[Run, float]

Time = float | str | Expression
_WEIGHTS = ("scaled", "unit")
_LAST_PORT = 65535
_RECORDED_AT = (4, 16)  # changes of parameters after which tables are recorded


@public
class Verbs:
    """What a mechanism can be asked to do."""

    _systems: dict[Any, System]
    _outdated: dict[Any, System]
    _held: dict[Any, System]
    kept: dict[str, dict[str, Any]]
    """What analyses found so far, until the description or a parameter changes; see `analysis/kept.py`."""
    beside: dict[str, Any]
    """Assemblies beside which others are looked for when parameters have changed; see `analysis/assembly/beside.py`."""
    _valid: bool
    _parts_good: bool
    _replay: Replay | None
    _changes: int

    def _mechanism(self) -> Any:
        return self

    def _changed(self) -> None:
        """The description changed: tables must be laid out anew."""
        self._systems, self._outdated, self._held, self.kept = {}, {}, {}, {}
        self.beside = {}
        self._valid = self._parts_good = False
        self._forget_replay()
        self._tell_viewing()

    def _tell_viewing(self) -> None:
        """A live page that is open on the mechanism follows it."""
        viewing = vars(self).get("_viewing")
        if viewing is not None:
            viewing.stale()

    @property
    def _parameters_changed(self) -> bool:
        """Whether parameters have changed since the description did."""
        return self._changes > 0

    @property
    def _is_replayed(self) -> bool:
        """Whether the tables at hand were played for other values of parameters."""
        return self._replay is not None and self._valid and bool(self._systems)

    def _forget_replay(self) -> None:
        self._replay, self._changes = None, 0

    def _change_parameters(self, parameters: dict[str, Expression]) -> None:
        """Take other parameter values and refill the tables; on an error nothing has changed.

        One set of tables is refilled at once, which checks every number; the others when they are asked for. Without
        tables yet the parts are checked as they are described.
        """
        mechanism = self._mechanism()
        played = self._played(parameters)
        if played is not None:
            others = {key: system for key, system in self._systems.items() if key not in played}
            mechanism.parameters_by_name = parameters
            self._systems, self._outdated, self._held, self.kept = played, self._outdated | others, {}, {}
            for key in played:
                self._outdated.pop(key, None)
            self._tell_viewing()
            return
        from linkwork.mechanism.check_numbers import refuse_large_parameters
        from linkwork.topology.validate import validate_parts

        good = self._valid or self._parts_good or bool(self._systems) or _makes_sense(mechanism)
        before, mechanism.parameters_by_name = mechanism.parameters_by_name, parameters
        try:
            refuse_large_parameters(resolve_parameters(parameters))
            if self._systems:
                checked = next(iter(self._systems))
                systems = {checked: self._systems[checked].with_parameters({})}
            else:
                systems = {}
                if good:
                    validate_parts(mechanism)
        except BaseException:
            mechanism.parameters_by_name = before
            raise
        others = {key: system for key, system in self._systems.items() if key not in systems}
        self._systems, self._outdated, self._held, self.kept = systems, self._outdated | others, {}, {}
        self._valid, self._parts_good = False, good
        self._tell_viewing()

    def __getstate__(self) -> dict[str, Any]:
        """The description alone: tables hold addresses of this process."""
        tables = ("_systems", "_outdated", "_held", "kept", "beside", "_replay", "_together")
        compiled = (*tables, "_valid", "_parts_good", "_changes", "_viewing")
        return {name: value for name, value in vars(self).items() if name not in compiled}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._changed()

    def _played(self, parameters: dict[str, Expression]) -> dict[Any, System] | None:
        """The tables for other parameter values from a replay; none where there is none that knows them.

        It is recorded once parameters have been changed a few times, all tables being there and everything valid.
        """
        self._changes += 1
        if self._replay is None and self._valid and self._changes in _RECORDED_AT and self._systems:
            from linkwork.system.tables.replay import recorded

            self._replay = recorded(self._mechanism(), self._systems)
        return None if self._replay is None or not self._valid else self._replay.systems(parameters)

    def copied(self, **parameters: Any) -> Any:
        """The mechanism once more, with tables of its own and other values of parameters."""
        copied = copy.copy(self._mechanism())
        copied._changed()
        if parameters:
            copied.set(**parameters)
        return copied

    def validate(self) -> None:
        """Refuse a mechanism whose names, places, numbers or connections do not make sense."""
        if not self._valid:
            from linkwork.topology.validate import validate

            validate(self._mechanism())
            self._valid = True

    def system(
        self,
        *,
        drivers: bool = True,
        time_free: bool = False,
        scalar: str = "real",
        dynamics: bool = False,
        stepping: bool = False,
    ) -> System:
        """The mechanism compiled into tables, kept until the description changes."""
        if scalar not in ("real", "complex"):
            raise AnalysisError(f"system: scalar is 'real' or 'complex'; found {scalar!r}")
        drivers = drivers or not self._mechanism().drivers  # without any the tables are the same
        key = (drivers, time_free, scalar, dynamics, stepping)
        if key in self._outdated:
            self._systems[key] = self._outdated.pop(key).with_parameters({})
        if key not in self._systems:
            from linkwork.system.tables.compile import compile_system

            self._systems[key] = compile_system(
                self._mechanism(),
                drivers=drivers,
                time_free=time_free,
                scalar=scalar,
                dynamics=dynamics,
                stepping=stepping,
            )
        return self._systems[key]

    def held_system(self, held: Mapping[str, Element], *, drivers: bool = True, rolling: bool | None = None) -> System:
        """The tables with elements that hold values, kept until the description or a parameter changes."""
        from linkwork.system.tables.compile import compile_system

        key = (drivers, rolling, *((name, type(element), repr(element)) for name, element in held.items()))
        if key not in self._held:
            self._held[key] = compile_system(self._mechanism(), drivers=drivers, held=held, rolling=rolling)
        return self._held[key]

    def check(self) -> Report:
        """Explain the mechanism: freedoms, redundant constraints, missing drivers, and what to do."""
        from linkwork.analysis.check.check import check

        return check(self._mechanism())

    def topology(
        self,
        cut: Names | None = None,
        keep: Names | None = None,
        remove: Names | None = None,
        *,
        cut_translation: Names | None = None,
        cut_rotation: Names | None = None,
    ) -> Topology:
        """How the bodies hang together: spanning tree, cut joints, independent loops, numbering.

        Joints are cut for the smallest system in joint coordinates; `cut` and `keep` name joints that are to be cut or
        to stay in the tree, `remove` names rods that become distances ("all": every one that can). What is left out is
        as `tree` said; rods are shown as bodies unless they are named there or here. `cut_translation` and
        `cut_rotation` name joints that are cut in the tree of that motion alone, for counts of coordinates.
        """
        from linkwork.topology.topology import topology

        return topology(self._mechanism(), cut, keep, remove, cut_translation, cut_rotation)

    def assemble(
        self,
        hold: Mapping[str, Any] | None = None,
        *,
        drivers: bool = True,
        at: Time = 0.0,
        weights: str = "scaled",
    ) -> Assembly:
        """Put the mechanism together, nearest to the estimates, with the values in `hold` kept."""
        from linkwork.analysis.assembly.assemble import assemble

        if weights not in _WEIGHTS:
            raise AnalysisError(f"assemble: weights must be 'scaled' or 'unit'; found {shown(weights)}")
        time = self._time("assemble: at", at)
        return assemble(self._mechanism(), hold=held_values(hold), drivers=drivers, at=time, weights=weights)

    def branches(self, *, at: Time = 0.0, starts: int | None = None, limit: int = 200) -> Branches:
        """The ways found to assemble the mechanism with its drivers at one time, `limit` of them listed.

        `starts` is how often groups that have no closed form are solved; left out, until nothing new turns up.
        """
        from linkwork.analysis.assembly.all_branches import branches

        time, most = self._time("branches: at", at), _whole("branches: limit", limit)
        count = None if starts is None else _whole("branches: starts", starts)
        return branches(self._mechanism(), time, count, most)

    def kinematics(
        self,
        until: Time,
        points: int = 201,
        *,
        start: Time = 0.0,
        hold: Mapping[str, Any] | None = None,
        branch: Assembly | None = None,
        formulation: str = "auto",
        progress: bool = True,
    ) -> Run:
        """Move the mechanism over a time grid, from its estimates or on a branch that `branches` found.

        `formulation` is "cartesian" or "joint": the coordinates that are solved for; results are the same.
        """
        from linkwork.analysis.kinematics.kinematics import kinematics

        begin, end = self._time("kinematics: start", start), self._time("kinematics: until", until)
        count = _whole("kinematics: points", points)
        options: dict[str, Any] = {"branch": branch, "formulation": formulation, "progress": progress}
        return kinematics(self._mechanism(), end, count, start=begin, hold=held_values(hold), **options)

    def inverse_dynamics(
        self,
        until: Time,
        points: int = 201,
        *,
        start: Time = 0.0,
        hold: Mapping[str, Any] | None = None,
        stiffness: Mapping[str, Any] | None = None,
        formulation: str = "auto",
        branch: Assembly | None = None,
        progress: bool = True,
    ) -> Run:
        """The motion with driver forces, the reactions of every joint and the energies."""
        from linkwork.analysis.kinematics.inverse import inverse_dynamics

        begin, end = self._time("inverse_dynamics: start", start), self._time("inverse_dynamics: until", until)
        count = _whole("inverse_dynamics: points", points)
        options: dict[str, Any] = {"stiffness": stiffness, "formulation": formulation, "progress": progress}
        options["branch"] = branch
        return inverse_dynamics(self._mechanism(), end, count, start=begin, hold=held_values(hold), **options)

    def simulate(
        self,
        until: Time,
        points: int = 201,
        *,
        start: Time = 0.0,
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
        """The motion under forces, from the assembled position with the rates in `speeds`.

        `method` is dop853, adams, radau, alpha, rk4, midpoint, trapezoidal or moreau; `formulation` with its `settings`
        says how the constraints are kept, `rtol` and `atol` are the errors allowed in a step.
        `compiled="model"` has the loop call a right-hand side made for this mechanism alone, "tables" the general one.
        """
        from linkwork.analysis.simulation.simulate import simulate

        return unchecked(simulate)(
            self._mechanism(),
            self._time("simulate: until", until),
            _whole("simulate: points", points),
            start=self._time("simulate: start", start),
            hold=held_values(hold),
            speeds=speeds,
            method=method,
            rtol=rtol,
            atol=atol,
            step=step,
            formulation=formulation,
            settings=settings,
            rho=rho,
            estimate_error=estimate_error,
            check_energy=check_energy,
            stiffness=stiffness,
            branch=branch,
            compiled=compiled,
            progress=progress,
        )

    def run(self, until: Time | None = None, points: int | None = None, *, progress: bool = True) -> Run:
        """The analysis over time that the model asks for: kinematics, inverse dynamics or simulation."""
        from linkwork.analysis.requested import requested

        end = None if until is None else self._time("run: until", until)
        return requested(self._mechanism(), end, None if points is None else _whole("run: points", points), progress)

    def equilibrium(
        self,
        method: str = "auto",
        *,
        near: Mapping[str, Any] | Assembly | None = None,
        at: Time = 0.0,
        moving: Mapping[str, Any] | None = None,
        formulation: str = "auto",
    ) -> Equilibrium:
        """The position of rest near the assembled one, or near held values; methods: energy, equations, settle.

        `moving={"slider.vx": 1}` says which way laws that switch with a speed take it at rest. `formulation` is
        "cartesian" or "joint": the coordinates in which it is sought.
        """
        from linkwork.analysis.equilibrium.equilibrium import equilibrium

        start = held_values(near) if isinstance(near, Mapping) else near
        return equilibrium(self._mechanism(), method, start, self._time("equilibrium: at", at), moving, formulation)

    def load_path(
        self,
        until: Time = 1.0,
        *,
        start: Time = 0.0,
        points: int = 400,
        longest: float = 0.25,
        hold: Mapping[str, Any] | None = None,
        progress: bool = True,
    ) -> LoadPath:
        """Positions of rest while loads that are functions of t grow from t = start to t = until, by arc length.

        It goes on through limit points, where the load turns back; `longest` is the longest step, in model lengths and
        radians.
        """
        from linkwork.analysis.equilibrium.load_path import load_path

        begin, end = self._time("load_path: start", start), self._time("load_path: until", until)
        options: dict[str, Any] = {"points": _whole("load_path: points", points), "longest": longest}
        return load_path(self._mechanism(), end, start=begin, hold=held_values(hold), progress=progress, **options)

    def equilibria(self, *, starts: int | None = None, seed: int = 1, at: Time = 0.0) -> Equilibria:
        """All positions of rest, stable or not; its `verdict` says how sure the list is.

        Planar linkages with springs, weights and constant forces by homotopy: all solutions. Others, and all with
        `starts`, from many starts (120): not proven complete.
        """
        from linkwork.analysis.equilibrium.equilibria import equilibria

        count = None if starts is None else _whole("equilibria: starts", starts)
        chosen = _whole("equilibria: seed", seed)
        if chosen < 0:
            raise AnalysisError(f"equilibria: seed: expected a whole number, 0 or more; found {shown(seed)}")
        return equilibria(self._mechanism(), self._time("equilibria: at", at), count, chosen)

    def stiffness(
        self,
        body: str | BodyHandle | SpatialBodyHandle,
        *,
        near: Mapping[str, Any] | Assembly | None = None,
        at: Time = 0.0,
        point: Sequence[float] | None = None,
    ) -> Stiffness:
        """What holds a body of an elastic mechanism: forces and torques per small displacement, in a position.

        The position is the assembled one, that near held values, or an equilibrium (`near=m.equilibrium()`); `point` is
        the point of the body whose displacement counts, its origin when left out.
        """
        from linkwork.analysis.equilibrium.stiffness import stiffness

        start = held_values(near) if isinstance(near, Mapping) else near
        return stiffness(self._mechanism(), str(body), start, self._time("stiffness: at", at), point)

    def stiffness_map(
        self,
        body: str | BodyHandle | SpatialBodyHandle,
        over: Mapping[str, Sequence[Any]],
        *,
        point: Sequence[float] | None = None,
        progress: bool = True,
    ) -> StiffnessMap:
        """The stiffness of a body over one or two parameters: `stiffness_map("platform", {"x": xs, "y": ys})`."""
        from linkwork.analysis.equilibrium.stiffness_map import stiffness_map

        return stiffness_map(self._mechanism(), str(body), over, point, progress)

    def linearise(
        self,
        at: Around | None = None,
        *,
        inputs: Sequence[str] = (),
        outputs: Sequence[str] = (),
        coordinates: Sequence[str] = (),
        formulation: str = "auto",
    ) -> LinearModel:
        """Small motions about an equilibrium (left out: the one `equilibrium` finds), a time, or (run, time).

        In formulation "joint" its coordinates are those of joints, such as `O.angle`.
        """
        from linkwork.analysis.linear.linearise import linearise

        return linearise(self._mechanism(), at, inputs, outputs, coordinates, formulation)

    def periodic(
        self,
        period: Time | None = None,
        section: str | None = None,
        *,
        turns: int = 1,
        hold: Mapping[str, Any] | None = None,
        speeds: Mapping[str, Any] | None = None,
        start: float = 0.0,
        settle: int = 3,
        points: int = 361,
        rtol: float | None = None,
        method: str = "dop853",
    ) -> Cycle:
        """The steady motion that repeats itself after a period, or after a turn of a section such as `crank.angle`.

        It is sought from the motion after `settle` periods; beams and stiff springs need method "radau".
        """
        from linkwork.analysis.periodic.periodic import periodic

        given = None if period is None else self._time("periodic: period", period)
        options: dict[str, Any] = {"turns": turns, "hold": hold, "speeds": speeds, "start": start}
        return periodic(
            self._mechanism(), given, section, **options, settle=settle, points=points, rtol=rtol, method=method
        )

    def periodic_along(self, along: Mapping[str, Sequence[Any]], **options: Any) -> Cycles:
        """Steady motions for several values of a parameter, each begun from the one before; options of `periodic`."""
        from linkwork.analysis.periodic.periodic import periodic_along

        return periodic_along(self._mechanism(), along, **options)

    def overlay(
        self,
        until: Time,
        points: int = 201,
        *,
        analysis: str = "kinematics",
        progress: bool = True,
        **varied: Any,
    ) -> Overlay:
        """A few runs laid over each other: `overlay(until=1, l=[3.5, 2.5, 2.2]).plot("slider.x")`.

        `analysis` is kinematics, inverse_dynamics or simulate; names that are no parameters are its options:
        `overlay(until=1, J=[225, 450, 900], analysis="simulate", speeds={"crank.omega": 30})`.
        """
        from linkwork.analysis.overlay import overlay, separate

        values, options = separate(self._mechanism(), analysis, varied)
        count = _whole("overlay: points", points)
        return overlay(self._mechanism(), values, until, count, progress, analysis=analysis, options=options)

    def study(
        self,
        plan: Plan,
        responses: Any = (),
        *,
        analysis: str = "simulate",
        until: Time | None = None,
        points: int = 201,
        folder: FilePath | None = None,
        workers: int | None = None,
        cluster: str | None = None,
        progress: bool = True,
        **options: Any,
    ) -> Results:
        """Many designs, of which only numbers are kept.

        `m.study(lw.plans.sobol(1024, l=(2, 3)), ["max(A.force)"], until=1, folder="out")`.

        `analysis` is kinematics, inverse_dynamics, simulate, equilibrium or linearise, and further options are its. In
        a `folder` results stay as they come, and the same call goes on after an interruption. `workers` are processes
        of this machine (left out: as many as are worth it), `cluster` is the address of a Dask scheduler.
        """
        from linkwork.design.studies.study import Means, study

        count, means = _whole("study: points", points), Means(folder, workers, cluster, progress)
        return study(self._mechanism(), plan, responses, analysis, until, count, options, means)

    def optimise(
        self,
        minimise: Any = None,
        free: Any = None,
        subject_to: Any = (),
        *,
        maximise: Any = None,
        method: str = "slsqp",
        combine: str = "sum",
        tolerance: float = 1e-9,
        iterations: int = 200,
        starts: int = 20,
        seed: int = 1,
        **asked: Any,
    ) -> Optimum:
        """The design with the least criterion: `optimise("max(A.force)", {"l": (2, 3)}, ["l >= 2*r"], until=1)`.

        `free` gives parameters with their bounds, `subject_to` conditions between responses. Also: analysis, until,
        points and the options of the analysis; cases; gradient.
        """
        from linkwork.design.optimise.optimise import optimise

        options: dict[str, Any] = {"maximise": maximise, "method": method, "combine": combine, "tolerance": tolerance}
        options |= {"iterations": iterations, "starts": starts, "seed": seed}
        return optimise(self._mechanism(), minimise, free, subject_to, **options, **asked)

    def compromise(
        self,
        minimise: Sequence[Any],
        free: Any,
        subject_to: Any = (),
        *,
        way: str = "compromise",
        weights: Sequence[float] | None = None,
        goals: Sequence[float] | None = None,
        worsening: Sequence[float] | float = 0.1,
        power: Unbounded = 2.0,
        method: str = "slsqp",
        tolerance: float = 1e-9,
        iterations: int = 200,
        starts: int = 20,
        seed: int = 1,
        **asked: Any,
    ) -> Optimum:
        """One design for several criteria: nearest to the ideal, or by way="weighted", "goals" or "hierarchical".

        Also: analysis, until, points and the options of the analysis; cases; gradient.
        """
        from linkwork.design.optimise.multi_objective import compromise

        options: dict[str, Any] = {"way": way, "weights": weights, "goals": goals, "worsening": worsening}
        options |= {"power": power, "method": method, "tolerance": tolerance, "iterations": iterations}
        options |= {"starts": starts, "seed": seed}
        return compromise(self._mechanism(), minimise, free, subject_to, **options, **asked)

    def pareto(
        self,
        minimise: Sequence[Any],
        free: Any,
        subject_to: Any = (),
        *,
        population: int = 40,
        generations: int = 50,
        seed: int = 1,
        combine: str = "sum",
        progress: bool = True,
        **asked: Any,
    ) -> Front:
        """The designs of which none is better than another in all criteria, by NSGA-II.

        Also: analysis, until, points and the options of the analysis; cases.
        """
        from linkwork.design.optimise.pareto import pareto

        options: dict[str, Any] = {"population": population, "generations": generations, "seed": seed}
        options |= {"combine": combine, "progress": progress}
        return pareto(self._mechanism(), minimise, free, subject_to, **options, **asked)

    def fit(
        self,
        data: Any,
        free: Any,
        *,
        deviations: Mapping[str, float] | None = None,
        analysis: str = "simulate",
        points: int | None = None,
        loss: str = "linear",
        tolerance: float = 1e-10,
        iterations: int = 200,
        **options: Any,
    ) -> Fit:
        """Parameters identified from measured channels: `fit({"t": t, "slider.x": x}, {"mu": (0, 1)})`.

        Further options are those of the analysis.
        """
        from linkwork.design.optimise.fit import fit

        own: dict[str, Any] = {"deviations": deviations, "analysis": analysis, "points": points, "loss": loss}
        return fit(self._mechanism(), data, free, **own, tolerance=tolerance, iterations=iterations, **options)

    def sensitivity(
        self,
        of: Any,
        to: Any = None,
        *,
        analysis: str = "kinematics",
        until: Time | None = None,
        points: int = 201,
        method: str = "auto",
        **options: Any,
    ) -> Sensitivity:
        """Derivatives of channels and responses by parameters: `sensitivity("max(A.force)", ["r", "l"], until=1)`.

        `analysis` is kinematics, inverse_dynamics, simulate, equilibrium, linearise or assembly, and takes its
        options, its own method as `solver`; `to` left out means all parameters given as numbers. Methods: direct,
        adjoint, complex, differences.
        """
        from linkwork.analysis.sensitivity.verb import sensitivity

        count = _whole("sensitivity: points", points)
        if "hold" in options:
            options["hold"] = held_values(options["hold"])
        return sensitivity(self._mechanism(), of, to, analysis, until, count, method, options)

    def verify(
        self,
        until: Time | None = None,
        *,
        points: int = 101,
        rtol: float | None = None,
        formulations: Sequence[str] | None = None,
        methods: Sequence[str] | None = None,
        hold: Mapping[str, Any] | None = None,
        speeds: Mapping[str, Any] | None = None,
        branch: int | None = None,
        seconds: float | None = None,
        progress: bool = True,
    ) -> Verification:
        """The motion in every formulation and by several methods: where they agree, to how many digits, at what cost.

        `formulations` and `methods` are lists of names; left out, all that fit. `seconds` of processor time are given
        to all runs together.
        """
        from linkwork.analysis.verify.verify import verify

        end = None if until is None else self._time("verify: until", until)
        options: dict[str, Any] = {"points": points, "rtol": rtol, "formulations": formulations, "methods": methods}
        options |= {"hold": held_values(hold), "speeds": speeds, "branch": branch, "seconds": seconds}
        return verify(self._mechanism(), end, progress=progress, **options)

    def synthesise(
        self,
        targets: Any,
        free: Any,
        *,
        conditions: Sequence[str] = (),
        limits: Any = None,
        starts: int = 24,
        seed: int = 1,
        search: str = "starts",
        keep: int = 6,
        steps: int = 60,
        progress: bool = True,
    ) -> Synthesis:
        """Parameters with which the mechanism meets targets: `synthesise(path("coupler.P", points), {"l2": (0.1, 2)})`.

        Targets are made by `linkwork.synthesis`; `free` maps parameters to bounds. `search` is "starts" or "evolution".
        """
        from linkwork.design.synthesis.synthesise import synthesise

        options: dict[str, Any] = {"conditions": conditions, "limits": limits, "starts": starts, "seed": seed}
        options |= {"search": search, "keep": keep, "steps": steps, "progress": progress}
        return synthesise(self._mechanism(), targets, free, **options)

    def functions(self) -> StateFunctions:
        """Functions of a state: mass matrix, bias, Jacobians, accelerations ... for given joint values and speeds.

        They keep the parameters that the mechanism has now.
        """
        from linkwork.analysis.state_functions import state_functions

        return state_functions(self._mechanism())

    def natural_coordinates(self) -> NaturalCoordinates:
        """Points and unit vectors that the bodies share: names, constant mass matrix, quadratic equations, rank."""
        from linkwork.analysis.natural.natural_coordinates import natural_coordinates

        return natural_coordinates(self._mechanism())

    def program(
        self,
        parameters: Sequence[str] = (),
        coordinates: str = "bodies",
        outputs: Sequence[str] = (),
        speeds: Mapping[str, Any] | None = None,
        linear: bool = False,
        small: Sequence[str] = (),
        hold: Mapping[str, Any] | None = None,
        branch: int = 0,
    ) -> Program:
        """The equations as straight-line code to be counted and written in C, Python and other languages.

        The named parameters stay symbols, all others are folded into constants. `coordinates` are those of the
        "bodies" or of the "joints"; `outputs` are channels and formulas that the program gives, `speeds` rates and
        `hold` values at the start; `linear` adds the matrices A, B, C, D. In `small` coordinates and their rates
        masses, forces and constraints are linearised before they are solved. At a singular start `branch` is the
        number of the branch that the motion goes on by.
        """
        from linkwork.program.program import program

        start: dict[str, Any] = {"hold": held_values(hold), "branch": branch}
        return program(self._mechanism(), parameters, coordinates, outputs, speeds, linear, small, **start)

    def fmu(
        self,
        path: FilePath,
        version: str = "2.0",
        step: float = 1e-3,
        *,
        parameters: Sequence[str] = (),
        outputs: Sequence[str] = (),
        coordinates: str = "joints",
        speeds: Mapping[str, Any] | None = None,
        hold: Mapping[str, Any] | None = None,
        binary: bool | None = None,
        branch: int = 0,
    ) -> Path:
        """The mechanism as an FMU for other simulators: FMI 2.0 or 3.0, co-simulation and model exchange.

        `step` is the longest step of co-simulation (RK4). `parameters` can be changed there, `outputs` are channels and
        formulas, input signals are inputs. A library for this platform is put in where a C compiler is there, unless
        `binary` says otherwise; sources always.
        """
        from linkwork.program.fmu.package import fmu

        asked = parameters, outputs, coordinates, speeds, binary, held_values(hold), branch
        return fmu(self._mechanism(), path, version, step, *asked)

    def runner(
        self,
        path: FilePath,
        step: float,
        *,
        parameters: Sequence[str] = (),
        outputs: Sequence[str] = (),
        coordinates: str = "joints",
        speeds: Mapping[str, Any] | None = None,
        hold: Mapping[str, Any] | None = None,
        branch: int = 0,
    ) -> Path:
        """A program in C that runs the mechanism in real time: fixed steps, ports, a deadline monitor, replay.

        Input signals come in and `outputs` go out in every step: in process, over shared memory or over UDP.
        """
        from linkwork.program.real_time.package import runner

        asked = parameters, outputs, coordinates, speeds, held_values(hold), branch
        return runner(self._mechanism(), path, step, *asked)

    def c_functions(
        self,
        step: float,
        *,
        method: str = "rk4",
        formulation: str = "auto",
        start: float = 0.0,
        hold: Mapping[str, Any] | None = None,
        speeds: Mapping[str, Any] | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        branch: int = 0,
    ) -> CFunctions:
        """The compiled equations and a function that makes steps of this length, as C addresses with their tables.

        `method` is rk4, dop853 or radau.
        """
        from linkwork.analysis.c_functions import c_functions

        options: dict[str, Any] = {"method": method, "formulation": formulation, "start": start, "speeds": speeds}
        options |= {"hold": held_values(hold), "rtol": rtol, "atol": atol, "branch": branch}
        return c_functions(self._mechanism(), step, **options)

    def trace(
        self,
        driver: str | None = None,
        *,
        at: float = 0.0,
        points: int = 4000,
        starts: int = 24,
        progress: bool = True,
    ) -> Trace:
        """Follow the whole configuration curve by arc length, through lock-up, over all circuits found."""
        from linkwork.analysis.trace.trace import trace

        return trace(self._mechanism(), driver, at=at, points=points, starts=starts, progress=progress)

    def view(
        self,
        *,
        analysis: str | None = None,
        until: Time | None = None,
        port: int = 0,
        browser: bool | None = None,
        height: int = 720,
    ) -> Viewing:
        """Open the live page on this mechanism: sliders move its parameters, changes in Python are seen there.

        In a notebook the page stands below the cell, so many pixels high; elsewhere a browser is opened (`browser`
        says otherwise). It lives until `close()`, or as long as Python does.
        """
        if not 0 <= port <= _LAST_PORT:
            raise AnalysisError(f"view: port: a number from 0 to {_LAST_PORT} is expected; found {shown(port)}")
        from linkwork.serve.request import Wish
        from linkwork.serve.viewing import Viewing, in_notebook

        end = None if until is None else self._time("view: until", until)
        before = vars(self).get("_viewing")
        if before is not None:
            before.close()
        viewing = Viewing(self._mechanism(), Wish(analysis, end), port, height)
        return viewing if browser is False or (browser is None and in_notebook()) else viewing.open()

    def report(
        self,
        path: FilePath,
        *,
        until: Time | None = None,
        points: int | None = None,
        plots: Sequence[str | Sequence[str]] = (),
        verify: str = "short",
        beside: Any = None,
        author: str = "",
        company: str = "",
        logo: FilePath = "",
        progress: bool = True,
    ) -> None:
        """Do what the model asks for and write a report of it, one file: .html with the motion to watch, or .pdf.

        `plots` are groups of channels or texts such as "y over x"; left out, those of the model's output section or the
        telling ones. `verify` is "short" (a few formulations and methods are compared), "full" or "none"; `beside` is
        what is laid beside the curves, as in `run.plot`.
        """
        from linkwork.report.gather import head_of
        from linkwork.report.subject import of_mechanism
        from linkwork.report.write import check_target, plot_groups, write_report

        check_target(path)
        head = head_of(self._mechanism(), author, company, str(logo))
        end = None if until is None else self._time("report: until", until)
        subject = of_mechanism(self._mechanism(), end, points, verify, progress=progress)
        subject.head, subject.beside = head, beside
        write_report(subject, path, plot_groups(subject.run, plots))

    def _time(self, what: str, value: Time) -> float:
        """A time given as a number or as an expression in the parameters."""
        if isinstance(value, float | int) and not isinstance(value, bool) and abs(value) < float("inf"):
            return float(value)
        from linkwork.expression.dimension_of import misfit
        from linkwork.expression.dimensions import TIME

        known = self._mechanism().parameters_by_name
        try:
            expression = as_expression(value)
            time, problem = float(expression.value(resolve_parameters(known)).real), misfit(expression, TIME, known)
        except MechanismError as error:
            raise AnalysisError(f"{what}: {error}") from None
        if problem:
            raise AnalysisError(f"{what}: {problem}")
        return time


def _whole(what: str, value: Any) -> int:
    try:
        if isinstance(value, bool):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise AnalysisError(f"{what}: expected a whole number; found {shown(value)}") from None


def _makes_sense(mechanism: Mechanism) -> bool:
    """Whether the parts of a mechanism are good as they are; while it is being described they may not be yet."""
    from linkwork.topology.validate import validate_parts

    try:
        validate_parts(mechanism)
    except MechanismError:
        return False
    return True
