"""The solids of a system in one table each, for the true distances in space."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.audit.rows_kernel import spatial_distances
from linkwork.audit.solids import room, solid_of
from linkwork.audit.support_kernel import COUNT, FIRST
from linkwork.base.arrays import Array as AnyArray

Array = NDArray[np.float64]


class Solids:
    """Solids as contacts name them."""

    def __init__(self, scope: Any, mechanism: Any) -> None:
        self.scope, self.mechanism = scope, mechanism
        self.rows: list[Array] = []
        self.parts: list[Array] = []
        self.sizes: list[float] = []
        self.known: dict[tuple[str, str], int] = {}

    def judged(self, reference: str) -> bool:
        """Whether it can be judged: every solid can."""
        return True

    def add(self, reference: str) -> tuple[int, str]:
        """The number of a solid, new or known, and its body."""
        place = body, name = self.scope.solid(reference)
        if place not in self.known:
            self.known[place] = len(self.rows)
            row = self.mechanism.row_class(self.scope, f"solid '{name}' of body '{body}'", body)
            numbers, corners, size = solid_of(self.scope.body(body).solids[name], row)
            numbers[FIRST] = sum(map(len, self.parts))
            self.rows.append(numbers)
            self.parts.append(corners)
            self.sizes.append(size)
        return self.known[place], body

    def done(self) -> Solids:
        """All of them in one table."""
        if not self.rows:
            return self
        self.solids = np.array(self.rows)
        self.corners = np.vstack([*self.parts, np.zeros((1, 3))])
        self.room = room(int(np.max(self.solids[:, COUNT])) + 1)
        return self

    def distances(self, q: Array, pairs: NDArray[np.int64], far: Array, told: Array, out: Array) -> None:
        """Distances of pairs over rows."""
        tables, rooms = self.prepared(pairs)
        spatial_distances(q, *tables, far, told, *rooms, out)

    def prepared(self, pairs: NDArray[np.int64]) -> tuple[tuple[AnyArray, ...], tuple[Any, ...]]:
        """What one look at a run takes of these pairs: tables and room."""
        axes, turns = np.zeros((len(pairs), 3)), np.empty((1 + int(np.max(pairs[:, 2:], initial=0)), 3, 3))
        owners, centres = np.zeros(len(self.solids), np.int64), np.empty((len(self.solids), 12))
        owners[pairs[:, 0]], owners[pairs[:, 1]] = pairs[:, 2], pairs[:, 3]
        return (pairs, owners, self.solids, self.corners), (axes, turns, centres, self.room)
