"""Exudyn. Maximal 2D coordinates + joints (implicit) and KinematicTree (minimal, explicit or implicit)."""

import sys
import numpy as np
import exudyn as exu
from exudyn.itemInterface import *
from bench.peers import common as c

ST, LS = exu.DynamicSolverType, exu.LinearSolverType
exu.config.printToConsole = False


def solve(mbs, h, T, nsample, st, ls, rho=0.9, newton=None):
    s = exu.SimulationSettings()
    ti = s.timeIntegration
    n = int(round(T / h))
    ti.numberOfSteps = n
    ti.endTime = T
    ti.automaticStepSize = False
    ti.adaptiveStep = False
    ti.generalizedAlpha.spectralRadius = rho
    ti.newton.useModifiedNewton = True
    if newton:
        ti.newton.relativeTolerance, ti.newton.absoluteTolerance = newton
    s.linearSolver.solverType = ls
    s.solution.file.write = False
    s.solution.sensors.writePeriod = T / nsample
    s.show.computationTime = False
    s.parallel.numberOfThreads = 1
    t = c.clock()
    mbs.SolveDynamic(s, solverType=st)
    return c.clock() - t, n


def rigid2d(mbs, m, I, x, y, a, load=True, g=c.G, v=(0.0, 0.0, 0.0)):
    n = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[x, y, a], initialVelocities=list(v)))
    b = mbs.AddObject(RigidBody2D(nodeNumber=n, mass=m, inertia=I))
    if load and g:
        mbs.AddLoad(Gravity(markerNumber=mbs.AddMarker(MarkerBodyMass(bodyNumber=b)), loadVector=[0, -g, 0]))
    return n, b


def mark(mbs, b, x, y):
    return mbs.AddMarker(MarkerBodyPosition(bodyNumber=b, localPosition=[x, y, 0]))


def chain_max(N):
    def run(h, st, ls, newton, only=None):
        t0 = c.clock()
        SC = exu.SystemContainer()
        mbs = SC.AddSystem()
        g = mbs.AddObject(ObjectGround())
        l, th = c.LL, c.TH0
        sens = []
        prev = mark(mbs, g, 0, 0)
        for i in range(N):
            _, b = rigid2d(mbs, c.ML, c.ML * l * l / 12, (i + 0.5) * l * np.cos(th), (i + 0.5) * l * np.sin(th), th)
            mbs.AddObject(RevoluteJoint2D(markerNumbers=[prev, mark(mbs, b, -l / 2, 0)]))
            prev = mark(mbs, b, l / 2, 0)
            sens.append(
                mbs.AddSensor(
                    SensorBody(
                        bodyNumber=b,
                        localPosition=[l / 2, 0, 0],
                        storeInternal=True,
                        outputVariableType=exu.OutputVariableType.Position,
                    )
                )
            )
        mbs.Assemble()
        setup = (c.clock() - t0)[0]
        if only:
            return solve(mbs, h, only * h, 1, st, ls, newton=newton)
        dt, n = solve(mbs, h, 1.0, 10, st, ls, newton=newton)
        P = np.stack([mbs.GetSensorStoredData(k)[-10:, 1:3] for k in sens], 1)
        return dt, n, P, setup

    return run


def chain_tree(N):
    def run(h, st, ls, newton):
        t0 = c.clock()
        SC = exu.SystemContainer()
        mbs = SC.AddSystem()
        l = c.LL
        q0 = [c.TH0] + [0.0] * (N - 1)
        n = mbs.AddNode(
            NodeGenericODE2(
                referenceCoordinates=[0.0] * N,
                initialCoordinates=q0,
                initialCoordinates_t=[0.0] * N,
                numberOfODE2Coordinates=N,
            )
        )
        J = np.diag([c.ML * l * l / 24, c.ML * l * l / 24, c.ML * l * l / 12])
        V3 = lambda L: exu.Vector3DList(L)
        M3 = lambda L: exu.Matrix3DList(L)
        mbs.AddObject(
            ObjectKinematicTree(
                nodeNumber=n,
                gravity=[0, -c.G, 0],
                jointTypes=[exu.JointType.RevoluteZ] * N,
                linkParents=list(range(-1, N - 1)),
                jointTransformations=M3([np.eye(3)] * N),
                jointOffsets=V3([[0, 0, 0]] + [[l, 0, 0]] * (N - 1)),
                linkInertiasCOM=M3([J] * N),
                linkCOMs=V3([[l / 2, 0, 0]] * N),
                linkMasses=[c.ML] * N,
            )
        )
        s = mbs.AddSensor(
            SensorNode(nodeNumber=n, storeInternal=True, outputVariableType=exu.OutputVariableType.Coordinates)
        )
        mbs.Assemble()
        setup = (c.clock() - t0)[0]
        dt, ns = solve(mbs, h, 1.0, 10, st, ls, newton=newton)
        return dt, ns, c.chain_points(np.cumsum(mbs.GetSensorStoredData(s)[-10:, 1:], 1)), setup

    return run


def squeezer(h, st, ls, newton):
    t0 = c.clock()
    p = c.SQ
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    g = mbs.AddObject(ObjectGround())
    B = {}
    ang = {}
    piv = {}
    com = {}
    rot = lambda a, v: np.array([np.cos(a) * v[0] - np.sin(a) * v[1], np.sin(a) * v[0] + np.cos(a) * v[1]])
    for name, k, par, pv, cm, m, I in c.SQ_TREE:
        a = c.SQ_Q0[k] + (ang[par] if par else 0)
        o = piv[par] + rot(ang[par], pv) if par else np.array(pv, float)
        x = o + rot(a, cm)
        n, b = rigid2d(mbs, m, I, x[0], x[1], a, g=0)
        ang[name], piv[name], com[name], B[name] = a, o, np.array(cm, float), b
        pm = mark(mbs, B[par], *(np.array(pv) - com[par])) if par else mark(mbs, g, *pv)
        mbs.AddObject(RevoluteJoint2D(markerNumbers=[pm, mark(mbs, b, *(-com[name]))]))
    E2 = mark(mbs, B["K2"], *(c.SQ_E["K2"] - com["K2"]))
    for k in ("K3", "K4", "K6"):
        mbs.AddObject(RevoluteJoint2D(markerNumbers=[E2, mark(mbs, B[k], *(c.SQ_E[k] - com[k]))]))
    mbs.AddObject(
        SpringDamper(
            markerNumbers=[mark(mbs, g, p["xc"], p["yc"]), mark(mbs, B["K3"], *(c.SQ_D - com["K3"]))],
            stiffness=p["c0"],
            referenceLength=p["lo"],
        )
    )
    mbs.AddLoad(Torque(markerNumber=mbs.AddMarker(MarkerBodyRigid(bodyNumber=B["K1"])), loadVector=[0, 0, p["mom"]]))
    S = [
        mbs.AddSensor(
            SensorBody(
                bodyNumber=B[b],
                localPosition=[*(np.array(v) - com[b]), 0],
                storeInternal=True,
                outputVariableType=exu.OutputVariableType.Position,
            )
        )
        for b, v in (("K1", (p["rr"], 0)), ("K2", (-p["d"], 0)), ("K5", (p["zt"], 0)), ("K7", (0, -p["u"])))
    ]
    mbs.Assemble()
    setup = (c.clock() - t0)[0]
    dt, n = solve(mbs, h, 0.03, 30, st, ls, newton=newton)
    return dt, n, np.stack([mbs.GetSensorStoredData(k)[-30:, 1:3] for k in S], 1), setup


def slidercrank(h, st, ls, newton):
    t0 = c.clock()
    p = c.SC
    l1, l2, f = p["l1"], p["l2"], p["phi0"]
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    g = mbs.AddObject(ObjectGround())
    ps = -np.arcsin(l1 * np.sin(f) / l2)
    bx, by = l1 * np.cos(f), l1 * np.sin(f)
    n1, b1 = rigid2d(mbs, p["m1"], p["m1"] * l1**2 / 12, bx / 2, by / 2, f)
    n2, b2 = rigid2d(mbs, p["m2"], p["m2"] * l2**2 / 12, bx + l2 / 2 * np.cos(ps), by + l2 / 2 * np.sin(ps), ps)
    n3, b3 = rigid2d(mbs, p["m3"], 1e-3, bx + l2 * np.cos(ps), 0, 0)
    for a, b in (
        (mark(mbs, g, 0, 0), mark(mbs, b1, -l1 / 2, 0)),
        (mark(mbs, b1, l1 / 2, 0), mark(mbs, b2, -l2 / 2, 0)),
        (mark(mbs, b2, l2 / 2, 0), mark(mbs, b3, 0, 0)),
    ):
        mbs.AddObject(RevoluteJoint2D(markerNumbers=[a, b]))
    gc = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0))
    for k in (1, 2):
        mbs.AddObject(
            CoordinateConstraint(markerNumbers=[gc, mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n3, coordinate=k))])
        )
    mbs.AddObject(
        CoordinateSpringDamper(
            markerNumbers=[gc, mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n1, coordinate=2))],
            stiffness=0,
            damping=p["D"],
        )
    )
    mbs.AddLoad(Torque(markerNumber=mbs.AddMarker(MarkerBodyRigid(bodyNumber=b1)), loadVector=[0, 0, p["D"] * p["w0"]]))
    S = [
        mbs.AddSensor(
            SensorBody(
                bodyNumber=b,
                localPosition=[x, 0, 0],
                storeInternal=True,
                outputVariableType=exu.OutputVariableType.Position,
            )
        )
        for b, x in ((b1, l1 / 2), (b3, 0))
    ]
    mbs.Assemble()
    setup = (c.clock() - t0)[0]
    dt, n = solve(mbs, h, 1.0, 20, st, ls, newton=newton)
    return dt, n, np.stack([mbs.GetSensorStoredData(k)[-20:, 1:3] for k in S], 1), setup


def windows(case):
    N, th0, w0 = case.count, case.angle, case.speed

    def run(h, st, ls, newton, only=None):
        t0 = c.clock()
        l, m = c.WL, c.WM
        I = m * l * l / 12
        s, k = np.sin(th0), np.cos(th0)
        turning, travelling = (l / 2 * w0 * k, l / 2 * w0 * s, w0), (l * w0 * k, l * w0 * s, 0.0)
        SC = exu.SystemContainer()
        mbs = SC.AddSystem()
        g = mbs.AddObject(ObjectGround())
        links = [rigid2d(mbs, m, I, i + l / 2 * s, -l / 2 * k, th0, v=turning)[1] for i in range(N + 1)]
        bars = [rigid2d(mbs, m, I, i + l * s + l / 2, -l * k, 0.0, v=travelling)[1] for i in range(N)]
        for i, b in enumerate(links):
            mbs.AddObject(RevoluteJoint2D(markerNumbers=[mark(mbs, g, i, 0), mark(mbs, b, 0, l / 2)]))
        for i, b in enumerate(bars):
            mbs.AddObject(RevoluteJoint2D(markerNumbers=[mark(mbs, links[i], 0, -l / 2), mark(mbs, b, -l / 2, 0)]))
            mbs.AddObject(RevoluteJoint2D(markerNumbers=[mark(mbs, b, l / 2, 0), mark(mbs, links[i + 1], 0, -l / 2)]))
        S = [
            mbs.AddSensor(
                SensorBody(
                    bodyNumber=b,
                    localPosition=[0, -l / 2, 0],
                    storeInternal=True,
                    outputVariableType=exu.OutputVariableType.Position,
                )
            )
            for b in links
        ]
        mbs.Assemble()
        setup = (c.clock() - t0)[0]
        if only:
            return (*solve(mbs, h, only * h, 1, st, ls, newton=newton), None, setup)
        dt, n = solve(mbs, h, case.end, case.samples, st, ls, newton=newton)
        return dt, n, np.stack([mbs.GetSensorStoredData(k)[-case.samples :, 1:3] for k in S], 1), setup

    return run


IMPL = [
    ("trapezoidal index 2, sparse", ST.TrapezoidalIndex2, LS.EigenSparse),
    ("gen-alpha rho .9, index 3, sparse", ST.GeneralizedAlpha, LS.EigenSparse),
    ("trapezoidal index 2, dense", ST.TrapezoidalIndex2, LS.EXUdense),
]
EXPL = [("tree, RK44", ST.RK44, LS.EXUdense), ("tree, trapezoidal, dense", ST.TrapezoidalIndex2, LS.EXUdense)]

if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1].startswith("loose"):
        from bench.peers import loose_exudyn

        sys.exit(loose_exudyn.main(*loose_exudyn.d.asked(sys.argv[1])))
    if sys.argv[1:] == ["scaling"]:
        st, ls = ST.TrapezoidalIndex2, LS.EigenSparse
        c.grow("exudyn", "trapezoidal, a step", "chain", c.SIZES, lambda N, h, n: chain_max(N)(h, st, ls, None, n)[:2])
        some = lambda N: windows(c.Windows(f"windows{N}"))
        c.grow("exudyn", "trapezoidal, a step", "windows", c.SIZES, lambda N, h, n: some(N)(h, st, ls, None, n)[:2])
        sys.exit()
    which = sys.argv[1:] or ["chain10", "chain50", "chain200", "squeezer", "slidercrank", "windows40"]
    for w in which:
        if w.startswith("chain"):
            N = int(w[5:])
            for nm, st, ls in EXPL if N < 200 else []:
                c.sweep(
                    lambda h: chain_tree(N)(h, st, ls, None),
                    "exudyn",
                    nm,
                    w,
                    4 if st == ST.RK44 else 2,
                    stages=4 if st == ST.RK44 else None,
                )
            for nm, st, ls in IMPL if N == 10 else IMPL[:2]:
                c.sweep(lambda h: chain_max(N)(h, st, ls, None), "exudyn", nm, w, 2)
        elif c.has_balls(w):
            from bench.peers import balls_exudyn

            balls_exudyn.main(w)
        elif c.has_windows(w):
            run = windows(c.Windows(w))
            for nm, st, ls in IMPL[:2]:
                c.sweep(lambda h: run(h, st, ls, None), "exudyn", nm, w, 2, probe=lambda h: run(h, st, ls, None, 3))
        else:
            for nm, st, ls in IMPL:
                c.sweep(lambda h: globals()[w](h, st, ls, None), "exudyn", nm, w, 2)
