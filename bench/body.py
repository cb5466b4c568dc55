"""The human body: the public walking trial of OpenSim (folder in LINKWORK_GAIT), 92 muscles, an arm beside MuJoCo.

Processor seconds, warm, the best of several. Where OpenSim is installed, or `LINKWORK_OPENSIM` names a Python that
has it, it runs the same trial in the same run (`peers/body_opensim.py`), in turn with ours, so that whatever else the
machine does slows both: medians of both, the median and the least of how many times faster ours was than the turn
before it, files read and written by both, and how far results lie apart. The model has been read before, so that ours
takes what it has kept of it; `model read anew` is the same with a file that never was. MuJoCo runs the same model file
(`tests/data/arm.mjcf.xml`) with its usual integrator at two steps.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

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
    read_weights,
    share_forces,
)

if TYPE_CHECKING:
    from bench.peers.body_opensim import Turns

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


def times_faster(theirs: float, ours: float) -> float:
    """How many times as long theirs took; what is shorter than a tick of the clock counts as one."""
    return theirs / max(ours, time.get_clock_info("process_time").resolution)


def trial(folder: Path) -> Iterator[Row]:
    """The walking trial."""
    body = read_osim(folder / "subject01.osim")
    weights = read_weights(folder / "walk_Setup_IK.xml")
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
    from bench.peers.body_opensim import Turns, found

    python = found()
    if python is None:
        yield {"problem": "OpenSim", "seconds": "not installed; LINKWORK_OPENSIM=/path/to/python names one that has it"}
        return
    with tempfile.TemporaryDirectory() as aside, Turns(python, folder) as opensim:
        yield {"problem": f"OpenSim {opensim.version}"}
        yield from Comparison(folder, Path(aside), opensim).rows()


class Comparison:
    """One trial by both."""

    def __init__(self, folder: Path, work: Path, opensim: Turns) -> None:
        own = read_weights(folder / "walk_Setup_IK.xml")
        self.folder, self.work, self.opensim, self.weights, self.count = folder, work, opensim, own, 0
        self.model = folder / "subject01.osim"

    def rows(self) -> Iterator[Row]:
        """All measurements."""
        yield from self.kinematics()
        yield from self.dynamics()
        row = self.turns("sharing", "static optimisation", self.shared, 2)
        yield row | {"activation apart": self._activations_apart(self.shared())}
        yield from self.forward()

    def turns(self, what: str, problem: str, ours: Callable[[], Any], rounds: int = ROUNDS) -> Row:
        """Both in turn."""
        ours()
        theirs_took, ours_took = [], []
        for _ in range(rounds):
            seconds, self.told = self.opensim.turn(what)
            start = time.process_time()
            ours()
            ours_took.append(time.process_time() - start)
            theirs_took.append(seconds)
        faster = [times_faster(theirs, own) for theirs, own in zip(theirs_took, ours_took, strict=True)]
        middle = {"OpenSim": median(theirs_took), "seconds": median(ours_took), "times faster": median(faster)}
        return {"problem": problem} | middle | {"least": min(faster)}

    def anew(self, call: Callable[[], Any]) -> Callable[[], Any]:
        """A call with a model that was never read: the same one with a further comment."""
        text, files = self.model.read_text(encoding="utf-8"), []
        for _ in range(ROUNDS + 1):
            self.count += 1
            files.append(self.work / f"model{self.count}.osim")
            files[-1].write_text(f"{text}\n<!-- {self.count} -->\n", encoding="utf-8")

        def with_another() -> None:
            kept, self.model = self.model, files.pop()
            try:
                call()
            finally:
                self.model = kept

        return with_another

    def fitted(self) -> MarkerFit:
        """From files to a file of the motion."""
        fit = fit_markers(read_osim(self.model), read_markers(self.folder / "subject01_walk.trc"), self.weights)
        fit.motion.table().write(self.work / "ik.mot")
        return fit

    def needed(self) -> NetForces:
        """From files to a file of what is needed."""
        body = read_osim(self.model)
        walk = motion_from(body, read_table(self.folder / "reference_subject01_walk_IK.mot")).filtered(6.0)
        net = inverse_dynamics(walk, read_plates(self.folder / "subject01_walk_grf.xml"))
        net.table().write(self.work / "id.sto")
        return net

    def shared(self) -> Sharing:
        """From files to a file of activations."""
        net = self.needed()
        reserves = {c.name: 1.0 for c in net.motion.skeleton.coordinates if c.name.startswith(RESERVED)} | LUMBAR
        found = share_forces(net, "activation", reserves, force_length_velocity=False)
        names = tuple(muscle.name for muscle in net.motion.skeleton.muscles)
        Table(net.motion.time, names, found.activations, False, "activations").write(self.work / "so.sto")
        return found

    def kinematics(self) -> Iterator[Row]:
        """Inverse kinematics at two accuracies of OpenSim."""
        fit = self.fitted()
        turning = [one.name for one in fit.motion.skeleton.coordinates if one.turns]
        for accuracy in ("1e-05", "1e-09"):
            row = self.turns(f"kinematics {accuracy}", f"inverse kinematics, at {accuracy}", self.fitted)
            apart = max(float(np.abs(np.degrees(fit.motion[name]) - self.told[name]).max()) for name in turning)
            yield row | {"degrees apart": apart}
        yield self.turns("kinematics 1e-05", "  model read anew", self.anew(self.fitted))
        body, seen = fit.motion.skeleton, read_markers(self.folder / "subject01_walk.trc")
        yield self.without_reading("kinematics 1e-05", lambda: fit_markers(body, seen, self.weights))

    def dynamics(self) -> Iterator[Row]:
        """Inverse dynamics of the reference motion."""
        net = self.needed()
        inside = (net.motion.time >= INSIDE[0]) & (net.motion.time <= INSIDE[1])
        row, apart = self.turns("dynamics", "inverse dynamics", self.needed), []
        for one in net.motion.skeleton.coordinates:
            theirs = np.array(self.told[one.name + ("_moment" if one.turns else "_force")])
            apart.append(float(np.abs(net[one.name] - theirs)[inside].max() / np.abs(theirs).max()))
        yield row | {"of the peak apart": max(apart)}
        yield self.turns("dynamics", "  model read anew", self.anew(self.needed))
        walk = motion_from(net.motion.skeleton, read_table(self.folder / "reference_subject01_walk_IK.mot"))
        plates = read_plates(self.folder / "subject01_walk_grf.xml")
        yield self.without_reading("dynamics", lambda: inverse_dynamics(walk.filtered(6.0), plates))

    def without_reading(self, what: str, ours: Callable[[], Any]) -> Row:
        """Both without what reading takes."""
        row = self.turns(what, "  without what reading takes", ours)
        theirs = row["OpenSim"] - self.turns(f"reading {what.split()[0]}", "", lambda: None)["OpenSim"]
        own = row["seconds"]
        return {"problem": row["problem"], "OpenSim": theirs, "seconds": own, "times faster": times_faster(theirs, own)}

    def forward(self) -> Iterator[Row]:
        """Forward from the first row of the reference motion, at rest."""
        body, table = read_osim(self.model), read_table(self.folder / "reference_subject01_walk_IK.mot")
        start, speeds = motion_from(body, table).values[0], np.zeros(len(body.coordinates))
        for accuracy in ("0.0001", "1e-08"):
            fall = partial(forward, body, start, speeds, 0.05, RUN, 2, float(accuracy))
            row, last = self.turns(f"forward {accuracy}", f"forward {RUN} s at {accuracy}", fall), fall()
            apart = max(abs(float(last[one.name][-1]) - self.told[one.name]) for one in body.coordinates)
            yield row | {"rad or m apart": apart}

    def _activations_apart(self, found: Sharing) -> float:
        told, now = self.told, found.net.motion.time
        inside = (now >= INSIDE[0]) & (now <= INSIDE[1])
        names = [one.name for one in found.net.motion.skeleton.muscles]
        theirs = np.column_stack([np.interp(now, told["time"], told[name]) for name in names])
        return float(np.abs(theirs - found.activations)[inside].max())


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
