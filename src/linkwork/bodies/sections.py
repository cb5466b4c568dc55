"""Cross-sections of beams: area, second moments, torsion constant and shear factors, as formulas in the parameters.

Axes of a section: y along its height, z along its width, both through its centre; a beam in the plane bends about z.

    EA, GA_y = k_y G A, GA_z = k_z G A, G J, E I_y = E int z^2 dA, E I_z = E int y^2 dA

Shear factors: 5/6 of a rectangle, 6(1+nu)/(7+6nu) of a circle (Cowper 1966), web over area of I and box.
Torsion constants: of a rectangle by its series (Timoshenko), of closed thin walls by Bredt, of open ones sum b t^3/3.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, PlainSerializer

from linkwork.base.errors import MechanismError
from linkwork.base.late_dataclass import dataclass
from linkwork.expression import Expression, as_expression, atan2, maximum, sqrt, tanh
from linkwork.expression.number import Number
from linkwork.expression.part import Part, Readable, plain

_ZERO, _PI = as_expression(0), as_expression("pi")
_TERMS = (1, 3, 5)  # of the series for the torsion of a rectangle: the rest is below 1e-12
_ALL = as_expression(31 / 32 * 1.0369277551433699)  # the sum of 1/n^5 over odd n


@dataclass(frozen=True)
class Rigidity:
    """What a metre of beam does: stiffnesses in N and N m^2, mass in kg/m, inertias in kg m."""

    axial: Expression
    shear_y: Expression | None
    shear_z: Expression | None
    torsion: Expression
    bending_y: Expression
    bending_z: Expression
    mass: Expression
    inertia_y: Expression
    inertia_z: Expression
    turned: Expression | None = None
    """Angle about x from the axes of the section to its principal ones, in which the numbers are; None: none."""


@dataclass(frozen=True)
class Material:
    """Young's modulus, Poisson's ratio and density."""

    young: Expression
    poisson: Expression
    density: Expression

    @property
    def shear(self) -> Expression:
        """G = E / 2(1 + nu)."""
        return self.young / (2 * (1 + self.poisson))


class Section(Part, metaclass=Readable):
    """A cross-section described by its shape."""

    def numbers(self, nu: Expression) -> dict[str, Any]:
        """area, I_y, I_z, J, k_y, k_z, and I_yz where it is not zero."""
        raise TypeError("a section says its numbers")

    def rigidity(self, material: Material) -> Rigidity:
        """Stiffnesses and inertias a metre, in principal axes."""
        n = self.numbers(material.poisson)
        area, iy, iz, turned = n["area"], n["I_y"], n["I_z"], None
        if "I_yz" in n:
            mean, half = (iy + iz) / 2, (iz - iy) / 2
            radius = sqrt(half**2 + n["I_yz"] ** 2)
            iy, iz, turned = mean - radius, mean + radius, atan2(-n["I_yz"], half) / 2
        young, shear, rho = material.young, material.shear, material.density
        return Rigidity(
            axial=folded(young * area),
            shear_y=folded(n["k_y"] * shear * area),
            shear_z=folded(n["k_z"] * shear * area),
            torsion=folded(shear * n["J"]),
            bending_y=folded(young * iy),
            bending_z=folded(young * iz),
            mass=folded(rho * area),
            inertia_y=folded(rho * iy),
            inertia_z=folded(rho * iz),
            turned=turned,
        )


class RectangleSection(Section):
    """A full rectangle."""

    type: Literal["rectangle"] = "rectangle"
    width: Number = Field(description="along z, m")
    height: Number = Field(description="along y, m")

    def numbers(self, nu: Expression) -> dict[str, Any]:
        b, h = self.width, self.height
        k = as_expression("5/6")
        return {
            "area": b * h,
            "I_y": h * b**3 / 12,
            "I_z": b * h**3 / 12,
            "J": _rectangle_torsion(h, b),
            "k_y": k,
            "k_z": k,
        }


class CircleSection(Section):
    """A full circle."""

    type: Literal["circle"] = "circle"
    radius: Number = Field(description="m")

    def numbers(self, nu: Expression) -> dict[str, Any]:
        second = _PI * self.radius**4 / 4
        k = 6 * (1 + nu) / (7 + 6 * nu)
        return {"area": _PI * self.radius**2, "I_y": second, "I_z": second, "J": 2 * second, "k_y": k, "k_z": k}


class TubeSection(Section):
    """A circular tube."""

    type: Literal["tube"] = "tube"
    outer: Number = Field(description="outer radius, m")
    inner: Number = Field(description="inner radius, m")

    def numbers(self, nu: Expression) -> dict[str, Any]:
        second = _PI * (self.outer**4 - self.inner**4) / 4
        m2 = (self.inner / self.outer) ** 2
        k = 6 * (1 + nu) * (1 + m2) ** 2 / ((7 + 6 * nu) * (1 + m2) ** 2 + (20 + 12 * nu) * m2)
        area = _PI * (self.outer**2 - self.inner**2)
        return {"area": area, "I_y": second, "I_z": second, "J": 2 * second, "k_y": k, "k_z": k}


class BoxSection(Section):
    """A rectangular tube with one wall thickness."""

    type: Literal["box"] = "box"
    width: Number = Field(description="outer width along z, m")
    height: Number = Field(description="outer height along y, m")
    thickness: Number = Field(description="of the wall, m")

    def numbers(self, nu: Expression) -> dict[str, Any]:
        b, h, t = self.width, self.height, self.thickness
        b1, h1 = b - 2 * t, h - 2 * t
        area = b * h - b1 * h1
        return {
            "area": area,
            "I_y": (h * b**3 - h1 * b1**3) / 12,
            "I_z": (b * h**3 - b1 * h1**3) / 12,
            "J": 2 * t * (b - t) ** 2 * (h - t) ** 2 / (b + h - 2 * t),
            "k_y": 2 * t * h / area,
            "k_z": 2 * t * b / area,
        }


class ISection(Section):
    """An I: two flanges of one width and a web between them."""

    type: Literal["I"] = "I"
    width: Number = Field(description="of the flanges, along z, m")
    height: Number = Field(description="over both flanges, along y, m")
    web: Number = Field(description="thickness of the web, m")
    flange: Number = Field(description="thickness of a flange, m")

    def numbers(self, nu: Expression) -> dict[str, Any]:
        b, h, w, f = self.width, self.height, self.web, self.flange
        inside = h - 2 * f
        area = 2 * b * f + inside * w
        return {
            "area": area,
            "I_y": (2 * f * b**3 + inside * w**3) / 12,
            "I_z": (b * h**3 - (b - w) * inside**3) / 12,
            "J": (2 * b * f**3 + (h - f) * w**3) / 3,
            "k_y": w * h / area,
            "k_z": as_expression("5/6") * 2 * b * f / area,
        }


class LSection(Section):
    """An angle: one leg along y, one along z, of one thickness; it bends about its principal axes."""

    type: Literal["L"] = "L"
    width: Number = Field(description="of the leg along z, m")
    height: Number = Field(description="of the leg along y, m")
    thickness: Number = Field(description="of both legs, m")

    def numbers(self, nu: Expression) -> dict[str, Any]:
        b, h, t = self.width, self.height, self.thickness
        area = (b + h - t) * t
        upright, lying = h * t, (b - t) * t
        y = (upright * h / 2 + lying * t / 2) / area
        z = (upright * t / 2 + lying * (t + b) / 2) / area
        iz = t * h**3 / 12 + upright * (h / 2 - y) ** 2 + (b - t) * t**3 / 12 + lying * (t / 2 - y) ** 2
        iy = h * t**3 / 12 + upright * (t / 2 - z) ** 2 + t * (b - t) ** 3 / 12 + lying * ((t + b) / 2 - z) ** 2
        iyz = upright * (h / 2 - y) * (t / 2 - z) + lying * (t / 2 - y) * ((t + b) / 2 - z)
        k_y, k_z = as_expression("5/6") * h * t / area, as_expression("5/6") * b * t / area
        return {"area": area, "I_y": iy, "I_z": iz, "I_yz": iyz, "J": (b + h - t) * t**3 / 3, "k_y": k_y, "k_z": k_z}


class AnySection(Section):
    """Any section, by its numbers, about principal axes."""

    type: Literal["section"] = "section"
    area: Number = Field(description="m^2")
    I_z: Number = Field(description="second moment about z, int y^2 dA, m^4")
    I_y: Number | None = Field(default=None, description="second moment about y, int z^2 dA; as I_z when left out")
    J: Number | None = Field(default=None, description="torsion constant, m^4; I_y + I_z when left out")
    k_y: Number = Field(default=as_expression("5/6"), description="shear factor along y")
    k_z: Number = Field(default=as_expression("5/6"), description="shear factor along z")

    def numbers(self, nu: Expression) -> dict[str, Any]:
        iy = self.I_z if self.I_y is None else self.I_y
        polar = iy + self.I_z if self.J is None else self.J
        return {"area": self.area, "I_y": iy, "I_z": self.I_z, "J": polar, "k_y": self.k_y, "k_z": self.k_z}


class StiffnessSection(Part, metaclass=Readable):
    """A section by its stiffnesses and inertias a metre; it needs no material."""

    type: Literal["stiffness"] = "stiffness"
    EA: Number = Field(description="axial stiffness, N")
    EI: Number = Field(description="bending stiffness about z, N m^2")
    GA: Number | None = Field(default=None, description="shear stiffness along y, N; rigid in shear when left out")
    mass: Number = Field(description="a metre, kg/m")
    inertia: Number = Field(default=_ZERO, description="rotary inertia about z a metre, kg m")
    EI_y: Number | None = Field(default=None, description="bending stiffness about y, N m^2; EI when left out")
    GA_z: Number | None = Field(default=None, description="shear stiffness along z, N; GA when left out")
    GJ: Number | None = Field(default=None, description="torsional stiffness, N m^2; needed in space")
    inertia_y: Number | None = Field(default=None, description="about y a metre, kg m; `inertia` when left out")

    def rigidity(self, material: Material | None = None) -> Rigidity:
        """The numbers as given."""
        return Rigidity(
            axial=self.EA,
            shear_y=self.GA,
            shear_z=self.GA if self.GA_z is None else self.GA_z,
            torsion=_ZERO if self.GJ is None else self.GJ,
            bending_y=self.EI if self.EI_y is None else self.EI_y,
            bending_z=self.EI,
            mass=self.mass,
            inertia_y=self.inertia if self.inertia_y is None else self.inertia_y,
            inertia_z=self.inertia,
        )


SECTIONS = (
    RectangleSection,
    CircleSection,
    TubeSection,
    BoxSection,
    ISection,
    LSection,
    AnySection,
    StiffnessSection,
)
SectionField = Annotated[
    RectangleSection | CircleSection | TubeSection | BoxSection | ISection | LSection | AnySection | StiffnessSection,
    Field(discriminator="type"),
    PlainSerializer(lambda section: {"type": section.type} | plain(section)),
]


_MAY_BE_ZERO = ("inner", "inertia", "inertia_y")


def rigidity_of(section: Any, young: Expression | None, poisson: Expression, density: Expression | None) -> Rigidity:
    """What a metre of a beam does, its sizes and its material checked."""
    for name in type(section).model_fields:
        value = getattr(getattr(section, name), "constant", None)
        if value is not None and not value > 0.0 and not (value == 0.0 and name in _MAY_BE_ZERO):
            raise MechanismError(f"section: '{name}' must be greater than zero; it is {value:g}")
    for name, given in (("E", young), ("rho", density)):
        value = getattr(given, "constant", None)
        if value is not None and not value > 0.0:
            raise MechanismError(f"'{name}' must be greater than zero; it is {value:g}")
    if isinstance(section, StiffnessSection):
        if young is not None or density is not None:
            raise MechanismError("a section given by its stiffnesses takes no E and no rho; leave them out")
        return section.rigidity()
    if young is None or density is None:
        missing = " and ".join(name for name, given in (("E", young), ("rho", density)) if given is None)
        raise MechanismError(f"the section needs a material: give {missing}")
    rigidity: Rigidity = section.rigidity(Material(young, poisson, density))
    return rigidity


def folded(value: Expression) -> Expression:
    """A number in place of a formula without parameters."""
    constant = value.constant
    return value if constant is None else as_expression(constant)


def _rectangle_torsion(a: Expression, b: Expression) -> Expression:
    """J = a b^3 / 3 (1 - 192/pi^5 b/a sum tanh(n pi a / 2b) / n^5), n odd, a the longer side."""
    longer = maximum(a, b)
    a, b = longer, a * b / longer  # not the shorter by `minimum`: of a square both would follow the same side
    total = _ALL
    for n in _TERMS:
        total = total - (1 - tanh(n * _PI * a / (2 * b))) / n**5
    return a * b**3 / 3 * (1 - as_expression("192/pi^5") * b / a * total)
