"""Two profiles on two free bodies, evaluated by their pair kernel alone."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import linkwork as lw
from kernel_call import call_kernel
from linkwork.elements import contact_point_layout_kernel as layout
from linkwork.elements.planar.contact.profile_layout_kernel import memory_size
from linkwork.elements.planar.contact.profile_pair import pack_pair
from linkwork.elements.planar.contact.profile_pair_kernel import POINT, profile_pair
from linkwork.functions.writer import TableWriter
from linkwork.places.row import Row

POSITION, MOTION, ACCEPT = 0, 1, 2
ROWS = layout.rows_at(1)


class Bench:
    """The tables of one pair; bodies lie at places 1 (first) and 2 (second), ground at 0."""

    def __init__(self, first: Any, second: Any, slots: int = 1, scalar: str = "real", outlines: Any = None) -> None:
        mechanism = lw.Planar("bench")
        for name, profile in (("one", first), ("two", second)):
            mechanism.body(name, outlines=outlines or {}, profiles={"edge": profile})
        row = Row(mechanism.scope(), "contact 'C'", "C")
        pack_pair(row, row.scope.profile("one.edge"), row.scope.profile("two.edge"), slots)
        writer = TableWriter()
        blocks = [writer.function(packed, scalar) for packed in row.functions]
        self.a, self.b = len(writer.floats), len(writer.ints)
        memory = memory_size(slots)
        writer.floats.extend(row.floats)
        writer.ints.extend([5, 3, 10, 6, 0, slots, memory, *row.ints, *blocks])
        self.kind: Any = np.float64 if scalar == "real" else np.complex128
        self.p = np.array(writer.floats, self.kind)
        self.k = np.array(writer.ints, np.int64)
        self.slots = slots
        self.memory = np.zeros(memory + slots, self.kind)
        self.memory[: 2 * slots] = -1.0
        self.scratch = 8 + max([packed.scratch for packed in row.functions], default=0)
        self.size = float(max(self.p[self.a].real, self.p[self.a + 1].real))

    def put(self, slot: int, first: int, second: int, fa: float = 0.5, fb: float = 0.5) -> None:
        """Freeze the elements of a slot."""
        self.memory[2 * slot : 2 * slot + 2] = first, second
        own = 2 * self.slots + 6 * slot
        self.memory[own : own + 4] = fa, fb, 1.0, 0.0

    def elements(self, slot: int = 0) -> tuple[int, int]:
        return int(self.memory[2 * slot].real), int(self.memory[2 * slot + 1].real)

    def close(self, slot: int, mode: float = 1.0) -> None:
        self.memory[memory_size(self.slots) + slot] = mode

    def run(self, stage: int, q: NDArray, v: NDArray | None = None, t: float = 0.0) -> NDArray:
        """What the kernel writes, one row a slot, for q = (x, y, angle) of both bodies."""
        q = np.asarray(q, self.kind)
        pose = np.zeros(15, self.kind)
        pose[3] = 1.0
        for body in range(2):
            x, y, angle = q[3 * body : 3 * body + 3]
            pose[5 + 5 * body : 10 + 5 * body] = x, y, angle, np.cos(angle), np.sin(angle)
        twist = np.zeros(9, self.kind)
        twist[3:] = 0.0 if v is None else v
        out = np.zeros(POINT * self.slots + self.scratch, self.kind)
        call_kernel(profile_pair, stage, t, pose, twist, self.memory, self.p, self.k, out, a=self.a, b=self.b)
        return out[: POINT * self.slots].reshape(self.slots, POINT)
