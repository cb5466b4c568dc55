"""Sources and laws whose formulas need each other: what would be a circle of signals is found by its equations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from linkwork.expression import named
from linkwork.functions.expression import Formula
from linkwork.signals.blocks import names_in
from linkwork.signals.parts import Algebraic, Signal, SignalPart, State


def untangle(signals: dict[str, SignalPart], channels: Iterable[str]) -> None:
    """Turn those formulas of branches that lie in a circle into algebraic variables."""
    given = {name for name in channels if _is_formula(signals[name])}
    for group in _circles(signals):
        for name in group:
            part = signals[name]
            if name in given and isinstance(part, Signal) and isinstance(part.value, Formula):
                equation = Formula(value=named(name) - part.value.value)
                signals[name] = Algebraic(equation=equation, unit=part.unit)


def _is_formula(part: SignalPart) -> bool:
    return isinstance(part, Signal) and isinstance(part.value, Formula)


def _circles(signals: Mapping[str, SignalPart]) -> list[list[str]]:
    """Groups of signals that depend on each other (Tarjan's way, without recursion); states and unknowns break them."""
    reads = {
        name: [] if isinstance(part, State | Algebraic) else [other for other in names_in(part) if other in signals]
        for name, part in signals.items()
    }
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    path, on_path, circles = list[str](), set[str](), list[list[str]]()
    for first in signals:
        waiting = [(first, 0)] if first not in number else []
        while waiting:
            name, place = waiting.pop()
            if place == 0:
                number[name] = low[name] = len(number)
                path.append(name)
                on_path.add(name)
            else:
                low[name] = min(low[name], low[reads[name][place - 1]])
            for at in range(place, len(reads[name])):
                other = reads[name][at]
                if other not in number:
                    waiting += [(name, at + 1), (other, 0)]
                    break
                if other in on_path:
                    low[name] = min(low[name], number[other])
            else:
                if low[name] == number[name]:
                    group = path[path.index(name) :]
                    del path[len(path) - len(group) :]
                    on_path.difference_update(group)
                    if len(group) > 1 or name in reads[name]:
                        circles.append(group)
    return circles
