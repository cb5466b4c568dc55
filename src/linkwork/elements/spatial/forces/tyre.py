"""Tyres of wheels on a road."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.base.local_file import beside
from linkwork.elements.forces_base import Force
from linkwork.elements.spatial.base import SpatialElement
from linkwork.elements.spatial.forces.magic_formula.coefficients import coefficient_numbers, form_of
from linkwork.elements.spatial.forces.magic_formula.tir import read_tyre_file
from linkwork.elements.spatial.forces.tyre_parts import ZERO, HeightField, MagicCurve, Patch, Steps, Surface
from linkwork.elements.spatial.glyph import Glyph, point_glyph
from linkwork.expression import as_expression
from linkwork.expression.by_type import BY_TYPE
from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.places.spatial.places import FramePlace

if TYPE_CHECKING:
    from linkwork.places.spatial.row import SpatialRow

_MODELS = {"linear": 0, "hsri": 1, "brush": 2, "magic": 3}
_FORMS = {"names": 4, "letters": 5, "motorcycle": 6}
_ROADS: dict[type[Part] | None, int] = {None: 0, Steps: 1, HeightField: 2}
_REPORT = ("slip_angle", "slip_ratio", "load", "along", "across", "aligning", "grip", "saturated", "camber")
_TOLD = ("slip_stiffness", "cornering_stiffness")
_BY_CAMBER = ("camber_stiffness", "camber_moment", "trail")
_BY_TURNING = ("turn_stiffness", "turn_moment", "turn_lever")
_LYING = 1e-12  # least square of the sine between axle and road: that of a wheel that lies on its side
_LAGS = {"relaxation_along": "tread_along", "relaxation_across": "tread_across"}


class Tyre(Force, SpatialElement):
    """A tyre on a road: a spring and damper, and forces from slip along and across the wheel.

    Models: `linear` (Haug 12.5.1: stiffness times slip, clipped at friction times load), `hsri` and `brush` (combined
    slip by closed formulas), `magic` (Magic Formula), `coefficients` (that of tyre files). Slips have
    sqrt(V^2 + low_speed^2) in the denominator: near rest the tyre damps slipping, so that a car settles, and creeps on
    a slope. With relaxation lengths the slips are states: then it stands. The axle points to the left of the heading.
    Every run has its channels slip_angle, slip_ratio, load, along, across, aligning, grip (share of the friction used),
    saturated (1: the linear force is clipped, the brush slides, the Magic Formula is past its peak) and camber, and
    where it knows turn slip `turn_slip`: how fast the heading turns for the speed, 1/m.
    """

    kernel = "tyre"
    channel_units: ClassVar[dict[str, str]] = {
        **dict.fromkeys(("slip_angle", "camber"), "rad"),
        **dict.fromkeys(("load", "along", "across"), "N"),
        **dict.fromkeys(_LAGS.values(), "m"),
        "aligning": "N m",
        "turn_slip": "1/m",
    }

    type: Literal["tyre"] = "tyre"
    road: FramePlace = Field(description="a point of the road and its normal, the axis of the frame")
    wheel: FramePlace = Field(description="the centre of the wheel and its axle, the axis of the frame")
    model: Literal["linear", "hsri", "brush", "magic", "coefficients"] = Field(
        default="linear", description="law of the slip forces"
    )
    radius: Number = Field(description="radius without load, m")
    crown: Number = Field(default=ZERO, description="radius of the tread's section, m: a torus; 0: a disc")
    stiffness: Number = Field(description="of the tyre under load, N/m")
    damping: Number = Field(default=ZERO, description="of the tyre under load, N s/m")
    friction: Number | None = Field(
        default=None,
        description="largest force in the road's plane as a share of the load; with coefficients a factor of theirs",
    )
    spins: bool = Field(
        default=True, description="the body turns with the wheel; otherwise the wheel rolls freely: no force along it"
    )
    slip_stiffness: Number = Field(default=ZERO, description="force along the wheel per slip ratio, N (not magic)")
    cornering_stiffness: Number = Field(default=ZERO, description="force across it per slip angle, N/rad (not magic)")
    patch: Number = Field(default=ZERO, description="half length of the contact patch, m (brush: aligning moment)")
    longitudinal: MagicCurve | None = Field(default=None, description="Magic Formula along the wheel, of slip ratio")
    lateral: MagicCurve | None = Field(default=None, description="Magic Formula across it, of slip angle in rad")
    aligning: MagicCurve | None = Field(default=None, description="aligning moment of slip angle; none when left out")
    coefficients: dict[str, Number] | None = Field(
        default=None,
        description="of the Magic Formula by the names of tyre files: 5.2, 6.1, motorcycles, A0 to C20",
    )
    file: str | None = Field(default=None, min_length=1, description="a tyre file (.tir) instead of coefficients")
    side: Literal["left", "right"] | None = Field(
        default=None, description="side of the vehicle it is mounted on: coefficients of the other side are mirrored"
    )
    measured_on: Literal["left", "right"] | None = Field(
        default=None, description="side that the coefficients hold for; that of a file is its TYRESIDE"
    )
    camber_stiffness: Number = Field(
        default=ZERO, description="force across the wheel per camber, N/rad (linear, hsri, brush)"
    )
    camber_moment: Number = Field(default=ZERO, description="moment about the normal per camber, N m/rad (the same)")
    trail: Number = Field(default=ZERO, description="pneumatic trail of the slip's force, m (linear, hsri, brush)")
    turn_stiffness: Number = Field(
        default=ZERO, description="force across the wheel per turn slip, N m (linear, hsri, brush)"
    )
    turn_moment: Number = Field(default=ZERO, description="moment about the normal per turn slip, N m^2 (the same)")
    turn_lever: Number = Field(
        default=ZERO, description="moment of turning on the spot over friction and load, m; with turn_moment"
    )
    turn_slip: bool = Field(default=False, description="coefficients: with those of turn slip (6.1)")
    relaxation_along: Number | None = Field(
        default=None, description="way over which the slip along the wheel follows, m; a state"
    )
    relaxation_across: Number | None = Field(
        default=None, description="way over which the slip across the wheel follows, m; a state"
    )
    rolling_resistance: Number = Field(default=ZERO, description="resistance of rolling as a share of the load")
    surface: Annotated[Surface, BY_TYPE] | None = Field(
        default=None, description="an uneven road, in the road's frame; flat when left out"
    )
    patches: list[Patch] = Field(default_factory=list, description="places of the road with another friction")
    low_speed: Number = Field(default=as_expression(0.5), description="below it slips are smoothed, m/s")

    def ends(self, row: SpatialRow) -> tuple[str, str]:
        return self.road.body, self.wheel.body

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        return (point_glyph("wheel", row, self.wheel, self.road, size=float(row.number(self.radius).real)),)

    def acting_points(self, row: SpatialRow, motion: Any) -> tuple[Any, ...]:
        """Where the tyre touches the road, taken as flat: below the ring of the wheel that carries the tread."""
        import numpy as np

        point, _, _, normal = row.frame(self.road)
        centre, _, _, axle = row.frame(self.wheel)
        n, a = (motion.turned(body, axis)[0] for body, axis in ((self.road.body, normal), (self.wheel.body, axle)))
        middle, road = (motion.point(body, at)[0] for body, at in ((self.wheel.body, centre), (self.road.body, point)))
        lean = np.sum(n * a, axis=1, keepdims=True)
        square = 1.0 - lean * lean
        if np.iscomplexobj(square):  # derivatives in the imaginary parts stay
            square = np.where(square.real > _LYING, square, _LYING)
        else:
            square = np.maximum(square, _LYING)  # of recording numbers, too
        size = square**0.5
        up = (n - lean * a) / size
        distance = np.sum(n * (middle - road), axis=1, keepdims=True)
        crown = row.number(self.crown)
        ring = row.number(self.radius) - crown if crown.real > 0.0 else distance / size
        below = middle - up * ring - n * (distance - ring * size)
        origin = motion.point(self.wheel.body, (0.0, 0.0, 0.0))[0]
        return None, motion.in_body(self.wheel.body, below - origin)

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Any]:
        point, _, _, normal = row.frame(self.road)
        return {"height": motion.along(self.road.body, (point, normal), self.wheel.body, row.point(self.wheel))}

    def states(self) -> dict[str, Number]:
        """Deflections of the tread, from none."""
        return {label: ZERO for name, label in _LAGS.items() if getattr(self, name) is not None}

    def pack(self, row: SpatialRow) -> None:
        point, ahead, _, normal = row.frame(self.road)
        centre, _, _, axle = row.frame(self.wheel)
        row.add(*point, *ahead, *normal, *centre, *axle)
        self._check_fields(row)
        radius, crown = row.positive(self.radius, "radius"), row.not_negative(self.crown, "crown", "it is a length")
        if crown.real >= radius.real:
            row.fail(f"the crown radius ({crown.real:g} m) is smaller than the radius of the wheel ({radius.real:g} m)")
        row.add(radius, crown, self._above(row, "stiffness"))
        row.add(row.not_negative(self.damping, "damping", "a tyre would feed energy into the motion"))
        friction = as_expression(1) if self.friction is None else self.friction
        grip = row.not_negative(friction, "friction", "slip forces act against the slip")
        if grip.real <= 0.0 and self.model in ("magic", "coefficients"):
            row.fail(f"friction must be greater than zero for the model '{self.model}'")
        row.add(grip)
        row.add(self._above(row, "low_speed"))
        row.add(*(0.0 if getattr(self, name) is None else self._above(row, name) for name in _LAGS))
        row.add(*(row.number(getattr(self, name)) for name in _BY_CAMBER))
        row.add(row.not_negative(self.rolling_resistance, "rolling_resistance", "it resists"))
        row.add(*(row.not_negative(getattr(self, name), name, "it acts against the turning") for name in _BY_TURNING))
        model = self._add_model(row)
        kind, at = _ROADS[None if self.surface is None else type(self.surface)], len(row.floats)
        numbers, rows, columns = ([], 0, 0) if self.surface is None else self.surface.numbers(row)
        row.add(*numbers)
        for patch in self.patches:
            row.add(*patch.numbers(row))
        switch = row.switch("contact with the road")
        row.switch("clip of the load")
        row.switch("saturation")
        told = (*_REPORT, "turn_slip") if self.turns else _REPORT
        row.ints += [model, int(self.spins), switch, row.report(*told)]
        row.ints += [kind, at, rows, columns, len(self.patches)]
        for name, label in _LAGS.items():
            row.ints += (0, 0) if getattr(self, name) is None else row.state(label)
        row.ints.append(int(self.turns))

    @property
    def turns(self) -> bool:
        """Whether it knows turn slip."""
        return self.turn_slip or bool({"turn_stiffness", "turn_moment"} & self.model_fields_set)

    def _add_model(self, row: SpatialRow) -> int:
        """Add the numbers of the model; which law of the kernel it is."""
        if self.model == "magic":
            row.add(*self._curve(row, "longitudinal"), *self._curve(row, "lateral"), *self._curve(row, "aligning"))
        elif self.model == "coefficients":
            given, measured_on = self._coefficients(row)
            mirrored = None not in (self.side, measured_on) and self.side != measured_on
            row.add(*coefficient_numbers(row, given, self.spins, self.turn_slip, mirrored))
            return _FORMS[form_of(given)]
        else:
            told = [row.not_negative(getattr(self, name), name, "forces act against the slip") for name in _TOLD]
            row.add(*told, row.not_negative(self.patch, "patch", "it is a length"))
        return _MODELS[self.model]

    def _coefficients(self, row: SpatialRow) -> tuple[dict[str, Any], str | None]:
        """Coefficients by name, and the side that they hold for."""
        if self.coefficients is not None:
            return self.coefficients, self.measured_on
        try:
            read = read_tyre_file(beside(row.scope.mechanism, str(self.file)))
            read.require_unscaled()
        except MechanismError as error:
            row.fail(str(error))
        if None not in (read.side, self.measured_on) and read.side != self.measured_on:
            row.fail(
                f"measured_on is {self.measured_on}, and TYRESIDE of {self.file} {read.side}; leave measured_on out"
            )
        return {name: as_expression(value) for name, value in read.coefficients.items()}, read.side or self.measured_on

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
        stiff = {name for name in (*_TOLD, "patch", *_BY_CAMBER, *_BY_TURNING) if name in self.model_fields_set}
        listed = {name for name in ("coefficients", "file") if getattr(self, name) is not None}
        if stiff and self.model in ("magic", "coefficients"):
            what = "curves" if self.model == "magic" else "coefficients"
            row.fail(f"the model '{self.model}' does not know {', '.join(sorted(stiff))}; give its {what}")
        if self.model != "coefficients" and listed:
            row.fail(f"only the model 'coefficients' knows {', '.join(sorted(listed))}; choose model: coefficients")
        sided = [name for name in ("side", "measured_on") if getattr(self, name) is not None]
        if self.model != "coefficients" and sided:
            row.fail(f"{' and '.join(sided)}: the model '{self.model}' is the same on either side; leave it out")
        if self.turn_slip and self.model != "coefficients":
            row.fail("turn_slip is that of the model 'coefficients'; others have turn_stiffness and turn_moment")
        if ("turn_moment" in stiff) != ("turn_lever" in stiff):
            row.fail("turn_moment and turn_lever belong together: how fast the moment rises, and what it grows to")
        if self.model != "magic" and magic:
            row.fail(f"only the model 'magic' knows {', '.join(sorted(magic))}; choose model: magic")
        if self.model == "coefficients":
            if len(listed) != 1:
                row.fail("the model 'coefficients' needs either coefficients or a tyre file")
            return
        if self.friction is None:
            row.fail(f"the model '{self.model}' needs friction, the largest force as a share of the load")
        if self.model == "magic":
            if "lateral" not in magic or (self.spins and "longitudinal" not in magic):
                row.fail("the model 'magic' needs the curve 'lateral' and, for a wheel that spins, 'longitudinal'")
        elif "cornering_stiffness" not in stiff or (self.spins and "slip_stiffness" not in stiff):
            row.fail(f"the model '{self.model}' needs cornering_stiffness and, for a wheel that spins, slip_stiffness")
