"""Estimates: rough places for bodies that were given none, so that assembly can start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.names import GROUND
from linkwork.elements.planar.ends import LinePair, PointPair
from linkwork.functions.value import value_at
from linkwork.mechanism.check_drawing import drawn_bodies
from linkwork.numerics import analytic
from linkwork.places.interfaces import is_interface
from linkwork.places.places import Line, Point
from linkwork.places.row import Row
from linkwork.places.scope import Scope
from linkwork.system.system import Placed, System
from linkwork.system.tree.in_loops import bodies_in_loops

Pose = tuple[Any, Any, Any]
"""x, y and angle; of complex tables they carry derivatives."""
_TELLING = ("fixed", "translational", "revolute", "rack_pinion")  # joints that say most about a body come first
_NOTHING = 1e-12  # model lengths and radians that are round-off
_TOLD = 12  # bodies whose places a note tells
_MISSING = "bodies without an estimate"
_GOLDEN = 2.399963229728653  # rad: successive guesses never line up


def missing(system: System) -> list[str]:
    """Bodies without an estimate; where places are drawn on a body, the drawing is one."""
    known: tuple[str, ...] | None = system.structure.get(_MISSING)
    if known is None:
        bodies = system.mechanism.bodies_by_name
        without = [body for body in system.bodies if bodies[body].estimate is None]
        drawn = drawn_bodies(system.mechanism) if without else set()
        known = system.structure[_MISSING] = tuple(body for body in without if body not in drawn)
    return list(known)


def where_put(system: System, q: Array, bodies: list[str]) -> str:
    """In words where bodies without an estimate are in a position."""
    size, places, told = system.world.size, system.world.dimensions, []
    shown = system.mechanism.units.shown
    (long, lengths), (wide, angles) = shown("m"), shown("rad")
    in_units = "" if lengths == "m" else f" {lengths}"
    for body in bodies[:_TOLD]:
        first = size * system.bodies.index(body)
        units = np.array(system.world.column_units(system.length))
        pose = np.where(np.abs(q[first : first + size].real) < _NOTHING * units, 0.0, q[first : first + size].real)
        at = ", ".join(f"{long * value:.4g}" for value in pose[:places])
        told.append(f"{body} at ({at}){in_units}, {_turned(pose[places:], wide, angles)}")
    more = [f"and {len(bodies) - _TOLD} more"] if len(bodies) > _TOLD else []
    return "; ".join(told + more)


def _turned(turn: Array, factor: float, unit: str) -> str:
    """An angle, or in space a vector of rotation."""
    numbers = ", ".join(f"{factor * value:.4g}" for value in turn)
    return f"turned by {numbers if len(turn) == 1 else f'({numbers})'} {unit}"


def guess(system: System, t: float, angle_of: Callable[[str, int], float] | None = None) -> Array:
    """The estimates, with bodies that have none hung onto their neighbours joint by joint, outward from the ground.

    A driven body gets its driven angle; other angles come from `angle_of(body, number)`. Where that is not given bodies
    outside of loops are not turned, and those in loops are turned each by another angle: unturned they would lie flat,
    where the branch is not clear. Poses of complex tables carry derivatives.
    """
    lacking = missing(system)
    if not lacking:
        return np.array(system.start, system.dtype)
    loops = bodies_in_loops(system)

    def usual(body: str, number: int) -> float:
        return 0.3 + 0.1 * _GOLDEN * number if body in loops else 0.0

    choose = angle_of or usual
    if system.world.dimensions == 3:
        from linkwork.analysis.assembly.spatial.estimates import hang

        return hang(system, lacking, choose, set(system.bodies) - loops if angle_of is None else set())
    carries = system.scalar == "complex"
    scope = Scope(system.mechanism, {name: value if carries else value.real for name, value in system.env.items()})
    known: dict[str, Pose] = {GROUND: (0.0, 0.0, 0.0)}
    q = np.array(system.start, system.dtype)
    for number, body in enumerate(system.bodies):
        if body not in lacking:
            known[body] = (q[3 * number], q[3 * number + 1], q[3 * number + 2])
    for number, (body, pose) in enumerate(_hang(system, scope, known, choose, t)):
        known[body] = pose
        if number > len(system.bodies):
            break
    for number, body in enumerate(system.bodies):
        if body in known:
            q[3 * number : 3 * number + 3] = known[body]
    return q


def _hang(system: System, scope: Scope, known: dict[str, Pose], choose: Any, t: float) -> Any:
    """Yield (body, pose) for bodies that touch a known one, until none is left."""
    number = 0
    while True:
        placed = _next(system, known)
        if placed is None:
            return
        element, known_end, body = placed
        driven = _driven_angle(system, scope, body, known, t)
        angle = choose(body, number) if driven is None else driven
        number += 1
        yield body, _pose(scope, element, known_end, known, body, angle)


def _next(system: System, known: dict[str, Pose]) -> tuple[Placed, int, str] | None:
    names = (GROUND, *system.bodies)
    ranked = sorted(system.elements, key=lambda placed: _rank(placed))
    for placed in ranked:
        first, second = (names[end] for end in placed.ends)
        if (first in known) != (second in known):
            return (placed, 0, second) if first in known else (placed, 1, first)
    return None


def _rank(placed: Placed) -> int:
    """Joints that say most about a body come first."""
    kind = getattr(placed.element, "type", "")
    return _TELLING.index(kind) if kind in _TELLING else len(_TELLING) + int(placed.driver)


def _driven_angle(system: System, scope: Scope, body: str, known: dict[str, Pose], t: float) -> Any:
    for placed in system.elements:
        if placed.element.kernel != "angle":
            continue
        row = Row(scope, f"'{placed.name}'", placed.name)
        first, second = placed.element.ends(row)
        placed.element.pack(row)
        value = value_at(row.functions[0], t, scalar=system.scalar)[0] - row.floats[0]
        if second == body and first in known:
            return known[first][2] + value
        if first == body and second in known:
            return known[second][2] - value
    return None


def _places(scope: Scope, placed: Placed) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """A point on each end of an element, in the bodies' frames."""
    element = placed.element
    row = Row(scope, f"'{placed.name}'", placed.name)
    places: list[tuple[Any, Any]] = []
    ends: list[Any] = []
    if isinstance(element, LinePair):
        ends = list(element.lines())
    elif isinstance(element, PointPair):
        ends = list(element.places())
    else:
        ends = [
            getattr(element, name)
            for name in ("line", "rack", "slide", "on", "pin", "pinion", "flat")
            if hasattr(element, name) and isinstance(getattr(element, name), Point | Line)
        ]
        if len(ends) == 1:
            ends = [Point(body=GROUND), *ends]
    for end in ends:
        values = row.line(end)[:2] if isinstance(end, Line) else row.point(end)
        x, y = scope.vector(scope.interface(end.body).at) if is_interface(end.body) else (0.0, 0.0)
        places.append((values[0] + x, values[1] + y))
    return (places[0], places[1]) if len(places) == 2 else ((0.0, 0.0), (0.0, 0.0))


def _pose(scope: Scope, placed: Placed, known_end: int, known: dict[str, Pose], body: str, angle: Any) -> Pose:
    names = (GROUND, *[name for name in scope.mechanism.bodies_by_name if name != GROUND])
    anchor = known[names[placed.ends[known_end]]]
    places = _places(scope, placed)
    here, there = places[known_end], places[1 - known_end]
    if isinstance(placed.element, LinePair):
        row = Row(scope, f"'{placed.name}'", placed.name)
        slopes = [analytic.arctan2(line[3], line[2])[()] for line in map(row.line, placed.element.lines())]
        angle = anchor[2] + slopes[known_end] - slopes[1 - known_end]
    c, s = analytic.cos(anchor[2]), analytic.sin(anchor[2])
    x, y = anchor[0] + c * here[0] - s * here[1], anchor[1] + s * here[0] + c * here[1]
    c, s = analytic.cos(angle), analytic.sin(angle)
    return x - c * there[0] + s * there[1], y - s * there[0] - c * there[1], angle
