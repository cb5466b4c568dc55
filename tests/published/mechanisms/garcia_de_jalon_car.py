"""The five-point suspension and the car of Garcia de Jalon and others 2005, section 3, with numbers of our own.

The chapter gives topology and counts, no data. Here x points forward, y to the left, z up.
"""

from __future__ import annotations

import linkwork as lw
from linkwork.mechanism.spatial.handles import SpatialBodyHandle

Point = tuple[float, float, float]
LINKS = {  # from the frame to the carrier, for a wheel on the left whose centre is at the origin
    "upper front": ((0.25, -0.35, 0.15), (0.03, -0.08, 0.13)),
    "upper rear": ((-0.22, -0.36, 0.16), (-0.03, -0.08, 0.14)),
    "lower front": ((0.28, -0.38, -0.10), (0.04, -0.07, -0.11)),
    "lower rear": ((-0.25, -0.42, -0.09), (-0.05, -0.07, -0.12)),
    "toe": ((-0.12, -0.40, -0.02), (-0.15, -0.06, -0.01)),
}
HALF_TRACK, WHEELBASE, RADIUS = 0.75, 2.6, 0.3
ROD_MASS = 1.2
ROD_AXIAL = {"universal": 0.0, "spherical": 1e-4}  # a universal joint turns a rod about its line: there it has none


def _moved(place: Point, centre: Point, side: int) -> Point:
    return centre[0] + place[0], centre[1] + side * place[1], centre[2] + place[2]


def add_rod(
    m: lw.Spatial, name: str, frame: SpatialBodyHandle, carrier: SpatialBodyHandle, ends: tuple[Point, Point], kind: str
) -> None:
    """A slender rod along its x axis from the frame, by a universal or a ball joint, to a ball joint of the carrier."""
    first, second = ends
    along = tuple(b - a for a, b in zip(first, second, strict=True))
    length = sum(part * part for part in along) ** 0.5
    across = ROD_MASS * length**2 / 12
    mass = {"mass": ROD_MASS, "center": (length / 2, 0, 0), "inertia": (ROD_AXIAL[kind], across, across)}
    turn = lw.orient.points(first, second, (first[0], first[1], first[2] + 1.0))
    rod = m.body(name, first, mass=mass, orientation=turn)
    if kind == "universal":
        m.universal(f"{name} in", frame, rod, at=first, axis=(1, 0, 0), x=(0, 0, 1))
    else:
        m.spherical(f"{name} in", frame, rod, at=first)
    m.spherical(f"{name} out", rod, carrier, at=second)


def add_corner(m: lw.Spatial, name: str, frame: SpatialBodyHandle, centre: Point, side: int, kind: str) -> list[str]:
    """Carrier, wheel and five rods; the names of the rods."""
    carrier = m.body(f"{name} carrier", centre, mass={"mass": 15, "inertia": (0.3, 0.2, 0.3)})
    add_wheel(m, name, carrier, centre)
    rods = [f"{name} {link}" for link in LINKS]
    for rod, (inner, outer) in zip(rods, LINKS.values(), strict=True):
        add_rod(m, rod, frame, carrier, (_moved(inner, centre, side), _moved(outer, centre, side)), kind)
    top = _moved((0.0, -0.2, 0.35), centre, side)
    add_spring(m, f"{name} spring", frame, carrier, top, centre)
    return rods


def add_wheel(m: lw.Spatial, name: str, carrier: SpatialBodyHandle, centre: Point) -> None:
    """A wheel on its hub, with a tyre on the road."""
    wheel = m.body(f"{name} wheel", centre, mass={"mass": 18, "inertia": (0.4, 0.8, 0.4)})
    m.revolute(f"{name} hub", carrier, wheel, at=centre, axis=(0, 1, 0))
    slips = {"slip_stiffness": 50000, "cornering_stiffness": 45000, "friction": 0.9}
    numbers = {"radius": RADIUS + 0.02, "stiffness": 180000, "damping": 300}
    m.tyre(f"{name} tyre", m.ground, wheel.frame(axis=(0, 1, 0)), model="brush", **slips, **numbers)


def add_spring(
    m: lw.Spatial, name: str, frame: SpatialBodyHandle, carrier: SpatialBodyHandle, top: Point, low: Point
) -> None:
    """A spring with a damper that carries a quarter of the car."""
    length = sum((a - b) ** 2 for a, b in zip(top, low, strict=True)) ** 0.5
    ends = frame.drawn(*top), carrier.drawn(*low)
    m.spring(name, *ends, stiffness=30000, free_length=length + 3300 / 30000, damping=2500)


def five_point_suspension() -> tuple[lw.Spatial, list[str]]:
    """Ground, frame, carrier, wheel and five rods: nine bodies; the frame moves up and down."""
    m = lw.Spatial("five-point suspension")
    m.set_gravity(0, 0, -9.81)
    frame = m.body("frame", (0, 0, 0.6), mass={"mass": 350, "inertia": (50, 50, 50)})
    m.translational("guide", m.ground, frame, at=(0, 0, 0.6), axis=(0, 0, 1))
    return m, add_corner(m, "rear", frame, (0, HALF_TRACK, RADIUS), 1, "universal")


def car() -> tuple[lw.Spatial, list[str]]:
    """26 bodies with the ground and 36 joints, struts in front, five rods a wheel behind; the rods' names."""
    m = lw.Spatial("car")
    m.set_gravity(0, 0, -9.81)
    chassis = m.body("chassis", (-1.3, 0, 0.55), mass={"mass": 1200, "inertia": (450, 1700, 1900)})
    rods = []
    for name, side in (("left", 1), ("right", -1)):
        rods += add_front(m, f"front {name}", chassis, (0, side * HALF_TRACK, RADIUS), side)
        rods += add_corner(m, f"rear {name}", chassis, (-WHEELBASE, side * HALF_TRACK, RADIUS), side, "spherical")
    return m, rods


def add_front(m: lw.Spatial, name: str, chassis: SpatialBodyHandle, centre: Point, side: int) -> list[str]:
    """Lower arm, knuckle, strut, wheel and tie rod."""

    def at(x: float, y: float, z: float) -> Point:
        return _moved((x, y, z), centre, side)

    ball, top, foot = at(0, -0.06, -0.12), at(-0.04, -0.16, 0.5), at(-0.01, -0.08, 0.1)
    knuckle = m.body(f"{name} knuckle", centre, mass={"mass": 15, "inertia": (0.3, 0.2, 0.3)})
    arm = m.body(f"{name} arm", at(0, -0.25, -0.11), mass={"mass": 5, "inertia": (0.05, 0.05, 0.1)})
    strut = m.body(f"{name} strut", top, mass={"mass": 4, "center": (0, 0, -0.15), "inertia": (0.04, 0.04, 0.005)})
    m.revolute(f"{name} hinge", chassis, arm, at=at(0, -0.40, -0.10), axis=(1, 0, 0))
    m.spherical(f"{name} ball", arm, knuckle, at=ball)
    axis = tuple(a - b for a, b in zip(top, foot, strict=True))
    m.translational(f"{name} slide", knuckle, strut, at=foot, axis=axis)
    m.spherical(f"{name} top", chassis, strut, at=top)
    add_wheel(m, name, knuckle, centre)
    add_rod(m, f"{name} tie", chassis, knuckle, (at(-0.13, -0.4, -0.05), at(-0.14, -0.06, -0.06)), "spherical")
    add_spring(m, f"{name} spring", chassis, knuckle, top, foot)
    return [f"{name} tie"]
