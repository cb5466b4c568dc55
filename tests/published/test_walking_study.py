"""Before and after the walking trial: markers after a standing trial, residuals made smaller, what the muscles burn.

Numbers of OpenSim 4.6 are ours to compute on the same public data (its folder: the environment variable LINKWORK_GAIT,
without which these cases are not listed): the pose in which the person stands, by its inverse kinematics converged to
1e-12 with eleven markers that stay, and where four of the others are then; rates of heat and work by its probes.
"""

from __future__ import annotations

import csv
import math
import os
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest

from linkwork.biomechanics import (
    Bhargava,
    ForwardRun,
    PlacedMarkers,
    ReducedResiduals,
    Skeleton,
    Umberger,
    inverse_dynamics,
    metabolic_cost,
    motion_from,
    place_markers,
    read_markers,
    read_osim,
    read_plates,
    read_table,
    reduce_residuals,
)
from published.case import Case
from published.case import tests_of as checks_of

DATA = Path(os.environ.get("LINKWORK_GAIT", "nowhere"))
THERE = (DATA / "subject01_static.trc").is_file()
SOURCE = "OpenSim 4.6, public walking trial"
STAY = (
    "R.ASIS", "L.ASIS", "V.Sacral", "R.Knee.Lat", "L.Knee.Lat", "R.Ankle.Lat", "L.Ankle.Lat", "R.Acromium",
    "L.Acromium", "R.Heel", "L.Heel",
)  # fmt: skip
POSE = (
    -0.036972078731161866, 0.5795604121628453, 1.0376940876866154, -0.031518470269337184, 0.00797787637457679,
    0.004835310959948973, -0.02413737105575134, -0.005209392850242881, 0.08599036579305934, -0.033935937742920884,
)  # fmt: skip
PLACES = {
    "Top.Head": (0.0606609764754229, 0.6955936387971784, 0.030856706065573777),
    "R.Thigh.Front": (0.1082928741263618, -0.28394467193281847, 0.04851978590163933),
    "L.Shank.Rear": (-0.018720983039209604, -0.11161508872397286, -0.09562879278688517),
    "R.Toe.Tip": (0.27097323682108615, 0.013623766993506453, 0.10094717459016382),
}
HEAT: dict[str, Umberger | Bhargava] = {
    "umberger": Umberger(),
    "umberger_published": Umberger.published(),
    "bhargava": Bhargava(),
    "bhargava_by_force": Bhargava(by_force=True, negative_work=False, never_negative=False),
}


@cache
def body() -> Skeleton:
    return read_osim(DATA / "subject01.osim")


@cache
def standing() -> PlacedMarkers:
    weights = {name: 2.0 if "ASIS" in name else 1.0 for name in STAY}
    return place_markers(body(), read_markers(DATA / "subject01_static.trc"), weights, STAY, between=(1.0, 2.0))


def posed() -> float:
    return float(np.abs(standing().pose - POSE).max())


def placed() -> float:
    """The largest difference of the places of markers on their bodies (m)."""
    own = {one.name: one.location for one in standing().skeleton.markers}
    return max(math.dist(own[name], place) for name, place in PLACES.items())


def burnt(name: str) -> float:
    """The largest difference of rates of muscles, from pose, speeds, activations and lengths of fibres on, relative."""
    with (Path(__file__).parents[1] / "data" / "heat_of_muscles.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    given = {key: np.array([float(row[key]) for row in rows]).reshape(-1, 18) for key in rows[0] if key != "muscle"}
    frames = np.genfromtxt(DATA / "opensim" / "muscle" / "frames_q_u.csv", delimiter=",", names=True)
    chosen = given["frame"][:, 0].astype(int)
    q, u = (
        np.column_stack([frames[f"{one.name}_{end}"][chosen] for one in body().coordinates])
        for end in ("value", "speed")
    )
    time = np.arange(float(len(chosen)))
    run = ForwardRun(body(), time, q, u, given["length"], 0, given["activation"], given["excitation"])
    slow = dict(zip((row["muscle"] for row in rows[:18]), map(float, given["slow"][0]), strict=True))
    off = metabolic_cost(run, HEAT[name], slow).rates - given[name]
    return float((np.abs(off) / (np.abs(given[name]) + 1e-3)).max())


def cases() -> list[Case]:
    if not THERE:
        return []
    listed = [
        Case(SOURCE, "standing trial, pose (rad, m)", 0.0, posed, 1e-8),
        Case(SOURCE, "standing trial, places of markers (m)", 0.0, placed, 1e-8),
    ]
    for name in HEAT:
        what = f"heat and work of 54 muscles, {name.replace('_', ' ')}, relative"
        listed.append(Case(SOURCE, what, 0.0, partial(burnt, name), 1e-8))
    return listed


test_cases = checks_of(cases)


@cache
def reduced() -> ReducedResiduals:
    motion = motion_from(body(), read_table(DATA / "reference_subject01_walk_IK.mot")).filtered(6.0)
    return reduce_residuals(motion, read_plates(DATA / "subject01_walk_grf.xml"), "torso")


@pytest.mark.skipif(not THERE, reason="LINKWORK_GAIT names no trial")
def test_residuals_of_the_walk_fall_for_less_than_a_degree() -> None:
    left, less = reduced().before.residuals(), reduced().after.residuals()
    assert left == pytest.approx({"pelvis_tx": 124.8, "pelvis_ty": 170.1, "pelvis_tilt": 47.8}, rel=2e-3)
    assert less == pytest.approx({"pelvis_tx": 32.5, "pelvis_ty": 39.4, "pelvis_tilt": 20.7}, rel=2e-2)
    assert reduced().shift == pytest.approx((0.032, 0.0, 0.0), abs=5e-4) and not reduced().notes
    again = inverse_dynamics(reduced().motion, read_plates(DATA / "subject01_walk_grf.xml"))
    assert again.residuals() == less
    peaks = [{one.name: np.abs(net[one.name]).max() for one in body().coordinates} for net in (
        reduced().with_masses, reduced().after
    )]  # fmt: skip
    for name in peaks[0]:
        assert name in left or peaks[1][name] == pytest.approx(peaks[0][name], rel=0.07)
    turns = {one.name: one.turns for one in body().coordinates}
    changes = reduced().changes()
    assert max(by for name, by in changes.items() if turns[name]) < math.radians(0.75)
    assert max(by for name, by in changes.items() if not turns[name]) < 0.0033
