"""The motion of interfaces over a run, from that of their bodies and of the modes: as if they were further bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.places.interfaces import interface_name

if TYPE_CHECKING:
    from linkwork.system.modal.tables import ModalBody
    from linkwork.system.system import System

Motions = tuple[Array, Array, Array]


def frame_names(system: System) -> list[str]:
    """Names of all interfaces, in the order of `with_frames`."""
    return [interface_name(body.name, label) for body in system.modal for label in body.numbers.interfaces]


def with_frames(system: System, q: Array, v: Array, a: Array) -> tuple[dict[str, int], Array, Array, Array]:
    """Coordinates, velocities and accelerations with those of all interfaces behind them, and where each begins."""
    places, parts = dict[str, int](), [[q], [v], [a]]
    column = q.shape[1]
    moved = _in_plane if system.world.dimensions == 2 else _in_space
    for body in system.modal:
        for name, values in body.numbers.interfaces.items():
            places[interface_name(body.name, name)] = column
            for part, motion in zip(parts, moved(body, values, q, v, a), strict=True):
                part.append(motion)
            column += system.world.size
    if not places:
        return places, q, v, a
    q, v, a = (np.concatenate(part, axis=1) for part in parts)
    return places, q, v, a


def shapes_of(body: ModalBody, values: list[Any], dimensions: int, size: int) -> tuple[Array, Array | None]:
    """Of an interface S and R of every mode, and where there are any what shapes of second order add, of every pair."""
    n = body.numbers.count
    numbers, end = np.asarray(values), dimensions + size * n
    shapes = np.reshape(numbers[dimensions:end], (n, size))
    if not body.numbers.is_curved:
        return shapes, None
    bent = np.reshape(numbers[end:], (n, n, -1))  # in the plane the turn has no share
    return shapes, np.concatenate([bent, np.zeros((n, n, size - bent.shape[2]))], axis=2)


def _deflection(shapes: Array, bent: Array | None, q: Array, v: Array, a: Array) -> Motions:
    """Place and turn of an interface in its body by the modes, their rates and second rates."""
    first, rate, second = q @ shapes, v @ shapes, a @ shapes
    if bent is None:
        return first, rate, second
    slope = np.einsum("fk,kls->fls", q, bent)
    first = first + 0.5 * np.einsum("fl,fls->fs", q, slope)
    rate = rate + np.einsum("fl,fls->fs", v, slope)
    second = second + np.einsum("fl,fls->fs", a, slope) + np.einsum("fk,fl,kls->fs", v, v, bent, optimize=True)
    return first, rate, second


def _in_plane(body: ModalBody, values: list[Any], q: Array, v: Array, a: Array) -> Motions:
    own, modes = slice(3 * body.number, 3 * body.number + 3), list(body.columns)
    shapes, bent = shapes_of(body, values, 2, 3)
    angle, spin, second = (motion[:, own][:, 2:] for motion in (q, v, a))
    c, s = np.cos(angle), np.sin(angle)

    def in_world(local: Array) -> Array:
        x, y = local[:, :1], local[:, 1:2]
        return np.concatenate([c * x - s * y, s * x + c * y], axis=1)

    def across(vector: Array) -> Array:
        return np.stack([-vector[:, 1], vector[:, 0]], axis=1)

    place, flow, change = (part[:, :2] for part in _deflection(shapes, bent, q[:, modes], v[:, modes], a[:, modes]))
    arm, flow, change = in_world(np.asarray(values[:2]) + place), in_world(flow), in_world(change)
    turns = [motion[:, own][:, 2:] + motion[:, modes] @ shapes[:, 2:] for motion in (q, v, a)]
    moved = [
        q[:, own][:, :2] + arm,
        v[:, own][:, :2] + spin * across(arm) + flow,
        a[:, own][:, :2] + second * across(arm) - spin**2 * arm + 2.0 * spin * across(flow) + change,
    ]
    first, rate, acceleration = (np.concatenate(pair, axis=1) for pair in zip(moved, turns, strict=True))
    return first, rate, acceleration


def _in_space(body: ModalBody, values: list[Any], q: Array, v: Array, a: Array) -> Motions:
    from linkwork.places.spatial import rotations

    at, modes = 6 * body.number, list(body.columns)
    shapes, bent = shapes_of(body, values, 3, 6)
    moved = _deflection(shapes, bent, q[:, modes], v[:, modes], a[:, modes])
    vectors, omega, alpha = (motion[:, at + 3 : at + 6] for motion in (q, v, a))
    turn = rotations.matrix(vectors)
    place, flow, change = (part[:, :3] for part in moved)
    arm = np.asarray(values[:3]) + place
    rate = np.cross(omega, arm) + flow
    second = np.cross(alpha, arm) + np.cross(omega, np.cross(omega, arm) + 2.0 * flow) + change
    places = [
        motion[:, at : at + 3] + np.einsum("fij,fj->fi", turn, local)
        for motion, local in zip((q, v, a), (arm, rate, second), strict=True)
    ]
    chart, charting, bending = (part[:, 3:] for part in moved)
    tilted = rotations.product(rotations.from_vector(vectors), rotations.from_chart(chart))
    turned = rotations.nearest_vector(tilted, vectors)
    back = np.swapaxes(rotations.matrix(turned), 1, 2) @ turn
    relative = rotations.spin(chart, charting)
    carried = np.einsum("fij,fj->fi", back, omega)
    angular = np.einsum("fij,fj->fi", back, alpha) + np.cross(carried, relative)
    angular = angular + rotations.spin(chart, bending) + rotations.spin_bias(chart, charting)
    turns = (turned, carried + relative, angular)
    first, rates, seconds = (np.concatenate(pair, axis=1) for pair in zip(places, turns, strict=True))
    return first, rates, seconds
