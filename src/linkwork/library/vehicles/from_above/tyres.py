"""Tyres as formulas of slip and load: text for the law of a force, so that every analysis and derivative takes them.

Slip angle and force have the same sign: a tyre whose velocity points to the right of its plane (`slip` positive) is
pushed to the left, which is where a positive slip angle of steering turns a car.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_positive


class TyreLaw(ABC):
    """The force across the plane of a wheel."""

    @abstractmethod
    def side_force(self, slip: str, load: str) -> str:
        """The formula of the force in N for the slip angle in rad and the load in N."""

    @abstractmethod
    def cornering_stiffness(self, load: float) -> float:
        """The slope of the force at no slip in N/rad."""


@public
@publicly_made
@dataclass(frozen=True)
class LinearTyre(TyreLaw):
    """A force in proportion to the slip angle; with `friction` it stays at friction times load from there on."""

    stiffness: float
    friction: float | None = None

    def __post_init__(self) -> None:
        require_positive("a linear tyre", stiffness=self.stiffness)
        if self.friction is not None:
            require_positive("a linear tyre", friction=self.friction)

    def side_force(self, slip: str, load: str) -> str:
        """The formula of the force in N for the slip angle in rad and the load in N."""
        force = f"{self.stiffness!r}*({slip})"
        if self.friction is None:
            return force
        most = f"{self.friction!r}*({load})"
        return f"max(-{most}, min({most}, {force}))"

    def cornering_stiffness(self, load: float) -> float:
        """The slope of the force at no slip in N/rad."""
        return self.stiffness


@public
@publicly_made
@dataclass(frozen=True)
class Dugoff(TyreLaw):
    """The law of the Highway Safety Research Institute (Dugoff, Fancher and Segel 1970) for a wheel that rolls freely.

    It is linear in the tangent of the slip angle up to half the friction, then bends over towards friction times load.
    """

    stiffness: float
    friction: float

    def __post_init__(self) -> None:
        require_positive("a tyre after Dugoff", stiffness=self.stiffness, friction=self.friction)

    def side_force(self, slip: str, load: str) -> str:
        """The formula of the force in N for the slip angle in rad and the load in N."""
        elastic, half = f"{self.stiffness!r}*tan({slip})", f"{self.friction / 2!r}*({load})"
        # beyond half the friction: F = mu Z (1 - mu Z/(4 |C tan a|)), with the sign of the slip
        beyond = f"(2*{half} - ({half})^2/max(abs({elastic}), {half}))*sign({slip})"
        return f"if(abs({elastic}) < {half}, {elastic}, {beyond})"

    def cornering_stiffness(self, load: float) -> float:
        """The slope of the force at no slip in N/rad."""
        return self.stiffness


@public
@publicly_made
@dataclass(frozen=True)
class MagicFormula(TyreLaw):
    """Pacejka's formula Z mu sin(C atan(B a - E (B a - atan(B a)))) of the slip angle a alone."""

    stiffness: float
    """B, as a factor of the slip angle in rad."""
    shape: float
    """C."""
    friction: float
    """D over the load."""
    curvature: float = 0.0
    """E, at most 1."""

    def __post_init__(self) -> None:
        require_positive(
            "a tyre by the Magic Formula", stiffness=self.stiffness, shape=self.shape, friction=self.friction
        )
        if not self.curvature <= 1:
            raise MechanismError(f"a tyre by the Magic Formula: curvature is at most 1, not {self.curvature:g}")

    def side_force(self, slip: str, load: str) -> str:
        """The formula of the force in N for the slip angle in rad and the load in N."""
        turned = f"{self.stiffness!r}*({slip})"
        bent = f"{turned} - ({self.curvature!r})*({turned} - atan({turned}))"
        return f"{self.friction!r}*({load})*sin({self.shape!r}*atan({bent}))"

    def cornering_stiffness(self, load: float) -> float:
        """The slope of the force at no slip in N/rad."""
        return self.stiffness * self.shape * self.friction * load
