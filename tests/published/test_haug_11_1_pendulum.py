"""Haug Examples 11.1.1 and 11.1.2, Problem 11.1.4: a point on a sphere; an unsymmetric pendulum, hinged and sliding.

The book gives equations without numbers; the numbers are ours.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

import linkwork as lw
from linkwork.run.run import Run

pytestmark = pytest.mark.both_coordinates

G = 9.81
MASS, CENTRE = 2.0, np.array([0.3, 0.1, -0.4])
HINGE = np.array([[0.9, 0.07, 0.11], [0.07, 1.1, -0.13], [0.11, -0.13, 0.6]])
"""Inertia J'' about the hinge, in the body's axes."""
FIRST, SPEED, SLIDING = 0.4, 1.5, 0.25


def tilde(a: NDArray[np.float64]) -> NDArray[np.float64]:
    """~a b = a x b."""
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def pendulum(sliding: bool) -> lw.Spatial:
    """The joint's first body is the pendulum, so that reactions are told along its axes: x'' = x', z'' = y'."""
    m = lw.Spatial("pendulum", "Haug Ex. 11.1.2")
    body = m.body("body", (0, 0, 0), orientation=lw.orient.axis_angle((0, 1, 0), FIRST))
    entries = {"xx": HINGE[0, 0], "yy": HINGE[1, 1], "zz": HINGE[2, 2]}
    entries |= {"xy": HINGE[0, 1], "yz": HINGE[1, 2], "zx": HINGE[0, 2]}
    m.mass(body, mass=MASS, center=list(CENTRE), inertia=entries, inertia_about=(0, 0, 0))
    m.set_gravity(0, 0, -G)
    frames = (body.frame(at=(0, 0, 0), axis=(0, 1, 0), x=(1, 0, 0)), m.ground.frame(axis=(0, 1, 0), x=(1, 0, 0)))
    (m.cylindrical if sliding else m.revolute)("A", *frames)
    return m


@cache
def run(sliding: bool = False) -> Run:
    m = pendulum(sliding)
    speeds = {"body.wy": SPEED} | ({"body.vy": SLIDING} if sliding else {})
    return m.simulate(3.0, 301, speeds=speeds, rtol=1e-11, atol=1e-13, progress=False)


def swing(t: float, y: NDArray[np.float64]) -> list[float]:
    """Eq. 11.1.26: Jyy phi'' = m g (rho_z sin phi + rho_x cos phi)."""
    return [y[1], MASS * G * (CENTRE[2] * np.sin(y[0]) + CENTRE[0] * np.cos(y[0])) / HINGE[1, 1]]


@cache
def exact(points: int = 301) -> NDArray[np.float64]:
    found = solve_ivp(swing, (0, 3), [FIRST, SPEED], "DOP853", np.linspace(0, 3, points), rtol=1e-13, atol=1e-14)
    return np.asarray(found.y)


def angle(found: Run) -> NDArray[np.float64]:
    """phi, from the pendulum's x axis."""
    return np.unwrap(np.arctan2(-found["axis(body, x).z"], found["axis(body, x).x"]))


@pytest.mark.parametrize("sliding", [False, True])
def test_the_pendulum_swings_as_equation_11_1_26_says(sliding: bool) -> None:
    """Problem 11.1.4: the swing does not change when the pendulum may slide along its axis."""
    assert np.max(np.abs(angle(run(sliding)) - exact()[0])) < 1e-9
    assert np.max(np.abs(run(sliding)["body.wy"] - exact()[1])) < 1e-8


def test_the_sliding_pendulum_keeps_its_speed_along_the_axis() -> None:
    """Problem 11.1.4: m s'' = 0."""
    assert np.max(np.abs(run(True)["body.y"] - SLIDING * run(True).t)) < 1e-9
    assert np.max(np.abs(run(True)["body.vy"] - SLIDING)) < 1e-9


def test_the_hinge_carries_the_torques_of_equations_11_1_27_and_11_1_28() -> None:
    found = run()
    phi, rate, growth = angle(found), found["body.wy"], found["body.wy_rate"]
    weight = MASS * G
    n_x, n_z = -weight * CENTRE[1] * np.cos(phi), -weight * CENTRE[1] * np.sin(phi)
    t_x = HINGE[1, 2] * rate**2 + HINGE[0, 1] * growth - n_x
    t_z = -HINGE[0, 1] * rate**2 + HINGE[1, 2] * growth - n_z
    assert np.max(np.abs(-found["A.joint.tx"] - t_x)) < 1e-9
    assert np.max(np.abs(found["A.joint.ty"] - t_z)) < 1e-9, "y'' of the joint is -z' of the body"
    assert np.max(np.abs(found["A.joint.tz"])) < 1e-9, "nothing is carried about the axis"


def test_the_hinge_carries_the_force_of_the_moving_centre() -> None:
    """Newton: the reaction is m times the centre's acceleration, less the weight."""
    found = run()
    rate, growth = found["body.wy"], found["body.wy_rate"]
    zero = np.zeros_like(rate)
    omega, alpha = (np.stack([zero, one, zero], axis=1) for one in (rate, growth))
    a = np.cross(alpha, CENTRE) + np.cross(omega, np.cross(omega, CENTRE))
    phi = angle(found)
    weight = MASS * G * np.stack([np.sin(phi), zero, -np.cos(phi)], axis=1)
    force = MASS * a - weight
    assert np.max(np.abs(-found["A.joint.fx"] - force[:, 0])) < 1e-9
    assert np.max(np.abs(found["A.joint.fy"] - force[:, 2])) < 1e-9
    assert np.max(np.abs(-found["A.joint.fz"] - force[:, 1])) < 1e-9


# ------------------------------------------------------------------------------------------------ a point on a sphere

H = np.array([0.0, 0.0, 1.0])
INERTIA = np.diag([0.3, 0.5, 0.4])
TURNED = np.array([0.5, -0.4, 0.8])
VELOCITY, OMEGA = np.array([0.2, 0.7, -0.3]), np.array([0.9, -0.6, 1.1])


def on_sphere() -> lw.Spatial:
    """The point (0, 0, 1) of the body is kept at 1 from the origin (Ex. 11.1.1)."""
    m = lw.Spatial("point on a sphere", "Haug Ex. 11.1.1")
    turn = lw.orient.matrices(lw.orient.from_vectors([TURNED]))[0]
    place = np.array([0.6, 0.64, 0.48]) - turn @ H
    body = m.body("body", tuple(place), orientation=lw.orient.vector(*TURNED))
    m.mass(body, mass=MASS, inertia=list(np.diag(INERTIA)))
    m.set_gravity(0, 0, -G)
    m.distance("sphere", m.ground.at(0, 0, 0), body.at(*H), 1.0)
    return m


def test_a_point_on_a_sphere_moves_as_example_11_1_1_says() -> None:
    """m r'' + 2 (r + A h') l = F, J' w' + 2 ~h' A^T r l = n' - ~w J' w, at every moment of a motion."""
    names = [*(f"body.v{c}" for c in "xyz"), *(f"body.omega.{c}" for c in "xyz")]
    turn = lw.orient.matrices(lw.orient.from_vectors([TURNED]))[0]
    d = np.array([0.6, 0.64, 0.48])
    spin = turn @ np.cross(OMEGA, H)
    along = VELOCITY - d * float(d @ (VELOCITY + spin))  # the point stays on the sphere
    given = dict(zip(names[:2] + names[3:], [*along[:2], *OMEGA], strict=True))
    found = on_sphere().simulate(1.0, 21, speeds=given, rtol=1e-11, atol=1e-13, progress=False)
    for index in range(len(found.t)):
        at = lambda *names, index=index: np.array([found[f"body.{name}"][index] for name in names])  # noqa: E731
        p = at("e0", "e1", "e2", "e3")
        turn, r = lw.orient.matrices(p[None])[0], at("x", "y", "z")
        w, v = at("omega.x", "omega.y", "omega.z"), at("vx", "vy", "vz")
        d = r + turn @ H
        rate = v + turn @ np.cross(w, H)
        rows = np.concatenate([2 * d, 2 * tilde(H) @ turn.T @ r])
        matrix = np.zeros((7, 7))
        matrix[:3, :3], matrix[3:6, 3:6] = MASS * np.eye(3), INERTIA
        matrix[:6, 6], matrix[6, :6] = rows, rows
        gamma = -2 * rate @ rate - 2 * d @ turn @ np.cross(w, np.cross(w, H))
        side = np.concatenate([[0, 0, -MASS * G], -np.cross(w, INERTIA @ w), [gamma]])
        solved = np.linalg.solve(matrix, side)
        assert np.allclose(at("ax", "ay", "az"), solved[:3], rtol=0, atol=1e-9)
        assert np.allclose(at("alpha.x", "alpha.y", "alpha.z"), solved[3:6], rtol=0, atol=1e-9)
        force = [found[f"sphere.f{c}"][index] for c in "xyz"]
        assert np.allclose(force, -2 * d * solved[6], rtol=0, atol=1e-8)
        assert abs(d @ d - 1) < 1e-9 and abs(rate @ d) < 1e-9
