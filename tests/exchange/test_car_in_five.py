"""A car cut at the welds of its four suspensions moves as the whole one does."""

from __future__ import annotations

import pytest

from published.mechanisms.car_in_five import WHEELS, in_five, speeds, whole


def test_five_glued_parts_are_the_car() -> None:
    """Both by the classical Runge-Kutta method, whose errors at this step are of 1e-10 m and 2e-9 m/s."""
    options = {"until": 0.02, "method": "rk4", "progress": False, "points": 2}
    run = whole().simulate(**options, step=1e-3, speeds=speeds("chassis", WHEELS))
    glued = in_five().run(until=0.02, step=1e-3, progress=False)
    assert glued.completed and max(glued["iterations"]) <= 3
    assert run["chassis.z"][-1] - run["chassis.z"][0] > 1e-5  # its springs lift it
    for channel, accuracy in {"z": 1e-9, "vz": 1e-8, "vx": 1e-8}.items():
        assert glued[f"chassis.{channel}"][-1] == pytest.approx(run[f"chassis.{channel}"][-1], abs=accuracy)
    for wheel in WHEELS:
        assert max(abs(glued[f"weld_{wheel.replace(' ', '_')}.gap"])) < 1e-9
