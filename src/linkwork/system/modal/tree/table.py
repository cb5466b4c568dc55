"""The table of a tree in which bodies have elastic modes: interfaces as links, R behind the blocks, functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.places import layout_kernel as layout
from linkwork.system.modal import modal_layout_kernel as places
from linkwork.system.modal.tree import link_layout_kernel as links
from linkwork.system.modal.tree import transformation_kernel as transformation
from linkwork.system.rods.rod_place_kernel import ROD_FUNCTIONS
from linkwork.system.tree import tree_kernel as kernel
from linkwork.system.tree.spatial import tree_layout_kernel as spatial
from linkwork.system.tree.spatial.tree_table import SpatialTable
from linkwork.system.tree.tree import Table
from linkwork.system.tree.tree_plan import FREEDOMS

if TYPE_CHECKING:
    from linkwork.system.tree.tree_plan import Link


class ModalTable(Table):
    """Lays the plan of a tree with elastic modes out, in a plane."""

    def block_room(self) -> int:
        """The blocks, and behind them R and the articulated bodies."""
        return self._blocks() + _room(self)

    def finished(self, k: NDArray[np.int64]) -> NDArray[np.int64]:
        """The int table with the table of its links behind the functions."""
        return _with_links(self, super().finished(k), self.blocks + self._blocks())

    def functions(self) -> dict[int, int]:
        return _functions(self, self.blocks + self._blocks())

    def _blocks(self) -> int:
        return self.block * len(self.plan.links)

    def _put_motion(self, place: int, link: Link, record: list[int]) -> None:
        if link.kind < kernel.TO_FRAME:
            super()._put_motion(place, link, record)
        else:
            _put_frame(self, link, record)


class ModalSpatialTable(SpatialTable):
    """The same in space."""

    def block_room(self) -> int:
        """The blocks, that of the ground first, and behind them R and the articulated bodies."""
        return self._blocks() + _room(self)

    def finished(self, k: NDArray[np.int64]) -> NDArray[np.int64]:
        """The int table with the table of its links behind the functions."""
        return _with_links(self, super().finished(k), self.blocks + self._blocks())

    def functions(self) -> dict[int, int]:
        return _functions(self, self.blocks + self._blocks())

    def _blocks(self) -> int:
        return self.block * (len(self.plan.links) + 1)

    def _put_motion(self, place: int, link: Link, record: list[int]) -> None:
        if link.kind < kernel.TO_FRAME:
            super()._put_motion(place, link, record)
        else:
            record[spatial.CHAIN] = 1
            _put_frame(self, link, record)


def _put_frame(table: Table, link: Link, record: list[int]) -> None:
    """Into the record of a link to an interface or from one: the interface, and the first of its body's modes."""
    system, size = table.system, table.twist
    at = system.frames[link.motion.frame]
    own = int(system.k[at + places.MODE_TWIST]) - size * (len(system.bodies) + 1)
    record[kernel.ANGLE_AT] = at
    record[kernel.FREEDOM] = len(table.plan.coordinates) + own


def _transformation_room(table: Table) -> int:
    """Numbers that R takes, with what stands beside it."""
    system = table.system
    freedoms = len(table.plan.coordinates) + int(system.k[layout.OWN])
    return transformation.room(int(system.k[layout.COORDINATES]), freedoms)


def _sizes(table: Table) -> list[tuple[int, int, int, int]]:
    """Of every link: unknowns by which it moves on its parent; modes of the body that it is, and where they begin."""
    system = table.system
    modal = {body.number + 1: body for body in system.modal}
    sizes = []
    for link in table.plan.links:
        body = modal.get(link.body) if not link.frame else None
        modes, column = (0, 0) if body is None else (body.numbers.count, body.column)
        unknown = FREEDOMS[link.kind]
        if link.kind >= kernel.TO_FRAME:
            unknown = int(system.k[system.frames[link.motion.frame] + places.FRAME_MODES])
        first = len(table.plan.coordinates) + column - system.world.size * len(system.bodies)
        sizes.append((unknown, modes, column, first))
    return sizes


def _scratch(size: int, widest: int) -> int:
    """Numbers that the products of the widest link take."""
    return size * widest + 2 * widest * (widest + 1)


def _widest(table: Table) -> int:
    return table.twist + max(max(unknown, modes) for unknown, modes, _, _ in _sizes(table))


def _room(table: Table) -> int:
    """Numbers behind the blocks: R, and the rooms of the links for the sweeps."""
    size, widest = table.twist, _widest(table)
    rooms = sum(links.room(size, unknown, modes) for unknown, modes, _, _ in _sizes(table))
    return _transformation_room(table) + _scratch(size, widest) + widest + rooms


def _links(table: Table, room: int) -> list[int]:
    """The table of the links (`link_layout_kernel`), whose rooms begin behind R."""
    size, widest = table.twist, _widest(table)
    scratch = room + _transformation_room(table)
    vector = scratch + _scratch(size, widest)
    spatial_tree = table.system.world.dimensions == 3
    first = table.blocks + (table.block if spatial_tree else 0)
    rows = [scratch, vector, widest, first, table.block, spatial.AX if spatial_tree else kernel.AX]
    at = vector + widest
    for unknown, modes, column, freedom in _sizes(table):
        rows += [at, unknown, modes, column, freedom]
        at += links.room(size, unknown, modes)
    return rows


def _functions(table: Table, room: int) -> dict[int, int]:
    """The functions of the tree by their places, and beside them where the bodies' modes and R are."""
    k = table.system.k
    modal = {places.MODAL: int(k[int(k[layout.FUNCTIONS]) + places.MODAL]), places.TRANSFORMATION: room}
    return modal | _addresses(table.system.world.dimensions, table.system.scalar)


def _with_links(table: Table, k: NDArray[np.int64], room: int) -> NDArray[np.int64]:
    """The int table, functions behind it, with the table of the links for the sweeps at its end."""
    whole = np.concatenate([k, np.array(_links(table, room), np.int64)])
    whole[int(k[layout.FUNCTIONS]) + links.LINKS] = len(k)
    return whole


def _addresses(dimensions: int, scalar: str) -> dict[int, int]:
    """The functions of the tree by their places."""
    from linkwork.numerics.jit import address
    from linkwork.system.modal.tree import articulated_kernel as articulated

    module: Any
    maps: Any
    taking: Any
    if dimensions == 2:
        from linkwork.system.modal.tree import planar_maps_kernel as maps
        from linkwork.system.modal.tree import planar_tree_kernel as module
        from linkwork.system.tree.planar.tree_articulated_kernel import take_accelerations as taking
    else:
        from linkwork.system.modal.tree import spatial_maps_kernel as maps
        from linkwork.system.modal.tree import spatial_tree_kernel as module

        taking = module.take_accelerations
    table: dict[int, Any] = dict.fromkeys(range(layout.FIRST_OF_TREE, ROD_FUNCTIONS), transformation.nothing)
    table |= {
        layout.SPREAD: module.spread,
        layout.COLLECT: module.collect,
        layout.GATHER: module.gather,
        layout.TAKE_ACCELERATIONS: taking,
        layout.BIAS: module.bias,
        layout.SPREAD_ACCELERATIONS: module.spread_accelerations,
        layout.COMPOSE: transformation.compose,
        layout.LOAD_MATRIX: transformation.load_matrix,
        layout.LOAD_FORCES: transformation.load_forces,
        layout.LOAD_ROWS: transformation.load_rows,
        layout.TO_ROOT: articulated.to_root,
        layout.FROM_ROOT: articulated.from_root,
        links.PUT_MAPS: maps.put_maps,
    }
    if dimensions == 3:
        table |= {layout.FIND_FAR: module.find_far, layout.LOAD_BODIES: module.load_bodies}
    return {place: address(function, "world", scalar) for place, function in table.items()}
