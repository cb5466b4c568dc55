"""Joint tests with ADAMS results (public data of Project Chrono's unit tests): one body on one joint, 5 s.

Body of 1 kg, gravity 9.80665 along -z, from rest. The tolerances are those of the public tests: 1e-3 m, 2e-2 N, and for
torques 5e-4 of the value. Their numbers themselves are ADAMS runs of limited accuracy.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import pi, sqrt

import numpy as np

import linkwork as lw
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of

G = 9.80665
SOURCE = "Chrono joint tests, ADAMS results"
LENGTH, FORCE, TORQUE = 1e-3, 2e-2, 5e-3
SLANTED = {"axis": [1, 0, 0], "angle": -pi / 4}
"""The joint frame whose z axis lies between y and z."""


def _body(m: lw.Spatial, at: tuple[float, float, float], orientation=None, inertia=(0.04, 0.1, 0.1)):
    body = m.body("b", at, orientation=orientation)
    m.mass(body, mass=1, inertia=list(inertia))
    m.set_gravity(0, 0, -G)
    return body


def revolute_01() -> lw.Spatial:
    m = lw.Spatial("revolute 01")
    body = _body(m, (2, 0, 0), {"axis": [1, 0, 0], "angle": -pi / 2})
    m.revolute("A", m.ground, body, at=(0, 0, 0), axis=(0, 1, 0))
    return m


def revolute_02() -> lw.Spatial:
    m = lw.Spatial("revolute 02")
    m.revolute("A", m.ground, _body(m, (3, 2, 3), SLANTED), at=(1, 2, 3), axis=(0, 1, 1))
    return m


def spherical_01() -> lw.Spatial:
    m = lw.Spatial("spherical 01")
    m.spherical("A", m.ground, _body(m, (2, 0, 0)), at=(0, 0, 0))
    return m


def universal_03() -> lw.Spatial:
    """Pins along x and y of a frame turned by 90 degrees about (1, -1, 0); the centre 2 m along its -z."""
    m = lw.Spatial("universal 03")
    half = 1 / sqrt(2)
    body = _body(m, (sqrt(2), sqrt(2), 0), {"axis": [1, -1, 0], "angle": pi / 2}, (0.1, 0.1, 0.04))
    first = m.ground.frame(at=(0, 0, 0), axis=(0.5, -0.5, half))
    m.universal("A", first, body.frame(at=(0, 0, 2), axis=(0, 1, 0)))
    return m


def prismatic_02() -> lw.Spatial:
    m = lw.Spatial("prismatic 02")
    m.translational("A", m.ground, _body(m, (3, 2, 3), SLANTED), at=(1, 2, 3), axis=(0, 1, 1))
    return m


def cylindrical_03() -> lw.Spatial:
    m = lw.Spatial("cylindrical 03")
    m.cylindrical("A", m.ground, _body(m, (3, 2, 3), SLANTED), at=(1, 2, 3), axis=(0, 1, 1))
    return m


def distance_02() -> lw.Spatial:
    m = lw.Spatial("distance 02")
    m.distance("A", m.ground.at(1, 2, 3), _body(m, (-1, 4, 3)).drawn(1, 4, 3), value=2)
    return m


@cache
def run_of(build: Callable[[], lw.Spatial]) -> Run:
    return build().simulate(5, 501, progress=False)


def _at(build: Callable[[], lw.Spatial], channel: str, t: float) -> float:
    return float(run_of(build)[channel][round(100 * t)])


def torque_on_ground(build: Callable[[], lw.Spatial], axis: int, t: float) -> float:
    """The torque on the ground about its own point of the joint, at (1, 2, 3)."""
    run, index = run_of(build), round(100 * t)
    force, torque = (np.array([-run[f"A.{kind}{c}"][index] for c in "xyz"]) for kind in "ft")
    held = np.array([run[f"b.{c}"][index] for c in "xyz"]) - (2, 0, 0)  # the joint's point of the body
    return float((torque + np.cross(held - (1, 2, 3), force))[axis])


POSITIONS = {
    revolute_01: {1: (-0.892381, 0, -1.78988), 5: (-1.99968, 0, -0.0355587)},
    revolute_02: {1: (1.0421, 3.4139, 1.5861)},
    spherical_01: {5: (-1.99967, 0, -0.0361929)},
    universal_03: {1: (-0.63624, -0.614073, -1.79391), 5: (-1.43495, -1.39257, -0.041018)},
    prismatic_02: {5: (3, -59.2916, -58.2916)},
    cylindrical_03: {5: (1.20996, -57.8852, -59.698)},
    distance_02: {1: (0.2110285, 2.771399, -0.1183646), 5: (0.3652558, 2.66491, -0.7909707)},
}


def cases() -> list[Case]:
    found = [
        Case(SOURCE, f"{build.__name__}: {c} at {t} s (m)", value, lambda a=(build, f"b.{c}", t): _at(*a), LENGTH)
        for build, rows in POSITIONS.items()
        for t, row in rows.items()
        for c, value in zip("xyz", row, strict=True)
    ]
    for c, value in zip("xyz", (-11.4612, 0, -23.2273), strict=True):
        what = f"revolute_01: force {c} on the ground at 1 s (N)"
        found.append(Case(SOURCE, what, value, lambda c=c: -_at(revolute_01, f"A.f{c}", 1), FORCE))
    for axis, value in enumerate((-13.8654, 0.206446, -0.206446)):
        what = f"revolute_02: torque {'xyz'[axis]} on the ground at 1 s (N m)"
        found.append(Case(SOURCE, what, value, lambda c="xyz"[axis]: -_at(revolute_02, f"A.t{c}", 1), TORQUE))
    for axis, value in enumerate((601.064, 9.80664, 9.80664)):
        what = f"prismatic_02: torque {'xyz'[axis]} on the ground at 5 s (N m)"
        found.append(Case(SOURCE, what, value, lambda a=axis: torque_on_ground(prismatic_02, a, 5), TORQUE))
    return found


test_published = checks_of(cases)
