"""Random mechanisms in space for tests of joint coordinates: trees of all kinds of joints, and loops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from free_bodies import inertia_of
from pydantic import TypeAdapter

import linkwork as lw
from linkwork.bodies.spatial.mass import SpatialMass
from linkwork.elements.spatial.catalogue import AnyDriver, AnyJoint

_JOINT, _DRIVER = TypeAdapter(AnyJoint), TypeAdapter(AnyDriver)
KINDS = ("revolute", "universal", "cylindrical", "screw", "spherical", "planar", "translational", "fixed")


def massive(m: lw.Spatial, body: str, rng: np.random.Generator, place: dict[str, Any]) -> None:
    """Add a body with a random inertia and its mass centre off the frame."""
    j = inertia_of(rng)
    mass = SpatialMass(
        mass=float(rng.uniform(0.5, 3.0)),
        center=list(0.3 * rng.normal(size=3)),
        inertia={"xx": j[0, 0], "yy": j[1, 1], "zz": j[2, 2], "xy": j[0, 1], "yz": j[1, 2], "zx": j[2, 0]},
    )
    m.body(body, place, mass=mass)


def joined(m: lw.Spatial, name: str, kind: str, bodies: Sequence[str], **fields: Any) -> None:
    """Add a joint as a model file writes it."""
    m.joints[name] = _JOINT.validate_python({"type": kind, "between": list(bodies), **fields})


def tree_of(kinds: Sequence[str], parents: Sequence[int], seed: int, turned: bool = False) -> lw.Spatial:
    """A tree with one body a joint; parent -1 is the ground, -2 none; every second joint named backwards if turned."""
    rng = np.random.default_rng(seed)
    m = lw.Spatial("tree")
    for number, (kind, parent) in enumerate(zip(kinds, parents, strict=True)):
        place = {"position": list(rng.normal(size=3)), "orientation": {"vector": list(rng.normal(size=3))}}
        massive(m, f"b{number}", rng, place)
        if parent == -2:
            continue
        bodies = ["ground" if parent < 0 else f"b{parent}", f"b{number}"]
        if turned and number % 2:
            bodies.reverse()
        axis, across = rng.normal(size=3), rng.normal(size=3)
        across -= axis * (axis @ across) / (axis @ axis)
        fields: dict[str, Any] = {"at": list(rng.normal(size=3)), "axis": list(axis), "x": list(across)}
        if kind == "screw":
            fields["pitch"] = float(rng.uniform(0.05, 0.3))
        joined(m, f"j{number}", kind, bodies, **fields)
    m.set_gravity(0.7, -1.1, -9.0)
    return m


def chain(kind: str, count: int, seed: int = 1) -> lw.Spatial:
    """A chain of joints of one kind."""
    return tree_of([kind] * count, range(-1, count - 1), seed)


TREES: dict[str, Callable[[], lw.Spatial]] = {
    "revolutes": lambda: chain("revolute", 4),
    "balls": lambda: chain("spherical", 3),
    "all kinds": lambda: tree_of(KINDS, (-1, 0, 1, 1, 2, 3, 4, 5), 3),
    "all kinds backwards": lambda: tree_of(KINDS, (-1, 0, 1, 1, 2, 3, 4, 5), 4, turned=True),
    "all kinds turned round": lambda: tree_of(KINDS[::-1], (-1, 0, 1, 1, 2, 3, 4, 5), 5, turned=True),
    "floating": lambda: tree_of(("free", "revolute", "universal", "spherical"), (-2, 0, 0, 2), 6),
    "lines": lambda: tree_of(("point_on_line", "point_on_plane", "strut", "point_on_line"), (-1, 0, 1, 2), 7, True),
}


def ring_of(kinds: Sequence[str], seed: int) -> lw.Spatial:
    """A loop through the ground, drawn closed: one joint more than bodies."""
    m = tree_of(kinds[:-1], range(-1, len(kinds) - 2), seed)
    rng = np.random.default_rng(seed + 100)
    axis, across = rng.normal(size=3), rng.normal(size=3)
    across -= axis * (axis @ across) / (axis @ axis)
    fields = {"at": list(rng.normal(size=3)), "axis": list(axis), "x": list(across)}
    joined(m, "last", kinds[-1], [f"b{len(kinds) - 2}", "ground"], **fields)
    return m


def driven(m: lw.Spatial, law: str) -> lw.Spatial:
    """The mechanism with a motor in its first joint."""
    m.drivers["motor"] = _DRIVER.validate_python({"type": "angle", "joint": "j0", "value": law})
    return m


def bricard() -> lw.Spatial:
    """Six hinges along the edges of a cube (Bricard): one freedom, although the count of equations says none."""
    corners = np.array([(0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1)], float)
    m, rng = lw.Spatial("bricard"), np.random.default_rng(8)
    names = [f"b{number}" for number in range(5)]
    for number, name in enumerate(names):
        middle = 0.5 * (corners[number] + corners[number + 1])
        massive(m, name, rng, {"position": list(middle), "orientation": {"vector": list(rng.normal(size=3))}})
    around = ["ground", *names, "ground"]
    for number in range(6):
        edges = corners[number] - corners[number - 1], corners[(number + 1) % 6] - corners[number]
        axis = np.cross(*edges)
        joined(
            m,
            f"j{number}",
            "revolute",
            around[number : number + 2],
            at=list(corners[number]),
            axis=list(axis),
            x=list(edges[0]),
        )
    m.set_gravity(0.0, 0.0, -9.81)
    return m


def two_loops() -> lw.Spatial:
    """Two loops that share bodies, one through a ball joint and one through a cylindrical one."""
    m = ring_of(("revolute", "universal", "spherical", "revolute"), 11)
    rng = np.random.default_rng(12)
    for number, (kind, bodies) in enumerate(
        (("revolute", ("ground", "c0")), ("spherical", ("c0", "c1")), ("cylindrical", ("c1", "b2")))
    ):
        if number < 2:
            place = {"position": list(rng.normal(size=3)), "orientation": {"vector": list(rng.normal(size=3))}}
            massive(m, f"c{number}", rng, place)
        joined(m, f"k{number}", kind, bodies, at=list(rng.normal(size=3)), axis=list(rng.normal(size=3)))
    return m


LOOPS: dict[str, Callable[[], lw.Spatial]] = {
    "four-bar": lambda: ring_of(("revolute", "spherical", "universal", "revolute"), 21),
    "four-bar with a spinning coupler": lambda: ring_of(("revolute", "spherical", "spherical", "revolute"), 22),
    "slider-crank": lambda: ring_of(("revolute", "spherical", "universal", "translational"), 23),
    "screw loop": lambda: ring_of(("screw", "revolute", "spherical", "cylindrical"), 24),
    "driven": lambda: driven(ring_of(("revolute", "spherical", "spherical", "revolute"), 25), "0.3*sin(2*t)"),
    "two loops": two_loops,
    "bricard": bricard,
}


def coupled() -> lw.Spatial:
    """A branched tree in which one equation binds joints of five bodies."""
    m = tree_of(("revolute", "cylindrical", "revolute", "spherical", "universal"), (-1, 0, 0, 1, 2), 31)
    terms = [
        {"joint": "j0", "factor": 2},
        {"joint": "j1", "freedom": "position", "factor": -0.3},
        {"joint": "j2", "factor": 0.7},
        {"joint": "j4", "freedom": "second_angle"},
    ]
    m.joints["bound"] = _JOINT.validate_python({"type": "coupler", "of": terms})
    return m


def on_curve() -> lw.Spatial:
    """A point at the end of a tree on a curve, with a coordinate of its own."""
    m = tree_of(("revolute", "spherical"), (-1, 0), 32)
    path = {"x": "0.3*cos(alpha)", "y": "0.4*sin(alpha) + 0.1*alpha^2", "z": "0.2*alpha"}
    curve = {"type": "point_on_curve", "on": "ground", **path, "point": {"b1": [0.1, 0.2, -0.3]}, "contact": 0.4}
    m.joints["curve"] = _JOINT.validate_python(curve)
    return m


def rolling() -> lw.Spatial:
    """A disc that rolls on the ground, leaning, with a pendulum on it."""
    m, rng = lw.Spatial("rolling"), np.random.default_rng(33)
    massive(m, "disc", rng, {"position": [0, 0, 0.5], "orientation": {"vector": [0, 0, 0]}})
    massive(m, "bob", rng, {"position": [0.3, 0.2, 0.6], "orientation": {"vector": [0.3, 0.1, 0.2]}})
    place = {"disc": {"at": [0, 0, 0], "axis": [0, 1, 0]}}
    wheel = {"type": "rolling_disc", "plane": "ground", "disc": place, "radius": 0.5}
    m.joints["roll"] = _JOINT.validate_python(wheel)
    joined(m, "pin", "revolute", ["disc", "bob"], at=[0.1, 0.2, 0.6], axis=[0.2, 1.0, 0.1])
    m.set_gravity(0.3, 0.1, -9.81)
    return m


LOOPS |= {"coupled": coupled, "on a curve": on_curve, "rolling": rolling}
