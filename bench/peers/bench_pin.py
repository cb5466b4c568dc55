"""Pinocchio: ABA (trees) and constraintDynamics (loops); it has no integrator, so RK4 is a Python loop here."""

import sys
import numpy as np
import pinocchio as pin
from bench.peers import common as c


def I3(m, cm, Iz):
    return pin.Inertia(m, np.array([cm[0], cm[1], 0.0]), np.diag([Iz / 2, Iz / 2, Iz]))


def SE(p):
    return pin.SE3(np.eye(3), np.array([p[0], p[1], 0.0]))


def close(m, d, pairs, h):
    """Points of two joints that coincide, each pair (joint, point, joint, point), as constraints with their data."""
    models, data = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    for first, p, second, q in pairs:
        model = pin.RigidConstraintModel(
            pin.ContactType.CONTACT_3D, m, first, SE(p), second, SE(q), pin.ReferenceFrame.LOCAL
        )
        model.setBaumgarteCorrectorParameters(pin.BaumgarteCorrectorParameters((0.1 / h) ** 2, 0.2 / h))
        models.append(model)
        data.append(model.createData())
    pin.initConstraintDynamics(m, d, models, data)
    return models, data, pin.ProximalSettings(1e-12, 1e-12, 10)


def rk4(acc, q, v, h, n, nsample):
    P = []
    k = n // nsample
    t = c.clock()
    for i in range(n):
        a1 = acc(q, v)
        q2 = q + h / 2 * v
        v2 = v + h / 2 * a1
        a2 = acc(q2, v2)
        q3 = q + h / 2 * v2
        v3 = v + h / 2 * a2
        a3 = acc(q3, v3)
        q4 = q + h * v3
        v4 = v + h * a3
        a4 = acc(q4, v4)
        q = q + h / 6 * (v + 2 * v2 + 2 * v3 + v4)
        v = v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        if (i + 1) % k == 0:
            P.append(q)
    return c.clock() - t, np.array(P)


def chain(N):
    def run(h):
        t0 = c.clock()
        m = pin.Model()
        m.gravity.linear = np.array([0, -c.G, 0])
        j = 0
        for i in range(N):
            j = m.addJoint(j, pin.JointModelRZ(), SE((c.LL if i else 0, 0)), f"j{i}")
            m.appendBodyToJoint(j, I3(c.ML, (c.LL / 2, 0), c.ML * c.LL**2 / 12), pin.SE3.Identity())
        d = m.createData()
        tau = np.zeros(N)
        setup = (c.clock() - t0)[0]
        q = np.zeros(N)
        q[0] = c.TH0
        acc = lambda q, v: pin.aba(m, d, q, v, tau).copy()
        n = int(round(1 / h))
        dt, Q = rk4(acc, q, np.zeros(N), h, n, 10)
        return dt, n, c.chain_points(np.cumsum(Q, 1)), setup

    return run


def squeezer(h):
    t0 = c.clock()
    m = pin.Model()
    m.gravity.linear = np.zeros(3)
    J = {None: 0}
    for name, k, par, pv, cm, mm, I in c.SQ_TREE:
        J[name] = m.addJoint(J[par], pin.JointModelRZ(), SE(pv), name)
        m.appendBodyToJoint(J[name], I3(mm, cm, I), pin.SE3.Identity())
    d = m.createData()
    closed = close(m, d, [(J["K2"], c.SQ_E["K2"], J[k], c.SQ_E[k]) for k in ("K3", "K4", "K6")], h)
    setup = (c.clock() - t0)[0]
    tau = np.zeros(7)
    tau[0] = c.SQ["mom"]
    i3 = 2

    def acc(q, v):
        tau[i3] = c.sq_spring_torque(q[i3])
        return pin.constraintDynamics(m, d, q, v, tau, *closed).copy()

    q = c.SQ_Q0[c.SQ_ORDER]
    n = int(round(0.03 / h))
    dt, P = rk4(acc, q, np.zeros(7), h, n, 30)
    Q = np.zeros((30, 7))
    Q[:, c.SQ_ORDER] = P
    return dt, n, c.sq_points(Q), setup


def slidercrank(h):
    t0 = c.clock()
    p = c.SC
    l1, l2 = p["l1"], p["l2"]
    m = pin.Model()
    m.gravity.linear = np.array([0, -c.G, 0])
    j1 = m.addJoint(0, pin.JointModelRZ(), SE((0, 0)), "crank")
    m.appendBodyToJoint(j1, I3(p["m1"], (l1 / 2, 0), p["m1"] * l1**2 / 12), pin.SE3.Identity())
    j2 = m.addJoint(j1, pin.JointModelRZ(), SE((l1, 0)), "rod")
    m.appendBodyToJoint(j2, I3(p["m2"], (l2 / 2, 0), p["m2"] * l2**2 / 12), pin.SE3.Identity())
    j3 = m.addJoint(0, pin.JointModelPX(), SE((0, 0)), "slider")
    m.appendBodyToJoint(j3, I3(p["m3"], (0, 0), 1e-3), pin.SE3.Identity())
    d = m.createData()
    closed = close(m, d, [(j2, (l2, 0), j3, (0, 0))], h)
    setup = (c.clock() - t0)[0]
    tau = np.zeros(3)

    def acc(q, v):
        tau[0] = p["D"] * (p["w0"] - v[0])
        return pin.constraintDynamics(m, d, q, v, tau, *closed).copy()

    f = p["phi0"]
    s = -np.arcsin(l1 * np.sin(f) / l2)
    n = int(round(1 / h))
    dt, Q = rk4(acc, np.array([f, s - f, l1 * np.cos(f) + l2 * np.cos(s)]), np.zeros(3), h, n, 20)
    B = np.stack([l1 * np.cos(Q[:, 0]), l1 * np.sin(Q[:, 0])], -1)
    return dt, n, np.stack([B, np.stack([Q[:, 2], 0 * Q[:, 2]], -1)], 1), setup


def windows(case):
    N = case.count

    def run(h, only=None):
        t0 = c.clock()
        l, mass = c.WL, c.WM
        I = mass * l * l / 12
        m = pin.Model()
        m.gravity.linear = np.array([0, -c.G, 0])
        L, B = [], []
        for i in range(N + 1):  # every link on the world carries a coupler: the paths are short
            L.append(m.addJoint(0, pin.JointModelRZ(), SE((i, 0)), f"l{i}"))
            m.appendBodyToJoint(L[i], I3(mass, (0, -l / 2), I), pin.SE3.Identity())
            if i < N:
                B.append(m.addJoint(L[i], pin.JointModelRZ(), SE((0, -l)), f"c{i}"))
                m.appendBodyToJoint(B[i], I3(mass, (l / 2, 0), I), pin.SE3.Identity())
        d = m.createData()
        closed = close(m, d, [(B[i], (l, 0), L[i + 1], (0, -l)) for i in range(N)], h)
        setup = (c.clock() - t0)[0]
        tau = np.zeros(m.nv)
        acc = lambda q, v: pin.constraintDynamics(m, d, q, v, tau, *closed).copy()
        alike = np.zeros(m.nq)
        alike[[m.joints[j].idx_q for j in L]] = 1.0
        alike[[m.joints[j].idx_q for j in B]] = -1.0  # the couplers only travel
        n = only or int(round(case.end / h))
        dt, Q = rk4(acc, case.angle * alike, case.speed * alike, h, n, min(n, case.samples))
        th = Q[:, [m.joints[j].idx_q for j in L]]
        return dt, n, np.stack([np.arange(N + 1) + l * np.sin(th), -l * np.cos(th)], -1), setup

    return run


def cross(a, b):
    """Of the rows, without what numpy's has for general shapes."""
    x = np.empty_like(a)
    x[:, 0] = a[:, 1] * b[:, 2] - a[:, 2] * b[:, 1]
    x[:, 1] = a[:, 2] * b[:, 0] - a[:, 0] * b[:, 2]
    x[:, 2] = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return x.ravel()


def rk4_manifold(m, acc, q, v, h, n, nsample):
    """RK4 of Munthe-Kaas with the two commutators that order 4 needs; all joints are balls."""
    P = []
    k = n // nsample
    t = c.clock()
    for i in range(n):
        a1 = acc(q, v)
        v2 = v + h / 2 * a1
        a2 = acc(pin.integrate(m, q, h / 2 * v), v2)
        v3 = v + h / 2 * a2
        one = v.reshape(-1, 3)
        a3 = acc(pin.integrate(m, q, h / 2 * v2 + h * h / 8 * cross(one, v2.reshape(-1, 3))), v3)
        v4 = v + h * a3
        a4 = acc(pin.integrate(m, q, h * v3), v4)
        turn = v + 2 * v2 + 2 * v3 + v4 + h / 2 * cross(one, v4.reshape(-1, 3))
        q = pin.integrate(m, q, h / 6 * turn)
        v = v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        if (i + 1) % k == 0:
            P.append(q)
    return c.clock() - t, np.array(P)


def balls(N, angles):
    """Ball joints as quaternions, or as three angles about z, y and x; the model is built once, which takes it long.

    With 100 rods the runs break down: put back into `rnea`, the accelerations of a slightly disturbed chain leave torques
    of 1e-10 N m at 50 rods and of 62 at 100, and more with `Convention.WORLD`.
    """
    joint = pin.JointModelSphericalZYX if angles else pin.JointModelSpherical
    m = pin.Model()
    m.gravity.linear = np.array([0, 0, -c.G])
    j = 0
    for i in range(N):
        j = m.addJoint(j, joint(), SE((c.LL if i else 0, 0)), f"j{i}")
        inertia = pin.Inertia(c.ML, np.array([c.LL / 2, 0, 0]), np.diag([c.BALL_JA, c.BALL_JT, c.BALL_JT]))
        m.appendBodyToJoint(j, inertia, pin.SE3.Identity())
    d = m.createData()
    tau = np.zeros(m.nv)
    acc = lambda q, v: pin.aba(m, d, q, v, tau).copy()

    def run(h, only=None):
        n = only or int(round(1 / h))
        samples = 1 if only else 10
        if angles:
            q, v = c.balls_angles(N)
            dt, Q = rk4(acc, q.ravel(), v.ravel(), h, n, samples)
            turns = c.turns_of_angles(Q.reshape(-1, N, 3))
        else:
            q, v = pin.neutral(m), np.zeros(m.nv)
            q[:4] = [0.0, -np.sin(c.TH0 / 2), 0.0, np.cos(c.TH0 / 2)]
            v[:3] = c.ball_omega()[1]
            dt, Q = rk4_manifold(m, acc, q, v, h, n, samples)
            turns = c.turns_of_quaternions(Q.reshape(-1, N, 4)[..., [3, 0, 1, 2]])
        return dt, n, None if only else c.balls_from_turns(turns), 0.0

    return run


def aba_calls(N, _, calls):
    """Time of `aba` called from Python."""
    m = pin.Model()
    m.gravity.linear = np.array([0, -c.G, 0])
    j = 0
    for i in range(N):
        j = m.addJoint(j, pin.JointModelRZ(), SE((c.LL if i else 0, 0)), f"j{i}")
        m.appendBodyToJoint(j, I3(c.ML, (c.LL / 2, 0), c.ML * c.LL**2 / 12), pin.SE3.Identity())
    d = m.createData()
    q, v, tau = np.full(N, 0.1), np.full(N, 0.2), np.zeros(N)
    pin.aba(m, d, q, v, tau)
    t = c.clock()
    for _ in range(calls):
        pin.aba(m, d, q, v, tau)
    return c.clock() - t, calls


if __name__ == "__main__":
    if sys.argv[1:] == ["scaling"]:
        c.grow("pinocchio", "one aba called from Python", "chain", c.SIZES[:4], aba_calls, 5000)
        some = lambda N: windows(c.Windows(f"windows{N}"))
        c.grow("pinocchio", "RK4 in Python, a step", "windows", c.SIZES[:3], lambda N, h, n: some(N)(h, n)[:2], 10)
        sys.exit()
    for w in sys.argv[1:] or ["chain10", "chain50", "chain200", "slidercrank", "squeezer", "windows40"]:
        if w.startswith("chain"):
            c.sweep(chain(int(w[5:])), "pinocchio", "ABA + RK4 in Python", w, 4, stages=4)
        elif c.has_balls(w):
            for name, angles in (("ABA + RK4 on the manifold in Python", False), ("ABA, angles + RK4 in Python", True)):
                run = balls(int(w[5:]), angles)
                c.sweep(run, "pinocchio", name, w, 4, stages=4, probe=lambda h: run(h, 2))
        elif c.has_windows(w):
            case = c.Windows(w)
            run = windows(case)
            if case.count > 300:  # its matrices of constraints are dense: more memory than there is
                print('{"peer": "pinocchio", "failed": "not tried: dense matrices of many gigabytes"}')
                continue
            c.sweep(run, "pinocchio", "constraintDynamics + RK4 in Python", w, 4, stages=4, probe=lambda h: run(h, 1))
        else:
            c.sweep(
                {"squeezer": squeezer, "slidercrank": slidercrank}[w],
                "pinocchio",
                "constraintDynamics + RK4 in Python",
                w,
                4,
                stages=4,
            )
