"""A flexible body as a user describes it: where its finite elements come from, its interfaces, how it is reduced.

rod:
  flexible:
    shape: {type: box, size: [0.4, 0.02, 0.03]}
    material: steel
    interfaces:
      crank: {face: -x}
      pin: {face: +x}
    modes: 6
    damping: {ratio: 0.01}
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from linkwork.bodies.flexible.shape_parts import AnyFlexibleShape, SectionShape
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.expression.part import Part, Readable

Numbers = tuple[Number, ...]
Table = tuple[Numbers, ...]

MATERIALS: dict[str, dict[str, Any]] = {
    "steel": {"youngs_modulus": 210e9, "poissons_ratio": 0.3, "density": 7850},
    "aluminium": {"youngs_modulus": 70e9, "poissons_ratio": 0.33, "density": 2700},
    "titanium": {"youngs_modulus": 114e9, "poissons_ratio": 0.34, "density": 4430},
}
"""Materials by name: usual values of their kind."""


class Material(Part, metaclass=Readable):
    """A material that is elastic and the same in all directions."""

    youngs_modulus: Number = Field(description="in Pa; may be a formula in parameters")
    poissons_ratio: Number = Field(default=as_expression(0.3), description="between 0 and 0.5, a number")
    density: Number = Field(description="in kg/m^3; may be a formula in parameters")


def _named_material(value: Any) -> Any:
    if isinstance(value, str):
        if value not in MATERIALS:
            raise ValueError(f"material '{value}' is not known; there are {', '.join(MATERIALS)}, or give its numbers")
        return MATERIALS[value]
    return value


AnyMaterial = Annotated[Material, BeforeValidator(_named_material, json_schema_input_type=str | Material)]


class MeshFile(Part, metaclass=Readable):
    """A mesh in a file that meshio reads: .msh, .inp, .vtu, .vtk, .bdf, .med, ..."""

    file: str = Field(description="path of the file")
    scale: Number = Field(default=as_expression(1), description="metres in a unit of the file, such as 0.001")
    thickness: Number | None = Field(default=None, description="in space: its triangles and quadrilaterals are a shell")
    section: SectionShape | None = Field(default=None, description="its lines are a frame of beams of this section")
    up: Numbers = Field(default=(), description="of a frame in space: a direction in the plane of x and y of beams; z")
    leave_out: tuple[str, ...] = Field(
        default=(), description="kinds of cells of the file that are no part of the body, such as line"
    )


class Matrices(Part, metaclass=Readable):
    """Matrices of a finite-element program: K, M and the table of its nodes."""

    stiffness: str | Table = Field(description="K: a file (.mtx, .sti, .pch, .op2, .npz, .npy, .csv), or rows")
    mass: str | Table = Field(description="M, likewise (.mas)")
    nodes: str | Table = Field(description="places of the nodes, a row each: a file (.csv, .npy, .inp, .bdf), or rows")
    freedoms: str | tuple[tuple[int, int], ...] = Field(
        default=(),
        description="of every row of K its node and freedom (1 to 6), or the file with them (.dof); all of every node "
        "in order when left out",
    )


class InterfaceNodes(Part, metaclass=Readable):
    """Nodes that are tied to a frame, to which joints, forces and sensors are attached."""

    at: Numbers = Field(default=(), description="place of the frame; the middle of the nodes when left out")
    face: str | None = Field(default=None, description="all nodes at the end of the body in a direction, such as -x")
    box: Table = Field(default=(), description="all nodes between two corners")
    radius: Number | None = Field(default=None, description="all nodes this near to `at`, or to an axis through it")
    axis: Numbers = Field(default=(), description="direction of the axis that `radius` is measured from, as of a bore")
    nodes: str | tuple[int, ...] = Field(default=(), description="numbers of nodes, or the name of a set of the mesh")
    tie: Literal["rigid", "mean", "normal"] = Field(
        default="rigid",
        description="nodes rigid with the frame, or the frame their weighted mean; normal: a face of any form, for "
        "pressure",
    )


class Damping(Part, metaclass=Readable):
    """Damping of the modes: by a ratio, by shares of mass and stiffness (Rayleigh), or by frequency."""

    ratio: Number | None = Field(default=None, description="of the critical damping of every mode")
    mass_share: Number | None = Field(default=None, description="alpha of alpha M + beta K, in 1/s")
    stiffness_share: Number | None = Field(default=None, description="beta of alpha M + beta K, in s")
    table: Table = Field(default=(), description="rows of frequency in Hz and ratio; in between on straight lines")


class Flexible(Part, metaclass=Readable):
    """A flexible body from finite elements, reduced to modes in a floating frame."""

    shape: AnyFlexibleShape | None = Field(default=None, description="a shape that is meshed here")
    mesh: MeshFile | None = Field(default=None, description="a mesh from a file")
    matrices: Matrices | None = Field(default=None, description="matrices of another program")
    material: AnyMaterial | None = Field(default=None, description="what a shape or a mesh is made of")
    thickness: Number = Field(
        default=as_expression(1), description="in the plane, of solids: across it; may be a formula"
    )
    state: Literal["stress", "strain"] = Field(
        default="stress", description="in the plane: thin and free to contract, or held by its width"
    )
    interfaces: dict[str, InterfaceNodes] = Field(default_factory=dict, description="frames to which elements attach")
    reduction: Literal["craig-bampton", "guyan", "free"] = Field(
        default="craig-bampton", description="kinds of modes: static and fixed at interfaces, static alone, free"
    )
    modes: int | None = Field(default=None, ge=0, le=500, description="how many modes beside the static ones; 6")
    frequency: Number | None = Field(default=None, description="instead: all modes below this frequency in Hz")
    attachment: bool = Field(default=True, description="of reduction free: shapes under forces at interfaces, too")
    residual_vectors: bool = Field(
        default=False,
        description="of the other two: shapes under weight and accelerations of the frame, too, so that these bend it "
        "exactly",
    )
    masters: Table = Field(default=(), description="of reduction guyan: places of further nodes that are kept")
    reference: str | Table = Field(
        default="mean", description="frame of the deflection: mean axes, an interface, or nodes at three (two) places"
    )
    damping: Damping = Field(default=Damping(), description="none when left out")
    stiffening: bool | str = Field(
        default=True, description="stiffness by centrifugal forces: yes, no, or the interface that holds against them"
    )
    load_stiffening: bool | None = Field(
        default=None,
        description="stiffness by weight, acceleration and forces at interfaces, held likewise; when left out only of "
        "bodies that spin bends",
    )
    places: dict[str, Numbers] = Field(
        default_factory=dict, description="nodes by name, whose deflection and stress are channels"
    )
    start: Numbers = Field(default=(), description="the modes when the motion starts; zero when left out")

    @model_validator(mode="after")
    def _one_source(self) -> Flexible:
        given = [name for name in ("shape", "mesh", "matrices") if getattr(self, name) is not None]
        if len(given) != 1:
            sources = " and ".join(given) or "nothing"
            raise ValueError(f"a flexible body comes from one of shape, mesh, matrices; found {sources}")
        if self.matrices is None and self.material is None:
            raise ValueError(f"the {given[0]} needs its material, such as steel")
        if self.matrices is not None and self.material is not None:
            raise ValueError("matrices have their material in them; leave out 'material'")
        if self.load_stiffening and (not self.stiffening or self.matrices is not None):
            raise ValueError("'load_stiffening' needs the stress of elements of ours, and 'stiffening' left as it is")
        if self.modes is not None and self.frequency is not None:
            raise ValueError("give the number of modes, or the frequency up to which they are taken, not both")
        return self
