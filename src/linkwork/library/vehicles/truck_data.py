"""A tractor with a semi-trailer, numbers of our own, of the size of 25 to 40 t."""

from __future__ import annotations

from typing import Any

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public
from linkwork.library.vehicles.truck import Trailer, Truck
from linkwork.library.vehicles.truck_axle import TruckAxle

_RUBBER = {"model": "hsri", "stiffness": 9e5, "damping": 2000, "friction": 0.8, "slip_stiffness": 2.5e5}
_RUBBER |= {"relaxation_along": 0.3, "relaxation_across": 0.6}
_DUAL = 0.34  # m


@public
def tractor_and_trailer(axles: int = 2, surface: Any = None) -> Truck:
    """A tractor of two axles with a loaded semi-trailer of one to three; rear wheels have dual tyres.

    `surface` is an uneven road under all tyres, as a tyre takes it.
    """
    if not 1 <= axles <= 3:
        raise MechanismError(f"tractor_and_trailer: the trailer has one to three axles, not {axles}")
    road = {} if surface is None else {"surface": surface}
    single, dual = (_RUBBER | {"cornering_stiffness": c} | road for c in (1.9e5, 1.4e5))
    behind = TruckAxle(
        -3.7, dual, dual=_DUAL, half_track=0.92, wheel_mass=190.0, wheel_inertia=(10.0, 20.0), mass=700.0
    )
    row = tuple(
        TruckAxle(-11.0 - 1.31 * (n - (axles - 1) / 2), dual, dual=_DUAL, half_track=0.92, wheel_mass=190.0)
        for n in range(axles)
    )
    trailer = Trailer(9_000.0 + 8_000.0 * axles, (18e3, 2.2e5, 2.2e5), (-7.6, 0, 1.9), (-3.2, 1.15), row)
    front = TruckAxle(0.0, single, stiffness=2.5e5, half_track=1.02)
    return Truck(5600.0, (3500.0, 12e3, 12e3), (-1.1, 0, 1.05), front, (behind,), trailer, name="tractor and trailer")
