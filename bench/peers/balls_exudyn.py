"""Exudyn on chains with ball joints: bodies in space with constraints, and its kinematic tree with three pins a ball."""

import numpy as np
import exudyn as exu
from exudyn.itemInterface import *
from exudyn.utilities import RigidBodyInertia
from bench.peers import common as c
from bench.peers.bench_exudyn import LS, ST, solve

NODES = {
    "rotation vector": exu.NodeType.RotationRotationVector,
    "Euler parameters": exu.NodeType.RotationEulerParameters,
}


def bodies(N, node, st, ls):
    """Six coordinates a rod (seven with Euler parameters) and a spherical joint between two."""

    def run(h, only=None):
        t0 = c.clock()
        SC = exu.SystemContainer()
        mbs = SC.AddSystem()
        inertia = RigidBodyInertia(c.ML, np.diag([c.BALL_JA, c.BALL_JT, c.BALL_JT]))
        turned, world = np.array(c.BALL_TURNED), c.ball_omega()[0]
        prev, sens = mbs.CreateGround(), []
        for i in range(N):
            place = (i + 0.5) * c.LL * c.BALL_U0
            b = mbs.CreateRigidBody(
                inertia=inertia,
                nodeType=NODES[node],
                referencePosition=place,
                referenceRotationMatrix=turned,
                initialVelocity=np.cross(world, place),
                initialAngularVelocity=world,
                gravity=[0, 0, -c.G],
            )
            mbs.CreateSphericalJoint(bodyNumbers=[prev, b], position=i * c.LL * c.BALL_U0, show=False)
            prev = b
            position = exu.OutputVariableType.Position
            sens.append(
                mbs.AddSensor(
                    SensorBody(
                        bodyNumber=b, localPosition=[c.LL / 2, 0, 0], storeInternal=True, outputVariableType=position
                    )
                )
            )
        mbs.Assemble()
        setup = (c.clock() - t0)[0]
        dt, n = solve(mbs, h, only * h if only else 1.0, 1 if only else 10, st, ls)
        return dt, n, None if only else np.stack([mbs.GetSensorStoredData(k)[-10:, 1:4] for k in sens], 1), setup

    return run


def tree(N, st):
    """Three pins a ball, about z, y and x, with massless links between."""

    def run(h, only=None):
        t0 = c.clock()
        SC = exu.SystemContainer()
        mbs = SC.AddSystem()
        q, v = c.balls_angles(N)
        n = mbs.AddNode(
            NodeGenericODE2(
                referenceCoordinates=[0.0] * (3 * N),
                initialCoordinates=list(q.ravel()),
                initialCoordinates_t=list(v.ravel()),
                numberOfODE2Coordinates=3 * N,
            )
        )
        J, nothing, T = np.diag([c.BALL_JA, c.BALL_JT, c.BALL_JT]), np.zeros((3, 3)), exu.JointType
        begin = lambda i: [c.LL, 0, 0] if i else [0, 0, 0]
        offsets = [place for i in range(N) for place in (begin(i), [0, 0, 0], [0, 0, 0])]
        mbs.AddObject(
            ObjectKinematicTree(
                nodeNumber=n,
                gravity=[0, 0, -c.G],
                jointTypes=[T.RevoluteZ, T.RevoluteY, T.RevoluteX] * N,
                linkParents=list(range(-1, 3 * N - 1)),
                jointTransformations=exu.Matrix3DList([np.eye(3)] * (3 * N)),
                jointOffsets=exu.Vector3DList(offsets),
                linkInertiasCOM=exu.Matrix3DList([nothing, nothing, J] * N),
                linkCOMs=exu.Vector3DList([[0, 0, 0], [0, 0, 0], [c.LL / 2, 0, 0]] * N),
                linkMasses=[0.0, 0.0, c.ML] * N,
            )
        )
        coordinates = exu.OutputVariableType.Coordinates
        s = mbs.AddSensor(SensorNode(nodeNumber=n, storeInternal=True, outputVariableType=coordinates))
        mbs.Assemble()
        setup = (c.clock() - t0)[0]
        dt, steps = solve(mbs, h, only * h if only else 1.0, 1 if only else 10, st, LS.EXUdense)
        if only:
            return dt, steps, None, setup
        angles = mbs.GetSensorStoredData(s)[-10:, 1:].reshape(10, N, 3)
        return dt, steps, c.balls_from_turns(c.turns_of_angles(angles)), setup

    return run


WAYS = (("trapezoidal index 2", ST.TrapezoidalIndex2), ("gen-alpha rho .9, index 3", ST.GeneralizedAlpha))


def main(name):
    """All ways of the program on a chain; the line of a method begins with `tree` or `bodies`."""
    N = int(name[5:])
    run = tree(N, ST.RK44)
    c.sweep(run, "exudyn", "tree, RK44", name, 4, stages=4, probe=lambda h: run(h, 2))
    c.cheapest.clear()  # a tree that is cheaper does not end the search for the cheapest with constraints
    for node in NODES:
        for way, st in WAYS:
            run = bodies(N, node, st, LS.EigenSparse)
            c.sweep(run, "exudyn", f"bodies, {node}, {way}", name, 2, probe=lambda h: run(h, 2))
