"""The six-piston compressor of Haug Secs. 10.4 and 12.4, with rods as distances, and with rods as bodies."""

from __future__ import annotations

from math import cos, radians, sin

import linkwork as lw
from linkwork.mechanism.spatial.handles import SpatialBodyHandle

S = 0.1732
PISTONS = ((0, 0.2), (S, 0.1), (-S, 0.1), (S, -0.1), (-S, -0.1), (0, -0.2))
"""X and Z of the six cylinders."""
SPEED = 62.832
HELD = (0, 0, 0.2)
"""The point O of the disk kept in the plane x = 0; the book does not say where on the disk's z' axis it is."""


def compressor_9(tilt: float = 30.0) -> lw.Spatial:
    """Haug Sec. 10.4: rotor, tilted disk and six pistons; each rod is a distance of 0.5."""
    m, disk = _rotor_and_disk(tilt)
    for number, (x, z) in enumerate(PISTONS, 1):
        m.distance(f"rod {number}", disk.at(x, 0, z), _piston(m, number).at(0, 0, 0), 0.5)
    return m


def compressor_15(tilt: float = 30.0) -> lw.Spatial:
    """DADS project 10.2: each rod is a body, with a ball at the disk and a universal joint at the piston."""
    m, disk = _rotor_and_disk(tilt)
    lean = radians(tilt)
    for number, (x, z) in enumerate(PISTONS, 1):
        piston = _piston(m, number)
        top = (x, -0.5 + z * sin(lean), z * cos(lean))
        middle = ((top[0] + x) / 2, (top[1] - 1) / 2, (top[2] + z) / 2)
        rod = m.body(f"rod {number}", middle, orientation=lw.orient.axis_angle((1, 0, 0), "-pi/2"))
        m.spherical(f"top {number}", disk.at(x, 0, z), rod.at(0, 0, 0.25))
        arms = (rod.frame(at=(0, 0, -0.25), axis=(1, 0, 0)), piston.frame(at=(0, 0, 0), axis=(0, 0, 1)))
        m.universal(f"end {number}", *arms)
    return m


def _rotor_and_disk(tilt: float) -> tuple[lw.Spatial, SpatialBodyHandle]:
    m = lw.Spatial("compressor", "Haug Sec. 10.4")
    lean = radians(tilt)
    upright = {"P": (0, 0, 0), "Q": (0, 1, 0), "R": (1, 0, 0)}
    rotor = m.body("rotor", (0, 0, 0))
    disk = m.body("disk", (0, -0.5, 0), orientation=lw.orient.parameters(-sin(lean / 2), 0, 0))
    m.revolute("A", m.ground.frame(**upright), rotor.frame(**upright))
    tilted = rotor.frame(P=(0, -0.5, 0), Q=(0, -0.5 + cos(lean), -sin(lean)), R=(1, -0.5, 0))
    m.revolute("B", tilted, disk.frame(**upright))
    m.absolute_x("O", disk.at(*HELD), 0)
    m.drive("motor", joint="A", angle=f"{SPEED}*t")
    return m, disk


def _piston(m: lw.Spatial, number: int) -> SpatialBodyHandle:
    x, z = PISTONS[number - 1]
    piston = m.body(f"piston {number}", (round(x, 2), -1, z))
    on_ground = m.ground.frame(P=(x, -1, z), Q=(x, 0, z), R=(x + 1, -1, z))
    m.translational(f"cylinder {number}", on_ground, piston.frame(P=(0, 0, 0), Q=(0, 1, 0), R=(1, 0, 0)))
    return piston


def with_masses(m: lw.Spatial) -> lw.Spatial:
    """Table 12.4.1; rods, where they are bodies, as DADS project 12.2 has them."""
    m.mass("rotor", mass=10, inertia=[0.1, 0.01, 0.1])
    m.mass("disk", mass=2, inertia=[0.04, 0.08, 0.04])
    for number in range(1, 7):
        m.mass(f"piston {number}", mass=1.5, inertia=[0.002, 0.002, 0.002])
        if f"rod {number}" in m.bodies_by_name:
            m.mass(f"rod {number}", mass=0.5, inertia=[0.04, 0.04, 0.001])
    return m
