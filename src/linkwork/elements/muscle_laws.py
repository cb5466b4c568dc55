"""Laws of muscles, as numbers for the kernel: curves of fibres and tendon with their constants.

Lengths are over the optimal length of the fibres or the slack length of the tendon, forces over the strength, speeds
over the largest speed; lengthening is positive.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from linkwork.expression import as_expression, exp, log
from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.functions.law import Law, PythonLaw, law_names

BELLS = (
    (0.8150671134243542, 1.055033428970575, 0.162384573599574, 0.063303448465465),
    (0.433004984392647, 0.716775413397760, -0.029947116970696, 0.200356847296188),
    (0.1, 1.0, 0.353553390593274, 0.0),
)
"""Of De Groote's active force: height, place, width and its growth, as OpenSim 4 has them
(DeGrooteFregly2016Muscle.h): the digits of the authors' code, the first so that the curve is 1 at 1. Speed and tendon
go through (-1, 0), (0, 1) and (1, 0) there, and the passive force is 0 at SHORTEST."""
SPEED = (-0.3211346127989808, -8.149, -0.374, 0.8825327733249912)
TENDON = (0.200, 1.0, 0.200)
SHORTEST = 0.2
TOE_FORCE = 0.33
"""Of Thelen's tendon, where its curve becomes straight."""


class MuscleLaw(Part):
    """What the laws of muscles have in common."""

    number: ClassVar[int]
    """Which one it is, for the kernel."""

    @property
    def has_tendon(self) -> bool:
        """Whether it has a tendon that gives way."""
        return True

    @model_serializer(mode="wrap")
    def _written(self, fields: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """A model file always says which law it is."""
        return {"type": getattr(self, "type", "")} | fields(self)

    def numbers(self, row: Any) -> list[Any]:
        """The numbers of its curves for the kernel."""
        raise TypeError(f"{type(self).__name__} does not say what its numbers are")

    def balances(self, row: Any) -> None:
        """Refuse constants with which fibres do not balance a tendon that gives way."""

    def times(self, row: Any) -> tuple[Any, Any]:
        """Times in which the activation rises and falls."""
        rising, falling = (getattr(self, name) for name in ("activation_time", "deactivation_time"))
        return above(row, rising, "activation_time"), above(row, falling, "deactivation_time")


def above(row: Any, value: Number, what: str) -> Any:
    """A number above zero that is no length of the model."""
    result = row.number(value)
    if result.real <= 0.0:
        row.fail(f"{what} must be greater than zero; it is {result.real:g}")
    return result


RISING = Field(default=as_expression(0.015), description="time in which the activation rises, s")
FALLING = Field(default=as_expression(0.05), description="time in which the activation falls, s")


class ThelenLaw(MuscleLaw):
    """Muscle after Thelen (2003), with the constants of OpenSim 4."""

    number = 0
    type: Literal["thelen"] = "thelen"
    width: Number = Field(default=as_expression(0.45), description="of the active curve over the length")
    passive_strain: Number = Field(
        default=as_expression(0.6), description="of the fibres, where their passive force is the strength"
    )
    passive_shape: Number = Field(default=as_expression(5), description="exponent of the passive curve")
    tendon_strain: Number = Field(
        default=as_expression(0.04), description="of the tendon, where its force is the strength"
    )
    shortening_shape: Number = Field(default=as_expression(0.25), description="of the curve over the speed")
    lengthening_limit: Number = Field(default=as_expression(1.4), description="largest force of fibres stretched")
    activation_time: Number = RISING
    deactivation_time: Number = FALLING

    def numbers(self, row: Any) -> list[Any]:
        width, shape = above(row, self.width, "width"), above(row, self.passive_shape, "passive_shape")
        strain = above(row, self.tendon_strain, "tendon_strain")
        rise = shape / above(row, self.passive_strain, "passive_strain")
        cube = math.exp(3)
        toe = 99 * cube / (166 * cube - 67) * strain
        limit = row.number(self.lengthening_limit)
        if limit.real <= 1.0:
            row.fail(f"lengthening_limit must be above 1; it is {limit.real:g}")
        slopes = [toe, TOE_FORCE, (1 - TOE_FORCE) / (strain - toe)]
        scale = row.number(exp(self.passive_shape) - 1)
        return [width, rise, scale, *slopes, above(row, self.shortening_shape, "shortening_shape"), limit]


class DeGrooteLaw(MuscleLaw):
    """Muscle after De Groote and others (2016), smooth everywhere, with the constants of OpenSim 4."""

    number = 1
    type: Literal["de_groote"] = "de_groote"
    passive_strain: Number = Field(
        default=as_expression(0.6), description="of the fibres, where their passive force is the strength"
    )
    passive_shape: Number = Field(default=as_expression(4), description="exponent of the passive curve")
    tendon_strain: Number = Field(
        default=as_expression(0.049), description="of the tendon, where its force is the strength"
    )
    activation_time: Number = RISING
    deactivation_time: Number = FALLING

    def numbers(self, row: Any) -> list[Any]:
        above(row, self.passive_shape, "passive_shape")
        above(row, self.passive_strain, "passive_strain")
        above(row, self.tendon_strain, "tendon_strain")
        height, place, rest = TENDON
        stiff = log(as_expression((1 + rest) / height)) / (self.tendon_strain + (1 - place))
        rate = self.passive_shape / self.passive_strain
        gone = exp(rate * (SHORTEST - 1))
        scale = 1 / (exp(self.passive_shape) - gone)
        ends = [number for speed in (-1.0, 1.0) for number in _speed_curve(speed)]
        passive = [row.number(value) for value in (rate, scale, scale * gone)]
        bells = [number for bell in BELLS for number in bell]
        return [*bells, *SPEED, *ends, row.number(stiff), height, place, rest, *passive]


def _speed_curve(speed: float) -> tuple[float, float]:
    """Force over the speed after De Groote, and its slope."""
    height, slope, shift, rest = SPEED
    inner = slope * speed + shift
    return height * math.asinh(inner) + rest, height * slope / math.hypot(inner, 1.0)


class AmbrosioSilvaLaw(MuscleLaw):
    """Muscle after Ambrosio and Silva (Advances in Computational Multibody Systems, chapter 7): it has no tendon.

    The chapter's activation acts at once; here it follows the excitation as in the other laws.
    """

    number = 2
    type: Literal["ambrosio_silva"] = "ambrosio_silva"
    activation_time: Number = RISING
    deactivation_time: Number = FALLING

    @property
    def has_tendon(self) -> bool:
        return False

    def numbers(self, row: Any) -> list[Any]:
        return []


class FormulaLaw(MuscleLaw):
    """A law of your own: the force of the fibres by activation, length and speed, and of the tendon, as formulas.

    Fibres never push, and those shorter than a fifth of the optimal length do not pull, as in the other laws. With a
    tendon the speed of the fibres is sought at which they pull as much as it does.
    """

    number = 3
    type: Literal["formula"] = "formula"
    force: Law = Field(
        description="of the fibres along themselves, over the strength: law of activation, fibre (over the optimal "
        "length), speed (over the largest one, lengthening is positive), t and any channel"
    )
    tendon: Law | None = Field(
        default=None,
        description="force of the tendon over the strength: law of its strain, t and any channel; without it no tendon "
        "gives way",
    )
    activation_time: Number = RISING
    deactivation_time: Number = FALLING

    @property
    def has_tendon(self) -> bool:
        return self.tendon is not None

    def numbers(self, row: Any) -> list[Any]:
        return []

    def pack(self, row: Any, variables: dict[str, int], place: int, sought: bool = False) -> None:
        """Let the memory have the force of the fibres at a place; `sought`: their speed will follow from it.

        Then it decides anew at every trial, without events.
        """
        if sought and "speed" not in _asked(self.force):
            row.fail("the force of its fibres must rise with their speed, which balances the tendon; it has no 'speed'")
        self._pack(row, self.force, variables, place, free=sought)

    def pack_tendon(self, row: Any, variables: dict[str, int], place: int) -> None:
        """Let the memory have the force of the tendon at a place."""
        self._pack(row, self.tendon, variables, place)

    def _pack(self, row: Any, law: Any, variables: dict[str, int], place: int, free: bool = False) -> None:
        asked = _asked(law)
        for own in ("force", "power"):
            if f"{row.name}.{own}" in asked:
                row.fail(f"its law cannot follow its own {own}")
        if isinstance(law, PythonLaw) and law.states:
            row.fail(f"the law '{law.name}' of its fibres has states of its own; give them to a signal")
        row.law(law, variables, into=place, free=free)


def _asked(law: Any) -> set[str]:
    """Variables and channels that a law asks for."""
    return law_names(law) | (set(law.inputs.values()) if isinstance(law, PythonLaw) else set())
