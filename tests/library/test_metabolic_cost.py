"""What muscles burn: rates of heat and work against those of another program, and closed forms of simple motions."""

from __future__ import annotations

import csv
import dataclasses
import math
import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import AnalysisError
from linkwork.biomechanics import (
    Bhargava,
    Coordinate,
    ForwardRun,
    Motion,
    Move,
    PathMuscle,
    PathPoint,
    Segment,
    Skeleton,
    SkeletonJoint,
    Umberger,
    forward,
    inverse_dynamics,
    metabolic_cost,
    muscle_paths,
    over_stride,
    play_back,
    read_osim,
    share_forces,
)
from linkwork.library.biomechanics.energy.fibre_states import FibreStates, states_of_run, states_of_sharing
from linkwork.library.biomechanics.energy.heat import MuscleSizes

DATA = Path(__file__).parents[1] / "data"
LEG = read_osim(DATA / "leg.osim")
MODELS: dict[str, Umberger | Bhargava] = {
    "umberger": Umberger(),
    "umberger_published": Umberger.published(),
    "bhargava": Bhargava(),
    "bhargava_by_force": Bhargava(by_force=True, negative_work=False, never_negative=False),
}


@cache
def probed() -> dict[str, np.ndarray]:
    """Three frames of the public walking trial, 18 muscles with activations and excitations drawn by chance.

    Columns up to `fastest` are states as OpenSim 4.6 reports them (m, m/s, N, 1/s); the four last ones are what its
    Umberger2010MuscleMetabolicsProbe and Bhargava2004MuscleMetabolicsProbe give for each muscle (W), as they come, and
    with the settings of `MODELS`.
    """
    with (DATA / "heat_of_muscles.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    names = [name for name in rows[0] if name not in ("frame", "muscle")]
    return {name: np.array([float(row[name]) for row in rows]).reshape(-1, 18) for name in names}


@pytest.mark.parametrize("name", MODELS)
def test_heat_and_work_are_those_of_opensims_probes(name: str) -> None:
    given = probed()
    states = FibreStates(
        *(given[one] for one in ("excitation", "activation", "length", "speed", "over_length", "active", "whole"))
    )
    strength, optimal, fastest, slow = (given[one][0] for one in ("strength", "optimal", "fastest", "slow"))
    masses = 1059.7 / 0.25e6 * strength * optimal
    rates = MODELS[name].rates(states, MuscleSizes(masses, slow, optimal, fastest, strength))
    whole = rates.activation + rates.maintenance + rates.shortening + rates.work + rates.added
    assert (states.speeds < -0.1).sum() > 10 and (states.speeds > 0.1).sum() > 10
    assert (states.lengths > optimal).sum() > 5 and (states.lengths < optimal).sum() > 5
    assert whole == pytest.approx(given[name], rel=1e-12, abs=1e-12)
    assert name == "umberger_published" or (rates.added > 0).sum() >= 2


@cache
def lift(tendon: float = 0.0) -> Skeleton:
    """A load of 20 kg that a muscle above it raises."""
    pull = PathMuscle(
        "pull", (PathPoint("ground", (0, 1.0, 0)), PathPoint("load", (0, 0, 0))), 1000.0, 0.3, tendon or 0.2
    )
    up = SkeletonJoint("rail", "ground", "load", (Move((0, 1, 0), False, "height"),))
    load = Segment("load", 20.0, (0, 0, 0), (0.1, 0.1, 0.1, 0, 0, 0))
    return Skeleton("lift", (load,), (up,), (Coordinate("height", False),), muscles=(pull,))


def test_a_load_that_is_raised_steadily_takes_its_weight_times_its_way() -> None:
    time = np.linspace(0.0, 1.0, 41)
    shared = share_forces(inverse_dynamics(Motion(lift(), time, 0.4 + 0.2 * time[:, None])), reserves={"height": 1e-3})
    states = states_of_sharing(shared)
    assert states.lengths[:, 0] == pytest.approx(0.4 - 0.2 * time) and states.speeds[:, 0] == pytest.approx(-0.2)
    cost = metabolic_cost(shared, Bhargava(), slow=0.4)
    force = 20.0 * 9.80665
    assert cost.work[:, 0] == pytest.approx(0.2 * force, rel=1e-5)
    assert cost.shortening[:, 0] == pytest.approx(0.25 * 0.2 * force, rel=1e-5)
    mass = 1059.7 / 0.25e6 * 1000 * 0.3
    assert cost.masses == pytest.approx([mass])
    e = 0.5 * math.pi * shared.activations[:, 0]
    slow, fast = 0.4 * np.sin(e), 0.6 * (1 - np.cos(e))
    assert cost.activation[:, 0] == pytest.approx(mass * (40 * slow + 133 * fast))
    length = np.interp((0.4 - 0.2 * time) / 0.3, [0.5, 1.0, 1.5], [0.5, 1.0, 0.0])
    assert cost.maintenance[:, 0] == pytest.approx(mass * length * (74 * slow + 111 * fast))
    assert cost.at_rest == pytest.approx(24.0)
    assert cost.total == pytest.approx(cost.rates[:, 0] + 24.0)
    assert cost.energy((0.25, 0.75)) == pytest.approx(np.trapezoid(cost.total[10:31], time[10:31]))
    assert cost.per_mass() == pytest.approx(cost.energy() / 20.0)
    percent, drawn = over_stride(cost.time, cost.muscle("pull"), (0.2, 0.8), 61)
    assert drawn[20] == pytest.approx(np.interp(0.4, time, cost.rates[:, 0])) and percent[20] == pytest.approx(100 / 3)


def test_energy_per_kg_and_distance_needs_a_way_over_the_ground() -> None:
    time = np.linspace(0.0, 1.0, 41)
    cost = metabolic_cost(share_forces(inverse_dynamics(_walk(0.9 * time))))
    assert cost.cost_of_transport() == pytest.approx(cost.energy() / 23.5 / 0.9, rel=1e-9)
    part = (0.2, 0.7)
    assert cost.cost_of_transport(between=part) == pytest.approx(cost.energy(part) / 23.5 / 0.45, rel=1e-9)
    belt = metabolic_cost(share_forces(inverse_dynamics(_walk(0 * time))))
    assert belt.total == pytest.approx(cost.total, rel=1e-6)
    with pytest.raises(AnalysisError, match=r"comes 0 m far in 1 s; on a treadmill give the distance that its belt"):
        belt.cost_of_transport()
    assert belt.cost_of_transport(0.9) == pytest.approx(cost.cost_of_transport(), rel=1e-6)


def _walk(forward_by: np.ndarray) -> Motion:
    time = np.linspace(0.0, 1.0, 41)
    still = 0 * time
    return Motion(LEG, time, np.column_stack([still, forward_by, 0.95 + still, 0.1 + still, -0.4 + still]))


def test_fibres_of_a_forward_run_move_as_they_did() -> None:
    """Their speeds are slopes of their lengths; active force and passive force along the tendon are the tension."""
    q = [0.0, 0.0, 0.95, 0.2, -0.5]
    run = forward(LEG, q, np.zeros(5), 0.1, 0.08, points=801, excitation=[0.5, 0.1, 0.3, 0.0, 0.9])
    states = states_of_run(run)
    slopes = np.gradient(run.fibres, run.time, axis=0)[1:-1]
    assert states.speeds[1:-1] == pytest.approx(slopes, abs=2e-3 * np.abs(slopes).max())
    assert run.excitations[400].tolist() == [0.5, 0.1, 0.3, 0.0, 0.9]
    for i, muscle in enumerate(LEG.muscles):
        cosine = np.sqrt(1 - (muscle.optimal_length * math.sin(muscle.pennation) / run.fibres[:, i]) ** 2)
        tendon = muscle_paths(LEG, run.values).lengths[:, i] - run.fibres[:, i] * cosine
        law: Any = muscle.law
        wanted = muscle.strength * _tendon(law, tendon / muscle.tendon_length)
        assert states.whole[:, i] * cosine == pytest.approx(wanted, rel=1e-6, abs=1e-6 * muscle.strength)
    stiff = forward(LEG, q, np.zeros(5), 0.1, 0.08, points=801, stiff_tendons=True)
    assert np.array_equal(stiff.excitations, stiff.activations)
    paths = muscle_paths(LEG, stiff.values)
    for i, muscle in enumerate(LEG.muscles):
        across = muscle.optimal_length * math.sin(muscle.pennation)
        wanted = np.hypot(paths.lengths[:, i] - muscle.tendon_length, across)
        assert states_of_run(stiff).lengths[:, i] == pytest.approx(wanted, rel=1e-12)
    assert metabolic_cost(stiff).total.min() > metabolic_cost(stiff).at_rest


def _tendon(law: Any, lengths: np.ndarray) -> np.ndarray:
    from linkwork.library.biomechanics.laws.rows import curve_of

    return curve_of(law, "tendon", lengths)[0]


def test_excitations_and_shares_of_slow_fibres_count() -> None:
    time = np.linspace(0.0, 1.0, 21)
    shared = share_forces(inverse_dynamics(Motion(lift(), time, 0.4 + 0.0 * time[:, None])), reserves={"height": 1e-3})
    as_active = metabolic_cost(shared)
    assert np.array_equal(metabolic_cost(shared, excitation=shared.activations).rates, as_active.rates)
    assert metabolic_cost(shared, excitation=0 * shared.activations).rates.max() < as_active.rates.min()
    slow, fast = (metabolic_cost(shared, slow={"pull": share}) for share in (1.0, 0.0))
    assert slow.rates.max() < fast.rates.min()
    given: Any = {"masses": {"pull": f"{2000 * as_active.masses[0]} g"}, "specific_tension": "0.25 MPa"}
    heavier = metabolic_cost(shared, **given)
    assert heavier.rates == pytest.approx(2 * as_active.rates)
    assert metabolic_cost(shared, at_rest=0.0).total == pytest.approx(as_active.total - 24.0)
    idle = dataclasses.replace(shared, activations=0 * shared.activations, active=0 * shared.active)
    assert metabolic_cost(idle).rates == pytest.approx(np.full((21, 1), as_active.masses[0]))  # 1 W/kg


def test_what_makes_no_sense_is_refused() -> None:
    time = np.linspace(0.0, 1.0, 21)
    shared = share_forces(inverse_dynamics(Motion(lift(), time, 0.4 + 0.0 * time[:, None])), reserves={"height": 1e-3})
    for given, message in (
        ({"slow": 1.5}, "muscle 'pull': a share of slow fibres lies from 0 to 1, not at 1.5"),
        ({"slow": {"push": 0.5}}, "there is no muscle 'push'; muscles are: pull"),
        ({"masses": {"pull": 0.0}}, "muscle 'pull': its mass is positive and below 100 kg, not 0 kg"),
        ({"excitation": np.ones((20, 1))}, "excitations are numbers from 0 to 1, 21 rows of 1"),
        ({"density": 1.06}, "density is 1.06; is it in kg/m^3?"),
        ({"specific_tension": "25 N"}, "specific_tension"),
        ({"slow": "1 mm"}, "slow: expected a number"),
        ({"at_rest": -1.0}, "at_rest is zero or more W/kg, not -1"),
    ):
        with pytest.raises(AnalysisError, match=re.escape(message)):
            metabolic_cost(shared, **given)
    with pytest.raises(AnalysisError, match="computed from given tensions, or has no muscles"):
        metabolic_cost(play_back(shared))
    with pytest.raises(AnalysisError, match=re.escape("the motion goes from 0 to 1 s, not from 0.5 to 2 s")):
        metabolic_cost(shared).energy((0.5, 2.0))
    with pytest.raises(AnalysisError, match=r"the distance is 0.001 m or more, not -1 m"):
        metabolic_cost(shared).cost_of_transport(-1.0)
    with pytest.raises(AnalysisError, match="between: expected a pair of numbers; found"):
        metabolic_cost(shared).energy(("100 mm", 0.5))  # type: ignore[arg-type]
    with pytest.raises(AnalysisError, match="aerobic: expected a number; found '1 m'"):
        Umberger(aerobic="1 m")  # type: ignore[arg-type]
    with pytest.raises(AnalysisError, match="aerobic factor is positive"):
        Umberger(aerobic=0.0)
    with pytest.raises(AnalysisError, match="maintenance is two numbers in W/kg"):
        Bhargava(maintenance=(-1.0, 2.0))
    empty = ForwardRun(lift(), time, np.zeros((21, 1)), np.zeros((21, 1)), np.empty((21, 0)), 1)
    with pytest.raises(AnalysisError, match="its fibres are not known"):
        metabolic_cost(empty)
