"""Surfaces of OpenSim models that paths go round, and limits of coordinates."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.formats.urdf.xml_tree import Tag
from linkwork.library.biomechanics.frames import frame
from linkwork.library.biomechanics.parts import PathPoint, Station
from linkwork.library.biomechanics.passive.parts import JointLimit
from linkwork.library.biomechanics.paths.surfaces import Cylinder, Ellipsoid, Sphere, Surface, Torus

if TYPE_CHECKING:
    from linkwork.library.biomechanics.osim import Reader

KINDS = ("WrapCylinder", "WrapSphere", "WrapEllipsoid", "WrapTorus")


def read_surfaces(reader: Reader, model: Tag) -> dict[str, Surface]:
    """The surfaces of all bodies by their names; those that are not active are left out."""
    surfaces: dict[str, Surface] = {}
    holders = [("ground", tag) for tag in model.all("Ground")]
    holders += [(reader.name_of(tag), tag) for tag in reader.objects(model, "BodySet", ("Body",))]
    for body, holder in holders:
        for tag in reader.objects(holder, "WrapObjectSet", None):
            if tag.name not in KINDS:
                reader.fail(tag, f"a surface of the kind <{tag.name}> is not read; these are: {', '.join(KINDS)}")
            if reader.text(tag, "active", "true").lower() == "false":
                reader.leave_out(f"{tag.name} that is not active")
                continue
            try:
                surfaces[reader.name_of(tag)] = _surface(reader, tag, body)
            except MechanismError as error:
                reader.fail(tag, str(error))
    return surfaces


def _surface(reader: Reader, tag: Tag, body: str) -> Surface:
    center = reader.spot(tag, "translation", (0.0, 0.0, 0.0))
    turned = reader.vector(tag, "xyz_body_rotation", (0.0, 0.0, 0.0))
    axes = frame((0, 0, 0), turned)[:3, :3]
    quadrant = reader.text(tag, "quadrant", "all").lower().lstrip("+")
    towards = np.zeros(3)
    if quadrant not in ("all", "unassigned"):
        if quadrant.lstrip("-") not in ("x", "y", "z"):
            reader.fail(tag, f"the quadrant '{quadrant}' is none of x, -x, y, -y, z, -z, all")
        towards = axes[:, "xyz".index(quadrant[-1])]
        towards = -towards if quadrant.startswith("-") else towards
    x, y, z = (float(one) for one in towards)
    along = tuple(float(one) for one in axes[:, 2])
    if tag.name == "WrapSphere":
        return Sphere(body, center, reader.number(tag, "radius"), True, (x, y, z))
    if tag.name == "WrapCylinder":
        if quadrant.endswith("z"):
            reader.leave_out("quadrant of a WrapCylinder along its axis")
            x, y, z = 0.0, 0.0, 0.0
        return Cylinder(body, center, (along[0], along[1], along[2]), reader.number(tag, "radius"), 0, (x, y, z), True)
    if tag.name == "WrapEllipsoid":
        return Ellipsoid(body, center, reader.vector(tag, "dimensions"), turned, (x, y, z), True)
    ring, tube = reader.number(tag, "outer_radius"), reader.number(tag, "inner_radius")
    return Torus(body, center, (along[0], along[1], along[2]), ring, tube, True)


def wrapped(
    reader: Reader, path: Tag, points: tuple[PathPoint, ...], surfaces: dict[str, Surface]
) -> tuple[Station, ...]:
    """The points of a path with the surfaces of its <PathWrap> tags between those of their range."""
    between: list[list[Surface]] = [[] for _ in points]
    for tag in reader.objects(path, "PathWrapSet", ("PathWrap",)):
        name = reader.text(tag, "wrap_object")
        if name not in surfaces:
            reader.leave_out("PathWrap round a surface that is not there or not active")
            continue
        first, last = (int(one) for one in reader.numbers(tag, "range", 2, (-1.0, -1.0)))
        start, end = (0 if first < 1 else first - 1), (len(points) - 1 if last < 1 else last - 1)
        for k in range(max(0, start), min(end, len(points) - 1)):
            between[k].append(dataclasses.replace(surfaces[name]))
    stations: list[Station] = []
    for point, round_these in zip(points, between, strict=True):
        stations += [point, *round_these]
    return tuple(stations)


def read_limit(reader: Reader, tag: Tag, turning: dict[str, bool]) -> JointLimit | None:
    """A <CoordinateLimitForce>; its numbers are in degrees where the coordinate turns."""
    name = reader.text(tag, "coordinate", "").rsplit("/", 1)[-1]
    if name not in turning:
        reader.leave_out("CoordinateLimitForce of a coordinate that is not there")
        return None
    unit = math.radians(1.0) if turning[name] else 1.0
    try:
        return JointLimit(
            name, unit * reader.number(tag, "lower_limit"), unit * reader.number(tag, "upper_limit"),
            reader.number(tag, "upper_stiffness") / unit, reader.number(tag, "damping", 0.0) / unit,
            unit * reader.number(tag, "transition"), reader.number(tag, "lower_stiffness") / unit,
        )  # fmt: skip
    except MechanismError as error:
        reader.fail(tag, str(error))
