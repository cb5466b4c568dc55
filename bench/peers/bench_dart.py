"""DART (dartpy): Featherstone + semi-implicit Euler (its only integrator); loops by BallJointConstraint (LCP)."""

import sys
import numpy as np
import dartpy as dart
from bench.peers import common as c


def add(sk, par, name, pos, com, m, I, slide=False):
    if slide:
        p = dart.dynamics.PrismaticJointProperties()
        p.mAxis = [1, 0, 0]
        mk = sk.createPrismaticJointAndBodyNodePair
    else:
        p = dart.dynamics.RevoluteJointProperties()
        p.mAxis = [0, 0, 1]
        mk = sk.createRevoluteJointAndBodyNodePair
    p.mName = "j" + name
    T = dart.math.Isometry3()
    T.set_translation([pos[0], pos[1], 0])
    p.mT_ParentBodyToJoint = T
    j, b = mk(par, p)
    b.setInertia(dart.dynamics.Inertia(m, [com[0], com[1], 0], np.diag([I / 2, I / 2, I])))
    return j, b


def world(h, g):
    w = dart.simulation.World()
    w.setGravity([0, -g, 0])
    w.setTimeStep(h)
    return w


def loop(w, sk, T, nsample, h, force=None):
    n = int(round(T / h))
    k = n // nsample
    P = []
    t = c.clock()
    for i in range(n):
        if force:
            force()
        w.step()
        if (i + 1) % k == 0:
            P.append(sk.getPositions())
    return c.clock() - t, n, np.array(P)


def chain(N):
    def run(h):
        t0 = c.clock()
        w = world(h, c.G)
        sk = dart.dynamics.Skeleton("s")
        par = None
        for i in range(N):
            _, par = add(sk, par, str(i), (c.LL if i else 0, 0), (c.LL / 2, 0), c.ML, c.ML * c.LL**2 / 12)
        w.addSkeleton(sk)
        q = np.zeros(N)
        q[0] = c.TH0
        sk.setPositions(q)
        setup = (c.clock() - t0)[0]
        dt, n, Q = loop(w, sk, 1.0, 10, h)
        return dt, n, c.chain_points(np.cumsum(Q, 1)), setup

    return run


def squeezer(h):
    t0 = c.clock()
    w = world(h, 0.0)
    sk = dart.dynamics.Skeleton("s")
    B = {None: None}
    J = {}
    for name, k, par, pv, cm, m, I in c.SQ_TREE:
        J[name], B[name] = add(sk, B[par], name, pv, cm, m, I)
    w.addSkeleton(sk)
    sk.setPositions(c.SQ_Q0[c.SQ_ORDER])
    E = c.sq_points(c.SQ_Q0)[1]
    for k in ("K3", "K4", "K6"):
        w.getConstraintSolver().addConstraint(dart.constraint.BallJointConstraint(B["K2"], B[k], [E[0], E[1], 0]))
    setup = (c.clock() - t0)[0]
    mom = c.SQ["mom"]

    def force():
        J["K1"].setForce(0, mom)
        J["K3"].setForce(0, c.sq_spring_torque(J["K3"].getPosition(0)))

    dt, n, P = loop(w, sk, 0.03, 30, h, force)
    Q = np.zeros((30, 7))
    Q[:, c.SQ_ORDER] = P
    return dt, n, c.sq_points(Q), setup


def slidercrank(h):
    t0 = c.clock()
    p = c.SC
    l1, l2 = p["l1"], p["l2"]
    w = world(h, c.G)
    sk = dart.dynamics.Skeleton("s")
    j1, b1 = add(sk, None, "crank", (0, 0), (l1 / 2, 0), p["m1"], p["m1"] * l1**2 / 12)
    j2, b2 = add(sk, b1, "rod", (l1, 0), (l2 / 2, 0), p["m2"], p["m2"] * l2**2 / 12)
    j3, b3 = add(sk, None, "slider", (0, 0), (0, 0), p["m3"], 1e-3, True)
    f = p["phi0"]
    s = -np.arcsin(l1 * np.sin(f) / l2)
    x = l1 * np.cos(f) + l2 * np.cos(s)
    w.addSkeleton(sk)
    sk.setPositions([f, s - f, x])
    w.getConstraintSolver().addConstraint(dart.constraint.BallJointConstraint(b2, b3, [x, 0, 0]))
    setup = (c.clock() - t0)[0]
    dt, n, Q = loop(w, sk, 1.0, 20, h, lambda: j1.setForce(0, p["D"] * (p["w0"] - j1.getVelocity(0))))
    B = np.stack([l1 * np.cos(Q[:, 0]), l1 * np.sin(Q[:, 0])], -1)
    return dt, n, np.stack([B, np.stack([Q[:, 2], 0 * Q[:, 2]], -1)], 1), setup


def windows(case):
    N, th0 = case.count, case.angle

    def run(h, only=None):
        t0 = c.clock()
        w = world(h, c.G)
        sk = dart.dynamics.Skeleton("s")
        l, m = c.WL, c.WM
        I = m * l * l / 12
        links, bars, order = [], [], []
        for i in range(N + 1):
            links.append(add(sk, None, f"l{i}", (i, 0), (0, -l / 2), m, I)[1])
            order.append(th0)
            if i < N:
                bars.append(add(sk, links[i], f"c{i}", (0, -l), (l / 2, 0), m, I)[1])
                order.append(-th0)
        w.addSkeleton(sk)
        sk.setPositions(order)
        sk.setVelocities(case.speed / th0 * np.array(order))
        for i in range(N):
            at = [i + 1 + l * np.sin(th0), -l * np.cos(th0), 0]
            w.getConstraintSolver().addConstraint(dart.constraint.BallJointConstraint(bars[i], links[i + 1], at))
        setup = (c.clock() - t0)[0]
        if only:
            return *loop(w, sk, only * h, 1, h), setup
        dt, n, Q = loop(w, sk, case.end, case.samples, h)
        th = Q[:, 0::2]
        return dt, n, np.stack([np.arange(N + 1) + l * np.sin(th), -l * np.cos(th)], -1), setup

    return run


def chain_steps(N, h, steps):
    w = world(h, c.G)
    sk = dart.dynamics.Skeleton("s")
    par = None
    for i in range(N):
        _, par = add(sk, par, str(i), (c.LL if i else 0, 0), (c.LL / 2, 0), c.ML, c.ML * c.LL**2 / 12)
    w.addSkeleton(sk)
    t = c.clock()
    for _ in range(steps):
        w.step()
    return c.clock() - t, steps


if __name__ == "__main__":
    if sys.argv[1:] == ["scaling"]:
        c.grow("dartpy", "semi-implicit Euler, a step", "chain", c.SIZES[:4], chain_steps)
        sys.exit()
    for w in sys.argv[1:] or ["chain10", "chain50", "chain200", "slidercrank", "squeezer", "windows40"]:
        if w.startswith("chain"):
            c.sweep(chain(int(w[5:])), "dartpy", "semi-implicit Euler", w, 1, stages=1)
        elif c.has_windows(w):
            case = c.Windows(w)
            if case.count > 300:
                print('{"peer": "dartpy", "failed": "not tried: a step takes 4 s, its LCP is dense"}')
            else:
                run = windows(case)
                c.sweep(run, "dartpy", "semi-implicit Euler + LCP", w, 1, stages=1, probe=lambda h: run(h, 2))
        else:
            run = {"squeezer": squeezer, "slidercrank": slidercrank}[w]
            c.sweep(run, "dartpy", "semi-implicit Euler + LCP", w, 1, stages=1)
