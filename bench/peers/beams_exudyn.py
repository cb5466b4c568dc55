"""Beams in Exudyn: the flexible pendulum and the spin-up, by geometrically exact elements and generalised alpha.

`python -m bench.peers.beams_exudyn pendulum|spin`: one line of JSON a run, with the tip at the times of the problem.
"""

from __future__ import annotations

import json
import math
import sys
import time
from typing import Any

from bench.beam_problems import PENDULUM, SPIN, hub_angle

LADDER = {
    "pendulum": [(n, steps) for n in (64, 96, 128, 160) for steps in (500, 1000, 2000)],
    "spin": [(n, steps) for n in (24, 28, 32) for steps in (4000, 6000, 8000)],
}
NEWTON = {"pendulum": (1e-8, 1e-10), "spin": (1e-6, 1e-6)}
"""Relative and absolute tolerance of Newton's iteration. With its own 1e-8 the stiff beam that spins up is never satisfied:
rounding of its axial forces keeps the residual above, steps are cut to microseconds, and output comes at other times."""


def build(problem: str, elements: int) -> tuple[Any, int]:
    """The system and the number of the sensor of the tip."""
    import exudyn as exu
    from exudyn import itemInterface as item

    data = PENDULUM if problem == "pendulum" else SPIN
    system = exu.SystemContainer().AddSystem()
    size = data["length"] / elements
    nodes = [
        system.AddNode(item.NodeRigidBody2D(referenceCoordinates=[number * size, 0, 0]))
        for number in range(elements + 1)
    ]
    section = {
        "length": size,
        "massPerLength": data["mass"],
        "crossSectionInertia": data["inertia"],
        "bendingStiffness": data["EI"],
        "axialStiffness": data["EA"],
        "shearStiffness": data["GA"],
    }
    for first, second in zip(nodes, nodes[1:], strict=False):
        beam = system.AddObject(item.ObjectBeamGeometricallyExact2D(nodeNumbers=[first, second], **section))
        if data["gravity"]:
            marker = system.AddMarker(item.MarkerBodyMass(bodyNumber=beam))
            system.AddLoad(item.LoadMassProportional(markerNumber=marker, loadVector=[0, -data["gravity"], 0]))
    ground = system.AddNode(item.NodePointGround())
    fixed = system.AddMarker(item.MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))
    for coordinate in range(2 if problem == "pendulum" else 3):
        marker = system.AddMarker(item.MarkerNodeCoordinate(nodeNumber=nodes[0], coordinate=coordinate))
        driven = {"offsetUserFunction": _hub, "offsetUserFunction_t": _hub_rate} if coordinate == 2 else {}
        system.AddObject(item.CoordinateConstraint(markerNumbers=[fixed, marker], **driven))
    position = exu.OutputVariableType.Position
    sensor = item.SensorNode(nodeNumber=nodes[-1], storeInternal=True, outputVariableType=position)
    found = system.AddSensor(sensor)
    system.Assemble()
    return system, found


def _hub(_system: Any, t: float, _item: int, _offset: float) -> float:
    return hub_angle(t)


def _hub_rate(_system: Any, t: float, _item: int, _offset: float) -> float:
    return 6.0 / 15.0 * (t - 15.0 / (2.0 * math.pi) * math.sin(2.0 * math.pi * t / 15.0)) if t < 15.0 else 6.0


def main(problem: str) -> None:
    """Every number of elements and steps."""
    import exudyn as exu

    data = PENDULUM if problem == "pendulum" else SPIN
    for elements, steps in LADDER[problem]:
        best, tip = math.inf, []
        for _ in range(2):
            system, sensor = build(problem, elements)
            settings = exu.SimulationSettings()
            run = settings.timeIntegration
            run.numberOfSteps, run.endTime = steps, data["end"]
            run.verboseMode, run.newton.useModifiedNewton = 0, True
            run.newton.relativeTolerance, run.newton.absoluteTolerance = NEWTON[problem]
            run.adaptiveStep = False
            run.generalizedAlpha.spectralRadius = 0.9
            settings.solutionSettings.writeSolutionToFile = False
            settings.solutionSettings.sensorsWritePeriod = data["end"] / data["points"]
            settings.parallel.numberOfThreads = 1
            settings.linearSolver.solverType = exu.LinearSolverType.EigenSparse
            begin = time.process_time()
            try:
                system.SolveDynamic(settings)
            except ValueError:
                break
            best = min(best, time.process_time() - begin)
            tip = [row[:3].tolist() for row in system.GetSensorStoredData(sensor)]
        if tip:
            print(json.dumps({"elements": elements, "steps": steps, "s": best, "tip": tip}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
