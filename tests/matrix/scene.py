"""One small scene with features that can be switched on and off, and the same scene written by hand.

A car on a guide with a spring; to it come, each by its name:

rolling      a ball that rolls on the floor, drawn along by a spring: two rates that no positions belong to
redundancy   a second guide beside the first: five equations too many
states       a force that follows the car with a lag: a state of its own
events       a push that an event takes away where the car passes a place
contact      a puck on the car that bounces on the floor
flat         two cranks and a coupler, tied to the car by a spring, that pass through their flat position

`motion` integrates Newton's equations of the same parts, each written down here for itself, between the impacts and
the event; `matrix` holds their derivatives. Nothing of the program under test is used there.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

import linkwork as lw

FEATURES = ("rolling", "redundancy", "states", "events", "contact", "flat")
PAIRS = tuple(combinations(FEATURES, 2))
G = 9.81
CAR, SPRING, X0, V0 = 2.0, 80.0, 0.3, 0.5
BALL, BALL_INERTIA, RADIUS, PULL, BALL_AT, SIDE = 0.5, 2e-3, 0.1, 15.0, 0.1, 0.2
LAG, GAIN = 0.05, 12.0
PUSH, PLACE = 6.0, 0.1
PUCK, PUCK_RADIUS, HEIGHT, BOUNCE = 0.4, 0.05, 0.15, 0.6
CRANK, CRANK_MASS, CRANK_INERTIA, COUPLER, GAP, TIE, ANGLE, TURN = 0.25, 0.3, 2e-3, 0.7, 0.6, 9.0, 0.7, -1.0
PIN, TIE_AT = (-0.5, -0.6), (-0.2, -0.6)  # x and z of the first crank's pin; y of the parts, z of the car's eye
UNTIL = 0.6


def scene(features: Iterable[str], *, driven: bool = False, damping: float = 0.0) -> lw.Spatial:
    """The scene with some of the features; `driven` moves the car by a driver."""
    features = set(features)
    m = lw.Spatial("car with " + " and ".join(sorted(features)))
    m.set_gravity(0, 0, -G)
    m.parameters(k=SPRING)
    car = m.body("car", (X0, 0, 0.5), mass={"mass": CAR, "inertia": [0.1, 0.1, 0.1]})
    m.translational("guide", m.ground, car, at=(0, 0, 0.5), axis=(1, 0, 0))
    m.slide_spring("spring", m.ground.frame(at=(0, 0, 0.5), axis=(1, 0, 0)), car.at(0, 0, 0), "k", 0, damping)
    if driven:
        m.drive("motor", joint="guide", position=f"{X0}*(cos(3*t) - 1)")
    if "redundancy" in features:
        m.translational("guide2", m.ground, car, at=(0, 0.2, 0.5), axis=(1, 0, 0))
    if "rolling" in features:
        ball = m.body("ball", (BALL_AT, SIDE, RADIUS), mass={"mass": BALL, "inertia": [BALL_INERTIA] * 3})
        m.rolling_sphere("floor", m.ground.frame(axis=(0, 0, 1)), ball.at(0, 0, 0), radius=RADIUS)
        m.spring("pull", car.at(0, 0, RADIUS - 0.5), ball.at(0, 0, 0), stiffness=PULL)
    if "states" in features:
        m.filter("late", "car.x", time_constant=LAG)
        m.force("lag", car, x=f"-{GAIN}*late")
    if "events" in features:
        m.flag("pushed", 1)
        m.event("there", f"car.x - {PLACE}", direction="falling", put={"pushed": 0})
        m.force("push", car, x=f"{PUSH}*pushed")
    if "contact" in features:
        low = HEIGHT + PUCK_RADIUS
        puck = m.body("puck", (X0, 0, low), mass={"mass": PUCK, "inertia": [1e-3] * 3})
        m.translational("rail", car, puck, at=(X0, 0, low), axis=(0, 0, 1))
        m.add_solid("ground", "plane", {"type": "plane", "normal": [0, 0, 1], "at": [0, 0, 0]})
        m.add_solid("puck", "skin", {"type": "sphere", "radius": PUCK_RADIUS})
        m.contact("touch", "ground.plane", "puck.skin", restitution=BOUNCE)
    if "flat" in features:
        _cranks(m, car)
    return m


def _cranks(m: lw.Spatial, car: Any) -> None:
    """Two equal cranks with a coupler in the plane y = PIN[1], tied to the car by the coupler's first pin."""
    x, y = PIN
    turned = lw.orient.axis_angle((0, 1, 0), -ANGLE)  # a positive angle lifts the crank's end
    along = np.array([np.cos(ANGLE), 0, np.sin(ANGLE)])
    slender = {"mass": CRANK_MASS, "inertia": [1e-4, CRANK_INERTIA, CRANK_INERTIA], "center": (CRANK / 2, 0, 0)}
    cranks = []
    for number in range(2):
        pin = (x + number * GAP, y, 0.5)
        crank = m.body(f"crank{number}", pin, orientation=turned, mass=slender)
        m.revolute(f"O{number}", m.ground.frame(at=pin, axis=(0, -1, 0)), crank.frame(axis=(0, -1, 0)))
        cranks.append(crank)
    first = tuple(float(value) for value in np.array([x, y, 0.5]) + CRANK * along)
    coupler = m.body("coupler", first, mass={"mass": COUPLER, "inertia": [0.01, 0.02, 0.02], "center": (GAP / 2, 0, 0)})
    for number, crank in enumerate(cranks):
        here = crank.frame(at=(CRANK, 0, 0), axis=(0, -1, 0))
        m.revolute(f"P{number}", here, coupler.frame(at=(number * GAP, 0, 0), axis=(0, -1, 0)))
    m.spring("tie", car.at(TIE_AT[0], PIN[1], TIE_AT[1]), coupler.at(0, 0, 0), stiffness=TIE)


def speeds(features: Iterable[str]) -> dict[str, float]:
    """The rates at the start, one for every freedom."""
    found = {"car.vx": V0}
    if "rolling" in features:
        found |= {"ball.vx": 0.0, "ball.vy": 0.0, "ball.wz": 0.0}
    if "contact" in features:
        found |= {"puck.vz": 0.0}
    if "flat" in features:
        found |= {"O0.omega": TURN, "O1.omega": TURN}
    return found


STATES = ("x", "v", "bx", "bvx", "by", "bvy", "late", "angle", "omega", "z", "vz")
CHANNELS = {
    "x": "car.x",
    "v": "car.vx",
    "bx": "ball.x",
    "by": "ball.y",
    "late": "late",
    "angle": "O0.angle",
    "omega": "O0.omega",
    "z": "puck.z",
}
_OF = {
    "ball": ("rolling", ("bx", "bvx", "by", "bvy")),
    "late": ("states", ("late",)),
    "cranks": ("flat", ("angle", "omega")),
    "puck": ("contact", ("z", "vz")),
}


def alive(features: Iterable[str]) -> list[str]:
    """Names of the states that the scene has."""
    features, gone = set(features), set()
    for feature, names in _OF.values():
        gone |= set() if feature in features else set(names)
    return [name for name in STATES if name not in gone]


def begin() -> NDArray[np.float64]:
    """All states at the start."""
    return np.array([X0, V0, BALL_AT, 0, SIDE, 0, 0, ANGLE, TURN, HEIGHT + PUCK_RADIUS, 0])


def rate(features: set[str], y: Any, pushed: float, k: float = SPRING, damping: float = 0.0) -> Any:
    """Newton's equations of all parts; those that are not there rest."""
    x, v, bx, bvx, by, bvy, late, angle, omega, _, vz = y
    force, mass, out = -k * x - damping * v, CAR, np.zeros(len(y), np.result_type(y, 0.0))
    if "rolling" in features:
        force = force + PULL * (bx - x)
        heavy = BALL + BALL_INERTIA / RADIUS**2
        out[2], out[3], out[4], out[5] = bvx, PULL * (x - bx) / heavy, bvy, -PULL * by / heavy
    if "states" in features:
        force = force - GAIN * late
        out[6] = (x - late) / LAG
    if "events" in features:
        force = force + PUSH * pushed
    if "contact" in features:
        mass = CAR + PUCK
        out[9], out[10] = vz, -G
    if "flat" in features:
        c, s = np.cos(angle), np.sin(angle)
        dx = PIN[0] + CRANK * c - (x + TIE_AT[0])
        dz = 0.5 + CRANK * s - (0.5 + TIE_AT[1])
        force = force + TIE * dx
        inertia = 2 * (CRANK_INERTIA + CRANK_MASS * CRANK**2 / 4) + COUPLER * CRANK**2
        weight = (CRANK_MASS + COUPLER) * G * CRANK * c
        out[7], out[8] = omega, (-weight + TIE * CRANK * (dx * s - dz * c)) / inertia
    out[0], out[1] = v, force / mass
    return out


def impacts(until: float) -> list[float]:
    """Times at which the puck strikes the floor: a falling body, and 2 e^n times its first speed over g."""
    speed, t, found = sqrt(2 * G * HEIGHT), sqrt(2 * HEIGHT / G), []
    while t <= until:
        found.append(t)
        speed *= BOUNCE
        t += 2 * speed / G
    return found


def motion(
    features: Iterable[str], times: NDArray[np.float64], k: float = SPRING
) -> tuple[dict[str, Any], list[float]]:
    """The states by name at some times, and when the event comes for the first time."""
    features, y, t, pushed = set(features), begin(), float(times[0]), 1.0
    stops = [*(impacts(float(times[-1])) if "contact" in features else []), float(times[-1])]
    table, passed = np.zeros((len(STATES), len(times))), []
    table[:, 0] = y

    def there(_: float, y: Any) -> float:
        return float(y[0]) - PLACE

    there.terminal, there.direction = True, -1  # type: ignore[attr-defined]
    for stop in stops:
        while t < stop:
            watched = there if "events" in features and not passed else None
            inside = times[(times > t) & (times <= stop)]
            leg = solve_ivp(
                lambda _, y, on=pushed: rate(features, y, on, k),
                (t, stop),
                y,
                method="DOP853",
                rtol=1e-12,
                atol=1e-13,
                dense_output=True,
                events=watched,
            )
            t, y = float(leg.t[-1]), leg.y[:, -1]
            for number in np.flatnonzero(np.isin(times, inside) & (times <= t)):
                table[:, number] = leg.sol(times[number])
            if leg.status == 1:
                passed.append(t)
                pushed = 0.0
        if "contact" in features and stop < times[-1]:
            y = y.copy()
            y[9], y[10] = PUCK_RADIUS, -BOUNCE * y[10]
    return {name: table[number] for number, name in enumerate(STATES)}, passed
