"""A hyperelastic solid as a user describes it.

rubber:
  shape: {type: rectangle, size: [0.06, 0.04], divisions: [4, 3]}
  order: 2
  material: {youngs_modulus: 1e6, poissons_ratio: 0.45, density: 1100}
  thickness: 0.05
  sets: {foot: {face: -y}, top: {face: +y}}
  attached: {foot: ground, top: plate}
"""

from __future__ import annotations

from pydantic import Field, model_validator

from linkwork.bodies.flexible.description import AnyMaterial, InterfaceNodes, MeshFile
from linkwork.bodies.flexible.shape_parts import AnyFlexibleShape, Order
from linkwork.elements.planar.forces.solid_element import SolidLaw
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.expression.part import Part, Readable


class Hyperelastic(Part, metaclass=Readable):
    """A solid that is deformed as far as it will: its nodes are bodies, its cells forces."""

    shape: AnyFlexibleShape | None = Field(default=None, description="a shape that is meshed here")
    order: Order = 1
    mesh: MeshFile | None = Field(default=None, description="a mesh from a file")
    material: AnyMaterial = Field(description="of small strains; modulus and density may be formulas in parameters")
    sets: dict[str, InterfaceNodes] = Field(default_factory=dict, description="nodes by name, for `attached`")
    attached: dict[str, str] = Field(
        default_factory=dict, description="sets and the body that each is joined to, at the places drawn"
    )
    law: SolidLaw = Field(
        default="neo-hooke", description="neo-hooke, or saint-venant: stress in proportion to Green's strain"
    )
    thickness: Number = Field(default=as_expression(1), description="in the plane, across it, m")
    damping: Number = Field(
        default=as_expression(0), description="s: stress of damping is so much times the rate of the elastic"
    )

    @model_validator(mode="after")
    def _one_source(self) -> Hyperelastic:
        if (self.shape is None) == (self.mesh is None):
            given = "both" if self.shape is not None else "neither"
            raise ValueError(f"a hyperelastic solid comes from a shape or from a mesh; given are {given}")
        if "order" in getattr(self.shape, "model_fields_set", ()) and getattr(self.shape, "order", 1) != self.order:
            raise ValueError("'order' of the cells of a solid stands beside its shape, not in it; left out, it is 1")
        if self.mesh is not None and "order" in self.model_fields_set and self.order == 2:
            raise ValueError("the cells of a mesh have their own order; leave out 'order'")
        lost = [label for label in self.attached if label not in self.sets]
        if lost:
            known = ", ".join(self.sets) or "none"
            raise ValueError(f"'attached' names the set '{lost[0]}', which 'sets' does not; there are: {known}")
        return self
