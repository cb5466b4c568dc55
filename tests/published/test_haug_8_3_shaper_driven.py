"""Haug 8.3.3 and project 8.5: the shaper turned at one revolution a second, and its torque replayed in a free run.

The book does not say whether cutting force and gravity act; here the tool cuts nothing.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of
from published.mechanisms.shaper import driven_shaper, shaper

pytestmark = pytest.mark.both_coordinates

POINTS = 8001
# tool mass: largest torque with and without gravity, smallest torque with gravity (N m)
TORQUES = {25: (1.15896e6, 1.15693e6, -0.98058e6), 50: (1.54622e6, 1.54420e6, -1.25613e6)}
TORQUES[100] = (2.32143e6, 2.31942e6, -1.80848e6)
MOTION = {
    "least tool x (m)": ("tool.x", np.min, -4.33705, 1e-5),
    "largest tool x (m)": ("tool.x", np.max, 1.66733, 1e-5),
    "least tool speed (m/s)": ("tool.vx", np.min, -10.77, 6e-3),
    "largest tool speed (m/s)": ("tool.vx", np.max, 75.40, 6e-3),
    "least tool acceleration (m/s^2)": ("tool.ax", np.min, -1128.9, 0.1),
    "largest tool acceleration (m/s^2)": ("tool.ax", np.max, 1773.5, 0.1),
}


@cache
def run(tool: int, gravity: bool = True) -> Run:
    m = driven_shaper(tool)
    if not gravity:
        m.set_gravity(0, 0)
    return m.inverse_dynamics(1.0, POINTS, progress=False)


def cases() -> list[Case]:
    found = []
    for tool, (most, light, least) in TORQUES.items():
        for name, gravity, which, value in (
            ("largest torque", True, np.max, most),
            ("largest torque without gravity", False, np.max, light),
            ("smallest torque", True, np.min, least),
        ):
            found.append(
                Case(
                    f"Haug 8.3.3, tool {tool} kg",
                    f"{name} (N m)",
                    None,
                    lambda a=(tool, gravity, which): float(a[2](run(a[0], a[1])["motor.torque"])),
                    0.0,
                    relative=True,
                    exact=value,
                    exact_tolerance=1e-4,
                )
            )
    found += [
        Case(
            "Haug 8.3, shaper at 2 pi rad/s",
            name,
            None,
            lambda a=(channel, which): float(a[1](run(50)[a[0]])),
            0.0,
            exact=value,
            exact_tolerance=tolerance,
        )
        for name, (channel, which, value, tolerance) in MOTION.items()
    ]
    return found


test_cases = checks_of(cases)


def test_the_torque_varies_only_around_the_return_of_the_tool() -> None:
    for tool in TORQUES:
        found = run(tool)
        torque, angle = found["motor.torque"], found["crank.angle"] % (2 * np.pi)
        cutting = (found["tool.vx"] < 0) & (found["tool.x"] > -4) & (found["tool.x"] < 1.5)
        assert np.max(np.abs(torque[cutting])) < 16.4e3
        assert abs(angle[np.argmax(torque)] - 4.60) < 0.01 and abs(angle[np.argmin(torque)] - 4.82) < 0.01
        assert abs(np.mean(torque[:-1])) < 1e-6 * np.max(torque)


def test_the_largest_torque_is_in_the_return_stroke_not_before_the_cut() -> None:
    """The text says "just prior to the cutting stroke"; the tool then moves to the right: it returns."""
    found = run(50)
    assert found["tool.vx"][np.argmax(found["motor.torque"])] > 0
    assert abs(np.mean(found["tool.vx"][:-1] < 0) - 0.763) < 1e-3


def test_project_8_5_the_torque_replayed_gives_back_the_motion() -> None:
    known = driven_shaper().inverse_dynamics(1.0, 2001, progress=False)
    torque = list(zip(known.t.tolist(), known["motor.torque"].tolist(), strict=True))
    m = shaper()
    m.force("torque", "crank", torque=lw.Table(points=torque, of="t"))
    again = m.simulate(
        1.0,
        2001,
        hold={"crank.angle": "phase"},
        speeds={"crank.omega": "2*pi"},
        rtol=1e-11,
        atol=1e-12,
        progress=False,
    )
    assert np.max(np.abs(again["crank.angle"] - known["crank.angle"])) < 1e-6
    assert np.max(np.abs(again["tool.x"] - known["tool.x"])) < 1e-5
