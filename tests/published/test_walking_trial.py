"""The public walking trial of OpenSim (10 freedoms, 18 muscles, 151 frames) held against results of OpenSim 4.6.

Its folder is named by the environment variable LINKWORK_GAIT; without it these cases are not listed, and a skipped test
says so. A number is the largest difference over all frames, coordinates or muscles. Where the ends of the trial hang
on how a filter goes on beyond them, the frames from 0.2 to 2.3 s count, and so do their peaks; the ends are told too.
"""

from __future__ import annotations

import csv
import dataclasses
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.biomechanics import (
    Motion,
    MusclePaths,
    NetForces,
    Plate,
    Sharing,
    Skeleton,
    fit_markers,
    forward,
    inverse_dynamics,
    joint_reactions,
    motion_from,
    muscle_paths,
    play_back,
    read_markers,
    read_osim,
    read_plates,
    read_table,
    read_weights,
    resting_fibres,
    share_forces,
)
from linkwork.library.biomechanics.sharing import COSTS
from published.case import Case
from published.case import tests_of as checks_of

DATA = Path(os.environ.get("LINKWORK_GAIT", "nowhere"))
THERE = (DATA / "subject01.osim").is_file()
SOURCE = "OpenSim 4.6, public walking trial"
LOWER = ("hip", "knee", "ankle")
LAWS = {False: "without force-length-velocity", True: "with force-length-velocity"}


@cache
def body() -> Skeleton:
    return read_osim(DATA / "subject01.osim")


@cache
def plates() -> tuple[Plate, ...]:
    return read_plates(DATA / "subject01_walk_grf.xml")


@cache
def walk(rate: float = 0.0) -> Motion:
    measured = motion_from(body(), read_table(DATA / "reference_subject01_walk_IK.mot")).filtered(6.0)
    return measured.resampled(rate) if rate else measured


@cache
def net(rate: float = 0.0) -> NetForces:
    return inverse_dynamics(walk(rate), plates())


def reserves() -> dict[str, float]:
    return {one.name: 1.0 for one in body().coordinates if one.name.startswith(LOWER)} | {"lumbar_extension": 100.0}


@cache
def shared(by_law: bool, rate: float = 0.0) -> Sharing:
    return share_forces(net(rate), "activation", reserves(), by_law, pennation=False)


@cache
def by_cost(cost: str) -> Sharing:
    return share_forces(net(), cost, reserves())


def columns(name: str) -> np.ndarray:
    return np.genfromtxt(DATA / "opensim" / name, delimiter=",", names=True)


def inside() -> np.ndarray:
    time = walk().time
    return (time >= 0.2) & (time <= 2.3)


def turning() -> list[bool]:
    return [one.turns for one in body().coordinates]


@cache
def fitted() -> np.ndarray:
    """Differences of coordinates (rad, m): 31 markers, their weights not squared."""
    weights = read_weights(DATA / "walk_Setup_IK.xml")
    assert len(weights) == 31
    fit = fit_markers(body(), read_markers(DATA / "subject01_walk.trc"), weights)
    reference = motion_from(body(), read_table(DATA / "opensim" / "ik_acc1e-9.mot"))
    return np.abs(fit.motion.values - reference.values)


def needed(coordinate: str, at_ends: bool = False) -> float:
    """Difference of a net moment over its peak."""
    reference = read_table(DATA / "opensim" / "id_refIK.sto")
    (name,) = (one for one in reference.names if one in (f"{coordinate}_moment", f"{coordinate}_force"))
    off, counted = np.abs(net()[coordinate] - reference[name]), inside()
    return float(off[~counted if at_ends else counted].max() / np.abs(reference[name])[counted].max())


def at_ends(pelvis: bool) -> float:
    """Of net moments, or of the residuals at the pelvis, before 0.2 s and after 2.3 s."""
    names = [one.name for one in body().coordinates]
    return max(needed(name, True) for name in names if name.startswith("pelvis") == pelvis)


@cache
def posed() -> tuple[MusclePaths, np.ndarray, np.ndarray]:
    """Paths in 20 frames of the measured motion, their coordinates and speeds."""
    frames = columns("muscle/frames_q_u.csv")
    q, u = (np.column_stack([frames[f"{c.name}_{end}"] for c in body().coordinates]) for end in ("value", "speed"))
    return muscle_paths(body(), q), q, u


def lengths() -> float:
    given = columns("muscle/mtu_length.csv")
    return max(float(np.abs(posed()[0].length(one.name) - given[one.name]).max()) for one in body().muscles)


def rates() -> float:
    (paths, _, speeds), given = posed(), columns("muscle/mtu_velocity.csv")
    ours = paths.rates(speeds)
    return max(float(np.abs(ours[:, i] - given[one.name]).max()) for i, one in enumerate(body().muscles))


def arms() -> float:
    off = []
    for c in (one.name for one in body().coordinates if one.name.startswith(LOWER)):
        given = columns(f"muscle/moment_arm_{c}.csv")
        off += [np.abs(posed()[0].arm(one.name, c) - given[one.name]).max() for one in body().muscles]
    assert len(off) == 6 * 18
    return float(max(off))


def arms_by_differences() -> float:
    paths, q, _ = posed()
    off = []
    for c, step in enumerate(1e-6 * np.eye(q.shape[1])):
        slope = (muscle_paths(body(), q + step).lengths - muscle_paths(body(), q - step).lengths) / 2e-6
        off.append(np.abs(paths.arms[:, :, c] + slope).max())
    return float(max(off))


def fibres(activation: str) -> float:
    """Relative difference of lengths in equilibrium."""
    rest = resting_fibres(body(), posed()[0].lengths, float(activation))
    with open(DATA / "opensim" / "muscle" / f"equilibrium_act{activation}.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    times = list(dict.fromkeys(row["time"] for row in rows))
    assert len(rows) == 20 * 18
    off = [
        rest.lengths[times.index(row["time"]), body().index("muscle", row["muscle"])] / float(row["fiber_length"]) - 1
        for row in rows
    ]
    return float(np.abs(off).max())


def activations(by_law: bool) -> float:
    """From our own net moments, 0.2 to 2.3 s."""
    return float(_off_the_programme(shared(by_law), by_law)[inside()].max())


def all_activations(by_law: bool) -> float:
    """From the coordinates and net moments of OpenSim, all frames."""
    filtered, moments = columns("filtered6Hz_q_u.csv"), read_table(DATA / "opensim" / "id_refIK.sto")
    names = [one.name for one in body().coordinates]
    values = [moments[f"{one.name}_{'moment' if one.turns else 'force'}"] for one in body().coordinates]
    motion = Motion(body(), walk().time, np.column_stack([filtered[f"{name}_value"] for name in names]))
    theirs = dataclasses.replace(net(), motion=motion, values=np.column_stack(values))
    whole = share_forces(theirs, "activation", reserves(), by_law, pennation=False)
    return float(_off_the_programme(whole, by_law).max())


def _off_the_programme(ours: Sharing, by_law: bool) -> np.ndarray:
    """The largest difference of activations of each frame."""
    reference = columns(f"so/qp_exact_{'flv' if by_law else 'noflv'}_activation.csv")
    off = [np.abs(ours.activation(one.name) - reference[one.name]) for one in body().muscles]
    return np.asarray(np.max(off, axis=0))


def reactions(by_law: bool, kind: str) -> float:
    """Of forces (f) or moments (m) of joints the worst component, over its own peak."""
    name = f"jr_so_{'flv' if by_law else 'noflv'}_tol1e-6_JointReaction_ReactionLoads.sto"
    reference, ours = read_table(DATA / "opensim" / "jr" / name), joint_reactions(shared(by_law))
    off = []
    for joint in body().ordered_joints:
        theirs = np.column_stack(
            [reference[f"{joint.name}_on_{joint.child}_in_{joint.child}_{kind}{axis}"] for axis in "xyz"]
        )
        wrong = (ours.force if kind == "f" else ours.moment)(joint.name) - theirs
        off.append(np.abs(wrong)[inside()].max(axis=0) / np.maximum(np.abs(theirs)[inside()].max(axis=0), 1e-9))
    return float(np.max(off))


@cache
def falling(start: str) -> tuple[float, float]:
    """Coordinates and fibres after 0.2 s with tendons that give way (rad and m, m)."""
    reference = columns(f"forward/compliant_{start}_acc1e-8.csv")
    q, u = (np.column_stack([reference[f"{c.name}_{e}"] for c in body().coordinates]) for e in ("value", "speed"))
    run = forward(body(), q[0], u[0], 0.05, 0.2, points=41)
    lengths = np.column_stack([reference[f"{muscle.name}_fiber_length"] for muscle in body().muscles])
    return float(np.abs(run.values - q).max()), float(np.abs(run.fibres - lengths).max())


def lacking(cost: str) -> float:
    """Moments that muscles and reserves together do not give (N m, N)."""
    one = by_cost(cost)
    given = np.einsum("fmc,fm->fc", one.paths.arms, one.forces) + one.reserves
    return float(np.abs(given - net().values).max())


@cache
def by_sqp() -> float:
    """Activations by SQP with a function, in each tenth frame, off those by the fast method.

    The function is divided by its value at half activation, 18/4; reserves are made stronger as much.
    """
    whole, frames = net(), slice(0, None, 10)
    motion = Motion(body(), whole.motion.time[frames], whole.motion.values[frames])
    some = dataclasses.replace(
        whole, motion=motion, values=whole.values[frames], wrenches=whole.wrenches[frames], poses=whole.poses[frames]
    )
    strength = np.array([one.strength for one in body().muscles])
    strong = {one.name: 1000.0 for one in body().coordinates} | reserves()
    slow = share_forces(
        some,
        lambda force: float(np.sum((force / strength) ** 2)),
        {name: value * (18 / 4) ** 0.5 for name, value in strong.items()},
        False,
        pennation=False,
    )
    return float(np.abs(slow.activations - shared(False).activations[frames]).max())


@cache
def open_loop() -> float:
    """How far the shared forces lead off the motion in 0.1 s, from every tenth of a second on (degrees).

    Between frames forces are straight, which errs by the square of their distance.
    """
    rate = 2400
    fine, worst = walk(float(rate)), 0.0
    for start in range(0, len(fine.time) - rate // 10, rate // 10):
        back = play_back(shared(True, float(rate)), plates(), start, float(fine.time[start]) + 0.1, tolerance=1e-6)
        assert back.time[-1] - back.time[0] == pytest.approx(0.1)
        wrong = np.abs(back.values - fine.values[start : start + len(back.time)])
        worst = max(worst, float(np.degrees(wrong[:, turning()]).max()))
    return worst


@cache
def followed() -> float:
    """How far the whole walk is left with feedback (degrees)."""
    fine = walk(600.0)
    back = play_back(shared(True, 600.0), plates(), stiffness=1e4, damping=200.0, tolerance=1e-5)
    assert len(back.time) == len(fine.time)
    return float(np.degrees(np.abs(back.values - fine.values)[:, turning()]).max())


def cases() -> list[Case]:
    if not THERE:
        return []
    zero: list[tuple[str, Callable[[], Any], float]] = [
        ("inverse kinematics, angles (deg)", lambda: np.degrees(fitted()[:, turning()]).max(), 5e-6),
        ("inverse kinematics, shifts (m)", lambda: fitted().max(), 1e-7),
        *(
            (f"inverse dynamics, {one.name}, 0.2 to 2.3 s, of its peak", lambda c=one.name: needed(c), 1e-3)
            for one in body().coordinates
        ),
        ("inverse dynamics, joints, ends, of the peak", lambda: at_ends(False), 0.01),
        ("inverse dynamics, pelvis, ends, of the peak", lambda: at_ends(True), 0.07),
        ("lengths of muscles (m)", lengths, 1e-11),
        ("rates of muscles (m/s)", rates, 1e-11),
        ("moment arms (m)", arms, 1e-11),
        ("moment arms less differences of lengths (m)", arms_by_differences, 1e-7),
        *((f"fibres at rest at activation {a}, relative", lambda a=a: fibres(a), 1e-6) for a in ("0.05", "0.5", "1")),
        *(
            (f"static optimisation {word}, 0.2 to 2.3 s", lambda w=law: activations(w), 1e-3)
            for law, word in LAWS.items()
        ),
        *(
            (f"static optimisation {word} of OpenSim's net moments", lambda w=law: all_activations(w), off)
            for (law, word), off in zip(LAWS.items(), (1e-5, 1e-3), strict=True)
        ),
        *(
            (f"its residual of Karush, Kuhn and Tucker, {word}", lambda w=law: shared(w).residuals.max(), 1e-8)
            for law, word in LAWS.items()
        ),
        *(
            (f"joint {what} {word}, 0.2 to 2.3 s, of the peak", lambda w=law, k=kind: reactions(w, k), 5e-3)
            for law, word in LAWS.items()
            for kind, what in (("f", "forces"), ("m", "moments"))
        ),
        *((f"net moments that lack by the cost {c} (N m)", lambda c=c: lacking(c), 1e-7) for c in COSTS),
        *(
            (f"residual of Karush, Kuhn and Tucker by the cost {c}", lambda c=c: by_cost(c).residuals.max(), 1e-8)
            for c in COSTS
        ),
        ("activations of two optimisers apart", by_sqp, 1e-6),
        *((f"forward 0.2 s from {s}, coordinates (rad, m)", lambda s=s: falling(s)[0], 1e-7) for s in ("u0", "u")),
        *((f"forward 0.2 s from {s}, fibres (m)", lambda s=s: falling(s)[1], 1e-7) for s in ("u0", "u")),
    ]
    back: list[tuple[str, Callable[[], Any], float]] = [
        ("A7.6: shared forces off the walk after 0.1 s, from every 0.1 s on (deg)", open_loop, 0.1),
        ("A7.6: the whole walk with feedback of 1e4 1/s^2 and 200 1/s (deg)", followed, 0.01),
    ]
    listed = [(SOURCE, *one) for one in zero] + [("Public walking trial", *one) for one in back]
    return [Case(source, what, 0.0, lambda f=f: float(f()), off) for source, what, f, off in listed]


test_cases = checks_of(cases)


@pytest.mark.skipif(not THERE, reason="LINKWORK_GAIT names no trial")
def test_the_trial_is_whole() -> None:
    assert (len(body().coordinates), len(body().muscles), len(walk().time)) == (10, 18, 151)


@pytest.mark.skipif(not THERE, reason="LINKWORK_GAIT names no trial")
def test_the_study_of_the_docs_runs_as_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (Path(__file__).parents[2] / "docs" / "biomechanics.md").read_text(encoding="utf-8")
    study = text[text.index("from linkwork.biomechanics import *") :].partition("```")[0]
    for there, here in (
        ("subject01.osim", "subject01.osim"), ("subject01_walk.trc", "walk.trc"),
        ("subject01_static.trc", "standing.trc"),
        ("subject01_walk_grf.xml", "walk_grf.xml"),
        ("subject01_walk_grf.mot", "subject01_walk_grf.mot"), ("walk_Setup_IK.xml", "walk_Setup_IK.xml"),
    ):  # fmt: skip
        (tmp_path / here).write_bytes((DATA / there).read_bytes())
    monkeypatch.chdir(tmp_path)
    given: dict[str, Any] = {}
    exec(study, given)
    assert given["knee"].shape == (len(given["motion"].time), 3) and given["fit"].notes == ()
    assert all((tmp_path / name).stat().st_size > 1000 for name in ("walk_IK.mot", "walk_ID.sto"))
    assert all((tmp_path / name).stat().st_size > 1e6 for name in ("walk.html", "walk_page.html"))
