"""Gears, worms, racks and belts between joints: the angle of one follows the angle or the place of another.

Teeth, radii and hand say how fast; which way follows from the drawing, where the axes of the joints stand. A `ratio`
says both. As drawn the wheels mesh; turns are counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pydantic import Field, model_validator

from linkwork.base.names import GROUND
from linkwork.elements.spatial.ends import FramePair
from linkwork.elements.spatial.freedoms import SpatialFreedom, SpatialFreedomMotion
from linkwork.elements.spatial.glyph import Glyph
from linkwork.elements.spatial.joints.joints import Cylindrical, Revolute
from linkwork.elements.spatial.joints.relation import Relation, Term
from linkwork.elements.spatial.values import ANGLES, LENGTHS, joint_value
from linkwork.expression.number import Number
from linkwork.places.spatial import rotation

if TYPE_CHECKING:
    from linkwork.places.spatial.rotation import Vec
    from linkwork.places.spatial.row import JointFrame, SpatialRow

_FLAT = 1e-9


class _Seat(NamedTuple):
    """How a wheel sits on its carrier: its body, both frames, and the axis about which its joint's value counts.

    A joint's value is that of its second body against its first, about the axis of the first. Where the carrier is the
    second, the wheel turns by that value about the opposite axis.
    """

    wheel: str
    on_wheel: JointFrame
    on_carrier: JointFrame
    point: Vec
    axis: Vec


def _without(u: Vec, axis: Vec) -> Vec:
    """u less its part along a unit vector."""
    return rotation.minus(u, rotation.scaled(axis, rotation.dot(u, axis)))


class _Pair(Relation):
    """The second joint's value is `ratio` times the first one's angle."""

    joints: tuple[str, str] = Field(description="the joints of the first and the second wheel")

    @model_validator(mode="after")
    def _two_joints(self) -> _Pair:
        if self.joints[0] == self.joints[1]:
            raise ValueError(f"it binds joint '{self.joints[0]}' to itself; name the joints of two wheels")
        return self

    def carrier(self, row: SpatialRow) -> str:
        """The body on which both wheels sit: the one that both joints name."""
        first, second = (row.scope.joint(joint).ends(row) for joint in self.joints)
        shared = [body for body in first if body in second]
        if not shared:
            told = " and ".join(
                f"'{joint}' joins '{ends[0]}' and '{ends[1]}'"
                for joint, ends in zip(self.joints, (first, second), strict=True)
            )
            row.fail(
                f"its joints share no body that carries both wheels: {told}; draw the joints of both wheels on their "
                "carrier, such as the arm of a planetary gear (a 'coupler' binds values of any joints)"
            )
        return GROUND if GROUND in shared else shared[0]

    def seats(self, row: SpatialRow) -> tuple[_Seat, _Seat]:
        """How the two wheels sit on their carrier; point and axis as drawn in the world."""
        carrier = self.carrier(row)
        one, two = (self._seat(row, joint, carrier) for joint in self.joints)
        return one, two

    def _seat(self, row: SpatialRow, joint: str, carrier: str) -> _Seat:
        element: Any = row.scope.joint(joint)
        if not isinstance(element, FramePair):
            row.fail(f"joint '{joint}' has no axis")
        ends, frames = element.ends(row), element.frames(row)
        at = 0 if ends[0] == carrier else 1
        point = row.scope.into_world(ends[0], *frames[0][0])
        axis = row.scope.into_world(ends[0], *frames[0][3], direction=True)
        return _Seat(ends[1 - at], frames[1 - at], frames[at], point, rotation.scaled(axis, 1.0 - 2.0 * at))

    def axes(self, row: SpatialRow) -> tuple[tuple[Vec, Vec], tuple[Vec, Vec]]:
        """Points and axes of the two wheels as drawn; each wheel turns by its joint's value about its axis."""
        one, two = self.seats(row)
        return (one.point, one.axis), (two.point, two.axis)

    def ratio_of(self, row: SpatialRow) -> Any:
        """Change of the second value for a radian of the first."""
        raise TypeError(f"{type(self).__name__} does not say its ratio")

    def bound(self) -> tuple[str, ...]:
        return self.joints

    def second(self, row: SpatialRow) -> SpatialFreedom:
        """What follows."""
        return joint_value(row, self.joints[1], None, ANGLES, "angle")

    def terms(self, row: SpatialRow) -> list[Term]:
        self.carrier(row)
        first = joint_value(row, self.joints[0], None, ANGLES, "angle")
        return [(self.second(row), 1.0), (first, -self.ratio_of(row))]

    def wheels(self, row: SpatialRow, sizes: tuple[float, float], kinds: tuple[str, str]) -> tuple[Glyph, ...]:
        """Glyphs about the axes of the two joints, on the bodies that these carry."""
        carrier = self.carrier(row)
        return tuple(
            Glyph(kind, (seat.wheel, seat.on_wheel), (carrier, seat.on_carrier), size=size)
            for seat, size, kind in zip(self.seats(row), sizes, kinds, strict=True)
        )

    def apart(self, row: SpatialRow) -> float:
        """How far the axes of the two joints are from each other, as drawn."""
        (one, first), (two, _) = self.axes(row)
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
            ratio = row.number(self.ratio)
            if ratio.real == 0.0:
                row.fail("its ratio is zero, so that the second wheel would stand still; give turns of it for one turn")
            return ratio
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
        (_, first), (_, second) = self.axes(row)
        return self.sense(row, float(rotation.dot(first, second).real))


class Gear(_Wheels):
    """Two gears on parallel axes (1 equation). The axes may turn with a carrier: a planetary gear.

    `internal: true` makes one of them a ring with inner teeth. Its multiplier is the force of the teeth on the pitch
    line, in the plane of the first joint's point: bearings on axes that are parallel and apart feel it. It has no
    radial part, as if the pressure angle were zero. Where the axes meet, only torques are passed on.
    """

    memory = ("first", "second", "first centre", "second centre")

    type: Literal["gear"] = "gear"
    internal: bool = Field(default=False, strict=True, description="one of the gears is a ring with inner teeth")

    def way(self, row: SpatialRow) -> float:
        return super().way(row) if self.internal else -super().way(row)

    def terms(self, row: SpatialRow) -> list[Term]:
        terms = super().terms(row)
        return [*terms, *self._centres(row, terms[0][1], terms[1][1])]

    def counted(self, row: SpatialRow) -> list[Term]:
        return super().terms(row)

    def _centres(self, row: SpatialRow, on_second: Any, on_first: Any) -> list[Term]:
        """Places of the centres along the pitch line: the hinges hold them, and so they feel the force of the teeth.

        The factor is such that nothing is left for the carrier: the torques on the wheels are those of two opposite
        forces on the pitch line.
        """
        if not all(isinstance(row.scope.joint(joint), Revolute | Cylindrical) for joint in self.joints):
            return []
        carrier, (one, two) = self.carrier(row), self.seats(row)
        centre, h = one.on_carrier[0], one.on_carrier[3]
        same = rotation.dot(h, two.on_carrier[3])
        between = rotation.minus(two.on_carrier[0], centre)
        apart = _without(between, h)
        if abs(abs(same.real) - 1.0) > _FLAT or rotation.size(apart) < _FLAT:
            return []
        distance, depth = rotation.length(apart), rotation.dot(between, two.on_carrier[3])
        tangent = rotation.scaled(rotation.cross(h, apart), 1.0 / distance)
        # joint values as turns of the wheels about h
        turns = [self._counts(row, joint, carrier) for joint in self.joints]
        share = (turns[0] * on_first + turns[1] * same * on_second) / distance
        ask, centres = SpatialFreedomMotion(), []
        for seat, back, factor in ((one, 0.0 * depth, share), (two, -depth, -share)):
            places = (
                rotation.plus(s, rotation.scaled(axis, back)) for s, _, _, axis in (seat.on_carrier, seat.on_wheel)
            )
            on_carrier, on_wheel = places
            centres.append((ask.along(carrier, (on_carrier, tangent), seat.wheel, on_wheel), factor))
        return centres

    @staticmethod
    def _counts(row: SpatialRow, joint: str, carrier: str) -> float:
        """1 where a joint's value is that of the wheel against the carrier, -1 where it is the opposite."""
        return 1.0 if row.scope.joint(joint).ends(row)[0] == carrier else -1.0


class BevelGear(_Wheels):
    """Two bevel gears on axes that meet (1 equation). The points of the joints lie in the wheels, off the apex.

    It passes on torques; bearings do not feel the force of the teeth.
    """

    type: Literal["bevel_gear"] = "bevel_gear"

    def apart(self, row: SpatialRow) -> float:
        (one, _), (two, _) = self.axes(row)
        return rotation.size(rotation.minus(two, one))

    def way(self, row: SpatialRow) -> float:
        (one, first), (two, second) = self.axes(row)
        between = rotation.minus(two, one)
        c = rotation.dot(first, second).real
        if 1.0 - c * c < _FLAT:
            row.fail("the axes of bevel gears must not be parallel; take 'gear', or give 'ratio'")
        # places of the wheels along their axes, from the point where the axes are nearest
        along, across = rotation.dot(between, first).real, rotation.dot(between, second).real
        apex_one, apex_two = (along - c * across) / (1.0 - c * c), (c * along - across) / (1.0 - c * c)
        return -self.sense(row, apex_one * apex_two)


class Belt(_Wheels):
    """A belt or chain that neither stretches nor slips, between pulleys on parallel axes (1 equation).

    It passes on torques; bearings do not feel the pull of the strands.
    """

    type: Literal["belt"] = "belt"
    crossed: bool = Field(
        default=False, strict=True, description="the strands cross: the pulleys turn in opposite ways"
    )

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
    """A worm, the first joint, that turns a wheel, the second (1 equation).

    It passes on torques; bearings do not feel the force of the teeth.
    """

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
        (worm, along), (wheel, axis) = self.axes(row)
        rim = _without(rotation.minus(worm, wheel), axis)
        # a right-handed thread that turns about its axis moves the rim against that axis
        way = -self.sense(row, float(rotation.dot(rotation.cross(axis, rim), along).real))
        return (way if self.hand == "right" else -way) * starts / teeth


class Rack(_Pair):
    """A pinion, the first joint, that moves a rack along the second, a slide (1 equation).

    It passes on a torque and the force along the slide; the pinion's bearing does not feel the force of the teeth.
    """

    equations = {"rolling": "length"}

    type: Literal["rack"] = "rack"
    radius: Number = Field(description="pitch radius of the pinion in m")

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        return self.wheels(row, (float(row.number(self.radius).real), 0.0), ("gear", "rack"))

    def second(self, row: SpatialRow) -> SpatialFreedom:
        return joint_value(row, self.joints[1], None, LENGTHS, "position")

    def ratio_of(self, row: SpatialRow) -> Any:
        radius = row.positive(self.radius, "the pinion's radius")
        (pinion, axis), (rack, along) = self.axes(row)
        arm = _without(rotation.minus(rack, pinion), axis)
        return radius * self.sense(row, float(rotation.dot(rotation.cross(axis, arm), along).real))
