"""OpenSim on the walking trial that `bench/body.py` runs: the same files and settings, its own set-ups.

It runs in a process of its own that waits for its turns, as `python -m bench.peers.body_opensim FOLDER`, with
`LINKWORK_OPENSIM` naming a Python that has OpenSim where this one has none: a line names what to do, a line of JSON
comes back with its processor seconds and what was found. Tools are run through Python as their users do; turns that
begin with `reading` are what files take alone.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

BASE = ("pelvis_tilt", "pelvis_tx", "pelvis_ty")
RESERVED = ("hip", "knee", "ankle")
STRONG = {"lumbar_extension": 100.0}
FITTED = (1e-5, 1e-9)
ACCURACY = (1e-4, 1e-8)
ACTIVATION, UNTIL = 0.05, 0.2


def found() -> str | None:
    """A Python that has OpenSim; none where there is none."""
    for python in (os.environ.get("LINKWORK_OPENSIM"), sys.executable):
        if python and subprocess.run([python, "-c", "import opensim"], capture_output=True).returncode == 0:
            return python
    return None


class Turns:
    """OpenSim, asked for one turn after the other."""

    def __init__(self, python: str, folder: Path) -> None:
        command = [python, "-m", "bench.peers.body_opensim", str(folder.resolve())]
        root = Path(__file__).resolve().parents[2]
        self._process = subprocess.Popen(
            command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.version = str(self._told())

    def __enter__(self) -> Turns:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def turn(self, what: str) -> tuple[float, Any]:
        """The processor seconds of one turn, and what it found."""
        assert self._process.stdin is not None
        self._process.stdin.write(what + "\n")
        self._process.stdin.flush()
        seconds, found = self._told()
        return seconds, found

    def _told(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("OpenSim ended before its turn did")
        return json.loads(line)


def _columns(path: Path) -> dict[str, list[float]]:
    """The columns of a table that it wrote."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head = next(i for i, line in enumerate(lines) if line.strip() == "endheader") + 1
    names, rows = lines[head].split(), [list(map(float, line.split())) for line in lines[head + 1 :] if line.strip()]
    return {name: [row[i] for row in rows] for i, name in enumerate(names)}


def _trial(osim: Any, folder: Path, work: Path) -> dict[str, Callable[[], Any]]:
    """What can be asked for, by name."""
    model_file, grf = str(folder / "subject01.osim"), str(folder / "subject01_walk_grf.xml")
    motion, markers = str(folder / "reference_subject01_walk_IK.mot"), str(folder / "subject01_walk.trc")

    def kinematics(accuracy: float) -> Path:
        model = osim.Model(model_file)
        tool = osim.InverseKinematicsTool(str(folder / "walk_Setup_IK.xml"))
        tool.setModel(model)
        tool.set_accuracy(accuracy)
        tool.setMarkerDataFileName(markers)
        tool.setOutputMotionFileName(str(work / "ik.mot"))
        tool.set_report_errors(False)
        tool.run()
        return work / "ik.mot"

    def dynamics() -> Path:
        tool = osim.InverseDynamicsTool()
        tool.setModelFileName(model_file)
        tool.setCoordinatesFileName(motion)
        tool.setLowpassCutoffFrequency(6.0)
        tool.setExternalLoadsFileName(grf)
        tool.setStartTime(0.0)
        tool.setEndTime(2.5)
        out = osim.ArrayStr()
        out.append("Muscles")
        tool.setExcludedForces(out)
        tool.setResultsDir(str(work))
        tool.setOutputGenForceFileName("id.sto")
        tool.run()
        return work / "id.sto"

    def read_for_kinematics() -> None:
        osim.Model(model_file)
        osim.MarkerData(markers)

    def read_for_dynamics() -> None:
        osim.Model(model_file)
        osim.Storage(motion)
        osim.ExternalLoads(grf, True)

    model = osim.Model(model_file)
    turns: dict[str, Callable[[], Any]] = {
        "reading kinematics": read_for_kinematics,
        "reading dynamics": read_for_dynamics,
        "dynamics": dynamics,
        "sharing": lambda: _share(osim, folder, work),
    }
    turns |= {f"kinematics {accuracy}": lambda a=accuracy: kinematics(a) for accuracy in FITTED}
    return turns | {f"forward {accuracy}": lambda a=accuracy: _forward(osim, model, motion, a) for accuracy in ACCURACY}


def _share(osim: Any, folder: Path, work: Path) -> Path:
    """Static optimisation of activations squared, without force-length-velocity, with reserves and at 1e-8."""
    model = osim.Model(str(folder / "subject01.osim"))
    for i in range(model.getCoordinateSet().getSize()):
        name = model.getCoordinateSet().get(i).getName()
        one = osim.CoordinateActuator(name)
        one.setName(f"{name}_reserve")
        one.setOptimalForce(1000.0 if name in BASE else STRONG.get(name, 1.0))
        one.setMinControl(-1e6)
        one.setMaxControl(1e6)
        model.addForce(one)
    for i in range(model.getMuscles().getSize()):
        model.getMuscles().get(i).setMinControl(0.01)
    model.initSystem()
    model.printToXML(str(work / "reserved.osim"))
    tool = osim.AnalyzeTool()
    tool.setName("so")
    tool.setModelFilename(str(work / "reserved.osim"))
    tool.setCoordinatesFileName(str(folder / "reference_subject01_walk_IK.mot"))
    tool.setLowpassCutoffFrequency(6.0)
    tool.setExternalLoadsFileName(str(folder / "subject01_walk_grf.xml"))
    tool.setResultsDir(str(work))
    tool.setInitialTime(0.0)
    tool.setFinalTime(2.5)
    analysis = osim.StaticOptimization()
    analysis.setStartTime(0.0)
    analysis.setEndTime(2.5)
    analysis.setUseModelForceSet(True)
    analysis.setActivationExponent(2.0)
    analysis.setUseMusclePhysiology(False)
    analysis.setConvergenceCriterion(1e-8)
    analysis.setMaxIterations(1000)
    tool.updAnalysisSet().cloneAndAppend(analysis)
    tool.printToXML(str(work / "so.xml"))
    osim.AnalyzeTool(str(work / "so.xml")).run()
    return work / "so_StaticOptimization_activation.sto"


def _forward(osim: Any, model: Any, motion: str, accuracy: float) -> dict[str, float]:
    """Coordinates after 0.2 s from the first row of the motion at rest, all activations held."""
    for i in range(model.getMuscles().getSize()):
        model.getMuscles().get(i).set_ignore_activation_dynamics(True)
    state = model.initSystem()
    table = osim.TimeSeriesTable(motion)
    row, labels = table.getRowAtIndex(0), table.getColumnLabels()
    for i, name in enumerate(labels):
        coordinate = model.getCoordinateSet().get(name)
        turns = coordinate.getMotionType() == osim.Coordinate.Rotational
        coordinate.setValue(state, row[i] * (math.pi / 180 if turns else 1.0), False)
        coordinate.setSpeedValue(state, 0.0)
    controls = osim.Vector(model.getNumControls(), ACTIVATION)
    model.setDefaultControls(controls)
    model.assemble(state)
    for i in range(model.getMuscles().getSize()):
        model.getMuscles().get(i).setActivation(state, ACTIVATION)
    model.equilibrateMuscles(state)
    manager = osim.Manager(model)
    manager.setIntegratorMethod(osim.Manager.IntegratorMethod_RungeKuttaMerson)
    manager.setIntegratorAccuracy(accuracy)
    manager.initialize(state)
    end = manager.integrate(UNTIL)
    coordinates = model.getCoordinateSet()
    return {coordinates.get(i).getName(): coordinates.get(i).getValue(end) for i in range(coordinates.getSize())}


def main() -> None:
    """Take turns as they are asked for."""
    import opensim

    opensim.Logger.setLevelString("Off")
    folder = Path(sys.argv[1])
    replies = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what its tools print goes nowhere
    with tempfile.TemporaryDirectory() as aside:
        work = Path(aside)
        data = work / "data"
        data.mkdir()
        for file in folder.iterdir():
            if file.is_file():
                shutil.copy(file, data)
        os.chdir(work)
        turns = _trial(opensim, data, work)
        print(json.dumps(opensim.GetVersion()), file=replies, flush=True)
        for what in sys.stdin:
            start = time.process_time()
            found = turns[what.strip()]()
            seconds = time.process_time() - start
            if isinstance(found, Path):
                found = _columns(found)
            print(json.dumps((seconds, found)), file=replies, flush=True)
        os.chdir(folder)


if __name__ == "__main__":
    main()
