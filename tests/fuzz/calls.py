"""Misused calls: every public call with one or two of its arguments wrong, missing or unknown, by a seed."""

from __future__ import annotations

import inspect
import random
from collections.abc import Iterator
from functools import partial
from typing import Any

from fuzz.face import Call, driven, pendulum, public_calls, results
from fuzz.hostile import hostile_values, nested_values
from fuzz.watch import Finding, require_numbers, tried
from linkwork.base.errors import shown
from linkwork.run.run import Run

_HOLDING = ("Mapping", "Sequence", "Iterable", "dict", "list", "tuple", "Any")  # words of what holds other values
_USUAL: dict[str, Any] = {
    **{"name": "new", "body": "bob", "joint": "pin", "driver": "motor", "until": 0.1, "points": 5, "at": 0.05},
    **{"progress": False, "path": "out.svg", "channel": "bob.x"},
    **{"x": 0.1, "y": 0.2, "z": 0.3, "value": 1.0, "on": "bob"},
    **{"first": "ground", "second": "bob", "length": 1.0},
    **{"radius": 0.1, "stiffness": 1.0, "point": "tip", "start": 0.0},
    **{"number": 0, "count": 4, "seed": 1, "starts": 2, "of": "bob.x", "to": "l", "parameter": "k", "values": [1, 2]},
    **{"responses": ["max(bob.x)"], "response": "max(pin.force)", "minimise": "max(bob.x)", "free": {"l": (0.5, 2.0)}},
    **{"angle": 0.1, "kind": "shear", "workers": 1, "plots": (), "iterations": 2, "generations": 1, "population": 4},
    **{"method": "auto", "formulation": "auto", "window": "hann"},
    **{"begin": 0.0, "mass": 1.0, "inertia": 0.1, "step": 0.01},
    **{"text": "linkwork: 1\nname: x\n", "ground": "g", "crank": "a", "coupler": "b", "rocker": "c", "folder": None},
    **{"source": "motor", "axis": (0, 0, 1), "radii": (1, 2)},
    **{"friction": 0.1, "error": "bob.angle", "rate": "bob.omega"},
    **{"input": "bob.angle", "period": 0.1, "when": "t - 0.05", "place": "bob.tip", "impulse": (0, 1), "time": 0.05},
    **{"by": "10 mm", "over": "90 deg", "speed": 1.0, "base_radius": "40 mm", "element": "pin", "end": "tip"},
}  # fmt: skip


def usual(call: Call) -> dict[str, Any]:
    """Arguments that make sense, or nearly so, by the names of the parameters."""
    found: dict[str, Any] = {}
    for parameter in call.parameters:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        required = parameter.default is parameter.empty
        if required or parameter.name in ("progress", "points", "starts", "workers", "until", "iterations"):
            found[parameter.name] = _USUAL.get(parameter.name, 1.0)
    if any(each.kind is each.VAR_KEYWORD for each in call.parameters) and "until" not in found:
        found.update(_options(call.name))
    return found


def _options(name: str) -> dict[str, Any]:
    return {"until": 0.1, "points": 5} if name.rpartition(".")[2] in ("optimise", "pareto", "compromise", "fit") else {}


def misused(seed: int, count: int) -> Iterator[tuple[Call, tuple[Any, ...], dict[str, Any]]]:
    """So many calls: first each with every argument wrong once, then at random."""
    draw = random.Random(seed)
    calls = public_calls()
    for number in range(count):
        call = calls[number % len(calls)] if number < 2 * len(calls) else draw.choice(calls)
        yield call, *_spoiled(call, draw)


def _spoiled(call: Call, draw: random.Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    arguments, more = usual(call), ()
    values = [*hostile_values(), pendulum(), driven(), *results().values()]
    named = [each.name for each in call.parameters if each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)]
    for _ in range(draw.choice((1, 1, 1, 2))):
        way = draw.random()
        if way < 0.06 and arguments:
            arguments.pop(draw.choice(sorted(arguments)))
        elif way < 0.12 or not named:
            arguments["surprise" if draw.random() < 0.5 else "l"] = draw.choice(values)
        else:
            arguments[draw.choice(named)] = draw.choice(values)
    if any(each.kind is each.VAR_POSITIONAL for each in call.parameters) or draw.random() < 0.03:
        more = tuple(draw.choice(values) for _ in range(draw.choice((0, 1, 2))))
    positional = [each.name for each in call.parameters if each.kind is each.POSITIONAL_ONLY]
    return tuple(arguments.pop(name) for name in positional if name in arguments) + more, arguments


def findings(seed: int, count: int) -> Iterator[Finding]:
    """What is wrong with so many misused calls."""
    for call, args, named in misused(seed, count):
        found = tried(f"{call.name}({_written(args, named)})", partial(_called, call, args, named))
        if found is not None:
            yield found


def nested_findings() -> Iterator[Finding]:
    """What is wrong with calls that get something else inside of what holds other values, each with each once."""
    for call in public_calls():
        for parameter in call.parameters:
            if parameter.kind is parameter.KEYWORD_ONLY or parameter.kind is parameter.POSITIONAL_OR_KEYWORD:
                held = nested_values() if any(word in str(parameter.annotation) for word in _HOLDING) else []
                for value in held:
                    named = usual(call) | {parameter.name: value}
                    found = tried(f"{call.name}({_written((), named)})", partial(_called, call, (), named))
                    if found is not None:
                        yield found


def _called(call: Call, args: tuple[Any, ...], named: dict[str, Any]) -> None:
    result = call.get()(*args, **named)
    if inspect.isgenerator(result):
        next(result, None)
    if isinstance(result, Run):
        require_numbers(result)


def _written(args: tuple[Any, ...], named: dict[str, Any]) -> str:
    return ", ".join([*map(shown, args), *(f"{name}={shown(value)}" for name, value in named.items())])
