"""Meijaard, Papadopoulos, Ruina, Schwab (Proc. R. Soc. A 463, 2007): the benchmark bicycle, going straight on.

Table 2 prints the eigenvalues of lean and steer to 14 digits. Ours are those of the whole nonlinear mechanism with
seven positions and three speeds, about its steady motion; the other six are zero. `exact` is the paper's linear
equation with the coefficients of its Appendix A.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.optimize import brentq

from linkwork.analysis.linear.linear_model import LinearModel
from published.case import Case
from published.case import tests_of as checks_of
from published.mechanisms.bicycle import bicycle, exact_eigenvalues

SOURCE = "Meijaard et al. 2007, Table 2"
FORMULATIONS = ("cartesian", "joint")

# speed: weave (real and imaginary part, or two real ones at rest), capsize, castering; at rest the two pairs +-
TABLE = {
    0: (5.53094371765393, 3.13164324790656),
    1: (3.52696170990070, 0.80774027519930, -3.13423125066578, -7.11008014637442),
    2: (2.68234517512745, 1.68066296590675, -3.07158645641514, -8.67387984831735),
    3: (1.70675605663975, 2.31582447384325, -2.63366137253667, -10.35101467245920),
    4: (0.41325331521125, 3.07910818603206, -1.42944427361326, -12.15861426576447),
    5: (-0.77534188219585, 4.46486771378823, -0.32286642900409, -14.07838969279822),
    6: (-1.52644486584142, 5.87673060598709, -0.00406690076970, -16.08537123098026),
    7: (-2.13875644258362, 7.19525913329805, 0.10268170574766, -18.15788466125262),
    8: (-2.69348683581097, 8.46037971396931, 0.14327879765713, -20.27940894394569),
    9: (-3.21675402252485, 9.69377351531791, 0.15790184030917, -22.43788559040858),
    10: (-3.72016840437287, 10.90681139476287, 0.16105338653172, -24.62459635017404),
}
WEAVE_SPEED, CAPSIZE_SPEED = 4.292382536341, 6.024262014750  # between them it is self-stable


@cache
def model(speed: float, formulation: str) -> LinearModel:
    m = bicycle()
    if speed == 0.0:
        return m.linearise(0.0, formulation=formulation)
    run = m.simulate(0.01, 2, speeds={"frame.vx": speed}, progress=False)
    return m.linearise((run, 0.0), formulation=formulation)


def in_order(values: np.ndarray) -> tuple[float, ...]:
    """Four eigenvalues as the table has them."""
    swinging = [value for value in values if value.imag > 1e-6]
    real = sorted((float(value.real) for value in values if abs(value.imag) <= 1e-6), reverse=True)
    return (float(swinging[0].real), float(swinging[0].imag), *real) if swinging else tuple(real[:2])


def ours(speed: float, formulation: str) -> tuple[float, ...]:
    found = model(speed, formulation)
    assert found.neutral >= 6 and not np.any(found.eigenvalues[:6])  # at the capsize speed there is a seventh
    return in_order(found.eigenvalues[6:])


def critical(formulation: str, part: int, low: float, high: float) -> float:
    """The speed at which a real part of the table vanishes."""
    return float(brentq(lambda speed: ours(speed, formulation)[part], low, high, xtol=1e-12, rtol=1e-13))


def cases() -> list[Case]:
    found = []
    names = ("weave, real part", "weave, imaginary part", "capsize", "castering")
    for formulation in FORMULATIONS:
        for speed, printed in TABLE.items():
            exact = in_order(exact_eigenvalues(speed))
            for part, value in enumerate(printed):
                name = names[part] if speed else "tipping over"
                what = f"{name} at {speed} m/s, {formulation} (1/s)"
                found.append(Case(SOURCE, what, value, _part(speed, formulation, part), 1e-9, exact=exact[part]))
        source = "Meijaard et al. 2007, Sec. 5"
        weave, capsize = (f"{name} speed, {formulation} (m/s)" for name in ("weave", "capsize"))
        found.append(Case(source, weave, WEAVE_SPEED, _speed(formulation, 0, 4.2, 4.4), 1e-9))
        found.append(Case(source, capsize, CAPSIZE_SPEED, _speed(formulation, 2, 6.0, 6.1), 1e-9))
    return found


def _part(speed: float, formulation: str, part: int) -> Callable[[], float]:
    return lambda: ours(float(speed), formulation)[part]


def _speed(formulation: str, part: int, low: float, high: float) -> Callable[[], float]:
    return lambda: critical(formulation, part, low, high)


test_cases = checks_of(cases)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_it_is_self_stable_between_the_weave_and_the_capsize_speed_and_says_so(formulation: str) -> None:
    for speed, stable in ((4.29, False), (4.30, True), (6.02, True), (6.03, False)):
        found = model(speed, formulation)
        assert found.stable == stable
        text = found.text()
        assert ("no small motion grows" in text) == stable and ("unstable: a small motion grows" in text) != stable
        assert "6 of 10 eigenvalues are zero: neutral" in text and "7 positions, 3 speeds" in text
        assert "the motion is steady" in text and "time is frozen" not in text
        kinds = [mode.kind for mode in found.modes if mode.eigenvalue == 0.0]
        assert kinds and set(kinds) == {"drifts"}


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_bicycle_that_is_pushed_a_little_moves_as_the_linear_model_says(formulation: str) -> None:
    """Lean and steer rates of 1e-4 rad/s at 4.6 m/s, for 1 s: the same lean, steer and heading to 1e-6 of them."""
    m, push = bicycle(), 1e-4
    runs = []
    for side in (push, -push):
        speeds = {"frame.vx": 4.6, "frame.omega.x": side, "steer.omega": -2 * side}
        runs.append(m.simulate(1.0, 11, speeds=speeds, rtol=1e-13, atol=1e-15, progress=False))
    outputs = ["steer.angle", "frame.omega.x", "frame.omega.z", "steer.omega"]
    moved = np.array([0.5 * (runs[0][name] - runs[1][name]) for name in outputs])
    about = m.simulate(0.01, 2, speeds={"frame.vx": 4.6}, progress=False)
    found = m.linearise((about, 0.0), outputs=outputs, formulation=formulation)
    x, positions = np.zeros(10), found.chart.freedoms
    x[positions:] = np.linalg.lstsq(found.C[:, positions:], moved[:, 0], rcond=1e-12)[0]
    sizes = np.max(np.abs(moved), axis=1)
    for t, values in zip(runs[0].t, moved.T, strict=True):
        assert found.C @ expm(found.A * t) @ x / sizes == pytest.approx(values / sizes, abs=1e-6)
