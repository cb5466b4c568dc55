"""Exudyn on the slider-crank with play: its contact of a sphere in a hollow sphere, in C++, without any Python inside.

Two descriptions: bodies with joints by an implicit solver with its iteration of discontinuities, and a kinematic tree
without any constraint by explicit solvers. The tree's crank is so heavy that its speed is constant to all digits.
"""

import json

import numpy as np
import exudyn as exu
from exudyn.itemInterface import *
from bench.peers import common as c
from bench.peers import loose_crank as d

ST = exu.DynamicSolverType
HEAVY = 1e9  # kg m^2
exu.config.printToConsole = False


def contact(mbs, rod, slider, restitution):
    """The journal of the rod in the bearing of the slider: Hertz, or Hunt and Crossley's law."""
    data = mbs.AddNode(NodeGenericData(initialCoordinates=[d.PLAY, 0, 0, 0], numberOfDataCoordinates=4))
    mbs.AddObject(
        ObjectContactSphereSphere(
            markerNumbers=[rod, slider],
            nodeNumber=data,
            spheresRadii=[d.JOURNAL, d.JOURNAL + d.PLAY],
            isHollowSphere1=True,
            contactStiffness=d.STIFFNESS,
            contactStiffnessExponent=d.EXPONENT,
            restitutionCoefficient=restitution,
            impactModel=0 if restitution == 1 else 1,
        )
    )


def body(mbs, name, x, v):
    node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[x, 0, 0], initialVelocities=list(v)))
    return node, mbs.AddObject(RigidBody2D(nodeNumber=node, mass=d.MASSES[name], inertia=d.INERTIAS[name]))


def bodies(restitution):
    """Three bodies, two revolute joints, a driven angle, a guide; sensors of the rod's middle and the slider."""
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    ground = mbs.AddObject(ObjectGround())
    fixed = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0))
    tip = d.SPEED * d.CRANK
    crank_node, crank = body(mbs, "crank", d.CRANK / 2, (0, tip / 2, d.SPEED))
    rod_node, rod = body(mbs, "rod", d.CRANK + d.ROD / 2, (0, tip / 2, d.ROD_SPEED))
    slider_node, slider = body(mbs, "slider", d.SLIDER, (0, 0, 0))
    mark = lambda b, x: mbs.AddMarker(MarkerBodyPosition(bodyNumber=b, localPosition=[x, 0, 0]))
    rigid = lambda b, x: mbs.AddMarker(MarkerBodyRigid(bodyNumber=b, localPosition=[x, 0, 0]))
    mbs.AddObject(RevoluteJoint2D(markerNumbers=[mark(ground, 0), mark(crank, -d.CRANK / 2)]))
    mbs.AddObject(RevoluteJoint2D(markerNumbers=[mark(crank, d.CRANK / 2), mark(rod, -d.ROD / 2)]))
    coordinate = lambda n, i: mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=i))
    for i in (1, 2):
        mbs.AddObject(CoordinateConstraint(markerNumbers=[fixed, coordinate(slider_node, i)]))
    mbs.AddObject(
        CoordinateConstraint(markerNumbers=[fixed, coordinate(crank_node, 2)], offset=d.SPEED, velocityLevel=True)
    )
    contact(mbs, rigid(rod, d.ROD / 2), rigid(slider, 0), restitution)
    position = exu.OutputVariableType.Position
    sensors = [
        mbs.AddSensor(SensorBody(bodyNumber=b, storeInternal=True, outputVariableType=position)) for b in (rod, slider)
    ]
    mbs.Assemble()
    return SC, mbs, lambda: np.stack([mbs.GetSensorStoredData(s)[-1, 1:3] for s in sensors])


def tree(restitution):
    """Crank and rod in a row, the slider beside them: three coordinates and nothing else."""
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    node = mbs.AddNode(
        NodeGenericODE2(
            referenceCoordinates=[0.0] * 3,
            initialCoordinates=[0.0] * 3,
            initialCoordinates_t=[d.SPEED, d.ROD_SPEED - d.SPEED, 0.0],
            numberOfODE2Coordinates=3,
        )
    )
    J = exu.JointType
    inertia = lambda value: np.diag([value / 2, value / 2, value])
    links = mbs.AddObject(
        ObjectKinematicTree(
            nodeNumber=node,
            jointTypes=[J.RevoluteZ, J.RevoluteZ, J.PrismaticX],
            linkParents=[-1, 0, -1],
            jointTransformations=exu.Matrix3DList([np.eye(3)] * 3),
            jointOffsets=exu.Vector3DList([[0, 0, 0], [d.CRANK, 0, 0], [d.SLIDER, 0, 0]]),
            linkInertiasCOM=exu.Matrix3DList(
                [inertia(HEAVY), inertia(d.INERTIAS["rod"]), inertia(d.INERTIAS["slider"])]
            ),
            linkCOMs=exu.Vector3DList([[d.CRANK / 2, 0, 0], [d.ROD / 2, 0, 0], [0, 0, 0]]),
            linkMasses=[d.MASSES["crank"], d.MASSES["rod"], d.MASSES["slider"]],
        )
    )
    mark = lambda link, x: mbs.AddMarker(
        MarkerKinematicTreeRigid(objectNumber=links, linkNumber=link, localPosition=[x, 0, 0])
    )
    contact(mbs, mark(1, d.ROD), mark(2, 0), restitution)
    sensor = mbs.AddSensor(
        SensorNode(nodeNumber=node, storeInternal=True, outputVariableType=exu.OutputVariableType.Coordinates)
    )
    mbs.Assemble()

    def places():
        a, b, x = mbs.GetSensorStoredData(sensor)[-1, 1:]
        b += a
        rod = d.CRANK * np.cos(a) + d.ROD / 2 * np.cos(b), d.CRANK * np.sin(a) + d.ROD / 2 * np.sin(b)
        return np.array([rod, (d.SLIDER + x, 0.0)])

    return SC, mbs, places


def run(model, st, end, steps, tolerance, restitution, cuts=True):
    """Processor time and places at the end; a tolerance above zero lets an explicit solver choose its steps.

    With `cuts` the solver follows the element's advice and shortens the step in which a contact begins or ends.
    """
    SC, mbs, places = model(restitution)
    s = exu.SimulationSettings()
    ti = s.timeIntegration
    ti.endTime, ti.numberOfSteps = end, steps
    ti.automaticStepSize = tolerance > 0
    ti.adaptiveStep = cuts or tolerance > 0
    ti.discontinuous.useRecommendedStepSize = cuts
    ti.minimumStepSize = 1e-14
    if tolerance > 0:
        ti.relativeTolerance, ti.absoluteTolerance = tolerance, tolerance * 1e-3
        ti.initialStepSize = end / 1e5
    ti.newton.useModifiedNewton = True
    ti.verboseMode = 0
    ti.stepInformation = 0
    ti.generalizedAlpha.spectralRadius = 0.9
    s.linearSolver.solverType = exu.LinearSolverType.EXUdense
    s.solution.file.write = False
    s.solution.sensors.writePeriod = end
    s.parallel.numberOfThreads = 1
    begin = c.clock()
    try:
        good = mbs.SolveDynamic(s, solverType=st, showHints=False)
    except Exception:
        good = False
    return (c.clock() - begin)[0], places() if good is not False else None


STEPS = (1250, 2500, 5000, 10000, 20000, 40000, 80000)
TOLERANCES = (1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11)
WAYS = (
    ("tree, DOPRI5 with step control", tree, ST.DOPRI5, True, TOLERANCES),
    ("tree, DOPRI5 with step control, no cuts", tree, ST.DOPRI5, False, TOLERANCES),
    ("tree, RK44", tree, ST.RK44, False, STEPS),
    ("tree, RK44, cuts", tree, ST.RK44, True, STEPS),
    ("bodies, trapezoidal index 2", bodies, ST.TrapezoidalIndex2, False, STEPS),
    ("bodies, gen-alpha rho .9, index 3", bodies, ST.GeneralizedAlpha, False, STEPS),
)


def main(kind, end):
    """Every way and setting: a line of JSON each, the least of some processor times."""
    restitution = d.RESTITUTIONS[kind]
    for name, model, st, cuts, settings in WAYS:
        for setting in settings:
            free = setting < 1
            best, found = np.inf, None
            for _ in range(d.REPEATS):
                spent, found = run(model, st, end, 100 if free else setting, setting if free else 0, restitution, cuts)
                best = min(best, spent)
            line = {"peer": "exudyn", "method": name, "setting": setting, "ms": 1e3 * best}
            print(json.dumps({**line, "places": None if found is None else found.tolist()}), flush=True)
            if best > d.LONG:
                break
