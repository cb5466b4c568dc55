"""What is differentiated and by which parameters: read, checked, with errors that say what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.responses import Response, read_response, read_responses
from linkwork.analysis.responses.reader import MODES
from linkwork.base.errors import AnalysisError, shown
from linkwork.base.listed import is_listed
from linkwork.base.names import suggestion
from linkwork.expression import resolve_parameters
from linkwork.run.redundancy import uniqueness
from linkwork.run.worlds import reactions_of

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.run.run import Run


def asked_parameters(mechanism: Mechanism, to: Any) -> dict[str, float]:
    """The parameters by name with their values; left out, all that are given as numbers."""
    known = resolve_parameters(mechanism.parameters_by_name)
    if not known:
        raise AnalysisError(
            f"{mechanism.name} has no parameters to differentiate by; give its numbers names, as in m.parameters(l=0.5)"
        )
    if to is None:
        names = [name for name, given in mechanism.parameters_by_name.items() if not given.names]
    else:
        names = list(to) if is_listed(to) else [to]
    if not names:
        raise AnalysisError(f"sensitivity: name parameters in 'to', of: {', '.join(known)}")
    for name in names:
        if not isinstance(name, str) or name not in known:
            raise AnalysisError(
                f"sensitivity: parameter {shown(name)} is not defined{suggestion(name, known, 'parameters')}"
            )
    return {name: float(np.real(known[name])) for name in dict.fromkeys(names)}


def asked_responses(of: Any) -> list[Response]:
    """Channels, responses or functions; "frequency 1" is short for frequency(1)."""
    if of is None:
        raise AnalysisError("sensitivity: say what to differentiate, as in of=['final(slider.x)']")
    return read_responses([_written(one) for one in (of if is_listed(of) else [of])])


def _written(one: Any) -> Any:
    if isinstance(one, str):
        word, _, number = one.strip().partition(" ")
        if word in MODES and number.strip().isdigit():
            named = read_response(f"{word}({number.strip()})")
            named.text = one
            return named
    return one


def refuse_doubtful(run: Run, responses: list[Response]) -> None:
    """Refuse reactions that redundant constraints leave open, by name."""
    if run.loads is None:
        return
    settled = run.loads.settled or uniqueness(run.loads.system, run.t[:1], run.q[:1])
    doubtful = settled.doubtful()
    for response in responses:
        for channel in sorted(response.channels(run)):
            joint = _joint_of(channel)
            if joint in doubtful and _is_reaction(run, channel, doubtful[joint], settled.components):
                raise AnalysisError(
                    f"response '{response.text}': the reaction '{channel}' is not unique, as constraints are redundant,"
                    " and neither is its derivative; free the redundant ones that `check` names, or ask for another one"
                )


def _joint_of(channel: str) -> str:
    head = channel.partition(".")[0]
    return head.partition("(")[2].partition(",")[0].strip() if "(" in head else head


def _is_reaction(run: Run, channel: str, labels: tuple[str, ...], components: tuple[str, ...]) -> bool:
    label = channel.rpartition(".")[2]
    if label in components and "(" not in channel:
        return label in labels
    return channel.startswith(("reaction(", "on(")) or label in reactions_of(run.mechanism).LABELS
