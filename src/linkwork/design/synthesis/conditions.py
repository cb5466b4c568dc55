"""Conditions on a design: comparisons of expressions in its parameters, ready-made ones for four-bars, bounds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from linkwork.base.errors import AnalysisError, MechanismError, shown
from linkwork.expression import Expression, as_expression, parse
from linkwork.expression.given import public

_COMPARISON = re.compile(r"<=|>=|<|>")


@dataclass(frozen=True)
class Condition:
    """A comparison that a design keeps: `excess` is not above zero."""

    text: str
    excess: Expression


@dataclass(frozen=True)
class Limit:
    """Bounds of a channel in every position."""

    channel: str
    low: Expression | None
    high: Expression | None


def read_condition(text: Any) -> Condition:
    """A condition such as `l2 + l1 <= l3 + l4`."""
    if not isinstance(text, str) or len(_COMPARISON.findall(text)) != 1:
        raise AnalysisError(f"synthesise: a condition is one comparison such as 'l2 <= 3*l1'; found {shown(text)}")
    sign = _COMPARISON.search(text)
    assert sign is not None
    try:
        left, right = parse(text[: sign.start()]), parse(text[sign.end() :])
    except MechanismError as error:
        raise AnalysisError(f"synthesise: condition '{text}': {error}") from None
    return Condition(text, left - right if sign[0][0] == "<" else right - left)


def read_limits(limits: Any) -> list[Limit]:
    """Limits such as `{"transmission(B)": ("40 deg", None)}`."""
    read = []
    if limits is not None and not isinstance(limits, Mapping):
        raise AnalysisError(
            f"synthesise: limits are given by channel, as in {{'crank.angle': (0, 2)}}; found {shown(limits)}"
        )
    for channel, bounds in (limits or {}).items():
        if not isinstance(bounds, tuple | list) or len(bounds) != 2 or bounds == (None, None):
            raise AnalysisError(
                f"synthesise: limits of '{channel}' are two values, one may be None; found {shown(bounds)}"
            )
        try:
            low, high = (None if bound is None else as_expression(bound) for bound in bounds)
        except MechanismError as error:
            raise AnalysisError(f"synthesise: limits of '{channel}': {error}") from None
        read.append(Limit(channel, low, high))
    return read


def require_limits(limits: Sequence[Limit], env: Mapping[str, Any]) -> None:
    """Refuse limits that are no numbers with these parameters, or of which the first is above the second."""
    for limit in limits:
        try:
            ends = [None if end is None else float(end.value(env).real) for end in (limit.low, limit.high)]
        except MechanismError as error:
            raise AnalysisError(f"synthesise: limits of '{limit.channel}': {error}") from None
        fixed = all(end is None or not end.names for end in (limit.low, limit.high))
        if fixed and ends[0] is not None and ends[1] is not None and not ends[0] <= ends[1]:
            raise AnalysisError(
                f"synthesise: limits of '{limit.channel}': {ends[0]:g} is above {ends[1]:g}; give the lower one first"
            )


@public
def grashof(ground: str, crank: str, coupler: str, rocker: str) -> list[str]:
    """Conditions under which the crank of a four-bar is its shortest link and goes round."""
    links = (ground, coupler, rocker)
    return [
        f"({crank}) + ({links[n]}) <= ({links[(n + 1) % 3]}) + ({links[(n + 2) % 3]})" for n in range(3)
    ]  # the sum of any two of these says that the crank is not longer than a link


@public
def transmission(ground: str, crank: str, coupler: str, rocker: str, least: Any = "40 deg") -> list[str]:
    """Conditions under which the transmission angle of a crank-rocker stays above `least` all round.

    It is extreme where the crank lies along the ground link.
    """
    squares = f"({coupler})^2 + ({rocker})^2"
    product = f"2*({coupler})*({rocker})*cos({as_expression(least).text})"
    return [
        f"{squares} - (({ground}) - ({crank}))^2 <= {product}",
        f"(({ground}) + ({crank}))^2 - ({squares}) <= {product}",
    ]
