"""Variants: one design after the other, evaluated. Studies, tolerances and optimisation all come through here."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.verbs import AT_REST, OVER_TIME, options_of
from linkwork.base.errors import AnalysisError, LinkworkError, within
from linkwork.base.names import suggestion
from linkwork.design.studies.told_notes import ToldNotes

if TYPE_CHECKING:
    from linkwork.analysis.assembly.assemble import Assembly
    from linkwork.analysis.responses import Response
    from linkwork.design.studies.batches import Batches
    from linkwork.design.studies.prepared import PreparedSimulation
    from linkwork.mechanism.mechanism import Mechanism

ANALYSES = (*OVER_TIME, *AT_REST)
"""The verbs of a mechanism of which responses can be asked."""


@dataclass
class Variants:
    """A mechanism of one's own, what varies, the analysis, and the responses asked of it."""

    mechanism: Mechanism
    names: tuple[str, ...]
    analysis: str
    until: Any
    points: int
    responses: list[Response]
    options: dict[str, Any]
    quick: PreparedSimulation | None = None
    """The same simulation with everything kept that parameters do not change, where that is possible."""
    near: Assembly | None = None
    """Of kinematics: the position as it was prepared, beside which those of designs are sought."""
    batches: Batches | None = None
    """Many designs in one compiled call, where that is possible."""
    way: str = "one by one: the model as it is has no result"
    """How designs are evaluated, and why not in batches."""
    why_slow: str = ""
    together: int = 1
    """How many designs are handed over together."""
    told: ToldNotes = field(default_factory=ToldNotes)
    """What runs that were looked at one by one had to say."""
    of_model: ToldNotes = field(default_factory=ToldNotes)
    """What the run of the model as it is had to say."""

    def evaluate(self, values: Sequence[float]) -> list[float]:
        """The responses of a design; a LinkworkError tells why it has none."""
        responses = self.evaluate_together([values])[0] if self.batches is not None else None
        return self.evaluate_one(values) if responses is None else responses

    def evaluate_together(self, designs: Sequence[Sequence[float]]) -> list[list[float] | None]:
        """The responses of designs in one compiled call; none of those that must be evaluated one by one."""
        if self.batches is None:
            return [None] * len(designs)
        responses, good = self.batches.evaluate(np.array(designs, float))
        return [row if fine else None for row, fine in zip(responses.tolist(), good.tolist(), strict=True)]

    def expect(self, count: int, elapsed: float, most: float) -> None:
        """So many designs took so many seconds: let the next call take no longer than it may, and grow slowly."""
        if self.batches is not None:
            fitting = int(0.5 * count * most / max(elapsed, 1e-9))
            self.together = max(1, min(4 * self.together, fitting, self.batches.most()))

    def evaluate_one(self, values: Sequence[float]) -> list[float]:
        """The same in the usual way."""
        from linkwork.analysis.responses.response import asked_of

        result = self.result(values)
        self.told.add(getattr(result, "notes", ()))
        asked = asked_of(result) if len(self.responses) > 1 else None
        return [float(response.value(result, asked)) for response in self.responses]

    def result(self, values: Sequence[float]) -> Any:
        """The run, equilibrium or linear model of a design; a run that ends early is refused."""
        for name, value in zip(self.names, values, strict=True):
            if not math.isfinite(value):
                raise AnalysisError(f"parameter '{name}': {value} is no finite number")
        run = self.quick.run(values) if self.quick is not None else None
        if run is not None:
            return run
        self.mechanism.set(**dict(zip(self.names, map(float, values), strict=True)))
        return self._analysed()

    def _analysed(self) -> Any:
        verb = getattr(self.mechanism, self.analysis)
        if self.analysis not in OVER_TIME:
            return verb(**self.options)
        run = verb(self.until, self.points, progress=False, **self.options | self._branch())
        if not run.completed:
            why = run.events[-1].text if run.events else "no reason is known"
            raise AnalysisError(f"the run ended early, at t = {run.t[-1]:.6g} s: {why}")
        return run

    def _branch(self) -> dict[str, Any]:
        """Where the motion of a design starts, when that is so near to what is known that it is on its branch."""
        from linkwork.analysis.assembly.assemble import assemble_driven

        branch = None if self.near is None else assemble_driven(self.mechanism, self.near, self.near.t)
        return {} if branch is None else {"branch": branch}


def prepare(
    mechanism: Mechanism,
    names: Sequence[str],
    analysis: str,
    until: Any,
    points: int,
    responses: Any,
    options: Mapping[str, Any] | None = None,
) -> Variants:
    """Get ready to evaluate designs of a mechanism, which itself stays as it is.

    Tables are laid out for the values that the mechanism has now, so that results do not depend on the design that
    comes first.
    """
    from linkwork.analysis.responses import read_responses
    from linkwork.design.studies.batches import batches_of

    if analysis not in ANALYSES:
        raise AnalysisError(f"there is no analysis {analysis!r} to repeat; choose one of: {', '.join(ANALYSES)}")
    if analysis in OVER_TIME and until is None:
        raise AnalysisError(f"{analysis} needs an end: give until=1.0, or another time in s")
    for name in options or {}:
        if name not in options_of(analysis):
            known = suggestion(name, sorted(options_of(analysis)), f"options of {analysis}")
            raise AnalysisError(f"{analysis} has no option '{name}'{known}")
    for name in names:
        if name not in mechanism.parameters_by_name:
            known = suggestion(name, mechanism.parameters_by_name, "parameters")
            raise AnalysisError(f"parameter '{name}' is not defined{known}")
    own = mechanism.copied()
    given = dict(options or {})
    if analysis in OVER_TIME:
        until = _fixed(own, "until", until)
        given |= {"start": _fixed(own, "start", given["start"])} if "start" in given else {}
    variants = Variants(own, tuple(names), analysis, until, points, read_responses(responses), given)
    try:
        nominal = variants._analysed()
    except LinkworkError:
        return variants  # the values of the model need not make sense; those of the designs are judged one by one
    variants.of_model.add(getattr(nominal, "notes", ()))
    for response in variants.responses:
        _check_names(response, nominal)
    variants.quick = _quick(variants) if analysis == "simulate" else None
    if variants.quick is not None:
        _look_between(variants, nominal)
    variants.near = _near(variants) if analysis == "kinematics" else None
    if analysis in OVER_TIME:
        variants.batches, variants.way = batches_of(variants, nominal)
    else:
        variants.way = f"one by one: {analysis} is not done in batches"
    return variants


def _fixed(mechanism: Mechanism, what: str, time: Any) -> Any:
    """A time as a number where no parameter moves it."""
    from linkwork.expression import as_expression

    with within(what):
        names = as_expression(time).names
    return time if names else mechanism._time(what, time)


def _near(variants: Variants) -> Assembly | None:
    """The position that a kinematic motion starts from; none where more than the drivers decides it, or a parameter."""
    from linkwork.analysis.assembly.assemble import assemble
    from linkwork.mechanism.contacts import contact_names

    start = variants.options.get("start", 0.0)
    given = any(variants.options.get(name) is not None for name in ("hold", "branch"))
    if given or contact_names(variants.mechanism) or not isinstance(start, float | int):
        return None
    return assemble(variants.mechanism, at=float(start))


def _quick(variants: Variants) -> PreparedSimulation | None:
    """The prepared simulation; none where its numbers do not follow from the parameters by plain arithmetic."""
    from linkwork.design.studies.prepared import PreparedSimulation
    from linkwork.mechanism.hold import held_values
    from linkwork.system.tables.parametric import NotRecorded

    mechanism, times = variants.mechanism, (variants.until, variants.options.get("start", 0.0))
    if not all(isinstance(time, float | int) for time in times):
        variants.why_slow = "parameters move the start or the end"
        return None
    options = variants.options | {"hold": held_values(variants.options.get("hold"))}
    try:
        return PreparedSimulation(mechanism, variants.names, float(variants.until), variants.points, options)
    except NotRecorded as error:
        variants.why_slow = str(error)
        return None


def _look_between(variants: Variants, nominal: Any) -> None:
    """Let designs be run once, with the points that responses of the model as it is are sought between."""
    from linkwork.analysis.responses.response import asked_of

    assert variants.quick is not None
    asked = asked_of(nominal)
    try:
        for response in variants.responses:
            response.value(nominal, asked)
    except LinkworkError:
        return  # a response that the model as it is does not have, designs may
    variants.quick.take_points_between(nominal)


def _check_names(response: Response, result: Any) -> None:
    """Refuse a response of channels that are not there, which no design has."""
    from linkwork.analysis.responses.still import still_run

    if response.formula is None:
        return
    run = still_run(result)
    if response.is_history(result):
        response.value(result)  # says what to do
    for name in sorted(response.channels(result)):
        try:
            run.unit(name)
        except LinkworkError as error:
            raise AnalysisError(f"response '{response.text}': {error}") from None
