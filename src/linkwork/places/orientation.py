"""Orientations as a user gives them and as results show them; public as `linkwork.orient`.

Giving: `axis_angle`, `euler`, `bryant`, `parameters`, `matrix`, `points`, `vector` make what a body's estimate takes.
Reading: `angles`, `quaternions`, `vectors`, `axes_and_angles` turn rotation matrices of a run (n x 3 x 3, body to
world) into numbers that run on without jumps; `matrices` goes back. Numbers in brackets are Haug's equations.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import MechanismError, shown
from linkwork.expression.given import Numbers, public
from linkwork.expression.part import made
from linkwork.places.spatial.orientation import ORDERS, Orientation

Array = NDArray[np.float64]
_AXIS = {"x": 0, "y": 1, "z": 2}
_SINGULAR = 1e-9
"""Sine of the middle angle below which the first and the third turn cannot be told apart."""


@public
def axis_angle(axis: Any, angle: Any) -> Orientation:
    """A turn about an axis."""
    return _made(axis=axis, angle=angle)


@public
def euler(a: Any, b: Any, c: Any, order: str = "zxz") -> Orientation:
    """Three turns about the frame's own axes, one after the other, in any of the 12 orders."""
    return _made(euler=(a, b, c), order=order)


@public
def bryant(a: Any, b: Any, c: Any) -> Orientation:
    """Three turns about the frame's own x, y and z axis, one after the other."""
    return _made(bryant=(a, b, c))


@public
def parameters(*values: Any) -> Orientation:
    """Euler parameters e0, e1, e2, e3, or e1, e2, e3 with an e0 that is not negative."""
    return _made(parameters=values)


@public
def matrix(rows: Any) -> Orientation:
    """Direction cosines, row by row; the columns are the frame's axes in the world."""
    return _made(matrix=rows)


@public
def points(origin: Any, on_x: Any, in_xy: Any) -> Orientation:
    """A frame by its origin, a point on its x axis and a point in its x-y plane (Example 9.1.6)."""
    return _made(points=(origin, on_x, in_xy))


@public
def vector(x: Any, y: Any, z: Any) -> Orientation:
    """A rotation vector: axis times angle."""
    return _made(vector=(x, y, z))


def _made(**fields: Any) -> Orientation:
    orientation: Orientation = made(Orientation, "orientation", **fields)
    return orientation


# ---------------------------------------------------------------------- results


def _last(what: str, values: Any, *shape: int) -> Array:
    """Values as an array whose last axes have this shape."""
    last = np.asarray(values, dtype=float)
    if last.shape[-len(shape) :] != shape:
        wanted = " x ".join(map(str, shape))
        raise MechanismError(f"{what}: give {wanted} numbers, or n x {wanted}; found {shown(values)}")
    return last


@public
def matrices(quaternions: Numbers) -> Array:
    """Rotation matrices of Euler parameters, A = (2 e0^2 - 1) I + 2 (e e^T + e0 ~e) (9.3.6); n x 4 to n x 3 x 3."""
    p = _last("matrices", quaternions, 4)
    a, b, c, d = np.moveaxis(p, -1, 0)
    rows = [
        [2 * (a * a + b * b) - 1, 2 * (b * c - a * d), 2 * (b * d + a * c)],
        [2 * (b * c + a * d), 2 * (a * a + c * c) - 1, 2 * (c * d - a * b)],
        [2 * (b * d - a * c), 2 * (c * d + a * b), 2 * (a * a + d * d) - 1],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


@public
def from_vectors(vectors: Numbers) -> Array:
    """Euler parameters of rotation vectors; n x 3 to n x 4."""
    v = _last("from_vectors", vectors, 3)
    half = np.linalg.norm(v, axis=-1, keepdims=True) / 2
    return np.concatenate([np.cos(half), v / 2 * np.sinc(half / np.pi)], axis=-1)


@public
def quaternions(rotations: Numbers) -> Array:
    """Euler parameters of rotation matrices (9.3.10-9.3.17), n x 4; p or -p, whichever is nearer to the one before.

    The first has e0 >= 0. Each is found from the largest of its four squares, so that e0 = 0 (half a turn) is no case
    apart.
    """
    A = _last("rotation matrices", rotations, 3, 3)
    trace = np.trace(A, axis1=-2, axis2=-1)
    diagonal = np.diagonal(A, axis1=-2, axis2=-1)
    squares = np.concatenate([1 + trace[..., None], 1 + 2 * diagonal - trace[..., None]], axis=-1)
    odd = np.stack([A[..., 2, 1] - A[..., 1, 2], A[..., 0, 2] - A[..., 2, 0], A[..., 1, 0] - A[..., 0, 1]], axis=-1)
    table = np.empty((*trace.shape, 4, 4))
    table[..., 1:, 1:] = A + np.swapaxes(A, -1, -2)
    table[..., 0, 1:] = table[..., 1:, 0] = odd
    for n in range(4):
        table[..., n, n] = squares[..., n]
    largest = np.argmax(squares, axis=-1)
    p = np.take_along_axis(table, largest[..., None, None], axis=-2)[..., 0, :]
    p /= np.linalg.norm(p, axis=-1, keepdims=True)
    leading = np.take_along_axis(p, np.argmax(p != 0, axis=-1)[..., None], axis=-1)
    p *= np.where(leading < 0, -1.0, 1.0)
    if p.ndim == 2 and len(p) > 1:
        turns = np.where(np.sum(p[1:] * p[:-1], axis=-1) < 0, -1.0, 1.0)
        p[1:] *= np.cumprod(turns)[:, None]
    return p


@public
def vectors(rotations: Numbers) -> Array:
    """Rotation vectors (axis times angle), n x 3; the first at most pi long, the others nearest to the one before."""
    p = quaternions(rotations)
    single = p.ndim == 1
    p = np.atleast_2d(p)
    sine = np.linalg.norm(p[:, 1:], axis=-1)
    angle = 2 * np.arctan2(sine, p[:, 0])
    with np.errstate(divide="ignore", invalid="ignore"):
        axis = np.where(sine[:, None] > 1e-150, p[:, 1:] / sine[:, None], 0.0)
    vectors = axis * angle[:, None]
    small = sine < 1e-8
    vectors[small] = 2 * p[small, 1:] * np.sign(p[small, :1])
    before = vectors[:-1]
    length = np.linalg.norm(before, axis=-1, keepdims=True)
    directions = np.where(sine[1:, None] > 1e-12, axis[1:], before / np.where(length > 0.0, length, 1.0))
    if not np.round(np.sum((before - vectors[1:]) * directions, axis=-1) / (2 * np.pi)).any():
        return vectors[0] if single else vectors
    last = vectors[0]
    for n in range(1, len(vectors)):
        direction = axis[n] if sine[n] > 1e-12 else last / (np.linalg.norm(last) or 1.0)
        whole = np.round((last - vectors[n]) @ direction / (2 * np.pi))
        last = vectors[n] = vectors[n] + 2 * np.pi * whole * direction
    return vectors[0] if single else vectors


@public
def axes_and_angles(rotations: Numbers) -> tuple[Array, Array]:
    """Unit axes (n x 3) and angles (n) of rotation matrices, the angles running on over full turns."""
    v = vectors(rotations)
    angle = np.linalg.norm(v, axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        axis = np.where(angle[..., None] > 0, v / angle[..., None], [0.0, 0.0, 1.0])
    if axis.ndim == 2 and len(axis) > 1:
        sign = np.concatenate([[1.0], np.cumprod(np.where(np.sum(axis[1:] * axis[:-1], axis=-1) < 0, -1.0, 1.0))])
        axis, angle = axis * sign[:, None], angle * sign
    return axis, angle


@public
def angles(rotations: Numbers, order: str = "zxz") -> Array:
    """Angles of three turns about the frame's own axes, one after the other, n x 3; they run on without jumps.

    Where the middle turn makes the first and the third axis parallel, only their sum is known: the first angle is then
    kept from the frame before.
    """
    if order not in ORDERS:
        raise MechanismError(f"order '{order}' is not known; choose one of: {', '.join(ORDERS)}")
    A = _last("rotation matrices", rotations, 3, 3)
    single = A.ndim == 2
    A = A.reshape(-1, 3, 3)
    turned, singular = _principal(A, order)
    turned = _run_on(turned, singular, order)
    _hold(turned, singular, A, order)
    return turned[0] if single else turned


def _places(order: str) -> tuple[int, int, int, float]:
    """Numbers of the first axis, the second and the one left over, and +1 where they are right-handed."""
    i, j = _AXIS[order[0]], _AXIS[order[1]]
    return i, j, 3 - i - j, 1.0 if (j - i) % 3 == 1 else -1.0


def _principal(A: Array, order: str) -> tuple[Array, NDArray[np.bool_]]:
    """The angles with the middle one in its half turn, and where the others cannot be told apart (then a = 0)."""
    i, j, k, sign = _places(order)
    if order[0] == order[2]:  # A_ii = cos b, A_ij = sin b sin c, A_ik = +-sin b cos c
        sine = np.hypot(A[:, i, j], A[:, i, k])
        b = np.arctan2(sine, A[:, i, i])
        a = np.arctan2(A[:, j, i], -sign * A[:, k, i])
    else:  # A_ik = +-sin b, A_ii = cos b cos c, A_ij = -+cos b sin c
        sine = np.hypot(A[:, i, i], A[:, i, j])
        b = np.arctan2(sign * A[:, i, k], sine)
        a = np.arctan2(-sign * A[:, j, k], A[:, k, k])
    singular = sine < _SINGULAR
    a = np.where(singular, 0.0, a)
    return np.stack([a, b, _third(A, a, order)], axis=-1), singular


def _third(A: Array, a: Array, order: str) -> Array:
    """The third angle that goes with a first one: with the first turn undone, row j is free of the second."""
    i, j, k, sign = _places(order)
    row = np.cos(a)[:, None] * A[:, j] + sign * np.sin(a)[:, None] * A[:, k]
    return np.arctan2(-sign * row[:, k] if order[0] == order[2] else sign * row[:, i], row[:, j])


def _run_on(turned: Array, singular: NDArray[np.bool_], order: str) -> Array:
    """Of the two sets of angles of every rotation the one nearer to the frame before, and no jumps by full turns."""
    known = np.flatnonzero(~singular)
    if len(known) > 1:
        here, before = turned[known[1:]], turned[known[:-1]]
        straight, flipped = (np.abs(_wrapped(x - before)).sum(axis=-1) for x in (here, _other(here, order)))
        odd = np.concatenate([[False], np.cumsum(flipped < straight) % 2 == 1])
        turned[known[odd]] = _other(turned[known[odd]], order)
        turned[known] = np.unwrap(turned[known], axis=0)
    return turned


def _hold(turned: Array, singular: NDArray[np.bool_], A: Array, order: str) -> None:
    """Where only the sum of the first and the third turn is known: the first angle as in the frame before."""
    regular = np.flatnonzero(~singular)
    for n in np.flatnonzero(singular):
        near = n - 1 if n else (regular[0] if len(regular) else 0)
        a = turned[near, :1]
        wanted = np.array([a[0], turned[n, 1], _third(A[n : n + 1], a, order)[0]])
        turned[n] = wanted + 2 * np.pi * np.round((turned[near] - wanted) / (2 * np.pi))


def _other(other: Array, order: str) -> Array:
    """The second set of angles of the same rotations."""
    middle = -other[:, 1] if order[0] == order[2] else np.pi - other[:, 1]
    return np.stack([other[:, 0] + np.pi, middle, other[:, 2] + np.pi], axis=-1)


def _wrapped(angle: Array) -> Array:
    return (angle + np.pi) % (2 * np.pi) - np.pi
