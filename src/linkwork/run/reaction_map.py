"""The map from multipliers to joint wrenches at a position, and the multipliers that do nothing to the bodies.

A wrench is force and torque / length of an element on its second body at the joint's point, all in N, with the model's
length as the one length scale. Multipliers that do nothing are the null space of Phi_q'.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout
from linkwork.places.interfaces import is_interface, owner_of
from linkwork.system.constraints.equations import Equations
from linkwork.system.constraints.rank import TOLERANCE
from linkwork.system.modal.frame_motion import with_frames
from linkwork.system.system import System


class ReactionMap:
    """Joint wrenches as linear functions of the multipliers of one system."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.components = len(system.world.reaction_labels) * len(system.elements)

    @cached_property
    def equations(self) -> Equations:
        """The equations of the system, with a workspace of their own."""
        return Equations(self.system)

    @cached_property
    def levers(self) -> Array:
        """What every number of a wrench is divided by."""
        labels, length = self.system.world.reaction_labels, self.system.length
        return np.array([length if label.startswith("t") else 1.0 for label in labels])

    @cached_property
    def _records(self) -> list[int]:
        """Where the records of the elements begin."""
        at = int(self.system.k[layout.ELEMENT_AT])
        return [at + layout.RECORD * number for number in range(len(self.system.elements))]

    def at(self, q: Array, t: float) -> tuple[Array, Array]:
        """Wrench map (components by equations) and idle multipliers (equations by redundancy) at a position."""
        self._position = q.real
        self.equations.evaluate(q, t)
        return self._wrenches(), self._idle()

    def _idle(self) -> Array:
        """Multipliers, in N and N m, whose forces cancel on every body, as columns."""
        rows = self.equations.jacobian().real
        if rows.shape[0] == 0:
            return np.zeros((0, 0))
        left, values, _ = np.linalg.svd(rows)
        rank = int(np.sum(values > TOLERANCE * max(values[0], 1e-300)))
        return left[:, rank:] * self.system.row_scale[:, None]

    def _wrenches(self) -> Array:
        """Forces and torques over the length of unit multipliers, at the position last evaluated."""
        k, w, world = self.system.k, self.equations.w, self.system.world
        size, matrix = world.reaction, np.zeros((self.components, len(self.system.equations)))
        for number, record in enumerate(self._records):
            rows, width, first = (int(k[record + at]) for at in (layout.ROWS, layout.WIDTH, layout.FIRST_ROW))
            start = int(k[layout.OUT] + k[record + layout.OUT_AT]) + 3 * rows
            block = -w[start : start + rows * width].reshape(rows, width)[:, size : 2 * size].real
            pose = int(k[layout.POSE] + k[k[record + layout.INTS_AT] + 2])
            at = int(k[layout.REACTION_POINT]) + world.dimensions * number
            place = self._on_owner(number, self.system.p[at : at + world.dimensions].real)
            wrench = world.wrench_at(w[pose : pose + world.pose_size].real, place, block)
            matrix[size * number : size * (number + 1), first : first + rows] = (wrench / self.levers).T
        return matrix

    def _on_owner(self, number: int, place: Array) -> Array:
        """Where an element acts on its second body; at an interface, in the frame of the body that has it."""
        placed = self.system.elements[number]
        end = placed.element.ends(self.system.row(placed.name))[1] if self.system.modal else ""
        if not is_interface(end):
            return place
        world, position = self.system.world, self._position[None, :]
        frames, moved, _, _ = with_frames(self.system, position, position, position)
        first, owner = frames[end], world.size * self.system.bodies.index(owner_of(end))
        at = world.placed(moved[0, first : first + world.size], place)
        pose = moved[0, owner : owner + world.size]
        origin = world.placed(pose, np.zeros(world.dimensions))
        axes = np.stack([world.placed(pose, axis) - origin for axis in np.eye(world.dimensions)])
        return np.asarray(axes @ (at - origin))

    def redundancy(self, q: Array, t: float) -> int:
        """How many multipliers are idle at a position."""
        self.equations.evaluate(q, t)
        if self.equations.independent() or self.equations.m == 0:
            return 0
        values = np.linalg.svd(self.equations.jacobian().real, compute_uv=False)
        return self.equations.m - int(np.sum(values > TOLERANCE * max(values[0], 1e-300)))
