"""Forces shared by a cost of the user's own: as exactly as by those with a name, and refused in words."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.biomechanics import Motion, NetForces, inverse_dynamics, read_osim, share_forces
from linkwork.library.biomechanics.sharing import share_problem
from linkwork.library.biomechanics.sharing_sqp import share_by_sqp

LEG = read_osim(Path(__file__).parents[1] / "data" / "leg.osim")
STRENGTH = np.array([muscle.strength for muscle in LEG.muscles])
RESERVES = {"hip_flexion": 1.0, "knee_angle": "1 N m"}


@cache
def swing() -> NetForces:
    time = np.linspace(0.0, 0.1, 7)
    w = 2 * math.pi * time
    columns = [0.1 * np.sin(w), 0.4 * time, 0.95 + 0 * w, 0.4 * np.sin(w), -0.7 + 0.5 * np.cos(w)]
    return inverse_dynamics(Motion(LEG, time, np.column_stack(columns)))


@pytest.mark.parametrize("power", [2, 3])
def test_a_cost_of_ones_own_has_the_shares_of_the_same_one_with_a_name(power: int) -> None:
    reserves = dict.fromkeys(RESERVES, 1e-4)  # they cost so much that their weight beside the cost does not count
    own = share_forces(swing(), lambda force: float(np.sum((force / STRENGTH) ** power)), reserves)
    named = share_forces(swing(), {2: "relative force", 3: "stress"}[power], reserves)
    assert own.residuals.max() < 1e-8
    assert np.abs(own.forces - named.forces).max() < 1e-5 * np.abs(named.forces).max()


def test_a_cost_with_edges_carries_the_loads() -> None:
    edged = share_forces(swing(), lambda force: float(np.max(force / STRENGTH)), dict.fromkeys(RESERVES, 0.01))
    given = np.einsum("fmc,fm->fc", edged.paths.arms, edged.forces) + edged.reserves
    assert given == pytest.approx(edged.net.values, abs=1e-5)


@pytest.mark.parametrize(
    ("cost", "told"),
    [
        (lambda force: math.nan, "the cost of the forces .* N is nan"),
        (lambda force: force**2, "is one number, not array"),
        (lambda force: None, "is one number, not None"),
        (lambda force: 1j * force[0], "is one number"),
        (lambda force: 1 / 0, "frame 1: the cost stops with ZeroDivisionError"),
    ],
)
def test_a_cost_that_is_no_number_is_refused(cost: Callable[..., Any], told: str) -> None:
    with pytest.raises(AnalysisError, match=told):
        share_forces(swing(), cost, RESERVES)


def test_activations_from_electrodes_are_told_with_their_frame() -> None:
    name, some = LEG.muscles[0].name, np.full(7, 0.2)
    for value in (50.0, math.nan, -0.1):
        some[2] = value
        with pytest.raises(AnalysisError, match=f"frame 3: the measured activation of '{name}' lies between 0 and 1"):
            share_forces(swing(), "activation", RESERVES, measured={name: some})
    with pytest.raises(AnalysisError, match="7 numbers, one a frame, not 1"):
        share_forces(swing(), "activation", RESERVES, measured={name: [0.1]})


@pytest.mark.parametrize("strength", ["1 N", "2 m", "knee", math.nan, True, [1.0]])
def test_reserves_have_the_unit_of_their_coordinate(strength: Any) -> None:
    with pytest.raises(MechanismError, match="reserve 'knee_angle': expected a number; found"):
        share_forces(swing(), "stress", {"knee_angle": strength})


def test_a_cost_of_ones_own_is_called_half_so_often_as_with_three_calls_a_muscle() -> None:
    """A gradient is two calls a muscle and one, second derivatives are half a square of those that are free."""
    random, called = np.random.default_rng(3), []

    def cost(force: Any) -> float:
        called.append(1)
        return float(np.sum((force / 1000) ** 3))

    many, ones = 20, np.ones(20)
    rows = random.normal(size=(1, 3, many))
    loads = rows @ random.uniform(0.1, 0.6, many)
    share, residuals = share_by_sqp(share_problem, cost, 1000 * ones[None], 0.01 * ones, ones, rows, loads)
    assert residuals.max() < 1e-8 and np.abs(rows[0] @ share[0] - loads[0]).max() < 1e-8
    assert len(called) < 2200  # 1774; with three calls a muscle, and second derivatives from gradients, 3634
