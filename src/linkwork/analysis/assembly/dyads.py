"""Dyads in closed form: two bodies joined to each other and each to a body already placed.

    RRR   two pins on known points: two circles meet, 2 ways or none
    RRT   a pin on a known point, a slide on a known line: circle and line, 2 ways or none
    RTR   two pins on known points and a slide between the bodies: 2 ways or none
    TRT, TTR   lines meet: 1 way

Each gives starting positions, one for each way, that Newton's method then sharpens; that there are no more is proven by
the geometry. A slide turned by 180 degrees is not counted as a way of its own.
"""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass

from linkwork.analysis.assembly.branch import Group
from linkwork.base.arrays import Array
from linkwork.elements.planar import catalogue as library
from linkwork.places.row import Row
from linkwork.places.scope import Scope
from linkwork.system.system import Placed, System

Pose = tuple[complex, float]  # place as a complex number, angle


@dataclass(frozen=True)
class _Joint:
    """A joint of a dyad seen from one of its bodies: R with its point, or T with a point and the line's angle."""

    kind: str
    point: complex
    angle: float


@dataclass(frozen=True)
class Dyad:
    """Bodies a and b (columns), and its three joints seen from either side: known-a, a-b, b-known."""

    first: int
    second: int
    outer_a: tuple[_Joint, _Joint]  # in the known body's world, in a
    inner: tuple[_Joint, _Joint]  # in a, in b
    outer_b: tuple[_Joint, _Joint]  # in b, in the known body's world


def find_dyad(system: System, group: Group, q: Array) -> Dyad | None:
    """The group as a dyad of pins and slides, or nothing."""
    if len(group.columns) != 6 or len(group.rows) != 6 or system.modal:
        return None
    bodies = sorted({column // 3 + 1 for column in group.columns})
    names = {system.equations[row].element for row in group.rows}
    elements = [placed for placed in system.elements if placed.name in names]
    simple = all(isinstance(placed.element, library.Revolute | library.Translational) for placed in elements)
    if len(bodies) != 2 or len(elements) != 3 or not simple:
        return None
    inner = [placed for placed in elements if set(placed.ends) == set(bodies)]
    outer = {body: [p for p in elements if body in p.ends and p not in inner] for body in bodies}
    if len(inner) != 1 or any(len(outer[body]) != 1 for body in bodies):
        return None
    a, b = bodies
    scope = Scope(system.mechanism, dict(system.env))
    known_a, in_a = _both_sides(scope, outer[a][0], a, q)
    known_b, in_b = _both_sides(scope, outer[b][0], b, q)
    from_a, from_b = _sides(scope, inner[0], a)
    return Dyad(a, b, (known_a, in_a), (from_a, from_b), (in_b, known_b))


def _sides(scope: Scope, placed: Placed, body: int) -> tuple[_Joint, _Joint]:
    """The joint in the frame of `body` and in that of the other."""
    row = Row(scope, placed.name)
    element = placed.element
    if isinstance(element, library.Revolute):
        sides = [_Joint("R", complex(*row.point(place)), 0.0) for place in element.places()]
    else:
        assert isinstance(element, library.Translational)
        lines = [row.line(line) for line in element.lines()]
        sides = [_Joint("T", complex(x, y), math.atan2(uy, ux)) for x, y, ux, uy, _ in lines]
    return (sides[0], sides[1]) if placed.ends[0] == body else (sides[1], sides[0])


def _both_sides(scope: Scope, placed: Placed, body: int, q: Array) -> tuple[_Joint, _Joint]:
    """The joint in the world (through the known body's pose) and in the frame of `body`."""
    here, there = _sides(scope, placed, body)
    known = placed.ends[1] if placed.ends[0] == body else placed.ends[0]
    if known == 0:
        return there, here
    x, y, angle = q[3 * known - 3 : 3 * known]
    turned = cmath.exp(1j * angle)
    return _Joint(there.kind, complex(x, y) + turned * there.point, there.angle + angle), here


def ways(dyad: Dyad) -> list[tuple[Pose, Pose]] | None:
    """Poses of a and b for every way of assembling the dyad; None when the kind has no closed form here."""
    kinds = "".join(joint.kind for joint in (dyad.outer_a[0], dyad.inner[0], dyad.outer_b[0]))
    solvers = {"RRR": _rrr, "RRT": _rrt, "TRR": _trr, "RTR": _rtr, "TRT": _trt}
    return solvers[kinds](dyad) if kinds in solvers else None


def _at(joint: complex, local: complex, angle: float) -> Pose:
    """Pose of a body turned by `angle` that has its local point at `joint`."""
    return joint - local * cmath.exp(1j * angle), angle


def _pointing(start: complex, end: complex, local: complex) -> float:
    """Angle of a body whose local vector must point from start to end."""
    return cmath.phase(end - start) - cmath.phase(local)


def _rrr(dyad: Dyad) -> list[tuple[Pose, Pose]]:
    (p, in_a), (from_a, from_b), (in_b, r) = dyad.outer_a, dyad.inner, dyad.outer_b
    arm_a, arm_b = from_a.point - in_a.point, from_b.point - in_b.point
    base = r.point - p.point
    d, a, b = abs(base), abs(arm_a), abs(arm_b)
    if d == 0.0:
        return []
    along = (a * a - b * b + d * d) / (2.0 * d)
    square = a * a - along * along
    if square < 0.0:
        return []
    positions = []
    for side in (1.0, -1.0):
        elbow = p.point + base / d * complex(along, side * math.sqrt(square))
        angle_a, angle_b = _pointing(p.point, elbow, arm_a), _pointing(r.point, elbow, arm_b)
        positions.append((_at(p.point, in_a.point, angle_a), _at(r.point, in_b.point, angle_b)))
    return positions


def _rrt(dyad: Dyad) -> list[tuple[Pose, Pose]]:
    (p, in_a), (from_a, from_b), (in_b, line) = dyad.outer_a, dyad.inner, dyad.outer_b
    angle_b = line.angle - in_b.angle
    arm = from_a.point - in_a.point
    u = cmath.exp(1j * line.angle)
    # pin of b when its line point sits at the line's start; it moves along u
    start = line.point + (from_b.point - in_b.point) * cmath.exp(1j * angle_b)
    along, across = _split(p.point - start, u)
    square = abs(arm) ** 2 - across * across
    if square < 0.0:
        return []
    positions = []
    for side in (1.0, -1.0):
        pin = start + u * (along + side * math.sqrt(square))
        angle_a = _pointing(p.point, pin, arm)
        positions.append((_at(p.point, in_a.point, angle_a), _at(pin, from_b.point, angle_b)))
    return positions


def _trr(dyad: Dyad) -> list[tuple[Pose, Pose]]:
    mirror = Dyad(
        dyad.second,
        dyad.first,
        (dyad.outer_b[1], dyad.outer_b[0]),
        (dyad.inner[1], dyad.inner[0]),
        (dyad.outer_a[1], dyad.outer_a[0]),
    )
    return [(b, a) for a, b in _rrt(mirror)]


def _rtr(dyad: Dyad) -> list[tuple[Pose, Pose]]:
    (p, in_a), (from_a, from_b), (in_b, r) = dyad.outer_a, dyad.inner, dyad.outer_b
    # in the direction of the slide, seen from the pin on a to the pin on b: (travel, offset)
    offset = -_split(in_a.point - from_a.point, cmath.exp(1j * from_a.angle))[1]
    offset += _split(in_b.point - from_b.point, cmath.exp(1j * from_b.angle))[1]
    base = r.point - p.point
    square = abs(base) ** 2 - offset * offset
    if square < 0.0:
        return []
    positions = []
    for side in (1.0, -1.0):
        direction = cmath.phase(base) - cmath.phase(complex(side * math.sqrt(square), offset))
        angle_a, angle_b = direction - from_a.angle, direction - from_b.angle
        positions.append((_at(p.point, in_a.point, angle_a), _at(r.point, in_b.point, angle_b)))
    return positions


def _trt(dyad: Dyad) -> list[tuple[Pose, Pose]]:
    (first, in_a), (from_a, from_b), (in_b, second) = dyad.outer_a, dyad.inner, dyad.outer_b
    angle_a, angle_b = first.angle - in_a.angle, second.angle - in_b.angle
    u, v = cmath.exp(1j * first.angle), cmath.exp(1j * second.angle)
    start_a = first.point + (from_a.point - in_a.point) * cmath.exp(1j * angle_a)
    start_b = second.point + (from_b.point - in_b.point) * cmath.exp(1j * angle_b)
    crossing = (u.conjugate() * v).imag
    if abs(crossing) < 1e-12:
        return []
    travel = ((start_b - start_a).conjugate() * v).imag / crossing
    pin = start_a + u * travel
    return [(_at(pin, from_a.point, angle_a), _at(pin, from_b.point, angle_b))]


def _split(vector: complex, unit: complex) -> tuple[float, float]:
    """Parts of a vector along and across (to the left of) a unit vector."""
    turned = vector * unit.conjugate()
    return turned.real, turned.imag
