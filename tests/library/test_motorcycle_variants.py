"""Chains, shafts and Telelevers of motorcycles: what holds up the front, how a chain is damped, what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import MechanismError
from linkwork.vehicles import Chain, driven_motorcycle, telelever_motorcycle


@pytest.mark.parametrize(("front", "raised"), [("fork", 0.0), ("telelever", 0.0), ("telelever", 0.04)])
def test_the_spring_in_front_holds_its_load_as_drawn(front: Any, raised: float) -> None:
    """By virtual work: the load times the cosine of the fork's lean, and that of the strut by its levers."""
    assert abs(telelever_motorcycle(front, raised).steady(40.0)["fork.position"]) < 2e-3


def test_damping_of_a_chain_goes_by_the_rate_of_its_stretch() -> None:
    """Which the swing arm has a share in, as it moves the wheel against the gearbox."""
    bike = driven_motorcycle("chain", 0.15)
    assert isinstance(bike.final_drive, Chain) and bike.swing_arm is not None
    arm = replace(bike.swing_arm, damping=50.0)
    bike = replace(bike, final_drive=replace(bike.final_drive, damping=300.0), swing_arm=arm)
    run = bike.run(0.6, 1201, speed=5.0, pace="5*t", progress=False, rtol=1e-8, atol=1e-9)
    later = slice(300, -1)
    for word in ("upper", "lower"):
        by_difference = np.gradient(run[f"{word}_stretch"], run.t)[later]
        told = run[f"{word}_stretch_rate"][later]
        assert told == pytest.approx(by_difference, abs=1e-3 * np.max(np.abs(told)))
    rises = run["upper_rises"]
    swung = np.cos(rises) * run["chain_vx"] + np.sin(rises) * run["chain_vz"]
    assert np.max(np.abs(swung[later])) > 0.2 * np.max(np.abs(run["upper_stretch_rate"][later]))
    pull = 2e5 * run["upper_stretch"] + 300.0 * run["upper_stretch_rate"]
    taut = run["upper_stretch"] > 0.0
    assert np.any(taut)
    assert run["upper_tension"] == pytest.approx(np.where(taut, np.maximum(0.0, pull), 0.0), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("place", [(0.05, 0.33), (0.14, 0.33), (0.0, 0.321)])
def test_sprockets_that_overlap_are_named(place: tuple[float, float]) -> None:
    with pytest.raises(MechanismError, match="its sprockets overlap"):
        replace(driven_motorcycle("chain"), final_drive=Chain(place, 0.041, 0.104))
