"""Muscles as a table: a line each with strength, lengths, the angle of the fibres and the path.

`name, strength, optimal_length, tendon_length, pennation, path` in N, m and degrees. A path is stations from origin to
insertion with `;` between them: `body x y z`, or a cylinder that it goes round,
`cylinder body x y z axis x y z radius r towards x y z`. Lines that begin with # say where numbers come from.
"""

from __future__ import annotations

import csv
import math
import os
from pathlib import Path
from typing import NoReturn

from linkwork.base.aside import written_aside
from linkwork.base.errors import MechanismError, ModelFileError
from linkwork.base.local_file import read_bytes
from linkwork.base.plain_numbers import plain_float
from linkwork.expression.given import FilePath, public
from linkwork.library.biomechanics.parts import PathMuscle, PathPoint, Station
from linkwork.library.biomechanics.paths.surfaces import Cylinder

LARGEST = 4 * 1024 * 1024
COLUMNS = ("name", "strength", "optimal_length", "tendon_length", "pennation", "path")


@public
def read_muscles(path: FilePath) -> tuple[PathMuscle, ...]:
    """The muscles of a table; errors have its line."""
    name = os.fspath(path)
    text = read_bytes(name, LARGEST, "a table of muscles (.csv)").decode("utf-8", errors="replace")
    lines = [(k, line) for k, line in enumerate(text.splitlines(), 1) if line.strip() and not line.startswith("#")]
    head = [word.strip() for word in next(csv.reader([lines[0][1]]), [])] if lines else []
    if tuple(head) != COLUMNS:
        raise ModelFileError(f"{name}: the first line must be: {', '.join(COLUMNS)}")
    return tuple(_muscle(line, f"{name}, line {number}") for number, line in lines[1:])


@public
def write_muscles(muscles: tuple[PathMuscle, ...], path: FilePath, source: str = "") -> None:
    """Write muscles as a table; `source` says at its head where numbers come from. Laws are not written."""
    rows = [", ".join(COLUMNS)]
    for one in muscles:
        stations = "; ".join(_written(one, station) for station in one.path)
        numbers = (one.strength, one.optimal_length, one.tendon_length, math.degrees(one.pennation))
        rows.append(", ".join((one.name, *(f"{value:.10g}" for value in numbers), stations)))
    with written_aside(Path(path)) as aside:
        aside.write_text("".join(f"# {line}\n" for line in source.splitlines()) + "\n".join(rows) + "\n", "utf-8")


def _written(muscle: PathMuscle, station: Station) -> str:
    if isinstance(station, PathPoint) and not station.curves and station.within is None:
        return f"{station.body} {_row(station.location)}"
    if isinstance(station, Cylinder) and not station.side and not station.lenient:
        where = f"cylinder {station.body} {_row(station.center)} axis {_row(station.axis)} radius {station.radius:.10g}"
        return where + (f" towards {_row(station.towards)}" if any(station.towards) else "")
    raise MechanismError(
        f"muscle '{muscle.name}': a table holds fixed points and cylinders with a direction, not a "
        f"{type(station).__name__} that moves, counts at times or has a side"
    )


def _row(values: tuple[float, ...]) -> str:
    return " ".join(f"{value:.10g}" for value in values)


def _muscle(line: str, where: str) -> PathMuscle:
    words = [word.strip() for word in next(csv.reader([line]))]
    if len(words) != len(COLUMNS):
        raise ModelFileError(f"{where}: expected {len(COLUMNS)} columns, there are {len(words)}")
    name, *numbers, path = words
    strength, optimal, tendon, angle = (_number(word, where) for word in numbers)
    stations = tuple(_station(part.split(), where) for part in path.split(";"))
    try:
        return PathMuscle(name, stations, strength, optimal, tendon, math.radians(angle))
    except MechanismError as error:
        raise ModelFileError(f"{where}: {error}") from None


def _station(words: list[str], where: str) -> Station:
    if len(words) == 4:
        return PathPoint(words[0], _vector(words[1:], where))
    if len(words) not in (11, 15) or words[0] != "cylinder" or words[5] != "axis" or words[9] != "radius":
        _fail(words, where)
    towards = (0.0, 0.0, 0.0)
    if len(words) == 15:
        if words[11] != "towards":
            _fail(words, where)
        towards = _vector(words[12:], where)
    radius = _number(words[10], where)
    try:
        return Cylinder(words[1], _vector(words[2:5], where), _vector(words[6:9], where), radius, 0, towards)
    except MechanismError as error:
        raise ModelFileError(f"{where}: {error}") from None


def _fail(words: list[str], where: str) -> NoReturn:
    raise ModelFileError(
        f"{where}: '{' '.join(words)}' is no station; write 'body x y z', or "
        "'cylinder body x y z axis x y z radius r towards x y z'"
    )


def _vector(words: list[str], where: str) -> tuple[float, float, float]:
    x, y, z = (_number(word, where) for word in words)
    return x, y, z


def _number(word: str, where: str) -> float:
    try:
        value = plain_float(word)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ModelFileError(f"{where}: '{word}' is not a number")
    return value
