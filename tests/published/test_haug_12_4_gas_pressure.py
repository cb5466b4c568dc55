"""Haug Sec. 12.4 with gas pressure: torque of the driven compressor, and whether it passes its first turn by itself.

The book's force law is not whole. Read so that its dimensions fit and the force vanishes at the outer dead centre, with
u = y - y_A, a compression of 5:1 and the stroke of a tilt of 30 degrees, the gas pushes a piston back by

    F = p A (0.04/u - 0.2)  from u = 0.04 to 0.2,   F = 0.4 p A (1 - cos(pi u/0.04))  below

while it compresses, and does nothing on the way back (a force of y alone would do no work in a turn). The reference is
the closed form of the pistons' places, in which the rotor's angle stands, and the principle of virtual work.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, log, pi, radians, sin

import numpy as np
import pytest
from numpy.typing import NDArray

import linkwork as lw
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of
from published.mechanisms.space_compressor import PISTONS, SPEED, compressor_9, with_masses
from published.test_haug_12_4_compressor import DEGREES, TORQUE

Array = NDArray[np.float64]
PSI = 6894.757
AREA = 7.85398e-3
TURN = 2 * pi / SPEED
SOURCE = "Haug Sec. 12.4, gas pressure, reference values"


def pressed(psi: float) -> lw.Spatial:
    """The compressor at a tilt of 30 degrees with the force on each piston in its cylinder, whose zero is y = -1."""
    m = with_masses(compressor_9(30))
    m.parameters(push=psi * PSI * AREA)
    near, far = "0.4*push*(1 - cos(pi*(position + 0.1)/0.04))", "push*(0.04/(position + 0.1) - 0.2)"
    law = f"if(speed < 0, if(position < -0.06, {near}, if(position < 0.1, {far}, 0)), 0)"
    for number in range(1, 7):
        m.actuator(f"gas {number}", f"cylinder {number}", force=law)
    return m


@cache
def run(psi: float) -> Run:
    return pressed(psi).inverse_dynamics(TURN, 361, progress=False)


def height(theta: Array, number: int) -> Array:
    """y of a piston: the rod of 0.5 from the disk's point P to the cylinder's axis."""
    lean, (x, z) = radians(30), PISTONS[number]
    normal = np.array([-sin(lean) * np.sin(theta), cos(lean) + 0 * theta, -sin(lean) * np.cos(theta)])
    upward = np.array([0 * theta, sin(lean) * np.cos(theta), cos(lean) + 0 * theta])
    upward = upward / np.linalg.norm(upward, axis=0)
    point = x * np.cross(normal, upward, axis=0) + z * upward
    y: Array = point[1] - 0.5 - np.sqrt(0.25 - (point[0] - x) ** 2 - (point[2] - z) ** 2)
    return y


def gas_torque(theta: Array, psi: float) -> Array:
    """What the driver gives for the gas: -sum of F dy/dtheta."""
    push, step, found = psi * PSI * AREA, 1e-5, np.zeros_like(theta)
    for number in range(6):
        u = height(theta, number) + 1.1
        slope = (height(theta + step, number) - height(theta - step, number)) / (2 * step)
        near, far = 0.4 * push * (1 - np.cos(pi * u / 0.04)), push * (0.04 / u - 0.2)
        force = np.where(u < 0.04, near, np.where(u < 0.2, far, 0.0))
        found -= np.where(slope < 0, force * slope, 0.0)
    return found


def cases() -> list[Case]:
    found = []
    for psi in (250, 500):
        for degree, still in zip(DEGREES, TORQUE[30], strict=True):
            how: Callable[[], float] = lambda a=(psi, degree): float(run(a[0])["motor.ty"][a[1]])  # noqa: E731
            value = still + float(gas_torque(np.array([radians(degree)]), psi)[0])
            what = f"torque at {psi} psi, rotor at {degree} deg (N m)"
            found.append(Case(SOURCE, what, None, how, 0.0, exact=value, exact_tolerance=2e-2))
    area = 0.04 * log(5) - 0.032 + 0.016
    mean: Callable[[], float] = lambda: float(np.mean(run(500)["motor.ty"][:-1]))  # noqa: E731
    value = 6 * area * 500 * PSI * AREA / (2 * pi)
    found.append(Case(SOURCE, "mean torque at 500 psi (N m)", None, mean, 0.0, exact=value, exact_tolerance=0.2))
    return found


test_cases = checks_of(cases)


def test_a_start_at_30_rad_per_s_stops_before_one_turn_where_its_energy_is_spent() -> None:
    """Under the constant torque of the book, 6 areas of the force curve over 2 pi."""
    m = pressed(500)
    del m.drivers["motor"]
    m.actuator("motor", "A", force=1250.8)
    m.event("stall", "A.omega", direction="falling", stop=True)
    found = m.simulate(0.05, 101, speeds={"A.omega": 30}, progress=False)
    assert found.events[-1].name == "stall"
    theta = np.linspace(0.0, 0.5, 50_001)
    spent = np.cumsum((gas_torque(theta, 500) - 1250.8) * (theta[1] - theta[0]))
    stop = float(theta[np.argmax(spent > found["energy.kinetic"][0])])
    assert 0.0 < stop < 2 * pi
    assert found["A.angle"][-1] == pytest.approx(stop, abs=1e-4)
