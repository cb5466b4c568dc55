"""Sensitivity: how the results of an analysis change with parameters.

direct       implicit differentiation: what is solved for the motion is factored once and serves all parameters
adjoint      of a simulation: one sweep back in time serves all parameters, for a few responses
complex      the whole analysis in complex numbers, as a check
differences  central differences, extrapolated: for laws that are not analytic, and for contacts
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.assembly.assemble import assemble
from linkwork.analysis.kinematics.noted_events import carry_times
from linkwork.analysis.kinematics.unwound import counts_before
from linkwork.analysis.responses import Response
from linkwork.analysis.responses.still import still_run
from linkwork.analysis.responses.ties import Tie, collecting
from linkwork.analysis.sensitivity.differences import Varied, extrapolated
from linkwork.analysis.sensitivity.dynamic import NotCarried, end_notes, simulate_tangents
from linkwork.analysis.sensitivity.one_sided import resting_activations
from linkwork.analysis.sensitivity.parameters_given import asked_parameters, asked_responses, refuse_doubtful
from linkwork.analysis.sensitivity.result import Sensitivity
from linkwork.analysis.verbs import OVER_TIME, options_of, with_method
from linkwork.base.errors import AnalysisError
from linkwork.expression import as_expression
from linkwork.mechanism.beams.strands import strands_of
from linkwork.mechanism.contacts import contact_names
from linkwork.numerics.analytic import derivative
from linkwork.system.modal.tables import bodies_with_modes

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

ANALYSES = (*OVER_TIME, "equilibrium", "linearise", "assembly")
METHODS = ("auto", "direct", "adjoint", "complex", "differences")
_SHARE = 1e-3  # of a parameter: the largest step of differences
_SAME = 1e-6  # model lengths and radians
_TIGHT = 1e-10  # relative tolerance of simulations whose differences are taken


def sensitivity(
    mechanism: Mechanism,
    of: Any,
    to: Any = None,
    analysis: str = "kinematics",
    until: Any = None,
    points: int = 201,
    method: str = "auto",
    options: Mapping[str, Any] | None = None,
) -> Sensitivity:
    """Derivatives of channels and responses of an analysis by parameters."""
    if analysis == "periodic":
        raise AnalysisError(
            "sensitivity: a periodic motion has no derivatives of its own; take differences of it by m.set, 3e-4 of "
            "the parameter on either side, or those of a simulation that runs until the motion repeats itself"
        )
    for what, value, known in (("analysis", analysis, ANALYSES), ("method", method, METHODS)):
        if value not in known:
            raise AnalysisError(f"sensitivity: there is no {what} {value!r}; choose one of: {', '.join(known)}")
    if analysis in OVER_TIME and until is None:
        raise AnalysisError(f"sensitivity: say until when {analysis} goes, as in until=1")
    given = with_method(options or {})
    _refuse_unknown(analysis, given)
    case = _Case(mechanism, asked_parameters(mechanism, to), asked_responses(of), analysis, until, points)
    case.options = given
    case.fix_times()
    return case.derivatives(method)


def _refuse_unknown(analysis: str, options: Mapping[str, Any]) -> None:
    """Refuse options that the analysis does not have."""
    known = {"hold", "drivers", "at", "weights"} if analysis == "assembly" else options_of(analysis) | {"progress"}
    for name in options:
        if name not in known:
            listed = ", ".join(sorted({"solver" if each == "method" else each for each in known} - {"progress"}))
            raise AnalysisError(f"sensitivity: {analysis} has no option '{name}'; its options are: {listed}")


class _Case:
    """One question."""

    def __init__(
        self,
        mechanism: Mechanism,
        parameters: dict[str, float],
        responses: list[Response],
        analysis: str,
        until: Any,
        points: int,
    ) -> None:
        self.mechanism, self.parameters, self.responses = mechanism, parameters, responses
        self.analysis, self.until, self.points = analysis, until, points
        self.options: dict[str, Any] = {}
        self.notes: list[str] = []

    def derivatives(self, method: str) -> Sensitivity:
        """The derivatives by a method."""
        asked, method = method, self._suited() if method == "auto" else method
        if method != "differences" and self._follows_modes():
            raise AnalysisError(
                f"sensitivity: method '{method}' does not carry {self._follows_modes()} through inverse_dynamics; "
                "use method='differences'"
            )
        leaving = self._leaving_modes()
        if method != "differences" and leaving:
            raise AnalysisError(
                f"sensitivity: body '{leaving}': modes that are left out carry no derivatives by method '{method}'; "
                "use method='differences', or leave 'negligible' out"
            )
        if method == "adjoint" and self.analysis != "simulate":
            raise AnalysisError(
                f"sensitivity: method 'adjoint' is of simulate; use method='direct' for {self.analysis}"
            )
        if method == "differences":
            return self._by_differences()
        if self._wound():
            if asked != "auto":
                raise AnalysisError(
                    f"{self.mechanism.name}: a driver begins whole turns from the drawing, where something counts "
                    f"them; take whole turns off its value, or method='differences' in place of '{asked}'"
                )
            self.notes.append("turns are made before the start: by differences")
            return self._by_differences()
        if method == "adjoint":
            return self._by_adjoint()
        try:
            base, carried = self._carried(method)
        except NotCarried as refused:
            if asked != "auto":
                raise
            self.notes.append(f"by differences: {refused.reason}")
            return self._by_differences()
        slopes = [[self._slope(response, base, one) for response in self.responses] for one in carried]
        return self._result(method, base, slopes)

    def _wound(self) -> bool:
        """Whether something that counts turns has made some before the start."""
        if self.analysis not in (*OVER_TIME, "assembly") or self.mechanism.world.dimensions != 3:
            return False
        at = self.options.get("at" if self.analysis == "assembly" else "start", 0.0)
        assembly = assemble(self.mechanism, hold=self.options.get("hold"), at=float(at))
        return counts_before(self.mechanism, assembly)

    def _follows_modes(self) -> str:
        """What deflects as a driven motion asks for, found by repetition; none: empty."""
        if self.analysis != "inverse_dynamics":
            return ""
        nodes = "nodes of what bends" if strands_of(self.mechanism) else ""
        return "elastic modes" if bodies_with_modes(self.mechanism) else nodes

    def _leaving_modes(self) -> str:
        """A body that leaves modes out of a simulation; none: empty."""
        if self.analysis != "simulate":
            return ""
        bodies = self.mechanism.bodies_by_name.items()
        return next((name for name, body in bodies if body.negligible is not None), "")

    def _suited(self) -> str:
        if self._leaving_modes():
            self.notes.append("modes that are left out between contacts: by differences")
            return "differences"
        if self._follows_modes():
            self.notes.append(f"inverse dynamics with {self._follows_modes()}: by differences")
            return "differences"
        if self.analysis in OVER_TIME and self.analysis != "simulate" and contact_names(self.mechanism):
            self.notes.append("contacts and dry friction outside a simulation: by differences")
            return "differences"
        from linkwork.numerics.jit import compiling_errors

        try:
            self.mechanism.system(scalar="complex", dynamics=self.analysis not in ("kinematics", "assembly"))
        except compiling_errors():
            self.notes.append("a law cannot be compiled for complex numbers, which carry derivatives: by differences")
            return "differences"
        return "direct"

    def fix_times(self) -> None:
        """Beginning and end of the run as numbers, which stay when parameters change."""
        if self.analysis not in OVER_TIME:
            return
        named = {"end": self.until, "beginning": self.options.get("start", 0.0)}
        self.until = self.mechanism._time("sensitivity: until", self.until)
        if "start" in self.options:
            self.options["start"] = self.mechanism._time("sensitivity: start", self.options["start"])
        for what, time in named.items():
            for name in sorted(as_expression(time).names & self.parameters.keys()):
                self.notes.append(
                    f"the {what} of the run depends on '{name}', but is kept while the derivative is taken"
                )

    # ------------------------------------------------------------------ results that carry derivatives

    def _carried(self, method: str) -> tuple[Any, list[Any]]:
        """The result of the analysis, and the same for each parameter with its derivative."""
        names, m = list(self.parameters), self.mechanism
        if self.analysis == "simulate":
            run, tangents = simulate_tangents(m, names, self.until, self.points, self.responses, **self._quiet())
            refuse_doubtful(run, self.responses)
            self.notes += end_notes(run)
            return run, [one.run for one in tangents]
        if self.analysis in OVER_TIME:
            return self._moved(method)
        if self.analysis == "linearise":
            return self._linearised(method)
        if self.analysis == "assembly":
            from linkwork.analysis.sensitivity import rest

            assembly = self.base()
            self.notes += rest.assembly_notes(assembly)
            given = {key: self.options[key] for key in ("hold", "drivers", "weights") if key in self.options}
            return assembly, rest.assembly_runs(m, assembly, names, **given)
        if self.options.get("moving"):
            raise AnalysisError("sensitivity: an equilibrium with 'moving' is differentiated by method='differences'")
        from linkwork.analysis.sensitivity import rest

        base = self.base()
        refuse_doubtful(still_run(base), self.responses)
        self.notes += rest.rest_notes(base)
        return base, rest.rest_runs(m, base, names, rest.REFINED if method == "complex" else 1)

    def _moved(self, method: str) -> tuple[Any, list[Any]]:
        from linkwork.analysis.sensitivity import motion, rest

        run = self.base()
        if contact_names(self.mechanism) or "steps" in run.statistics:
            raise AnalysisError(
                f"sensitivity: {self.analysis} of a mechanism with contacts, events that act or own states is "
                "differentiated by method='differences', or with analysis='simulate'"
            )
        refuse_doubtful(run, self.responses)
        weakest = int(np.argmin(np.abs(run.sigma)))
        self.notes += rest.near_singular(float(run.sigma[weakest]), f"the position at t = {run.t[weakest]:.4g} s")
        carry = motion.in_complex_numbers if method == "complex" else motion.differentiated
        runs = carry(self.mechanism, run, list(self.parameters))
        carry_times(self.mechanism, run, list(self.parameters), runs)
        return run, runs

    def _linearised(self, method: str) -> tuple[Any, list[Any]]:
        if method == "complex":
            raise AnalysisError("sensitivity: linearise is differentiated by method='direct' or 'differences'")
        from linkwork.analysis.assembly.assemble import Assembly
        from linkwork.analysis.equilibrium.rest_result import Equilibrium
        from linkwork.analysis.sensitivity import linear, rest

        m, names = self.mechanism, list(self.parameters)
        options = {key: value for key, value in self.options.items() if key != "at"}
        given = self.options.get("at")
        if given is not None and not isinstance(given, Assembly | float | int):
            raise AnalysisError("sensitivity: linearise about an equilibrium or a time; a point of a run moves too")
        at = m.equilibrium() if given is None else given
        model = m.linearise(at, **options)
        place = m.assemble(at=at) if isinstance(at, float | int) else at
        if isinstance(place, Equilibrium):
            runs = rest.rest_runs(m, place, names)
        else:
            self._require_assembled(place)
            runs = rest.assembly_runs(m, place, names)
        linearised, notes = linear.models(m, model, names, (given, place), options, runs)
        self.notes += notes
        return model, linearised

    def _require_assembled(self, place: Any) -> None:
        """Refuse a position that is not the assembled one: how it changes with parameters is not known."""
        usual = self.mechanism.assemble(at=place.t)
        step = usual.system.difference(place.q, usual.q) / usual.system.column_scale
        if not usual.ok or np.max(np.abs(step)) > _SAME:
            raise AnalysisError(
                "sensitivity: linearise about a position that was assembled with held values, or on another branch, "
                "cannot be differentiated: give the values to the mechanism as `initial` and linearise about a time"
            )

    def base(self) -> Any:
        """The result for the present values of the parameters."""
        verb: Callable[..., Any] = getattr(self.mechanism, "assemble" if self.analysis == "assembly" else self.analysis)
        if self.analysis in OVER_TIME:
            return verb(self.until, self.points, **self._quiet())
        base = verb(**self.options)
        if not getattr(base, "ok", True):
            raise AnalysisError(base.text())
        return base

    def _quiet(self) -> dict[str, Any]:
        return {"progress": False} | self.options

    def _slope(self, response: Response, base: Any, carried: Any) -> Any:
        if response.is_history(base):
            return derivative(response.series(carried))
        with collecting() as ties:
            slope = float(derivative(response.value(carried)))
        self._tell_ties(
            response, ties, "with different derivatives: only one-sided ones exist there; that at the former is given"
        )
        return slope

    def _tell_ties(self, response: Response, ties: list[Tie], consequence: str) -> None:
        """Say where an extreme is reached twice."""
        for first, second in ties[:1]:
            told = f"'{response.text}' is reached at t = {first:.6g} s and at {second:.6g} s alike, {consequence}"
            if told not in self.notes:
                self.notes.append(told)

    def _look_for_ties(self, base: Any) -> None:
        """The same for methods in which no value carries a derivative."""
        for response in self.responses if self.analysis in OVER_TIME else ():
            if not response.is_history(base):
                with collecting() as ties:
                    response.value(base)
                self._tell_ties(
                    response, ties, "and has only one-sided derivatives if a parameter moves these values apart"
                )

    # ------------------------------------------------------------------ other ways

    def _by_differences(self) -> Sensitivity:
        base = self.base()
        self._look_for_ties(base)
        if self.analysis == "simulate" and "method" not in self.options:
            self.options = {"rtol": _TIGHT, "atol": _TIGHT} | self.options
        slopes = []
        for name in self.parameters:
            with Varied(self.mechanism, name, _SHARE) as varied:
                values = varied.at(lambda: self._numbers(base, self._near(base)))
            slopes.append(list(extrapolated(values)))
        return self._result("differences", base, slopes)

    def _near(self, base: Any) -> Any:
        """The result near the base for the present values of the parameters."""
        if self.analysis == "linearise":
            from linkwork.analysis.sensitivity import linear

            options = {key: value for key, value in self.options.items() if key != "at"}
            return linear.model_at(self.mechanism, base, self.options.get("at"), options)
        if self.analysis == "equilibrium":
            return self.mechanism.equilibrium(**{"method": "equations"} | self.options | {"near": base})
        return self.base()

    def _numbers(self, base: Any, result: Any) -> Any:
        numbers = np.empty(len(self.responses), object)
        for number, response in enumerate(self.responses):
            if response.is_history(base):
                numbers[number] = response.series(result)
                if np.shape(numbers[number]) != np.shape(base.t):
                    raise AnalysisError(f"response '{response.text}': runs end at different times; take a number of it")
            else:
                numbers[number] = response.value(result)
        return numbers

    def _by_adjoint(self) -> Sensitivity:
        from linkwork.analysis.sensitivity.adjoint import adjoint

        gradients = adjoint(
            self.mechanism, list(self.parameters), self.responses, self.until, self.points, **self._quiet()
        )
        refuse_doubtful(gradients.run, self.responses)
        self.notes += end_notes(gradients.run)
        self._look_for_ties(gradients.run)
        return self._result("adjoint", gradients.run, gradients.gradient.T.tolist())

    def _result(self, method: str, base: Any, slopes: list[list[Any]]) -> Sensitivity:
        names = [response.text for response in self.responses]
        values = {
            response.text: response.series(base) if response.is_history(base) else response.value(base)
            for response in self.responses
        }
        pairs = {
            (response, parameter): slope
            for parameter, row in zip(self.parameters, slopes, strict=True)
            for response, slope in zip(names, row, strict=True)
        }
        units = {response.text: response.unit(base) for response in self.responses}
        times = base.t if np.ndim(getattr(base, "t", 0.0)) else None
        of, to = tuple(dict.fromkeys(names)), tuple(self.parameters)
        what = (self.mechanism.name, self.analysis, method)
        if self.analysis == "simulate":
            self.notes += resting_activations(base, self.parameters)
        return Sensitivity(*what, of, to, self.parameters, values, pairs, units, base, times, self.notes)
