"""OpenSim on the walking trial that `bench/body.py` runs: the same files and settings, its own set-ups.

`reading` is what its files take alone. It runs in a process of its own, as
`python -m bench.peers.body_opensim FOLDER`, with `LINKWORK_OPENSIM` naming a Python that has OpenSim where this one has
none; results come back as one line of JSON. Processor seconds, the least of several; tools are run through Python as
their users do.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROUNDS = 3
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


def results(folder: Path) -> dict[str, Any] | None:
    """What OpenSim finds and how long it takes; none where it is not installed."""
    python = found()
    if python is None:
        return None
    root = Path(__file__).resolve().parents[2]
    command = [python, "-m", "bench.peers.body_opensim", str(folder.resolve())]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def _best(call: Callable[[], Any], rounds: int = ROUNDS) -> tuple[float, Any]:
    seconds, told = [], None
    for _ in range(rounds):
        start = time.process_time()
        told = call()
        seconds.append(time.process_time() - start)
    return min(seconds), told


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """What its tools print goes nowhere."""
    keep, nothing = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    try:
        yield
    finally:
        os.dup2(keep, 1)
        os.close(nothing)


def _columns(path: Path) -> dict[str, list[float]]:
    """The columns of a table that it wrote."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head = next(i for i, line in enumerate(lines) if line.strip() == "endheader") + 1
    names, rows = lines[head].split(), [list(map(float, line.split())) for line in lines[head + 1 :] if line.strip()]
    return {name: [row[i] for row in rows] for i, name in enumerate(names)}


def _trial(osim: Any, folder: Path, work: Path) -> dict[str, Any]:
    model_file, grf = str(folder / "subject01.osim"), str(folder / "subject01_walk_grf.xml")
    motion = str(folder / "reference_subject01_walk_IK.mot")
    told: dict[str, Any] = {"version": osim.GetVersion()}

    def kinematics(accuracy: float) -> None:
        model = osim.Model(model_file)
        tool = osim.InverseKinematicsTool(str(folder / "walk_Setup_IK.xml"))
        tool.setModel(model)
        tool.set_accuracy(accuracy)
        tool.setMarkerDataFileName(str(folder / "subject01_walk.trc"))
        tool.setOutputMotionFileName(str(work / "ik.mot"))
        tool.set_report_errors(False)
        tool.run()

    def dynamics() -> None:
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

    told["reading"] = {
        "kinematics": _best(lambda: (osim.Model(model_file), osim.MarkerData(str(folder / "subject01_walk.trc"))))[0],
        "dynamics": _best(lambda: (osim.Model(model_file), osim.Storage(motion), osim.ExternalLoads(grf, True)))[0],
    }
    told["kinematics"], told["ik"] = {}, {}
    for accuracy in FITTED:
        told["kinematics"][str(accuracy)], _ = _best(lambda a=accuracy: kinematics(a))
        told["ik"][str(accuracy)] = _columns(work / "ik.mot")
    told["dynamics"], _ = _best(dynamics)
    told["id"] = _columns(work / "id.sto")
    told["sharing"], _ = _best(lambda: _share(osim, folder, work), 1)
    told["activations"] = _columns(next(work.glob("so*_StaticOptimization_activation.sto")))
    told["forward"] = {}
    for accuracy in ACCURACY:
        model = osim.Model(model_file)
        told["forward"][str(accuracy)] = _best(lambda m=model, a=accuracy: _forward(osim, m, motion, a))
    return told


def _share(osim: Any, folder: Path, work: Path) -> None:
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
    """Run everything and print one line."""
    import opensim

    opensim.Logger.setLevelString("Off")
    folder = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as aside:
        work = Path(aside)
        data = work / "data"
        data.mkdir()
        for file in folder.iterdir():
            if file.is_file():
                shutil.copy(file, data)
        here = os.getcwd()
        os.chdir(work)
        with _quiet():
            told = _trial(opensim, data, work)
        os.chdir(here)
    print(json.dumps(told))


if __name__ == "__main__":
    main()
