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
"""Of the active force: height, place, width and its growth."""
SPEED = (-0.318, -8.149, -0.374, 0.886)
TENDON = (0.200, 0.995, 0.250)


@public
@publicly_made
@dataclass(frozen=True)
class DeGroote:
    """The curves of a muscle with their constants."""

    passive_shape: float = 4.0
    passive_strain: float = 0.6
    """Of the fibres, where their passive force is the strength."""
    tendon_stiffness: float = 35.0

    def __post_init__(self) -> None:
        require_positive("a muscle after De Groote", **vars(self))

    def active(self, length: str) -> str:
        """The force of fully active fibres that do not move."""
        bells = (
            f"{height!r}*exp(-0.5*((({length}) - {place!r})/({width!r} + {growth!r}*({length})))^2)"
            for height, place, width, growth in BELLS
        )
        return f"({' + '.join(bells)})"

    def passive(self, length: str) -> str:
        """The force of fibres that are not active."""
        shape = self.passive_shape
        return f"((exp({shape / self.passive_strain!r}*(({length}) - 1)) - 1)/{math.expm1(shape)!r})"

    def speed(self, speed: str) -> str:
        """The force of active fibres over their speed."""
        height, slope, shift, rest = SPEED
        inner = f"({slope!r}*({speed}) + {shift!r})"
        return f"({height!r}*log({inner} + sqrt({inner}^2 + 1)) + {rest!r})"

    def tendon(self, length: str) -> str:
        """The force of the tendon over its length."""
        height, place, rest = TENDON
        return f"({height!r}*exp({self.tendon_stiffness!r}*(({length}) - {place!r})) - {rest!r})"
