"""Linear lateral equations of a motorcycle without suspensions, written down for themselves.

Small motions of a machine that goes straight on at V, in an inertial frame that goes along: q = sideways, yaw, roll,
head sideways, head twist, steer, rear twist, rider's lean. Every part hangs on a chain of these, each a translation
along y or a rotation about an axis through a point. With a_k the axis of the rotation k and p_k its point, a point r
of a part moves by

    r_k = a_k x (r - p_k),      r_kl = a_k x r_l  (k before l in the chain, or k = l)

(a translation: r_k = y, and nothing beyond it). From these come, by Lagrange's equations, masses m r_k . r_l + a_k' I
a_l, weights m g z_kl, springs, and of a wheel that spins with h about the axle a the gyroscopic part h (g_kl - g_lk),
g_k = (axis k) . a. Forces act at the tread (radius R, radius of the section c, so that the contact moves sideways as it
leans), with their virtual work to first order: the load Z, the force X along the heading, the side force, the moments.
Side force and moment follow the slip, whose deflection u has u' = -(velocity across) - V u / sigma; camber acts at
once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linkwork.vehicles import Compliance, Motorcycle, RoadWheel

Array = NDArray[np.float64]
SIDEWAYS, YAW, ROLL, HEAD_SIDEWAYS, HEAD_TWIST, STEER, REAR_TWIST, LEAN = range(8)
COUNT = 8
GRAVITY = 9.81
X, Y, Z = np.eye(3)


@dataclass(frozen=True)
class Screw:
    """One freedom of a chain."""

    number: int
    axis: Array
    point: Array | None  # none: a translation


def at(x: float, z: float) -> Array:
    return np.array([x, 0.0, z])


class Chain:
    """A part that hangs on freedoms, outermost first."""

    def __init__(self, screws: Sequence[Screw]) -> None:
        self.screws = list(screws)

    def first(self, r: Array) -> Array:
        """r_k, a column a coordinate."""
        columns = np.zeros((3, COUNT))
        for screw in self.screws:
            columns[:, screw.number] = screw.axis if screw.point is None else np.cross(screw.axis, r - screw.point)
        return columns

    def second(self, r: Array) -> Array:
        """r_kl."""
        first, result = self.first(r), np.zeros((3, COUNT, COUNT))
        for place, outer in enumerate(self.screws):
            for inner in self.screws[place:]:
                value = np.zeros(3) if outer.point is None else np.cross(outer.axis, first[:, inner.number])
                result[:, outer.number, inner.number] = result[:, inner.number, outer.number] = value
        return result

    def turns(self) -> Array:
        """The axes, a column a coordinate; none for translations."""
        columns = np.zeros((3, COUNT))
        for screw in self.screws:
            if screw.point is not None:
                columns[:, screw.number] = screw.axis
        return columns

    def turned(self) -> Array:
        """How the axis of k changes with l."""
        result = np.zeros((3, COUNT, COUNT))
        for place, outer in enumerate(self.screws):
            for inner in self.screws[place + 1 :]:
                if outer.point is not None and inner.point is not None:
                    result[:, inner.number, outer.number] = np.cross(outer.axis, inner.axis)
        return result


def chains(bike: Motorcycle) -> dict[str, Chain]:
    """The parts of a machine."""
    origin = np.zeros(3)
    base = [Screw(SIDEWAYS, Y, None), Screw(YAW, Z, origin), Screw(ROLL, X, origin)]
    sin, cos = np.sin(bike.tilt), np.cos(bike.tilt)
    head = at(*bike.head)
    front = [Screw(HEAD_SIDEWAYS, Y, None), Screw(HEAD_TWIST, at(cos, sin), head), Screw(STEER, at(-sin, cos), head)]
    twist = bike.rear_twist
    assert twist is not None and twist.at is not None and twist.tilt is not None and bike.rider is not None
    rear = Screw(REAR_TWIST, at(np.cos(twist.tilt), np.sin(twist.tilt)), at(*twist.at))
    return {
        "frame": Chain(base),
        "rear": Chain([*base, rear]),
        "front": Chain([*base, *front]),
        "rider": Chain([*base, Screw(LEAN, X, at(*bike.rider.hinge))]),
    }


def tensor(xx: float, yy: float, zz: float, zx: float, turned: float = 0.0) -> Array:
    """Moments in axes that are turned back about y."""
    c, s = np.cos(turned), np.sin(turned)
    turn = np.array([[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]])
    return turn @ np.array([[xx, 0.0, zx], [0.0, yy, 0.0], [zx, 0.0, zz]]) @ turn.T


def matrix(bike: Motorcycle, speed: float) -> Array:
    """The state matrix of q, q', and the deflections of the rear and the front tread."""
    parts = chains(bike)
    mass, damping, stiffness = (np.zeros((COUNT, COUNT)) for _ in range(3))
    assert bike.rear_assembly is not None and bike.rider is not None
    bodies = {"frame": (bike.frame, 0.0), "front": (bike.steered, bike.tilt), "rear": (bike.rear_assembly, 0.0)}
    bodies["rider"] = (bike.rider.body, 0.0)
    for name, (body, turned) in bodies.items():
        chain, centre = parts[name], at(body.x, body.z)
        first, turns = chain.first(centre), chain.turns()
        mass += body.mass * first.T @ first + turns.T @ tensor(body.xx, body.yy, body.zz, body.zx, turned) @ turns
        stiffness += body.mass * GRAVITY * chain.second(centre)[2]
    springs = {HEAD_SIDEWAYS: bike.head_sideways, HEAD_TWIST: bike.head_twist, STEER: bike.steering}
    springs |= {REAR_TWIST: bike.rear_twist, LEAN: Compliance(bike.rider.stiffness, bike.rider.damping)}
    for number, spring in springs.items():
        assert spring is not None
        stiffness[number, number] += spring.stiffness
        damping[number, number] += spring.damping
    frame, place, centre = parts["frame"], at(*bike.air.at), at(bike.frame.x, bike.frame.z)
    blow = np.array([-bike.air.drag, 0.0, bike.air.lift]) * speed**2
    stiffness -= np.einsum("i,ikl->kl", blow, frame.second(place))
    damping += bike.air.drag * speed * np.outer(frame.first(place)[1], frame.first(centre)[1])
    loads = dict(zip(("rear", "front"), bike.loads(speed), strict=True))
    resists = bike.front.resistance(speed) * loads["front"]
    pushes = {"front": -resists, "rear": bike.air.drag * speed**2 + resists}
    side, slipping = {}, {}
    for name, wheel in (("rear", bike.rear), ("front", bike.front)):
        add_wheel(parts[name], wheel, loads[name], pushes[name], speed, damping, stiffness)
        side[name], slipping[name] = treads(parts[name], wheel, loads[name], speed)
    slip = pushes["rear"] / bike.rear.slip_stiffness
    rear_spin = speed * (1.0 + slip) / bike.rear.radius  # the part of the wheel in its rolling speed
    damping += bike.flywheel * rear_spin * gyration(frame)
    return first_order(bike, mass, damping, stiffness, side, slipping, loads, speed)


def gyration(chain: Chain) -> Array:
    """What a unit of spin about an axle along y adds to the damping."""
    turns, turned = chain.turns(), chain.turned()
    change = np.einsum("i,ikl->kl", Y, turned) + turns.T @ np.cross(turns.T, Y).T
    return np.asarray(change - change.T)


def lean_of(chain: Chain) -> tuple[Array, Array]:
    """Camber (the left end of the axle goes up) and heading (to the left) of a wheel, by the coordinates."""
    axle = np.cross(chain.turns().T, Y).T
    return axle[2], -axle[0]


def add_wheel(
    chain: Chain, wheel: RoadWheel, load: float, push: float, speed: float, damping: Array, stiffness: Array
) -> None:
    """Gyration, load, push along the heading, resistance."""
    centre, below = at(wheel.x, wheel.radius), at(0.0, -wheel.radius)
    camber, heading = lean_of(chain)
    spin = speed * (1.0 + push / wheel.slip_stiffness) / wheel.radius
    damping += wheel.spin * spin * gyration(chain)
    turns, turned = chain.turns(), chain.turned()
    ring = wheel.radius + load / wheel.stiffness - wheel.crown
    force = np.array([push, 0.0, load])
    moved = chain.second(centre) + np.cross(turned, below, axis=0)
    moved += np.cross(turns[:, :, None], ring * camber * Y[:, None, None], axis=0)
    stiffness -= np.einsum("i,ikl->kl", force, moved)
    sideways = (chain.first(centre) + np.cross(turns, below[:, None], axis=0))[1]
    stiffness -= push * np.outer(sideways, heading)
    couple = -wheel.resistance(speed) * load * wheel.radius
    stiffness -= couple * (turned[1] - np.outer(turns[0], heading))


def treads(chain: Chain, wheel: RoadWheel, load: float, speed: float) -> tuple[Array, Array]:
    """What a side force and a moment about the vertical do to the coordinates; the velocity across, by q and by q'."""
    del load
    turns, below = chain.turns(), at(0.0, -wheel.radius)
    sideways = (chain.first(at(wheel.x, wheel.radius)) + np.cross(turns, below[:, None], axis=0))[1]
    _, heading = lean_of(chain)
    return np.array([sideways, turns[2]]), np.array([-speed * heading, sideways])


def first_order(
    bike: Motorcycle,
    mass: Array,
    damping: Array,
    stiffness: Array,
    side: dict[str, Array],
    slipping: dict[str, Array],
    loads: dict[str, float],
    speed: float,
) -> Array:
    """q, q', u of both treads."""
    parts, size = chains(bike), 2 * COUNT + 2
    push = np.zeros((COUNT, 2))
    result = np.zeros((size, size))
    result[:COUNT, COUNT : 2 * COUNT] = np.eye(COUNT)
    for number, (name, wheel) in enumerate((("rear", bike.rear), ("front", bike.front))):
        load = loads[name]
        cornering, camber, aligning, twisting, relaxation = (
            sum(value * load**power for power, value in enumerate(numbers))
            for numbers in (wheel.cornering, wheel.camber, wheel.aligning, wheel.twisting, wheel.relaxation)
        )
        across, about = side[name]
        push[:, number] = (cornering * across - aligning * about) / relaxation
        stiffness += np.outer(camber * across + twisting * about, lean_of(parts[name])[0])
        row = 2 * COUNT + number
        result[row, :COUNT], result[row, COUNT : 2 * COUNT] = -slipping[name]
        result[row, row] = -speed / relaxation
    result[COUNT : 2 * COUNT] = np.linalg.solve(mass, np.hstack([-stiffness, -damping, push]))
    return result
