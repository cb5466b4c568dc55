"""The tree in space laid out: constant numbers of every link, blocks with one of the ground, functions by address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.elements.spatial.carrier import BALL, MASSLESS, SLIDE, Axes, Primitive, along_x, along_y
from linkwork.places import layout_kernel as layout
from linkwork.places.spatial import rotation
from linkwork.system.rods.rod_place_kernel import FOLLOW_RODS, RECOVER_RODS, ROD_ACCELERATIONS, ROD_LENGTHS
from linkwork.system.rods.spatial.rod_table import SpatialRodTable
from linkwork.system.tree import tree_kernel as kernel
from linkwork.system.tree.spatial import tree_layout_kernel as spatial
from linkwork.system.tree.tree import Table

if TYPE_CHECKING:
    from linkwork.system.tree.tree_plan import Link


FREE = (
    Primitive(SLIDE, along_x(MASSLESS), along_x(MASSLESS)),
    Primitive(SLIDE, along_y(MASSLESS), along_y(MASSLESS)),
    Primitive(SLIDE, MASSLESS, MASSLESS),
    Primitive(BALL, MASSLESS, MASSLESS),
)
"""A body that nothing holds: three slides along the axes of the world and a ball at its origin."""


class SpatialTable(Table):
    """Lays the plan of a tree in space out."""

    block = spatial.SPATIAL_BLOCK
    inertia = 4
    rod_table = SpatialRodTable

    def block_room(self) -> int:
        return self.block * (len(self.plan.links) + 1)

    def finished(self, k: NDArray[np.int64]) -> NDArray[np.int64]:
        """Bodies move by their twists."""
        table = super().finished(k)
        table[layout.CHARTS] = 0
        return table

    def functions(self) -> dict[int, int]:
        return spatial_functions(self.system.scalar)

    def _put_motion(self, place: int, link: Link, record: list[int]) -> None:
        links = self.plan.links
        above = links[link.parent].motion.after[0] if link.parent >= 0 else (0.0, 0.0, 0.0)
        record[spatial.CHAIN] = 1
        while not (links[place + record[spatial.CHAIN] - 1].body or links[place + record[spatial.CHAIN] - 1].frame):
            record[spatial.CHAIN] += 1
        at = record[kernel.MASS_OF]
        mass = self.system.p[at : at + self.system.world.mass_numbers] if at >= 0 else np.zeros(10)
        record[spatial.NUMBERS] = self._put(*_motion(link.motion, above), *_inertia(mass, link.motion.after[0]))


def _motion(motion: Primitive, above: Any) -> list[Any]:
    """Zero, quarter turn, lever, axis, point, own axis and pitch of a link whose parent has its point at `above`."""
    (s_i, _, _, h_i), (s_j, _, _, h_j) = motion.before, motion.after
    first, second = (rotation.parameters_of(_columns(frame)) for frame in (motion.before, motion.after))
    zero = _product(first, (second[0], -second[1], -second[2], -second[3]))
    quarter = _product(zero, (0.0, *h_j))
    return [*zero, *quarter, *rotation.minus(s_i, above), *h_i, *s_j, *h_j, motion.pitch]


def _columns(frame: Axes) -> rotation.Matrix:
    """The matrix C = [f, g, h] of a frame, row by row."""
    _, f, g, h = frame
    return (f[0], g[0], h[0]), (f[1], g[1], h[1]), (f[2], g[2], h[2])


def _product(one: Any, other: Any) -> tuple[Any, Any, Any, Any]:
    """The product of two quaternions."""
    a, b, c, d = one
    e, f, g, h = other
    return (
        a * e - b * f - c * g - d * h,
        a * f + b * e + c * h - d * g,
        a * g - b * h + c * e + d * f,
        a * h + b * g - c * f + d * e,
    )


def _inertia(mass: Array, point: Any) -> list[Any]:
    """Mass, mass centre beside a point, and inertia about the point: Jxx, Jyy, Jzz, Jxy, Jyz, Jzx (Haug 11.2.7)."""
    m, *centre = mass[:4]
    x, y, z = (c - s for c, s in zip(centre, point, strict=True))
    squares = [m * (y * y + z * z), m * (z * z + x * x), m * (x * x + y * y), -m * x * y, -m * y * z, -m * z * x]
    return [m, x, y, z, *(own + more for own, more in zip(mass[4:10], squares, strict=True))]


def spatial_functions(scalar: str) -> dict[int, int]:
    """The functions of a tree of rigid bodies in space."""
    from linkwork.numerics.jit import address_of

    table = {
        layout.SPREAD: "tree.spatial.tree_motion_kernel.spread",
        layout.COLLECT: "tree.spatial.tree_motion_kernel.collect",
        layout.GATHER: "tree.spatial.tree_gather_kernel.gather",
        layout.LOAD_BODIES: "tree.spatial.tree_inertia_kernel.load_bodies",
        layout.TO_ROOT: "tree.spatial.tree_articulated_kernel.sweep_to_root",
        layout.FROM_ROOT: "tree.spatial.tree_articulated_kernel.sweep_from_root",
        layout.TAKE_ACCELERATIONS: "tree.spatial.tree_acceleration_kernel.take_accelerations",
        layout.BIAS: "tree.spatial.tree_composite_kernel.bias_accelerations",
        layout.COMPOSE: "tree.spatial.tree_composite_kernel.compose",
        layout.LOAD_MATRIX: "tree.spatial.tree_composite_kernel.load_matrix",
        layout.LOAD_FORCES: "tree.spatial.tree_composite_kernel.load_forces",
        layout.LOAD_ROWS: "tree.spatial.tree_composite_kernel.load_rows",
        layout.SPREAD_ACCELERATIONS: "tree.spatial.tree_acceleration_kernel.spread_accelerations",
        layout.ROW_ON_PATH: "tree.spatial.tree_composite_kernel.row_on_path",
        FOLLOW_RODS: "rods.spatial.rod_place_kernel.follow_rods",
        ROD_ACCELERATIONS: "rods.spatial.rod_reaction_kernel.rod_accelerations",
        RECOVER_RODS: "rods.spatial.rod_reaction_kernel.recover_rods",
        ROD_LENGTHS: "rods.spatial.rod_reaction_kernel.rod_lengths",
        layout.FIND_FAR: "tree.spatial.tree_motion_kernel.find_far",
    }
    return {place: address_of(f"linkwork.system.{path}", "world", scalar) for place, path in table.items()}
