"""Muscle after Thelen (2003), as formulas: what fibres and tendon pull, and how fast fibres shorten under a load.

Lengths are over the optimal length of the fibres, forces over the strength, velocities over the largest speed of
shortening. The constants are those of OpenSim 3, but for faster activation (there 15 and 50 ms); OpenSim 4 has a
tendon strain of 0.04 and a lengthening limit of 1.4, which models read from its files have, too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_positive


@public
@publicly_made
@dataclass(frozen=True)
class Thelen:
    """The curves of a muscle with their constants."""

    width: float = 0.45
    """Of the active curve."""
    passive_strain: float = 0.6
    """Of the fibres, where their passive force is the strength."""
    passive_shape: float = 5.0
    tendon_strain: float = 0.033
    """Of the tendon, where its force is the strength."""
    shortening_shape: float = 0.25
    lengthening_limit: float = 1.8
    """The largest force of fibres that are stretched."""
    activation_time: float = 0.010
    deactivation_time: float = 0.040

    def __post_init__(self) -> None:
        require_positive("a muscle after Thelen", **vars(self))
        if self.lengthening_limit <= 1:
            raise MechanismError(
                f"a muscle after Thelen: lengthening_limit must be above 1, not {self.lengthening_limit:g}"
            )

    def active(self, length: str) -> str:
        """The force of fully active fibres that do not move."""
        return f"exp(-(({length}) - 1)^2/{self.width!r})"

    def passive(self, length: str) -> str:
        """The force of fibres that are not active; none where they are slack."""
        shape, strain = self.passive_shape, self.passive_strain
        return f"if({length} > 1, (exp({shape / strain!r}*(({length}) - 1)) - 1)/{math.expm1(shape)!r}, 0)"

    @property
    def toe(self) -> tuple[float, float, float]:
        """Of the tendon: the strain where its curve becomes straight, the force there, and the slope from there on."""
        cube = math.exp(3)
        strain = 99 * self.tendon_strain * cube / (166 * cube - 67)
        return strain, 0.33, 0.67 / (self.tendon_strain - strain)

    def tendon(self, strain: str) -> str:
        """The force of the tendon; none where it is slack."""
        end, force, slope = self.toe
        bent = f"{force / math.expm1(3)!r}*(exp({3 / end!r}*({strain})) - 1)"
        straight = f"({force!r} + {slope!r}*(({strain}) - {end!r}))"
        return f"if({strain} > {end!r}, {straight}, if({strain} > 0, {bent}, 0))"

    def speed(self, activation: str, active: str, force: str) -> str:
        """The speed of the fibres under an active force; negative: they shorten.

        `active` is the force of fully active fibres at rest. From 95 % of the largest force of stretched fibres on,
        where the speed would grow without bound, the curve goes on straight.
        """
        limit, steep = self.lengthening_limit, (2 + 2 / self.shortening_shape) / (self.lengthening_limit - 1)
        whole, near = f"(({activation})*({active}))", 0.05 * limit
        slow = f"(({force}) - {whole})/({whole} + ({force})/{self.shortening_shape!r})"
        fast = f"(({force}) - {whole})/({steep!r}*({limit!r}*{whole} - ({force})))"
        straight = (
            f"({(limit - near - 1) / (steep * near)!r}"
            f" + {(limit - 1) / (steep * near**2)!r}*(({force})/{whole} - {limit - near!r}))"
        )
        stretched = f"if({force} < {limit - near!r}*{whole}, {fast}, {straight})"
        return f"(0.25 + 0.75*({activation}))*if({force} < {whole}, {slow}, {stretched})"

    def activation(self, excitation: str, activation: str) -> str:
        """The rate of the activation that follows an excitation between 0 and 1."""
        lag = f"(0.5 + 1.5*{activation})"
        time = f"if({excitation} > {activation}, {self.activation_time!r}*{lag}, {self.deactivation_time!r}/{lag})"
        return f"(({excitation}) - {activation})/{time}"
