"""`name.rate` of a sensor is the rate of what it measures, in laws and in results, or it is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError

POSITIONS = (
    "bar.x",
    "O.angle",
    "distance(bar.T, ground.P)",
    "pull.length",
    "sway",
    "strain",
    "inner",
    "distance(bar, ground.P)",
)
SPEEDS = ("bar.omega", "bar.T.vx", "O.omega", "distance(bar.T, ground.P).rate")


def pendulum(channel: str, read: bool = True) -> Any:
    """A bar on a pin and a flexible one, with a sensor whose rate a signal reads."""
    m = lw.Planar("measured pendulum")
    m.set_gravity(0, -9.81)
    bar = m.body("bar", mass={"mass": 1, "inertia": 0.1}, points={"T": (0, -0.5)})
    m.ground.point("P", 1, 2)
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0.3))
    m.spring("pull", bar.at("T"), m.ground.at(1, 1), stiffness=3, free_length=1)
    soft = m.ritz_beam(
        "soft", length=0.5, section={"type": "rectangle", "height": 0.01, "width": 0.02}, E=7e10, rho=2700
    )
    m.fixed("W", m.ground, soft.interface("root"))
    m.state("sway", acceleration="-4*sway", start=1)
    m.sensor("strain", "soft.root.strain")
    m.sensor("inner", "O.angle")
    m.sensor("gauge", channel)
    if read:
        m.signal("seen", "gauge.rate")
    return m


@pytest.mark.parametrize("channel", POSITIONS)
def test_the_rate_of_a_sensor_is_that_of_its_channel(channel: str) -> None:
    run = pendulum(channel).simulate(until=0.1, points=10001)
    slope = np.gradient(run["gauge"], run.t)[5:-5]
    size = np.abs(slope).max()
    assert size > 1e-6
    for name in ("seen", "gauge.rate"):
        assert run[name][5:-5] == pytest.approx(slope, abs=2e-3 * size)
    assert "gauge.rate" in run.channels() and run.describe("gauge.rate").startswith("rate of what the sensor 'gauge'")


@pytest.mark.parametrize("channel", SPEEDS)
def test_laws_do_not_read_the_rate_of_a_speed_but_results_have_it(channel: str) -> None:
    """They read the number that lay behind the speed: 0.9 instead of 7.3 rad/s^2, without a word."""
    with pytest.raises(
        MechanismError, match=r"'gauge\.rate': the rate of .* is not known where laws are evaluated; mea"
    ):
        pendulum(channel).simulate(until=0.1)
    run = pendulum(channel, read=False).simulate(until=0.1, points=10001)
    slope = np.gradient(run["gauge"], run.t)[5:-5]
    assert run["gauge.rate"][5:-5] == pytest.approx(slope, abs=1e-3 * np.abs(slope).max())


def test_the_rate_of_a_sensor_has_its_unit_or_is_no_channel() -> None:
    run = pendulum("bar.omega", read=False).simulate(until=0.1)
    assert run.unit("gauge.rate") == "rad/s²"
    with pytest.raises(lw.LinkworkError, match=r"there is no channel 'clock\.rate'"):
        m = pendulum("bar.omega", read=False)
        m.sensor("clock", "t")
        m.simulate(until=0.1)["clock.rate"]


def test_a_signal_of_another_name_is_not_the_rate_of_a_signal() -> None:
    """`omega` was taken for the rate of a signal called `angle`, whatever both are."""
    m = pendulum("bar.omega", read=False)
    m.signal("angle", "2*O.angle")
    m.signal("omega", "5")
    m.sensor("dial", "angle")
    with pytest.raises(lw.LinkworkError, match=r"there is no channel 'dial\.rate'"):
        m.simulate(until=0.1)["dial.rate"]
    m.signal("seen", "dial.rate")
    with pytest.raises(MechanismError, match=r"a law cannot read 'dial\.rate': the rate of 'angle' is not known"):
        m.simulate(until=0.1)
