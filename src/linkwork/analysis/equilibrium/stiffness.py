"""Stiffness: what force and torque move one body of an elastic mechanism a little, in a position.

All other freedoms follow in equilibrium. With the motions S that the joints leave free and K the stiffness against them
(see `balance`), the body moves by T = B S; with Y a basis of the motions that move the body and Z one of those that
leave it in its place, the stiffness of the body is the Schur complement

    K_body = P' (Kyy - Kyz Kzz^-1 Kzy) P,      P = (T Y)^-1,

which exists where K is singular too: there it shows the direction in which nothing holds the body. At a position that
is no equilibrium the load is whatever keeps it there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.assembly.assemble import Assembly
from linkwork.analysis.equilibrium.balance import Balance
from linkwork.analysis.equilibrium.equilibrium import names_of, start_of
from linkwork.analysis.equilibrium.stiffness_result import Stiffness
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.base.names import suggestion
from linkwork.places.interfaces import is_interface

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_EVEN = 1e-9  # of the largest entry: a matrix so near to its transpose is symmetric
_HELD = 1e-9  # of the largest singular value: below this a direction of the body does not move


def stiffness(
    mechanism: Mechanism,
    body: str,
    near: Mapping[str, Any] | Assembly | None = None,
    at: float = 0.0,
    point: Sequence[float] | None = None,
) -> Stiffness:
    """The tangential stiffness of a body in the assembled position, near held values, or in an equilibrium.

    Displacements are those of a point of the body (its origin, when left out) along the axes of the world, then
    rotations about them.
    """
    balance, q, notes = start_of(mechanism, near, at)
    bodies = balance.dynamics.whole.bodies
    if is_interface(body):
        raise AnalysisError(
            f"stiffness: '{body}' is an interface; weld a body without mass to it, and ask for the stiffness of that"
        )
    if body not in bodies:
        raise AnalysisError(f"stiffness: there is no body '{body}'{suggestion(body, bodies, 'bodies')}")
    rolling = balance.dynamics.whole.rolling
    if rolling:
        notes = [*notes, f"{names_of(rolling)} rolls or slides along a blade: small motions are those that it allows"]
    rest = balance.at(q)
    moved = _moved(balance, body, rest.place, point) @ (balance.dynamics.whole.column_scale[:, None] * rest.shapes)
    return Stiffness(
        mechanism=mechanism,
        body=body,
        names=_names(mechanism, body),
        matrix=_condensed(mechanism, body, moved, balance.stiffness(rest)),
        pose=_pose(balance, body, rest.place),
        t=at,
        notes=notes,
    )


def _names(mechanism: Mechanism, body: str) -> tuple[str, ...]:
    return tuple(f"{body}.{name}" for name in mechanism.world.body_coordinates)


def _pose(balance: Balance, body: str, place: Array) -> tuple[float, ...]:
    first = _first(balance, body)
    return tuple(map(float, place[first : first + balance.dynamics.whole.world.size]))


def _first(balance: Balance, body: str) -> int:
    """The first column of a body."""
    whole = balance.dynamics.whole
    return list(whole.bodies).index(body) * whole.world.size


def _moved(balance: Balance, body: str, place: Array, point: Sequence[float] | None) -> Array:
    """How the coordinates' small changes move the point and turn the body, along the axes of the world."""
    whole, first = balance.dynamics.whole, _first(balance, body)
    size, dimensions = whole.world.size, whole.world.dimensions
    try:
        offset = np.zeros(dimensions) if point is None else np.asarray(point, float)
    except (TypeError, ValueError):
        offset = np.zeros(0)
    if offset.shape != (dimensions,):
        raise AnalysisError(f"stiffness: the point needs {dimensions} coordinates in the body; found {shown(point)}")
    moved = np.zeros((size, len(whole.coordinates)))
    moved[:, first : first + size] = whole.world.point_motion(place[first : first + size], offset)
    return moved


def _condensed(mechanism: Mechanism, body: str, moved: Array, stiff: Array) -> Array:
    left, sizes, right = np.linalg.svd(moved)
    if len(sizes) < len(moved) or sizes[-1] <= _HELD * sizes[0]:
        free = int(np.sum(sizes > _HELD * sizes[0])) if len(sizes) else 0
        raise AnalysisError(
            f"{mechanism.name}: joints hold body '{body}', which can move in {free} of {len(moved)} directions only; "
            "stiffness needs all of them: make the joints elastic with springs or bushings"
        )
    y, z = right[: len(moved)].T, right[len(moved) :].T
    condensed = y.T @ stiff @ y
    if z.size:
        inner = z.T @ stiff @ z
        even = bool(np.max(np.abs(inner - inner.T)) <= _EVEN * np.max(np.abs(inner)))  # rolling under load is not
        condensed = condensed - y.T @ stiff @ z @ np.linalg.pinv(inner, rcond=1e-12, hermitian=even) @ z.T @ stiff @ y
    back = (left / sizes).T
    return np.asarray(back.T @ condensed @ back)
