"""Geometrically exact beams in motion: spin-up of a rotating beam, frequencies, a flexible pendulum.

Spin-up of Kane, Ryan and Banerjee (1987) and Simo and Vu-Quoc (1986): deflections are those of a converged solution,
the steady stretch is tan(kL)/k - L with k = w sqrt(rho A/EA). It proves geometric stiffening.
"""

from __future__ import annotations

from functools import cache, partial

import numpy as np

from published import exact_beams as beams
from published.case import Case
from published.case import tests_of as checks_of

SPIN = "Simo and Vu-Quoc 1986, spin-up"
DEFLECTION = {2.5: -0.151283560, 5: -0.468476182, 7.5: -0.559083458, 10: -0.3628143, 12.5: -0.1126962, 15: 0.0013036}
ALONG = {2.5: -0.001322677, 5: -0.012654636, 7.5: -0.017741865, 10: -0.00707233, 12.5: -0.000221764, 15: 0.00051399}
TURN = {2.5: -0.020621127, 5: -0.063716733, 7.5: -0.074778631, 10: -0.0472370, 12.5: -0.0144348, 15: 0.0001677}
SQUARES = (3.5160152685, 22.0344915647, 61.6972144135)


@cache
def deflection() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Times, and the tip in axes that turn with the root: along and across."""
    run = beams.spin_up()
    angle, x, y = run["arm_root.angle"], run["arm_tip.x"], run["arm_tip.y"]
    return run.t, np.cos(angle) * x + np.sin(angle) * y - 10.0, np.cos(angle) * y - np.sin(angle) * x


@cache
def squares(elements: int) -> list[float]:
    """Frequencies of a clamped beam of EI = 1, mass 1 kg/m, length 1 m."""
    values = np.linalg.eigvals(beams.slender(elements)[0].linearise().A)
    return np.sort(np.abs(values.imag))[::2][:3].tolist()


def _across(t: float) -> float:
    times, _, across = deflection()
    return float(across[np.argmin(np.abs(times - t))])


def _along(t: float) -> float:
    times, along, _ = deflection()
    return float(along[np.argmin(np.abs(times - t))])


def _turn(t: float) -> float:
    run = beams.spin_up()
    return float((run["arm_tip.angle"] - run["arm_root.angle"])[np.argmin(np.abs(run.t - t))])


def _square(mode: int) -> float:
    return squares(16)[mode]


def _stretch() -> float:
    times, along, _ = deflection()
    return float(np.mean(along[times >= 15.0]))


def cases() -> list[Case]:
    found = [
        Case(SPIN, f"tip u2 at t = {t:g} s (m)", value, partial(_across, t), 1e-4) for t, value in DEFLECTION.items()
    ]
    found += [Case(SPIN, f"tip u1 at t = {t:g} s (m)", value, partial(_along, t), 1e-5) for t, value in ALONG.items()]
    found += [
        Case(SPIN, f"rotation of the tip at t = {t:g} s (rad)", value, partial(_turn, t), 2e-5)
        for t, value in TURN.items()
    ]
    found.append(Case(SPIN, "largest deflection (m)", -0.5738348, lambda: float(deflection()[2].min()), 1e-4))
    found.append(Case(SPIN, "stretch after 15 s (m)", 5.14e-4, _stretch, 0.01, relative=True))
    for mode, value in enumerate(SQUARES):
        close = (1e-5, 1e-4, 3e-4)[mode]
        name = f"clamped-free, omega_{mode + 1} sqrt(m L^4/EI)"
        found.append(Case("Beam frequencies, closed form", name, None, partial(_square, mode), 0, True, value, close))
    return found


test_cases = checks_of(cases)


def test_frequencies_converge_with_the_fourth_power_of_the_element() -> None:
    errors = [abs(squares(elements)[0] / SQUARES[0] - 1.0) for elements in (4, 8)]
    assert np.log2(errors[0] / errors[1]) > 3.8
