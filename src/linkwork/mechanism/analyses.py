"""The verbs of a mechanism: each calls the analysis of that name. Heavy modules are imported when a verb is used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linkwork.analysis.assemble import Assembly
    from linkwork.analysis.branches import Branches
    from linkwork.analysis.check import Report
    from linkwork.analysis.study import Study
    from linkwork.analysis.trace import Trace
    from linkwork.mechanism.planar import Planar
    from linkwork.run.run import Run
    from linkwork.system.system import System


class Analyses:
    """What a mechanism can be asked to do."""

    _systems: dict[Any, System]
    _valid: bool

    def _planar(self) -> Planar:
        from linkwork.mechanism.planar import Planar

        assert isinstance(self, Planar)
        return self

    def _changed(self) -> None:
        """The description changed: tables must be laid out anew."""
        self._systems = {}
        self._valid = False

    def _parameters_changed(self) -> None:
        """Only parameter values changed: tables must be refilled."""
        self._valid = False
        self._systems = {key: system.with_parameters({}) for key, system in self._systems.items()}

    def validate(self) -> None:
        """Refuse a mechanism whose names, places, numbers or connections do not make sense."""
        from linkwork.mechanism.validate import validate

        if not self._valid:
            validate(self._planar())
            self._valid = True

    def system(self, *, drivers: bool = True, time_free: bool = False, scalar: str = "real") -> System:
        """The mechanism compiled into tables, kept until the description changes."""
        from linkwork.system.compile import compile_system

        key = (drivers, time_free, scalar)
        if key not in self._systems:
            self._systems[key] = compile_system(
                self._planar(),
                drivers=drivers,
                time_free=time_free,
                scalar=scalar,
            )
        return self._systems[key]

    def check(self) -> Report:
        """Explain the mechanism: freedoms, redundant constraints, missing drivers, and what to do."""
        from linkwork.analysis.check import check

        return check(self._planar())

    def assemble(
        self,
        hold: Mapping[str, Any] | None = None,
        *,
        drivers: bool = True,
        at: float = 0.0,
        weights: str = "scaled",
    ) -> Assembly:
        """Put the mechanism together, nearest to the estimates, with the values in `hold` kept."""
        from linkwork.analysis.assemble import assemble

        return assemble(self._planar(), hold=hold, drivers=drivers, at=at, weights=weights)

    def branches(self, *, at: float = 0.0) -> Branches:
        """All ways found to assemble the mechanism with its drivers at one time."""
        from linkwork.analysis.branches import branches

        return branches(self._planar(), at=at)

    def kinematics(
        self,
        until: float,
        points: int = 201,
        *,
        start: float = 0.0,
        hold: Mapping[str, Any] | None = None,
        progress: bool = True,
    ) -> Run:
        """Move the mechanism over a time grid: positions, velocities and accelerations."""
        from linkwork.analysis.kinematics import kinematics

        return kinematics(self._planar(), until, points, start=start, hold=hold, progress=progress)

    def inverse_dynamics(
        self,
        until: float,
        points: int = 201,
        *,
        start: float = 0.0,
        hold: Mapping[str, Any] | None = None,
        progress: bool = True,
    ) -> Run:
        """The motion with driver forces, the reactions of every joint and the energies."""
        from linkwork.analysis.inverse import inverse_dynamics

        return inverse_dynamics(self._planar(), until, points, start=start, hold=hold, progress=progress)

    def simulate(self, until: float, points: int = 201, **options: Any) -> Run:
        """The motion under forces; options: start, hold, speeds, method, rtol, atol, step, progress."""
        from linkwork.analysis.simulate import simulate

        return simulate(self._planar(), until, points, **options)

    def study(self, until: float, points: int = 201, *, progress: bool = True, **varied: Sequence[Any]) -> Study:
        """The motion for several values of a parameter: `study(until=1, l=[3.5, 2.5, 2.2]).plot("slider.x")`."""
        from linkwork.analysis.study import study

        return study(self._planar(), varied, until, points, progress)

    def trace(self, driver: str | None = None, **options: Any) -> Trace:
        """Follow the whole configuration curve by arc length, through lock-up, over all circuits found."""
        from linkwork.analysis.trace import trace

        return trace(self._planar(), driver, **options)
