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
from linkwork.formats.urdf.xml_tree import Tag, read_xml

LARGEST = 64 * 1024 * 1024
MOST_INCLUDES = 100


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
        for compiler in root.all("compiler"):
            self.degrees = compiler.attributes.get("angle", "degree") != "radian"
            self.order = compiler.attributes.get("eulerseq", self.order)
            for what in ("inertiafromgeom", "settotalmass", "coordinate"):
                if compiler.attributes.get(what, "auto") not in ("auto", "false", "-1", "local"):
                    self.left_out[f"compiler {what}"] += 1
        for holder in root.all("default"):
            self._default(holder, holder.attributes.get("class", "main"), {})

    def _default(self, holder: Tag, name: str, above: dict[str, dict[str, str]]) -> None:
        own = {kind: dict(given) for kind, given in above.items()}
        for tag in holder.inner:
            if tag.name != "default":
                own[tag.name] = {**own.get(tag.name, {}), **tag.attributes}
        self.defaults[name] = {**self.defaults.get(name, {}), **own}
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
        return {**self.defaults[name].get(tag.name, {}), **tag.attributes}

    def numbers(self, tag: Tag, given: dict[str, str], name: str, default: tuple[float, ...]) -> tuple[float, ...]:
        """The numbers of an attribute."""
        if name not in given:
            return default
        try:
            numbers = tuple(float(word) for word in given[name].split())
        except ValueError:
            self.fail(tag, f'{name}="{given[name][:40]}" is not made of numbers')
        if not all(map(math.isfinite, numbers)):
            self.fail(tag, f"{name} has a number that is not finite")
        return numbers

    def vector(self, tag: Tag, given: dict[str, str], name: str, default: tuple[float, ...] = (0, 0, 0)) -> Array:
        """Three numbers."""
        numbers = self.numbers(tag, given, name, default)
        if len(numbers) != 3:
            self.fail(tag, f"{name} has {len(numbers)} numbers, not 3")
        return np.array(numbers, dtype=float)

    def frame(self, tag: Tag, given: dict[str, str]) -> Array:
        """The frame of a body, geom or inertia: pos with quat, euler, axisangle, xyaxes or zaxis."""
        result = np.eye(4)
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
            six = self.numbers(tag, given, "xyaxes", ())
            x_axis, y_axis = np.array(six[:3]), np.array(six[3:6])
            x_axis = x_axis / np.linalg.norm(x_axis)
            y_axis = y_axis - (x_axis @ y_axis) * x_axis
            y_axis /= np.linalg.norm(y_axis)
            return np.column_stack([x_axis, y_axis, np.cross(x_axis, y_axis)])
        if "zaxis" in given:
            z_axis = self.vector(tag, given, "zaxis")
            return along_z(z_axis)
        return np.eye(3)

    def _four(self, tag: Tag, given: dict[str, str], name: str) -> tuple[float, ...]:
        numbers = self.numbers(tag, given, name, ())
        if len(numbers) != 4 or not any(numbers[:3] if name == "axisangle" else numbers):
            self.fail(tag, f"{name} needs four numbers that mean a turn")
        return numbers


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
