"""Wang 1996, 4.3: the cam of polar polynomials with a round follower of radius 5 mm on the x axis, kinematics.

Table 4.3-1 with its last exponent read as 16; base radius 50 mm, 5 rad/s. The pieces fit to 1e-4 mm only, as printed,
which is bridged. Reference values for place, speed and acceleration of the roller's centre at constant speed: place to
1e-5, speed to 1e-4 relative, acceleration to 1e-3. Contact by the pair kernel alone.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import linkwork as lw
from linkwork.bodies.profiles import Arc, PolarPolynomial, Profile
from linkwork.elements.contact_point_layout_kernel import FIRST, GAMMA, GAP, INSIDE, TRANSIT
from profile_bench import ACCEPT, MOTION, POSITION, ROWS, Bench

OMEGA = 5.0
TABLE = {  # degrees: place, speed, acceleration
    45: (55.0, 0.0, 0.0),
    100: (55.15119, 5.7293, 0.0),
    110: (55.49595, 27.0703, 1739.79),
    120: (57.27061, 66.1084, 414.352),
    130: (59.65624, 66.8970, -231.635),
    140: (61.80819, 55.5956, -375.918),
    150: (63.51320, 41.9772, -397.402),
    160: (64.73548, 28.0369, -400.592),
    180: (65.71475, 0.0, -402.080),
}


def _piece(begin: float, end: float, coefficients: tuple[float, ...], orders: tuple[int, ...], **fields: float):
    fields |= {"from": begin, "to": end}
    return PolarPolynomial(coefficients=coefficients, orders=orders, unit="deg", **fields)


CAM = Profile(
    elements=(
        Arc(center=(0, 0), start=(50, 0), end=(0, 50)),
        _piece(90, 95, (50.0, 0.0008, -0.00008), (0, 3, 4), shift=90),
        _piece(95, 105, (49.95, 0.02), (0, 1), shift=90),
        _piece(105, 255, (60.71475, -14.0625, 7.734375, -4.1367188), (0, 2, 12, 16), shift=180, scale=75),
        _piece(255, 265, (49.95, -0.02), (0, 1), shift=270),
        _piece(265, 270, (50.0, -0.0008, -0.00008), (0, 3, 4), shift=270),
        Arc(center=(0, 0), start=(0, -50), end=(50, 0)),
    )
)


def _roller() -> tuple[Bench, float]:
    bench = Bench(CAM, lw.circle(5))
    return bench, 55.0


def _settle(bench: Bench, x: float, theta: float) -> float:
    """The place of the roller at which the gap vanishes."""
    for _ in range(20):
        point = bench.run(POSITION, [0, 0, -theta, x, 0, 0])[0]
        step = point[GAP] / point[ROWS + 3]
        x -= step
        if abs(step) < 1e-13 * x:
            break
    return x


@pytest.mark.parametrize("degrees", TABLE)
def test_roller_moves_as_the_reference_says(degrees: int) -> None:
    bench, x = _roller()
    place, speed, acceleration = TABLE[degrees]
    theta = math.radians(degrees)
    bench.run(ACCEPT, [0, 0, -theta, place + 1e-3, 0, 0])
    x = _settle(bench, place, theta)
    assert x == pytest.approx(place, abs=1e-5)
    point = bench.run(POSITION, [0, 0, -theta, x, 0, 0])[0]
    rate = OMEGA * point[ROWS + 2] / point[ROWS + 3]
    assert rate == pytest.approx(speed, rel=1e-4, abs=1e-4)
    point = bench.run(MOTION, [0, 0, -theta, x, 0, 0], [0, 0, -OMEGA, rate, 0, 0])[0]
    assert point[GAMMA] / point[ROWS + 3] == pytest.approx(acceleration, rel=1e-3, abs=1e-3)


def test_contact_passes_all_pieces_of_the_cam_and_its_seam() -> None:
    bench, x = _roller()
    bench.run(ACCEPT, [0, 0, -0.5, x, 0, 0])
    bench.close(0)
    elements, places = [bench.elements()[0]], [x]
    for theta in np.radians(np.arange(30.0, 400.0, 0.5)):
        x = _settle(bench, x, theta)
        for _ in range(3):
            if bench.run(POSITION, [0, 0, -theta, x, 0, 0])[0][INSIDE] < 0.0:
                bench.run(TRANSIT, [0, 0, -theta, x, 0, 0], t=0.0)
                x = _settle(bench, x, theta)
                elements.append(bench.elements()[0])
        places.append(x)
    assert elements == [0, 1, 2, 3, 4, 5, 6, 0]
    assert np.max(np.abs(np.diff(places))) < 0.2
    assert bench.run(POSITION, [0, 0, -theta, x, 0, 0])[0][FIRST] < 1.0
