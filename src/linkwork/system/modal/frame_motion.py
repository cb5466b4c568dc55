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
            for part, found in zip(parts, moved(body, values, q, v, a), strict=True):
                part.append(found)
            column += system.world.size
    if not places:
        return places, q, v, a
    q, v, a = (np.concatenate(part, axis=1) for part in parts)
    return places, q, v, a


def _in_plane(body: ModalBody, values: list[Any], q: Array, v: Array, a: Array) -> Motions:
    own, modes = slice(3 * body.number, 3 * body.number + 3), list(body.columns)
    shapes = np.reshape(np.asarray(values[2:]), (-1, 3))
    angle, spin, second = (motion[:, own][:, 2:] for motion in (q, v, a))
    c, s = np.cos(angle), np.sin(angle)

    def in_world(local: Array) -> Array:
        x, y = local[:, :1], local[:, 1:2]
        return np.concatenate([c * x - s * y, s * x + c * y], axis=1)

    def across(vector: Array) -> Array:
        return np.stack([-vector[:, 1], vector[:, 0]], axis=1)

    arm = in_world(np.asarray(values[:2]) + q[:, modes] @ shapes[:, :2])
    flow, change = (in_world(motion[:, modes] @ shapes[:, :2]) for motion in (v, a))
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
    shapes = np.reshape(np.asarray(values[3:]), (-1, 6))
    vectors, omega, alpha = (motion[:, at + 3 : at + 6] for motion in (q, v, a))
    turn = rotations.matrix(vectors)
    arm = np.asarray(values[:3]) + q[:, modes] @ shapes[:, :3]
    flow, change = (motion[:, modes] @ shapes[:, :3] for motion in (v, a))
    rate = np.cross(omega, arm) + flow
    second = np.cross(alpha, arm) + np.cross(omega, np.cross(omega, arm) + 2.0 * flow) + change
    places = [
        motion[:, at : at + 3] + np.einsum("fij,fj->fi", turn, local)
        for motion, local in zip((q, v, a), (arm, rate, second), strict=True)
    ]
    chart, charting, bending = (motion[:, modes] @ shapes[:, 3:] for motion in (q, v, a))
    bent = rotations.from_chart(chart)
    turned = rotations.nearest_vector(rotations.product(rotations.from_vector(vectors), bent), vectors)
    back = np.swapaxes(rotations.matrix(turned), 1, 2) @ turn
    relative = rotations.spin(chart, charting)
    carried = np.einsum("fij,fj->fi", back, omega)
    angular = np.einsum("fij,fj->fi", back, alpha) + np.cross(carried, relative)
    angular = angular + rotations.spin(chart, bending) + rotations.spin_bias(chart, charting)
    turns = (turned, carried + relative, angular)
    first, rates, seconds = (np.concatenate(pair, axis=1) for pair in zip(places, turns, strict=True))
    return first, rates, seconds
