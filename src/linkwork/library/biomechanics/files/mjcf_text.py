"""Attributes of MJCF tags: defaults by class, numbers, orientations, files that are included."""

from __future__ import annotations

import math
import os
from collections import Counter
from typing import NoReturn

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError, ModelFileError
from linkwork.base.local_file import in_folder, read_bytes
from linkwork.base.plain_numbers import plain_float
from linkwork.formats.urdf.xml_tree import Tag, read_xml

LARGEST = 64 * 1024 * 1024
MOST_INCLUDES = 100
SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "box": 3, "ellipsoid": 3}
"""How many numbers say how large a shape is."""
ACTUATORS = {"general", "motor", "position", "velocity", "intvelocity", "damper", "cylinder", "adhesion", "muscle"}
"""Tags of actuators: a class has one set of defaults for all of them."""
GAINS = ("range", "range", "force", "scale", "lmin", "lmax", "vmax", "fpmax", "fvmax")
"""What the numbers of gainprm are called in the tag of a muscle."""


def read_tree(name: str) -> Tag:
    """The tags of a model, with the files that it includes."""
    left = [MOST_INCLUDES]

    def read(path: str) -> Tag:
        try:
            root = read_xml(read_bytes(path, LARGEST, "a MuJoCo model (.xml)"), path)
        except ModelFileError:
            raise
        except MechanismError as error:
            raise ModelFileError(str(error)) from None
        return expand(root, path)

    def expand(tag: Tag, path: str) -> Tag:
        inner: list[Tag] = []
        for one in tag.inner:
            if one.name != "include":
                inner.append(expand(one, path))
                continue
            left[0] -= 1
            if left[0] < 0:
                raise ModelFileError(f"{path}:{one.line}: more than {MOST_INCLUDES} files are included")
            inner += read(in_folder(os.path.dirname(name), one.attributes.get("file", ""))).inner
        tag.inner = inner
        return tag

    return read(name)


class MjcfText:
    """Reads attributes of tags, with the defaults of their classes."""

    def __init__(self, file: str, root: Tag) -> None:
        self.file = file
        self.left_out: Counter[str] = Counter()
        self.defaults: dict[str, dict[str, dict[str, str]]] = {"main": {}}
        self.degrees, self.order = True, "xyz"
        self.groups = (0.0, 5.0)
        for compiler in root.all("compiler"):
            self._compiler(compiler)
        for holder in root.all("default"):
            name = holder.attributes.get("class", "main")  # whatever it is called, it is the one of all
            self.defaults[name] = self.defaults["main"]
            self._default(holder, name, {})

    def _compiler(self, tag: Tag) -> None:
        """A compiler tag; what it does not say stays as it was."""
        given = tag.attributes
        self.degrees = given.get("angle", "degree" if self.degrees else "radian") != "radian"
        self.order = given.get("eulerseq", self.order)
        if len(self.order) != 3 or not set(self.order.lower()) <= set("xyz"):
            self.fail(tag, f'eulerseq="{self.order[:40]}" is not made of three letters out of x, y, z')
        low, high = self.numbers(tag, given, "inertiagrouprange", self.groups, 2)
        self.groups = (low, high)
        if given.get("coordinate", "local") != "local":
            self.fail(tag, "places in global coordinates are not read; save the model with MuJoCo, in local ones")
        for what in ("inertiafromgeom", "settotalmass", "balanceinertia"):
            if given.get(what, "auto") not in ("auto", "false", "-1", "local"):
                self.left_out[f"compiler {what}"] += 1
        for what in ("boundmass", "boundinertia"):
            if self.numbers(tag, given, what, (0.0,))[0] > 0:
                self.left_out[f"compiler {what}"] += 1

    def _default(self, holder: Tag, name: str, above: dict[str, dict[str, str]]) -> None:
        """A class of defaults: what stands above it, kind by kind, then its own."""
        own = self.defaults.setdefault(name, {kind: dict(given) for kind, given in above.items()})
        for tag in holder.inner:
            if tag.name != "default":
                own[_kind(tag)] = _merged(own.get(_kind(tag), {}), tag)
        for tag in holder.all("default"):
            self._default(tag, tag.attributes.get("class", "?"), own)

    def fail(self, tag: Tag, message: str) -> NoReturn:
        """Refuse a tag, with file and line."""
        raise ModelFileError(f"{self.file}:{tag.line}: {message}")

    def given(self, tag: Tag, family: str) -> dict[str, str]:
        """All attributes of a tag; its class, or the one of the body it is in, gives those that it leaves out."""
        name = tag.attributes.get("class", family) or "main"
        if name not in self.defaults:
            self.fail(tag, f"there is no default class '{name}'")
        return _merged(self.defaults[name].get(_kind(tag), {}), tag)

    def list_given(self, tag: Tag, given: dict[str, str], names: tuple[str, ...], of: str) -> None:
        """Attributes that are not taken over are listed, unless they are zero."""
        for name in names:
            if any(self.numbers(tag, given, name, (0.0,))):
                self.left_out[f"{name} of a {of}"] += 1

    def numbers(
        self, tag: Tag, given: dict[str, str], name: str, default: tuple[float, ...], count: int = 0
    ) -> tuple[float, ...]:
        """The numbers of an attribute, one at least; so many where a count is given."""
        if name not in given:
            return default
        try:
            numbers = tuple(plain_float(word) for word in given[name].split())
        except ValueError:
            self.fail(tag, f'{name}="{given[name][:40]}" is not made of numbers')
        if not all(map(math.isfinite, numbers)):
            self.fail(tag, f"{name} has a number that is not finite")
        if not numbers or (count and len(numbers) != count):
            self.fail(tag, f"{name} has {len(numbers)} numbers, not {count or 'one at least'}")
        return numbers

    def vector(self, tag: Tag, given: dict[str, str], name: str, default: tuple[float, ...] = (0, 0, 0)) -> Array:
        """Three numbers."""
        return np.array(self.numbers(tag, given, name, default, 3), dtype=float)

    def shape(self, tag: Tag, given: dict[str, str]) -> tuple[str, tuple[float, ...]]:
        """The kind of a geom and its size; a shape that is fitted to a mesh counts as a mesh."""
        kind = "mesh" if "mesh" in given else given.get("type", "sphere")
        size = self.numbers(tag, given, "size", ())
        if "fromto" in given:
            if kind not in SIZES or kind == "sphere":
                self.fail(tag, f"fromto is for capsules, cylinders, boxes and ellipsoids, not for a {kind}")
            ends = self._ends(tag, given)
            size = (*size[:1] * (SIZES[kind] - 1), 0.5 * float(np.linalg.norm(ends[1] - ends[0])))
        if kind in SIZES and (len(size) < SIZES[kind] or min(size[: SIZES[kind]]) <= 0):
            self.fail(tag, f"the size of a {kind} needs {SIZES[kind]} numbers above zero; with fromto one less counts")
        return kind, size

    def _ends(self, tag: Tag, given: dict[str, str]) -> Array:
        ends = np.array(self.numbers(tag, given, "fromto", (), 6)).reshape(2, 3)
        if not np.any(ends[1] != ends[0]):
            self.fail(tag, "fromto goes from a point to the same point")
        return ends

    def frame(self, tag: Tag, given: dict[str, str]) -> Array:
        """The frame of a body, geom, site or inertia: pos with quat, euler, axisangle, xyaxes or zaxis, or fromto."""
        result = np.eye(4)
        if "fromto" in given:
            ends = self._ends(tag, given)
            result[:3, :3], result[:3, 3] = along_z(ends[1] - ends[0]), ends.mean(axis=0)
            return result
        result[:3, :3], result[:3, 3] = self.rotation(tag, given), self.vector(tag, given, "pos")
        return result

    def rotation(self, tag: Tag, given: dict[str, str]) -> Array:
        """The rotation that a tag gives."""
        unit = math.radians(1.0) if self.degrees else 1.0
        if "quat" in given:
            w, x, y, z = self._four(tag, given, "quat")
            n = math.sqrt(w * w + x * x + y * y + z * z)
            return _about((x, y, z), 2 * math.atan2(math.sqrt(x * x + y * y + z * z) / n, w / n))
        if "axisangle" in given:
            x, y, z, angle = self._four(tag, given, "axisangle")
            return _about((x, y, z), unit * angle)
        if "euler" in given:
            result = np.eye(3)
            for letter, angle in zip(self.order, self.vector(tag, given, "euler"), strict=True):
                axis = np.eye(3)["xyz".index(letter.lower())]
                turn = _about((axis[0], axis[1], axis[2]), unit * float(angle))
                result = result @ turn if letter.islower() else turn @ result
            return result
        if "xyaxes" in given:
            six = self.numbers(tag, given, "xyaxes", (), 6)
            x_axis, y_axis = np.array(six[:3]), np.array(six[3:6])
            if not np.linalg.norm(np.cross(x_axis, y_axis)) > 0:
                self.fail(tag, "xyaxes needs two axes of different directions")
            x_axis = x_axis / np.linalg.norm(x_axis)
            y_axis = y_axis - (x_axis @ y_axis) * x_axis
            y_axis /= np.linalg.norm(y_axis)
            return np.column_stack([x_axis, y_axis, np.cross(x_axis, y_axis)])
        if "zaxis" in given:
            z_axis = self.vector(tag, given, "zaxis")
            if not np.any(z_axis):
                self.fail(tag, "zaxis has no direction")
            return along_z(z_axis)
        return np.eye(3)

    def _four(self, tag: Tag, given: dict[str, str], name: str) -> tuple[float, ...]:
        numbers = self.numbers(tag, given, name, ())
        if len(numbers) != 4 or not any(numbers[:3] if name == "axisangle" else numbers):
            self.fail(tag, f"{name} needs four numbers that mean a turn")
        return numbers


def _kind(tag: Tag) -> str:
    """Under which word the defaults of a tag stand."""
    if tag.name in ACTUATORS:
        return "actuator"
    return "tendon" if tag.name in ("spatial", "fixed") else tag.name


def _merged(above: dict[str, str], tag: Tag) -> dict[str, str]:
    """Attributes of a tag, and those from above that it leaves as they are; a muscle may give its numbers by name or
    as a row, and the later way counts. A row from above that is of no muscle does not count for one."""
    own, kept = dict(tag.attributes), dict(above)
    if tag.name == "muscle":
        if kept.get("gaintype") != "muscle":
            kept = {name: value for name, value in kept.items() if name not in ("gainprm", "dynprm")}
        own["gaintype"] = "muscle"
    if "gainprm" in own:
        for name in GAINS[: len(own["gainprm"].split())]:
            kept.pop(name, None)
    if "dynprm" in own:
        kept.pop("timeconst", None)
    return {**kept, **own}


def along_z(direction: Array) -> Array:
    """The least turn that takes z to a direction."""
    z = direction / np.linalg.norm(direction)
    axis = np.cross((0, 0, 1), z)
    size = float(np.linalg.norm(axis))
    if size < 1e-12:
        return np.eye(3) if z[2] > 0 else np.diag([1.0, -1.0, -1.0])
    return _about((axis[0], axis[1], axis[2]), math.atan2(size, z[2]))


def _about(axis: tuple[float, float, float], angle: float) -> Array:
    size = math.sqrt(sum(one * one for one in axis))
    if size == 0.0:
        return np.eye(3)
    x, y, z = (one / size for one in axis)
    c, s = math.cos(angle), math.sin(angle)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return c * np.eye(3) + s * cross + (1 - c) * np.outer((x, y, z), (x, y, z))
