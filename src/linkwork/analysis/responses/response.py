"""Response: a number made from a run, an equilibrium or a linear model, as a text or as a Python function.

A run that carries a derivative (`analysis/sensitivity/complex_run.py`) gives numbers that carry it too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from linkwork.analysis.responses import reader
from linkwork.analysis.responses.arrays import evaluated
from linkwork.analysis.responses.course import Course
from linkwork.analysis.responses.detail import detailed, is_ended_by_event, refined
from linkwork.analysis.responses.history import History
from linkwork.analysis.responses.moments import time_of
from linkwork.analysis.responses.reader import Call, Formula, read_formula
from linkwork.analysis.responses.still import mode_number, still_run
from linkwork.analysis.responses.timeline import Timeline, timeline
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, LinkworkError, shown
from linkwork.base.listed import is_listed
from linkwork.mechanism.readings import Readings
from linkwork.numerics.analytic import derivative
from linkwork.run.run import Run

RESOLVED = 1e-6  # of the range: what may be unknown between points
_FOR_SLOPES = 1e-8  # the same where derivatives are asked for, which may be small differences of large ones
_AIM = 0.1  # of it: what finer points aim at
_PARTS, _ROUNDS = 64, 2
_TOLD = 1e-3
SIDES = {"max": (1.0,), "min": (-1.0,), "peak": (1.0, -1.0), "range": (1.0, -1.0)}


class Response:
    """A number made from a result: `Response("max(abs(A.force)) / rated - 1").value(run)`."""

    def __init__(self, asked: str | Callable[[Any], Any]) -> None:
        if not isinstance(asked, str) and not callable(asked):
            raise AnalysisError(
                f"a response is a text such as 'max(A.force)', or a function of a run; found {shown(asked)}"
            )
        self.function = None if isinstance(asked, str) else asked
        self.text = asked if isinstance(asked, str) else getattr(asked, "__name__", "function")
        self.formula: Formula | None = read_formula(asked) if isinstance(asked, str) else None

    def __repr__(self) -> str:
        return f"Response({self.text!r})"

    def is_history(self, result: Any) -> bool:
        """Whether it has a value at every point of the run, as a bare channel does."""
        if self.formula is None or np.size(getattr(result, "t", 0.0)) < 2:
            return False
        return any(name not in result.system.env for name in self.formula.free.values())

    def value(self, result: Any, asked: Any = None) -> Any:
        """The number for a Run, an Equilibrium or a LinearModel; complex where the result carries a derivative.

        What several responses ask of one result is found once where they share what `asked_of` gives.
        """
        try:
            if self.formula is None:
                return _number(self._called(result))
            if self.is_history(result):
                raise AnalysisError(
                    "a channel over time is not one number; take final(...), max(...), integral(...) or another "
                    "function of it"
                )
            return _number((asked or _Asked(result)).value(self.formula))
        except LinkworkError as error:
            raise AnalysisError(f"response '{self.text}': {error}") from None

    def resolve(self, run: Run) -> None:
        """Let a run have the points between its own that the derivatives of this response need."""
        if self.formula is not None and not self.is_history(run):
            _Asked(run, _FOR_SLOPES).value(self.formula)

    def _called(self, result: Any) -> Any:
        """What the user's own function says."""
        assert self.function is not None
        try:
            return self.function(result)
        except LinkworkError:
            raise
        except Exception as error:
            raise AnalysisError(f"the function ended with {type(error).__name__}: {error}") from error

    def derivative(self, result: Any) -> float:
        """The derivative that a result carries."""
        return float(derivative(self.value(result)))

    def series(self, run: Run) -> Array:
        """The value at every point of a run."""
        assert self.formula is not None
        try:
            return _Asked(run).history(self.formula).points()
        except LinkworkError as error:
            raise AnalysisError(f"response '{self.text}': {error}") from None

    def channels(self, result: Any) -> set[str]:
        """Names of the channels that it asks for."""
        return set() if self.formula is None else _channels(self.formula) - set(still_run(result).system.env)

    def unit(self, result: Any) -> str:
        """Its unit where it is a plain function of one channel; otherwise nothing is said."""
        from linkwork.analysis.responses.units import unit_of

        return "" if self.formula is None else unit_of(self.formula, _Asked(result))


def asked_of(result: Any) -> Any:
    """What can be asked of a result by several responses, one after the other."""
    return _Asked(result)


def read_response(asked: str | Callable[[Any], Any] | Response) -> Response:
    """A text, a function or a response as a response."""
    return asked if isinstance(asked, Response) else Response(asked)


def read_responses(asked: Any) -> list[Response]:
    """One or several."""
    responses = [read_response(one) for one in (asked if is_listed(asked) else [asked])]
    if not responses:
        raise AnalysisError("no response is given; name at least one, such as 'final(slider.x)'")
    return responses


def _channels(formula: Formula) -> set[str]:
    parts = [part for call in formula.calls.values() for part in (call.inner, call.second) if part is not None]
    return set(formula.free.values()).union(*(_channels(part) for part in parts))


def _number(value: Any) -> Any:
    """A finite Python number."""
    try:
        number = complex(value)
    except (TypeError, ValueError):
        raise AnalysisError(f"it is not a number but {type(value).__name__}") from None
    if not np.isfinite(number.real):
        raise AnalysisError("it has no finite value here")
    return number if np.iscomplexobj(value) else number.real


class _Asked:
    """One result with what was asked of it already."""

    def __init__(self, result: Any, unknown: float = RESOLVED) -> None:
        self.result, self.unknown = result, unknown
        self.run: Any = still_run(result)
        self._line: Timeline | None = None
        self._courses: dict[str, Course] = {}
        self._between: _Asked | None = None
        self._readings = Readings(self.run.system.mechanism)

    @property
    def line(self) -> Timeline:
        """The stretches of the run."""
        if self._line is None:
            self._line = timeline(self.run)
        return self._line

    @property
    def between(self) -> _Asked:
        """The same result with points between all events."""
        if self._between is None:
            finer = detailed(self.run) if len(self.run.t) > 1 else self.run
            self._between = self if finer is self.run else _Asked(finer)
        return self._between

    def value(self, formula: Formula) -> Any:
        """The value of a formula without channels, or of a formula at the one point of a result at rest."""
        self._refuse_doubtful(formula)
        env: dict[str, Any] = {name: self._call(call) for name, call in formula.calls.items()}
        for name, meant in formula.free.items():
            env[name] = self._parameter(meant) if self._is_parameter(meant) else self.run[meant][0]
        return evaluated(formula.node, env)

    def history(self, formula: Formula) -> History:
        """A formula in channels over the run."""
        self._refuse_doubtful(formula)
        numbers: dict[str, Any] = {name: self._call(call) for name, call in formula.calls.items()}
        courses = {}
        for name, meant in formula.free.items():
            if self._is_parameter(meant):
                numbers[name] = self._parameter(meant)
            else:
                courses[name] = self.course(meant)
        return History(self.line, formula.node, numbers, courses)

    def resolved(self, formula: Formula, sides: Sequence[float]) -> History:
        """A formula in channels, with points so close that what lies between them is known, where its extremes are.

        For them the run is made again; where that cannot be done, it gets a note.
        """
        history = self.between.history(formula)
        if not isinstance(self.run, Run) or np.iscomplexobj(self.run.q) or len(self.between.run.t) < 3:
            return history
        unknown = history.unresolved(sides)
        for _ in range(_ROUNDS):
            parts = 2 ** int(np.ceil(0.25 * np.log2(max(unknown, self.unknown) / (_AIM * self.unknown))))
            finer = refined(self.run, min(parts, _PARTS)) if unknown > self.unknown else None
            if finer is None:
                break
            self._between = _Asked(finer)
            history = self._between.history(formula)
            unknown = history.unresolved(sides)
        if unknown > _TOLD:
            note = f"between the points {', '.join(history.courses)} is known to {unknown:.1%} of its range; give more"
            self.run.notes += [] if note in self.run.notes else [note]
        return history

    def _refuse_doubtful(self, formula: Formula) -> None:
        """Refuse a text that can be read in two ways."""
        problem = self._readings.problem(formula.node)
        if problem:
            raise AnalysisError(problem)

    def course(self, name: str) -> Course:
        """A channel."""
        if name not in self._courses:
            self._courses[name] = Course(self.run, self.line, name)
        return self._courses[name]

    def _is_parameter(self, name: str) -> bool:
        return name in self.run.system.env

    def _parameter(self, name: str) -> Any:
        return self.run.system.env[name]

    def _call(self, call: Call) -> Any:
        if call.name in reader.MODES:
            assert call.inner is not None
            return mode_number(self.result, call.name, self.value(call.inner))
        if call.event:
            return self._at_event(call)
        assert call.inner is not None
        if call.name == "initial" or (call.name == "final" and not self._end_moves):
            return _reduced(self.history(call.inner), call.name)
        history = self.resolved(call.inner, SIDES.get(call.name, ()))
        if call.second is not None:
            return history.at(self.value(call.second))
        return _reduced(history, call.name)

    @property
    def _end_moves(self) -> bool:
        """Whether the last value also changes with the time of the event that ended the run, by its rate there."""
        ended = isinstance(self.run, Run) and is_ended_by_event(self.run)
        return np.iscomplexobj(self.line.end[-1]) or (ended and self.unknown == _FOR_SLOPES)

    def _at_event(self, call: Call) -> Any:
        if call.inner is None:
            return time_of(self.run, call.event, call.which)
        when = time_of(self.between.run, call.event, call.which)
        if float(np.real(when)) in self.between.line.unseen:
            raise AnalysisError(
                f"between the event '{call.event}' at t = {float(np.real(when)):.6g} s and the one before it there "
                "is no point of the run; give more points"
            )
        return self.between.history(call.inner).at(when, before=True)


def _reduced(history: History, name: str) -> Any:
    line = history.line
    if name in ("final", "initial"):
        return history.final() if name == "final" else history.points()[0]
    if len(line.t) == 1:
        return _at_rest(history.points()[0], name)
    if line.missed and history.courses:
        raise AnalysisError(
            f"between the event or jump at t = {line.missed[0]:.6g} s and the one before it there is no point of the "
            f"run, and so for {len(line.missed)} in all; give more points, or a shorter time"
        )
    if name in ("max", "min"):
        return history.extreme(name == "max")
    if name in ("peak", "range"):
        low, high = history.extreme(False), history.extreme(True)
        return high - low if name == "range" else max(high, -low, key=np.real)
    if name == "integral":
        return history.integral()
    if name == "mean":
        return history.integral() / (line.end[-1] - line.t[0])
    return np.sqrt(history.squared().integral() / (line.end[-1] - line.t[0]))


def _at_rest(value: Any, name: str) -> Any:
    """A function of the one value of a result at rest."""
    if name == "range":
        return 0.0 * value
    if name == "integral":
        raise AnalysisError("there is no integral over time of a result at rest")
    return -value if name in ("peak", "rms") and np.real(value) < 0.0 else value
