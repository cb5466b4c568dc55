"""The human body: the public walking trial of OpenSim (folder in LINKWORK_GAIT), 92 muscles, an arm beside MuJoCo.

Processor seconds, warm, the best of several. Where OpenSim is installed, or `LINKWORK_OPENSIM` names a Python that
has it, it runs the same trial in the same run (`peers/body_opensim.py`): its times and ours, files read and written by
both, and how far results lie apart. MuJoCo runs the same model file (`tests/data/arm.mjcf.xml`) with its usual
integrator at two steps.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np

from linkwork.biomechanics import (
    MarkerFit,
    Motion,
    NetForces,
    Sharing,
    Table,
    fit_markers,
    forward,
    inverse_dynamics,
    lower_body,
    motion_from,
    muscle_paths,
    read_markers,
    read_mjcf,
    read_osim,
    read_plates,
    read_table,
    share_forces,
)

Row = dict[str, Any]
ROUNDS = 5
ARM = Path(__file__).resolve().parents[1] / "tests" / "data" / "arm.mjcf.xml"
RUN, EXCITATION = 0.2, 0.3
RESERVED, LUMBAR = ("hip", "knee", "ankle"), {"lumbar_extension": 100.0}
INSIDE = (0.2, 2.3)  # s: away from where filters begin and end


def best(call: Callable[[], Any]) -> float:
    """The least processor time of a few calls after a first."""
    call()
    seconds = []
    for _ in range(ROUNDS):
        start = time.process_time()
        call()
        seconds.append(time.process_time() - start)
    return min(seconds)


def trial(folder: Path) -> Iterator[Row]:
    """The walking trial."""
    body = read_osim(folder / "subject01.osim")
    tasks = ElementTree.parse(folder / "walk_Setup_IK.xml").getroot().iter("IKMarkerTask")
    weights = {t.get("name", ""): float(t.findtext("weight", "")) for t in tasks if t.findtext("apply") == "true"}
    markers = read_markers(folder / "subject01_walk.trc")
    walk = motion_from(body, read_table(folder / "reference_subject01_walk_IK.mot")).filtered(6.0)
    plates, frames = read_plates(folder / "subject01_walk_grf.xml"), len(walk.time)
    seconds = best(lambda: fit_markers(body, markers, weights))
    yield {"problem": "inverse kinematics", "seconds": seconds, "frames a second": len(markers.time) / seconds}
    yield {"problem": "inverse dynamics", "seconds": best(lambda: inverse_dynamics(walk, plates))}
    yield {"problem": "paths of 18 muscles", "seconds": best(lambda: muscle_paths(body, walk.values))}
    net = inverse_dynamics(walk, plates)
    reserves = {one.name: 1.0 for one in body.coordinates if one.name.startswith(("hip", "knee", "ankle"))}
    for cost in ("activation", "stress", "min-max", "joint load"):
        seconds = best(lambda cost=cost: share_forces(net, cost, reserves | {"lumbar_extension": 100.0}))
        yield {"problem": f"static optimisation, {cost}", "seconds": seconds, "frames a second": frames / seconds}
    start, speeds = walk.values[0], np.zeros(len(body.coordinates))
    for tolerance in (1e-4, 1e-8):
        seconds = best(lambda t=tolerance: forward(body, start, speeds, 0.05, 0.2, 2, t))
        yield {"problem": f"forward 0.2 s at {tolerance:g}", "seconds": seconds, "of real time": seconds / 0.2}


def beside_opensim(folder: Path) -> Iterator[Row]:
    """The same trial by OpenSim and by us, both from files to files; forward without files."""
    from bench.peers.body_opensim import results

    told = results(folder)
    if told is None:
        yield {"problem": "OpenSim", "seconds": "not installed; LINKWORK_OPENSIM=/path/to/python names one that has it"}
        return
    yield {"problem": f"OpenSim {told['version']}"}
    with tempfile.TemporaryDirectory() as aside:
        yield from _compared(folder, Path(aside), told)


def _compared(folder: Path, work: Path, told: dict[str, Any]) -> Iterator[Row]:
    tasks = ElementTree.parse(folder / "walk_Setup_IK.xml").getroot().iter("IKMarkerTask")
    weights = {t.get("name", ""): float(t.findtext("weight", "")) for t in tasks if t.findtext("apply") == "true"}

    def fitted() -> MarkerFit:
        fit = fit_markers(read_osim(folder / "subject01.osim"), read_markers(folder / "subject01_walk.trc"), weights)
        fit.motion.table().write(work / "ik.mot")
        return fit

    def needed() -> NetForces:
        body = read_osim(folder / "subject01.osim")
        walk = motion_from(body, read_table(folder / "reference_subject01_walk_IK.mot")).filtered(6.0)
        net = inverse_dynamics(walk, read_plates(folder / "subject01_walk_grf.xml"))
        net.table().write(work / "id.sto")
        return net

    def shared() -> Sharing:
        net = needed()
        reserves = {c.name: 1.0 for c in net.motion.skeleton.coordinates if c.name.startswith(RESERVED)} | LUMBAR
        found = share_forces(net, "activation", reserves, force_length_velocity=False)
        names = tuple(muscle.name for muscle in net.motion.skeleton.muscles)
        Table(net.motion.time, names, found.activations, False, "activations").write(work / "so.sto")
        return found

    fit, net, found = fitted(), needed(), shared()
    body, time_now = net.motion.skeleton, net.motion.time
    inside = (time_now >= INSIDE[0]) & (time_now <= INSIDE[1])
    for accuracy, table in told["ik"].items():
        turns = [one.name for one in body.coordinates if one.turns]
        apart = max(float(np.abs(np.degrees(fit.motion[name]) - table[name]).max()) for name in turns)
        ours, theirs = best(fitted), told["kinematics"][accuracy]
        yield _ratio(f"inverse kinematics, at {accuracy}", theirs, ours) | {"degrees apart": apart}
        seen, theirs = read_markers(folder / "subject01_walk.trc"), theirs - told["reading"]["kinematics"]
        yield _ratio("  without what reading takes", theirs, best(lambda seen=seen: fit_markers(body, seen, weights)))
    names = {one.name: one.name + ("_moment" if one.turns else "_force") for one in body.coordinates}
    apart = max(
        float(np.abs(net[own] - told["id"][name])[inside].max() / np.abs(told["id"][name]).max())
        for own, name in names.items()
    )
    yield _ratio("inverse dynamics", told["dynamics"], best(needed)) | {"of the peak apart": apart}
    walk = motion_from(body, read_table(folder / "reference_subject01_walk_IK.mot"))
    plates, theirs = read_plates(folder / "subject01_walk_grf.xml"), told["dynamics"] - told["reading"]["dynamics"]
    ours = best(lambda: inverse_dynamics(walk.filtered(6.0), plates))
    yield _ratio("  without what reading takes", theirs, ours)
    apart = max(
        float(
            np.abs(
                np.interp(time_now, told["activations"]["time"], told["activations"][one.name])
                - found.activation(one.name)
            )[inside].max()
        )
        for one in body.muscles
    )
    yield _ratio("static optimisation", told["sharing"], best(shared)) | {"activation apart": apart}
    start, speeds = (
        motion_from(body, read_table(folder / "reference_subject01_walk_IK.mot")).values[0],
        np.zeros(len(names)),
    )
    for accuracy, (theirs, end) in told["forward"].items():
        ours = best(lambda a=float(accuracy): forward(body, start, speeds, 0.05, RUN, 2, a))
        last = forward(body, start, speeds, 0.05, RUN, 2, float(accuracy))
        apart = max(abs(float(last[name][-1]) - end[name]) for name in names)
        yield _ratio(f"forward {RUN} s at {accuracy}", theirs, ours) | {"rad or m apart": apart}


def _ratio(problem: str, theirs: float, ours: float) -> Row:
    return {"problem": problem, "OpenSim": theirs, "seconds": ours, "times faster": theirs / ours}


def ninety_two() -> Iterator[Row]:
    """Two legs and a trunk with 92 muscles that swing for 100 frames."""
    body = lower_body()
    t = np.linspace(0, 1, 100)
    q = np.tile(body.start(), (len(t), 1))
    swings = {"hip_flexion": (0.15, 0.4, 0.0), "knee_flexion": (0.45, 0.4, 0.8), "ankle_flexion": (0.05, 0.15, -0.5)}
    for name, (middle, wide, phase) in swings.items():
        for side, half in (("r", 0.0), ("l", np.pi)):
            column = body.index("coordinate", f"{name}_{side}")
            q[:, column] = middle + wide * np.sin(2 * np.pi * t + phase + half)
    net = inverse_dynamics(Motion(body, t, q))
    reserves = {one.name: 1.0 for one in body.coordinates if not one.name.startswith("pelvis")}
    for cost in ("activation", "stress"):
        seconds = best(lambda cost=cost: share_forces(net, cost, reserves))
        yield {"problem": f"92 muscles, 100 frames, {cost}", "seconds": seconds, "frames a second": len(t) / seconds}


def beside_mujoco() -> Iterator[Row]:
    """An arm with three muscles."""
    arm = read_mjcf(ARM)
    start = [0.2, -1.0, 0.0]

    def ours(tolerance: float) -> np.ndarray:
        run = forward(arm, start, [0, 0, 0], 0.05, RUN, 2, tolerance, excitation=EXCITATION, stiff_tendons=True)
        return run.values[-1]

    exact = ours(1e-10)
    for tolerance in (1e-4, 1e-6):
        error = float(np.abs(ours(tolerance) - exact).max())
        seconds = best(lambda t=tolerance: ours(t))
        yield {"problem": f"arm {RUN} s, ours at {tolerance:g}", "seconds": seconds, "error": error}
    try:
        import mujoco
    except ImportError:
        yield {"problem": "MuJoCo", "seconds": "not installed"}
        return
    model = mujoco.MjModel.from_xml_path(str(ARM))
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_LIMIT | mujoco.mjtDisableBit.mjDSBL_CONTACT
    model.eq_solref[:] = 2e-4, 1.0  # as hard as the smallest step allows
    model.eq_solimp[:] = 0.9999, 0.9999, 1e-3, 0.5, 2.0
    data = mujoco.MjData(model)

    def theirs(step: float) -> np.ndarray:
        model.opt.timestep = step
        mujoco.mj_resetData(model, data)
        twist = 0.05 + 0.2 * start[0] + 0.1 * start[0] ** 2
        data.qpos[:] = start[0], twist, start[1], start[2]
        data.act[:], data.ctrl[:3] = 0.05, EXCITATION
        for _ in range(round(RUN / step)):
            mujoco.mj_step(model, data)
        return np.array([data.qpos[0], data.qpos[2], data.qpos[3]])

    finest = theirs(1e-5)
    soft = float(np.abs(finest - exact).max())
    yield {"problem": "arm, MuJoCo converged beside ours", "error": soft}
    for step in (1e-3, 1e-4):
        error = float(np.abs(theirs(step) - finest).max())
        yield {
            "problem": f"arm {RUN} s, MuJoCo at {step:g} s",
            "seconds": best(lambda s=step: theirs(s)),
            "error": error,
        }


def rows() -> Iterator[Row]:
    """All measurements."""
    folder = Path(os.environ.get("LINKWORK_GAIT", "nowhere"))
    if (folder / "subject01.osim").is_file():
        yield from trial(folder)
        yield from beside_opensim(folder)
    else:
        yield {"problem": "walking trial", "seconds": "LINKWORK_GAIT names no folder"}
    yield from ninety_two()
    yield from beside_mujoco()
