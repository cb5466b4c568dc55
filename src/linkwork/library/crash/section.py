"""The hollow square section of a frame member: what follows from its width."""

from __future__ import annotations

from dataclasses import dataclass

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made, takes
from linkwork.library.checks import require_positive
from linkwork.library.crash import data


@public
@publicly_made
@takes(width="LENGTH", yield_stress="PRESSURE", modulus="PRESSURE", density="DENSITY", ratio="PLAIN")
@dataclass(frozen=True)
class HollowSquare:
    """A square tube of the outer width H (m) with walls of H / ratio, and its steel (Pa, kg/m^3)."""

    width: float
    yield_stress: float = 300e6
    modulus: float = 219e9
    density: float = data.DENSITY
    ratio: float = 6.0

    def __post_init__(self) -> None:
        numbers = ("width", "yield_stress", "modulus", "density", "ratio")
        require_positive("HollowSquare", **{name: getattr(self, name) for name in numbers})
        if self.ratio < 2.0:
            raise MechanismError(f"HollowSquare: ratio is width over wall, 2 (solid) or more, not {self.ratio:g}")

    @property
    def inner(self) -> float:
        """The width of the hole in m."""
        return self.width * (1 - 2 / self.ratio)

    @property
    def area(self) -> float:
        """Of the wall in m^2; 5/9 H^2 where H/t = 6."""
        return self.width**2 - self.inner**2

    @property
    def second_moment(self) -> float:
        """In m^4; 65/972 H^4 where H/t = 6."""
        return (self.width**4 - self.inner**4) / 12

    def plastic_moment(self, *, as_printed: bool = False) -> float:
        """At which the whole section yields, N m: (H^3 - h^3) / 4 yield stress, 19/108 H^3 of it where H/t = 6.

        Dias and Pereira print 19/54 (their Eq. 17), twice that of one tube.
        """
        once = (self.width**3 - self.inner**3) / 4 * self.yield_stress
        return 2 * once if as_printed else once

    @takes(length="LENGTH")
    def plastic_angle(self, length: float, *, as_printed: bool = False) -> float:
        """The angle in rad at the end of a member of this length under the plastic moment, M L / (3 E I)."""
        return self.plastic_moment(as_printed=as_printed) * length / (3 * self.modulus * self.second_moment)

    @takes(length="LENGTH")
    def mass(self, length: float) -> float:
        """Of a member of this length, kg."""
        return self.density * self.area * length
