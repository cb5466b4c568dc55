"""Display units: in which units tables, plots, pages, reports and sliders show numbers; computing is always in SI."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from linkwork.base.errors import ExpressionError
from linkwork.expression import dimensions as dim
from linkwork.expression import parse
from linkwork.expression.dimension_of import ANY
from linkwork.expression.dimensions import Dimension
from linkwork.expression.part import Part

_SI: dict[str, tuple[str, Dimension]] = {
    "length": ("m", dim.LENGTH),
    "angle": ("rad", dim.PLAIN),
    "mass": ("kg", dim.MASS),
    "force": ("N", dim.FORCE),
    "torque": ("N m", dim.TORQUE),
    "energy": ("J", dim.TORQUE),
    "power": ("W", dim.POWER),
    "pressure": ("Pa", dim.PRESSURE),
    "speed": ("m/s", dim.SPEED),
    "angular_speed": ("rad/s", dim.RATE),
    "acceleration": ("m/s^2", dim.ACCELERATION),
    "angular_acceleration": ("rad/s^2", dim.ANGULAR_ACCELERATION),
}
"""What can be chosen: its unit in SI, as channels have it, and its dimension."""
_BASES = ("length", "angle", "mass", "force")
PRESETS: dict[str, dict[str, str]] = {
    "mm-N-s": {"length": "mm", "angle": "deg", "force": "N", "pressure": "MPa"},
    "in-lbf-s": {
        "length": "in",
        "angle": "deg",
        "mass": "lb",
        "force": "lbf",
        "torque": "lbf in",
        "power": "hp",
        "pressure": "psi",
    },
}
_ANGLES = frozenset(("rad", "mrad", "deg", "rev", "arcmin", "arcsec", "rpm"))
_KINDS = {kind: unit for unit, kind in _SI.values() if unit not in ("rad", "rad/s", "J")} | {
    dim.STIFFNESS: "N/m",
    dim.DAMPING: "N s/m",
    dim.INERTIA: "kg m^2",
}
_WORD = re.compile(r"[A-Za-z]+")


class DisplayUnits(Part):
    """The units in which numbers are shown; what is left out is shown in SI units."""

    preset: Literal["mm-N-s", "in-lbf-s"] | None = Field(default=None, description="a usual set of units")
    length: str | None = Field(default=None, description="such as mm")
    angle: str | None = Field(default=None, description="such as deg")
    mass: str | None = Field(default=None, description="such as t")
    force: str | None = Field(default=None, description="such as kN")
    torque: str | None = Field(default=None, description="such as kN m; else that of force times length")
    energy: str | None = Field(default=None, description="such as kJ")
    power: str | None = Field(default=None, description="such as kW")
    pressure: str | None = Field(default=None, description="such as bar")
    speed: str | None = Field(default=None, description="such as km/h, or rpm for turning")
    angular_speed: str | None = Field(default=None, description="such as rpm; else that of the angle a second")
    acceleration: str | None = Field(default=None, description="such as mm/s^2")
    angular_acceleration: str | None = Field(default=None, description="such as deg/s^2")

    @model_validator(mode="after")
    def _fits(self) -> DisplayUnits:
        for name, (unit, wanted) in _SI.items():
            given = getattr(self, name)
            if given is not None:
                dimension = dimension_of_unit(given)
                if dimension != wanted and not (name == "speed" and dimension == dim.RATE):
                    raise ValueError(f"{name}: '{given}' is no unit of {dim.words(wanted)}, such as {unit}")
        return self

    def chosen(self) -> dict[str, str]:
        """The units that were chosen, by the unit in SI that they stand for."""
        named = PRESETS.get(self.preset or "", {}) | {
            name: text for name in _SI if (text := getattr(self, name)) is not None
        }
        chosen = {_SI[name][0]: _tidy(text) for name, text in named.items()}
        if self.speed is not None and dimension_of_unit(self.speed) == dim.RATE:
            chosen["rad/s"] = chosen.pop("m/s")
        return chosen

    def shown(self, unit: str) -> tuple[float, str]:
        """By what a number in this SI unit is multiplied to be shown, and in which unit."""
        return _shown(self, unit)

    def shown_quantity(self, unit: str) -> tuple[float, str]:
        """The same for a unit that a user wrote: `0.2 m` may be shown in mm."""
        quantity = parse(f"1 {unit}")
        if not unit:
            return 1.0, unit
        kind = quantity.kind(lambda name: ANY).dimension
        turns = not _ANGLES.isdisjoint(_WORD.findall(unit))
        si = {dim.PLAIN: "rad", dim.RATE: "rad/s"}.get(kind) if turns and kind else _KINDS.get(kind) if kind else None
        if si is None:
            return 1.0, unit
        factor, text = _shown(self, si)
        size = quantity.constant or 1.0
        return (1.0, unit) if text == si else (factor * size, text)


def _preset(data: Any) -> Any:
    return {"preset": data} if isinstance(data, str) else data


Units = Annotated[DisplayUnits, BeforeValidator(_preset, json_schema_input_type=str | DisplayUnits)]
"""Display units as a model file has them: a mapping, or one word, which is a preset."""


def dimension_of_unit(text: str) -> Dimension | None:
    """That of a unit's text; a ValueError where it is none."""
    try:
        expression = parse(f"1 {text}")
    except ExpressionError as error:
        raise ValueError(f"'{text}': {error}") from None
    if expression.quantity is None or not expression.quantity[1]:
        raise ValueError(f"'{text}' is no unit")
    return expression.kind(lambda name: ANY).dimension


@cache
def _shown(units: DisplayUnits, unit: str) -> tuple[float, str]:
    chosen, plain = units.chosen(), _plain(unit)
    text = chosen.get(plain, "")
    if not text:
        bases = {_SI[name][0]: chosen[_SI[name][0]] for name in _BASES if _SI[name][0] in chosen}
        text = _WORD.sub(lambda word: bases.get(word[0], word[0]), plain)
    if text == plain or not unit:
        return 1.0, unit
    try:
        sizes = [parse(f"1 {each}").constant or 1.0 for each in (plain, text)]
    except ExpressionError:
        return 1.0, unit
    return sizes[0] / sizes[1], _raised(text)


def _plain(unit: str) -> str:
    return unit.replace("²", "^2").replace("³", "^3")


def _raised(unit: str) -> str:
    return unit.replace("^2", "²").replace("^3", "³")


def _tidy(text: str) -> str:
    quantity = parse(f"1 {text}").quantity
    return quantity[1] if quantity is not None else text
