"""Reading a response: an expression in which functions of channels stand for numbers.

    final(slider.x)  initial(...)  max(...)  min(...)  peak(...)  range(...)  integral(...)  mean(...)  rms(...)
    at(slider.x, 0.3)   at_event(slider.x, hit)   time(hit)   time(hit, 2) for the second one
    frequency(1)  hertz(1)  damping(1)           of the modes of a linear model

Channels that are written as calls (`distance(a, b)`, `reaction(O, rod).x`, `C[2].force`) stand as they are; any other
name may stand in quotes. `max` and `min` of several things compare numbers at each time, as in every expression.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from linkwork.base.errors import AnalysisError, ExpressionError
from linkwork.base.late_dataclass import dataclass
from linkwork.expression import close_matches
from linkwork.expression.algebra import node_of
from linkwork.expression.elementary import FUNCTIONS
from linkwork.expression.nodes import Node
from linkwork.expression.tokens import QUOTED_NAME, Token, name_in_quotes, tokens_of

REDUCTIONS = ("final", "initial", "max", "min", "peak", "range", "integral", "mean", "rms")
AT, AT_EVENT, TIME = "at", "at_event", "time"
MODES = ("frequency", "hertz", "damping")
_KNOWN = (*REDUCTIONS, AT, AT_EVENT, TIME, *MODES)
_ALSO_PLAIN = ("max", "min")
_CALLS = (
    "distance angle transmission pressure advantage centre curvature speed axis euler bryant reaction "
    "axial torsion shear shear_y shear_z bending bending_y bending_z"
)
_ODD = re.compile(
    rf"(?P<name>{QUOTED_NAME})"
    rf"|\b(?:{'|'.join(_CALLS.split())})\s*\([^()]*\)(?:\.\w+)?"
    r"|\b\w+(?:\([^()]*\))?\[\d+\]\.\w+"
)
_HIDDEN = "channel_in_words_{}"


@dataclass(frozen=True)
class Call:
    """A function of channels: its name, what it is of, and the second argument, or the event and which of its name."""

    name: str
    inner: Formula | None
    second: Formula | None = None
    event: str = ""
    which: int = 1


@dataclass(frozen=True)
class Formula:
    """An expression whose names are parameters and channels, or stand for calls and for channels in words."""

    node: Node
    calls: Mapping[str, Call]
    channels: Mapping[str, str]

    @cached_property
    def free(self) -> dict[str, str]:
        """Names of the expression that are no calls, with the channel or parameter that each one means."""
        return {name: self.channels.get(name, name) for name in sorted(self.node.names - self.calls.keys())}


def read_formula(text: str) -> Formula:
    """The formula that a text says; an AnalysisError tells what is wrong with it."""
    channels: dict[str, str] = {}
    plain = _ODD.sub(lambda match: _hide(match, channels), text)
    try:
        return _Reader(channels).read(plain)
    except ExpressionError as error:
        raise AnalysisError(f"response {text!r}: {_shown(str(error), channels)}") from None


def _hide(match: re.Match[str], channels: dict[str, str]) -> str:
    name = _HIDDEN.format(len(channels))
    channels[name] = name_in_quotes(match["name"]) if match["name"] else match[0]
    return name


def _shown(message: str, channels: Mapping[str, str]) -> str:
    for name, channel in channels.items():
        message = message.replace(name, channel)
    return message


class _Reader:
    def __init__(self, channels: Mapping[str, str]) -> None:
        self.channels = channels
        self.count = 0

    def read(self, text: str) -> Formula:
        """A formula: its outermost calls are taken out and read for themselves."""
        tokens, calls, plain, place = tokens_of(text), {}, "", 0
        for number, token in enumerate(tokens):
            if token.column <= place or not _calls(tokens, number):
                continue
            end, arguments = _arguments(text, tokens, number)
            if token.text in _ALSO_PLAIN and len(arguments) != 1:
                continue
            _check_known(token)
            if token.text not in _KNOWN:
                continue
            name = f"number_{self.count}"
            self.count += 1
            calls[name] = self._call(token, arguments)
            plain += f"{text[place : token.column - 1]} {name} "
            place = end
        return Formula(node_of(plain + text[place:]), calls, self.channels)

    def _call(self, token: Token, arguments: list[str]) -> Call:
        name, count = token.text, len(arguments)
        wanted = 2 if name in (AT, AT_EVENT) else 1
        numbered = name in (TIME, AT_EVENT) and count == wanted + 1
        if not (count == wanted or numbered) or not all(argument.strip() for argument in arguments):
            raise ExpressionError(f"{name} takes {_WANTED.get(name, 'a channel, as in final(slider.x)')}")
        which = _which(name, arguments.pop()) if numbered else 1
        if name == TIME:
            return Call(name, None, event=self._event(arguments[0]), which=which)
        inner = self.read(arguments[0])
        if name == AT_EVENT:
            return Call(name, inner, event=self._event(arguments[1]), which=which)
        return Call(name, inner, self.read(arguments[1]) if name == AT else None)

    def _event(self, text: str) -> str:
        name = text.strip()
        return self.channels.get(name, name)


_WANTED = {
    AT: "a channel and a time, as in at(slider.x, 0.3)",
    AT_EVENT: "a channel and an event or contact, as in at_event(slider.x, hit), or at_event(slider.x, hit, 2)",
    TIME: "the name of an event or contact, as in time(hit), or time(hit, 2) for the second",
    **{name: f"the number of a mode, as in {name}(1)" for name in MODES},
}


def _which(name: str, text: str) -> int:
    """Which of the events of a name is meant."""
    number = text.strip()
    if not re.fullmatch(r"[1-9][0-9]{0,8}", number):
        raise ExpressionError(f"{name} takes {_WANTED[name]}; which one is a whole number from 1, not '{number}'")
    return int(number)


def _calls(tokens: list[Token], number: int) -> bool:
    return tokens[number].kind == "name" and tokens[number + 1].text == "("


def _check_known(token: Token) -> None:
    if token.text not in _KNOWN and token.text not in FUNCTIONS and token.text != "if":
        known = [*_KNOWN, *(name for name in FUNCTIONS if name not in _KNOWN), "if"]
        hint = close_matches(token.text, known) or f"; functions of channels are: {', '.join(_KNOWN)}"
        raise ExpressionError(f"unknown function '{token.text}'{hint}")


def _arguments(text: str, tokens: list[Token], number: int) -> tuple[int, list[str]]:
    """Where the call ends, and the texts of its arguments."""
    level, begin, arguments = 0, tokens[number + 1].column, []
    for token in tokens[number + 1 :]:
        level += (token.text == "(") - (token.text == ")")
        if level == 1 and token.text == ",":
            arguments.append(text[begin : token.column - 1])
            begin = token.column
        elif level == 0:
            arguments.append(text[begin : token.column - 1])
            return token.column, arguments
    raise ExpressionError(f"unbalanced parentheses: no ')' for {tokens[number].text}(")
