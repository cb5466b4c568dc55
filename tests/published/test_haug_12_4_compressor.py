"""Haug Sec. 12.4: torque and constraint force of the six-piston compressor at 600 rpm, without pressure or gravity.

The book's curves with pressure cannot be made again: its force law is not whole, and the point O is not given. Here O
is at (0, 0, 0.2) of the disk; the constraint force grows as it comes nearer to the centre.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import pi

import numpy as np
import pytest

from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of
from published.mechanisms.space_compressor import SPEED, compressor_9, compressor_15, with_masses

pytestmark = pytest.mark.both_coordinates

TURN = 2 * pi / SPEED
DEGREES = (0, 15, 30, 45, 60, 75, 90)
# tilt: torque about +y on the rotor at these angles (N m)
TORQUE = {
    30: (0, 18.046, 38.885, 60.758, 71.709, 52.251, 0),
    40: (0, 39.927, 94.902, 174.059, 250.094, 216.763, 0),
}
LARGEST = {20: 13.389, 30: 71.72, 40: 258.16}
FORCE = (0, -278.81, -545.10, -748.79, -779.78, -519.28, 0)
"""Of the constraint at O on the disk along x, 30 degrees (N)."""
LARGEST_FORCE = {30: 797.2, 40: 2128.7}
SOURCE = "Haug Sec. 12.4, 0 psi, reference values"


@cache
def run(tilt: int) -> Run:
    return with_masses(compressor_9(tilt)).inverse_dynamics(TURN, 361, progress=False)


def cases() -> list[Case]:
    found = []

    def add(what: str, value: float, how: Callable[[], float], tolerance: float) -> None:
        found.append(Case(SOURCE, what, None, how, 0.0, exact=value, exact_tolerance=tolerance))

    for tilt, row in TORQUE.items():
        for degree, value in zip(DEGREES, row, strict=True):
            how = lambda a=(tilt, degree): float(run(a[0])["motor.ty"][a[1]])  # noqa: E731
            add(f"torque, tilt {tilt}, rotor at {degree} deg (N m)", value, how, 6e-4)
    for degree, value in zip(DEGREES, FORCE, strict=True):
        how = lambda a=degree: float(run(30)["O.fx"][a])  # noqa: E731
        add(f"force at O, tilt 30, rotor at {degree} deg (N)", value, how, 6e-3)
    for tilt, value in LARGEST.items():
        how = lambda a=tilt: float(np.max(run(a)["motor.ty"]))  # noqa: E731
        add(f"largest torque, tilt {tilt} (N m)", value, how, 1e-4 * value)
    for tilt, value in LARGEST_FORCE.items():
        how = lambda a=tilt: float(np.max(np.abs(run(a)["O.fx"])))  # noqa: E731
        add(f"largest force at O, tilt {tilt} (N)", value, how, 1e-4 * value)
    return found


test_cases = checks_of(cases)


@pytest.mark.parametrize("tilt", LARGEST)
def test_the_torque_is_antisymmetric_and_gives_no_work_over_a_turn(tilt: int) -> None:
    torque = run(tilt)["motor.ty"]
    assert np.max(np.abs(torque + torque[::-1])) < 1e-6 * LARGEST[tilt], "about 180 degrees"
    assert np.max(np.abs(torque[:181] + torque[180::-1])) < 1e-6 * LARGEST[tilt], "about 90 degrees"
    assert abs(np.mean(torque[:-1])) < 1e-6 * LARGEST[tilt]


def test_the_torque_is_the_growth_of_the_kinetic_energy() -> None:
    found = run(40)
    power = found["motor.ty"] * SPEED
    turn = np.fft.rfftfreq(360, TURN / 360) * 2j * pi
    growth = np.fft.irfft(turn * np.fft.rfft(found["energy.kinetic"][:-1]), 360)
    assert np.max(np.abs(power[:-1] - growth)) < 1e-6 * np.max(np.abs(power))


def test_the_steeper_disk_needs_more_torque() -> None:
    peaks = [float(np.max(run(tilt)["motor.ty"])) for tilt in (20, 30, 40)]
    assert peaks[0] < peaks[1] < peaks[2]


def test_rods_with_mass_need_more_torque() -> None:
    """DADS project 12.2 without pressure: six rods of 0.5 kg beside six pistons of 1.5 kg."""
    heavy = with_masses(compressor_15()).inverse_dynamics(TURN, 73, progress=False)["motor.ty"]
    light = run(30)["motor.ty"][::5]
    assert np.max(np.abs(heavy)) > 1.05 * np.max(np.abs(light))
    assert np.max(np.abs(heavy + heavy[::-1])) < 1e-6 * np.max(heavy), "about 180 degrees"
