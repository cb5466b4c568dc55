"""A planar mechanism as a `.DYN` file: pins, slides, springs in them, contacts. Whatever else it has is an error."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError, within
from linkwork.base.names import GROUND
from linkwork.elements.forces_base import Actuator, JointSpring
from linkwork.elements.planar.joints.revolute import Revolute
from linkwork.elements.planar.joints.translational import Translational
from linkwork.elements.restitution import Restitution
from linkwork.formats.dyn.data import DynFile, Frame, Link, LinkRecord, Matrix, Pair, PairRecord, Surface
from linkwork.formats.dyn.export_curves import curve_of
from linkwork.formats.dyn.frames import IDENTITY, Pose
from linkwork.formats.dyn.loops import loops_of
from linkwork.formats.dyn.nearest import nearest
from linkwork.formats.dyn.outline import Outline
from linkwork.mechanism.requests import time_grid

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar

_NO_GAP = 1e-6


def exported(mechanism: Planar) -> DynFile:
    """The mechanism as the data of a file; what does not fit the format is an error that names it."""
    from linkwork.topology.validate import validate

    validate(mechanism)
    _refuse(mechanism)
    return _Export(mechanism).file()


def _refuse(m: Planar) -> None:
    """Name the first thing that a `.DYN` file cannot say."""
    parts: dict[str, dict[str, Any]] = {
        "driver": m.drivers,
        "circuit": m.circuits,
        "signal": m.signals,
        "event": m.events,
        "friction": m.frictions,
    }
    for word, named in parts.items():
        for name in named:
            raise MechanismError(f"{word} '{name}': a .DYN file has no {word}s; leave it out or save a model file")
    for name, joint in m.joints.items():
        if not isinstance(joint, Revolute | Translational):
            kind = getattr(joint, "type", "joint")
            raise MechanismError(f"joint '{name}': a .DYN file knows pins, slides and contacts; this is a {kind}")
    for name, force in m.forces.items():
        if not isinstance(force, JointSpring | Actuator):
            raise MechanismError(f"force '{name}': a .DYN file knows springs and constant forces in joints only")
    for name, body in m.bodies_by_name.items():
        if body.plane != "xy":
            raise MechanismError(f"body '{name}': a .DYN file is read in the plane xy; this body moves in another")
    for name, contact in m.contacts.items():
        said = {"between", "restitution", "points"}
        for field in sorted(contact.model_fields_set - said):
            if getattr(contact, field) != type(contact).model_fields[field].default:
                raise MechanismError(f"contact '{name}': a .DYN file cannot say '{field}'; leave it out")
    if m.analysis.simulate is None:
        raise MechanismError("analysis: a .DYN file asks for a simulation; add analysis: {simulate: {until: ..}}")


class _Export:
    """One mechanism on its way into a file, with numbers for its parameters."""

    def __init__(self, mechanism: Planar) -> None:
        self.m = mechanism
        self.scope = mechanism.scope()
        self.surfaces: dict[str, list[Surface]] = {body: [] for body in mechanism.bodies_by_name}
        self.outlines: dict[str, Outline] = {}
        request = mechanism.analysis.simulate
        assert request is not None
        self.hold, self.speeds = request.hold, request.speeds
        assembly = mechanism.assemble(hold=self.hold or None)
        self.poses = {body: Pose(*pose) for body, pose in assembly.poses.items()} | {GROUND: Pose(0.0, 0.0, 0.0)}

    def file(self) -> DynFile:
        """The whole file."""
        m = self.m
        grid = time_grid(m)
        assert grid is not None
        start, end, points = grid
        if start != 0.0:
            raise MechanismError("analysis: simulate: a .DYN file begins at 0 s; leave out 'start'")
        pairs = [self.joint(name) for name in m.joints]
        for body, described in m.bodies_by_name.items():
            for name, profile in described.profiles.items():
                curve, outline = curve_of(self.scope, body, name, profile)
                if any(surface.name == name for surface in self.surfaces[body]):
                    raise MechanismError(f"profile of '{body}' '{name}': a joint of this body has the same name")
                self.surfaces[body].append(curve)
                self.outlines[f"{body}.{name}"] = outline
        pairs += [self.contact(name) for name in m.contacts]
        records = [self.joint_record(pair) for pair in pairs if pair.kind != "CONTACT"]
        records += [self.contact_record(pair) for pair in pairs if pair.kind == "CONTACT"]
        self.refuse_unsaid_rates()
        links = tuple(Link(body, IDENTITY, self.inertia(body), tuple(self.surfaces[body])) for body in m.bodies_by_name)
        fixed = tuple(LinkRecord(body, body, body == GROUND) for body in m.bodies_by_name)
        head = (m.name, self.gravity(), end, end / (points - 1), "pre-processing")
        return DynFile(*head, links, tuple(pairs), fixed, tuple(records), loops_of(m, pairs))

    # ------------------------------------------------------------------ parts

    def number(self, value: Any) -> float:
        """The value of a number or an expression."""
        return float(self.scope.number(value).real)

    def gravity(self) -> float:
        """The size of gravity, which must be along -y."""
        if self.m.gravity is None:
            return 0.0
        x, y = (self.number(value) for value in self.m.gravity)
        if x != 0.0 or y > 0.0:
            raise MechanismError("gravity: a .DYN file gives no direction; it is read along -y, and this one is not")
        return -y

    def inertia(self, body: str) -> Matrix:
        """The matrix J about the origin of the body's frame; a planar body is given J11 = J22 (Wang 3.3.2)."""
        if body == GROUND:
            return ((0.0,) * 4,) * 4
        mass_properties = self.m.mass_properties(body)
        mass, x, y = (float(value.real) for value in (mass_properties.mass, mass_properties.x, mass_properties.y))
        half = float(mass_properties.about(0.0, 0.0).real) / 2
        first, second = mass * x, mass * y
        rows = ((half, 0.0, 0.0, first), (0.0, half, 0.0, second), (0.0,) * 4, (first, second, 0.0, mass))
        return rows

    def joint(self, name: str) -> Pair:
        """A joint as a pair; its frames are put on both links."""
        joint, row = self.m.joints[name], self.m.row_class(self.scope, f"joint '{name}'", name)
        if isinstance(joint, Revolute):
            frames = [(at.body, _pin(*row.point(at))) for at in joint.places()]
            kind = "ROTOIDE"
        else:
            assert isinstance(joint, Translational)
            frames = [(line.body, _slide(*row.line(line)[:4])) for line in joint.lines()]
            kind = "PRISMATIQUE"
        for body, shape in frames:
            self.surfaces[body].append(Frame(name, shape))
        (first, _), (second, _) = frames
        return Pair(name, first, name, second, name, kind)

    def contact(self, name: str) -> Pair:
        """A contact as a pair."""
        (first, _, one), (second, _, other) = (end.partition(".") for end in self.m.contacts[name].between)
        return Pair(name, first, one, second, other, "CONTACT")

    # ------------------------------------------------------------------ records

    def joint_record(self, pair: Pair) -> PairRecord:
        """Spring, force and start of a joint."""
        turning = pair.kind == "ROTOIDE"
        value, rate = (
            f"{pair.name}.{'angle' if turning else 'position'}",
            f"{pair.name}.{'omega' if turning else 'speed'}",
        )
        velocity = self.number(self.speeds[rate]) if rate in self.speeds else 0.0
        chosen = rate in self.speeds or value in self.hold
        numbers = self.in_joint(pair.name)
        start = (self.value(pair), *(0.0,) * 5)
        flags = (chosen, *(False,) * 5)
        ends = pair.first_link, pair.second_link
        return PairRecord(pair.name, pair.name, *numbers, *ends, start, (velocity, *(0.0,) * 5), flags)

    def value(self, pair: Pair) -> float:
        """The value of a joint as assembled."""
        first, second = self.poses[pair.first_link], self.poses[pair.second_link]
        if pair.kind == "ROTOIDE":
            return second.angle - first.angle
        shapes = [
            next(s.shape for s in self.surfaces[body] if s.name == pair.name and isinstance(s, Frame))
            for body in (pair.first_link, pair.second_link)
        ]
        start, end = (at.point(shape[0][3], shape[1][3]) for at, shape in zip((first, second), shapes, strict=True))
        ahead = first.point(shapes[0][0][3] + shapes[0][0][2], shapes[0][1][3] + shapes[0][1][2])
        return sum((e - s) * (a - s) for s, e, a in zip(start, end, ahead, strict=True))

    def in_joint(self, joint: str) -> tuple[float, float, float]:
        """FORCE, STIFF and LENGTH of a joint."""
        force = stiffness = length = 0.0
        forces: dict[str, Any] = self.m.forces
        for name, part in forces.items():
            if getattr(part, "joint", None) != joint:
                continue
            with within(f"force '{name}'"):
                if isinstance(part, Actuator):
                    force += self.constant(part.force)
                    continue
                if stiffness:
                    raise MechanismError(f"a .DYN file has one spring in a joint, and joint '{joint}' has another")
                if self.number(part.damping) or part.only != "both" or part.clipped:
                    raise MechanismError("a .DYN file has no dampers and no springs that act one way only")
                force -= self.constant(part.force)
                stiffness, length = -self.number(part.stiffness), self.number(part.free)
        return force, stiffness, length

    def constant(self, law: Any) -> float:
        """The value of a law that does not change."""
        try:
            return self.number(law.value)
        except (AttributeError, MechanismError):
            raise MechanismError("a .DYN file knows constant forces only") from None

    def contact_record(self, pair: Pair) -> PairRecord:
        """Start and restitution of a contact."""
        one, other = (f"{link}.{name}" for link, name in zip(*_sides(pair), strict=True))
        ends = pair.first_link, pair.second_link
        first, second = self.outlines[one], self.outlines[other]
        q, r, gap = nearest(first, self.poses[ends[0]], second, self.poses[ends[1]])
        in_contact = gap <= _NO_GAP * max(first.size(), second.size())
        given = self.m.contacts[pair.name].restitution
        if isinstance(given, Restitution):
            raise MechanismError(f"contact '{pair.name}': a .DYN file knows restitutions that are numbers only")
        bounce = self.number(given)
        start, still = (q, r, *(0.0,) * 4), (0.0,) * 6
        return PairRecord(pair.name, pair.name, 0.0, 0.0, 0.0, *ends, start, still, (False,) * 6, in_contact, bounce)

    def refuse_unsaid_rates(self) -> None:
        """Rates and held values must be those of joints."""
        for what, names in (("speeds", self.speeds), ("hold", self.hold)):
            for name in names:
                if name.partition(".")[0] not in self.m.joints:
                    raise MechanismError(
                        f"analysis: simulate: {what}: '{name}': a .DYN file starts from joints; give that of a joint"
                    )


def _sides(pair: Pair) -> tuple[tuple[str, str], tuple[str, str]]:
    """The links and the surfaces of a pair."""
    return (pair.first_link, pair.second_link), (pair.first_surface, pair.second_surface)


def _pin(x: Any, y: Any) -> Matrix:
    """A frame with the axes of its body."""
    return (1.0, 0.0, 0.0, float(x.real)), (0.0, 1.0, 0.0, float(y.real)), (0.0, 0.0, 1.0, 0.0)


def _slide(x: Any, y: Any, u: Any, v: Any) -> Matrix:
    """A frame whose z axis is the direction of the slide, and whose y axis stands on the plane."""
    c, s = float(u.real), float(v.real)
    size = math.hypot(c, s)
    c, s = c / size, s / size
    return (-s, 0.0, c, float(x.real)), (c, 0.0, s, float(y.real)), (0.0, 1.0, 0.0, 0.0)
