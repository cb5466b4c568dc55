"""Data, references and error measure of the benchmark problems (numpy + scipy only).

The problems, SI units:
  chain N      planar chain of N equal uniform rods (0.1 kg, 0.1 m), pinned at the origin, released
               at rest with every rod at -30 deg from +x, gravity -9.81 in y, 1 s.
  squeezer     Andrews' seven-body squeezing mechanism, data of the IVP test set, 0.03 s.
  slidercrank  crank 0.15 m / 0.5 kg, rod 0.35 m / 0.8 kg, slider 1 kg; speed driver on the crank
               tau = D (w0 - phi'), D = 2 N m s, w0 = 20 rad/s; gravity -9.81 in y; 1 s.
  windows N    N four-bar windows in a row: ground pins at (i, 0), i = 0..N, N + 1 links of 1 m and 1 kg (uniform rods)
               on them, N couplers of 1 m and 1 kg (uniform rods) between their ends. Released at rest with all links
               60 deg from hanging, towards +x; gravity -9.81 in y; 1 s. Points: the ends of all links, at 10 equal
               times. Reference: all links turn alike and the couplers only travel, so the angle th from hanging obeys
               ((N+1)/3 + N) m l^2 th'' = -((N+1)/2 + N) m g l sin th, one scalar equation.
  a02-N        the same windows as in the problem A02 of the IFToMM library of benchmarks (there N = 40 and 10 s): the links
               start upright, and the end of the first moves with 1 m/s towards +x. They turn over and over, through the
               flat positions, where the freedoms rise from 1 to N + 1, twice a turn. 10 s, but 2 s from N = 300 on; 20
               equal times. The same scalar equation, from th = pi and th' = -1 rad/s.
  balls N      in space: chain of N equal rods (0.1 kg, 0.1 m, uniform solid cylinders of radius 10 mm) with ball joints, the
               first end on the origin, all in the plane y = 0 at 30 deg below +x, gravity -9.81 in z. At the start the whole
               chain turns as one body about the vertical with 2 rad/s, and every rod spins about its own axis with
               5 rad/s. 1 s. Points: the ends of all rods at 10 equal times. Reference: the directions u_i of the rods as
               unknowns. No joint acts about the axis of a rod, so its spin s stays, and
               sum_j A_ij u_j'' = -g_i z + Ja s u_i x u_i' + lambda_i u_i, u_i . u_i'' = -|u_i'|^2, with the constant
               matrix A of the planar chain; Ja is the moment about the axis of a rod.

Error of a run = largest distance (m) between the sampled points and the reference, over all
sample times and points.
"""

import hashlib, os, time
from pathlib import Path

import numpy as np

from linkwork.numerics.jit import cache_root

HASH = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:12]
REFDIR = os.environ.get("BENCH_REF", os.path.join(cache_root(), "bench", HASH))  # references of exactly this file
G = 9.81

# ---------------------------------------------------------------- chain
ML, LL = 0.1, 0.1  # mass and length of one rod
TH0 = -np.pi / 6
CHAIN_T = np.linspace(0.1, 1.0, 10)  # sample times


def solve_ivp(*args, **options):
    """scipy's, imported only where a reference is made."""
    from scipy.integrate import solve_ivp

    return solve_ivp(*args, **options)


def chain_rhs(N):
    from scipy.linalg import solve

    i = np.arange(N)
    mx = np.maximum(i[:, None], i[None, :])
    A = ML * (N - 1 - mx + 0.5)
    A[i, i] = ML * (N - 1 - i + 0.25) + ML / 12.0
    A *= LL * LL
    gq = G * LL * ML * (N - 1 - i + 0.5)

    def f(t, y):
        th, w = y[:N], y[N:]
        c, s = np.cos(th), np.sin(th)
        w2 = w * w
        M = A * (np.outer(c, c) + np.outer(s, s))  # cos(thi - thj)
        b = -(s * (A @ (c * w2)) - c * (A @ (s * w2))) - gq * c  # sin(thi - thj)
        return np.concatenate([w, solve(M, b, assume_a="pos", overwrite_a=True, check_finite=False)])

    return f


def chain_points(th):
    """absolute rod angles (..., N) -> joint/tip positions (..., N, 2)"""
    return np.stack([np.cumsum(LL * np.cos(th), -1), np.cumsum(LL * np.sin(th), -1)], -1)


def chain_ref(N):
    y0 = np.concatenate([np.full(N, TH0), np.zeros(N)])
    tol = 1e-12 if N <= 50 else 1e-10
    s = solve_ivp(chain_rhs(N), (0, 1), y0, method="DOP853", rtol=tol, atol=tol, t_eval=CHAIN_T)
    return chain_points(s.y[:N].T)


# ---------------------------------------------------------------- balls
BALL_R = 0.01  # radius of a rod, m
BALL_JA, BALL_JT = ML * BALL_R**2 / 2, ML * (3 * BALL_R**2 + LL**2) / 12  # moments about the axis and across it
BALL_TURN, BALL_SPIN = 2.0, 5.0  # rad/s at the start: all about the vertical, each rod about its own axis
BALL_U0 = np.array([np.cos(TH0), 0.0, np.sin(TH0)])  # direction of all rods at the start
BALLS_T = np.linspace(0.1, 1.0, 10)
BALL_TURNED = [
    [BALL_U0[0], 0.0, -BALL_U0[2]],
    [0.0, 1.0, 0.0],
    [BALL_U0[2], 0.0, BALL_U0[0]],
]  # x' along the rod, y' = y


def has_balls(name):
    return name.startswith("balls")


def ball_omega():
    """angular velocity of every rod at the start, in the world and in its own axes (x' along the rod)"""
    world = np.array([0.0, 0.0, BALL_TURN]) + BALL_SPIN * BALL_U0
    return world, np.array(BALL_TURNED).T @ world


def balls_matrix(N):
    i = np.arange(N)
    A = ML * (N - 1 - np.maximum(i[:, None], i[None, :]) + 0.5)
    A[i, i] = ML * (N - 1 - i + 0.25)
    return A * LL * LL + BALL_JT * np.eye(N)


def balls_rhs(N):
    """y = directions (N x 3), their rates (N x 3)"""
    from scipy.linalg import cho_factor, cho_solve

    i = np.arange(N)
    inverse = np.linalg.inv(balls_matrix(N))
    spin = BALL_JA * (BALL_SPIN + BALL_TURN * BALL_U0[2])  # of all rods, constant
    weight = np.zeros((N, 3))
    weight[:, 2] = -G * LL * ML * (N - 1 - i + 0.5)

    def f(t, y):
        u, v = y.reshape(2, N, 3)
        free = inverse @ (weight + spin * np.cross(u, v))
        known = -np.sum(v * v, 1) - np.sum(u * free, 1)
        pull = cho_solve(cho_factor(inverse * (u @ u.T), check_finite=False), known, check_finite=False)
        return np.concatenate([v.ravel(), (free + inverse @ (pull[:, None] * u)).ravel()])

    return f


def balls_start(N):
    u = np.tile(BALL_U0, (N, 1))
    return np.concatenate([u.ravel(), np.cross(ball_omega()[0], u).ravel()])


def balls_points(u):
    """directions of the rods (..., N, 3) -> their ends (..., N, 3)"""
    return LL * np.cumsum(u, -2)


def balls_from_turns(turns):
    """orientations of the rods against the rod before (..., N, 3, 3), x along a rod -> ends (..., N, 3)"""
    world, u = np.eye(3), []
    for i in range(turns.shape[-3]):
        world = world @ turns[..., i, :, :]
        u.append(world[..., :, 0])
    return balls_points(np.stack(u, -2))


def turns_of_quaternions(q):
    """(..., 4), w first -> (..., 3, 3)"""
    w, x, y, z = np.moveaxis(q, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, -1) for row in rows], -2)


def turns_of_angles(q):
    """angles about z, then y, then x (..., 3) -> (..., 3, 3)"""
    a, b, c = np.moveaxis(q, -1, 0)
    zero, one = np.zeros_like(a), np.ones_like(a)
    make = lambda *rows: np.stack([np.stack(row, -1) for row in rows], -2)
    about_z = make([np.cos(a), -np.sin(a), zero], [np.sin(a), np.cos(a), zero], [zero, zero, one])
    about_y = make([np.cos(b), zero, np.sin(b)], [zero, one, zero], [-np.sin(b), zero, np.cos(b)])
    about_x = make([one, zero, zero], [zero, np.cos(c), -np.sin(c)], [zero, np.sin(c), np.cos(c)])
    return about_z @ about_y @ about_x


def balls_angles(N):
    """angles about z, y, x of every rod against the one before and their rates, at the start"""
    q, v = np.zeros((N, 3)), np.zeros((N, 3))
    q[0], v[0] = [0.0, -TH0, 0.0], [BALL_TURN, 0.0, BALL_SPIN]
    return q, v


def balls_ref(N):
    tol = 1e-12 if N <= 50 else 1e-10
    s = solve_ivp(balls_rhs(N), (0, 1), balls_start(N), method="DOP853", rtol=tol, atol=tol, t_eval=BALLS_T)
    return balls_points(s.y[: 3 * N].T.reshape(-1, N, 3))


# ---------------------------------------------------------------- squeezer
SQ = dict(
    m=[0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498],
    I=[2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5],
    xa=-0.06934,
    ya=-0.00227,
    xb=-0.03635,
    yb=0.03273,
    xc=0.014,
    yc=0.072,
    d=0.028,
    da=0.0115,
    e=0.02,
    ea=0.01421,
    zf=0.02,
    fa=0.01421,
    rr=0.007,
    ra=0.00092,
    ss=0.035,
    sa=0.01874,
    sb=0.01043,
    sc=0.018,
    sd=0.02,
    ta=0.02308,
    tb=0.00916,
    u=0.04,
    ua=0.01228,
    ub=0.00449,
    zt=0.04,
    c0=4530.0,
    lo=0.07785,
    mom=0.033,
)
# beta, Theta, gamma, Phi, delta, Omega, epsilon
SQ_Q0 = np.array(
    [
        -0.0617138900142764496358948458001,
        0.0,
        0.455279819163070380255912382449,
        0.222668390165885884674473185609,
        0.487364979543842550225598953530,
        -0.222668390165885884674473185609,
        1.23054744454982119249735015568,
    ]
)
SQ_END = np.array(
    [
        15.81077119629904,
        -15.75637105984298,
        0.04082224013073101,
        -0.5347301163226948,
        0.5244099658805304,
        0.5347301163226948,
        1.048080741042263,
    ]
)  # IVP test set, t = 0.03
SQ_T = np.linspace(0.001, 0.03, 30)


def sq_terms(q, v):
    p = SQ
    m, I = p["m"], p["I"]
    be, th, ga, ph, de, om, ep = q
    bep, thp, gap, php, dep, omp, epp = v
    e_, z_ = p["e"] - p["ea"], p["zf"] - p["fa"]
    rr, da, zt, u = p["rr"], p["da"], p["zt"], p["u"]
    s, c = np.sin, np.cos
    M = np.zeros((7, 7))
    M[0, 0] = m[0] * p["ra"] ** 2 + m[1] * (rr**2 - 2 * da * rr * c(th) + da**2) + I[0] + I[1]
    M[0, 1] = M[1, 0] = m[1] * (da**2 - da * rr * c(th)) + I[1]
    M[1, 1] = m[1] * da**2 + I[1]
    M[2, 2] = m[2] * (p["sa"] ** 2 + p["sb"] ** 2) + I[2]
    M[3, 3] = m[3] * e_**2 + I[3]
    M[3, 4] = M[4, 3] = m[3] * (e_**2 + zt * e_ * s(ph)) + I[3]
    M[4, 4] = m[3] * (zt**2 + 2 * zt * e_ * s(ph) + e_**2) + m[4] * (p["ta"] ** 2 + p["tb"] ** 2) + I[3] + I[4]
    M[5, 5] = m[5] * z_**2 + I[5]
    M[5, 6] = M[6, 5] = m[5] * (z_**2 - u * z_ * s(om)) + I[5]
    M[6, 6] = m[5] * (z_**2 - 2 * u * z_ * s(om) + u**2) + m[6] * (p["ua"] ** 2 + p["ub"] ** 2) + I[5] + I[6]
    xd = p["sd"] * c(ga) + p["sc"] * s(ga) + p["xb"]
    yd = p["sd"] * s(ga) - p["sc"] * c(ga) + p["yb"]
    L = np.hypot(xd - p["xc"], yd - p["yc"])
    F = -p["c0"] * (L - p["lo"]) / L
    fx, fy = F * (xd - p["xc"]), F * (yd - p["yc"])
    f = np.array(
        [
            p["mom"] - m[1] * da * rr * thp * (thp + 2 * bep) * s(th),
            m[1] * da * rr * bep**2 * s(th),
            fx * (p["sc"] * c(ga) - p["sd"] * s(ga)) + fy * (p["sd"] * c(ga) + p["sc"] * s(ga)),
            m[3] * zt * e_ * dep**2 * c(ph),
            -m[3] * zt * e_ * php * (php + 2 * dep) * c(ph),
            -m[5] * u * z_ * epp**2 * c(om),
            m[5] * u * z_ * omp * (omp + 2 * epp) * c(om),
        ]
    )
    return M, f


def sq_constraint(q, v):
    """G (6x7) and Gdot v (6); E seen from K2 minus E seen from K3, K4, K6"""
    p = SQ
    be, th, ga, ph, de, om, ep = q
    bep, thp, gap, php, dep, omp, epp = v
    rr, d, ss, e, zt, zf, u = (p[k] for k in ("rr", "d", "ss", "e", "zt", "zf", "u"))
    s, c = np.sin, np.cos
    bt, pd, oe = be + th, ph + de, om + ep
    btp, pdp, oep = bep + thp, php + dep, omp + epp
    g = np.zeros(6)
    Gm = np.zeros((6, 7))
    n = np.zeros(6)
    ex, ey = rr * c(be) - d * c(bt), rr * s(be) - d * s(bt)
    g[:] = [
        ex - ss * s(ga) - p["xb"],
        ey + ss * c(ga) - p["yb"],
        ex - e * s(pd) - zt * c(de) - p["xa"],
        ey + e * c(pd) - zt * s(de) - p["ya"],
        ex - zf * c(oe) - u * s(ep) - p["xa"],
        ey - zf * s(oe) + u * c(ep) - p["ya"],
    ]
    for k in (0, 2, 4):
        Gm[k, 0] = -rr * s(be) + d * s(bt)
        Gm[k, 1] = d * s(bt)
        Gm[k + 1, 0] = rr * c(be) - d * c(bt)
        Gm[k + 1, 1] = -d * c(bt)
        n[k] = -rr * c(be) * bep**2 + d * c(bt) * btp**2
        n[k + 1] = -rr * s(be) * bep**2 + d * s(bt) * btp**2
    Gm[0, 2] = -ss * c(ga)
    Gm[1, 2] = -ss * s(ga)
    n[0] += ss * s(ga) * gap**2
    n[1] -= ss * c(ga) * gap**2
    Gm[2, 3] = -e * c(pd)
    Gm[2, 4] = -e * c(pd) + zt * s(de)
    Gm[3, 3] = -e * s(pd)
    Gm[3, 4] = -e * s(pd) - zt * c(de)
    n[2] += e * s(pd) * pdp**2 + zt * c(de) * dep**2
    n[3] += -e * c(pd) * pdp**2 + zt * s(de) * dep**2
    Gm[4, 5] = zf * s(oe)
    Gm[4, 6] = zf * s(oe) - u * c(ep)
    Gm[5, 5] = -zf * c(oe)
    Gm[5, 6] = -zf * c(oe) - u * s(ep)
    n[4] += zf * c(oe) * oep**2 + u * s(ep) * epp**2
    n[5] += zf * s(oe) * oep**2 - u * c(ep) * epp**2
    return g, Gm, n


def sq_dependent(be, guess):
    """solve the six loop equations for the other six angles at given beta (Newton)"""
    q = guess.copy()
    q[0] = be
    for _ in range(30):
        g, Gm, _n = sq_constraint(q, np.zeros(7))
        dq = np.linalg.solve(Gm[:, 1:], -g)
        q[1:] += dq
        if np.max(np.abs(dq)) < 1e-15:
            break
    return q


def sq_ref():
    """independent-coordinate ODE in beta alone, plus the fast closed-loop angles carried as states
    only to keep the Newton start on the right branch: state = q (7), v (7) projected at every call"""

    def f(t, y):
        q, v = y[:7], y[7:]
        q = sq_dependent(q[0], q)
        _, Gm, _n = sq_constraint(q, v)
        v = np.concatenate([[v[0]], np.linalg.solve(Gm[:, 1:], -Gm[:, 0] * v[0])])
        M, fo = sq_terms(q, v)
        _, Gm, n = sq_constraint(q, v)
        K = np.block([[M, Gm.T], [Gm, np.zeros((6, 6))]])
        a = np.linalg.solve(K, np.concatenate([fo, -n]))[:7]
        return np.concatenate([v, a])

    s = solve_ivp(
        f, (0, 0.03), np.concatenate([SQ_Q0, np.zeros(7)]), method="DOP853", rtol=1e-12, atol=1e-13, t_eval=SQ_T
    )
    Q = np.array([sq_dependent(y[0], y[:7]) for y in s.y.T])
    return Q


def sq_points(Q):
    """angles (..., 7) -> F, E, G, H positions (..., 4, 2)"""
    p = SQ
    be, th, ga, ph, de, om, ep = np.moveaxis(np.asarray(Q), -1, 0)
    F = np.stack([p["rr"] * np.cos(be), p["rr"] * np.sin(be)], -1)
    E = F - p["d"] * np.stack([np.cos(be + th), np.sin(be + th)], -1)
    Gp = np.array([p["xa"], p["ya"]]) + p["zt"] * np.stack([np.cos(de), np.sin(de)], -1)
    H = np.array([p["xa"], p["ya"]]) + p["u"] * np.stack([np.sin(ep), -np.cos(ep)], -1)
    return np.stack([F, E, Gp, H], -2)


def _sq_tree():
    """(name, index of its angle in q, parent, pivot in parent frame, centre of mass, mass, inertia)"""
    p = SQ
    m, I = p["m"], p["I"]
    h = np.hypot
    return [
        ("K1", 0, None, (0, 0), (p["ra"], 0), m[0], I[0]),
        ("K2", 1, "K1", (p["rr"], 0), (-p["da"], 0), m[1], I[1]),
        ("K3", 2, None, (p["xb"], p["yb"]), (h(p["sa"], p["sb"]), 0), m[2], I[2]),
        ("K5", 4, None, (p["xa"], p["ya"]), (h(p["ta"], p["tb"]), 0), m[4], I[4]),
        ("K4", 3, "K5", (p["zt"], 0), (0, -(p["e"] - p["ea"])), m[3], I[3]),
        ("K7", 6, None, (p["xa"], p["ya"]), (h(p["ua"], p["ub"]), 0), m[6], I[6]),
        ("K6", 5, "K7", (0, -p["u"]), (p["zf"] - p["fa"], 0), m[5], I[5]),
    ]


SQ_TREE = _sq_tree()
SQ_ORDER = [b[1] for b in SQ_TREE]  # tree order -> index in q
SQ_E = {"K2": (-SQ["d"], 0), "K3": (0, -SQ["ss"]), "K4": (0, -SQ["e"]), "K6": (SQ["zf"], 0)}
SQ_D = (SQ["sd"], -SQ["sc"])  # spring point on K3; other end C = (xc, yc)


def sq_spring_torque(ga):
    p = SQ
    s, c = np.sin(ga), np.cos(ga)
    dx = p["sd"] * c + p["sc"] * s + p["xb"] - p["xc"]
    dy = p["sd"] * s - p["sc"] * c + p["yb"] - p["yc"]
    L = (dx * dx + dy * dy) ** 0.5
    F = -p["c0"] * (L - p["lo"]) / L
    return F * (dx * (p["sc"] * c - p["sd"] * s) + dy * (p["sd"] * c + p["sc"] * s))


# ---------------------------------------------------------------- slider-crank
SC = dict(l1=0.15, m1=0.5, l2=0.35, m2=0.8, m3=1.0, D=2.0, w0=20.0, phi0=0.5)
SC_T = np.linspace(0.05, 1.0, 20)


def sc_rhs(t, y):
    p = SC
    phi, w = y
    l1, l2 = p["l1"], p["l2"]
    # rod angle psi below the axis: l1 sin(phi) = l2 sin(psi); kinematics by phi
    sp = l1 * np.sin(phi) / l2
    cp = np.sqrt(1 - sp * sp)
    k = l1 * np.cos(phi) / (l2 * cp)  # dpsi/dphi
    kp = (-l1 * np.sin(phi) + l2 * sp * k * k) / (l2 * cp)  # d2psi/dphi2
    # rod centre: x = l1 cos + l2/2 cos psi, y = l1 sin - l2/2 sin psi = l1 sin(phi)/2 ; slider x = l1 cos + l2 cos psi
    X = -l1 * np.sin(phi) - l2 / 2 * sp * k
    Xp = -l1 * np.cos(phi) - l2 / 2 * (cp * k * k + sp * kp)
    Y = l1 * np.cos(phi) / 2
    Yp = -l1 * np.sin(phi) / 2
    S = -l1 * np.sin(phi) - l2 * sp * k
    Sp = -l1 * np.cos(phi) - l2 * (cp * k * k + sp * kp)
    m = p["m1"] * l1 * l1 / 3 + p["m2"] * (X * X + Y * Y) + p["m2"] * l2 * l2 / 12 * k * k + p["m3"] * S * S
    h = p["m2"] * (X * Xp + Y * Yp) + p["m2"] * l2 * l2 / 12 * k * kp + p["m3"] * S * Sp
    Q = -p["m1"] * G * l1 / 2 * np.cos(phi) - p["m2"] * G * Y + p["D"] * (p["w0"] - w)
    return [w, (Q - h * w * w) / m]


def sc_points(phi):
    p = SC
    phi = np.asarray(phi)
    B = np.stack([p["l1"] * np.cos(phi), p["l1"] * np.sin(phi)], -1)
    x = p["l1"] * np.cos(phi) + np.sqrt(p["l2"] ** 2 - (p["l1"] * np.sin(phi)) ** 2)
    return np.stack([B, np.stack([x, 0 * x], -1)], -2)  # crank pin, slider


def sc_ref():
    s = solve_ivp(sc_rhs, (0, 1), [SC["phi0"], 0.0], method="DOP853", rtol=1e-12, atol=1e-12, t_eval=SC_T)
    return sc_points(s.y[0])


# ---------------------------------------------------------------- windows
WL, WM, WTH0 = 1.0, 1.0, np.pi / 3  # length and mass of every rod, angle from hanging at the start
WINDOWS_T = np.linspace(0.1, 1.0, 10)
A02_T, A02_LARGE, A02_LARGE_T = np.linspace(0.5, 10.0, 20), 300, np.linspace(0.1, 2.0, 20)


class Windows:
    """A problem with windows by its name: their number, the angle of the links and its rate at the start, the times."""

    def __init__(self, name):
        kind, number = ("windows", name[7:]) if name.startswith("windows") else ("a02-", name[4:])
        assert name == kind + number
        self.count = int(number)
        self.angle, self.speed, self.times = WTH0, 0.0, WINDOWS_T
        if kind == "a02-":
            self.angle, self.speed = np.pi, -1.0 / WL  # the end of an upright link goes towards +x
            self.times = A02_T if self.count < A02_LARGE else A02_LARGE_T

    @property
    def end(self):
        return float(self.times[-1])

    @property
    def samples(self):
        return len(self.times)


def has_windows(name):
    return name.startswith(("windows", "a02-"))


def windows_rate(N):
    """The square of the frequency of small swings; th'' = -rate sin th."""
    return ((N + 1) / 2 + N) * G / (((N + 1) / 3 + N) * WL)


def windows_points(th, N):
    """angles from hanging (...) -> ends of the N + 1 links (..., N + 1, 2)"""
    th = np.asarray(th)[..., None]
    return np.stack(np.broadcast_arrays(np.arange(N + 1) + WL * np.sin(th), -WL * np.cos(th)), -1)


def windows_states(name, method="DOP853", rtol=1e-13, atol=1e-14):
    """angle of the links from hanging and its rate at the sample times"""
    case = Windows(name)
    rate = windows_rate(case.count)
    f = lambda t, y: [y[1], -rate * np.sin(y[0])]
    start = [case.angle, case.speed]
    return solve_ivp(f, (0, case.end), start, method=method, rtol=rtol, atol=atol, t_eval=case.times).y


def windows_ref(name):
    return windows_points(windows_states(name)[0], Windows(name).count)


# ---------------------------------------------------------------- shared helpers
def duration(problem):
    return Windows(problem).end if has_windows(problem) else 0.03 if problem == "squeezer" else 1.0


def ref(name):
    f = os.path.join(REFDIR, name + ".npy")
    if os.path.exists(f):
        return np.load(f)
    os.makedirs(REFDIR, exist_ok=True)
    if name.startswith("chain"):
        r = chain_ref(int(name[5:]))
    elif has_balls(name):
        r = balls_ref(int(name[5:]))
    elif name == "squeezer":
        r = sq_points(sq_ref())
    elif name == "slidercrank":
        r = sc_ref()
    elif has_windows(name):
        r = windows_ref(name)
    np.save(f, r)
    return r


def err(name, P):
    P = np.asarray(P)
    r = ref(name)
    if P.shape != r.shape:
        return float("nan")
    d = np.linalg.norm(P - r, axis=-1)
    return float(np.max(d)) if np.all(np.isfinite(d)) else float("inf")


if __name__ == "__main__":  # make the references, check them
    loops = ("windows40", "windows1000", "a02-40", "a02-1000")
    balls = ("balls10", "balls50", "balls100", "balls200")
    for n in ("chain10", "chain50", "chain200", "slidercrank", "squeezer", *loops, *balls):
        t = time.perf_counter()
        r = ref(n)
        print(n, r.shape, "%.1f s" % (time.perf_counter() - t))
    Q = sq_ref()
    print("squeezer end angles minus IVP test set:", np.abs(Q[-1] - SQ_END).max())
    # cross-check: chain10 with Radau, slider-crank with Radau
    y0 = np.concatenate([np.full(10, TH0), np.zeros(10)])
    s = solve_ivp(chain_rhs(10), (0, 1), y0, method="Radau", rtol=1e-11, atol=1e-12, t_eval=CHAIN_T)
    print("chain10 DOP853 vs Radau:", err("chain10", chain_points(s.y[:10].T)))
    s = solve_ivp(sc_rhs, (0, 1), [SC["phi0"], 0.0], method="Radau", rtol=1e-11, atol=1e-12, t_eval=SC_T)
    print("slidercrank DOP853 vs Radau:", err("slidercrank", sc_points(s.y[0])))
    for n in loops:
        states = windows_states(n, "Radau", 1e-11, 1e-12)
        print(n, "DOP853 vs Radau:", err(n, windows_points(states[0], Windows(n).count)))
