"""Sharp 1994 and Sharp and Limebeer 2001: motorcycles that go straight on, weave, wobble and capsize.

Every number of the machine of 1994 is an eigenvalue of the whole nonlinear mechanism at its steady motion; `exact` is
that of linear lateral equations that the tests write down for themselves, with the same tyre law. The papers print no
table of them; their frequencies and their course over the speed are held apart.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from linkwork.vehicles import RidingModes, riding_modes, sharp_1994, sharp_limebeer_2001
from published.case import Case
from published.case import tests_of as checks_of
from published.mechanisms.lateral_motorcycle import matrix

SPEEDS = (10.0, 30.0, 50.0)


@cache
def modes() -> RidingModes:
    return riding_modes(sharp_1994(), SPEEDS)


@cache
def lateral(speed: float) -> NDArray[np.complex128]:
    """Eigenvalues of the linear equations, without the two of where it is and where it heads."""
    values = np.linalg.eigvals(matrix(sharp_1994(), speed))
    return np.asarray(values[np.argsort(np.abs(values))][2:])


def nearest(values: NDArray[np.complex128], to: complex) -> complex:
    return complex(values[np.argmin(np.abs(values - to))])


def cases() -> list[Case]:
    source = "Sharp 1994, data; linear equations by hand"
    listed = []
    for speed in SPEEDS:
        for value in lateral(speed):
            if value.imag < 0.0:
                continue
            parts = [("real", value.real)] + [("imaginary", value.imag)] * int(value.imag > 0.0)
            for word, exact in parts:
                what = f"{word} part of {value:.3f} at {speed:g} m/s (1/s)"
                tolerance = 1e-6 * abs(value)
                listed.append(
                    Case(
                        source,
                        what,
                        None,
                        _part(speed, complex(value), word),
                        0.0,
                        exact=exact,
                        exact_tolerance=tolerance,
                    )
                )
    return listed


def _part(speed: float, value: complex, word: str) -> Callable[[], float]:
    def part() -> float:
        ours = nearest(modes().eigenvalues[SPEEDS.index(speed)], value)
        return ours.real if word == "real" else ours.imag

    return part


test_cases = checks_of(cases)


def test_modes_are_what_motorcyclists_know() -> None:
    """Weave 1 to 4 Hz, rising with speed, lightly damped when fast; wobble 7 to 9 Hz; a capsize that is slow."""
    told = modes()
    weave, wobble = np.abs(told.weave) / (2 * np.pi), np.abs(told.wobble) / (2 * np.pi)
    assert np.all(np.diff(told.weave.imag) > 0.0) and 3.0 < weave[-1] < 4.0
    assert -told.weave[-1].real / abs(told.weave[-1]) < 0.05
    assert np.all((wobble > 7.0) & (wobble < 9.0))
    assert abs(told.capsize[1]) < 0.2 and abs(told.capsize[2]) < 0.2 and not np.any(told.capsize.imag)


def test_the_suspended_machine_leans_and_its_wobble_is_least_damped_at_middling_speeds() -> None:
    bike = sharp_limebeer_2001()
    told = riding_modes(bike, (6.0, 14.0, 30.0))
    damping = -told.wobble.real / np.abs(told.wobble)
    assert damping[1] < damping[0] and damping[1] < damping[2] and damping[1] > 0.0
    assert np.all(np.diff(told.weave.imag) > 0.0)
    leaning = bike.steady(15.0, 0.25)
    assert leaning.residual < 1e-10 and leaning["frame.roll"] == pytest.approx(0.25, abs=1e-9)
    assert leaning.yaw_rate < 0.0  # to the right
    mass, sideways = 310.3, 0.0
    for word in ("rear", "front"):
        sideways += leaning[f"{word}_tyre.load"]
    assert sideways == pytest.approx(mass * 9.81 - bike.air.lift * 225.0, rel=1e-9)
    balance = -leaning.lateral_acceleration / 9.81  # round tyres: less than the tangent of the lean
    assert 0.85 * np.tan(0.25) < balance < np.tan(0.25)
