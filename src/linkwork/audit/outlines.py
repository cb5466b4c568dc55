"""The outlines of a system in one table each, for the true distances in the plane."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.audit import outline_kernel as form
from linkwork.audit.arcs import Outline, outline_of
from linkwork.audit.rows_kernel import ELEMENTS, planar_distances
from linkwork.base.arrays import Array as AnyArray
from linkwork.bodies.profile_chain import chain_of

Array = NDArray[np.float64]


class Outlines:
    """Outlines as contacts name them."""

    def __init__(self, scope: Any, mechanism: Any) -> None:
        self.scope = scope
        self.outlines: list[Outline] = []
        self.known: dict[int, int] = {}
        self.ordered: dict[bytes, NDArray[np.int64]] = {}

    @property
    def sizes(self) -> list[float]:
        """Greatest extent of each."""
        return [outline.size for outline in self.outlines]

    def judged(self, reference: str) -> bool:
        """Whether it can be judged: a chain whose ends are no points has no place where it stops to be there."""
        return self.scope.profile(reference)[1].ends != "none"

    def add(self, reference: str) -> tuple[int, str]:
        """The number of an outline, new or known, and its body."""
        body, profile = self.scope.profile(reference)
        if id(profile) not in self.known:
            self.known[id(profile)] = len(self.outlines)
            self.outlines.append(outline_of(chain_of(self.scope, body, profile), self.scope.env))
        return self.known[id(profile)], body

    def done(self) -> Outlines:
        """All of them in one table."""
        if not self.outlines:
            return self
        counts, nodes = ([len(getattr(one, what)) for one in self.outlines] for what in ("elements", "tree"))
        firsts, trees = ([0, *np.cumsum(sizes)[:-1]] for sizes in (counts, nodes))
        forms = [one.form for one in self.outlines]
        self.table = np.array([firsts, counts, trees, forms], np.int64).T.copy()
        self.elements = np.vstack([one.elements for one in self.outlines])
        self.tree = np.vstack([one.tree for one in self.outlines])
        most = int(np.max(self.table[:, ELEMENTS]))
        self.room = (
            *(np.zeros((most, self.elements.shape[1])), np.zeros((2 * most, form.NODE))),
            *(np.zeros((form.MOST + 2, form.CUT)), np.zeros((form.STACK, 2), np.int64)),
        )
        return self

    def distances(self, q: Array, pairs: NDArray[np.int64], far: Array, told: Array, out: Array) -> None:
        """Distances of pairs over rows."""
        turns, known = np.empty((1 + q.shape[1] // 3, 2)), np.empty((len(pairs), 5))
        tables = self.table, self.elements, self.tree
        planar_distances(q, self._ordered(pairs), *tables, far, told, *self.room, turns, known, out)

    def prepared(self, pairs: NDArray[np.int64]) -> tuple[tuple[AnyArray, ...], tuple[AnyArray, ...]]:
        """What one look at a run takes of these pairs: tables and room."""
        turns, known = np.empty((1 + int(np.max(pairs[:, 2:])), 2)), np.empty((len(pairs), 5))
        return (self._ordered(pairs), self.table, self.elements, self.tree), (*self.room, turns, known)

    def _ordered(self, pairs: NDArray[np.int64]) -> NDArray[np.int64]:
        """The same pairs, the outline with fewer elements second: it is the one that is moved."""
        key = pairs.tobytes()
        if key not in self.ordered:
            counts = self.table[pairs[:, :2], ELEMENTS]
            turned = counts[:, 0] < counts[:, 1]
            self.ordered[key] = np.where(turned[:, None], pairs[:, [1, 0, 3, 2]], pairs)
        return self.ordered[key]
