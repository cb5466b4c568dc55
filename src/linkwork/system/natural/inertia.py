"""Inertia in natural coordinates: masses of the bodies, and the constant matrix of a body's frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout
from linkwork.system.natural.frame import Frame

if TYPE_CHECKING:
    from linkwork.system.system import System


def moments(frame: Frame, total: Any, centre: Array, second: Array) -> list[list[Array]]:
    """Of P and the directions, two by two: the mass matrix of the point and the directions of a body's frame.

    In space the integral of (1, xi)(1, xi)' over the mass, xi the shares of a place; in the plane, where directions
    are turned too, the same in complex numbers.
    """
    lever = centre - frame.local_point
    if len(lever) == 2:
        a, b = frame.shares(lever)
        turned = np.array([[a, -b], [b, a]])
        (x, y), identity = frame.local_directions[0], np.eye(2)
        inertia = (second[0] + total * (lever @ lever)) / (x * x + y * y)
        return [[total * identity, total * turned], [total * turned.T, inertia * identity]]
    xx, yy, zz, xy, yz, zx = second
    half = 0.5 * (xx + yy + zz)
    spread = np.array([[half - xx, -xy, -zx], [-xy, half - yy, -yz], [-zx, -yz, half - zz]])
    spread = spread + total * np.outer(lever, lever)
    inverse = np.linalg.inv(frame.matrix())
    first, squares, identity = total * (inverse @ lever), inverse @ spread @ inverse.T, np.eye(3)
    blocks = [[total, *first], *([first[i], *squares[i]] for i in range(3))]
    return [[value * identity for value in line] for line in blocks]


def masses_of(system: System) -> dict[int, tuple[Any, Array, Array]]:
    """Of every body with mass: mass, centre, inertia about the centre."""
    k, numbers, dimensions = system.k, system.world.mass_numbers, system.world.dimensions
    masses = {}
    for number in range(int(k[layout.MASSES])):
        at = int(k[layout.MASS_NUMBERS]) + numbers * number
        own = system.p[at : at + numbers]
        body = int(k[int(k[layout.MASS_AT]) + number]) + 1
        masses[body] = own[0], own[1 : 1 + dimensions], own[1 + dimensions :]
    return masses
