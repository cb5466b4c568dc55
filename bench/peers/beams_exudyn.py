"""Beams in Exudyn: the flexible pendulum and the spin-up, by geometrically exact elements and generalised alpha.

`python -m bench.peers.beams_exudyn pendulum|spin`: one line of JSON a run, with the tip at the times of the problem.
"""

from __future__ import annotations

import json
import math
import sys
import time
from typing import Any

from bench.beam_problems import PENDULUM, SPIN

LADDER = {
    "pendulum": [(n, steps, 3e-4) for n in (14, 16) for steps in (700, 800, 1000)] + [(14, 700, 1e-4), (14, 800, 1e-4)],
    "spin": [(n, steps, tight) for n in (3, 4) for steps in (5400, 6000) for tight in (1e-4, 1e-5)],
}
"""Numbers of elements and of steps, tolerance of Newton's iteration: around the cheapest of a wide search. Elements have
three nodes, which need the least; with two nodes 128 are needed for the pendulum, and cables (ANCF) have no shear. With
its own 1e-8 the stiff beam that spins up is never satisfied: rounding of its axial forces keeps the residual above."""
SOLVER = {"pendulum": "EigenSparse", "spin": "EigenDense"}


def build(problem: str, elements: int) -> tuple[Any, int]:
    """The system and the number of the sensor of the tip."""
    import exudyn as exu
    from exudyn import itemInterface as item

    data = PENDULUM if problem == "pendulum" else SPIN
    system = exu.SystemContainer().AddSystem()
    size = data["length"] / elements
    nodes = [
        system.AddNode(item.NodeRigidBody2D(referenceCoordinates=[number * size / 2, 0, 0]))
        for number in range(2 * elements + 1)
    ]
    section = {
        "length": size,
        "massPerLength": data["mass"],
        "crossSectionInertia": data["inertia"],
        "bendingStiffness": data["EI"],
        "axialStiffness": data["EA"],
        "shearStiffness": data["GA"],
    }
    for first in range(0, 2 * elements, 2):
        own = nodes[first : first + 3]
        beam = system.AddObject(item.ObjectBeamGeometricallyExact2D(nodeNumbers=own, **section))
        if data["gravity"]:
            marker = system.AddMarker(item.MarkerBodyMass(bodyNumber=beam))
            system.AddLoad(item.LoadMassProportional(markerNumber=marker, loadVector=[0, -data["gravity"], 0]))
    ground = system.AddNode(item.NodePointGround())
    fixed = system.AddMarker(item.MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))
    for coordinate in range(2 if problem == "pendulum" else 3):
        marker = system.AddMarker(item.MarkerNodeCoordinate(nodeNumber=nodes[0], coordinate=coordinate))
        driven = _driven(system) if coordinate == 2 else {}
        system.AddObject(item.CoordinateConstraint(markerNumbers=[fixed, marker], **driven))
    position = exu.OutputVariableType.Position
    sensor = item.SensorNode(nodeNumber=nodes[-1], storeInternal=True, outputVariableType=position)
    told = system.AddSensor(sensor)
    system.Assemble()
    return system, told


def _driven(system: Any) -> dict[str, Any]:
    """Angle of the hub and its rate as functions that Exudyn evaluates without Python."""
    import exudyn as exu
    from exudyn.advancedUtilities import CreateSymbolicUserFunction

    symbolic = exu.symbolic
    turn = 2.0 * math.pi / 15.0

    def angle(_system: Any, t: Any, _item: Any, _offset: Any) -> Any:
        early = 0.4 * (t * t / 2.0 + (symbolic.cos(turn * t) - 1.0) / turn**2)
        return symbolic.IfThenElse(t < 15.0, early, 6.0 * t - 45.0)

    def rate(_system: Any, t: Any, _item: Any, _offset: Any) -> Any:
        return symbolic.IfThenElse(t < 15.0, 0.4 * (t - symbolic.sin(turn * t) / turn), 0.0 * t + 6.0)

    functions = {}
    for name, function in (("offsetUserFunction", angle), ("offsetUserFunction_t", rate)):
        functions[name] = CreateSymbolicUserFunction(system, function, name, itemTypeName="ObjectConnectorCoordinate")
    _ALIVE.append(functions)
    return functions


_ALIVE: list[dict[str, Any]] = []
"""Its functions live only as long as somebody holds them."""


def main(problem: str) -> None:
    """Every number of elements and steps."""
    import exudyn as exu

    data = PENDULUM if problem == "pendulum" else SPIN
    for elements, steps, tight in LADDER[problem]:
        best, tip = math.inf, []
        for _ in range(3):
            system, sensor = build(problem, elements)
            settings = exu.SimulationSettings()
            run = settings.timeIntegration
            run.numberOfSteps, run.endTime = steps, data["end"]
            run.verboseMode, run.newton.useModifiedNewton = 0, True
            run.newton.relativeTolerance, run.newton.absoluteTolerance = tight, tight
            run.adaptiveStep = False
            run.generalizedAlpha.spectralRadius = 0.9
            settings.solutionSettings.writeSolutionToFile = False
            settings.solutionSettings.sensorsWritePeriod = data["end"] / data["points"]
            settings.parallel.numberOfThreads = 1
            settings.linearSolver.solverType = getattr(exu.LinearSolverType, SOLVER[problem])
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
