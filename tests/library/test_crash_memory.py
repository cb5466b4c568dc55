"""What yields remembers by accepted steps alone: every method takes the same energies, a run that goes on as well."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.crash import Scenario, SMember, Steps, Train, data, energy_by_part, head_on

LOW = Steps(data.SLOPE, data.LOW_LEVELS, data.LOW_REACH)
HIGH = Steps(data.SLOPE, data.HIGH_LEVELS, data.HIGH_REACH)


def train(coupler: float | None = data.COUPLER) -> Scenario:
    return head_on(Train(data.CAR_MASSES, LOW, HIGH, coupler=coupler), 55 / 3.6, points=121)


def member() -> Scenario:
    fold = SMember().scenario(points=121)
    fold.mechanism.set(H2=0.07, H3=0.06, H4=0.075)
    return fold


@cache
def taken(make: Any) -> dict[str, float]:
    scenario = make()
    run = scenario.mechanism.simulate(progress=False, rtol=1e-9, **scenario.options)
    return energy_by_part(scenario.mechanism, run)


@pytest.mark.parametrize(
    ("make", "method", "more", "within"),
    [
        (train, "adams", {}, 1e-5),
        (train, "radau", {}, 1e-5),
        (train, "alpha", {"step": 1e-3}, 1e-4),
        (train, "midpoint", {"step": 1e-3}, 1e-4),
        (train, "rk4", {"step": 2e-2}, 3e-3),  # steps in which absorbers yield, unload and yield again
        (member, "radau", {}, 1e-5),
        (member, "alpha", {"step": 2e-5}, 1e-4),
        (member, "rk4", {"step": 1e-5}, 1e-5),
    ],
)
def test_all_methods_take_the_same_energies(make: Any, method: str, more: dict[str, float], within: float) -> None:
    scenario = make()
    run = scenario.mechanism.simulate(progress=False, method=method, **more, **scenario.options)
    assert energy_by_part(scenario.mechanism, run) == pytest.approx(taken(make), rel=within)
    assert np.max(np.abs(run["energy.balance"])) < within * run["energy.kinetic"][0]


@pytest.mark.parametrize(("make", "half"), [(train, 0.3), (member, 0.02)])
def test_a_crash_that_goes_on_from_a_file_remembers(make: Any, half: float, tmp_path: Path) -> None:
    """Stopped while devices yield: forgotten memory would take the first rise once more."""
    scenario = make()
    options = {name: value for name, value in scenario.options.items() if name not in ("until", "points")}
    first = scenario.mechanism.simulate(half, 31, progress=False, rtol=1e-9, **options)
    first.save(tmp_path / "run.lwr")
    further = lw.load_run(tmp_path / "run.lwr").go_on(scenario.options["until"], 60)
    parts = energy_by_part(scenario.mechanism, further)
    assert parts == pytest.approx(taken(make), rel=1e-6)
    assert sum(energy_by_part(scenario.mechanism, first).values()) < 0.9 * sum(parts.values())


def test_couplers_are_pulled_by_a_force_above_zero() -> None:
    with pytest.raises(MechanismError, match="Train: coupler must be positive, not -1"):
        train(coupler=-1.0)
