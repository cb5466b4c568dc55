"""Targets: what a mechanism is to do, as positions in which channels have wanted values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, isfinite
from numbers import Real
from typing import Any

from linkwork.base.errors import AnalysisError, MechanismError, shown
from linkwork.base.listed import is_listed
from linkwork.expression import Expression, as_expression
from linkwork.expression.given import public, publicly_made

AXES = ("x", "y", "z")


@dataclass(frozen=True)
class Wanted:
    """A channel, the value it is to have (an expression in the parameters) and the weight of a difference."""

    channel: str
    value: Expression
    weight: float = 1.0


@publicly_made
@dataclass(frozen=True)
class Position:
    """One position of the mechanism: what is wanted there, and what holds exactly.

    With a time the drivers have their values of that time; without one they are left out and the mechanism is free to
    go where it meets its target best.
    """

    wanted: tuple[Wanted, ...]
    exact: tuple[Wanted, ...] = ()
    time: float | None = None
    marks: tuple[tuple[str, tuple[Expression, ...]], ...] = field(default=(), compare=False)
    """Places with the points they are to meet, for drawings."""


@public
def position(
    wanted: Mapping[str, Any],
    *,
    exact: Mapping[str, Any] | None = None,
    time: float | None = None,
    weight: float = 1.0,
) -> Position:
    """A position with wanted values: `position({"coupler.P": (0.3, 0.2), "rocker.angle": "psi + 20 deg"})`.

    A place takes as many numbers as the world has axes. `exact` holds values that are kept exactly, such as
    `{"crank.angle": "30 deg"}`; `time` gives the drivers their values of that time. Values may use parameters, also
    free ones.
    """
    marks = tuple(
        (name, tuple(_number(name, number) for number in value))
        for name, value in _mapping("wanted", wanted).items()
        if _several(value)
    )
    return Position(_read(wanted, _weight(weight)), _read(_mapping("exact", exact or {}), 1.0), _time(time), marks)


@public
def path(
    place: str,
    points: Sequence[Any],
    *,
    times: Sequence[float] | None = None,
    inputs: tuple[str, Sequence[Any]] | None = None,
    weights: Sequence[float] | float = 1.0,
) -> list[Position]:
    """A place is to go through points: free, or timed by the drivers' times, or by values of an input channel.

    `path("coupler.P", points, inputs=("crank.angle", ["phi0", "phi0 + 30 deg", ...]))`.
    """
    places = [_items(f"target '{place}': a point", point, "(0.3, 0.2)") for point in _points(place, points)]
    count = len(places)
    moments = _listed("times", times, count)
    channel, values = _inputs(inputs, count)
    given = [None if channel is None else {channel: value} for value in values]
    each = _listed("weights", weights if _several(weights) else [weights] * count, count)
    return [
        position({place: point}, exact=held, time=time, weight=weight)
        for point, held, time, weight in zip(places, given, moments, each, strict=True)
    ]


@public
def function(given: str, found: str, pairs: Sequence[tuple[Any, Any]], *, weight: float = 1.0) -> list[Position]:
    """One channel is to be a function of another: `function("crank.angle", "rocker.angle", [(0.1, 0.4), ...])`."""
    read = [_items(f"target '{found}': a pair", pair, "(0.1, 0.4)") for pair in _points(found, pairs)]
    wrong = next((pair for pair in read if len(pair) != 2), None)
    if wrong is not None:
        raise AnalysisError(f"target '{found}': pairs are of two values, '{given}' and '{found}'; found {shown(wrong)}")
    return [position({found: output}, exact={given: value}, weight=weight) for value, output in read]


@public
def poses(
    body: str, places: Sequence[Any], *, times: Sequence[float] | None = None, size: float = 1.0, weight: float = 1.0
) -> list[Position]:
    """A body is to take poses: in the plane (x, y, angle); in space (x, y, z) with two axes of the body in the world.

    In space a pose is ((x, y, z), x axis, y axis). `size` is the length, in m, that a radian of turning counts for.
    """
    read = [_pose(body, pose) for pose in _points(body, places)]
    moments = _listed("times", times, len(read))
    weight, size = _weight(weight), _positive(f"target '{body}': size", size)
    poses = []
    for pose, time in zip(read, moments, strict=True):
        wanted = [*_place(body, pose[0] if _several(pose[0]) else pose[:2], weight)]
        if _several(pose[0]):
            for axis, direction in zip(AXES, pose[1:3], strict=False):
                wanted += [
                    Wanted(f"axis({body}, {axis}).{along}", _number(body, cosine), weight * size)
                    for along, cosine in zip(AXES, direction, strict=True)
                ]
        else:
            wanted.append(Wanted(f"{body}.angle", _number(body, pose[2]), weight * size))
        mark = (body, tuple(item.value for item in wanted[: 3 if _several(pose[0]) else 2]))
        poses.append(Position(tuple(wanted), (), _time(time), (mark,)))
    return poses


def gathered(targets: Any) -> list[Position]:
    """Targets of any kind as one list of positions."""
    positions: list[Position] = []
    for item in targets if isinstance(targets, Sequence) and not isinstance(targets, str) else [targets]:
        if isinstance(item, Position):
            positions.append(item)
        elif isinstance(item, Mapping):
            positions.append(position(item))
        elif isinstance(item, Sequence) and not isinstance(item, str):
            positions += gathered(item)
        else:
            raise AnalysisError(
                f"synthesise: targets are made by path, function, poses and position of linkwork.synthesis; "
                f"found {shown(item)}"
            )
    if not positions:
        raise AnalysisError("synthesise: there are no targets")
    return positions


def _read(values: Mapping[str, Any], weight: float) -> tuple[Wanted, ...]:
    wanted: list[Wanted] = []
    for name, value in values.items():
        wanted += _place(name, value, weight) if _several(value) else [Wanted(name, _number(name, value), weight)]
    return tuple(wanted)


def _place(name: str, point: Sequence[Any], weight: float) -> list[Wanted]:
    if not 2 <= len(point) <= 3:
        raise AnalysisError(f"target '{name}': a point has two numbers, in space three; found {shown(point)}")
    return [Wanted(f"{name}.{axis}", _number(name, number), weight) for axis, number in zip(AXES, point, strict=False)]


def _points(name: str, given: Any) -> list[Any]:
    return list(_items(f"target '{name}': what it is to meet", given, "[(0.3, 0.2), (0.4, 0.2)]"))


def _items(what: str, value: Any, example: str) -> tuple[Any, ...]:
    """Values one after the other."""
    if not _several(value) or isinstance(value, Mapping):
        raise AnalysisError(f"{what} is a list such as {example}; found {shown(value)}")
    return tuple(value)


def _pose(body: str, given: Any) -> tuple[Any, ...]:
    """A pose in the plane of three numbers; in space a point and two axes."""
    pose = _items(f"target '{body}': a pose", given, "(0.3, 0.2, '20 deg')")
    parts = [len(_items("part", part, "")) if _several(part) else 0 for part in pose]
    if parts not in ([0, 0, 0], [3, 3, 3]):
        raise AnalysisError(
            f"target '{body}': a pose is (x, y, angle), in space ((x, y, z), x axis, y axis); found {shown(given)}"
        )
    return pose


def _inputs(given: Any, count: int) -> tuple[str | None, list[Any]]:
    """The channel of an input and its values."""
    if given is None:
        return None, [None] * count
    read = _items("targets: inputs", given, "('crank.angle', [0, 0.5])")
    if len(read) != 2 or not isinstance(read[0], str):
        raise AnalysisError(
            f"targets: inputs are a channel and values, as ('crank.angle', [0, 0.5]); found {shown(given)}"
        )
    return read[0], _listed("inputs", read[1], count)


def _several(value: Any) -> bool:
    return is_listed(value) and hasattr(value, "__len__")


def _number(name: str, value: Any) -> Expression:
    try:
        return as_expression(value)
    except MechanismError as error:
        raise AnalysisError(f"target '{name}': {error}") from None


def _weight(value: Any) -> float:
    return _positive("target: a weight", value)


def _positive(what: str, value: Any) -> float:
    if isinstance(value, Real) and not isinstance(value, bool) and 0.0 < float(value) < inf:
        return float(value)
    raise AnalysisError(f"{what} is a number above zero; found {shown(value)}")


def _time(value: Any) -> float | None:
    if value is None or (isinstance(value, Real) and isfinite(float(value))):
        return None if value is None else float(value)
    raise AnalysisError(f"target: a time is a number in s; found {shown(value)}")


def _mapping(what: str, value: Any) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    raise AnalysisError(f"target: {what} is a mapping such as {{'coupler.P': (0.3, 0.2)}}; found {shown(value)}")


def _listed(what: str, values: Any, count: int) -> list[Any]:
    if values is None:
        return [None] * count
    read = _items(f"targets: {what}", values, "[0, 0.5]")
    if len(read) != count:
        raise AnalysisError(f"targets: give as many {what} as points; found {len(read)} for {count}")
    return list(read)
