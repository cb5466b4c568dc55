"""A planar mechanism from a `.DYN` file: links become bodies, pairs joints and contacts, springs act in the joints.

A joint's variable q turns or shifts the second frame about or along the z axis of the first (Wang 2.3); the force in
it is FORCE + STIFF (q - LENGTH). Our joint angle is that between the bodies, so it is q and a constant, or -q and one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from linkwork.formats.dyn.assembly import Assembly
from linkwork.formats.dyn.contacts import add_contacts
from linkwork.formats.dyn.data import Link, Matrix, Pair
from linkwork.formats.dyn.frames import TOLERANCE, inverse, keeps_plane, pose, product
from linkwork.formats.dyn.naming import Names

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar

_MOST_POINTS = 10_000_000


@dataclass
class Built:
    """A mechanism while it is built."""

    mechanism: Planar
    assembly: Assembly
    names: Names
    values: dict[str, tuple[str, float, int]] = field(default_factory=dict)
    """Of every joint: the name of its value, the value where q is 0, and the sense of q in it."""


def build(assembly: Assembly, down: Sequence[float] | None) -> Planar:
    """The mechanism that the file describes."""
    from linkwork.mechanism.planar import Planar

    mechanism = Planar(assembly.file.name[:200])
    built = Built(mechanism, assembly, Names(mechanism, assembly.report))
    for link in assembly.file.links:
        _body(built, link)
    for pair in assembly.joints:
        _joint(built, pair)
        _spring(built, pair)
    add_contacts(mechanism, assembly, built.names)
    _gravity(built, down)
    _request(built)
    return mechanism


def _body(built: Built, link: Link) -> None:
    """A link as a body with its mass; the fixed link is the ground."""
    assembly, m = built.assembly, built.mechanism
    if link.name == assembly.fixed:
        built.names.bodies[link.name] = "ground"
        return
    place = assembly.places[link.name]
    if not keeps_plane(place):
        assembly.report.fail(link.line, f"LINK '{link.name}': it starts turned out of the plane of motion, x and y")
    at = pose(place)
    name = built.names.bodies[link.name] = built.names.free("link", link.name, link.line)
    m.body(name, (at.x, at.y, at.angle))
    j = link.inertia
    mass, inertia = j[3][3], j[0][0] + j[1][1]
    if mass > 0.0:
        centre = (j[0][3] / mass, j[1][3] / mass)
        about = {"inertia_about": (0.0, 0.0)} if any(centre) else {}
        m.mass(name, mass, centre, inertia, **about)
    elif inertia > 0.0:
        m.mass(name, 0.0, None, inertia)


def local(built: Built, link: str, frame: Matrix) -> Matrix:
    """A frame of a link in the frame of its body; that of the ground is the world's."""
    return product(built.assembly.links[link].place, frame) if link == built.assembly.fixed else frame


def _joint(built: Built, pair: Pair) -> None:
    """A pin or a slide, and how its value depends on q."""
    assembly, m = built.assembly, built.mechanism
    first, second = assembly.frames(pair)
    first, second = local(built, pair.first_link, first), local(built, pair.second_link, second)
    line = pair.line
    bodies = [built.names.bodies[link] for link in (pair.first_link, pair.second_link)]
    name = built.names.pairs[pair.name] = built.names.free("pair", pair.name, line)
    if pair.kind == "ROTOIDE":
        sense = round(first[2][2])
        if not all(abs(frame[2][2] - sense) <= TOLERANCE for frame in (first, second)) or not sense:
            assembly.report.fail(
                line, f"PAIR '{pair.name}': the z axes of both frames must be that of the plane, both up or down"
            )
        here, there = (_handle(m, body) for body in bodies)
        m.revolute(name, here.at(first[0][3], first[1][3]), there.at(second[0][3], second[1][3]))
        apart = math.atan2(first[1][0], first[0][0]) - math.atan2(second[1][0], second[0][0])
        built.values[pair.name] = ("angle", math.remainder(apart, 2 * math.pi), sense)
        return
    if not keeps_plane(product(first, inverse(second))) or abs(first[2][2]) > TOLERANCE:
        assembly.report.fail(
            line, f"PAIR '{pair.name}': the z axes of both frames must lie in the plane, and the frames fit"
        )
    lines = []
    for body, frame in zip(bodies, (first, second), strict=True):
        start = (frame[0][3], frame[1][3])
        lines.append(_handle(m, body).line(start, (start[0] + frame[0][2], start[1] + frame[1][2])))
    m.translational(name, *lines)
    built.values[pair.name] = ("position", 0.0, 1)


def _handle(mechanism: Planar, body: str) -> Any:
    """The handle of a body, the ground too."""
    from linkwork.mechanism.handles import BodyHandle

    return BodyHandle(mechanism, body)


def _spring(built: Built, pair: Pair) -> None:
    """The force FORCE + STIFF (q - LENGTH) as a spring of stiffness -STIFF and an actuator."""
    record, name = built.assembly.records[pair.name], built.names.pairs[pair.name]
    _, zero, sense = built.values[pair.name]
    if record.stiffness:
        built.mechanism.joint_spring(
            f"spring_{name}", name, stiffness=-record.stiffness, free=zero + sense * record.length
        )
    if record.force:
        built.mechanism.actuator(f"force_{name}", name, force=sense * record.force)


def _gravity(built: Built, down: Sequence[float] | None) -> None:
    """Gravity in the direction given, or along -y."""
    file = built.assembly.file
    if file.gravity == 0.0:
        return
    if down is None:
        built.assembly.report.assumed(
            file.line,
            f"GRAVITY {file.gravity:g} has no direction in the file; -y is taken (load_dyn(..., down=(x, y)))",
        )
        down = (0.0, -1.0)
    x, y = (float(value) for value in down)
    size = math.hypot(x, y)
    if not 0.0 < size < math.inf:
        built.assembly.report.fail(file.line, "down: give a direction (x, y) that is not zero")
    built.mechanism.set_gravity(file.gravity * x / size, file.gravity * y / size)


def _request(built: Built) -> None:
    """The simulation that the header asks for, from the positions and speeds of the independent variables."""
    from linkwork.mechanism.model_requests import AnalysisRequest

    assembly, m = built.assembly, built.mechanism
    file, report = assembly.file, assembly.report
    points = round(file.time / file.step) + 1
    if points > _MOST_POINTS:
        report.fail(file.line, f"TIME / STEP makes {points} points; at most {_MOST_POINTS} are possible")
    chosen = [pair for pair in assembly.joints if assembly.records[pair.name].independent[0]]
    if not chosen:
        chosen = [pair for pair in assembly.joints if assembly.records[pair.name].velocity[0]]
        report.assumed(
            file.line, "no ARMOTOR[1] is TRUE; the joints start near their positions, with the velocities given"
        )
        hold = {}
    else:
        hold = {_value(built, pair): _started(built, pair) for pair in chosen}
    speeds = {}
    for pair in assembly.joints:
        record = assembly.records[pair.name]
        label, _, sense = built.values[pair.name]
        rate = f"{built.names.pairs[pair.name]}.{'omega' if label == 'angle' else 'speed'}"
        if pair in chosen or (record.velocity[0] and not assembly.looped):
            speeds[rate] = sense * record.velocity[0]
        elif record.velocity[0]:
            report.unused(
                record.line, f"OCPA '{record.name}': its velocity follows from the independent joints; not used"
            )
    asked = {"until": file.time, "points": max(points, 2), "speeds": speeds, "hold": hold}
    m.analysis = m._make(AnalysisRequest, "analysis", simulate=asked)


def _value(built: Built, pair: Pair) -> str:
    """The name of the value of a joint."""
    return f"{built.names.pairs[pair.name]}.{built.values[pair.name][0]}"


def _started(built: Built, pair: Pair) -> float:
    """The value of a joint at the start."""
    _, zero, sense = built.values[pair.name]
    return zero + sense * built.assembly.records[pair.name].position[0]
