"""Cells of hyperelastic solids that are turned inside out: det F, with its sign, where their stress is summed.

The laws see C = F'F, which is the same for F and for its mirror image; a cell that is turned inside out costs them
nothing. No body can be brought there: its volume would pass zero, where the energy of neo-Hooke's law has no bound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.elements.forces_base import SOLID_KERNELS
from linkwork.places import layout_kernel as layout

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.run.run import Run
    from linkwork.system.system import System

_AT_ONCE = 2_000_000  # numbers: so many positions of a run are looked at together


class SolidCells:
    """The cells of a system's solids, those of one kind together."""

    def __init__(self, system: System) -> None:
        self.system, self.d = system, system.world.dimensions
        alike: dict[tuple[int, ...], list[tuple[str, Array, Array]]] = {}
        for number, name in enumerate(system.forces):
            force = system.mechanism.forces[name]
            if force.kernel in SOLID_KERNELS and hasattr(force, "nodes"):  # its edges and spokes say the same again
                columns, slopes, law = self._cell(number, force.kernel == "solid_element")
                alike.setdefault((law, *slopes.shape), []).append((name, columns, slopes))
        self.names = [name for cells in alike.values() for name, _, _ in cells]
        self.kinds = [
            (law, np.array([columns for _, columns, _ in cells]), np.array([slopes for *_, slopes in cells]))
            for (law, *_), cells in alike.items()
        ]

    def _cell(self, number: int, simplex: bool) -> tuple[Array, Array, int]:
        """Columns of the nodes (nodes x d), slopes of their shape functions (points x nodes x d), and the law."""
        from linkwork.elements.planar.forces import isoparametric_element_kernel as spokes
        from linkwork.elements.planar.forces.solid_element_kernel import GRADIENTS

        k, p, d, size = self.system.k, self.system.p, self.d, self.system.world.size
        record = int(k[layout.FORCE_AT]) + layout.RECORD * number
        a, b = int(k[record + layout.FLOATS_AT]), int(k[record + layout.INTS_AT])
        count = d + 1 if simplex else int(p[a + spokes.NODES].real)
        each, others = 2 * size, b + spokes.ENDS
        places = [b, b + 2, *(others + each * node for node in range(count - 2))]
        bodies = [int(k[place]) // self.system.world.pose_size - 1 for place in places]
        columns = np.array([[size * body + axis for axis in range(d)] for body in bodies], np.int64)
        if simplex:
            slopes = p[a + GRADIENTS : a + GRADIENTS + count * d].real.reshape(1, count, d)
        else:
            points, first, width = int(p[a + spokes.POINTS].real), a + spokes.HEAD, 1 + count * d
            slopes = p[first : first + points * width].real.reshape(points, width)[:, 1:].reshape(points, count, d)
        return columns, slopes, int(k[others + each * (count - 2)])

    def least(self, q: Array) -> Array:
        """The least det F of every cell; `q`: coordinates of the bodies in the last axis."""
        volumes = []
        for _, columns, slopes in self.kinds:
            places = q[..., columns].real
            gradients = np.einsum("...cni,cqnj->...cqij", places, slopes, optimize=True)
            volumes.append(np.linalg.det(gradients).min(axis=-1))
        return np.concatenate(volumes, axis=-1) if volumes else np.zeros((*q.shape[:-1], 0))

    def barred(self, q: Array) -> bool:
        """Whether a cell is where the energy of its law has no bound between it and its form without load."""
        from linkwork.elements.planar.forces.solid_law_kernel import SAINT_VENANT

        if not self.kinds:
            return False
        laws = np.concatenate([np.full(len(columns), law) for law, columns, _ in self.kinds])
        return bool(np.any(~(self.least(q)[laws != SAINT_VENANT] > 0.0)))

    def told(self, q: Array) -> str:
        """Which cells are turned inside out in a position, in words; nothing where none is."""
        least = self.least(q)
        turned = np.flatnonzero(~(least > 0.0))
        if not len(turned):
            return ""
        worst = turned[int(np.argmin(least[turned]))]
        return turned_words(
            self.system.mechanism, [self.names[cell] for cell in turned], self.names[worst], least[worst]
        )


def turned_words(mechanism: Mechanism, cells: list[str], worst: str, volume: float) -> str:
    """That cells are turned inside out: the worst by name, and how many others."""
    solid = mechanism.generated.get(worst)
    of = f" of solid '{solid}'" if solid else ""
    others = f" and {len(cells) - 1} more" if len(cells) > 1 else ""
    return f"cell '{worst}'{of}{others} turned inside out ({volume:.3g} of its volume)"


def has_solids(run: Run) -> bool:
    """Whether the mechanism of a run has cells of solids."""
    return any(getattr(force, "kernel", "") in SOLID_KERNELS for force in run.mechanism.forces.values())


def turned_notes(run: Run) -> list[str]:
    """Which cell is turned inside out at the output of a run, and since when."""
    cells = SolidCells(run.system)
    each = max(1, _AT_ONCE // max(1, sum(slopes.size for *_, slopes in cells.kinds)))
    parts = [cells.least(run.q[at : at + each]) for at in range(0, len(run.q), each)]
    least: Any = np.concatenate(parts)
    frames = np.flatnonzero(np.any(~(least > 0.0), axis=1))
    if not len(frames):
        return []
    return [f"from t = {run.t[frames[0]]:.6g} s on: {cells.told(run.q[frames[0]])}, which no body can be: {_ADVICE}"]


_ADVICE = "do not trust the motion from there on; take smaller cells, more damping or smaller steps"
