"""Haug Sec. 12.6: the governor. Steady speed, small motions about steady states, and the change after a load.

The load's course is in a figure only; here it grows from 0 at 1 s to 25 N m at 2 s. The motion is compared with a
reduction to the arms' angle f from the vertical and the speed w.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from linkwork.analysis.linear.linear_model import LinearModel
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of
from published.mechanisms.governor import ARM, DAMPING, LENGTH, LINK, MIDDLE, G, governor

pytestmark = pytest.mark.both_coordinates

LOAD = 25.0
SPEED = 11.0174
"""The printed steady speed."""
DESIGNS = ((1000.0, 12500.0), (2000.0, 12500.0), (3000.0, 12500.0), (1000.0, 7500.0), (1000.0, 17500.0))
"""Spring stiffness k and gain C."""

# ------------------------------------------------------------------------------------------------ the reduction


def collar(f: NDArray | complex | float) -> NDArray:
    """Height of the collar."""
    return np.asarray(0.2 - MIDDLE * np.cos(f) - np.sqrt(LINK**2 - (MIDDLE * np.sin(f)) ** 2))


def spin(f: float) -> float:
    """Moment of inertia about the spindle: balls of 1 kg, with 0.1 about every axis."""
    return float(50.125 + 2 * (0.1 + (ARM * np.sin(f)) ** 2))


def slopes(f: float, k: float, g: float = G) -> tuple[float, float, float, float]:
    """Derivatives by f: of the collar's height, of that again, of half the spin inertia, and of the potential."""
    step = 1e-30j
    first = float(collar(f + step).imag / 1e-30)
    second = float((collar(f + 1e-5) - 2 * collar(f) + collar(f - 1e-5)) / 1e-10)
    stretch = 0.2 - float(collar(f)) - LENGTH
    potential = 2 * g * ARM * np.sin(f) + g * first - k * stretch * first
    return first, second, 2 * ARM**2 * np.sin(f) * np.cos(f), float(potential)


def reduced(t: float, y: NDArray, k: float, gain: float, load: float) -> list[float]:
    """f, f', w."""
    f, rate, w = y
    first, second, half, potential = slopes(f, k)
    mass = 2 * (ARM**2 + 0.1) + first**2
    growth = (half * w**2 - potential - DAMPING * first**2 * rate - first * second * rate**2) / mass
    torque = gain * (0.2 - float(collar(f)) - LENGTH) - load * min(max(t - 1.0, 0.0), 1.0)
    return [rate, growth, (torque - 2 * half * rate * w) / spin(f)]


def steady(height: float, k: float) -> tuple[float, float]:
    """Arm angle and speed with which the collar stays at a height."""
    f = float(brentq(lambda f: float(collar(f)) - height, 0.3, 1.2, xtol=1e-15))
    _, _, half, potential = slopes(f, k)
    return f, float(np.sqrt(potential / half))


def exact_eigenvalues(k: float, gain: float) -> NDArray:
    """Of the reduction about the steady state under the load, by central differences."""
    f, w = steady(0.05 - LOAD / gain, k)
    y, columns = np.array([f, 0.0, w]), []
    for number in range(3):
        step = np.zeros(3)
        step[number] = 1e-5
        plus, minus = (np.array(reduced(5.0, y + sign * step, k, gain, LOAD)) for sign in (1, -1))
        columns.append((plus - minus) / 2e-5)
    return np.sort_complex(np.linalg.eigvals(np.array(columns).T))


@cache
def exact_motion(k: float, gain: float) -> NDArray:
    """f, f', w at 0, 0.1, ... 10 s."""
    y, parts = [np.pi / 4, 0.0, SPEED], []
    for start, end in ((0, 1), (1, 2), (2, 10)):
        times = np.linspace(start, end, round(10 * (end - start)) + 1)
        found = solve_ivp(reduced, (start, end), y, "DOP853", times, args=(k, gain, LOAD), rtol=1e-9, atol=1e-11)
        y = found.y[:, -1]
        parts.append(found.y if end == 10 else found.y[:, :-1])
    return np.concatenate(parts, axis=1)


# ------------------------------------------------------------------------------------------------ our runs


@cache
def run(k: float, gain: float) -> Run:
    """From the printed speed with arms at exactly 45 degrees."""
    hold = {"spindle.ry": 0, "collar.y": float(collar(np.pi / 4))}
    m = governor(k, gain, LOAD)
    return m.simulate(10.0, 101, hold=hold, speeds={"spindle.wy": SPEED, "collar.vy": 0}, progress=False)


@cache
def small_motions(k: float, gain: float) -> LinearModel:
    """About the steady state under the load, in joint angles: in them a steady rotation stands still."""
    height = 0.05 - LOAD / gain
    m = governor(k, gain)
    m.torque("load", m.ground.frame(at=(0, 0, 0), axis=(0, 1, 0)), "spindle", -LOAD)
    hold = {"spindle.ry": 0, "collar.y": height}
    speeds = {"spindle.wy": steady(height, k)[1], "collar.vy": 0}
    start = m.simulate(0.01, 2, hold=hold, speeds=speeds, progress=False)
    return m.linearise(at=(start, 0.0), coordinates=("REV1.angle", "REV2.angle"))


def eigenvalues(k: float, gain: float) -> NDArray:
    """The three that are not the free turn of the spindle."""
    found = small_motions(k, gain).eigenvalues
    return np.sort_complex(found[np.argsort(np.abs(found))[1:]])


def resting() -> Run:
    """Without gain and load, from the printed speed."""
    m = governor()
    hold = {"spindle.ry": 0, "collar.y": 0.05}
    return m.simulate(10.0, 101, hold=hold, speeds={"spindle.wy": SPEED, "collar.vy": 0}, progress=False)


# k, C: steady collar height and speed, eigenvalues, speed at 2, 5, 10 s, collar at 5, 10 s (specification)
REFERENCE = {
    (1000.0, 12500.0): (0.048000, 10.5817, 0.104 + 6.398j, -1.130, (10.8354, 10.5908, 10.5821), (0.04805, 0.04803)),
    (2000.0, 12500.0): (0.048000, 10.2467, -0.144 + 8.410j, -0.633, (10.8123, 10.3303, 10.2505), (0.04823, 0.04801)),
    (3000.0, 12500.0): (0.048000, 9.9003, -0.247 + 10.044j, -0.429, (10.8009, 10.1437, 9.9286), (0.04843, 0.04805)),
    (1000.0, 7500.0): (0.046667, 10.2901, -0.109 + 6.249j, -0.682, (10.8112, 10.3573, 10.2924), (0.04698, 0.04668)),
    (1000.0, 17500.0): (0.048571, 10.7064, 0.313 + 6.498j, -1.557, (10.8569, 10.7100, 10.7041), (0.04861, 0.04882)),
}


def _balanced_speed() -> float:
    """The speed at which the collar of the whole model has no acceleration with arms at 45 degrees."""

    def pull(w: float) -> float:
        hold = {"spindle.ry": 0, "collar.y": float(collar(np.pi / 4))}
        found = governor().simulate(0.01, 2, hold=hold, speeds={"spindle.wy": w, "collar.vy": 0}, progress=False)
        return float(found["collar.ay"][0])

    return float(brentq(pull, 10.0, 12.0, xtol=1e-10))


def cases() -> list[Case]:
    speed = steady(float(collar(np.pi / 4)), 1000.0)[1]
    sharp = {"exact": speed, "exact_tolerance": 1e-8}
    found = [Case("Haug Sec. 12.6.3", "steady speed, g = 9.80 (rad/s)", 11.0174, _balanced_speed, 1e-3, **sharp)]
    printed = {"ball 1.x": 0.11314, "ball 1.y": 0.08686, "ball 2.x": -0.11314, "ball 2.y": 0.08686, "collar.y": 0.05}
    for name, value in printed.items():
        how = lambda name=name: governor().assemble(hold={"spindle.ry": 0, "collar.y": 0.05})[name]  # noqa: E731
        found.append(Case("Haug Table 12.6.6", f"{name} (m)", value, how, 1e-5))
    tilt = lambda: float(  # noqa: E731
        np.sin(governor().assemble(hold={"spindle.ry": 0, "collar.y": 0.05})["ball 1.rz"] / 2)
    )
    found.append(
        Case(
            "Haug Table 12.6.6",
            "ball 1 e3",
            0.3827,
            tilt,
            1e-3,
            exact=-float(np.sin(np.pi / 8)),
            exact_tolerance=1e-4,
            erratum="REV2 puts the ball's point (-0.16, 0, 0) on the spindle: x + A (-0.16, 0, 0) = 0 holds with x = "
            "0.11314, y = 0.08686 only when the ball is turned by -45 degrees; a minus sign is lost.",
        )
    )
    for design in DESIGNS:
        exact = exact_eigenvalues(*design)
        for number, (part, name) in enumerate((("real", "real one"), ("real", "pair, growth"), ("imag", "pair, rate"))):
            which = _order(exact)[min(number, 1)]
            how = lambda a=(design, which, part): float(getattr(eigenvalues(*a[0])[a[1]], a[2]))  # noqa: E731
            value = float(getattr(exact[which], part))
            what = f"eigenvalue, {name}, k = {design[0]:g}, C = {design[1]:g} (1/s)"
            limits = {"exact": value, "exact_tolerance": 1e-4}
            found.append(Case("Haug Sec. 12.6.4, reduction", what, None, how, 0.0, **limits))
    return found


def _order(values: NDArray) -> tuple[int, int]:
    """Places of the real eigenvalue and of the one above the real axis."""
    return int(np.argmin(np.abs(values.imag))), int(np.argmax(values.imag))


test_cases = checks_of(cases)


@pytest.mark.parametrize("design", DESIGNS)
def test_the_reduction_agrees_with_the_reference(design: tuple[float, float]) -> None:
    k, gain = design
    height, speed, pair, decay, speeds, heights = REFERENCE[design]
    assert 0.05 - LOAD / gain == pytest.approx(height, abs=6e-7)
    assert steady(0.05 - LOAD / gain, k)[1] == pytest.approx(speed, abs=6e-5)
    values = exact_eigenvalues(k, gain)
    single, above = _order(values)
    assert values[above] == pytest.approx(pair, abs=6e-4) and values[single].real == pytest.approx(decay, abs=6e-4)
    motion = exact_motion(k, gain)
    assert motion[2, [20, 50, 100]] == pytest.approx(speeds, abs=6e-5)
    assert collar(motion[0, [50, 100]]) == pytest.approx(heights, abs=6e-6)


@pytest.mark.parametrize("design", DESIGNS)
def test_the_governor_moves_as_the_reduction_says(design: tuple[float, float]) -> None:
    found, exact = run(*design), exact_motion(*design)
    assert found.completed
    assert np.max(np.abs(found["spindle.wy"] - exact[2])) < 1e-5
    assert np.max(np.abs(found["collar.y"] - collar(exact[0]))) < 1e-6


def test_a_stiffer_spring_makes_the_change_longer() -> None:
    """The book's statement, by the real eigenvalue."""
    decay = [float(eigenvalues(k, 12500.0)[_order(eigenvalues(k, 12500.0))[0]].real) for k in (1000.0, 2000.0, 3000.0)]
    assert decay[0] < decay[1] < decay[2] < 0


def test_a_large_gain_makes_it_unstable() -> None:
    """The book's statement; 12500 with the softest spring is already too much."""
    growth = {gain: float(np.max(eigenvalues(1000.0, gain).real)) for gain in (7500.0, 12500.0, 17500.0)}
    assert growth[7500.0] < 0 < growth[12500.0] < growth[17500.0]
    for gain, grows in ((7500.0, False), (17500.0, True)):
        height = run(1000.0, gain)["collar.y"]
        assert (np.ptp(height[80:]) > np.ptp(height[40:61])) == grows, "the last two seconds against 4 s to 6 s"


def test_the_printed_steady_state_stays() -> None:
    """Ten seconds from Table 12.6.6 without load and gain; with g = 9.81 the collar would move by 5e-5 m."""
    assert np.max(np.abs(resting()["collar.y"] - 0.05)) < 2.3e-6


def test_the_warning_of_antiparallel_axes_names_the_joint() -> None:
    """REV1 has +y on the ground and -y on the spindle in Table 12.6.3."""
    assert "'REV1'" in governor().check().text() and "points against" in governor().check().text()
