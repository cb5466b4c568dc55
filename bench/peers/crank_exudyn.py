"""The slider-crank with a meshed rod in Exudyn: reduced floating frame with the modes it is given, generalised alpha.

`python -m bench.peers.crank_exudyn rod.npz`: one line of JSON a run, with the deflection of the rod's middle.
"""

from __future__ import annotations

import json
import math
import sys
import time
from typing import Any

import numpy as np

from bench.crank_problem import CRANK, END, POINTS, ROD, SLIDER, SPEED

STEPS, DAMPED_STEPS = (5000, 40000, 120000), (20000, 54000)
NEWTON = 1e-6
"""Relative and absolute tolerance of its iteration: its own 1e-8 and 1e-10 cost a tenth more and change no digit here."""


def build(path: str) -> tuple[Any, int, float]:
    """The system, the number of the sensor of the deflection, and the damping of the rod."""
    import exudyn as exu
    from exudyn import itemInterface as item
    from exudyn.FEM import FEMinterface, ObjectFFRFreducedOrderInterface
    from exudyn.rigidBodyUtilities import AddRigidBody, RigidBodyInertia
    from scipy.sparse import csr_matrix

    data, fem = np.load(path), FEMinterface()
    size = data["modes"].shape[0]
    fem.nodes = {"Position": data["nodes"]}
    for name in ("mass", "stiffness"):
        row, column, value = data[name].T
        matrix = csr_matrix((value, (row.astype(int), column.astype(int))), (size, size))
        setattr(fem, f"{name}Matrix", matrix)
    fem.modeBasis = {"matrix": data["modes"], "type": "HCBmodes"}
    system = exu.SystemContainer().AddSystem()
    radius, length = CRANK["radius"], ROD["length"]
    reduced = ObjectFFRFreducedOrderInterface(fem)
    spin = -SPEED * radius / length
    rod = reduced.AddObjectFFRFreducedOrder(
        system,
        positionRef=[radius, 0, 0],
        initialVelocity=[0, SPEED * radius, 0],
        initialAngularVelocity=[0, 0, spin],
        stiffnessProportionalDamping=float(data["damping"]),
    )
    number = rod["oFFRFreducedOrder"]
    ends = {}
    for name in ("big", "small"):
        nodes = _corners(data["nodes"], data[name])
        weights = [1.0 / len(nodes)] * len(nodes)
        marker = item.MarkerSuperElementRigid(bodyNumber=number, meshNodeNumbers=nodes, weightingFactors=weights)
        ends[name] = system.AddMarker(marker)

    def inertia(moment: float, mass: float) -> Any:
        return RigidBodyInertia(mass, np.diag([moment] * 3))

    _, crank = AddRigidBody(
        system,
        inertia(CRANK["inertia"], 1.0),
        nodeType=exu.NodeType.RotationEulerParameters,
        angularVelocity=[0, 0, SPEED],
    )
    _, slider = AddRigidBody(
        system,
        inertia(SLIDER["inertia"], SLIDER["mass"]),
        nodeType=exu.NodeType.RotationEulerParameters,
        position=[radius + length, 0, 0],
    )
    ground = system.AddObject(item.ObjectGround())

    def at(body: int, place: list[float]) -> int:
        return int(system.AddMarker(item.MarkerBodyRigid(bodyNumber=body, localPosition=place)))

    def join(one: int, other: int, axes: list[int]) -> None:
        system.AddObject(item.GenericJoint(markerNumbers=[one, other], constrainedAxes=axes))

    join(at(ground, [0, 0, 0]), at(crank, [0, 0, 0]), [1, 1, 1, 1, 1, 0])
    join(at(crank, [radius, 0, 0]), ends["big"], [1, 1, 1, 0, 0, 0])
    join(at(slider, [0, 0, 0]), ends["small"], [1, 1, 1, 1, 0, 0])
    join(at(ground, [radius + length, 0, 0]), at(slider, [0, 0, 0]), [0, 1, 1, 1, 1, 1])
    sensor = item.SensorSuperElement(
        bodyNumber=number,
        meshNodeNumber=int(data["middle"]),
        storeInternal=True,
        outputVariableType=exu.OutputVariableType.DisplacementLocal,
    )
    told = system.AddSensor(sensor)
    system.Assemble()
    return system, told, float(data["damping"])


def _corners(places: Any, nodes: Any) -> Any:
    """Of the nodes of a face those that are farthest from its middle.

    The modes keep a face rigid, so that these say where it is as well as all do, at a sixth of the time.
    """
    apart = np.linalg.norm(places[nodes] - places[nodes].mean(axis=0), axis=1)
    return nodes[apart > (1.0 - 1e-6) * apart.max()]


def main(path: str) -> None:
    """Every number of steps."""
    import exudyn as exu

    for steps in DAMPED_STEPS if build(path)[2] else STEPS:
        best, seen = math.inf, []
        for _ in range(2 if steps < 20000 else 1):
            system, sensor, _ = build(path)
            settings = exu.SimulationSettings()
            run = settings.timeIntegration
            run.numberOfSteps, run.endTime = steps, END
            run.verboseMode, run.newton.useModifiedNewton = 0, True
            run.newton.relativeTolerance = run.newton.absoluteTolerance = NEWTON
            run.generalizedAlpha.spectralRadius = 0.9
            settings.solutionSettings.writeSolutionToFile = False
            settings.solutionSettings.sensorsWritePeriod = END / POINTS
            settings.parallel.numberOfThreads = 1
            begin = time.process_time()
            system.SolveDynamic(settings)
            best = min(best, time.process_time() - begin)
            seen = [float(row[2]) for row in system.GetSensorStoredData(sensor)][: POINTS + 1]
        print(json.dumps({"steps": steps, "s": best, "deflection": seen}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
