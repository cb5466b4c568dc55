"""Spatial: a mechanism in space as a user describes it in Python. It holds validated data and knows no numerics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError, shown
from linkwork.base.names import GROUND
from linkwork.bodies.spatial.bodies import SpatialBody
from linkwork.bodies.spatial.mass import Resolved3, SpatialMass, evaluate
from linkwork.bodies.spatial.modes import SpatialModes
from linkwork.expression.given import public
from linkwork.mechanism.handles import Num
from linkwork.mechanism.mechanism import Mechanism
from linkwork.mechanism.spatial.component_builder import SpatialComponentBuilder
from linkwork.mechanism.spatial.driver_builder import DriverBuilder
from linkwork.mechanism.spatial.force_builder import SpatialForceBuilder
from linkwork.mechanism.spatial.handles import SpatialBodyHandle, Triple, vector3
from linkwork.mechanism.spatial.joint_builder import JointBuilder
from linkwork.places.spatial.orientation import Orientation, Vector3
from linkwork.places.spatial.places import Triad

if TYPE_CHECKING:
    from linkwork.elements.clearance_base import Clearance
    from linkwork.elements.spatial.joints.beam_slide import SpatialBeamSlide
    from linkwork.mechanism.spatial.beams import SpatialBeam, SpatialCable
    from linkwork.mechanism.spatial.robot import Robot
    from linkwork.mechanism.spatial.rules import SpatialRules


@public
class Spatial(Mechanism, JointBuilder, DriverBuilder, SpatialForceBuilder, SpatialComponentBuilder):
    """A mechanism in space: bodies, joints and drivers, each with a name; `ground` is always there."""

    world_name = "space"
    body_kind = SpatialBody
    handle_kind = SpatialBodyHandle

    robots: tuple[Robot, ...] = ()
    """What the URDF files say that it was made from: limits of joints, notes on what is not used."""

    bodies_by_name: dict[str, SpatialBody]
    gravity: Vector3 | None

    def _spatial(self) -> Spatial:
        return self

    @property
    def world(self) -> Any:
        """Space."""
        from linkwork.places.spatial.world import SPACE

        return SPACE

    @property
    def strand_kinds(self) -> tuple[type[SpatialBeam], type[SpatialCable]]:
        """Beams and cables in space."""
        from linkwork.mechanism.spatial.beams import SpatialBeam, SpatialCable

        return SpatialBeam, SpatialCable

    @property
    def slide_kind(self) -> type[SpatialBeamSlide]:
        """Joints along beams."""
        from linkwork.elements.spatial.joints.beam_slide import SpatialBeamSlide

        return SpatialBeamSlide

    @property
    def clearance_kinds(self) -> tuple[type[Clearance], ...]:
        """A ball in a socket."""
        from linkwork.elements.spatial.contact.clearance import CLEARANCES

        return CLEARANCES

    @property
    def rules(self) -> SpatialRules:
        """Checks of spatial mechanisms."""
        from linkwork.mechanism.spatial.rules import SpatialRules

        return SpatialRules()

    # ------------------------------------------------------------------ bodies

    def body(
        self,
        name: str,
        estimate: Any = None,
        points: Mapping[str, Triple] | None = None,
        frames: Mapping[str, Any] | None = None,
        mass: Any = None,
        *,
        orientation: Any = None,
        geometry: Sequence[Any] = (),
        solids: Mapping[str, Any] | None = None,
    ) -> SpatialBodyHandle:
        """Add a body; `estimate` and `orientation` say roughly where its frame is; `points`, `frames` name places.

        `estimate` is a position (x, y, z), or position and orientation together as a model file has them.
        """
        if name == GROUND:
            raise MechanismError("body 'ground' is always there; use the mechanism's `ground`")
        fields = {"points": dict(points or {}), "frames": dict(frames or {}), "geometry": tuple(geometry)}
        fields["solids"] = dict(solids or {})
        place = _estimate(f"body '{name}'", estimate, orientation)
        self.add_body(name, self._make(SpatialBody, f"body '{name}'", estimate=place, **fields, mass=mass))
        return SpatialBodyHandle(self, name)

    def modal(
        self,
        name: str,
        mass: Any,
        modes: SpatialModes | Mapping[str, Any],
        estimate: Any = None,
        points: Mapping[str, Triple] | None = None,
        *,
        orientation: Any = None,
        geometry: Sequence[Any] = (),
        negligible: Num | None = None,
    ) -> SpatialBodyHandle:
        """Add a body with elastic modes (floating frame); `interface` of what it returns is where elements attach."""
        body = self.body(name, estimate, points, mass=mass, orientation=orientation, geometry=geometry)
        self._update_body(name, modes=modes, negligible=negligible)
        return body

    def flexible(
        self,
        name: str,
        *,
        estimate: Any = None,
        orientation: Any = None,
        points: Mapping[str, Triple] | None = None,
        negligible: Num | None = None,
        **fields: Any,
    ) -> SpatialBodyHandle:
        """Add a flexible body from finite elements: a `shape` meshed here, a `mesh` or `matrices`, with a `material`.

        `interfaces` names the nodes that joints attach to; how it is reduced to modes say `reduction`, `modes` or
        `frequency`, `reference`, `damping`, `stiffening`. `negligible` is the share of its first vibration below which
        a mode is left out between contacts.
        """
        from linkwork.bodies.flexible.description import Flexible

        described = self._make(Flexible, f"body '{name}'", **fields)
        placed = {"estimate": _estimate(f"body '{name}'", estimate, orientation), "points": dict(points or {})}
        self.add_body(
            name, self._make(SpatialBody, f"body '{name}'", **placed, flexible=described, negligible=negligible)
        )
        return SpatialBodyHandle(self, name)

    def ritz_beam(
        self,
        name: str,
        *,
        estimate: Any = None,
        orientation: Any = None,
        points: Mapping[str, Triple] | None = None,
        negligible: Num | None = None,
        **fields: Any,
    ) -> SpatialBodyHandle:
        """Add a straight beam by Ritz functions: `length`, `section`, `E`, `rho`, and how many functions there are.

        These are of `bending`, `bending_z`, `torsion` and `shear`. Its frame is that of its root, x along it, y along
        the height of the section; joints attach to its interfaces `root`, `tip` and its `places`.
        """
        from linkwork.bodies.ritz.description import RitzBeam

        described = self._make(RitzBeam, f"body '{name}'", **fields)
        placed = {"estimate": _estimate(f"body '{name}'", estimate, orientation), "points": dict(points or {})}
        self.add_body(name, self._make(SpatialBody, f"body '{name}'", **placed, ritz=described, negligible=negligible))
        return SpatialBodyHandle(self, name)

    def estimate(
        self,
        body: SpatialBodyHandle | str,
        position: Any = (0, 0, 0),
        orientation: Any = None,
    ) -> None:
        """Say roughly where a body is; the assembly starts from there."""
        self._update_body(str(body), estimate=_estimate(f"body '{body}'", position, orientation))

    def mass(
        self,
        body: SpatialBodyHandle | str,
        mass: Num | None = None,
        center: Triple | None = None,
        inertia: Any = None,
        inertia_about: Triple | None = None,
        inertia_axes: Orientation | Mapping[str, Any] | None = None,
        shapes: Sequence[Any] = (),
        mesh: Any = None,
    ) -> None:
        """Give a body its mass, mass centre and inertia (about the centre, or another point), its shapes or its mesh.

        Products of inertia are entries of the matrix: minus the integrals.
        """
        fields = {"mass": mass, "center": center, "inertia": inertia, "inertia_about": inertia_about}
        more = {"inertia_axes": inertia_axes, "shapes": tuple(shapes), "mesh": mesh}
        self._update_body(str(body), mass=self._make(SpatialMass, f"body '{body}'", **fields, **more))

    def mass_properties(self, body: SpatialBodyHandle | str) -> Resolved3:
        """Mass, mass centre and inertia of a body for the present parameters, as numbers."""
        scope = self.scope()
        return evaluate(scope.body(str(body)).mass, scope, self.row_class(scope, f"body '{body}'", str(body)))

    def add_frame(self, body: str, name: str, triad: Triad) -> None:
        """Name a frame of a body."""
        given = self._described(body)
        self._free_name(f"frame of '{body}'", name, given.frames, given.points)
        self._update_body(body, frames={**given.frames, name: triad})

    def add_solid(self, body: str, name: str, solid: Any) -> None:
        """Name a solid of a body."""
        given = self._described(body)
        self._free_name(f"solid of '{body}'", name, given.solids)
        self._update_body(body, solids={**given.solids, name: solid})

    def add_body(self, name: str, body: SpatialBody) -> None:
        """Add a body that is already described."""
        if name == GROUND and body.estimate is not None:
            raise MechanismError("body 'ground' never moves: it takes no estimate")
        super().add_body(name, body)

    def set_gravity(self, x: Num, y: Num | None = None, z: Num | None = None) -> None:
        """The field of gravity in m/s^2; there is none unless it is given."""
        if y is None or z is None:
            given = ", ".join(shown(value) for value in (x, y) if value is not None)
            raise MechanismError(f"gravity in space takes x, y and z, as set_gravity(0, 0, -9.81); found ({given})")
        self.gravity = vector3((x, y, z))
        self._changed()


def _estimate(where: str, estimate: Any, orientation: Any) -> Any:
    """The two parts of an estimate put together."""
    if orientation is None:
        return estimate
    if isinstance(estimate, Mapping) or hasattr(estimate, "position"):
        raise MechanismError(f"{where}: the estimate has an orientation already; give it once")
    return {"position": (0, 0, 0) if estimate is None else estimate, "orientation": orientation}
