"""The numbers of an orientation for another turn, in the way in which the orientation is given."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from linkwork.expression import Expression
from linkwork.places.spatial import rotation
from linkwork.places.spatial.orientation import Orientation
from linkwork.places.spatial.rotation import Parameters

SAME = 1e-12
_AXES = {"x": 0, "y": 1, "z": 2}
Number = tuple[tuple[str | int, ...], Expression, float]
"""Where it stands in the orientation, what is there, and the new value."""


def same_turn(old: Parameters | None, vector: Sequence[float]) -> bool:
    """Whether Euler parameters and a rotation vector are one turn."""
    p, q = old or (1.0, 0.0, 0.0, 0.0), rotation.from_vector((vector[0], vector[1], vector[2]))
    return min(max(abs(a.real - sign * b) for a, b in zip(p, q, strict=True)) for sign in (1.0, -1.0)) <= SAME


def turned_numbers(turn: Orientation, scope: Any, vector: Sequence[float]) -> Iterator[Number]:
    """All its numbers, so that it becomes the turn of a rotation vector."""
    new = rotation.from_vector((vector[0], vector[1], vector[2]))
    if turn.vector is not None:
        yield from _listed("vector", turn.vector, vector)
    elif turn.parameters is not None:
        first = turn.parameters[0].value(dict(scope.env)).real
        signed = new if len(turn.parameters) == 3 or new[0] * first >= 0.0 else tuple(-value for value in new)
        signed = rotation.positive(new) if len(turn.parameters) == 3 else signed
        yield from _listed("parameters", turn.parameters, signed[-len(turn.parameters) :])
    elif turn.matrix is not None:
        for row, (old, values) in enumerate(zip(turn.matrix, rotation.matrix_of(new), strict=True)):
            for column in range(3):
                yield ("matrix", row, column), old[column], values[column]
    elif turn.points is not None:
        yield from _points(turn, scope, new)
    elif turn.axis is not None and turn.angle is not None:
        yield from _about(turn, scope, new)
    elif turn.euler is not None or turn.bryant is not None:
        name, given = ("euler", turn.euler) if turn.euler is not None else ("bryant", turn.bryant)
        order = turn.order if turn.euler is not None else "xyz"
        before = [value.real for value in scope.numbers(given)]
        yield from _listed(name, given or (), nearest_angles(rotation.matrix_of(new), order, before))


def _listed(name: str, old: Sequence[Expression], new: Sequence[float]) -> Iterator[Number]:
    for number, (expression, value) in enumerate(zip(old, new, strict=True)):
        yield (name, number), expression, value


def _about(turn: Orientation, scope: Any, new: Parameters) -> Iterator[Number]:
    """One turn: about the axis given where that is possible, else about another."""
    assert turn.axis is not None and turn.angle is not None
    axis = tuple(value.real for value in scope.numbers(turn.axis))
    length, before = rotation.size(axis), scope.number(turn.angle).real
    along = rotation.dot(new[1:], axis) / length
    if rotation.size(rotation.minus(new[1:], rotation.scaled(axis, along / length))) <= SAME:
        yield ("angle",), turn.angle, _near(2.0 * math.atan2(along, new[0]), before)
        return
    vector = rotation.to_vector(new)
    size = rotation.size(vector)
    sign = 1.0 if rotation.dot(vector, axis) >= 0.0 else -1.0
    yield from _listed("axis", turn.axis, rotation.scaled(vector, sign / size))
    yield ("angle",), turn.angle, sign * size


def _points(turn: Orientation, scope: Any, new: Parameters) -> Iterator[Number]:
    """Two of the three points, turned about the first."""
    assert turn.points is not None
    old = rotation.matrix_of(turn.evaluate(scope))
    first, *others = (tuple(value.real for value in scope.numbers(point)) for point in turn.points)
    for number, point in enumerate(others, 1):
        inside = rotation.turned_back(old, rotation.minus(point, first))
        place = rotation.plus(first, rotation.turned(rotation.matrix_of(new), inside))
        for column in range(3):
            yield ("points", number, column), turn.points[number][column], place[column].real


def nearest_angles(matrix: Any, order: str, before: Sequence[float]) -> tuple[float, float, float]:
    """The angles about a frame's own axes that make a rotation matrix; of the two ways the one nearer to `before`."""
    i, j = _AXES[order[0]], _AXES[order[1]]
    k = 3 - i - j
    sign = 1.0 if (j - i) % 3 == 1 else -1.0
    if order[0] == order[2]:
        second = math.atan2(math.hypot(matrix[i][j], matrix[i][k]), matrix[i][i])
        first = math.atan2(matrix[j][i], -sign * matrix[k][i])
        third = math.atan2(matrix[i][j], sign * matrix[i][k])
        other = (first + math.pi, -second, third + math.pi)
        straight = math.hypot(matrix[i][j], matrix[i][k]) < 1e-9
    else:
        second = math.atan2(sign * matrix[i][k], math.hypot(matrix[i][i], matrix[i][j]))
        first = math.atan2(-sign * matrix[j][k], matrix[k][k])
        third = math.atan2(-sign * matrix[i][j], matrix[i][i])
        other = (first + math.pi, math.pi - second, third + math.pi)
        straight = math.hypot(matrix[i][i], matrix[i][j]) < 1e-9
    if straight:  # the first and the third axis are one: all is put into the first turn
        first, third = math.atan2(sign * matrix[k][j], matrix[j][j]), 0.0
        other = (first, second, third)
    ways = [tuple(_near(a, b) for a, b in zip(way, before, strict=True)) for way in ((first, second, third), other)]
    best = min(ways, key=lambda way: sum(abs(a - b) for a, b in zip(way, before, strict=True)))
    return best[0], best[1], best[2]


def _near(angle: float, before: float) -> float:
    """The angle, whole turns added, that is nearest to one before."""
    return angle + 2.0 * math.pi * round((before - angle) / (2.0 * math.pi))
