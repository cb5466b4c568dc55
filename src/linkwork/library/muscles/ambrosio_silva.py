"""Muscle after Ambrosio and Silva (Advances in Computational Multibody Systems, chapter 7), as formulas.

Lengths are over the resting length, forces over the strength, speeds over the largest speed; lengthening is positive.
There is no tendon and no delay of activation.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from linkwork.expression.given import public, publicly_made


@public
@publicly_made
@dataclass(frozen=True)
class AmbrosioSilva:
    """The curves of a muscle whose activation acts at once."""

    def active(self, length: str) -> str:
        """The force of fully active fibres that do not move (12); it exceeds the strength by 1.6 % at most."""
        x = f"(-9/4*(({length}) - 19/20))"
        return f"exp({x}^2/4 - {x}^4)"

    def speed(self, speed: str) -> str:
        """The force over the speed (13), 1 at rest."""
        most = 1 + math.pi / (4 * math.atan(5))
        bent = f"(1 - atan(-5*({speed}))/{math.atan(5)!r})"
        return f"if({speed} < -1, 0, if({speed} < 0.2, {bent}, {most!r}))"

    def passive(self, length: str) -> str:
        """The force of fibres that are stretched beyond their resting length (14)."""
        return f"if({length} < 1, 0, if({length} <= 1.63, 8*(({length}) - 1)^3, 2))"

    def force(self, activation: str, length: str, speed: str) -> str:
        """The active force (11)."""
        return f"(({activation})*{self.active(length)}*{self.speed(speed)})"
