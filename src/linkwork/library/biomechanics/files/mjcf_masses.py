"""Masses of MuJoCo bodies: from their inertial tag, or from the shapes on them."""

from __future__ import annotations

import math

import numpy as np

from linkwork.base.arrays import Array
from linkwork.formats.urdf.xml_tree import Tag
from linkwork.library.biomechanics.files.mjcf_text import SIZES, MjcfText
from linkwork.library.biomechanics.parts import Segment


def segment_of(read: MjcfText, tag: Tag, name: str, family: str) -> Segment:
    """The body of a tag."""
    inertial = tag.first("inertial")
    if inertial is not None:
        given = dict(inertial.attributes)
        here, mass = read.frame(inertial, given), read.numbers(inertial, given, "mass", (0.0,))[0]
        if "fullinertia" in given:
            xx, yy, zz, xy, xz, yz = read.numbers(inertial, given, "fullinertia", (), 6)
            about = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        else:
            about = np.diag(read.vector(inertial, given, "diaginertia"))
        return _segment(name, [(mass, here[:3, 3], here[:3, :3] @ about @ here[:3, :3].T)])
    return _segment(name, [part for geom in tag.all("geom") if (part := _shape(read, geom, family)) is not None])


def _segment(name: str, parts: list[tuple[float, Array, Array]]) -> Segment:
    mass = sum(part[0] for part in parts)
    if not mass > 0:
        return Segment(name)
    center = sum((part[0] * part[1] for part in parts), np.zeros(3)) / mass
    total = np.zeros((3, 3))
    for own, place, about in parts:
        d = place - center
        total += about + own * (d @ d * np.eye(3) - np.outer(d, d))
    x, y, z = (float(one) for one in center)
    products = (total[0, 0], total[1, 1], total[2, 2], total[0, 1], total[0, 2], total[1, 2])
    return Segment(name, float(mass), (x, y, z), tuple(float(one) for one in products))


def _shape(read: MjcfText, tag: Tag, family: str) -> tuple[float, Array, Array] | None:
    """Mass, center and inertia of a shape; none of one that is in no group of those that count."""
    given = read.given(tag, family)
    if not read.groups[0] <= read.numbers(tag, given, "group", (0.0,))[0] <= read.groups[1]:
        return None
    kind, size = read.shape(tag, given)
    here = read.frame(tag, given)
    if kind not in SIZES:
        if kind != "plane":
            read.left_out[f"mass of a {kind}"] += 1
        return None
    volume, diagonal = _solid(kind, size)
    mass = read.numbers(tag, given, "mass", (read.numbers(tag, given, "density", (1000.0,))[0] * volume,))[0]
    return mass, here[:3, 3], mass * here[:3, :3] @ np.diag(diagonal) @ here[:3, :3].T


def _solid(kind: str, size: tuple[float, ...]) -> tuple[float, tuple[float, float, float]]:
    """Volume, and moments of inertia for a mass of 1."""
    if kind == "box":
        a, b, c = size[:3]
        return 8 * a * b * c, ((b * b + c * c) / 3, (a * a + c * c) / 3, (a * a + b * b) / 3)
    if kind in ("sphere", "ellipsoid"):
        a, b, c = (size[0],) * 3 if kind == "sphere" else size[:3]
        return 4 / 3 * math.pi * a * b * c, ((b * b + c * c) / 5, (a * a + c * c) / 5, (a * a + b * b) / 5)
    r, h = size[0], 2 * size[1]
    if kind == "cylinder":
        return math.pi * r * r * h, (r * r / 4 + h * h / 12, r * r / 4 + h * h / 12, r * r / 2)
    middle, ends = math.pi * r * r * h, 4 / 3 * math.pi * r**3
    whole = middle + ends
    across = middle * (r * r / 4 + h * h / 12) + ends * (0.4 * r * r + h * h / 4 + 3 * h * r / 8)
    along = middle * r * r / 2 + ends * 0.4 * r * r
    return whole, (across / whole, across / whole, along / whole)
