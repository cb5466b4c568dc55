"""Planar: a planar mechanism as a user describes it in Python. It holds plain validated data and knows no numerics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError, within
from linkwork.base.late_names import LateNames
from linkwork.base.names import GROUND
from linkwork.bodies.bodies import Body, Plane
from linkwork.bodies.mass import Mass, Resolved, evaluate
from linkwork.bodies.modes import Modes
from linkwork.bodies.profiles import Profile
from linkwork.elements.base import Element
from linkwork.expression.given import FilePath, public
from linkwork.expression.part import plain
from linkwork.mechanism.component_builder import ComponentBuilder
from linkwork.mechanism.force_builder import ForceBuilder, Sliding, Where
from linkwork.mechanism.handles import BodyHandle, Num, Pair
from linkwork.mechanism.mechanism import Mechanism
from linkwork.mechanism.places_given import not_driven, place, places
from linkwork.places.places import Line, Vector

if TYPE_CHECKING:
    from linkwork.elements.clearance_base import Clearance
    from linkwork.elements.planar import catalogue as library
    from linkwork.mechanism.beams.planar import Beam, Cable
    from linkwork.mechanism.model import Model
    from linkwork.mechanism.rules import PlanarRules
    from linkwork.mechanism.spatial.spatial import Spatial
    from linkwork.places.world import World
else:
    _JOINTS = "linkwork.elements.planar.joints"
    library = LateNames(
        "linkwork.elements.planar.catalogue",
        Revolute=f"{_JOINTS}.revolute",
        Translational=f"{_JOINTS}.translational",
        Fixed=f"{_JOINTS}.fixed",
        Gear=f"{_JOINTS}.gear",
        AngleDrive=f"{_JOINTS}.angle",
        PositionDrive=f"{_JOINTS}.slide_drive",
    )


@cache
def _plane() -> World:
    """The plane, which is asked for many times in a call."""
    from linkwork.places.world import PLANE

    return PLANE


@public
class Planar(Mechanism, ForceBuilder, ComponentBuilder):
    """A planar mechanism: bodies, joints and drivers, each with a name; `ground` is always there."""

    world_name = "plane"
    body_kind = Body
    handle_kind = BodyHandle

    bodies_by_name: dict[str, Body]
    gravity: Vector | None

    def __init__(self, name: str = "mechanism", description: str = "") -> None:
        self.planes: dict[str, Plane] = {"xy": Plane()}
        super().__init__(name, description)

    @property
    def world(self) -> World:
        """The plane."""
        return _plane()

    @property
    def strand_kinds(self) -> tuple[type[Beam], type[Cable]]:
        """Beams and cables in the plane."""
        from linkwork.mechanism.beams.planar import Beam, Cable

        return Beam, Cable

    @property
    def slide_kind(self) -> type[library.BeamSlide]:
        """Joints along beams."""
        return library.BeamSlide

    @property
    def clearance_kinds(self) -> tuple[type[Clearance], ...]:
        """A journal in a bearing, a block in a guide."""
        from linkwork.elements.planar.contact.clearance import CLEARANCES

        return CLEARANCES

    @property
    def rules(self) -> PlanarRules:
        """Checks of planar mechanisms."""
        from linkwork.mechanism.rules import PlanarRules

        return PlanarRules()

    # ------------------------------------------------------------------ planes, bodies

    def plane(self, name: str, x: tuple[Num, ...], y: tuple[Num, ...], origin: tuple[Num, ...] = (0, 0, 0)) -> str:
        """Define a motion plane by the directions of its axes in space; bodies name it with `plane=`."""
        self._free_name("plane", name, self.planes)
        self.planes[name] = self._make(Plane, f"plane '{name}'", origin=origin, x=x, y=y)
        self._changed()
        return name

    def body(
        self,
        name: str,
        estimate: tuple[Num, Num, Num] | None = None,
        points: dict[str, Pair] | None = None,
        outlines: dict[str, Any] | None = None,
        profiles: dict[str, Any] | None = None,
        plane: str = "xy",
        mass: Mass | Mapping[str, Any] | None = None,
    ) -> BodyHandle:
        """Add a body; `estimate` is a rough x, y, angle of its frame, `points` names places on it."""
        if name == GROUND:
            raise MechanismError("body 'ground' is always there; use the mechanism's `ground`")
        fields = {"estimate": estimate, "points": points or {}, "outlines": outlines or {}, "plane": plane}
        fields |= {"profiles": profiles or {}}
        self.add_body(name, self._make(Body, f"body '{name}'", **fields, mass=mass))
        return BodyHandle(self, name)

    def modal(
        self,
        name: str,
        mass: Mass | Mapping[str, Any],
        modes: Modes | Mapping[str, Any],
        estimate: tuple[Num, Num, Num] | None = None,
        points: dict[str, Pair] | None = None,
        negligible: Num | None = None,
    ) -> BodyHandle:
        """Add a body with elastic modes (floating frame); `interface` of what it returns is where elements attach."""
        body = self.body(name, estimate, points, mass=mass)
        self._update_body(name, modes=modes, negligible=negligible)
        return body

    def flexible(
        self,
        name: str,
        *,
        estimate: tuple[Num, Num, Num] | None = None,
        points: dict[str, Pair] | None = None,
        negligible: Num | None = None,
        **fields: Any,
    ) -> BodyHandle:
        """Add a flexible body from finite elements: a `shape` meshed here, a `mesh` or `matrices`, with a `material`.

        `interfaces` names the nodes that joints attach to; how it is reduced to modes say `reduction`, `modes` or
        `frequency`, `reference`, `damping`, `stiffening`. `negligible` is the share of its first vibration below which
        a mode is left out between contacts.
        """
        from linkwork.bodies.flexible.description import Flexible

        described = self._make(Flexible, f"body '{name}'", **fields)
        placed = {"estimate": estimate, "points": points or {}}
        self.add_body(name, self._make(Body, f"body '{name}'", **placed, flexible=described, negligible=negligible))
        return BodyHandle(self, name)

    def ritz_beam(
        self,
        name: str,
        *,
        estimate: tuple[Num, Num, Num] | None = None,
        points: dict[str, Pair] | None = None,
        negligible: Num | None = None,
        **fields: Any,
    ) -> BodyHandle:
        """Add a straight beam by Ritz functions: `length`, `section`, `E`, `rho`, and how many functions of `bending`.

        Its frame is that of its root, x along it; joints attach to its interfaces `root`, `tip` and its `places`.
        """
        from linkwork.bodies.ritz.description import RitzBeam

        described = self._make(RitzBeam, f"body '{name}'", **fields)
        placed = {"estimate": estimate, "points": points or {}}
        self.add_body(name, self._make(Body, f"body '{name}'", **placed, ritz=described, negligible=negligible))
        return BodyHandle(self, name)

    def estimate(self, body: BodyHandle | str, x: Num, y: Num, angle: Num) -> None:
        """Say roughly where a body is; the assembly starts from there."""
        self._update_body(str(body), estimate=(x, y, angle))

    def add_outline(self, body: str, name: str, outline: Any) -> None:
        """Name an outline of a body."""
        outlines = self._described(body).outlines
        self._free_name(f"outline of '{body}'", name, outlines)
        self._update_body(body, outlines={**outlines, name: outline})

    def add_profile(self, body: str, name: str, profile: Any = None, **fields: Any) -> None:
        """Name an outline of a body that can touch others."""
        profiles = self._described(body).profiles
        where = f"profile of '{body}'"
        self._free_name(where, name, profiles)
        if profile is not None and fields:
            raise MechanismError(f"{where} '{name}': give a whole profile or its fields, not both")
        with within(f"{where} '{name}'"):
            made = profile if profile is not None else Profile(**fields)
        self._update_body(body, profiles={**profiles, name: made})

    def describe_profile(self, reference: str) -> str:
        """The elements of a profile such as `cam.edge` as a table, and what is to be said about them."""
        from linkwork.bodies.profile_text import describe

        return describe(self.scope(), reference)

    def mass(
        self,
        body: BodyHandle | str,
        mass: Num | None = None,
        center: Pair | None = None,
        inertia: Num | None = None,
        inertia_about: Pair | None = None,
        shapes: Sequence[Any] = (),
    ) -> None:
        """Give a body its mass, mass centre and inertia (about the centre, or another point), or its shapes."""
        fields = {"mass": mass, "center": center, "inertia": inertia, "inertia_about": inertia_about}
        made = self._make(Mass, f"body '{body}'", **fields, shapes=tuple(shapes))
        self._update_body(str(body), mass=made)

    def mass_properties(self, body: BodyHandle | str) -> Resolved:
        """Mass, mass centre and inertia of a body for the present parameters, as numbers."""
        scope = self.scope()
        return evaluate(scope.body(str(body)).mass, scope, self.row_class(scope, f"body '{body}'", str(body)))

    # ------------------------------------------------------------------ joints

    def revolute(self, name: str, first: Where, second: Where, at: Pair | None = None) -> None:
        """A pin through two bodies; `at` gives its place as drawn in the world."""
        self.joint(name, library.Revolute, between=places(first, second), at=at)

    def translational(
        self, name: str, first: Sliding, second: Sliding, at: Pair | None = None, along: Pair | None = None
    ) -> None:
        """A slide: a line of the first body and a line of the second stay on each other."""
        self.joint(name, library.Translational, between=places(first, second), at=at, along=along)

    def fixed(self, name: str, first: Where, second: Where, at: Pair | None = None, angle: Num | None = None) -> None:
        """Weld two bodies together at a point."""
        self.joint(name, library.Fixed, between=places(first, second), at=at, angle=angle)

    def revolute_revolute(self, name: str, first: Where, second: Where, length: Num) -> None:
        """A massless link of this length, pinned at both ends."""
        self.joint(name, library.RevoluteRevolute, between=places(first, second), length=length)

    def revolute_translational(self, name: str, line: Line, pin: Where, offset: Num = 0) -> None:
        """A massless slider: the pin keeps its offset from the line, positive on the line's left."""
        self.joint(name, library.RevoluteTranslational, line=line, pin=place(pin), offset=offset)

    def pin_in_slot(self, name: str, line: Line, pin: Where) -> None:
        """A pin of one body in a straight slot of another."""
        self.joint(name, library.PinInSlot, line=line, pin=place(pin))

    def double_translational(
        self, name: str, first: BodyHandle | str, second: BodyHandle | str, angle: Num | None = None
    ) -> None:
        """Two bodies slide freely over each other but keep their relative angle."""
        self.joint(name, library.DoubleTranslational, between=(str(first), str(second)), angle=angle)

    def gear(
        self,
        name: str,
        first: Where,
        second: Where,
        radii: Pair,
        internal: bool = False,
        reference: Pair | None = None,
    ) -> None:
        """Two gears on these centres; their distance is held by other joints."""
        fields = {"radii": radii, "internal": internal, "reference": reference}
        self.joint(name, library.Gear, between=places(first, second), **fields)

    def rack_pinion(
        self,
        name: str,
        rack: Line,
        pinion: Where,
        radius: Num,
        side: str = "left",
        reference: Num | None = None,
    ) -> None:
        """A pinion that rolls on the pitch line of a rack."""
        fields = {"radius": radius, "side": side, "reference": reference}
        self.joint(name, library.RackPinion, rack=rack, pinion=place(pinion), **fields)

    def cam_follower(self, name: str, first: str, second: str, contact: Pair = (0, 0)) -> None:
        """Two outlines that touch; `contact` estimates the outline parameters."""
        self.joint(name, library.CamFollower, between=(first, second), contact=contact)

    def cam_flat(self, name: str, cam: str, flat: Line, contact: Num = 0) -> None:
        """An outline that touches a flat face."""
        self.joint(name, library.CamFlat, cam=cam, flat=flat, contact=contact)

    def point_follower(self, name: str, pin: Where, slot: str, contact: Num = 0) -> None:
        """A pin that stays on an outline (curved slot, knife-edge follower)."""
        self.joint(name, library.PointFollower, pin=place(pin), slot=slot, contact=contact)

    def coupling(self, name: str, first: Where, second: Where) -> None:
        """A pin on the common line of the planes of two bodies."""
        self.joint(name, library.Coupling, between=places(first, second))

    def coupling_slide(self, name: str, slide: Line, pin: Where) -> None:
        """A pin of the second body on the common line of two planes, sliding along a line of the first."""
        self.joint(name, library.CouplingSlide, slide=slide, pin=place(pin))

    def absolute_x(self, name: str, on: Where, value: Num) -> None:
        """Hold the world x of a point."""
        self.joint(name, library.AbsoluteX, on=place(on), value=value)

    def absolute_y(self, name: str, on: Where, value: Num) -> None:
        """Hold the world y of a point."""
        self.joint(name, library.AbsoluteY, on=place(on), value=value)

    def absolute_angle(self, name: str, on: BodyHandle | str, value: Num) -> None:
        """Hold the angle of a body in the world."""
        self.joint(name, library.AbsoluteAngle, on=str(on), value=value)

    def absolute_distance(self, name: str, on: Where, center: Pair, value: Num) -> None:
        """Hold the distance of a point from a fixed point of the world."""
        self.joint(name, library.AbsoluteDistance, on=place(on), center=center, value=value)

    def relative_x(self, name: str, first: Where, second: Where, value: Num) -> None:
        """Hold the world x of the second point less that of the first."""
        self.joint(name, library.RelativeX, between=places(first, second), value=value)

    def relative_y(self, name: str, first: Where, second: Where, value: Num) -> None:
        """Hold the world y of the second point less that of the first."""
        self.joint(name, library.RelativeY, between=places(first, second), value=value)

    def relative_angle(self, name: str, first: BodyHandle | str, second: BodyHandle | str, value: Num) -> None:
        """Hold the angle of the second body less that of the first."""
        self.joint(name, library.RelativeAngle, between=(str(first), str(second)), value=value)

    def relative_distance(self, name: str, first: Where, second: Where, value: Num) -> None:
        """Hold the distance of two points."""
        self.joint(name, library.RelativeDistance, between=places(first, second), value=value)

    # ------------------------------------------------------------------ drivers

    def drive(
        self,
        name: str,
        *,
        joint: str | None = None,
        on: Where | None = None,
        between: tuple[Where, Where] | None = None,
        mounting: Pair = (0, 0),
        **motion: Any,
    ) -> None:
        """Prescribe one motion as a function of t: exactly one of angle, position, x, y, distance or strut.

        `joint="O", angle="2*pi*t"` turns a revolute joint, `joint="guide", position=...` moves a slide;
        `on=crank, angle=...` or `on=point, x=...` drives against the ground, `between=(p, q)` one body against another.
        """
        kind, fields = _driver(name, joint, on, between, mounting, motion)
        self.add_driver(name, self._make(kind, f"driver '{name}'", **fields))

    # ------------------------------------------------------------------ files of the thesis of Wang

    def save_dyn(self, path: FilePath) -> None:
        """Write a `.DYN` file: pins, slides, springs in them and contacts; anything else is refused by name."""
        from linkwork.formats.dyn import save_dyn

        save_dyn(self, path)

    # ------------------------------------------------------------------ in space

    def in_space(
        self,
        origin: tuple[Num, Num, Num] = (0, 0, 0),
        x: tuple[Num, Num, Num] = (1, 0, 0),
        y: tuple[Num, Num, Num] = (0, 1, 0),
        name: str | None = None,
    ) -> Spatial:
        """The same mechanism in a plane of space, given by its origin and the directions of its axes.

        Motion and reactions in the plane are the same; `in_space(y=(0, 0, 1))` stands it upright. See
        `linkwork.formats.embedding` for what is added and what is refused.
        """
        from linkwork.formats.embedding import embedded

        return embedded(self, origin, x, y, name)

    # ------------------------------------------------------------------ inside

    def add_body(self, name: str, body: Body) -> None:
        """Add a body that is already described."""
        if name == GROUND and (body.estimate is not None or body.plane != "xy"):
            raise MechanismError("body 'ground' never moves: it takes no estimate and no plane")
        super().add_body(name, body)

    def take_own(self, model: Model) -> None:
        for name, plane in getattr(model, "planes", {}).items():
            self.plane(name, plane.x, plane.y, plane.origin)

    def own_data(self) -> dict[str, Any]:
        return {"planes": {name: plain(plane) for name, plane in self.planes.items() if name != "xy"}}

    def _planar(self) -> Planar:
        return self


_ABSOLUTE = {"x": "AbsoluteX", "y": "AbsoluteY", "angle": "AbsoluteAngle"}
_RELATIVE = {
    "x": "RelativeX",
    "y": "RelativeY",
    "angle": "RelativeAngle",
    "distance": "RelativeDistance",
    "strut": "Strut",
}
_IN_JOINT = {"angle": "AngleDrive", "position": "PositionDrive"}


def _driver(
    name: str, joint: Any, on: Any, between: Any, mounting: Any, motion: dict[str, Any]
) -> tuple[type[Element], dict[str, Any]]:
    given_places = [given for given in (joint, on, between) if given is not None]
    if len(given_places) != 1 or len(motion) != 1:
        raise MechanismError(
            f"driver '{name}': give one of joint=, on=, between= and one motion, as in joint='O', angle='2*pi*t'"
        )
    quantity, value = next(iter(motion.items()))
    table: dict[str, Any] = _IN_JOINT if joint is not None else _ABSOLUTE if on is not None else _RELATIVE
    if quantity not in table:
        raise MechanismError(not_driven(name, quantity, table))
    kind = getattr(library, table[quantity])
    if joint is not None:
        fields = {"joint": joint, "value": value}
        return kind, fields | ({"mounting": mounting} if quantity == "angle" else {})
    if on is not None:
        return kind, {"on": str(place(on)) if quantity == "angle" else place(on), "value": value}
    first, second = between
    ends = (str(place(first)), str(place(second))) if quantity == "angle" else places(first, second)
    return kind, {"between": ends, "value": value}
