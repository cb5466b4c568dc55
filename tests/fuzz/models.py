"""Spoiled models: the examples with numbers, names and sections changed at random, read, checked and run."""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from io import StringIO
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from fuzz.watch import Finding, require_numbers, tried
from linkwork.base.progress import stopped_by
from linkwork.formats.model_file import loads

_FOLDER = Path(__file__).resolve().parents[2] / "examples"
_LARGEST = 6000  # characters of an example that is quick enough
_POINTS, _UNTIL = 5, 0.05
_LONG, _PATIENCE = 10.0, 10.0  # s of motion that take long, and of processor time after which that is taken back
_VALUES: list[Any] = [
    *(None, True, 0, -1, 1, 7, 1e-300, 1e300, 1e100, 1e40, 1e10, -1e5, 1e-9, float("nan"), float("inf"), 10**30),
    *("", "x", "ground", "t", "1/0", "sqrt(-1)", "30 deg", "1 mm", "2*", "a.b", "no such", "-t^2", "1e4*t", "sin(t)/t"),
    *([], [0], [0, 0], [1, 2, 3], [None, None], ["a", "b"], {}, {"a": 1}, {"type": "revolute"}, [[0, 0], [1, 1]]),
]


@cache
def originals() -> tuple[tuple[str, Any], ...]:
    """Names and data of the examples."""
    found = []
    for path in sorted(_FOLDER.glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        if len(text) < _LARGEST:
            found.append((path.stem, YAML(typ="safe", pure=True).load(text)))
    return tuple(found)


def _places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all entries."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield (*path, key)
        yield from _places(value, (*path, key))


def _spoil(data: Any, draw: random.Random) -> str:
    """Change one entry; what was done, in words."""
    path = draw.choice(list(_places(data)))
    holder = data
    for key in path[:-1]:
        holder = holder[key]
    last, way = path[-1], draw.random()
    where = ".".join(map(str, path))
    value = holder[last]
    if way < 0.15:
        del holder[last]
        return f"{where} gone"
    if way < 0.35 and isinstance(value, int | float) and not isinstance(value, bool):
        holder[last] = value * draw.choice((-1, 0, 1e-9, 1e-3, 1e3, 1e9, 1e20))
        return f"{where} = {holder[last]}"
    if way < 0.45 and isinstance(holder, dict):
        holder[draw.choice(("x", "type", "value", "ground", "")) + str(last)[:3]] = holder.pop(last)
        return f"{where} renamed"
    if way < 0.55:
        other = draw.choice(list(_places(data)))
        taken = data
        for key in other:
            taken = taken[key]
        holder[last] = copy.deepcopy(taken)
        return f"{where} = that of {'.'.join(map(str, other))}"
    holder[last] = copy.deepcopy(draw.choice(_VALUES))
    return f"{where} = {holder[last]!r}"


def _requests(data: Any) -> list[dict[str, Any]]:
    """Analyses that say until when."""
    asked = data.get("analysis") if isinstance(data, dict) else None
    requests = [each for each in asked.values() if isinstance(each, dict)] if isinstance(asked, dict) else []
    return [each for each in requests if isinstance(each.get("until"), int | float) and each["until"] > 0]


def _shorten(data: Any) -> None:
    """Make what is asked for quick, where it still says so."""
    for request in _requests(data):
        request["until"] = min(request["until"], _UNTIL)
        request["points"] = _POINTS if isinstance(request.get("points", 1), int) else request["points"]


def spoiled(seed: int, count: int) -> Iterator[tuple[str, str]]:
    """So many spoiled models: what was done, and the text."""
    draw = random.Random(seed)
    for _ in range(count):
        name, original = draw.choice(originals())
        data = copy.deepcopy(original)
        _shorten(data)
        done = [_spoil(data, draw) for _ in range(draw.choice((1, 1, 2, 3)))]
        text = StringIO()
        YAML(typ="safe", pure=True).dump(data, text)
        yield f"{name}: {'; '.join(done)}"[:300], text.getvalue()


def findings(seed: int, count: int) -> Iterator[Finding]:
    """What is wrong with so many models."""
    for what, text in spoiled(seed, count):
        found = tried(what, partial(_run, text))
        if found is not None:
            yield found


def _run(text: str) -> None:
    mechanism = loads(text, "model.yaml", str(_FOLDER))
    mechanism.check().text()
    if any(getattr(mechanism.analysis, kind) for kind in ("kinematics", "inverse_dynamics", "simulate")):
        asked = _requests(YAML(typ="safe", pure=True).load(text))
        with stopped_by(_out_of_patience(max((each["until"] for each in asked), default=0.0))):
            require_numbers(mechanism.run(progress=False))


def _out_of_patience(until: float) -> Callable[[], bool]:
    """Who asks for a year of motion waits for it, but can end it whenever he likes and keeps what there is."""
    begin = time.process_time()
    return lambda: until > _LONG and time.process_time() - begin > _PATIENCE
