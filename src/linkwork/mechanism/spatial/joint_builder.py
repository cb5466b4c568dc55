"""The joints of a spatial mechanism as a user adds them in Python: one method a kind.

Every joint between two bodies takes `at`, `axis` and `x`: its point, its axis z'' and its x'' once for both bodies, as
drawn in the world; or each side says them itself with `body.frame(...)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError, shown
from linkwork.base.late_names import LateNames
from linkwork.elements.base import Element
from linkwork.expression.given import public
from linkwork.mechanism.handles import Handle, Num
from linkwork.mechanism.places_given import place, places
from linkwork.mechanism.spatial.handles import Triple
from linkwork.places.spatial.places import Frame

if TYPE_CHECKING:
    from linkwork.elements.spatial import catalogue as library
    from linkwork.elements.spatial import force_catalogue as rolling
else:
    _USUAL = ("Spherical", "Revolute", "Cylindrical", "Translational", "Fixed")
    library = LateNames(
        "linkwork.elements.spatial.catalogue",
        **dict.fromkeys(_USUAL, "linkwork.elements.spatial.joints.joints"),
        Universal="linkwork.elements.spatial.joints.universal",
    )
    rolling = LateNames("linkwork.elements.spatial.force_catalogue")

Where = Frame | Handle | str
Drawn = Triple | None


def coupled(where: str, terms: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The terms of a coupler: `{"left.angle": 1, "right.angle": -1}`."""
    if not isinstance(terms, Mapping) or not all(isinstance(term, str) for term in terms):
        shape = '{"left.angle": 1, "right.angle": -1}'
        raise MechanismError(f"{where}: a coupler takes joint values with their factors, {shape}; found {shown(terms)}")
    coupled = []
    for term, factor in terms.items():
        joint, _, freedom = term.partition(".")
        coupled.append({"joint": joint, "freedom": freedom or None, "factor": factor})
    return coupled


@public
class JointBuilder:
    """Joints and constraints in space."""

    def joint(self, name: str, kind: type[Element], **fields: Any) -> None:
        """Add a joint of any class of the library."""
        raise TypeError("a mechanism says how a joint is added")

    def _between(self, name: str, kind: type[Element], first: Where, second: Where, **fields: Any) -> None:
        given = {field: value for field, value in fields.items() if value is not None}
        self.joint(name, kind, between=places(first, second), **given)

    # ------------------------------------------------------------------ joints

    def spherical(self, name: str, first: Where, second: Where, at: Drawn = None) -> None:
        """A ball joint: two points stay together."""
        self._between(name, library.Spherical, first, second, at=at)

    def universal(
        self, name: str, first: Where, second: Where, at: Drawn = None, axis: Drawn = None, x: Drawn = None
    ) -> None:
        """A cross between two yokes: `axis` is the arm held by the first body, `x` the arm held by the second."""
        self._between(name, library.Universal, first, second, at=at, axis=axis, x=x)

    def revolute(
        self, name: str, first: Where, second: Where, at: Drawn = None, axis: Drawn = None, x: Drawn = None
    ) -> None:
        """A hinge; its angle is that of the second x'' against the first."""
        self._between(name, library.Revolute, first, second, at=at, axis=axis, x=x)

    def cylindrical(
        self, name: str, first: Where, second: Where, at: Drawn = None, axis: Drawn = None, x: Drawn = None
    ) -> None:
        """A pin in a bore: it turns and slides along the axis."""
        self._between(name, library.Cylindrical, first, second, at=at, axis=axis, x=x)

    def translational(
        self,
        name: str,
        first: Where,
        second: Where,
        at: Drawn = None,
        axis: Drawn = None,
        x: Drawn = None,
        angle: Num | None = None,
    ) -> None:
        """A slide along the axis; `angle` is kept between the two x'', else the quarter turn nearest to the drawing."""
        self._between(name, library.Translational, first, second, at=at, axis=axis, x=x, angle=angle)

    def screw(
        self,
        name: str,
        first: Where,
        second: Where,
        at: Drawn = None,
        axis: Drawn = None,
        x: Drawn = None,
        *,
        pitch: Num | None = None,
        lead: Num | None = None,
        zero: Num | None = None,
    ) -> None:
        """A screw: it advances by `pitch` a radian or by `lead` a turn; `zero` is the angle at which it has not."""
        fields = {"pitch": pitch, "lead": lead, "zero": zero}
        self._between(name, library.Screw, first, second, at=at, axis=axis, x=x, **fields)

    def planar(
        self, name: str, first: Where, second: Where, at: Drawn = None, axis: Drawn = None, x: Drawn = None
    ) -> None:
        """A flat face on another; the axis is square to it."""
        self._between(name, library.PlanarJoint, first, second, at=at, axis=axis, x=x)

    def fixed(self, name: str, first: Where, second: Where, at: Drawn = None) -> None:
        """Weld two bodies together: as drawn with a point `at` of the drawing, else the origins of their frames meet.

        Axes are as drawn where none are given.
        """
        self._between(name, library.Fixed, first, second, at=at)

    def constant_velocity(self, name: str, first: Where, second: Where, at: Drawn = None, axis: Drawn = None) -> None:
        """A joint of constant velocity between shafts along the axes of its frames."""
        self._between(name, library.ConstantVelocity, first, second, at=at, axis=axis)

    def point_on_line(self, name: str, line: Where, point: Where, at: Drawn = None, axis: Drawn = None) -> None:
        """A point of the second body on the axis of the first."""
        self._between(name, library.PointOnLine, line, point, at=at, axis=axis)

    def point_on_plane(self, name: str, plane: Where, point: Where, at: Drawn = None, axis: Drawn = None) -> None:
        """A point of the second body in the plane square to the axis of the first."""
        self._between(name, library.PointOnPlane, plane, point, at=at, axis=axis)

    def point_on_curve(
        self, name: str, on: Handle | str, x: Any, y: Any, z: Any, point: Where, contact: Num = 0
    ) -> None:
        """A point on a curve x, y, z (functions of alpha) of the body `on`; `contact` estimates alpha."""
        fields = {"on": str(on), "x": x, "y": y, "z": z, "point": place(point), "contact": contact}
        self.joint(name, library.PointOnCurve, **fields)

    # ------------------------------------------------------------------ massless links

    def spherical_spherical(self, name: str, first: Where, second: Where, length: Num | None = None) -> None:
        """A massless link with a ball at each end; as long as drawn when no length is given."""
        self._between(name, library.SphericalSpherical, first, second, length=length)

    def revolute_spherical(
        self, name: str, first: Where, second: Where, length: Num | None = None, offset: Num = 0
    ) -> None:
        """A massless link hinged to the first body, with a ball on the second."""
        self._between(name, library.RevoluteSpherical, first, second, length=length, offset=offset)

    def revolute_revolute(
        self, name: str, first: Where, second: Where, length: Num | None = None, offset: Num = 0
    ) -> None:
        """A massless link between two hinges with parallel axes."""
        self._between(name, library.RevoluteRevolute, first, second, length=length, offset=offset)

    def revolute_revolute_orthogonal(self, name: str, first: Where, second: Where, length: Num | None = None) -> None:
        """A massless link between two hinges with axes square to each other."""
        self._between(name, library.RevoluteRevoluteOrthogonal, first, second, length=length)

    def revolute_cylindrical(self, name: str, first: Where, second: Where, at: Drawn = None) -> None:
        """A massless part hinged to the first body that slides and turns on an axis of the second."""
        self._between(name, library.RevoluteCylindrical, first, second, at=at)

    def revolute_translational(self, name: str, first: Where, second: Where, at: Drawn = None) -> None:
        """A massless part hinged to the first body that slides on the second."""
        self._between(name, library.RevoluteTranslational, first, second, at=at)

    def translational_revolute(self, name: str, first: Where, second: Where, at: Drawn = None) -> None:
        """A massless part that slides on the first body, with the second hinged to it."""
        self._between(name, library.TranslationalRevolute, first, second, at=at)

    def strut(self, name: str, first: Where, second: Where, at: Drawn = None, axis: Drawn = None) -> None:
        """A telescopic strut along an axis of the first body, with a ball on the second."""
        self._between(name, library.Strut, first, second, at=at, axis=axis)

    # ------------------------------------------------------------------ relations of joints

    def gear(self, name: str, first: str, second: str, *, internal: bool = False, **size: Any) -> None:
        """Two gears on the joints of these names; give one of ratio=, radii=(r1, r2), teeth=(z1, z2)."""
        self.joint(name, library.Gear, joints=(first, second), internal=internal, **size)

    def bevel_gear(self, name: str, first: str, second: str, **size: Any) -> None:
        """Two bevel gears on the joints of these names; give one of ratio=, radii=, teeth=."""
        self.joint(name, library.BevelGear, joints=(first, second), **size)

    def worm(self, name: str, worm: str, wheel: str, *, starts: Num, teeth: Num, hand: str = "right") -> None:
        """A worm on one joint that turns a wheel on another."""
        self.joint(name, library.Worm, joints=(worm, wheel), starts=starts, teeth=teeth, hand=hand)

    def rack(self, name: str, pinion: str, slide: str, *, radius: Num) -> None:
        """A pinion on a joint that turns, and a rack on a slide."""
        self.joint(name, library.Rack, joints=(pinion, slide), radius=radius)

    def belt(self, name: str, first: str, second: str, *, crossed: bool = False, **size: Any) -> None:
        """A belt or chain without slip or stretch; give one of ratio=, radii=, teeth=."""
        self.joint(name, library.Belt, joints=(first, second), crossed=crossed, **size)

    def coupler(self, name: str, terms: Any, value: Any = None) -> None:
        """The sum of factors times joint values is `value`, or as drawn: `{"left.angle": 1, "right.angle": -1}`."""
        self.joint(name, library.Coupler, of=coupled(f"joint '{name}'", terms), value=value)

    # ------------------------------------------------------------------ rolling

    def rolling_disc(self, name: str, plane: Where, disc: Where, radius: Num) -> None:
        """A thin wheel that rolls on a plane without slipping; the frame `disc` has its axis along the axle."""
        self.joint(name, rolling.RollingDisc, plane=place(plane), disc=place(disc), radius=radius)

    def rolling_wheel(self, name: str, plane: Where, disc: Where, radius: Num, tread: Num) -> None:
        """A wheel with a round tread that rolls on a plane without slipping."""
        self.joint(name, rolling.RollingWheel, plane=place(plane), disc=place(disc), radius=radius, tread=tread)

    def rolling_sphere(self, name: str, plane: Where, sphere: Where, radius: Num) -> None:
        """A ball that rolls on a plane without slipping."""
        self.joint(name, rolling.RollingSphere, plane=place(plane), sphere=place(sphere), radius=radius)

    def knife_edge(self, name: str, plane: Where, blade: Where) -> None:
        """A blade on a plane that moves along itself only; the frame `blade` has its axis along the blade."""
        self.joint(name, rolling.KnifeEdge, plane=place(plane), blade=place(blade))

    def skate(self, name: str, plane: Where, blade: Where) -> None:
        """A blade that stays upright on a plane and moves along itself only."""
        self.joint(name, rolling.Skate, plane=place(plane), blade=place(blade))

    # ------------------------------------------------------------------ constraints

    def dot_1(self, name: str, first: Where, second: Where) -> None:
        """The axes of two frames stay square to each other."""
        self._between(name, library.Dot1, first, second)

    def dot_2(self, name: str, first: Where, second: Where, offset: Num = 0) -> None:
        """The second point keeps its place along the axis of the first frame."""
        self._between(name, library.Dot2, first, second, offset=offset)

    def parallel_1(self, name: str, first: Where, second: Where) -> None:
        """The axes of two frames stay parallel."""
        self._between(name, library.Parallel1, first, second)

    def parallel_2(self, name: str, first: Where, second: Where) -> None:
        """The second point stays on the axis of the first frame."""
        self._between(name, library.Parallel2, first, second)

    def coincident(self, name: str, first: Where, second: Where) -> None:
        """Two points stay together."""
        self._between(name, library.CoincidentPoints, first, second)

    def distance(self, name: str, first: Where, second: Where, value: Any) -> None:
        """Hold the distance of two points."""
        self._between(name, library.Distance, first, second, value=value)

    def along(self, name: str, first: Where, second: Where, value: Any) -> None:
        """Hold the place of the second point along the axis of the first frame."""
        self._between(name, library.Along, first, second, value=value)

    def absolute_x(self, name: str, on: Where, value: Num) -> None:
        """Hold the world x of a point."""
        self.joint(name, library.AbsoluteX, on=place(on), value=value)

    def absolute_y(self, name: str, on: Where, value: Num) -> None:
        """Hold the world y of a point."""
        self.joint(name, library.AbsoluteY, on=place(on), value=value)

    def absolute_z(self, name: str, on: Where, value: Num) -> None:
        """Hold the world z of a point."""
        self.joint(name, library.AbsoluteZ, on=place(on), value=value)

    def absolute_angle(self, name: str, on: Where, value: Num, against: Where | None = None) -> None:
        """Hold the angle of a body about an axis of the world."""
        given = {} if against is None else {"against": place(against)}
        self.joint(name, library.AbsoluteAngle, on=place(on), value=value, **given)

    def absolute_orientation(self, name: str, on: Handle | str, orientation: Any = None) -> None:
        """Hold the orientation of a body, as drawn when none is given."""
        self.joint(name, library.AbsoluteOrientation, on=str(on), orientation=orientation)

    def grounded(self, name: str, on: Handle | str, position: Drawn = None, orientation: Any = None) -> None:
        """Hold a body in its place and orientation, as drawn where they are not given."""
        self.joint(name, library.Ground, on=str(on), position=position, orientation=orientation)
