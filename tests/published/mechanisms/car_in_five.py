"""The car of Garcia de Jalon and others 2005, its wheels' suspensions on frames that are welded to the chassis: whole,
and cut at the welds into five parts."""

from __future__ import annotations

from collections.abc import Iterable

import linkwork as lw
from linkwork.exchange.coupling import Coupled, MechanismPart
from linkwork.mechanism.spatial.handles import SpatialBodyHandle
from published.mechanisms.garcia_de_jalon_car import HALF_TRACK, RADIUS, WHEELBASE, Point, add_corner, add_front

SPEED = 15.0
WHEELS = {f"{end} {side}": (end, side) for end in ("front", "rear") for side in ("left", "right")}
MIDDLE: Point = (-1.3, 0, 0.55)
_BODY = {"mass": 1000, "inertia": (350, 1400, 1600)}
_FRAME = {"mass": 50, "inertia": (2, 2, 2)}
_SIDES = {"left": 1, "right": -1}


def whole() -> lw.Spatial:
    """Chassis, four frames and what hangs on them."""
    m = lw.Spatial("car")
    m.set_gravity(0, 0, -9.81)
    chassis = m.body("chassis", MIDDLE, mass=_BODY)
    for wheel in WHEELS:
        frame = m.body(f"{wheel} frame", _weld(wheel), mass=_FRAME)
        m.fixed(f"{wheel} weld", chassis, frame, at=_weld(wheel))
        _suspend(m, wheel, frame)
    return m


def in_five() -> Coupled:
    """The chassis and four suspensions, glued at the welds."""
    coupled = Coupled("car in five")
    m = lw.Spatial("chassis")
    m.set_gravity(0, 0, -9.81)
    chassis = m.body("chassis", MIDDLE, mass=_BODY)
    for wheel in WHEELS:
        chassis.point(_named(wheel), *(a - b for a, b in zip(_weld(wheel), MIDDLE, strict=True)))
    frames = {_named(wheel): f"chassis.{_named(wheel)}" for wheel in WHEELS}
    seen = {"z": "chassis.z", "vz": "chassis.vz", "vx": "chassis.vx"}
    coupled.add("chassis", MechanismPart(m, frames=frames, outputs=seen, speeds=speeds("chassis")))
    for wheel in WHEELS:
        m = lw.Spatial(wheel)
        m.set_gravity(0, 0, -9.81)
        _suspend(m, wheel, m.body("frame", _weld(wheel), mass=_FRAME))
        coupled.add(_named(wheel), MechanismPart(m, frames={"weld": "frame"}, speeds=speeds("frame", [wheel])))
        coupled.glue(f"weld_{_named(wheel)}", f"chassis.{_named(wheel)}", f"{_named(wheel)}.weld")
    return coupled


def speeds(body: str, wheels: Iterable[str] = ()) -> dict[str, float]:
    """Straight on, wheels rolling, nothing moving up or down."""
    rates = {f"{body}.{name}": 0.0 for name in ("vy", "vz", "wx", "wy", "wz")} | {f"{body}.vx": SPEED}
    for wheel in wheels:
        carrier = "knuckle" if WHEELS[wheel][0] == "front" else "carrier"
        rates |= {f"{wheel} hub.omega": SPEED / RADIUS, f"{wheel} {carrier}.vz": 0.0}
    return rates


def _named(wheel: str) -> str:
    return wheel.replace(" ", "_")


def _weld(wheel: str) -> Point:
    end, side = WHEELS[wheel]
    return 0.0 if end == "front" else -WHEELBASE, 0.4 * _SIDES[side], 0.5


def _suspend(m: lw.Spatial, wheel: str, frame: SpatialBodyHandle) -> None:
    end, side = WHEELS[wheel]
    centre = (0.0 if end == "front" else -WHEELBASE, _SIDES[side] * HALF_TRACK, RADIUS)
    if end == "front":
        add_front(m, wheel, frame, centre, _SIDES[side])
    else:
        add_corner(m, wheel, frame, centre, _SIDES[side], "spherical")
