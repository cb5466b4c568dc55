"""Derivatives of a simulation by parameters: the same steps once more for each parameter, in complex numbers.

Every number of the loop carries a derivative in its imaginary part, from the assembled start through stages,
projections, events, impacts and outputs; step lengths, pivots, sides and what contacts do are decided by real parts, so
that what is found is the derivative of the very steps that were made. The time of an event carries its derivative too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.responses import Response
from linkwork.analysis.responses.detail import added_times, again_over, is_ended_by_event, only_at
from linkwork.analysis.sensitivity.dynamic_start import Start, start_of
from linkwork.analysis.sensitivity.events_together import require_together
from linkwork.analysis.sensitivity.one_sided import frictionless
from linkwork.analysis.simulation.simulate import simulate
from linkwork.analysis.simulation.singular.passed_positions import PASSED
from linkwork.analysis.simulation.time_loop import fresh_loop
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.late_dataclass import dataclass
from linkwork.expression import resolve_parameters
from linkwork.numerics.analytic import STEP
from linkwork.places import layout_kernel as layout
from linkwork.run.run import Event, Run
from linkwork.signals.records import tells_flip, tells_point
from linkwork.system.contact import contact_layout_kernel as contact_layout
from linkwork.system.contact.tables import has_contact
from linkwork.system.loop.simulation_state_kernel import UNTIL
from linkwork.system.system import System
from linkwork.system.tables.compile import compile_system

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

INSTEAD = "use method='differences'"
_AT_THE_START = 1e-14  # share of a run: closer to its start than rounding tells apart
_AT_THE_END = 1e-9  # of a run: so close to its end that a parameter decides whether an event still happens
_WITHOUT_EVENTS = ("moreau", "midpoint")


class NotCarried(AnalysisError):
    """Something was decided that carries no derivatives: the reason, and what to do instead."""

    def __init__(self, reason: str, advice: str) -> None:
        super().__init__(f"{reason}; {advice}")
        self.reason = reason


@dataclass
class Tangents:
    """Derivatives of a simulation by one parameter.

    `run` is the motion in complex numbers, which carry the derivatives: every channel of it carries the channel's.
    """

    parameter: str
    run: Run

    @property
    def system(self) -> System:
        """The tables, whose parameter carries its own derivative."""
        return self.run.system

    @property
    def q(self) -> Array:
        """Of the coordinates at the output times."""
        return self.run.q.imag / STEP

    @property
    def v(self) -> Array:
        """Of the velocities."""
        return self.run.v.imag / STEP

    @property
    def a(self) -> Array:
        """Of the accelerations."""
        return self.run.a.imag / STEP

    @property
    def multipliers(self) -> Array:
        """Of the multipliers."""
        assert self.run.loads is not None
        return self.run.loads.multipliers.imag / STEP

    @property
    def memory(self) -> Array:
        """Of all that forces and signals keep."""
        assert self.run.loads is not None
        return self.run.loads.memory.imag / STEP

    @property
    def states(self) -> Array:
        """Of the states that forces and signals own, the integrals of the powers last."""
        signals = self.system.signals
        if signals is None:
            return self.memory[:, :0]
        return self.memory[:, signals.first_state :][:, : len(signals.states)]

    @property
    def events(self) -> Array:
        """Of the times of the events of the run."""
        return np.array([np.imag(event.t) for event in self.run.events]) / STEP


def simulate_tangents(
    mechanism: Mechanism,
    names: Sequence[str],
    until: float,
    points: int = 201,
    responses: Sequence[Response] = (),
    **options: Any,
) -> tuple[Run, list[Tangents]]:
    """The run of `simulate` with these options, and its derivatives by the parameters named.

    They are found at all points that the responses need, too.
    """
    require_events(mechanism, options.get("method"))
    values = parameter_values(mechanism, names)
    run = simulate(mechanism, until, points, **options)
    if run.moment is None:
        raise AnalysisError(f"{mechanism.name}: this simulation cannot be differentiated; {INSTEAD}")
    require_kept_sides(mechanism, run.events)
    require_texts(run, responses)
    require_together(mechanism, run, list(values), options)
    start = start_of(mechanism, run.q[0], float(run.t[0]), options)
    grid = np.union1d(run.t, np.union1d(added_times(run, np.inf), needed_times(run, responses)))
    return run, [_tangents(mechanism, run, grid, start, name, value) for name, value in values.items()]


def needed_times(run: Run, responses: Sequence[Any]) -> Array:
    """Points that the derivatives of responses need between those of a run."""
    for response in responses:
        if isinstance(response, Response):
            response.resolve(run)
    return np.zeros(0) if run.detail is None else np.asarray(run.detail.t)


def is_text(response: Any) -> bool:
    """Whether a response is a formula, which does not depend on where the points of a run are."""
    return isinstance(response, str) or (isinstance(response, Response) and response.formula is not None)


def require_texts(run: Run, responses: Sequence[Any]) -> None:
    """Refuse functions of a run that an event ends: what they take as its last value does not move with its end."""
    if is_ended_by_event(run) and not all(map(is_text, responses)):
        raise NotCarried(
            f"{run.mechanism.name}: event '{run.events[-1].name}' ends the run, whose end moves; a Python function of "
            "the run does not say what moves with it",
            f"write it as a text, such as 'final(...)', or {INSTEAD}",
        )


def end_notes(run: Run) -> list[str]:
    """That an event ends a run just where it was to end: beyond, the event does not happen."""
    if not is_ended_by_event(run):
        return []
    until, t = float(run.moment.marks[UNTIL]), float(run.t[-1])
    if until - t > _AT_THE_END * (until - float(run.t[0])):
        return []
    return [
        f"event '{run.events[-1].name}' ends the run just where it was to end: derivatives are those of the side on "
        "which it happens"
    ]


def require_events(mechanism: Mechanism, method: str | None) -> None:
    """Refuse methods that do not find the events of contacts: what they decide in a step has no derivative."""
    if method in _WITHOUT_EVENTS and has_contact(mechanism):
        raise NotCarried(
            f"{mechanism.name}: with method '{method}' contacts are decided in steps, not at events: that has no "
            "derivatives",
            f"leave the method out, or {INSTEAD}",
        )


def require_kept_sides(mechanism: Mechanism, events: Sequence[Event]) -> None:
    """Refuse paths of muscles that snap: neither the moment at which a way ends nor what jumps there is carried."""
    for event in events:
        if event.kind == "switch" and tells_flip(event.text):
            muscle = event.name.replace("force", "muscle", 1)
            over = tells_point(event.text)
            what = "begins or ceases to go over a point" if over else "snaps to another side of a surface"
            raise NotCarried(
                f"{mechanism.name}: the path of {muscle} {what} at t = "
                f"{np.real(event.t):.6g} s: no derivatives go through it",
                f"end the run before, or {INSTEAD}",
            )


def _require_carried(run: Run) -> None:
    """Refuse a run in which something was decided that carries no derivatives."""
    system = run.system
    if (
        system.contact_tables is None
        or not run.moment.w[int(system.k[layout.CONTACT_ROOM]) + contact_layout.NOT_CARRIED].real
    ):
        return
    raise NotCarried(
        f"{system.mechanism.name}: forces of what sticks, or impulses of several contacts, are not unique and were "
        "shared out within their bounds, which carries no derivatives",
        INSTEAD,
    )


def parameter_values(mechanism: Mechanism, names: Sequence[str]) -> dict[str, float]:
    """The values of the parameters named."""
    known = resolve_parameters(mechanism.parameters_by_name)
    for name in names:
        if name not in known:
            raise AnalysisError(f"there is no parameter '{name}'; parameters are: {', '.join(known) or 'none'}")
    return {name: float(np.real(known[name])) for name in names}


def twin_of(mechanism: Mechanism, overrides: Mapping[str, Any]) -> System:
    """The tables in complex numbers; refused where a law cannot be compiled for them."""
    from linkwork.numerics.jit import compiling_errors

    try:
        return compile_system(mechanism, overrides=overrides, scalar="complex", dynamics=True, with_contacts=True)
    except compiling_errors():
        raise AnalysisError(
            f"{mechanism.name}: a law cannot be compiled for complex numbers, which carry derivatives; {INSTEAD}"
        ) from None


def _tangents(mechanism: Mechanism, run: Run, grid: Array, start: Start, name: str, value: float) -> Tangents:
    """The derivatives by one parameter, over a grid that has the times of the run and more between its events."""
    overrides = {name: complex(value, STEP)}
    system = twin_of(mechanism, overrides)
    bare = frictionless(system)
    if bare:
        raise AnalysisError(f"{mechanism.name}: {bare}")
    q, v = start.carrying(overrides, system)
    tangent_run = again_over(run, grid, fresh_loop(system, q, v, float(run.t[0]), run.moment.options))
    _require_carried(tangent_run)
    other = _first_other(run, tangent_run)
    if len(tangent_run.t) != len(grid) or other is not None:
        _refuse_at_the_start(mechanism, run)
        first = f", first at t = {other.t.real:.6g} s ({other.text})" if other is not None else ""
        raise AnalysisError(
            f"{mechanism.name}: the motion is so sensitive that rounding changes its events{first}; give smaller "
            "tolerances"
        )
    return Tangents(name, tangent_run if len(grid) == len(run.t) else only_at(tangent_run, run.t))


def _refuse_at_the_start(mechanism: Mechanism, run: Run) -> None:
    """Refuse what changes where the run begins, as a diode does whose voltage rises from zero: rounding alone decides
    on which side it begins."""
    begun = run.t[0].real + _AT_THE_START * (run.t[-1] - run.t[0]).real
    for event in run.events:
        if event.kind != PASSED and event.t.real <= begun:
            raise AnalysisError(
                f"{mechanism.name}: {event.text} at the very start of the run, where it is exactly on its border; "
                f"begin a moment later, as in start=1e-6, or {INSTEAD}"
            )


def _first_other(run: Run, other_run: Run) -> Event | None:
    """The first event of one run that is not in the other at its place; None where all are the same.

    Singular positions that are passed change nothing: one at the very end may be told by one run alone.
    """
    listed = ([event for event in one.events if event.kind != PASSED] for one in (run, other_run))
    for own, other in zip_longest(*listed):
        if own is None or other is None or (own.kind, own.name) != (other.kind, other.name):
            return own or other
    return None
