"""A beam by Ritz functions as a user describes it.

arm:
  ritz:
    length: 0.5
    section: {type: rectangle, width: 0.02, height: 0.001}
    E: 209e9
    rho: 7850
    bending: 4
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.bodies.sections import LSection, Rigidity, SectionField, rigidity_of
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.expression.part import Part, Readable

_ZERO = as_expression(0)
MOST_FUNCTIONS = 12
ENDS = ("root", "tip")


class Patch(Part, metaclass=Readable):
    """A pair of thin patches on both faces of a beam that bend it in the plane of x and y, as piezo actuators do."""

    begin: Number = Field(description="where it begins, from 0 at the root to 1 at the tip")
    end: Number = Field(description="where it ends")
    bending_stiffness: Number = Field(default=_ZERO, description="EI about z that it adds, N m^2")
    line_density: Number = Field(default=_ZERO, description="mass a metre that it adds, kg/m")


class RitzBeam(Part, metaclass=Readable):
    """A straight beam that does not stretch, by Ritz functions in the frame of its root, whose x axis it lies on."""

    length: Number = Field(description="of what is elastic, m; a number")
    section: SectionField = Field(description="shape and sizes of the cross-section, or its stiffnesses")
    E: Number | None = Field(default=None, description="Young's modulus, Pa")
    nu: Number = Field(default=as_expression(0.3), description="Poisson's ratio")
    rho: Number | None = Field(default=None, description="density, kg/m^3")
    bending: int = Field(
        default=4, strict=True, ge=0, le=MOST_FUNCTIONS, description="functions of the bending along y"
    )
    bending_z: int | None = Field(
        default=None, ge=0, le=MOST_FUNCTIONS, description="in space: along z; as many as along y when left out"
    )
    torsion: int = Field(default=0, strict=True, ge=0, le=MOST_FUNCTIONS, description="in space: of the torsion")
    shear: int = Field(
        default=0, strict=True, ge=0, le=MOST_FUNCTIONS, description="of the shear in each plane; 0: rigid in shear"
    )
    order: Literal[1, 2] = Field(
        default=2, description="of the rotation of sections: 2 has the shortening by bending, 1 has not"
    )
    rigid_root: Number = Field(default=_ZERO, description="length of a rigid end without mass before the beam, m")
    rigid_tip: Number = Field(default=_ZERO, description="likewise behind it")
    places: dict[str, Number] = Field(
        default_factory=dict, description="names of interfaces between root (0) and tip (1), such as grip: 0.3"
    )
    patches: dict[str, Patch] = Field(default_factory=dict, description="patches by name; see `piezo`")
    stations: int = Field(
        default=4,
        strict=True,
        ge=0,
        le=20,
        description="interfaces s1, s2, ... along it, for loads and drawings",
    )
    damping: Number = Field(
        default=_ZERO, description="s: forces of damping are so much times the rates of elastic ones"
    )
    start: tuple[Number, ...] = Field(default=(), description="the modes when the motion starts; zero when left out")

    def rigidity(self) -> Rigidity:
        """What a metre of it does."""
        if isinstance(self.section, LSection):
            raise MechanismError("a section of type L has turned axes; use m.beam for it, or another section")
        return rigidity_of(self.section, self.E, self.nu, self.rho)
