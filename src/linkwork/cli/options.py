"""The analysis that a command repeats for many designs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.cli.guard import bad_input

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


def asked_analysis(
    mechanism: Mechanism,
    path: str,
    analysis: str | None,
    until: float | None,
    points: int | None,
    usual: str = "simulate",
) -> tuple[str, Any, int, dict[str, Any]]:
    """Analysis, end, number of points and options: those of the command line, or those that the model asks for.

    `usual` is the analysis of a model that asks for none over time.
    """
    from linkwork.analysis.requested import request_options
    from linkwork.analysis.verbs import OVER_TIME
    from linkwork.mechanism.requests import asked

    requested = asked(mechanism)
    kind = analysis or (requested[0] if requested is not None else usual)
    if kind not in OVER_TIME:
        return kind, None, 201, {}
    if requested is None:
        if until is None:
            bad_input(f"{path} asks for no analysis over time; give --until, or --analysis equilibrium")
        return kind, until, points or 201, {}
    name, request = requested
    end: Any = request.until.text if until is None else until
    start = {} if request.start is None else {"start": request.start.text}
    options = start | (request_options(mechanism, name, request) if name == kind else {})
    return kind, end, points or request.points, options
