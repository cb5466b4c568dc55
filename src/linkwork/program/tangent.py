"""Derivatives on the tape: how results change along a direction of the inputs, by the rules of differentiation.

Selections are differentiated on the side that holds; floor, round, lookups in tables and comparisons do not change.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from linkwork.program.elimination import is_zero
from linkwork.program.evaluation import live
from linkwork.program.lookups import LOOKUPS
from linkwork.program.tape import COMPARISONS, INPUT, SELECT, Tape

STILL = ("floor", "trunc", "round", *LOOKUPS, *COMPARISONS)


def directional(
    tape: Tape,
    outputs: Iterable[int],
    seeds: Mapping[str, Any],
    order: Iterable[int] | None = None,
    known: Mapping[int, Any] | None = None,
) -> dict[int, Any]:
    """The derivative of every output along the seeds of some inputs; others stay as they are.

    `order` are the nodes that the outputs need, where they are known already; `known` are derivatives of some of them.
    """
    given = known or {}
    slopes = {place: slope for place, slope in given.items() if not is_zero(slope)}  # of what changes at all
    listed = list(outputs)
    for place in live(tape, listed, given) if order is None else order:
        if place in given:
            continue
        code = tape.codes[place]
        if code == INPUT:
            seed = seeds.get(tape.names[place], 0.0)
            if not is_zero(seed):
                slopes[place] = seed
        elif any(operand in slopes for operand in tape.operands[place]) and code not in STILL:
            slope = _slope(tape, place, slopes)
            if not is_zero(slope):
                slopes[place] = slope
    return {place: slopes.get(place, 0.0) for place in listed}


def _slope(tape: Tape, place: int, slopes: dict[int, Any]) -> Any:
    code, operands = tape.codes[place], tape.operands[place]
    value = tape.number(place)
    if code == SELECT:
        truth, one, other = operands
        a, b = slopes.get(one, 0.0), slopes.get(other, 0.0)
        if is_zero(a) and is_zero(b):
            return 0.0
        return tape.selected(truth, a, b)
    x, dx = tape.number(operands[0]), slopes.get(operands[0], 0.0)
    if len(operands) == 2:
        y, dy = tape.number(operands[1]), slopes.get(operands[1], 0.0)
        if code == "div" and tape.known(operands[1]) == 0.0:
            return math.nan  # x / 0, which no selection takes
        return 0.0 if is_zero(dx) and is_zero(dy) else slope_of_two(tape, code, value, x, y, dx, dy)
    return 0.0 if is_zero(dx) else slope_of_one(tape, code, value, x) * dx


def slope_of_two(tape: Tape, code: str, value: Any, x: Any, y: Any, dx: Any, dy: Any) -> Any:
    """How an operation of x and y with this value changes with dx and dy."""
    if code == "add":
        return dx + dy
    if code == "sub":
        return dx - dy
    if code == "mul":
        return dx * y + x * dy
    if code == "div":
        return (dx - value * dy) / y
    if code == "atan2":
        return (y * dx - x * dy) / (x * x + y * y)
    if code == "hypot":
        return (x * dx + y * dy) / value
    binary: Any = 0.0  # x^y
    if not is_zero(dx):
        binary = y * tape.binary("pow", x, y - 1.0) * dx
    return binary if is_zero(dy) else binary + value * tape.unary("log", x) * dy


def slope_of_one(tape: Tape, code: str, value: Any, x: Any) -> Any:
    """The derivative of a function of x with this value."""
    if code == "neg":
        return -1.0
    if code == "abs":
        return tape.select(x < 0.0, -1.0, 1.0)
    if code == "sqrt":
        return 0.5 / value
    if code == "exp":
        return value
    if code == "log":
        return 1.0 / x
    if code in ("sin", "sinh"):
        return tape.unary("cos" if code == "sin" else "cosh", x)
    if code in ("cos", "cosh"):
        return -tape.unary("sin", x) if code == "cos" else tape.unary("sinh", x)
    if code in ("tan", "tanh"):
        return 1.0 + value * value if code == "tan" else 1.0 - value * value
    if code == "atan":
        return 1.0 / (1.0 + x * x)
    root = tape.unary("sqrt", 1.0 - x * x)
    return 1.0 / root if code == "asin" else -1.0 / root


class TooManyError(Exception):
    """Derivatives by all inputs would take more operations than are allowed."""


def columns(tape: Tape, outputs: list[int], names: Iterable[str], most: int) -> list[list[Any]]:
    """The derivatives of outputs by each of some inputs: one list an input. The tape may grow up to `most` nodes."""
    columns, order = list[list[Any]](), live(tape, outputs)
    for name in names:
        if len(tape.codes) > most:
            raise TooManyError
        slopes = directional(tape, outputs, {name: 1.0}, order)
        columns.append([slopes[place] for place in outputs])
    return columns
