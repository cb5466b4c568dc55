"""Cells of hyperelastic solids of second order, quadrilaterals and hexahedra: spokes from their first node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from linkwork.elements.forces_base import ZERO, Force
from linkwork.elements.planar.forces.quadrature import KINDS, packed, packed_shares
from linkwork.elements.planar.forces.solid_element import LAWS, SolidCell
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.places.places import Point, Vector

if TYPE_CHECKING:
    from linkwork.elements.sketch import Pen
    from linkwork.places.row import Row


class SolidSpoke(Force):
    """What a cell of a solid does between its first node and another one."""

    kernel = "isoparametric_element"

    type: Literal["solid_spoke"] = "solid_spoke"
    element: str = Field(description="the cell")
    node: int = Field(description="the other node")

    def _cell(self, row: Any) -> IsoparametricCell:
        cell: IsoparametricCell = row.scope.mechanism.forces[self.element]
        return cell

    def ends(self, row: Any) -> tuple[str, str]:
        return self._cell(row).end_nodes((0, self.node))

    def others(self, row: Any) -> tuple[str, ...]:
        return self._cell(row).other_nodes((0, self.node))

    def pack(self, row: Any) -> None:
        self._cell(row).pack_spoke(row, self.node)


class IsoparametricCell(SolidCell):
    """A cell between nodes, which are bodies: its own record is that of its first spoke."""

    kernel = "isoparametric_element"
    spoke_kind: ClassVar[type[SolidSpoke]] = SolidSpoke

    def cell_kind(self, row: Any) -> str:
        """What its number of nodes makes it."""
        known = KINDS[row.scope.mechanism.world.dimensions]
        if len(self.nodes) not in known:
            listed = ", ".join(f"{count} ({kind})" for count, kind in known.items())
            row.fail(f"it has {len(self.nodes)} nodes; cells have {listed}")
        if len(self.places) != len(self.nodes):
            row.fail(f"it has {len(self.nodes)} nodes and {len(self.places)} places; give one place for each node")
        return known[len(self.nodes)]

    def pack(self, row: Any) -> None:
        self.cell_kind(row)
        self.check_nodes(row)
        self.pack_spoke(row, 1)

    def companions(self, name: str) -> dict[str, Any]:
        """Forces of its other spokes."""
        return {
            f"{name}_spoke{node}": self.spoke_kind.model_construct(type="solid_spoke", element=name, node=node)
            for node in range(2, len(self.nodes))
        }

    def pack_spoke(self, row: Any, node: int) -> None:
        """Numbers of one spoke: its two nodes first."""
        import numpy as np

        kind = self.cell_kind(row)
        places = tuple(tuple(row.number(value) for value in place) for place in self.places)
        volumes, slopes = packed(kind, places)
        if not (volumes.real > 0.0).all() and not (volumes.real < 0.0).all():
            row.fail(f"it is folded or flat, as a {kind} with these places in this order; see the order of its nodes")
        volumes = abs(volumes.real) if not volumes.imag.any() else volumes * (1.0 if volumes[0].real > 0.0 else -1.0)
        modulus, lame, shear, damping = self.moduli(row)
        whole = volumes.sum() * self.thick(row)
        d = len(places[0])
        shares = packed_shares(kind, places)
        spring = row.number(self.holding) * modulus * whole * (d + 1)
        first = spring * shares[0] if node == 1 else 0.0
        row.add(whole, lame, shear, damping, first, spring * shares[node], len(places), len(volumes))
        order = [0, node, *(number for number in range(1, len(places)) if number != node)]
        at_points = (volumes * self.thick(row))[:, None], slopes[:, order].reshape(len(volumes), -1)
        row.add(*np.concatenate(at_points, axis=1).ravel().tolist())
        row.ints.append(LAWS[self.law])

    def drawn_edges(self) -> list[tuple[int, int]]:
        """Pairs of nodes with an edge, or half of one, between them."""
        from linkwork.bodies.flexible.cells import CORNERS, EDGES, SECOND

        space = len(self.places[0]) == 3
        kind = KINDS[3 if space else 2][len(self.nodes)]
        if kind in CORNERS:
            return list(EDGES[SECOND[kind]])
        corners = len(self.nodes) - len(EDGES[kind])
        middles = [(pair, corners + number) for number, pair in enumerate(EDGES[kind])]
        return [(corner, middle) for pair, middle in middles for corner in pair]


class IsoparametricElement(IsoparametricCell):
    """A quadrilateral or a cell of second order in plane strain; `m.hyperelastic` makes these with their nodes."""

    type: Literal["isoparametric_element"] = "isoparametric_element"
    nodes: tuple[str, ...] = Field(description="bodies: 4 of a quadrilateral, 6 or 8 of cells of second order")
    places: tuple[Vector, ...] = Field(description="of the nodes without load, m")
    thickness: Number = Field(default=as_expression(1), description="of the solid across the plane, m")

    def thick(self, row: Row) -> Any:
        return row.positive(self.thickness, "thickness")

    def sketch(self, row: Row, pen: Pen) -> None:
        for pair in self.drawn_edges():
            one, other = (Point(body=self.nodes[node], coordinates=(ZERO, ZERO)) for node in pair)
            pen.connect(row, one, other, kind="beam")
