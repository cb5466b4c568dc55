"""The differentiated equations of motion of a four-bar, written by hand in natural coordinates, against ours.

Garcia de Jalon and Bayo (1994), (10.73) to (10.82), for q = (x1, y1, x2, y2) of the two moving pins: constant distances
and a driven crank, uniform bars. Position, velocity, acceleration and multipliers are differentiated one after the
other, each with the matrix of the motion itself.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

import linkwork as lw

Array = NDArray[np.float64]
NAMES = ("a", "b", "c", "d", "m2")
G = 9.81
SPEED, GROWTH = 2.0, 0.6


class Design(NamedTuple):
    """Lengths of crank, coupler, follower and ground, and the mass of the coupler per metre."""

    a: float
    b: float
    c: float
    d: float
    m2: float


def described(design: Design) -> lw.Planar:
    """The same four-bar in our own words."""
    m = lw.Planar("four-bar")
    a, b, c, d, heavy = m.parameters(**design._asdict())
    m.set_gravity(0, -G)
    crank = m.body("crank", estimate=(0, 0, 1.0), points={"pin": (a, 0)})
    coupler = m.body("coupler", estimate=(0.5, 0.8, 0.4), points={"pin": (b, 0)})
    follower = m.body("follower", estimate=(3, 0, 1.7))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(a, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(b, 0), follower.at(c, 0))
    m.revolute("D", m.ground.at(d, 0), follower.at(0, 0))
    for name, mass, length in (("crank", 1.0, a), ("coupler", heavy * b, b), ("follower", 2.0, c)):
        m.mass(name, mass=mass, center=(length / 2, 0), inertia=mass * length**2 / 12)
    m.drive("motor", joint="A", angle=f"1 + {SPEED}*t + {GROWTH}*t^2")
    return m


class ByHand:
    """The four-bar in natural coordinates at one time."""

    def __init__(self, design: Design, t: float, q: Array) -> None:
        self.design, self.q = design, q
        angle, self.w, self.w_rate = 1 + SPEED * t + GROWTH * t * t, SPEED + 2 * GROWTH * t, 2 * GROWTH
        self.along, self.across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])

    def rows(self, q: Array, ground: float) -> Array:
        """Derivatives of half the squared lengths, which are linear in q and in the place of the ground pin."""
        p1, p2, pin = q[:2], q[2:], np.array([ground, 0.0])
        zero = np.zeros(2)
        return np.array([[*p1, *zero], [*(p1 - p2), *(p2 - p1)], [*zero, *(p2 - pin)]])

    def jacobian(self) -> Array:
        return np.vstack([self.rows(self.q, self.design.d), [*self.across, 0.0, 0.0]])

    def masses(self, design: Design) -> Array:
        first, second = np.array([[1.0, 0.0], [0.0, 0.0]]), np.array([[0.0, 0.0], [0.0, 1.0]])
        coupler = design.m2 * design.b * np.array([[2.0, 1.0], [1.0, 2.0]]) / 6.0
        return np.kron(first / 3.0 + 2.0 * second / 3.0 + coupler, np.eye(2))

    def forces(self, design: Design) -> Array:
        heavy = design.m2 * design.b
        return np.array([0.0, -G * (1.0 + heavy) / 2.0, 0.0, -G * (2.0 + heavy) / 2.0])


def by_hand(design: Design, t: float, q: Array, name: str) -> dict[str, Array]:
    """Position, velocity and acceleration of the pins and the driver's torque, with derivatives by one parameter."""
    here, unit = ByHand(design, t, q), Design(*(float(name == other) for other in NAMES))
    jacobian = here.jacobian()
    lengths, changes = np.array([design.a, design.b, design.c]), np.array([unit.a, unit.b, unit.c])
    # position: Phi_q q_b = -Phi_b; the ground pin moves with d
    pin = np.array([0.0, 0.0, (q[2] - design.d) * unit.d, 0.0])
    q_b = np.linalg.solve(jacobian, np.array([*(lengths * changes), 0.0]) + pin)
    rows_b = np.vstack([here.rows(q_b, unit.d), np.zeros(4)])
    # velocity: the driver turns the crank, across' (p1' ) = w along' p1
    v = np.linalg.solve(jacobian, [0.0, 0.0, 0.0, here.w * (here.along @ q[:2])])
    v_b = np.linalg.solve(jacobian, np.array([0.0, 0.0, 0.0, here.w * (here.along @ q_b[:2])]) - rows_b @ v)

    def turned(p: Array, u: Array) -> float:
        return float(2 * here.w * (here.along @ u) + here.w_rate * (here.along @ p) + here.w**2 * (here.across @ p))

    side = np.array([*(-here.rows(v, 0.0) @ v), turned(q[:2], v[:2])])
    side_b = np.array([*(-2 * here.rows(v, 0.0) @ v_b), turned(q_b[:2], v_b[:2])])
    masses, step = here.masses(design), 1e-30
    moved = Design(*(value + 1j * step * change for value, change in zip(design, unit, strict=True)))  # type: ignore[arg-type]
    masses_b, forces_b = here.masses(moved).imag / step, here.forces(moved).imag / step
    matrix = np.block([[masses, jacobian.T], [jacobian, np.zeros((4, 4))]])
    solved = np.linalg.solve(matrix, [*here.forces(design), *side])
    a, multipliers = solved[:4], solved[4:]
    forces = forces_b - masses_b @ a - rows_b.T @ multipliers
    solved_b = np.linalg.solve(matrix, [*forces, *(side_b - rows_b @ a)])
    return {
        "x": q_b,
        "v": v_b,
        "a": solved_b[:4],
        "torque": -np.array(multipliers[3] * design.a),
        "torque_b": -np.array(solved_b[7] * design.a + multipliers[3] * unit.a),
    }


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_position_velocity_acceleration_and_driver_torque_of_a_random_four_bar(seed: int) -> None:
    random = np.random.default_rng(seed)
    design = Design(*(np.array([1.0, 2.7, 2.2, 3.0, 0.8]) * random.uniform(0.95, 1.05, 5)))
    labels = {"x": ("x", "y"), "v": ("vx", "vy"), "a": ("ax", "ay")}
    pins = ("crank.pin", "coupler.pin")
    channels = [f"{pin}.{axis}" for axes in labels.values() for pin in pins for axis in axes]
    found = described(design).sensitivity(
        [*channels, "motor.torque"], NAMES, analysis="inverse_dynamics", until=0.5, points=6
    )
    for index, t in enumerate(found.run.t):
        q = np.array([found.values[f"{pin}.{axis}"][index] for pin in pins for axis in ("x", "y")])
        for name in NAMES:
            expected = by_hand(design, float(t), q, name)
            for order, axes in labels.items():
                ours = [found[f"{pin}.{axis}", name][index] for pin in pins for axis in axes]
                np.testing.assert_allclose(ours, expected[order], rtol=1e-11, atol=1e-11)
            assert found.values["motor.torque"][index] == pytest.approx(float(expected["torque"]), rel=1e-10)
            assert found["motor.torque", name][index] == pytest.approx(float(expected["torque_b"]), rel=1e-9, abs=1e-9)
