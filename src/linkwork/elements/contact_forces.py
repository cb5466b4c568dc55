"""Force laws of a contact: what presses two outlines apart while they overlap, instead of an impact.

With the depth d of the overlap and its rate d', f = k d^n is Hertz's force. Damped laws add c d' (Kelvin and Voigt) or
multiply by 1 + c d' (hysteresis: no force at the first touch, no pull at the last). The hysteretic laws differ in how c
follows from the restitution e and from the speed of approach v at the first touch.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from linkwork.base.late_dataclass import dataclass
from linkwork.expression import as_expression
from linkwork.expression.by_type import BY_TYPE
from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.functions.law import Law, law_names

Smoothing = Literal["tanh", "exponential"]
VISCOUS, HYSTERETIC, BY_APPROACH, OWN = range(4)  # forms of a law, as `press_layout_kernel` counts them


@dataclass(frozen=True)
class PackedForce:
    """Form, stiffness, exponent and damping of a law, and where a law of the user has its values."""

    form: int
    stiffness: Any = 0.0
    exponent: Any = 1.0
    damping: Any = 0.0
    value: int = -1
    stored: int = -1
    depth: int = -1


class ContactForce(Part):
    """What all force laws of a contact have."""

    clipped: bool = Field(default=True, description="never pulls; without it a damper may hold what separates")
    smooth_speed: Number | None = Field(
        default=None, description="slip speed over which friction rises to its full value, m/s; small when left out"
    )
    smoothing: Smoothing = Field(default="tanh", description="how it rises: tanh(v/v0), or 1 - exp(-v/v0)")

    @model_serializer(mode="wrap")
    def _with_type(self, handler: SerializerFunctionWrapHandler) -> Any:
        return {"type": getattr(self, "type", "")} | handler(self)

    def pack(self, row: Any) -> PackedForce:
        """The law's numbers, checked."""
        raise TypeError(f"{type(self).__name__} does not say how it is packed")


class PowerForce(ContactForce):
    """A force that grows with a power of the depth."""

    stiffness: Number = Field(description="N/m^n")
    exponent: Number = Field(default=as_expression(1.5), description="1.5 for round bodies, 1 for a plain spring")

    def elastic(self, row: Any) -> tuple[Any, Any]:
        """Stiffness and exponent, checked."""
        stiffness = row.number(self.stiffness)
        if not stiffness.real > 0.0:
            row.fail(f"stiffness must be greater than zero; it is {stiffness.real:g}")
        exponent = row.number(self.exponent)
        if not exponent.real >= 1.0:
            row.fail(
                f"exponent must be at least 1; it is {exponent.real:g}: its slope would be infinite at the first touch"
            )
        return stiffness, exponent


class HertzForce(PowerForce):
    """f = k d^n, without damping."""

    type: Literal["hertz"] = "hertz"

    def pack(self, row: Any) -> PackedForce:
        return PackedForce(VISCOUS, *self.elastic(row))


class KelvinVoigtForce(PowerForce):
    """f = k d^n + c d', with n = 1 unless another exponent is given."""

    type: Literal["kelvin-voigt"] = "kelvin-voigt"
    exponent: Number = Field(default=as_expression(1), description="1 for a plain spring")
    damping: Number = Field(description="N s/m")

    def pack(self, row: Any) -> PackedForce:
        return PackedForce(
            VISCOUS, *self.elastic(row), row.not_negative(self.damping, "damping", "it would give energy")
        )


class HystereticForce(PowerForce):
    """f = k d^n (1 + c d'): c from a restitution and the speed of approach, or given as damping / stiffness."""

    restitution: Number | None = Field(default=None, description="share of the approach speed that is to be left")
    damping: Number | None = Field(
        default=None, description="factor of d^n d', N s/m^(n+1), the same at every speed, instead of a restitution"
    )
    no_zero: ClassVar[bool] = False

    def factor(self, e: Any) -> Any:
        """c times the speed of approach."""
        raise TypeError(f"{type(self).__name__} does not say what its restitution means")

    def pack(self, row: Any) -> PackedForce:
        stiffness, exponent = self.elastic(row)
        if (self.restitution is None) == (self.damping is None):
            row.fail("the force law needs either a restitution or a damping")
        if self.damping is not None:
            damping = row.not_negative(self.damping, "damping", "it would give energy")
            return PackedForce(HYSTERETIC, stiffness, exponent, damping / stiffness)
        e = row.not_negative(self.restitution, "restitution", "it is a share of the speed before")
        if e.real > 1.0:
            row.fail(f"restitution must not be above 1; it is {e.real:g}: a contact cannot make energy")
        if self.no_zero and e.real == 0.0:
            row.fail("this law divides by the restitution; give one above 0, or take hunt-crossley")
        return PackedForce(BY_APPROACH, stiffness, exponent, self.factor(e))


class HuntCrossleyForce(HystereticForce):
    """c = 3 (1 - e) / (2 v) (Hunt and Crossley 1975)."""

    type: Literal["hunt-crossley"] = "hunt-crossley"

    def factor(self, e: Any) -> Any:
        return 1.5 * (1.0 - e)


class LankaraniNikraveshForce(HystereticForce):
    """c = 3 (1 - e^2) / (4 v) (Lankarani and Nikravesh 1990)."""

    type: Literal["lankarani-nikravesh"] = "lankarani-nikravesh"

    def factor(self, e: Any) -> Any:
        return 0.75 * (1.0 - e * e)


class FloresForce(HystereticForce):
    """c = 8 (1 - e) / (5 e v) (Flores, Machado, Silva and Martins 2011): for all restitutions, soft ones too."""

    type: Literal["flores"] = "flores"
    no_zero = True

    def factor(self, e: Any) -> Any:
        return 1.6 * (1.0 - e) / e


class GonthierForce(HystereticForce):
    """c = (1 - e^2) / (e v) (Gonthier, McPhee, Lange and Piedboeuf 2004; Zhang and Sharf 2004)."""

    type: Literal["gonthier"] = "gonthier"
    no_zero = True

    def factor(self, e: Any) -> Any:
        return (1.0 - e * e) / e


class HerbertMcWhannellForce(HystereticForce):
    """c = 6 (1 - e) / (((2 e - 1)^2 + 3) v) (Herbert and McWhannell 1977)."""

    type: Literal["herbert-mcwhannell"] = "herbert-mcwhannell"

    def factor(self, e: Any) -> Any:
        return 6.0 * (1.0 - e) / ((2.0 * e - 1.0) ** 2 + 3.0)


class LeeWangForce(HystereticForce):
    """c = 3 (1 - e) / (4 v) (Lee and Wang 1983)."""

    type: Literal["lee-wang"] = "lee-wang"

    def factor(self, e: Any) -> Any:
        return 0.75 * (1.0 - e)


class HuGuoForce(HystereticForce):
    """c = 3 (1 - e) / (2 e v) (Hu and Guo 2015)."""

    type: Literal["hu-guo"] = "hu-guo"
    no_zero = True

    def factor(self, e: Any) -> Any:
        return 1.5 * (1.0 - e) / e


class OwnForce(ContactForce):
    """A law of the user: of depth (m), speed (its rate, m/s), t and any channel."""

    type: Literal["law"] = "law"
    force: Law = Field(description="N that press apart, of depth, speed, t and any channel")
    energy: Law | None = Field(
        default=None,
        description="J that a force of the depth alone has stored; without it all work of the force counts as lost",
    )

    def pack(self, row: Any) -> PackedForce:
        if self.energy is not None and "speed" in law_names(self.force):
            row.fail(
                "energy is what a force of the depth alone has stored, but the force reads speed; "
                "leave out energy (all work then counts as lost), or speed"
            )
        depth = row.cell(2)
        names = {"depth": depth, "speed": depth + 1}
        stored = -1 if self.energy is None else row.law(self.energy, names)
        return PackedForce(OWN, value=row.law(self.force, names), stored=stored, depth=depth)


FORCE_LAWS = (
    HertzForce,
    KelvinVoigtForce,
    HuntCrossleyForce,
    LankaraniNikraveshForce,
    FloresForce,
    GonthierForce,
    HerbertMcWhannellForce,
    LeeWangForce,
    HuGuoForce,
    OwnForce,
)

AnyContactForce = Annotated[
    HertzForce
    | KelvinVoigtForce
    | HuntCrossleyForce
    | LankaraniNikraveshForce
    | FloresForce
    | GonthierForce
    | HerbertMcWhannellForce
    | LeeWangForce
    | HuGuoForce
    | OwnForce,
    BY_TYPE,
]
"""One of the force laws by its `type`."""
