"""Haug 8.2: the slider-crank compressor put together and turned at constant speed: torque and bearing force."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of
from published.mechanisms.compressor import GAS, TORQUE, driven_compressor

pytestmark = pytest.mark.both_coordinates

POINTS = 4001
# w/2 pi, gas: T max, T min, Fx min, Fx max, Fy min, Fy max (force and torque on the crank)
RANGES = {
    (1, False): (6564.16, -6564.16, -6654.93, 3299.58, -2567.12, 2567.12),
    (1, True): (354969.0, -4985.7, -6654.9, 215066.0, -2567.1, 71608.0),
    (2, False): (26256.6, -26256.6, -26619.7, 13198.3, -10268.5, 10268.5),
    (2, True): (335294.0, -19943.0, -26619.7, 200264.0, -10268.5, 69518.0),
}
START_TORQUE = {1: 5702.50, 2: 22810.01}
NAMES = ("largest torque", "smallest torque", "least Fx at A", "largest Fx at A", "least Fy at A", "largest Fy at A")
ASSEMBLED = {  # printed, computed apart
    "rod.x": (3.0152, 3.014995),
    "rod.y": (0.7066, 0.707107),
    "rod.angle": (-0.4158, -0.415952),
    "slider.x": (4.6162, 4.615776),
    "crank.angle": (0.7852, np.pi / 4),
}


@cache
def turned(turns: int, gas: bool) -> Run:
    """One revolution."""
    return driven_compressor(gas, turns).inverse_dynamics(1.0 / turns, POINTS, progress=False)


def _range(turns: int, gas: bool, number: int) -> float:
    run = turned(turns, gas)
    values = run[("motor.torque", "A.fx", "A.fy")[number // 2]]
    return float(np.max(values) if number in (0, 3, 5) else np.min(values))


def _mean_torque(turns: int) -> float:
    return float(np.mean(turned(turns, True)["motor.torque"][:-1]))


def cases() -> list[Case]:
    found = [
        Case(
            "Haug 8.2, Table 5.2.6",
            f"{name} assembled at 45 degrees",
            printed,
            lambda name=name: driven_compressor(False).assemble()[name],
            1e-3,
            exact=apart,
            exact_tolerance=1e-6,
        )
        for name, (printed, apart) in ASSEMBLED.items()
    ]
    for (turns, gas), row in RANGES.items():
        source = f"Haug 8.2.3, w = {2 * turns} pi, {'with' if gas else 'without'} gas"
        unit = ("N m", "N", "N")
        found += [
            Case(
                source,
                f"{NAMES[i]} ({unit[i // 2]})",
                None,
                lambda a=(turns, gas, i): _range(*a),
                0.0,
                relative=True,
                exact=value,
                exact_tolerance=1e-4,
            )
            for i, value in enumerate(row)
        ]
        found.append(
            Case(
                source,
                "torque at t = 0 (N m)",
                None,
                lambda a=(turns, gas): float(turned(*a)["motor.torque"][0]),
                0.0,
                relative=True,
                exact=START_TORQUE[turns],
                exact_tolerance=1e-6,
            )
        )
    found += [
        Case(
            f"Haug 8.2.3, w = {2 * turns} pi, with gas",
            "mean torque: work of the gas in a cycle over 2 pi (N m)",
            TORQUE,
            lambda turns=turns: _mean_torque(turns),
            2e-5,
            relative=True,
            exact=41450.3,
            exact_tolerance=1e-5,
        )
        for turns in (1, 2)
    ]
    found += [
        Case(
            "Haug 8.2.3, w = 2 pi, without gas",
            f"{name} on the crank at t = 0 (N)",
            None,
            lambda name=name: float(turned(1, False)[name][0]),
            0.0,
            exact=value,
            exact_tolerance=1e-3,
        )
        for name, value in {"A.fx": -3554.369, "A.fy": 477.910}.items()
    ]
    return found


test_cases = checks_of(cases)


def test_the_torque_is_largest_and_smallest_where_the_reference_has_it() -> None:
    run = turned(1, False)
    torque = run["motor.torque"]
    assert abs(run.t[np.argmax(torque)] - 0.9695) < 3e-4
    assert abs(run.t[np.argmin(torque)] - 0.7805) < 3e-4
    assert abs(np.mean(torque[:-1])) < 1e-6


def test_without_gas_loads_grow_with_the_square_of_the_speed() -> None:
    one, two = turned(1, False), turned(2, False)
    for name in ("motor.torque", "A.fx", "A.fy"):
        assert np.allclose(two[name], 4 * one[name], rtol=0, atol=1e-9 * np.max(np.abs(two[name])))


def test_the_two_branches_of_the_gas_force_meet_and_end_at_zero() -> None:
    """282,857 = 1.98e6/7 and 62,857 = 4.4e5/7: the force is continuous to the rounding of the printed constants."""
    assert "-282857/(6 - x) + 62857" in GAS
    assert abs(-282857 / 4.5 + 62857) < 0.3
    assert abs(-282857 / 1.0 + 62857 + 110000 * (1 - np.sin(2 * np.pi * (5 - 5.25)))) < 1e-9
    assert abs(1 - np.sin(2 * np.pi * (5.5 - 5.25))) < 1e-15
