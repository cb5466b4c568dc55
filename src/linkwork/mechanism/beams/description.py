"""What beams and cables have in common in the plane and in space: their fields and the checks of them."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.bodies.sections import Rigidity, SectionField, rigidity_of
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.mechanism.beams.mesh import Node, mesh

ZERO = as_expression(0)
MOST_ELEMENTS = 2000


class Strand(Part):
    """Something long that is described by its ends and divided into elements."""

    bend: Number = Field(
        default=ZERO, description="angle by which it turns from start to end without load, an arc; 0: straight"
    )
    elements: int = Field(
        default=8, strict=True, ge=1, le=MOST_ELEMENTS, description="number of elements, all of one length"
    )
    places: dict[str, Number] = Field(
        default_factory=dict,
        description="names of places between root (0) and tip (1) at which nodes lie, such as grip: 0.3",
    )
    damping: Number = Field(
        default=ZERO, description="s: forces of damping are so much times the rates of the elastic ones"
    )

    def nodes(self) -> list[Node]:
        """Nodes from root to tip."""
        places = {}
        for label, at in self.places.items():
            constant = at.constant
            if constant is None:
                raise MechanismError(f"place '{label}' must be a number between 0 and 1, without parameters")
            places[label] = constant
        return mesh(self.elements, places)

    def _checked_bend(self) -> None:
        constant = self.bend.constant
        if constant is not None and not abs(constant) < 6.28:
            raise MechanismError(f"'bend' must be less than a whole turn; it is {constant:g} rad")


class Elastic(Strand):
    """A beam with a section and a material."""

    section: SectionField = Field(description="shape and sizes of the cross-section, or its stiffnesses")
    E: Number | None = Field(default=None, description="Young's modulus, Pa")
    nu: Number = Field(default=as_expression(0.3), description="Poisson's ratio")
    rho: Number | None = Field(default=None, description="density, kg/m^3")

    def rigidity(self) -> Rigidity:
        """What a metre of it does."""
        return rigidity_of(self.section, self.E, self.nu, self.rho)


def node_name(strand: str, node: Node) -> str:
    """How the body of a node is called."""
    return f"{strand}_{node.label}"


def element_name(strand: str, number: int) -> str:
    """How the force of an element is called, counted from 1 at the root."""
    return f"{strand}_element_{number + 1}"


Made = tuple[dict[str, Any], dict[str, Any]]
"""Bodies and forces by name."""
