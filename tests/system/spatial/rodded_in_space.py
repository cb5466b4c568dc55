"""Mechanisms in space with rods that joint coordinates do without, in every place that a rod can have."""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw

Built = tuple[lw.Spatial, float, dict[str, Any]]
X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
ACROSS = 0.11  # transverse inertia of a rod, by the square of its length


def add_rod(m: lw.Spatial, name: str, ends: Any, kinds: str, axial: float, aside: tuple[float, float] = (0, 0)) -> None:
    """A rod between points of two bodies as drawn, with its frame beside its line and its mass centre off the middle.

    kinds  s for a ball, u for a universal joint, at each end; the rod is second in its first joint, first in the other
    """
    (first, foot), (second, head) = ends
    span, third = np.subtract(head, foot), np.array((0.3, 1.0, -0.2))
    length = float(np.linalg.norm(span))
    y = third - span * (span @ third) / length**2
    z = np.cross(span / length, y / np.linalg.norm(y))
    origin = np.add(foot, aside[0] * y / np.linalg.norm(y) + aside[1] * z)
    points = (tuple(origin), tuple(origin + span), tuple(origin + span + y))
    rod = m.body(name, points[0], orientation=lw.orient.points(*points))
    across = ACROSS * length**2
    m.mass(rod, mass=1.3, center=(0.6 * length, -aside[0], -aside[1]), inertia=(axial, across, across))
    for number, (kind, body, at) in enumerate(zip(kinds, (first, second), (foot, head), strict=True)):
        pair = (body, rod) if number == 0 else (rod, body)
        if kind == "u":
            pin = np.cross(span, (0.1, 0.2, 1.0))
            m.universal(f"{name}{number}", *pair, at=at, axis=tuple(np.cross(pin, span)), x=tuple(pin))
        else:
            m.spherical(f"{name}{number}", *pair, at=at)


def slider_crank(kinds: str = "ss", axial: float = 1e-9) -> Built:
    """A crank, a rod with its frame beside its line, and a slider on another line; balls at the rod."""
    m = lw.Spatial("slider-crank")
    m.set_gravity(0.3, 0.1, -9.81)
    crank = m.body("crank", (0, 0, 0), mass={"mass": 2, "center": (0.05, 0.1, 0.02), "inertia": (0.1, 0.05, 0.08)})
    slider = m.body(
        "slider", (0.9, 0.1, 0), mass={"mass": 1.5, "center": (0.02, 0, 0.1), "inertia": (0.02, 0.03, 0.02)}
    )
    m.revolute("O", m.ground, crank, at=(0, 0, 0), axis=(1, 0.2, 0))
    m.translational("guide", m.ground, slider, at=(0.9, 0.1, 0), axis=X)
    add_rod(m, "rod", ((crank, (0.02, 0.1, 0.25)), (slider, (0.85, 0.15, 0.05))), kinds, axial, (0.05, -0.07))
    return m, 0.8, {"speeds": {"crank.wx": 5.0}}


def crossed() -> Built:
    """The same with a universal joint at the slider, and a rod without inertia about its line."""
    return slider_crank("su", 0.0)


def two_branches() -> Built:
    """Two arms of two links each on one turning base, with a screw, a slide and a ball among them, and a rod between.

    The paths of the rod's ends share the base's joint.
    """
    m = lw.Spatial("two branches")
    m.set_gravity(0, 0.5, -9.81)
    mass = {"mass": 1.5, "center": (0.02, 0.05, -0.03), "inertia": (0.05, 0.06, 0.04)}
    base = m.body("base", (0, 0, 0), mass={**mass, "mass": 5})
    inner, outer = m.body("inner", (0.4, 0, 0.1), mass=mass), m.body("outer", (0.6, 0, 0.5), mass=mass)
    left, tip = m.body("left", (-0.4, 0.1, 0), mass=mass), m.body("tip", (-0.6, 0.1, 0.5), mass=mass)
    m.revolute("turn", m.ground, base, at=(0, 0, 0), axis=(0.1, 0, 1))
    m.spherical("ball", base, inner, at=(0.4, 0, 0.1))
    m.screw("thread", inner, outer, at=(0.6, 0, 0.4), axis=(0.2, 0, 1), pitch=0.02)
    m.revolute("arm", base, left, at=(-0.4, 0.1, 0), axis=(0, 1, 0.3))
    m.translational("slide", left, tip, at=(-0.5, 0.1, 0.3), axis=(-0.3, 0, 1))
    add_rod(m, "rod", ((outer, (0.65, 0.1, 0.6)), (tip, (-0.55, 0.2, 0.7))), "ss", 1e-3)
    for name, body, at in (("a", inner, (0.5, 0, 0.3)), ("b", left, (-0.5, 0.1, 0.3)), ("c", tip, (-0.6, 0.1, 0.6))):
        ends = m.ground.drawn(at[0], at[1] + 0.4, at[2] + 0.3), body.drawn(*at)
        m.spring(name, *ends, stiffness=300, free_length=0.4, damping=3)
    m.tree(remove=["rod"])
    return m, 0.4, {"speeds": {"base.wz": 2.0}}


def on_ground() -> Built:
    """A plate on three rods from the ground, which all go: nothing else holds it."""
    m = lw.Spatial("plate on rods")
    m.set_gravity(0, 0, -9.81)
    plate = m.body("plate", (0, 0, -1), mass={"mass": 6, "inertia": (0.4, 0.5, 0.8)})
    for number, angle in enumerate((0.0, 2.2, 4.1)):
        c, s = float(np.cos(angle)), float(np.sin(angle))
        add_rod(
            m,
            f"rod{number}",
            ((m.ground, (0.7 * c, 0.7 * s, 0.1 * number)), (plate, (0.4 * c, 0.5 * s, -1))),
            "ss",
            1e-4,
        )
    return m, 0.6, {"speeds": {"plate.vx": 0.6, "plate.wz": 0.4}}


RODDED = (slider_crank, crossed, two_branches, on_ground)
