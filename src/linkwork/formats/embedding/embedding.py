"""A planar mechanism placed in a plane of space."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from linkwork.base.errors import MechanismError, within
from linkwork.base.names import GROUND
from linkwork.bodies.bodies import Plane
from linkwork.elements.base import Element
from linkwork.elements.planar import catalogue
from linkwork.expression import Expression, as_expression
from linkwork.expression.part import made
from linkwork.formats.embedding import forces, held, joints
from linkwork.formats.embedding.bodies import Pose, spatial_body
from linkwork.formats.embedding.channels import Channels
from linkwork.formats.embedding.contacts import add_contact_parts
from linkwork.formats.embedding.places import Site
from linkwork.formats.embedding.plane import SpacePlane
from linkwork.formats.embedding.terms import ZERO
from linkwork.mechanism.spatial.spatial import Spatial

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar
    from linkwork.signals.parts import SignalPart

_CROSSING = (catalogue.Coupling, catalogue.CouplingSlide)


def embedded(planar: Planar, origin: Any, x: Any, y: Any, name: str | None = None) -> Spatial:
    """The mechanism in space whose xy plane has this origin and these axes."""
    planar.validate()
    plane = made(Plane, f"{planar.name}: its plane in space", origin=tuple(origin), x=tuple(x), y=tuple(y))
    return Embedding(planar, plane).spatial(name or planar.name)


class Embedding:
    """The translation of one planar mechanism: its planes in space, and what has been made so far."""

    def __init__(self, planar: Planar, plane: Plane) -> None:
        self.planar = planar
        self.scope = planar.scope()
        row = planar.row_class(self.scope, f"{planar.name}: its plane in space", planar.name)
        outer = SpacePlane.given(row, plane)
        self.planes = {
            name: SpacePlane.given(planar.row_class(self.scope, f"plane '{name}'", name), given).within(outer)
            for name, given in planar.planes.items()
        }
        self.channels = Channels(self)
        self.signals: dict[str, SignalPart] = {}
        self.made: dict[str, Element] = {}
        """Joints in space."""
        self.poses = self._poses()

    # ------------------------------------------------------------------ questions

    def plane_of(self, body: str) -> SpacePlane:
        """The plane in which a body moves."""
        return self.planes[self.planar.bodies_by_name[body].plane]

    def site(self, *bodies: str) -> Site:
        """The plane of an element on these bodies: that of those which move."""
        moving = [body for body in bodies if body != GROUND]
        return Site(self.planar, self.plane_of(moving[0] if moving else GROUND))

    def ends(self, name: str, element: Element) -> tuple[str, str]:
        """The two bodies of an element."""
        return element.ends(self.planar.row_class(self.scope, f"'{name}'", name))

    def taken(self, name: str) -> bool:
        """Whether the mechanism uses the name."""
        mechanism = self.planar
        groups: tuple[Mapping[str, Any], ...] = (mechanism.parameters_by_name, mechanism.bodies_by_name)
        groups += (mechanism.joints, mechanism.drivers, mechanism.forces, mechanism.signals, self.made)
        return any(name in group for group in groups)

    def signal(self, name: str, signal: SignalPart) -> str:
        """Add a signal; its name."""
        word = "".join(letter if letter.isalnum() else "_" for letter in name)
        while self.taken(word) or word in self.signals or word in self.channels.probes:
            word += "_"
        self.signals[word] = signal
        return word

    # ------------------------------------------------------------------ the whole

    def spatial(self, name: str) -> Spatial:
        """The mechanism in space."""
        planar, space = self.planar, Spatial(name, self.planar.description)
        for circuit in planar.circuits:
            raise MechanismError(
                f"circuit '{circuit}': circuits are not placed in space with a planar mechanism; describe it in the "
                "model in space"
            )
        space.folder = planar.folder
        space.parameters_by_name.update(planar.parameters_by_name)
        for body in planar.bodies_by_name:
            space.add_body(body, spatial_body(planar, body, self.plane_of(body), self.poses.get(body)))
        for joint, element in planar.joints.items():
            self.made |= self._joint(Spot(self, "joint", joint, element))
        self._keep_in_plane()
        drivers: dict[str, Element] = {}
        for drive, element in planar.drivers.items():
            drivers |= self._joint(Spot(self, "driver", drive, element))
        acting = {force: self._force(Spot(self, "force", force, element)) for force, element in planar.forces.items()}
        signals = {label: self.channels.part(signal) for label, signal in planar.signals.items()}
        events = {label: self._event(event) for label, event in planar.events.items()}
        space.initial.update(held.held_values(self, planar.initial))
        space.tree_request, space.analysis, space.output = held.requests(self)
        space.gravity = self._gravity()
        for joint, element in self.made.items():
            space.add_joint(joint, element)
        add_contact_parts(self, space)
        for drive, element in drivers.items():
            space.add_driver(drive, element)
        for force, element in (acting | self.channels.probes).items():
            space.add_force(force, element)
        for label, signal in (signals | self.signals).items():
            space.add_signal(label, signal)
        for label, event in events.items():
            space.add_event(label, event)
        return space

    def _joint(self, spot: Spot) -> dict[str, Element]:
        translate = joints.TRANSLATED.get(type(spot.element))
        if translate is None:
            spot.refuse("there is no such joint in space")
        with within(spot.where):
            return translate(spot, spot.element)

    def _force(self, spot: Spot) -> Element:
        translate = forces.TRANSLATED.get(type(spot.element))
        if translate is None:
            spot.refuse("there is no such force in space")
        with within(spot.where):
            return translate(spot, spot.element)

    def _event(self, event: Any) -> Any:
        if event.impulse:
            raise MechanismError("a known impulse is not carried into space; leave it out and give it there anew")
        return self.channels.part(event).model_copy(update={"jump": held.jumps(self, event.jump)})

    def _gravity(self) -> Any:
        """One field for all: that of the xy plane."""
        planar = self.planar
        if planar.gravity is None:
            return None
        for name, body in planar.bodies_by_name.items():
            if body.plane != "xy" and body.mass is not None:
                raise MechanismError(
                    f"body '{name}' moves in plane '{body.plane}' and has mass: in the plane its weight is along the "
                    "axes of its own plane, in space gravity is one field; leave gravity out, or build it in space"
                )
        return self.planes["xy"].vector(*planar.gravity)

    # ------------------------------------------------------------------ bodies in their planes

    def _poses(self) -> dict[str, Pose]:
        """Where the drawing shows the bodies; where one has no estimate, all are as the plane's assembly puts them."""
        from linkwork.mechanism.check_drawing import drawn_bodies

        drawn = drawn_bodies(self.planar)
        moving = {name: body for name, body in self.planar.bodies_by_name.items() if name != GROUND}
        if all(body.estimate is not None or name in drawn for name, body in moving.items()):
            return {name: body.estimate or (ZERO, ZERO, ZERO) for name, body in moving.items()}
        poses: dict[str, Pose] = {}
        for name, pose in self.planar.assemble().poses.items():
            x, y, angle = (as_expression(float(value)) for value in pose)
            poses[name] = x, y, angle
        return poses

    def _keep_in_plane(self) -> None:
        """A planar joint to the ground for one body of every group that no joint keeps in its plane."""
        group = {name: name for name in self.planar.bodies_by_name}

        def root(name: str) -> str:
            while group[name] != name:
                name = group[name]
            return name

        for first, second in self._keeping():
            one, other = root(first), root(second)
            group[one if one != GROUND else other] = other if one != GROUND else one
        kept = {root(GROUND)}
        for name in self.planar.bodies_by_name:
            if root(name) not in kept:
                kept.add(root(name))
                held.keeper(self, name)

    def _keeping(self) -> Iterator[tuple[str, str]]:
        for name, joint in self.planar.joints.items():
            if isinstance(joint, joints.KEEPING):
                yield self.ends(name, joint)


class Spot(Site):
    """Where one element of the planar mechanism stands, and what its translation needs."""

    def __init__(self, embedding: Embedding, kind: str, name: str, element: Element) -> None:
        self.embedding = embedding
        self.name = name
        self.element = element
        self.where = f"{kind} '{name}'"
        self.ends = embedding.ends(name, element)
        moving = [body for body in self.ends if body != GROUND]
        home = GROUND if isinstance(element, _CROSSING) or not moving else moving[0]
        super().__init__(embedding.planar, embedding.plane_of(home))

    def refuse(self, why: str) -> NoReturn:
        """Say that the element has no counterpart in space."""
        raise MechanismError(f"{self.where}: it cannot be placed in space: {why}")

    def value(self, expression: Expression) -> float:
        """The number that an expression has now."""
        return float(self.embedding.scope.number(expression).real)

    def angle(self, body: str) -> float:
        """The angle of a body in its plane at the start."""
        return self.value(self.embedding.poses[body][2]) if body != GROUND else 0.0

    def law(self, law: Any, own: Mapping[str, str] | None = None) -> Any:
        """A law that reads channels of space."""
        return self.embedding.channels.law(law, own)
