"""Pairs of solids at random poses: the kernel of a pair called, and the search of points called alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from space_states import POSE, STEP, TWIST, State

import linkwork as lw
from kernel_call import call_kernel
from linkwork.base.arrays import Array
from linkwork.elements.spatial.contact.solid_pair import kernel_body, pack_pair, pair_memory
from linkwork.numerics.collision.solid_record_kernel import RECORD, search_room
from linkwork.numerics.collision.solid_search_kernel import solid_contact_points
from linkwork.places.spatial.row import SpatialRow

POSITION, MOTION, ACCEPT, TRANSIT = 0, 1, 2, 4
GAP, INSIDE, FIRST, SECOND, X, N, GAMMA, ROWS, WIDTH, SIZE = 0, 1, 2, 3, slice(4, 7), slice(7, 10), 10, 13, 12, 49
CORNERS = ((1, 0, -0.7), (-0.5, 0.9, -0.7), (-0.5, -0.9, -0.7), (0, 0, 1), (0.6, 0.6, 0.2), (-0.1, 0.1, 0))

SOLIDS: dict[str, dict[str, Any]] = {
    "sphere": {"type": "sphere", "radius": 0.6, "at": (0.1, 0.2, -0.1)},
    "plane": {"type": "plane", "at": (0.1, -0.2, 0.3), "normal": (1, 2, -2)},
    "box": {"type": "box", "size": (1.2, 0.8, 1.6), "at": (0.1, 0, 0.2), "orientation": {"bryant": (0.3, 0.2, -0.5)}},
    "capsule": {"type": "capsule", "from": (-0.5, 0.1, 0), "to": (0.8, 0.3, 0.4), "radius": 0.3},
    "cylinder": {"type": "cylinder", "from": (-0.2, 0.1, -0.6), "to": (0.3, 0, 0.7), "radius": 0.5},
    "convex": {"type": "convex", "points": CORNERS},
}


@dataclass
class Pair:
    """A contact of two solids, with its tables and its memory."""

    k: NDArray[np.int64]
    p: Array
    memory: Array
    slots: int
    kernel: Any

    @property
    def modes(self) -> Array:
        """The modes of its slots."""
        return self.memory[-self.slots :]

    def at(self, state: State, stage: int = MOTION, t: float = 0.0) -> Array:
        """What the kernel writes, a row for every slot."""
        pose = state.pose()
        scalar = complex if np.iscomplexobj(pose) else float
        twist = np.zeros(18, scalar)
        twist[6:] = state.twist
        memory, out = self.memory.astype(scalar), np.zeros(SIZE * self.slots, scalar)
        call_kernel(self.kernel, stage, t, pose, twist, memory, self.p.astype(scalar), self.k, out)
        self.memory[:] = memory.real
        return out.reshape(self.slots, SIZE)

    def search(self, state: State, most: int = 8) -> Array:
        """The records of the points found."""
        room = np.zeros(search_room(most, True))
        k = self.k
        places = (int(k[7]), 0, int(k[0]), int(k[8]), int(k[9]), int(k[2]))
        count = solid_contact_points(k, self.p, state.pose(), places, room, 0, most)
        return room[: count * RECORD].reshape(count, RECORD)


def pair_of(first: Any, second: Any, slots: int = 4) -> Pair:
    """Two bodies with one solid each."""
    m = lw.Spatial("pair")
    for name, solid in (("one", first), ("two", second)):
        m.body(name, solids={"skin": SOLIDS[solid] if isinstance(solid, str) else solid})
    row = SpatialRow(m.scope(), "contact 'C'", "C")
    pack_pair(row, ("one", "skin"), ("two", "skin"), slots)
    size = pair_memory(row, ("one", "skin"), ("two", "skin"), slots)
    k = np.array([POSE, TWIST, 2 * POSE, 2 * TWIST, 0, slots, size, *row.ints], np.int64)
    memory = np.zeros(size + slots)
    memory[: 2 * slots] = -1.0
    return Pair(k, np.array(row.floats), memory, slots, kernel_body(row, ("one", "skin"), ("two", "skin")))


def slope(pair: Pair, state: State, along: Array) -> Array:
    """Derivative of all that the kernel writes along a twist, features and twists held."""
    return pair.at(state.moved(along, 1j * STEP)).imag / STEP
