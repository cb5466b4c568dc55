"""What a force at an interface does to the body that owns it and to its modes, by the power of its wrench there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout
from linkwork.system.modal import modal_layout_kernel as places
from linkwork.system.modal.frame_motion import shapes_of

if TYPE_CHECKING:
    from linkwork.system.system import System


def add_frame_forces(system: System, w: Array, number: int, wrenches: Array) -> None:
    """Add the generalised forces, against the twists, of those ends of a force that sit at interfaces."""
    k, world = system.k, system.world
    table = int(k[int(k[layout.FUNCTIONS]) + places.MODAL])
    ends, at = int(k[table + places.FORCE_ENDS]), int(k[table + places.FORCE_ENDS_AT])
    frames = [(body, values) for body in system.modal for values in body.numbers.interfaces.values()]
    first = int(k[table + places.ROOM]) - world.pose_size * len(frames)
    out = int(k[layout.OUT] + k[int(k[layout.FORCE_AT]) + layout.RECORD * number + layout.OUT_AT])
    for end in range(at, at + places.FORCE_END * ends, places.FORCE_END):
        if k[end + places.FORCE] != number:
            continue
        record, begin = int(k[end + places.FRAME]), out + world.size * int(k[end + places.SIDE])
        pose = [int(k[layout.POSE] + k[record + place]) for place in (places.OWNER_POSE, places.POSE_OF)]
        body, values = frames[(int(k[record + places.POSE_OF]) - first) // world.pose_size]
        wrench, columns = w[begin : begin + world.size], list(body.columns)
        modes = w[int(k[layout.Q]) + np.array(columns)]
        owner = slice(world.size * body.number, world.size * (body.number + 1))
        shapes, bent = shapes_of(body, values, world.dimensions, world.size)
        moved = modes @ shapes
        if bent is not None:
            slope = np.einsum("k,kls->ls", modes, bent)
            shapes, moved = shapes + slope, moved + 0.5 * modes @ slope
        own = _in_plane if world.dimensions == 2 else _in_space
        wrenches[owner], wrenches[columns] = (
            before + more
            for before, more in zip(
                (wrenches[owner], wrenches[columns]), own(w, pose, wrench, shapes, moved), strict=True
            )
        )


def _in_plane(w: Array, pose: list[int], wrench: Array, shapes: Array, moved: Array) -> tuple[Array, Array]:
    owner, frame = pose
    arm, (c, s) = w[frame : frame + 2] - w[owner : owner + 2], w[owner + 3 : owner + 5]
    turned = np.array([c * wrench[0] + s * wrench[1], c * wrench[1] - s * wrench[0], wrench[2]])
    on_body = wrench + np.array([0.0, 0.0, arm[0] * wrench[1] - arm[1] * wrench[0]])
    return on_body, shapes @ turned


def _in_space(w: Array, pose: list[int], wrench: Array, shapes: Array, moved: Array) -> tuple[Array, Array]:
    from linkwork.places.spatial import rotations
    from linkwork.places.spatial.layout_kernel import MATRIX

    owner, frame = ((w[at : at + 3], w[at + MATRIX : at + MATRIX + 9].reshape(3, 3)) for at in pose)
    arm = owner[1].T @ (frame[0] - owner[0])
    force, torque = owner[1].T @ wrench[:3], wrench[3:]
    on_owner = owner[1].T @ (frame[1] @ torque) + np.cross(arm, force)
    spins = rotations.spin(np.repeat(moved[None, 3:], len(shapes), axis=0), shapes[:, 3:])
    return np.concatenate([wrench[:3], on_owner]), shapes[:, :3] @ force + spins @ torque
