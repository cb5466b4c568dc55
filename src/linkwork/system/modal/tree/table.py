"""The table of a tree in which bodies have elastic modes: interfaces as links, R behind the blocks, functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.places import layout_kernel as layout
from linkwork.system.modal import modal_layout_kernel as places
from linkwork.system.modal.tree import transformation_kernel as transformation
from linkwork.system.rods.rod_place_kernel import ROD_FUNCTIONS
from linkwork.system.tree import tree_kernel as kernel
from linkwork.system.tree.spatial import tree_layout_kernel as spatial
from linkwork.system.tree.spatial.tree_table import SpatialTable
from linkwork.system.tree.tree import Table

if TYPE_CHECKING:
    from linkwork.system.tree.tree_plan import Link


class ModalTable(Table):
    """Lays the plan of a tree with elastic modes out, in a plane."""

    def block_room(self) -> int:
        """The blocks, and behind them R."""
        return self._blocks() + transformation.room(int(self.system.k[layout.COORDINATES]), self._freedoms())

    def functions(self) -> dict[int, int]:
        return _functions(self, self.blocks + self._blocks())

    def _blocks(self) -> int:
        return self.block * len(self.plan.links)

    def _freedoms(self) -> int:
        return len(self.plan.coordinates) + int(self.system.k[layout.OWN])

    def _put_motion(self, place: int, link: Link, record: list[int]) -> None:
        if link.kind < kernel.TO_FRAME:
            super()._put_motion(place, link, record)
        else:
            _put_frame(self, link, record)


class ModalSpatialTable(SpatialTable):
    """The same in space."""

    def block_room(self) -> int:
        """The blocks, that of the ground first, and behind them R."""
        return self._blocks() + transformation.room(int(self.system.k[layout.COORDINATES]), self._freedoms())

    def functions(self) -> dict[int, int]:
        return _functions(self, self.blocks + self._blocks())

    def _blocks(self) -> int:
        return self.block * (len(self.plan.links) + 1)

    def _freedoms(self) -> int:
        return len(self.plan.coordinates) + int(self.system.k[layout.OWN])

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


def _functions(table: Table, room: int) -> dict[int, int]:
    """The functions of the tree by their places, and beside them where the bodies' modes and R are."""
    k = table.system.k
    modal = {places.MODAL: int(k[int(k[layout.FUNCTIONS]) + places.MODAL]), places.TRANSFORMATION: room}
    return modal | _addresses(table.system.world.dimensions, table.system.scalar)


def _addresses(dimensions: int, scalar: str) -> dict[int, int]:
    """The functions of the tree by their places."""
    from linkwork.numerics.jit import address

    module: Any
    taking: Any
    if dimensions == 2:
        from linkwork.system.modal.tree import planar_tree_kernel as module
        from linkwork.system.tree.planar.tree_articulated_kernel import take_accelerations as taking
    else:
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
        layout.FROM_ROOT: transformation.from_root,
    }
    if dimensions == 3:
        table |= {layout.FIND_FAR: module.find_far, layout.LOAD_BODIES: module.load_bodies}
    return {place: address(function, "world", scalar) for place, function in table.items()}
