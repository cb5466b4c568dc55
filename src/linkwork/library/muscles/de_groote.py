"""Muscle after De Groote, Kinney, Rao and Fregly (2016), as formulas that are smooth everywhere.

Lengths are over the optimal length of the fibres or the slack length of the tendon, forces over the strength, speeds
over the largest speed; lengthening is positive.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_positive

BELLS = ((0.815, 1.055, 0.162, 0.063), (0.433, 0.717, -0.030, 0.200), (0.1, 1.0, 0.354, 0.0))
"""Of the active force: height, place, width and its growth; with the digits of the paper's supplement."""
SPEED = (-0.318, -8.149, -0.374, 0.886)
TENDON = (0.200, 0.995, 0.250)
FULL_BELLS = (
    (0.8150671134243542, 1.055033428970575, 0.162384573599574, 0.063303448465465),
    (0.433004984392647, 0.716775413397760, -0.029947116970696, 0.200356847296188),
    (0.1, 1.0, 0.353553390593274, 0.0),
)
"""As OpenSim 4 has them (DeGrooteFregly2016Muscle.h): the digits of the authors' code, the first so that the curve is 1
at 1; speed and tendon so that they go through (-1, 0), (0, 1) and (1, 0). Its passive force is 0 at SHORTEST."""
FULL_SPEED = (-0.3211346127989808, -8.149, -0.374, 0.8825327733249912)
FULL_TENDON = (0.200, 1.0, 0.200)
FULL_TIMES = (0.015, 0.060)
"""In which activations rise and fall."""
SHORTEST = 0.2


@public
@publicly_made
@dataclass(frozen=True)
class DeGroote:
    """The curves of a muscle with their constants."""

    passive_shape: float = 4.0
    passive_strain: float = 0.6
    """Of the fibres, where their passive force is the strength."""
    tendon_stiffness: float = 35.0
    exact: bool = False
    """With the constants of OpenSim instead of the rounded ones of the paper."""
    activation_time: float = 0.010
    deactivation_time: float = 0.040

    def __post_init__(self) -> None:
        numbers = {name: value for name, value in vars(self).items() if name != "exact"}
        require_positive("a muscle after De Groote", **numbers)

    @staticmethod
    def as_opensim(tendon_strain: float = 0.049) -> DeGroote:
        """The constants of OpenSim; the tendon's force is the strength at a strain."""
        require_positive("a muscle after De Groote", tendon_strain=tendon_strain)
        height, place, rest = FULL_TENDON
        stiffness = math.log((1 + rest) / height) / (1 + tendon_strain - place)
        return DeGroote(4.0, 0.6, stiffness, True, *FULL_TIMES)

    @property
    def bells(self) -> tuple[tuple[float, float, float, float], ...]:
        """Of the active force: height, place, width and its growth."""
        return FULL_BELLS if self.exact else BELLS

    @property
    def speeds(self) -> tuple[float, float, float, float]:
        """Constants of the force over the speed."""
        return FULL_SPEED if self.exact else SPEED

    @property
    def tendons(self) -> tuple[float, float, float]:
        """Constants of the tendon: height, place, and what is taken away."""
        return FULL_TENDON if self.exact else TENDON

    def active(self, length: str) -> str:
        """The force of fully active fibres that do not move."""
        bells = (
            f"{height!r}*exp(-0.5*((({length}) - {place!r})/({width!r} + {growth!r}*({length})))^2)"
            for height, place, width, growth in self.bells
        )
        return f"({' + '.join(bells)})"

    @property
    def passives(self) -> tuple[float, float, float]:
        """Constants of the passive force: rate, height, and what is taken away."""
        rate = self.passive_shape / self.passive_strain
        rest = math.exp(rate * (SHORTEST - 1)) if self.exact else 1.0
        height = 1 / (math.exp(self.passive_shape) - rest)
        return rate, height, height * rest

    def passive(self, length: str) -> str:
        """The force of fibres that are not active."""
        rate, height, rest = self.passives
        return f"({height!r}*exp({rate!r}*(({length}) - 1)) - {rest!r})"

    def speed(self, speed: str) -> str:
        """The force of active fibres over their speed."""
        height, slope, shift, rest = self.speeds
        inner = f"({slope!r}*({speed}) + {shift!r})"
        return f"({height!r}*log({inner} + sqrt({inner}^2 + 1)) + {rest!r})"

    def tendon(self, length: str) -> str:
        """The force of the tendon over its length."""
        height, place, rest = self.tendons
        return f"({height!r}*exp({self.tendon_stiffness!r}*(({length}) - {place!r})) - {rest!r})"
