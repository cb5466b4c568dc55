"""Haug Sec. 12.2 and DADS project 12.1: torque and free motion of the slider-crank in space.

Table 12.2.1 has the rod's small moment of inertia about y', though the rod lies along x' ("printed"); with the two
exchanged ("swapped") it agrees with m l^2/12 = 0.00375. The book does not say whether gravity acts. Its figures are
compared with a reduction to the crank angle a: T = M(a) a'^2/2, V(a).
"""

from __future__ import annotations

from functools import cache
from math import pi

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.interpolate import CubicHermiteSpline, CubicSpline
from scipy.optimize import brentq

import linkwork as lw
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of
from published.mechanisms.space_slider_cranks import (
    PRINTED,
    SWAPPED,
    driven,
    slider_crank_3,
    slider_crank_4,
    with_masses,
)

pytestmark = pytest.mark.both_coordinates

INERTIA = {"printed": PRINTED, "swapped": SWAPPED, "none": None}
G, SPEED, N = 9.81, 2 * pi, 2000
Key = tuple[float, str, float]
"""Rod length, rod inertia ("none": three bodies), gravity."""


def model(key: Key) -> lw.Spatial:
    l, inertia, gravity = key  # noqa: E741
    given = INERTIA[inertia]
    m = slider_crank_3() if given is None else slider_crank_4()
    m.set(l=l)
    return with_masses(m, SWAPPED if given is None else given, gravity)


# ------------------------------------------------------------------------------------------------ the reduction


def _place(a: NDArray, l: float) -> tuple[NDArray, NDArray, NDArray]:  # noqa: E741
    """Crank pin, rod axes and slider by the crank angle; good for complex angles.

    The rod's x' points to the slider, its y' is square to x' and to the slide (revolute-cylindrical joint).
    """
    zero = 0 * a
    pin = np.stack([zero, 0.1 + 0.08 * np.cos(a), 0.12 + 0.08 * np.sin(a)], axis=-1)
    x = np.sqrt(l**2 - pin[:, 1] ** 2 - pin[:, 2] ** 2)
    end = np.stack([x, zero, zero], axis=-1)
    u = (end - pin) / l
    across = np.stack([zero, u[:, 2], -u[:, 1]], axis=-1)
    across = across / np.sqrt(across[:, 1:2] ** 2 + across[:, 2:3] ** 2)
    return pin, np.stack([u, across, np.cross(u, across)], axis=-1), end


@cache
def reduction(key: Key) -> tuple[NDArray, NDArray, NDArray]:
    """Crank angles over a turn, M and V there; derivatives by the complex step."""
    l, inertia, gravity = key  # noqa: E741
    a = 2 * pi * np.arange(N) / N
    pin, turn, end = _place(a + 1e-30j, l)
    rate = lambda values: values.imag / 1e-30  # noqa: E731
    mass = 0.0001 + 2.0 * rate(end[:, 0]) ** 2
    height = np.zeros(N)
    given = INERTIA[inertia]
    if given is not None:
        centre = (pin + end) / 2
        spin = np.einsum("fji,fjk->fik", turn.real, rate(turn))
        omega = np.stack([spin[:, 2, 1], spin[:, 0, 2], spin[:, 1, 0]], axis=-1)
        mass = mass + 0.5 * np.sum(rate(centre) ** 2, axis=1) + np.sum(np.array(given) * omega**2, axis=1)
        height = 0.5 * gravity * centre.real[:, 2]
    return a, mass, height


def _slope(values: NDArray) -> NDArray:
    """Derivative of a function of the angle over a turn."""
    return np.fft.irfft(1j * np.arange(N // 2 + 1) * np.fft.rfft(values), N)


def exact_torque(key: Key, t: float) -> float:
    """Torque about +x on the crank at constant speed: M' a'^2/2 + V'."""
    _, mass, height = reduction(key)
    number = round(N * (0.25 - t)) % N
    return float((0.5 * _slope(mass) * SPEED**2 + _slope(height))[number])


def exact_period(key: Key, speed: float) -> float:
    """Time of a turn from the upright crank."""
    _, mass, height = reduction(key)
    energy = 0.5 * mass[N // 4] * speed**2 + height[N // 4]
    return float(2 * pi * np.mean(np.sqrt(mass / (2 * (energy - height)))))


# ------------------------------------------------------------------------------------------------ our runs


@cache
def inverse(key: Key) -> Run:
    return driven(model(key)).inverse_dynamics(1.0, 1001, progress=False)


@cache
def free(key: Key, speed: float, until: float = 1.25) -> Run:
    points = round(400 * until) + 1
    options = {"rtol": 1e-10, "atol": 1e-12, "progress": False}
    return model(key).simulate(until, points, hold={"A.angle": "pi/2"}, speeds={"A.omega": -speed}, **options)


def period(key: Key, speed: float) -> float:
    """When the crank has made its first turn."""
    run = free(key, speed)
    left = CubicHermiteSpline(run.t, run["A.angle"] - pi / 2 + 2 * pi, run["A.omega"])
    return float(brentq(left, 0.1, run.t[-1], xtol=1e-14))


# ------------------------------------------------------------------------------------------------ cases

# rod, inertia, gravity: torque about +x at t = 0, 0.25, 0.5, 0.75, least, largest (reference of the specification)
TORQUES: dict[Key, tuple[float | None, ...]] = {
    (0.30, "printed", 0.0): (0.13190, -0.10612, 0.04323, -0.08574, -0.13701, 0.13702),
    (0.30, "printed", G): (0.13190, 0.09008, 0.04323, -0.28194, -0.29410, 0.20895),
    (0.30, "swapped", 0.0): (0.13705, -0.11163, 0.08686, -0.09972, -0.14142, 0.14142),
    (0.30, "swapped", G): (0.13705, 0.08457, 0.08686, -0.29592, -0.29755, 0.20300),
    (0.27, "printed", 0.0): (0.19742, -0.13486, 0.07083, -0.12001, -0.22782, 0.22782),
    (0.27, "swapped", 0.0): (0.20468, -0.14152, 0.11549, -0.13521, -0.23495, 0.23495),
    (0.24, "printed", 0.0): (0.10202, 0.04317, 0.11504, -0.17852, -0.86861, 0.86858),
    (0.24, "printed", G): (0.10202, 0.23937, 0.11504, -0.37472, -0.71455, 0.96057),
    (0.24, "swapped", 0.0): (0.10770, 0.04089, 0.16171, -0.19626, -0.89483, 0.89481),
    (0.30, "none", 0.0): (0.12633, -0.10294, 0.08392, -0.09299, -0.13035, 0.13035),
    (0.27, "none", 0.0): (0.18771, None, None, None, -0.21549, 0.21549),
    (0.24, "none", 0.0): (0.09799, None, None, None, -0.81547, 0.81547),
}
QUARTERS = (0.0, 0.25, 0.5, 0.75)
# inertia, gravity: period (s) for 6, 2 pi and 8 rad/s, rod 0.3
PERIODS = {
    ("printed", 0.0): (1.010059, 0.964535, 0.757544),
    ("swapped", 0.0): (0.964387, 0.920922, 0.723290),
    ("printed", G): (0.623613, 0.609241, 0.534213),
    ("swapped", G): (0.601907, 0.587800, 0.514335),
    ("none", 0.0): (0.893667, 0.853389, 0.670250),
    ("none", G): (0.893667, 0.853389, 0.670250),
}
SPEEDS = (6.0, 2 * pi, 8.0)


def cases() -> list[Case]:
    found = []
    for key in TORQUES:
        for t in QUARTERS:
            how = lambda a=(key, t): float(inverse(a[0])["motor.tx"][round(1000 * a[1])])  # noqa: E731
            what = f"torque, l = {key[0]}, {key[1]} rod inertia, g = {key[2]}, t = {t} s (N m)"
            limits = {"exact": exact_torque(key, t), "exact_tolerance": 1e-8}
            found.append(Case("Haug Fig. 12.2.1", what, None, how, 0.0, **limits))
    for (inertia, gravity), _ in PERIODS.items():
        for speed in SPEEDS:
            key = (0.30, inertia, gravity)
            how = lambda a=(key, speed): period(*a)  # noqa: E731
            what = f"period, {inertia} rod inertia, g = {gravity}, begun with {speed:.4g} rad/s (s)"
            limits = {"exact": exact_period(key, speed), "exact_tolerance": 1e-7}
            found.append(Case("Haug Figs. 12.2.2 to 12.2.4", what, None, how, 0.0, relative=True, **limits))
    rpm = lambda: float(-free((0.30, "printed", 0.0), 6.0)["A.omega"][0] * 60 / (2 * pi))  # noqa: E731
    found.append(
        Case(
            "Haug Sec. 12.2.3",
            "first speed of 6 rad/s in rpm",
            43.6,
            rpm,
            0.1,
            exact=180 / pi,
            exact_tolerance=1e-6,
            erratum="6 rad/s are 6 x 60/(2 pi) = 57.3 rpm; the other two speeds are converted rightly.",
        )
    )
    return found


test_cases = checks_of(cases)


def test_the_reduction_agrees_with_the_reference_tables() -> None:
    for key, row in TORQUES.items():
        for t, value in zip(QUARTERS, row[:4], strict=True):
            assert value is None or exact_torque(key, t) == pytest.approx(value, abs=6e-6)
    for (inertia, gravity), row in PERIODS.items():
        for speed, value in zip(SPEEDS, row, strict=True):
            assert exact_period((0.30, inertia, gravity), speed) == pytest.approx(value, rel=2e-6)
    for inertia, value in (("printed", 0.0047224), ("swapped", 0.00467376)):
        assert reduction((0.30, inertia, 0.0))[1][N // 4] == pytest.approx(value, rel=1e-5)


@pytest.mark.parametrize("key", TORQUES)
def test_the_torque_reaches_the_extremes_of_the_reference(key: Key) -> None:
    """The reference has those of a grid of 1 ms for four bodies, those of the curve for three."""
    run = inverse(key)
    torque = run["motor.tx"]
    if key[1] == "none":
        torque = CubicSpline(run.t, torque)(np.linspace(0, 1, 50001))
    assert (torque.min(), torque.max()) == pytest.approx(TORQUES[key][4:], abs=6e-6)


def test_the_torque_changes_sharply_where_the_slider_turns_back() -> None:
    """The book: near 0.1 s, worst for l = 0.24."""
    steep = {}
    for rod in (0.30, 0.27, 0.24):
        run = inverse((rod, "swapped", 0.0))
        slope = np.abs(np.gradient(run["motor.tx"], run.t))
        steep[rod] = float(slope.max())
        assert rod == 0.30 or abs(run.t[np.argmax(slope)] - 0.11) < 0.02
    assert steep[0.24] > 5 * steep[0.27] > 5 * steep[0.30]


SAMPLES = {
    ("printed", 0.0): (0.22009, 0.28272, 0.26630, 0.20243, 0.21244),
    ("swapped", G): (0.25959, 0.22693, 0.20615, 0.26206, 0.22375),
}


@pytest.mark.parametrize("case", SAMPLES)
def test_five_seconds_of_free_motion_keep_the_energy_and_the_place(case: tuple[str, float]) -> None:
    run = free((0.30, *case), 6.0, 5.0)
    at = [100, 200, 300, 400, 2000]
    assert np.allclose(run["slider.x"][at], SAMPLES[case], rtol=0, atol=6e-6)
    total = run["energy.kinetic"] + run["energy.potential"]
    assert np.max(np.abs(total - total[0])) < 1e-6 * np.max(run["energy.kinetic"])


def test_the_torque_played_back_turns_the_crank_at_constant_speed() -> None:
    """The idea of DADS project 8.4."""
    key = (0.30, "swapped", G)
    known = inverse(key)
    m = model(key)
    points = list(zip(known.t.tolist(), known["motor.tx"].tolist(), strict=True))
    m.torque("play", m.ground.frame(at=(0, 0.1, 0.12), axis=(1, 0, 0)), "crank", lw.Table(points=points, of="t"))
    options = {"rtol": 1e-11, "atol": 1e-12, "progress": False}
    again = m.simulate(1.0, 1001, hold={"A.angle": "pi/2"}, speeds={"A.omega": "-2*pi"}, **options)
    assert np.max(np.abs(again["A.angle"] - known["A.angle"])) < 1e-6
    assert np.max(np.abs(again["A.omega"] + 2 * pi)) < 1e-5
