"""Ambrosio and Silva, Advances (2005), chapter 7: forces shared among muscles, A7.4 to A7.7 and table 7-E4.

Three muscles on one hinge have closed forms: what every muscle bears follows from one multiplier, which for cost (21),
the most of the sum of sqrt(1 - (F/F0)^2), is found as a root. On a leg all costs have to give the net moments, solved
to the conditions of Karush, Kuhn and Tucker; two optimisers come to the same forces; those give the motion back. The
same of a measured walk is in `test_walking_trial.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import brentq

from linkwork.biomechanics import (
    Coordinate,
    Motion,
    Move,
    PathMuscle,
    PathPoint,
    Plate,
    Segment,
    Sharing,
    Skeleton,
    SkeletonJoint,
    Table,
    inverse_dynamics,
    muscle_paths,
    play_back,
    read_osim,
    share_forces,
)
from linkwork.library.biomechanics.sharing import COSTS, PCSA, muscle_costs, share_problem
from linkwork.library.biomechanics.sharing_sqp import share_by_sqp
from published.case import Case
from published.case import tests_of as checks_of

SOURCE = "Ambrosio and Silva, Advances, chapter 7"
STRENGTH, ARMS, MOMENT = np.array([1000.0, 500.0, 300.0]), np.array([0.04, 0.05, 0.03]), 30.0
AREA = STRENGTH / (PCSA * 1e-4)  # cm^2
PRINTED = {
    "force": (240.0, 300.0, 180.0),
    "relative force": (520.382, 162.619, 35.126),
    "stress": (468.506, 185.193, 66.670),
}
NUMBERS = {"force": 17, "stress": 18, "relative force": 19, "moment": 20, "synergy": 21}
STRESSES = (14.706, 11.626, 6.976)
OWN: dict[str, Callable[[np.ndarray], float]] = {  # the five costs as functions of forces
    "force": lambda force: float(force @ force),
    "stress": lambda force: float(np.sum((force / AREA) ** 3)),
    "relative force": lambda force: float(np.sum((force / STRENGTH) ** 2)),
    "moment": lambda force: float(np.sum((force / (STRENGTH * ARMS)) ** 2)),
    "synergy": lambda force: -float(np.sum(np.sqrt(np.maximum(1 - (force / STRENGTH) ** 2, 0.0)))),
}


def exact(cost: str) -> np.ndarray:
    """What the three muscles bear, with the multiplier that gives the moment."""
    if cost == "synergy":

        def share(multiplier: float) -> np.ndarray:
            steep = multiplier * ARMS * STRENGTH
            return steep / np.sqrt(1 + steep**2)

        return STRENGTH * share(brentq(lambda x: ARMS @ (STRENGTH * share(x)) - MOMENT, 0, 1, xtol=1e-15))
    shape = {
        "force": ARMS,
        "stress": np.sqrt(ARMS * AREA**3),
        "relative force": ARMS * STRENGTH**2,
        "moment": ARMS * (ARMS * STRENGTH) ** 2,
    }[cost]
    return np.asarray(MOMENT * shape / (ARMS @ shape))


@cache
def on_the_hinge(cost: str, own: bool = False) -> np.ndarray:
    """Forces by the fast method, or by SQP with the cost as a function, which knows no slope."""
    low, high, rows = np.zeros(3), np.ones(3), (STRENGTH * ARMS)[None, None]
    if own:
        shares, off = share_by_sqp(share_problem, OWN[cost], STRENGTH[None], low, high, rows, np.array([[MOMENT]]))
    else:
        power, weight, scale = muscle_costs(cost, STRENGTH[None], STRENGTH, (STRENGTH * ARMS)[None])
        shares, off = share_problem(np.full(3, power), weight, scale, low, high, rows, np.array([[MOMENT]]))
    assert off[0] < 1e-8
    return np.asarray(STRENGTH * shares[0])


FILE = Path(__file__).parents[1] / "data" / "leg.osim"
LEG = read_osim(FILE)
TIME = np.linspace(0.0, 1.0, 61)
RESERVES = {"hip_flexion": 1.0, "knee_angle": 1.0}


def load(forces: np.ndarray) -> float:
    """A cost that is not among those with a name: the sum of the fourth powers of forces in kN."""
    return float(np.sum((forces / 1000) ** 4))


@cache
def swing(frames: int = 61) -> Motion:
    w = 2 * math.pi * TIME
    columns = [0.1 * np.sin(w), 0.4 * TIME, 0.95 + 0.02 * np.cos(2 * w), 0.4 * np.sin(w), -0.7 + 0.5 * np.cos(w)]
    return Motion(LEG, TIME[:frames], np.column_stack(columns)[:frames])


@cache
def shared(cost: str) -> Sharing:
    if cost == "of one's own":
        return share_forces(inverse_dynamics(swing(8)), load, RESERVES)
    return share_forces(inverse_dynamics(swing()), cost, RESERVES)


def lacking(cost: str) -> float:
    """How far the moments of muscles and reserves are from the net ones, over all frames (N m, N)."""
    one = shared(cost)
    given = np.einsum("fmc,fm->fc", one.paths.arms, one.forces) + one.reserves
    return float(np.abs(given - one.net.values).max())


def over_a_point() -> tuple[float, float]:
    """Of a muscle over a point with 0.3 m before it and 0.1 m behind: ratio of both tensions, lack of power (W)."""
    turn = (0.0, 0.0, 1.0)
    path = (PathPoint("ground", (0, 0.3, 0)), PathPoint("pulley", (0, 0, 0)), PathPoint("arm", (0.1, 0, 0)))
    joints = (
        SkeletonJoint("guide", "ground", "pulley", (Move((0, 1, 0), False, "height"),)),
        SkeletonJoint("hinge", "ground", "arm", (Move(turn, True, "angle"),)),
    )
    coordinates = Coordinate("height", False), Coordinate("angle")
    muscle = PathMuscle("m", path, 100, 0.1, 0.2)
    body = Skeleton("over a point", (Segment("pulley"), Segment("arm")), joints, coordinates, muscles=(muscle,))
    paths = muscle_paths(body, [[0.0, 0.0]])
    ends = [paths.pulls[0, 0, [one.name for one in body.ordered].index(name), :3] for name in ("pulley", "arm")]
    second = -ends[1]  # what the second piece pulls on the point; the rest there comes from the first
    first = ends[0] - second
    speeds = np.array([[0.3, -0.7]])
    tension = 250.0
    power = tension * paths.arms[0, 0] @ speeds[0]
    rate = paths.rates(speeds)[0, 0]
    assert rate == pytest.approx(-0.3, abs=1e-12)  # the first piece grows shorter, the second stands across its way
    return float(np.linalg.norm(first) / np.linalg.norm(second)), float(power + tension * rate)


@cache
def of_two_optimisers() -> tuple[float, float]:
    """Largest differences of activations, and of moments over the largest one, on frames that muscles alone carry."""
    paths = muscle_paths(LEG, swing().values[::10])
    strength = np.tile([muscle.strength for muscle in LEG.muscles], (len(paths.lengths), 1))
    rows = np.einsum("fmc,fm->fcm", paths.arms[:, :, 3:], strength)  # hip and knee
    asked = np.random.default_rng(3).uniform(0.05, 0.6, strength.shape)
    loads = np.einsum("fcm,fm->fc", rows, asked)
    low, high, ones = np.full(strength.shape[1], 0.01), np.ones(strength.shape[1]), np.ones_like(strength)
    fast, residuals = share_problem(2 * ones[0], ones, ones, low, high, rows, loads)
    assert residuals.max() < 1e-8
    slow, off = share_by_sqp(
        share_problem, lambda force: float(np.sum((force / strength[0]) ** 2)), strength, low, high, rows, loads
    )
    assert off.max() < 1e-8
    moments = [np.einsum("fcm,fm->fc", rows, one) for one in (fast, slow)]
    return float(np.abs(fast - slow).max()), float(np.abs(moments[0] - moments[1]).max() / np.abs(loads).max())


@cache
def back(held: bool) -> float:
    """How far the shared forces lead off the motion: over 0.1 s without feedback, or all along with it (degrees)."""
    still = 0 * TIME
    columns = np.column_stack([still, 200 + still, still, 0.2 + 0.4 * TIME, still, 0.05 + still])
    plate = Plate("shank", Table(TIME, ("fx", "fy", "fz", "px", "py", "pz"), columns), "f", "p")
    motion = swing()
    forces = share_forces(inverse_dynamics(motion, [plate]), "activation", RESERVES)
    if held:
        run, first = play_back(forces, [plate], stiffness=1e4, damping=200.0), 0
    else:
        run, first = play_back(forces, [plate], start=10, until=TIME[16]), 10
    expected = motion.values[first : first + len(run.time)]
    assert run.time[-1] == pytest.approx(TIME[-1] if held else TIME[16])
    return float(np.degrees(np.abs(run.values - expected)[:, [0, 3, 4]]).max())


def cases() -> list[Case]:
    table = [
        Case(
            f"{SOURCE}, table 7-E4, ({NUMBERS[cost]})",
            f"F{k + 1} by the cost {cost} (N)",
            value,
            lambda c=cost, k=k: float(on_the_hinge(c)[k]),
            5e-4,
            exact=float(exact(cost)[k]),
            exact_tolerance=1e-6,
        )
        for cost, values in PRINTED.items()
        for k, value in enumerate(values)
    ]
    stresses = [
        Case(
            f"{SOURCE}, table 7-E4, (18)",
            f"stress of muscle {k + 1} (N/cm^2)",
            value,
            lambda k=k: float(on_the_hinge("stress")[k] / AREA[k]),
            6e-4,
        )
        for k, value in enumerate(STRESSES)
    ]
    unprinted = [
        Case(
            f"{SOURCE}, hinge of table 7-E4, ({NUMBERS[cost]})",
            f"F{k + 1} by the cost {cost} (N)",
            None,
            lambda c=cost, k=k: float(on_the_hinge(c)[k]),
            0.0,
            exact=float(exact(cost)[k]),
            exact_tolerance=1e-6,
        )
        for cost in ("moment", "synergy")
        for k in range(3)
    ]
    moments = [
        Case(
            f"{SOURCE}, A7.4", f"sum r F by the cost {c} (N m)", MOMENT, lambda c=c: float(ARMS @ on_the_hinge(c)), 1e-9
        )
        for c in NUMBERS
    ]
    leg = [
        Case(f"{SOURCE}, A7.4", f"moments of a leg that lack by the cost {c} (N m)", 0.0, lambda c=c: lacking(c), 1e-7)
        for c in (*COSTS, "of one's own")
    ]
    conditions = [
        Case(
            f"{SOURCE}, A7.4",
            f"scaled residual of Karush, Kuhn and Tucker of a leg by the cost {c}",
            0.0,
            lambda c=c: float(shared(c).residuals.max()),
            1e-8,
        )
        for c in COSTS
    ]
    point = [
        Case(f"{SOURCE}, A7.5", "tension before a point over that behind it", 1.0, lambda: over_a_point()[0], 1e-12),
        Case(f"{SOURCE}, A7.5", "power + F dL/dt (W)", 0.0, lambda: over_a_point()[1], 1e-12),
    ]
    played = [
        Case(
            f"{SOURCE}, A7.6", "shared forces off the motion of a leg after 0.1 s (deg)", 0.0, lambda: back(False), 0.5
        ),
        Case(f"{SOURCE}, A7.6", "the same over 1 s with feedback (deg)", 0.0, lambda: back(True), 0.05),
    ]
    two = [
        Case(f"{SOURCE}, A7.7", "activations of two optimisers apart", 0.0, lambda: of_two_optimisers()[0], 1e-6),
        Case(f"{SOURCE}, A7.7", "their moments apart over the largest", 0.0, lambda: of_two_optimisers()[1], 1e-8),
    ]
    sqp = [
        Case(
            f"{SOURCE}, A7.7, hinge of table 7-E4",
            f"F{k + 1} by SQP with the cost {cost} as a function (N)",
            None,
            lambda c=cost, k=k: float(on_the_hinge(c, True)[k]),
            0.0,
            exact=float(exact(cost)[k]),
            exact_tolerance=1e-3,
        )
        for cost in OWN
        for k in range(3)
    ]
    return table + stresses + unprinted + moments + leg + conditions + point + played + two + sqp


test_cases = checks_of(cases)
