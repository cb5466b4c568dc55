"""Stiffness and damping of the cells of second order of hyperelastic solids, in closed form.

Of a cell with the slopes g_a of its shape functions, stress S and F at points with volumes w, and with G = C^-1 (of
Saint Venant's law G = I), h_a = F G g_a and s = m - l ln J (of Saint Venant's law m):

    K_ab = sum w ((g_a . S g_b) I + l h_a h_b' + s (h_b h_a' + (g_a . G g_b) F G F'))

All forces but those of such cells then couple so few bodies that a few moves give their derivatives.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from linkwork.analysis.cell_record import CellRecord, body_at, cell_record, is_cell, places_in_tables
from linkwork.base.arrays import Array
from linkwork.elements.planar.forces.isoparametric_element_kernel import FIRST_SPRING, SECOND_SPRING
from linkwork.elements.planar.forces.solid_law_kernel import SAINT_VENANT
from linkwork.places import layout_kernel as layout
from linkwork.system.system import System

KERNEL = "isoparametric_element"
_STILL = 1e-12  # of a turn, below which a spring that keeps a node has its stiffness against turning


class CellStiffness:
    """The cells of a system: where the entries of their stiffness are, and what they are in a position."""

    def __init__(self, system: System, records: list[int]) -> None:
        self.system, self.size, self.d = system, system.world.size, system.world.dimensions
        self.cells = [cell_record(system, record) for record in records if is_cell(system, record)]
        springs = [(body, spring) for record in records for body, spring in self._springs(record) if spring]
        turning = range(self.d, self.size)
        self.turned = np.array([self.size * body + axis for body, _ in springs for axis in turning], np.int64)
        self.held = np.array([spring for _, spring in springs for _ in turning])
        columns = [cell.columns.ravel() for cell in self.cells]
        self.rows = np.concatenate([*(np.repeat(own, len(own)) for own in columns), self.turned])
        self.columns = np.concatenate([*(np.tile(own, len(own)) for own in columns), self.turned])

    def _springs(self, number: int) -> list[tuple[int, float]]:
        """The springs that keep the two ends of a spoke from turning."""
        (a, b), p = places_in_tables(self.system, number), self.system.p
        springs = float(p[a + FIRST_SPRING].real), float(p[a + SECOND_SPRING].real)
        return [(body_at(self.system, b + 2 * end), spring) for end, spring in enumerate(springs)]

    def fits(self, q: Array) -> bool:
        """Whether no node is turned, so that its springs are those of small turns."""
        return bool(np.max(np.abs(q[self.turned].real), initial=0.0) <= _STILL)

    def stiffness(self, q: Array) -> Array:
        """Entries of K, scaled."""
        return self._entries(q, self._stiffness_of, self.held)

    def damping(self, q: Array) -> Array:
        """Entries of -dQ/dv at rest, scaled."""
        return self._entries(q, self._damping_of, 0.0 * self.held)

    def _entries(self, q: Array, of_cell: Any, held: Array) -> Array:
        scale = self.system.column_scale
        blocks = [of_cell(cell, q[cell.columns].real).ravel() for cell in self.cells]
        return np.concatenate([*blocks, held]) * scale[self.rows] * scale[self.columns]

    def _stiffness_of(self, cell: CellRecord, places: Array) -> Array:
        lame, shear, volumes, slopes = cell.lame, cell.shear, cell.volumes, cell.slopes
        gradient = np.einsum("ni,qnj->qij", places, slopes)
        right = np.swapaxes(gradient, 1, 2) @ gradient
        unit = np.broadcast_to(np.eye(self.d), right.shape)
        if cell.law == SAINT_VENANT:
            strain = 0.5 * (right - unit)
            trace = np.trace(strain, axis1=1, axis2=2)[:, None, None]
            stress = lame * trace * unit + 2.0 * shear * strain
            return self._blocks(volumes, slopes, gradient, unit, (lame, np.full(len(volumes), shear)), stress)
        inverse = np.linalg.inv(right)
        swell = 0.5 * np.log(np.linalg.det(right))
        stress = shear * (unit - inverse) + lame * swell[:, None, None] * inverse
        return self._blocks(volumes, slopes, gradient, inverse, (lame, shear - lame * swell), stress)

    def _damping_of(self, cell: CellRecord, places: Array) -> Array:
        volumes, slopes = cell.volumes, cell.slopes
        gradient = np.einsum("ni,qnj->qij", places, slopes)
        unit = np.broadcast_to(np.eye(self.d), gradient.shape)
        moduli = cell.damping * cell.lame, np.full(len(volumes), cell.damping * cell.shear)
        return self._blocks(volumes, slopes, gradient, unit, moduli, 0.0 * unit)

    def _blocks(
        self, volumes: Array, slopes: Array, gradient: Array, metric: Array, moduli: tuple[float, Array], stress: Array
    ) -> Array:
        """K of one cell, all components of its nodes."""
        lame, shear = moduli
        count, d = slopes.shape[1:]
        carried = slopes @ np.swapaxes(gradient @ metric, 1, 2)  # h of every node
        weighed = carried * volumes[:, None, None]
        whole = lame * np.einsum("qai,qbj->aibj", weighed, carried, optimize=True)
        whole += np.einsum("q,qbi,qaj->aibj", shear, weighed, carried, optimize=True)
        along = np.einsum("q,qam,qmn,qbn->qab", volumes * shear, slopes, metric, slopes, optimize=True)
        left = gradient @ metric @ np.swapaxes(gradient, 1, 2)
        whole += np.einsum("qab,qij->aibj", along, left, optimize=True)
        held = np.einsum("q,qam,qmn,qbn->ab", volumes, slopes, stress, slopes, optimize=True)
        whole += np.einsum("ab,ij->aibj", held, np.eye(d))
        return np.asarray(whole.reshape(count * d, count * d))


def cells_of(system: System) -> CellStiffness | None:
    """The cells of second order of a system, if there are any. No law reads what they do: forces come after laws."""
    records = _records(system)
    return CellStiffness(system, records) if records else None


def without_cells(system: System) -> System:
    """The same tables without the forces of these cells."""
    left_out, k = set(_records(system)), system.k.copy()
    kept = [number for number in range(len(system.forces)) if number not in left_out]
    first = int(k[layout.FORCE_AT])
    records = k[first : first + layout.RECORD * len(system.forces)].reshape(len(system.forces), layout.RECORD)
    records[: len(kept)] = records[kept].copy()
    k[layout.FORCES] = len(kept)
    return replace(system, k=k, forces=tuple(system.forces[number] for number in kept))


def _records(system: System) -> list[int]:
    forces = system.mechanism.forces
    return [number for number, name in enumerate(system.forces) if forces[name].kernel == KERNEL]
