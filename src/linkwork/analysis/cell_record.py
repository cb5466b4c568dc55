"""What the tables hold of one cell of a hyperelastic solid: nodes, law, moduli, points with volumes and slopes."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass
from linkwork.elements.forces_base import SOLID_KERNELS
from linkwork.elements.planar.forces import isoparametric_element_kernel as spokes
from linkwork.elements.planar.forces import solid_element_kernel as edges
from linkwork.places import layout_kernel as layout
from linkwork.system.system import System

_PLACES = 2  # of every column of another node: those of its pose and its twist


@dataclass(frozen=True)
class CellRecord:
    """One cell, its nodes in the order of its record."""

    columns: Array  # of the positions of the nodes among the coordinates, nodes x d
    law: int
    lame: float
    shear: float
    damping: float
    volumes: Array  # of the points
    slopes: Array  # of the shape functions there, points x nodes x d


def places_in_tables(system: System, number: int) -> tuple[int, int]:
    """Where the numbers and the integers of a force begin."""
    record = int(system.k[layout.FORCE_AT]) + layout.RECORD * number
    return int(system.k[record + layout.FLOATS_AT]), int(system.k[record + layout.INTS_AT])


def body_at(system: System, place: int) -> int:
    """The number of a moving body from 0 on, from where its pose stands."""
    return int(system.k[place]) // system.world.pose_size - 1


def is_cell(system: System, number: int) -> bool:
    """Whether a force stands for a whole cell; its other edges or spokes say the same again."""
    force = system.mechanism.forces[system.forces[number]]
    return force.kernel in SOLID_KERNELS and hasattr(force, "nodes")


def cell_record(system: System, number: int) -> CellRecord:
    """The cell with the record of a force."""
    (a, b), p, k = places_in_tables(system, number), system.p, system.k
    d, size = system.world.dimensions, system.world.size
    simplex = system.mechanism.forces[system.forces[number]].kernel == "solid_element"
    count, other = d + 1 if simplex else int(p[a + spokes.NODES].real), _PLACES * size
    behind = b + (edges.ENDS if simplex else spokes.ENDS)
    ends = [b, b + 2, *(behind + other * node for node in range(count - 2))]
    columns = np.array([[size * body_at(system, end) + axis for axis in range(d)] for end in ends], np.int64)
    law = int(k[behind + other * (count - 2)])
    if simplex:
        lame, shear, damping = p[a + 1 : a + 4].real
        slopes = p[a + edges.GRADIENTS : a + edges.GRADIENTS + count * d].real.reshape(1, count, d)
        return CellRecord(columns, law, lame, shear, damping, p[a : a + 1].real, slopes)
    lame, shear, damping = p[[a + spokes.LAME, a + spokes.SHEAR, a + spokes.DAMPING]].real
    points, first, width = int(p[a + spokes.POINTS].real), a + spokes.HEAD, 1 + count * d
    numbers = p[first : first + points * width].real.reshape(points, width)
    return CellRecord(columns, law, lame, shear, damping, numbers[:, 0], numbers[:, 1:].reshape(points, count, d))
