"""Tyres of wheels on a plane road."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.elements.forces_base import Force
from linkwork.elements.spatial.base import SpatialElement
from linkwork.elements.spatial.glyph import Glyph, point_glyph
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.places.spatial.places import FramePlace

if TYPE_CHECKING:
    from linkwork.places.spatial.row import SpatialRow

_ZERO = as_expression(0)
_MODELS = {"linear": 0, "hsri": 1, "brush": 2, "magic": 3}
_REPORT = ("slip_angle", "slip_ratio", "load", "along", "across", "aligning", "grip", "saturated")
_TOLD = ("slip_stiffness", "cornering_stiffness")


class MagicCurve(Part):
    """B, C, D, E of the Magic Formula for a load of 1 N: D sin(C atan(B s - E (B s - atan B s)))."""

    B: Number = Field(description="stiffness factor; of slip ratio or rad")
    C: Number = Field(description="shape factor")
    D: Number = Field(description="peak factor: a friction coefficient, or for the aligning moment m")
    E: Number = Field(default=_ZERO, description="curvature factor, not above 1")


class Tyre(Force, SpatialElement):
    """A tyre on a plane road: a vertical spring and damper, and forces from slip along and across the wheel.

    Models: `linear` (Haug 12.5.1: stiffness times slip, clipped at friction times load), `hsri` and `brush` (combined
    slip by closed formulas), `magic` (Magic Formula). Slips have sqrt(V^2 + low_speed^2) in the denominator: near rest
    the tyre damps slipping, so that a car settles, and creeps on a slope. The axle points to the left of the heading.
    Every run has its channels slip_angle, slip_ratio, load, along, across, aligning, grip (share of the friction used)
    and saturated (1: the linear force is clipped, the brush slides, the Magic Formula is past its peak).
    """

    kernel = "tyre"

    type: Literal["tyre"] = "tyre"
    road: FramePlace = Field(description="a point of the road and its normal, the axis of the frame")
    wheel: FramePlace = Field(description="the centre of the wheel and its axle, the axis of the frame")
    model: Literal["linear", "hsri", "brush", "magic"] = Field(default="linear", description="law of the slip forces")
    radius: Number = Field(description="radius without load, m")
    stiffness: Number = Field(description="of the tyre under load, N/m")
    damping: Number = Field(default=_ZERO, description="of the tyre under load, N s/m")
    friction: Number = Field(description="largest force in the road's plane as a share of the load")
    spins: bool = Field(
        default=True, description="the body turns with the wheel; otherwise the wheel rolls freely: no force along it"
    )
    slip_stiffness: Number = Field(default=_ZERO, description="force along the wheel per slip ratio, N (not magic)")
    cornering_stiffness: Number = Field(default=_ZERO, description="force across it per slip angle, N/rad (not magic)")
    patch: Number = Field(default=_ZERO, description="half length of the contact patch, m (brush: aligning moment)")
    longitudinal: MagicCurve | None = Field(default=None, description="Magic Formula along the wheel, of slip ratio")
    lateral: MagicCurve | None = Field(default=None, description="Magic Formula across it, of slip angle in rad")
    aligning: MagicCurve | None = Field(default=None, description="aligning moment of slip angle; none when left out")
    low_speed: Number = Field(default=as_expression(0.5), description="below it slips are smoothed, m/s")

    def ends(self, row: SpatialRow) -> tuple[str, str]:
        return self.road.body, self.wheel.body

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        return (point_glyph("wheel", row, self.wheel, self.road, size=float(row.number(self.radius).real)),)

    def acting_points(self, row: SpatialRow, motion: Any) -> tuple[Any, ...]:
        """Where the tyre touches the road: below the centre in the plane of the wheel, which passes round it."""
        import numpy as np

        point, _, _, normal = row.frame(self.road)
        centre, _, _, axle = row.frame(self.wheel)
        n, a = (
            np.real(motion.turned(body, axis)[0]) for body, axis in ((self.road.body, normal), (self.wheel.body, axle))
        )
        middle, road = (
            np.real(motion.point(body, at)[0]) for body, at in ((self.wheel.body, centre), (self.road.body, point))
        )
        camber = np.sum(n * a, axis=1, keepdims=True)
        size = np.sqrt(np.maximum(1.0 - camber * camber, 1e-12))
        up = (n - camber * a) / size
        below = middle - up * np.sum(n * (middle - road), axis=1, keepdims=True) / size
        origin = np.real(motion.point(self.wheel.body, (0.0, 0.0, 0.0))[0])
        return None, np.real(motion.in_body(self.wheel.body, below - origin))

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Any]:
        point, _, _, normal = row.frame(self.road)
        return {"height": motion.along(self.road.body, (point, normal), self.wheel.body, row.point(self.wheel))}

    def pack(self, row: SpatialRow) -> None:
        point, _, _, normal = row.frame(self.road)
        centre, _, _, axle = row.frame(self.wheel)
        row.add(*point, *normal, *centre, *axle)
        row.add(row.positive(self.radius, "radius"), self._above(row, "stiffness"))
        row.add(row.not_negative(self.damping, "damping", "a tyre would feed energy into the motion"))
        row.add(row.not_negative(self.friction, "friction", "slip forces act against the slip"))
        row.add(self._above(row, "low_speed"))
        self._check_fields(row)
        if self.model == "magic":
            row.add(*self._curve(row, "longitudinal"), *self._curve(row, "lateral"), *self._curve(row, "aligning"))
        else:
            told = [row.not_negative(getattr(self, name), name, "forces act against the slip") for name in _TOLD]
            row.add(*told, row.not_negative(self.patch, "patch", "it is a length"))
        switch = row.switch("contact with the road")
        row.switch("clip of the load")
        row.switch("saturation")
        row.ints += [_MODELS[self.model], int(self.spins), switch, row.report(*_REPORT)]

    def _above(self, row: SpatialRow, name: str) -> Any:
        """A number that must be above zero and is no length of the model."""
        value = row.number(getattr(self, name))
        if value.real <= 0.0:
            row.fail(f"{name} must be greater than zero; it is {value.real:g}")
        return value

    def _curve(self, row: SpatialRow, name: str) -> list[Any]:
        given = getattr(self, name)
        if given is None:
            return [1.0, 1.0, 0.0, 0.0]
        b, c, d, e = (row.number(value) for value in (given.B, given.C, given.D, given.E))
        if b.real <= 0.0 or c.real <= 0.0 or e.real > 1.0:
            row.fail(f"{name}: a Magic Formula needs B > 0, C > 0 and E <= 1")
        if name != "aligning" and (c.real > 2.0 or d.real < 0.0):
            row.fail(f"{name}: with C > 2 or D < 0 the force would push along the slip and feed energy into the motion")
        return [b, c, d, e]

    def _check_fields(self, row: SpatialRow) -> None:
        """Say which fields a model needs and which it does not know."""
        magic = {name for name in ("longitudinal", "lateral", "aligning") if getattr(self, name) is not None}
        stiff = {name for name in (*_TOLD, "patch") if name in self.model_fields_set}
        if self.model == "magic":
            if stiff:
                row.fail(f"the model 'magic' does not know {', '.join(sorted(stiff))}; give its curves")
            if "lateral" not in magic or (self.spins and "longitudinal" not in magic):
                row.fail("the model 'magic' needs the curve 'lateral' and, for a wheel that spins, 'longitudinal'")
            return
        if magic:
            row.fail(f"only the model 'magic' knows {', '.join(sorted(magic))}; choose model: magic")
        if "cornering_stiffness" not in stiff or (self.spins and "slip_stiffness" not in stiff):
            row.fail(f"the model '{self.model}' needs cornering_stiffness and, for a wheel that spins, slip_stiffness")
