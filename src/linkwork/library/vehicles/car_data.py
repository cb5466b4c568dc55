"""Two cars with numbers of our own: nobody prints a whole car.

Both are a saloon of the upper class, 1.6 t with what it carries: one with struts in front and five rods a wheel
behind, the other an open chain of 18 freedoms for real time with the same masses, springs and centre. The front tyres
of the latter are too stiff on purpose, so that there is something to fit.
"""

from __future__ import annotations

from typing import Any

from linkwork.expression.given import public
from linkwork.library.vehicles.car import Axle, Car
from linkwork.library.vehicles.compliant_arm import CompliantArm
from linkwork.library.vehicles.suspensions import FiveLink, McPherson

_WHEELBASE, _HALF_TRACK, _RADIUS = 2.8, 0.78, 0.31
_MASS, _INERTIA, _CENTRE = 1450.0, (560.0, 2500.0, 2700.0), (-1.30, 0.0, 0.56)
_RUBBER = {"model": "hsri", "stiffness": 2.1e5, "damping": 500, "friction": 1.0, "slip_stiffness": 9e4}
_RUBBER |= {"relaxation_along": 0.2, "relaxation_across": 0.4}
_TOO_STIFF = 6.5e4  # N/rad, of the front tyres in real time, where the saloon has 4.6e4: something to fit
_LINKS = {  # from the chassis to the carrier, about the centre of a left wheel
    "upper front": ((0.25, -0.35, 0.12), (0.03, -0.08, 0.13)),
    "upper rear": ((-0.22, -0.36, 0.13), (-0.03, -0.08, 0.14)),
    "lower front": ((0.28, -0.38, -0.10), (0.04, -0.07, -0.11)),
    "lower rear": ((-0.25, -0.42, -0.09), (-0.05, -0.07, -0.12)),
    "toe": ((-0.12, -0.40, 0.0), (-0.15, -0.06, -0.01)),
}


def _tyre(cornering: float) -> dict[str, Any]:
    return _RUBBER | {"cornering_stiffness": cornering}


def _near(centre: tuple[float, float, float], x: float, y: float, z: float) -> tuple[float, float, float]:
    return centre[0] + x, centre[1] + y, centre[2] + z


@public
def saloon() -> Car:
    """A whole car with loops: McPherson struts in front, five rods a wheel behind; the reference of comparisons."""
    front, rear = (0.0, _HALF_TRACK, _RADIUS), (-_WHEELBASE, _HALF_TRACK, _RADIUS)
    strut = McPherson(
        centre=front,
        radius=_RADIUS,
        lower=(_near(front, 0.12, -0.40, -0.10), _near(front, -0.18, -0.40, -0.10), _near(front, 0.0, -0.06, -0.12)),
        strut=(_near(front, -0.01, -0.08, 0.1), _near(front, -0.04, -0.16, 0.5)),
        tie=(_near(front, -0.13, -0.4, -0.05), _near(front, -0.14, -0.06, -0.06)),
    )
    links = {name: (_near(rear, *inner), _near(rear, *outer)) for name, (inner, outer) in _LINKS.items()}
    rods = FiveLink(centre=rear, radius=_RADIUS, links=links)
    return Car(
        _MASS,
        _INERTIA,
        _CENTRE,
        Axle(strut, _tyre(4.6e4), stiffness=26e3, damping=2200, anti_roll=9e3),
        Axle(rods, _tyre(6.5e4), stiffness=28e3, damping=2200, anti_roll=3e3),
        name="saloon",
    )


@public
def real_time_saloon() -> Car:
    """The saloon as an open chain of 18 freedoms: arms whose carriers give along the car, no loop.

    Its arms stand for links: where they turn, low and far behind the front wheels, gives it an anti-dive of a half.
    Its front tyres have the cornering stiffness of the rear ones, 6.5e4 N/rad, not the saloon's 4.6e4: made too stiff
    on purpose, so that there is something to fit.
    """
    front, rear = (0.0, _HALF_TRACK, _RADIUS), (-_WHEELBASE, _HALF_TRACK, _RADIUS)
    ahead = CompliantArm(
        centre=front,
        radius=_RADIUS,
        hinge=(_near(front, -0.9, -0.40, -0.17), _near(front, -0.9, -0.10, -0.17)),
        pin=(_near(front, 0.0, -0.06, -0.12), _near(front, -0.04, -0.16, 0.5)),
        lever=-0.14,
    )
    behind = CompliantArm(
        centre=rear, radius=_RADIUS, hinge=(_near(rear, 0.45, -0.55, -0.12), _near(rear, 0.45, -0.10, -0.12))
    )
    return Car(
        _MASS,
        _INERTIA,
        _CENTRE,
        Axle(ahead, _tyre(_TOO_STIFF), stiffness=26e3, damping=2200, anti_roll=9e3),
        Axle(behind, _tyre(6.5e4), stiffness=28e3, damping=2200, anti_roll=3e3),
        name="saloon in real time",
    )
