"""What a report is about: a mechanism, what `check` found, and a run, positions of rest, or why there is neither."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import AnalysisError, MechanismError, shown
from linkwork.mechanism.requests import asked
from linkwork.report.parts import Head

if TYPE_CHECKING:
    from linkwork.analysis.check.check import Report
    from linkwork.analysis.equilibrium.rest_result import Equilibrium
    from linkwork.analysis.verify.verification import Verification
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.run.run import Run

ANALYSES = {
    "kinematics": "kinematics",
    "inverse_dynamics": "inverse dynamics",
    "simulate": "simulation",
    "equilibrium": "equilibrium",
}
BEFORE_THE_END = 0.9  # share of a run that ended early over which it is verified
VERIFY = ("short", "full", "none")


@dataclass
class Subject:
    """All that a report tells of; what was not asked for or could not be had is missing."""

    mechanism: Mechanism
    check: Report
    analysis: str = ""
    run: Run | None = None
    rests: list[Equilibrium] = field(default_factory=list)
    failure: str = ""
    verification: Verification | None = None
    unverified: str = ""
    source: str = ""
    head: Head | None = None
    beside: Any = None
    """What lies beside the curves of the run; None is what the model's output section names."""


def of_run(run: Run, verification: Verification | None = None) -> Subject:
    """A run that is there already."""
    kind = "simulate" if run.moment is not None else "kinematics" if run.loads is None else "inverse_dynamics"
    subject = Subject(run.mechanism, run.mechanism.check(), kind, run, verification=verification)
    subject.source = _text(run.mechanism)
    return subject


def of_mechanism(
    mechanism: Mechanism,
    until: float | None = None,
    points: int | None = None,
    verify: str = "short",
    source: str = "",
    progress: bool = True,
) -> Subject:
    """A mechanism: what it asks for is done; a failure is part of the report."""
    if verify not in VERIFY:
        raise AnalysisError(f"report: verify is one of {', '.join(VERIFY)}; found {shown(verify)}")
    subject = Subject(mechanism, mechanism.check(), source=source or _text(mechanism))
    requested = asked(mechanism)
    if mechanism.analysis.equilibrium is not None and until is None:
        subject.analysis = "equilibrium"
        _attempt(subject, lambda: _rest(subject))
    elif requested is None and until is None:
        subject.failure = "" if _closed(subject) else "it cannot be assembled"
    else:
        subject.analysis = requested[0] if requested is not None else "kinematics"
        _attempt(subject, lambda: _move(subject, until, points, progress))
        _prove(subject, until, verify, progress)
    return subject


def _attempt(subject: Subject, work: Any) -> None:
    try:
        work()
    except AnalysisError as error:
        subject.failure = str(error)


def _move(subject: Subject, until: float | None, points: int | None, progress: bool) -> None:
    subject.run = subject.mechanism.run(until, points, progress=progress)


def _rest(subject: Subject) -> None:
    request, mechanism = subject.mechanism.analysis.equilibrium, subject.mechanism
    assert request is not None
    if request.all:
        subject.rests = list(mechanism.equilibria())
    else:
        near, way = request.near or None, request.formulation
        subject.rests = [mechanism.equilibrium(request.method, near=near, formulation=way)]


def _prove(subject: Subject, until: float | None, verify: str, progress: bool) -> None:
    """Compare formulations and methods over the time of the run, or say why not."""
    from linkwork.report.proof import FORMULATIONS, METHODS

    if subject.run is None or verify == "none":
        subject.unverified = "it was not asked for" if verify == "none" else "there is no run"
        return
    run = subject.run
    if not run.completed:  # at the position where it locks up nothing can be compared
        until = float(run.t[0] + BEFORE_THE_END * (run.t[-1] - run.t[0]))
    names: dict[str, Any] = {} if verify == "full" else {"formulations": FORMULATIONS, "methods": METHODS}
    try:
        subject.verification = subject.mechanism.verify(until, progress=progress, **names)
    except (AnalysisError, MechanismError) as error:
        subject.unverified = str(error)


def _closed(subject: Subject) -> bool:
    return subject.check.assembly is not None and subject.check.assembly.ok


def _text(mechanism: Mechanism) -> str:
    """The mechanism as a model file; nothing when it holds what a file cannot, such as a Python function."""
    from linkwork.formats.model_file import dumps

    try:
        return dumps(mechanism)
    except MechanismError:
        return ""
