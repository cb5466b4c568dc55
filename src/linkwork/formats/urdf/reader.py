"""Reading URDF: the robot description format of ROS, into plain data. Every error has file and line."""

from __future__ import annotations

import math
import os
from typing import Any, NoReturn

from linkwork.base.errors import MechanismError, ModelFileError
from linkwork.base.local_file import read_bytes
from linkwork.base.plain_numbers import plain_float
from linkwork.expression.given import public
from linkwork.formats.urdf.tree import check_mimics, root_of
from linkwork.formats.urdf.visual import VisualReader
from linkwork.formats.urdf.xml_tree import Tag, read_xml
from linkwork.mechanism.spatial.robot import (
    JOINT_TYPES,
    Inertial,
    Limits,
    Mimic,
    Origin,
    Robot,
    RobotJoint,
    RobotLink,
    Vec,
)

LARGEST = 16 * 1024 * 1024
"""Bytes that a URDF file may have."""
_READ = {
    "robot": ("link", "joint", "material"),
    "link": ("inertial", "visual"),
    "joint": ("parent", "child", "origin", "axis", "limit", "dynamics", "mimic"),
}
_AXES = ("ixx", "iyy", "izz", "ixy", "iyz", "ixz")


@public
def read_urdf(path: str | os.PathLike[str], geometry: bool = True, collisions: bool = False) -> Robot:
    """The robot of a URDF file; without `geometry`, what the links look like is left out and no mesh file is needed.

    With `collisions` its links have the shapes with which they collide.
    """
    name = os.fspath(path)
    try:
        content = read_bytes(name, LARGEST, "a URDF file")
    except MechanismError as error:
        raise ModelFileError(str(error)) from None
    return Reader(name, geometry, collisions).robot(read_xml(content, name))


class Reader:
    """Reads the tags of one file."""

    def __init__(self, file: str, geometry: bool, collisions: bool = False) -> None:
        self.file, self.shown, self.collisions = file, geometry, collisions
        self.visuals = VisualReader(self)
        self.ignored: dict[str, int] = {}

    def fail(self, tag: Tag, message: str) -> NoReturn:
        """Refuse a tag, with file and line."""
        raise ModelFileError(f"{self.file}:{tag.line}: {message}")

    def robot(self, root: Tag) -> Robot:
        """The whole robot."""
        if root.name != "robot":
            self.fail(root, f"a URDF file begins with <robot>, not <{root.name}>")
        for tag in root.inner:
            if tag.name.startswith("xacro:"):
                self.fail(tag, f"<{tag.name}> is a macro; write the plain URDF with the program xacro first")
        if self.shown:
            self.visuals.materials(root)
        self._ignore(root)
        links = self._named(root, "link", self._link)
        if not links:
            self.fail(root, "the robot has no links")
        joints = self._named(root, "joint", self._joint)
        base = root_of(self.file, links, joints)
        check_mimics(self.file, joints)
        notes = [f"{self.file}: {count} <{name}> not used" for name, count in self.ignored.items()]
        notes += self.visuals.notes
        return Robot(root.attributes.get("name") or "robot", self.file, base, links, joints, tuple(notes))

    def _named(self, root: Tag, kind: str, read: Any) -> dict[str, Any]:
        named: dict[str, Any] = {}
        for tag in root.all(kind):
            name = self.text(tag, "name", kind)
            if name in named:
                self.fail(tag, f"{kind} '{name}' is defined twice, first on line {named[name].line}")
            named[name] = read(tag, name)
            self._ignore(tag)
        return named

    def _ignore(self, tag: Tag) -> None:
        """Count what is not read, for the notes."""
        for inner in tag.inner:
            if inner.name not in _READ[tag.name] and not (self.collisions and inner.name == "collision"):
                self.ignored[inner.name] = self.ignored.get(inner.name, 0) + 1

    def _link(self, tag: Tag, name: str) -> RobotLink:
        where = f"link '{name}'"
        inertial = tag.first("inertial")
        shown = self.visuals.of_link(tag, where) if self.shown else ()
        solids = self.visuals.solids_of(tag, where) if self.collisions else ()
        heavy = None if inertial is None else self._inertial(inertial, where)
        return RobotLink(name, tag.line, heavy, shown, solids)

    def _inertial(self, tag: Tag, where: str) -> Inertial:
        heavy, matrix = (self.inner(tag, name, f"{where}: its inertial") for name in ("mass", "inertia"))
        mass = self.number(heavy, "value", where)
        if mass < 0.0:
            self.fail(heavy, f"{where}: mass must not be negative; it is {mass:g}")
        ixx, iyy, izz, ixy, iyz, ixz = (
            self.number(matrix, name, where, None if name[1] == name[2] else 0.0) for name in _AXES
        )
        return Inertial(mass, self.origin(tag, where), (ixx, iyy, izz, ixy, iyz, ixz))

    def _joint(self, tag: Tag, name: str) -> RobotJoint:
        where = f"joint '{name}'"
        kind = self.text(tag, "type", where)
        if kind not in JOINT_TYPES:
            self.fail(tag, f"{where}: its type '{kind}' is not known; types are: {', '.join(JOINT_TYPES)}")
        parent, child = (self.text(self.inner(tag, end, where), "link", where) for end in ("parent", "child"))
        dynamics = tag.first("dynamics")
        damping = 0.0 if dynamics is None else self.number(dynamics, "damping", where, 0.0)
        if dynamics is not None and damping < 0.0:
            self.fail(dynamics, f"{where}: damping must not be negative; it is {damping:g}")
        if dynamics is not None and self.number(dynamics, "friction", where, 0.0) != 0.0:
            self.ignored["dynamics friction"] = self.ignored.get("dynamics friction", 0) + 1
        return RobotJoint(
            name=name,
            line=tag.line,
            type=kind,
            parent=parent,
            child=child,
            origin=self.origin(tag, where),
            axis=self._axis(tag, where) if kind not in ("fixed", "floating") else (1.0, 0.0, 0.0),
            limits=self._limits(tag, kind, where),
            damping=damping,
            mimic=self._mimic(tag, where),
        )

    def _axis(self, tag: Tag, where: str) -> Vec:
        axis = tag.first("axis")
        if axis is None:
            self.fail(tag, f'{where}: its axis is missing; write <axis xyz="1 0 0"/> for the x axis')
        x, y, z = self.vector(axis, "xyz", where, None)
        length = math.hypot(x, y, z)
        if length < 1e-9:
            self.fail(axis, f"{where}: its axis is zero; give a direction")
        return x / length, y / length, z / length

    def _limits(self, tag: Tag, kind: str, where: str) -> Limits | None:
        limit = tag.first("limit")
        if limit is None:
            return None
        names = ("lower", "upper", "effort", "velocity")
        given = {name: self.number(limit, name, where) for name in names if name in limit.attributes}
        if kind in ("revolute", "prismatic"):
            given = {"lower": 0.0, "upper": 0.0} | given
            if given["lower"] > given["upper"]:
                lower, upper = given["lower"], given["upper"]
                self.fail(limit, f"{where}: its lower limit {lower:g} is above the upper one {upper:g}")
        return Limits(**given)

    def _mimic(self, tag: Tag, where: str) -> Mimic | None:
        mimic = tag.first("mimic")
        if mimic is None:
            return None
        factors = self.number(mimic, "multiplier", where, 1.0), self.number(mimic, "offset", where, 0.0)
        return Mimic(self.text(mimic, "joint", where), *factors)

    # ------------------------------------------------------------------ attributes

    def inner(self, tag: Tag, name: str, where: str) -> Tag:
        """A tag that must be there."""
        inner = tag.first(name)
        if inner is None:
            self.fail(tag, f"{where}: <{name}> is missing")
        return inner

    def origin(self, tag: Tag, where: str) -> Origin:
        """The frame of a tag; that of its owner where it has none."""
        first = tag.first("origin")
        if first is None:
            return Origin()
        zero = (0.0, 0.0, 0.0)
        return Origin(self.vector(first, "xyz", where, zero), self.vector(first, "rpy", where, zero))

    def text(self, tag: Tag, name: str, where: str) -> str:
        """An attribute that must be there."""
        value = tag.attributes.get(name, "").strip()
        if not value:
            self.fail(tag, f"{where}: <{tag.name}> needs the attribute '{name}'")
        return value

    def number(self, tag: Tag, name: str, where: str, default: float | None = None) -> float:
        """A number; the default stands for one that is left out."""
        if name not in tag.attributes and default is not None:
            return default
        return self._number(tag, self.text(tag, name, where), name, where)

    def vector(self, tag: Tag, name: str, where: str, default: Vec | None) -> Vec:
        """Three numbers."""
        if name not in tag.attributes and default is not None:
            return default
        words = self.text(tag, name, where).split()
        if len(words) != 3:
            self.fail(tag, f"{where}: '{name}' needs three numbers; found '{' '.join(words)}'")
        x, y, z = (self._number(tag, word, name, where) for word in words)
        return x, y, z

    def _number(self, tag: Tag, word: str, name: str, where: str) -> float:
        try:
            value = plain_float(word)
        except ValueError:
            self.fail(tag, f"{where}: '{name}' needs a number; found '{word}'")
        if not math.isfinite(value):
            self.fail(tag, f"{where}: '{name}' must be finite; found '{word}'")
        return value
