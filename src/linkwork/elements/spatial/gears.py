"""Gears, worms, racks and belts between joints: the angle of one follows the angle or the place of another.

Teeth, radii and hand say how fast; which way follows from the drawing, where the axes of the joints stand. A `ratio`
says both. As drawn the wheels mesh; turns are counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, StrictBool, model_validator

from linkwork.elements.freedoms import ANGLE
from linkwork.elements.spatial.ends import FramePair
from linkwork.elements.spatial.freedoms import SpatialFreedom
from linkwork.elements.spatial.glyph import Glyph
from linkwork.elements.spatial.relation import Relation, Term
from linkwork.elements.spatial.values import LENGTHS, joint_value
from linkwork.mechanism.number import Number
from linkwork.mechanism.spatial import rotation
from linkwork.system.base_scope import GROUND

if TYPE_CHECKING:
    from linkwork.mechanism.spatial.rotation import Vec
    from linkwork.system.spatial.row import SpatialRow

_FLAT = 1e-9


def _axis(row: SpatialRow, joint: str) -> tuple[Vec, Vec]:
    """Point and direction of a joint's axis, fixed in its first body, as drawn in the world."""
    element = row.scope.joint(joint)
    if not isinstance(element, FramePair):
        row.fail(f"joint '{joint}' has no axis")
    s, _, _, h = element.frames(row)[0]
    body = element.ends(row)[0]
    return row.scope.into_world(body, *s), row.scope.into_world(body, *h, direction=True)


def _without(u: Vec, axis: Vec) -> Vec:
    """u less its part along a unit vector."""
    return rotation.minus(u, rotation.scaled(axis, rotation.dot(u, axis)))


class _Pair(Relation):
    """The second joint's value is `ratio` times the first one's angle."""

    joints: tuple[str, str] = Field(description="the joints of the first and the second wheel")

    def ratio_of(self, row: SpatialRow) -> Any:
        """Change of the second value for a radian of the first."""
        raise TypeError(f"{type(self).__name__} does not say its ratio")

    def bound(self) -> tuple[str, ...]:
        return self.joints

    def second(self, row: SpatialRow) -> SpatialFreedom:
        """What follows."""
        return joint_value(row, self.joints[1], None, (ANGLE,), "angle")

    def terms(self, row: SpatialRow) -> list[Term]:
        first = joint_value(row, self.joints[0], None, (ANGLE,), "angle")
        return [(self.second(row), 1.0), (first, -self.ratio_of(row))]

    def wheels(self, row: SpatialRow, sizes: tuple[float, float], kinds: tuple[str, str]) -> tuple[Glyph, ...]:
        """Glyphs about the axes of the two joints, on the bodies that these carry."""
        found = []
        for joint, size, kind in zip(self.joints, sizes, kinds, strict=True):
            element: Any = row.scope.joint(joint)
            ends = list(zip(element.ends(row), element.frames(row), strict=True))
            carrier, wheel = ends if ends[1][0] != GROUND else ends[::-1]
            found.append(Glyph(kind, wheel, carrier, size=size))
        return tuple(found)

    def apart(self, row: SpatialRow) -> float:
        """How far the axes of the two joints are from each other, as drawn."""
        (one, first), (two, _) = (_axis(row, joint) for joint in self.joints)
        return rotation.size(_without(rotation.minus(two, one), first))

    def sense(self, row: SpatialRow, number: float) -> float:
        """1 or -1, the sign of a number that the drawing gives."""
        if abs(number) < _FLAT:
            row.fail("the drawing does not show which way the second joint follows; give 'ratio'")
        return 1.0 if number > 0.0 else -1.0


class _Wheels(_Pair):
    """Two wheels: teeth or radii and the drawing, or a ratio."""

    equations = {"mesh": "angle"}

    ratio: Number | None = Field(default=None, description="turns of the second for one turn of the first, signed")
    radii: tuple[Number, Number] | None = Field(default=None, description="pitch radii in m, both positive")
    teeth: tuple[Number, Number] | None = Field(default=None, description="numbers of teeth, both positive")

    @model_validator(mode="after")
    def _one_way(self) -> _Wheels:
        given = [name for name in ("ratio", "radii", "teeth") if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError(f"give one of ratio, radii, teeth; found {' and '.join(given) or 'none of them'}")
        return self

    def ratio_of(self, row: SpatialRow) -> Any:
        if self.ratio is not None:
            return row.number(self.ratio)
        sizes = self.radii or self.teeth
        assert sizes is not None
        first, second = (row.number(size) for size in sizes)
        for size in (first, second):
            if size.real <= 0.0:
                row.fail(f"radii and teeth must be greater than zero; found {size.real:g}")
        return self.way(row) * first / second

    def drawn_radii(self, row: SpatialRow) -> tuple[float, float]:
        """Radii for a picture: as given, or such that the wheels touch as drawn."""
        if self.radii is not None:
            return float(row.number(self.radii[0]).real), float(row.number(self.radii[1]).real)
        share, distance = abs(float(self.ratio_of(row).real)), self.apart(row)
        gap = abs(1.0 - share) if getattr(self, "internal", False) else 1.0 + share
        return (distance * share / gap, distance / gap) if gap > _FLAT else (distance, distance)

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        return self.wheels(row, self.drawn_radii(row), ("gear", "gear"))

    def way(self, row: SpatialRow) -> float:
        """1 where both angles grow together, -1 where one grows and the other falls."""
        (_, first), (_, second) = (_axis(row, joint) for joint in self.joints)
        return self.sense(row, float(rotation.dot(first, second).real))


class Gear(_Wheels):
    """Two gears on parallel axes (1 equation). The axes may turn with a carrier: a planetary gear.

    `internal: true` makes one of them a ring with inner teeth.
    """

    type: Literal["gear"] = "gear"
    internal: StrictBool = Field(default=False, description="one of the gears is a ring with inner teeth")

    def way(self, row: SpatialRow) -> float:
        return super().way(row) if self.internal else -super().way(row)


class BevelGear(_Wheels):
    """Two bevel gears on axes that meet (1 equation). The points of the joints lie in the wheels, off the apex."""

    type: Literal["bevel_gear"] = "bevel_gear"

    def apart(self, row: SpatialRow) -> float:
        (one, _), (two, _) = (_axis(row, joint) for joint in self.joints)
        return rotation.size(rotation.minus(two, one))

    def way(self, row: SpatialRow) -> float:
        (one, first), (two, second) = (_axis(row, joint) for joint in self.joints)
        between = rotation.minus(two, one)
        c = rotation.dot(first, second).real
        if 1.0 - c * c < _FLAT:
            row.fail("the axes of bevel gears must not be parallel; take 'gear', or give 'ratio'")
        # places of the wheels along their axes, from the point where the axes are nearest
        along, across = rotation.dot(between, first).real, rotation.dot(between, second).real
        apex_one, apex_two = (along - c * across) / (1.0 - c * c), (c * along - across) / (1.0 - c * c)
        return -self.sense(row, apex_one * apex_two)


class Belt(_Wheels):
    """A belt or chain that neither stretches nor slips, between pulleys on parallel axes (1 equation)."""

    type: Literal["belt"] = "belt"
    crossed: StrictBool = Field(default=False, description="the strands cross: the pulleys turn in opposite ways")

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        first, second = self.drawn_radii(row)
        if self.radii is None:
            first, second = 0.5 * first, 0.5 * second
        pulleys = self.wheels(row, (first, second), ("pulley", "pulley"))
        sign = -1.0 if self.crossed else 1.0
        belt = Glyph("belt", pulleys[0].second, pulleys[1].second, size=first, other_size=sign * second)
        return (*pulleys, belt)

    def way(self, row: SpatialRow) -> float:
        return -super().way(row) if self.crossed else super().way(row)


class Worm(_Pair):
    """A worm, the first joint, that turns a wheel, the second (1 equation)."""

    equations = {"mesh": "angle"}

    type: Literal["worm"] = "worm"
    starts: Number = Field(description="number of threads of the worm")
    teeth: Number = Field(description="number of teeth of the wheel")
    hand: Literal["right", "left"] = Field(default="right", description="hand of the thread")

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        distance = self.apart(row)
        return self.wheels(row, (0.22 * distance, 0.78 * distance), ("worm", "gear"))

    def ratio_of(self, row: SpatialRow) -> Any:
        starts, teeth = (row.number(value) for value in (self.starts, self.teeth))
        if starts.real <= 0.0 or teeth.real <= 0.0:
            row.fail(f"starts and teeth must be greater than zero; they are {starts.real:g} and {teeth.real:g}")
        (worm, along), (wheel, axis) = (_axis(row, joint) for joint in self.joints)
        rim = _without(rotation.minus(worm, wheel), axis)
        # a right-handed thread that turns about its axis moves the rim against that axis
        way = -self.sense(row, float(rotation.dot(rotation.cross(axis, rim), along).real))
        return (way if self.hand == "right" else -way) * starts / teeth


class Rack(_Pair):
    """A pinion, the first joint, that moves a rack along the second, a slide (1 equation)."""

    equations = {"rolling": "length"}

    type: Literal["rack"] = "rack"
    radius: Number = Field(description="pitch radius of the pinion in m")

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        return self.wheels(row, (float(row.number(self.radius).real), 0.0), ("gear", "rack"))

    def second(self, row: SpatialRow) -> SpatialFreedom:
        return joint_value(row, self.joints[1], None, LENGTHS, "position")

    def ratio_of(self, row: SpatialRow) -> Any:
        radius = row.positive(self.radius, "the pinion's radius")
        (pinion, axis), (rack, along) = (_axis(row, joint) for joint in self.joints)
        arm = _without(rotation.minus(rack, pinion), axis)
        return radius * self.sense(row, float(rotation.dot(rotation.cross(axis, arm), along).real))
