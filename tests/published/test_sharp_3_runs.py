"""Sharp, Evangelou and Limebeer, chapter 3 of Ambrosio's Advances (2005), sections 5.2 and 5.3: what chain, shaft and
Telelever do to a machine that is driven and braked.

The chapter prints the runs and what they show, not the machine; ours is that of 2001 with its points of sprockets and
Telelever. The pivot of the swing arm is put where the nominal chain holds up the rear: that it hardly moves is by
construction, what shaft and other sprockets do follows. Springs and dampers in front and the torque of the brake are
ours: with the rate of the fork of 2001 (9000 N/m, ours is 25000) the nominal Telelever snaps through, and with ours one
whose hinge is lowered by 0.04 m, which is braked gently instead; of bump stops nothing is printed.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import MechanismError
from linkwork.run.run import Run
from linkwork.vehicles import Chain, Shaft, driven_motorcycle, sharp_1994, telelever_motorcycle
from published.case import Case
from published.case import tests_of as checks_of

LOOSE: dict[str, Any] = {"rtol": 1e-5, "atol": 1e-6}


@cache
def driven(drive: str, raised: float = 0.0) -> Run:
    """5 m/s^2 from 5 m/s on, four seconds of it."""
    bike = driven_motorcycle(drive, raised)  # type: ignore[arg-type]
    run = bike.run(4.0, 41, speed=5.0, pace="5*t", progress=False, **LOOSE)
    assert run.completed
    return run


@cache
def braked(front: str, raised: float = 0.0, torque: float = 700.0, until: float = 2.0) -> Run:
    """The front brake alone, at about 7 m/s^2 (of 700 N m), from 40 m/s on."""
    bike = telelever_motorcycle(front, raised)  # type: ignore[arg-type]
    laws: dict[str, Any] = {"throttle": "max(0, 1 - t/0.3)", "brake": f"{torque!r}*min(1, t/0.3)"}
    run = bike.run(until, 21, speed=40.0, progress=False, **laws, **LOOSE)
    assert run.completed
    assert {event.kind for event in run.events} == {"switch"}  # of the orders alone: no position on the way is singular
    return run


def changed(run: Run, channel: str) -> float:
    """From the beginning to the end, mean of the last quarter."""
    values = run[channel]
    return float(np.mean(values[-len(values) // 4 :]) - values[0])


def arm(drive: str, raised: float = 0.0) -> float:
    """How far the swing arm has turned, in degrees; positive: bump."""
    return float(np.degrees(changed(driven(drive, raised), "swing_arm.angle")))


def test_a_shaft_squats_and_a_raised_sprocket_bumps() -> None:
    """Strongly with the shaft; hardly with the nominal chain (by our pivot); raised: bump, lowered: rebound."""
    assert arm("shaft") > 1.5
    assert arm("chain", 0.03) > 0.7
    assert arm("chain", -0.03) < -0.7
    assert abs(arm("chain")) < 0.1 * arm("shaft")


def test_the_fork_extends_alike_and_the_nose_rises_in_all() -> None:
    runs = [driven("shaft"), *(driven("chain", raised) for raised in (0.0, 0.03, -0.03))]
    extended = [changed(run, "fork.position") for run in runs]
    assert max(extended) < -0.05
    assert np.ptp(extended) < 0.02 * abs(np.mean(extended))
    assert all(changed(run, "frame.pitch") < -0.02 for run in runs)


def test_the_upper_run_carries_the_torque_and_the_lower_one_hangs() -> None:
    """Power: the tension times the speed of the chain is that of the drive, but for the wheel's own inertia."""
    run = driven("chain")
    tension, torque = run["upper_tension"][-1], run["wheel_torque"][-1]
    assert np.all(run["lower_tension"] == 0.0)
    spun_up = 0.03 * (0.104 / 0.041) ** 2 * 5.0 / 0.321  # of the sprocket's inertia, at the wheel
    assert tension * 0.104 == pytest.approx(torque - spun_up, rel=0.01)


def ratio() -> float:
    """Of nose-down pitch: fork over raised Telelever."""
    return changed(braked("fork"), "frame.pitch") / changed(braked("telelever", 0.04), "frame.pitch")


def test_a_telelever_dives_less_and_less_with_a_higher_pivot() -> None:
    runs = [braked("fork"), braked("telelever"), braked("telelever", 0.04)]
    dives = [changed(run, "frame.pitch") for run in runs]
    assert dives[0] > dives[1] > dives[2] > 0.0
    rebound = [changed(run, "swing_arm.angle") for run in runs]
    assert np.ptp(rebound) < 0.06 * abs(np.mean(rebound))


def test_a_lowered_hinge_dives_more_than_the_nominal_one_and_less_than_a_fork() -> None:
    """At 300 N m, where it does not snap through: its hinge 0.04 m lower, as the chapter has it."""
    fork, lowered, nominal = (
        changed(braked(front, raised, 300.0, 1.2), "frame.pitch")
        for front, raised in (("fork", 0.0), ("telelever", -0.04), ("telelever", 0.0))
    )
    assert fork > lowered > 1.2 * nominal > 0.0


def cases() -> list[Case]:
    source = "Sharp et al. 3, section 5.3"
    quantity = "pitch under braking, fork over raised Telelever, with our springs: of the size of 4"
    return [Case(source, quantity, 4.0, ratio, 0.5)]


test_cases = checks_of(cases)


def test_what_makes_no_drive_is_named() -> None:
    with pytest.raises(MechanismError, match="gearbox_radius must be positive"):
        Chain((0.6, 0.37), 0.0, 0.1)
    with pytest.raises(MechanismError, match="on a swing arm"):
        replace(sharp_1994(), final_drive=Shaft())
