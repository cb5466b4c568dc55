"""Rough places in space for bodies that were given none: joint by joint the frames of a joint are put on each other."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.names import GROUND
from linkwork.elements.spatial.ends import FramePair
from linkwork.places.interfaces import is_interface
from linkwork.places.spatial import rotations
from linkwork.system.constraints.equations import Equations
from linkwork.system.system import Placed, System

Pose = tuple[Array, Array]
"""Position and quaternion."""
_FITS = 1e-9  # scaled residual of a joint that is closed
_UPRIGHT = np.array([1.0, 0.0, 0.0, 0.0])


def hang(system: System, lacking: list[str], turn_of: Callable[[str, int], float], unturned: set[str]) -> Array:
    """The estimates, with the bodies that lack one hung onto their neighbours, outward from the ground.

    `turn_of(body, number)` turns each of them about the axis of the joint by which it hangs; those that are to be
    `unturned` have the axes of the world where that joint lets them. Poses of complex tables carry derivatives.
    """
    q = np.array(system.start, system.dtype)
    equations = Equations(system)
    known: dict[str, Pose] = {GROUND: (np.zeros(3), _UPRIGHT)}
    for number, body in enumerate(system.bodies):
        if body not in lacking:
            known[body] = _pose(q[6 * number : 6 * number + 6])
    number = 0
    while (following := _next(system, known)) is not None:
        placed, side, body = following
        place = 6 * system.bodies.index(body)
        known[body] = _upright(system, placed, side, known)
        q[place : place + 6] = *known[body][0], 0.0, 0.0, 0.0
        if body not in unturned or not _fits(equations, placed, q):
            known[body] = _hung(system, placed, side, known, turn_of(body, number))
            q[place : place + 6] = *known[body][0], *rotations.short_vector(known[body][1])
        number += 1
    return q


def _upright(system: System, placed: Placed, side: int, known: dict[str, Pose]) -> Pose:
    """The other body with its point of the joint on that of the known body, not turned."""
    position, here = known[(GROUND, *system.bodies)[placed.ends[side]]]
    frames = _frames(system, placed)
    return position + _turned(here, frames[side][0]) - frames[1 - side][0], _UPRIGHT


def _fits(equations: Equations, placed: Placed, q: Array) -> bool:
    """Whether a joint is closed in a position."""
    equations.evaluate(q, 0.0)
    rows = slice(placed.first_row, placed.first_row + len(placed.element.equations))
    return bool(np.max(np.abs(equations.residual()[rows]), initial=0.0) < _FITS)


def _pose(values: Array) -> Pose:
    return values[:3].copy(), rotations.from_vector(values[3:])


def _next(system: System, known: dict[str, Pose]) -> tuple[Placed, int, str] | None:
    """An element between a known body and another, those that say most first; the known side; the other body."""
    names = (GROUND, *system.bodies)
    ranked = sorted(system.elements, key=lambda placed: (placed.driver, -len(placed.element.equations)))
    for placed in ranked:
        first, second = (names[end] for end in placed.ends)
        if (first in known) != (second in known):
            return (placed, 0, second) if first in known else (placed, 1, first)
    return None


def _hung(system: System, placed: Placed, side: int, known: dict[str, Pose], turn: float) -> Pose:
    """The other body with its frame of the joint on that of the known body, turned about the axis."""
    names = (GROUND, *system.bodies)
    position, here = known[names[placed.ends[side]]]
    frames = _frames(system, placed)
    (point, axes), (other, others) = frames[side], frames[1 - side]
    spun = rotations.from_vector(np.array([0.0, 0.0, turn]))
    joint = rotations.product(rotations.product(here, axes), spun)
    there = rotations.product(joint, rotations.conjugate(others))
    return position + _turned(here, point) - _turned(there, other), there


def _frames(system: System, placed: Placed) -> list[tuple[Array, Array]]:
    """Point and quaternion of the axes of a joint in its two bodies; an element without frames has none of its own."""
    element = placed.element
    if not isinstance(element, FramePair):
        return [(np.zeros(3), _UPRIGHT)] * 2
    frames = []
    row = system.row(placed.name)
    for end, (point, *axes) in zip(element.ends(row), element.frames(row), strict=True):
        on = row.scope.vector(row.scope.interface(end).at) if is_interface(end) else (0.0, 0.0, 0.0)
        carried = [np.array(values, complex) for values in (np.add(point, on), axes)]
        place, matrix = carried if system.scalar == "complex" else (values.real for values in carried)
        frames.append((place, rotations.from_matrix(matrix.T)))
    return frames


def _turned(quaternion: Array, vector: Array) -> Array:
    return np.asarray(rotations.matrix(rotations.to_vector(quaternion)) @ vector)
