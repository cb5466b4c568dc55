"""Triangles of hyperelastic solids in the plane, and what those of space have in common with them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from linkwork.base.names import GROUND
from linkwork.elements.forces_base import ZERO, Force
from linkwork.elements.planar.forces.solid_nodes import check_points
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.places.places import Point, Vector

if TYPE_CHECKING:
    from linkwork.elements.sketch import Pen
    from linkwork.places.row import Row

SolidLaw = Literal["neo-hooke", "saint-venant"]
LAWS: dict[str, int] = {"saint-venant": 0, "neo-hooke": 1}
_FLAT = 1e-9
"""Of the largest edge to the power of the dimensions: a volume below that is none."""


class SolidEdge(Force):
    """What a cell of a solid does along one of its edges."""

    kernel = "solid_element"

    type: Literal["solid_edge"] = "solid_edge"
    element: str = Field(description="the cell")
    edge: tuple[int, int] = Field(description="its two nodes")

    def _cell(self, row: Any) -> SolidCell:
        cell: SolidCell = row.scope.mechanism.forces[self.element]
        return cell

    def ends(self, row: Any) -> tuple[str, str]:
        return self._cell(row).end_nodes(self.edge)

    def others(self, row: Any) -> tuple[str, ...]:
        return self._cell(row).other_nodes(self.edge)

    def pack(self, row: Any) -> None:
        self._cell(row).pack_edge(row, self.edge)


class SolidCell(Force):
    """A triangle or tetrahedron between nodes, which are bodies: its own record is that of its first edge."""

    kernel = "solid_element"
    edge_kind: ClassVar[type[SolidEdge]] = SolidEdge

    if TYPE_CHECKING:  # each world says how many there are
        nodes: Any
        places: Any

    youngs_modulus: Number = Field(description="E of small strains, Pa")
    poissons_ratio: Number = Field(default=as_expression("0.3"), description="of small strains; below 0.5")
    law: SolidLaw = Field(
        default="neo-hooke", description="neo-hooke, or saint-venant: stress in proportion to Green's strain"
    )
    damping: Number = Field(default=ZERO, description="s: stress of damping is so much times the rate of the elastic")
    holding: Number = Field(
        default=ZERO,
        description="of E times the volume: torsion springs that keep nodes, where these are points, from turning "
        "against the world; 0: none, its nodes may be any bodies",
    )

    def end_nodes(self, edge: tuple[int, int]) -> tuple[str, str]:
        """The bodies at the ends of an edge."""
        return self.nodes[edge[0]], self.nodes[edge[1]]

    def other_nodes(self, edge: tuple[int, int]) -> tuple[str, ...]:
        """The other bodies."""
        return tuple(node for number, node in enumerate(self.nodes) if number not in edge)

    def ends(self, row: Any) -> tuple[str, str]:
        return self.end_nodes((0, 1))

    def others(self, row: Any) -> tuple[str, ...]:
        return self.other_nodes((0, 1))

    def pack(self, row: Any) -> None:
        self.check_nodes(row)
        self.pack_edge(row, (0, 1))

    def check_nodes(self, row: Any) -> None:
        """Refuse nodes that are the ground or named twice, and what could turn nodes that are points."""
        if len(set(self.nodes)) < len(self.nodes) or GROUND in self.nodes:
            row.fail("its nodes are different bodies, none of them the ground; hold them by joints")
        if row.not_negative(self.holding, "holding", "nodes would turn away").real > 0.0:
            first, *others = ([row.number(value).real for value in place] for place in self.places)
            sides = [abs(one - start) for other in others for one, start in zip(other, first, strict=True)]
            check_points(row, self.nodes, max(sides), len(first))

    def companions(self, name: str) -> dict[str, SolidEdge]:
        """Forces along its other edges."""
        edges = list(combinations(range(len(self.nodes)), 2))[1:]
        return {
            f"{name}_edge{number}": self.edge_kind.model_construct(type="solid_edge", element=name, edge=edge)
            for number, edge in enumerate(edges, start=2)
        }

    def thick(self, row: Any) -> Any:
        """By what an area becomes a volume."""
        return 1.0

    def moduli(self, row: Any) -> tuple[Any, Any, Any, Any]:
        """E, Lame's two numbers, and the time of the damping."""
        modulus = row.above_zero(self.youngs_modulus, "youngs_modulus")
        ratio = row.number(self.poissons_ratio)
        if not -1.0 < ratio.real < 0.5:
            row.fail(f"poissons_ratio lies between -1 and 0.5; it is {ratio.real:g}")
        damping = row.not_negative(self.damping, "damping", "it would feed energy into the motion")
        lame, shear = modulus * ratio / ((1.0 + ratio) * (1.0 - 2.0 * ratio)), 0.5 * modulus / (1.0 + ratio)
        return modulus, lame, shear, damping

    def pack_edge(self, row: Any, edge: tuple[int, int]) -> None:
        """Numbers of one edge: its two nodes first."""
        places = [tuple(row.number(value) for value in place) for place in self.places]
        volume, slopes = slopes_of(places)
        sides = [abs(one - other) for place in places[1:] for one, other in zip(place, places[0], strict=True)]
        if not abs(volume) > _FLAT * max(sides) ** len(places[0]):
            row.fail("its places lie in a line or a plane: it has no volume")
        modulus, lame, shear, damping = self.moduli(row)
        whole = (volume if volume.real > 0.0 else -volume) * self.thick(row)
        each = row.number(self.holding) / len(places[0])  # a node is at the end of so many edges
        row.add(whole, lame, shear, damping, each * modulus * whole)
        order = [*edge, *(number for number in range(len(places)) if number not in edge)]
        for number in order:
            row.add(*slopes[number])
        row.ints.append(LAWS[self.law])


def slopes_of(places: Sequence[tuple[Any, ...]]) -> tuple[Any, list[tuple[Any, ...]]]:
    """The volume of a simplex, with its sign, and the slopes of its shape functions."""
    d = len(places[0])
    sides = [[one - other for one, other in zip(place, places[0], strict=True)] for place in places[1:]]
    if d == 2:
        (a, b), (c, e) = sides
        whole = a * e - b * c
        rows = [(e / whole, -c / whole), (-b / whole, a / whole)] if whole != 0.0 else [(0.0, 0.0)] * 2
        volume = whole / 2.0
    else:
        u, v, w = sides
        crosses = [_cross(v, w), _cross(w, u), _cross(u, v)]
        whole = sum(one * other for one, other in zip(u, crosses[0], strict=True))
        rows = [tuple(value / whole for value in cross) if whole != 0.0 else (0.0,) * 3 for cross in crosses]
        volume = whole / 6.0
    first = tuple(-sum(row[axis] for row in rows) for axis in range(d))
    return volume, [first, *rows]


def _cross(u: Sequence[Any], v: Sequence[Any]) -> tuple[Any, Any, Any]:
    return u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]


class SolidElement(SolidCell):
    """A triangle of a hyperelastic solid in plane strain; `m.hyperelastic` makes these with their nodes."""

    type: Literal["solid_element"] = "solid_element"
    nodes: tuple[str, str, str] = Field(description="three bodies; their origins are the corners")
    places: tuple[Vector, Vector, Vector] = Field(description="of the corners without load, m")
    thickness: Number = Field(default=as_expression(1), description="of the solid across the plane, m")

    def thick(self, row: Row) -> Any:
        return row.positive(self.thickness, "thickness")

    def sketch(self, row: Row, pen: Pen) -> None:
        for first, second in combinations(self.nodes, 2):
            one, other = (Point(body=body, coordinates=(ZERO, ZERO)) for body in (first, second))
            pen.connect(row, one, other, kind="beam")
