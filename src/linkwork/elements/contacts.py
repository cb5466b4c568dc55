"""Contacts and dry friction as a user describes them: which profiles or solids may touch, and how they do it.

The same words serve in the plane and in space; the world says what kind of outline touches and by which kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import Field

from linkwork.elements.contact_forces import AnyContactForce
from linkwork.elements.restitution import AnyRestitution, Restitution
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.functions.expression import Formula
from linkwork.functions.packed import Packed

ZERO = as_expression(0)
SPEED = "speed"
"""The slip speed, in m/s and never negative, in a coefficient that depends on it."""


class Coulomb(Part):
    """Dry friction between two surfaces: how much of the normal force it can carry."""

    friction: Number = Field(
        default=ZERO, description="coefficient of friction while sliding; it may depend on speed, the slip in m/s"
    )
    static_friction: Number | None = Field(
        default=None, description="coefficient up to which it sticks; the same as while sliding when left out"
    )
    stribeck_speed: Number | None = Field(
        default=None,
        description="slip speed over which the static coefficient fades into the other one (Stribeck), m/s",
    )

    def depends_on_speed(self, row: Any) -> bool:
        """Whether the coefficient of sliding is a law of the slip speed."""
        return SPEED in self.friction.names and SPEED not in row.scope.env

    def packed_law(self, row: Any) -> Packed:
        """The coefficient as a function of the slip speed."""
        return Formula(value=self.friction).pack(row.scope.env, SPEED)

    def coefficients(self, row: Any) -> tuple[Any, Any, Any]:
        """Kinetic (of a law that at rest) and static coefficient and Stribeck's speed (0: none), checked."""
        kinetic = self._sliding(row)
        static = kinetic
        if self.static_friction is not None:
            static = row.not_negative(self.static_friction, "static_friction", "a coefficient has no sign")
        if static.real < kinetic.real:
            row.fail(
                f"static_friction ({static.real:g}) is less than friction ({kinetic.real:g}); "
                "sticking needs at least the coefficient of sliding"
            )
        speed = 0.0
        if self.stribeck_speed is not None:
            speed = row.above_zero(self.stribeck_speed, "stribeck_speed")
        if static.real > 0.0 and self.friction == ZERO:
            row.fail("static_friction has no friction beside it; give friction, the coefficient while sliding, too")
        if self.stribeck_speed is not None and self.static_friction is None:
            row.fail("stribeck_speed has no effect without static_friction, which it lets fade; give both, or neither")
        return kinetic, static, speed

    def _sliding(self, row: Any) -> Any:
        """The coefficient of sliding; of a law its value at rest."""
        if not self.depends_on_speed(row):
            return row.not_negative(self.friction, "friction", "a coefficient has no sign")
        if self.stribeck_speed is not None:
            row.fail("friction depends on the speed already; leave out stribeck_speed")
        kinetic = self.friction.value({**row.scope.env, SPEED: 0.0})
        if kinetic.real < 0.0:
            row.fail(f"friction must not be negative; at rest it is {kinetic.real:g}: a coefficient has no sign")
        return kinetic


class ContactPart(Coulomb):
    """Surfaces that may touch: with impact when they meet, or with a force law of their overlap."""

    between: tuple[Any, Any]
    restitution: AnyRestitution = Field(
        default=ZERO,
        description="share of the approach speed that is left after an impact: a number, a formula of speed, a table "
        "over it, or a model on the fast time scale of the impact",
    )
    tangential_restitution: Number = Field(
        default=ZERO, description="the same across the normal, for balls that bite (superballs); in sticking impacts"
    )
    capture: Number | None = Field(
        default=None, description="speed after an impact below which the contact stays closed, m/s; small when left out"
    )
    force: AnyContactForce | None = Field(
        default=None, description="a force law of the penetration instead of impacts: hertz, hunt-crossley, ..."
    )

    @property
    def points_wanted(self) -> int | None:
        """Most points in which they touch at once, where the user says so."""
        return None

    def bodies(self) -> tuple[str, str]:
        """The two bodies."""
        raise TypeError(f"{type(self).__name__} does not say between which bodies it is")

    def numbers(self, row: Any) -> tuple[Any, ...]:
        """Restitution, coefficients, tangential restitution, checked."""
        bounce, bite = _bounce(self, row), _share(self, row, "tangential_restitution")
        if self.force is not None and follows_law(self, row):
            row.fail("with a force law there are no impacts; leave out restitution, or give it to the law")
        for what, value in (("restitution", bounce), ("tangential_restitution", bite)):
            if value.real > 0.0 and self.force is not None:
                row.fail(f"with a force law there are no impacts; leave out {what}, or give it to the law")
        coefficients = self.coefficients(row)
        if bite.real > 0.0 and self.friction == ZERO:
            row.fail("tangential_restitution has no effect without friction, which makes surfaces bite; give friction")
        if self.capture is not None and self.force is not None:
            row.fail("with a force law there are no impacts; leave out capture")
        return bounce, *coefficients, bite


def _bounce(part: ContactPart | ContactGroup, row: Any) -> Any:
    """Restitution as a number; 0 where it follows a law."""
    return 0.0 if follows_law(part, row) else _share(part, row, "restitution")


def follows_law(part: ContactPart | ContactGroup, row: Any) -> bool:
    """Whether restitution is no number; what it is instead is not checked."""
    given = part.restitution
    return isinstance(given, Restitution) or (SPEED in given.names and SPEED not in row.scope.env)


def restitution_law(part: ContactPart | ContactGroup, row: Any) -> Packed | None:
    """Restitution as a function of the speed of approach, where it is no number, checked."""
    given = part.restitution
    if isinstance(given, Restitution):
        return given.pack(row)
    return Formula(value=given).pack(row.scope.env, SPEED) if follows_law(part, row) else None


def _share(part: Any, row: Any, what: str) -> Any:
    """A restitution of a contact, checked."""
    value = row.not_negative(getattr(part, what), what, "it is a share of the speed before")
    if value.real > 1.0:
        row.fail(f"{what} must not be above 1; it is {value.real:g}: an impact cannot make energy")
    return value


class Contact(ContactPart):
    """Two outlines that may touch: open or closed, sliding or sticking, with impact when they meet."""

    between: tuple[str, str] = Field(description="two profiles or solids, such as cam.edge and follower.tip")
    points: int | None = Field(
        default=None,
        ge=1,
        le=64,
        strict=True,
        description="most points in which they touch at once; found when left out",
    )

    @property
    def points_wanted(self) -> int | None:
        return self.points

    def bodies(self) -> tuple[str, str]:
        """The two bodies."""
        first, second = (place.partition(".")[0] for place in self.between)
        return first, second


class ContactGroup(Coulomb):
    """Many outlines of which any two may touch: grains in a box, parts of a heap."""

    members: Literal["all"] | tuple[str, ...] = Field(
        default="all", description="profiles or solids, or bodies with all of theirs; `all`: every one there is"
    )
    restitution: AnyRestitution = Field(
        default=ZERO,
        description="share of the approach speed that is left after an impact: a number, a formula of speed, a table "
        "over it, or a model on the fast time scale of the impact",
    )
    joined: bool = Field(default=False, description="whether bodies that a joint holds together may touch, too")

    def numbers(self, row: Any) -> tuple[Any, ...]:
        """Restitution and coefficients, checked."""
        return _bounce(self, row), *self.coefficients(row)

    def bodies(self, everyone: Sequence[str]) -> list[str]:
        """The bodies of its members, out of all there are."""
        return list(everyone) if self.members == "all" else [member.partition(".")[0] for member in self.members]

    def contact(self, first: str, second: str) -> Contact:
        """The contact of two of its members."""
        kept = {name: getattr(self, name) for name in (*Coulomb.model_fields, "restitution")}
        return Contact(between=(first, second), **kept)


class Friction(Coulomb):
    """Dry friction inside a joint, from the joint's own reaction."""

    joint: str = Field(description="the joint that rubs")
    radius: Number | None = Field(default=None, description="of the pin, shaft or ball, m")
    length: Number | None = Field(
        default=None, description="of the guide or bearing, over which a moment becomes two opposed forces, m"
    )
    preload: Number = Field(default=ZERO, description="normal force that is always there, N")
    smooth_speed: Number | None = Field(
        default=None, description="slip speed of a smoothed law instead of sticking, m/s"
    )

    def friction_joint(self, row: Any) -> Any:
        """The joint that rubs."""
        if self.joint in row.scope.mechanism.drivers:
            row.fail(f"'{self.joint}' is a driver, whose motion is given; name the joint that rubs")
        for name, other in row.scope.mechanism.frictions.items():
            if other.joint == self.joint and name != row.name:
                row.fail(f"joint '{self.joint}' has the friction '{name}' too; give each joint one, with all it needs")
        return row.scope.joint(self.joint)

    def numbers(self, row: Any) -> tuple[Any, ...]:
        """Preload, coefficients, Stribeck's speed and that of a smoothed law (0: none), checked."""
        preload = row.not_negative(self.preload, "preload", "it is a normal force that is always there")
        smooth = 0.0 if self.smooth_speed is None else row.above_zero(self.smooth_speed, "smooth_speed")
        return preload, *self.coefficients(row), smooth
