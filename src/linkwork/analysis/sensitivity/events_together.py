"""Events that fall on one moment, such as two contacts that land together, and whether a parameter takes them apart.

The loop changes all sides at one moment with the derivative of one time. Where a parameter moves the events differently
the order in which they happen depends on the way it is changed, and what one does to the other has no one derivative.
That is tried out: the motion is simulated again a little beside the value of the parameter, on both sides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from linkwork.analysis.sensitivity.differences import Varied
from linkwork.analysis.simulation.simulate import simulate
from linkwork.analysis.simulation.singular.passed_positions import PASSED
from linkwork.base.errors import AnalysisError, LinkworkError
from linkwork.run.run import Event, Run

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_TOGETHER = 1e-12  # of the run: events nearer to each other are on one moment
_SHARE = 1e-5  # of a parameter: how far beside its value the motion is tried
_APART = 1e-9  # of the run: events farther from each other have been taken apart
_NEAR = 0.1  # of the time to the events before and after: where those of one moment are looked for again


def require_together(mechanism: Mechanism, run: Run, names: list[str], options: Mapping[str, Any]) -> None:
    """Refuse derivatives of a run by parameters that take apart events which fall on one moment."""
    span = float(run.t[-1] - run.t[0])
    groups = _groups([event for event in run.events if event.kind != PASSED], span)
    shared = [at for at, group in enumerate(groups) if len({_whom(event) for event in group}) > 1]
    if not shared:
        return
    times = [float(run.t[0]), *(group[0].t for group in groups), float(run.t[-1])]
    until = min(times[-1], times[shared[-1] + 1] + 2.0 * _NEAR * (times[shared[-1] + 2] - times[shared[-1] + 1]))
    for name in names:
        with Varied(mechanism, name, _SHARE) as varied:
            for side in (1.0, -1.0):
                mechanism.set(**{name: varied.value + side * varied.step})
                try:
                    beside = simulate(mechanism, until, 2, **{**options, "progress": False}).events
                except LinkworkError:
                    continue  # the value is at the end of what is possible: the other side is tried
                for at in shared:
                    before, here, after = times[at : at + 3]
                    near = min(here - before, after - here) * _NEAR
                    moments = [event.t for event in beside if event.kind != PASSED and abs(event.t - here) <= near]
                    if moments and max(moments) - min(moments) > _APART * span:
                        _refuse(mechanism, name, groups[at])


def _groups(events: list[Event], span: float) -> list[list[Event]]:
    """Events in order, those of one moment together."""
    groups = [events[:1]] if events else []
    for last, event in pairwise(events):
        if event.t - last.t <= _TOGETHER * max(span, abs(event.t)):
            groups[-1].append(event)
        else:
            groups.append([event])
    return groups


def _whom(event: Event) -> str:
    """What an event happens to: the contact's point that its text names, or its name."""
    quoted = re.match(r"[^']*'([^']*)'", event.text) if event.kind == "contact" else None
    return quoted.group(1) if quoted else event.name or event.text


def _refuse(mechanism: Mechanism, name: str, group: list[Event]) -> None:
    first, second = list(dict.fromkeys(_whom(event) for event in group))[:2]
    raise AnalysisError(
        f"{mechanism.name}: events of '{first}' and '{second}' fall on one moment, t = {group[0].t:.6g} s, and "
        f"'{name}' takes them apart, which carries no derivatives; let them happen apart, or use method='differences'"
    )
