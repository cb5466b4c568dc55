"""Which way joints in space were assembled: axes that the drawing shows one way may end up the other way round."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.assembly.position import SearchEnd, find_root
from linkwork.base.arrays import Array
from linkwork.elements.spatial.joints.composed import Aligned
from linkwork.elements.spatial.joints.joints import Translational
from linkwork.places.spatial import rotation
from linkwork.system.constraints.equations import Equations
from linkwork.system.system import System


def flipped_joints(system: System, q: Array) -> list[str]:
    """Joints with parallel axes whose second axis points against the first at a position."""
    return _against(system, q, Aligned, 3)


def turned_slides(system: System, q: Array) -> list[str]:
    """Slides whose second body is turned by 180 degrees about the axis: x'' of the frames point against each other."""
    return _against(system, q, Translational, 1)


def righted(equations: Equations, righted: SearchEnd, t: float) -> SearchEnd:
    """A closed position with the axes of the joints as drawn, where turning bodies over leads to one.

    Equations hold for axes that point one way or the other; which way is said by the drawing, as in `Aligned.frames`.
    """
    system = equations.system
    wrong = _wrong(system, righted.q)
    for _ in range(len(wrong)):
        for name, axis in product(dict.fromkeys(wrong), (1, 2, 3)):
            other = find_root(equations, _turned_over(system, righted.q, name, axis), t)
            still = _wrong(system, other.q)
            if other.ok and len(still) < len(wrong):
                righted, wrong = other, still
                break
        else:
            break
    return righted


def _wrong(system: System, q: Array) -> list[str]:
    """Joints of which an axis points the wrong way, one entry for each such axis."""
    return flipped_joints(system, q) + turned_slides(system, q)


def _turned_over(system: System, q: Array, name: str, axis: int) -> Array:
    """The position with one body of a joint turned by half a turn about an axis of its frame, through its point."""
    placed = next(placed for placed in system.elements if placed.name == name)
    side = 1 if placed.ends[1] else 0
    at = system.world.size * (placed.ends[side] - 1)
    first = placed.floats_at + 12 * side
    point, along = (system.p[first + 3 * vector :][:3].real for vector in (0, axis))
    turned = q.copy()
    turn = rotation.product(rotation.from_vector(tuple(q[at + 3 : at + 6])), rotation.about(tuple(along), np.pi))
    turned[at + 3 : at + 6] = rotation.to_vector(rotation.positive(turn))
    turned[at : at + 3] += system.world.placed(q[at : at + 6], point) - system.world.placed(turned[at : at + 6], point)
    return turned


def _against(system: System, q: Array, kind: type[Aligned], axis: int) -> list[str]:
    """Joints of a kind of whose two frames (point, x'', y'', z'') one axis points against the other."""
    signs = []
    for placed in system.elements:
        if isinstance(placed.element, kind):
            one, other = (
                _direction(system, q, body, placed.floats_at + 12 * side + 3 * axis)
                for side, body in enumerate(placed.ends)
            )
            if float(one @ other) < 0.0:
                signs.append(placed.name)
    return signs


def _direction(system: System, q: Array, body: int, at: int) -> NDArray[np.float64]:
    """A direction in a body, of the numbers of the system, along the axes of the world."""
    vector = system.p[at : at + 3].real
    if body == 0:
        return vector
    first = system.world.size * (body - 1) + 3
    turn = rotation.matrix_of(rotation.from_vector(tuple(q[first : first + 3].real)))
    return np.array(turn, float) @ vector
