"""MuJoCo (CPU, double precision): hinge trees; loops closed by equality/connect (soft constraint)."""

import sys
import numpy as np
import mujoco
from bench.peers import common as c
from bench.peers import heap as spheres


def body(name, pos, com, m, I, axis_joint, inner="", tail=""):
    return (
        f'<body name="{name}" pos="{pos[0]:.17g} {pos[1]:.17g} 0">{axis_joint}'
        f'<inertial pos="{com[0]:.17g} {com[1]:.17g} 0" mass="{m}" diaginertia="{I / 2 + 1e-12:.17g} {I / 2 + 1e-12:.17g} {I:.17g}"/>{inner}</body>'
    )


def xml(bodies, h, integ, g=c.G, extra="", solver='solver="Newton" tolerance="1e-14" iterations="50"'):
    return (
        f'<mujoco><compiler boundmass="0" boundinertia="0" angle="radian"/>'
        f'<option timestep="{h:.17g}" integrator="{integ}" gravity="0 {-g} 0" {solver}>'
        f'<flag contact="disable"/></option><worldbody>{bodies}</worldbody>{extra}</mujoco>'
    )


hinge = lambda n: f'<joint name="{n}" type="hinge" axis="0 0 1" damping="0" armature="0"/>'


def run_model(m, q0, T, nsample, h, read):
    d = mujoco.MjData(m)
    d.qpos[:] = q0
    mujoco.mj_forward(m, d)
    n = int(round(T / h))
    k = n // nsample
    P = []
    t = c.clock()
    for _ in range(nsample):
        mujoco.mj_step(m, d, nstep=k)
        P.append(d.qpos.copy())
    return c.clock() - t, n, read(np.array(P))


def chain(N, integ):
    def run(h, only=None):
        t0 = c.clock()
        b = ""
        l = c.LL
        for i in reversed(range(N)):
            b = body(f"b{i}", (l if i else 0, 0), (l / 2, 0), c.ML, c.ML * l * l / 12, hinge(f"j{i}"), b)
        m = mujoco.MjModel.from_xml_string(xml(b, h, integ))
        setup = (c.clock() - t0)[0]
        if only:
            d = mujoco.MjData(m)
            d.qpos[0] = c.TH0
            t = c.clock()
            mujoco.mj_step(m, d, nstep=only)
            return c.clock() - t, only
        return (*run_model(m, [c.TH0] + [0] * (N - 1), 1.0, 10, h, lambda Q: c.chain_points(np.cumsum(Q, 1))), setup)

    return run


def chain_steps(N, h, steps):
    run = chain(N, "RK4")
    return run(h, steps)[:2]


def loop_attr(h):
    return f'solref="{2 * h:.17g} 1" solimp="0.9999 0.9999 0.001 0.5 2"'


def squeezer(integ):
    p = c.SQ

    def run(h):
        t0 = c.clock()
        kids = {}
        out = ""
        for name, k, par, pv, cm, m, I in reversed(c.SQ_TREE):
            s = f'<site name="D" pos="{c.SQ_D[0]} {c.SQ_D[1]} 0"/>' if name == "K3" else ""
            x = body(name, pv, cm, m, I, hinge(f"q{k}"), kids.get(name, "") + s)
            if par:
                kids[par] = x
            else:
                out = x + out
        eq = "".join(
            f'<connect body1="K2" body2="{k}" anchor="{c.SQ_E["K2"][0]} 0 0" {loop_attr(h)}/>'
            for k in ("K3", "K4", "K6")
        )
        out += f'<site name="C" pos="{p["xc"]} {p["yc"]} 0"/>'
        ex = (
            f'<equality>{eq}</equality><tendon><spatial name="s" stiffness="{p["c0"]}" springlength="{p["lo"]}"><site site="C"/><site site="D"/></spatial></tendon>'
            f'<actuator><motor name="mom" joint="q0"/></actuator>'
        )
        # connect anchors of body2 are taken at qpos0: give the assembled angles as joint refs
        for k in range(7):
            out = out.replace(f'name="q{k}" type', f'name="q{k}" ref="0" type')
        m = mujoco.MjModel.from_xml_string(xml(out, h, integ, 0, ex))
        for i, k in enumerate(("K3", "K4", "K6")):  # anchors in each body's own frame
            m.eq_data[i, :6] = [c.SQ_E["K2"][0], 0, 0, *c.SQ_E[k], 0]
        setup = (c.clock() - t0)[0]
        d0 = [c.SQ_Q0[k] for k in c.SQ_ORDER]
        d = mujoco.MjData(m)
        d.qpos[:] = d0
        d.ctrl[0] = p["mom"]
        n = int(round(0.03 / h))
        kk = n // 30
        P = []
        t = c.clock()
        for _ in range(30):
            mujoco.mj_step(m, d, nstep=kk)
            P.append(d.qpos.copy())
        dt = c.clock() - t
        Q = np.zeros((30, 7))
        Q[:, c.SQ_ORDER] = np.array(P)
        return dt, n, c.sq_points(Q), setup

    return run


def slidercrank(integ):
    p = c.SC
    l1, l2 = p["l1"], p["l2"]

    def run(h):
        t0 = c.clock()
        rod = body("rod", (l1, 0), (l2 / 2, 0), p["m2"], p["m2"] * l2**2 / 12, hinge("rod"))
        b = body(
            "crank",
            (0, 0),
            (l1 / 2, 0),
            p["m1"],
            p["m1"] * l1**2 / 12,
            f'<joint name="crank" type="hinge" axis="0 0 1" damping="{p["D"]}"/>',
            rod,
        )
        b += body("slider", (0, 0), (0, 0), p["m3"], 1e-3, '<joint name="x" type="slide" axis="1 0 0"/>')
        ex = (
            f'<equality><connect body1="rod" body2="slider" anchor="{l2} 0 0" {loop_attr(h)}/></equality>'
            f'<actuator><motor joint="crank"/></actuator>'
        )
        m = mujoco.MjModel.from_xml_string(xml(b, h, integ, extra=ex))
        m.eq_data[0, :6] = [l2, 0, 0, 0, 0, 0]
        setup = (c.clock() - t0)[0]
        f = p["phi0"]
        ps = -np.arcsin(l1 * np.sin(f) / l2)
        d = mujoco.MjData(m)
        d.qpos[:] = [f, ps - f, l1 * np.cos(f) + l2 * np.cos(ps)]
        d.ctrl[0] = p["D"] * p["w0"]
        n = int(round(1 / h))
        k = n // 20
        P = []
        t = c.clock()
        for _ in range(20):
            mujoco.mj_step(m, d, nstep=k)
            P.append(d.qpos.copy())
        dt = c.clock() - t
        Q = np.array(P)
        B = np.stack([l1 * np.cos(Q[:, 0]), l1 * np.sin(Q[:, 0])], -1)
        return dt, n, np.stack([B, np.stack([Q[:, 2], 0 * Q[:, 2]], -1)], 1), setup

    return run


def windows(case, integ):
    """Every link hangs from the world and carries a coupler, whose end is connected to the next link: paths of two."""
    N = case.count

    def run(h, only=None):
        t0 = c.clock()
        l, m, I = c.WL, c.WM, c.WM * c.WL**2 / 12
        bars = [body(f"c{i}", (0, -l), (l / 2, 0), m, I, hinge(f"v{i}")) for i in range(N)] + [""]
        b = "".join(body(f"l{i}", (i, 0), (0, -l / 2), m, I, hinge(f"u{i}"), bars[i]) for i in range(N + 1))
        eq = "".join(
            f'<connect body1="c{i}" body2="l{i + 1}" anchor="{l} 0 0" {loop_attr(h)}/>' for i in range(N)
        )  # hanging is the pose at which the anchors are taken, and there all is assembled
        how = 'solver="Newton" tolerance="1e-14" iterations="50" jacobian="sparse"'  # the CG solver did not get there
        m = mujoco.MjModel.from_xml_string(xml(b, h, integ, extra=f"<equality>{eq}</equality>", solver=how))
        setup = (c.clock() - t0)[0]
        alike = np.ones(2 * N + 1)
        alike[1::2] = -1.0  # the couplers only travel
        d = mujoco.MjData(m)
        d.qpos[:], d.qvel[:] = case.angle * alike, case.speed * alike
        n = int(round(case.end / h))
        P = []
        t = c.clock()
        if only:
            mujoco.mj_step(m, d, nstep=only)
            return c.clock() - t, only, None, setup
        for _ in range(case.samples):
            mujoco.mj_step(m, d, nstep=n // case.samples)
            P.append(d.qpos[0::2].copy())
        dt = c.clock() - t
        th = np.array(P)
        ends = np.stack([np.arange(N + 1) + l * np.sin(th), -l * np.cos(th)], -1)
        return dt, n, ends, setup

    return run


def balls(N, integ):
    """Ball joints: a quaternion a rod, against the rod before; at the start only the first turns against the world."""

    def run(h, only=None):
        t0 = c.clock()
        b = ""
        for i in reversed(range(N)):
            b = (
                f'<body pos="{c.LL if i else 0} 0 0"><joint type="ball" damping="0" armature="0"/>'
                f'<inertial pos="{c.LL / 2} 0 0" mass="{c.ML}" diaginertia="{c.BALL_JA} {c.BALL_JT} {c.BALL_JT}"/>{b}</body>'
            )
        text = xml(b, h, integ).replace(f'gravity="0 {-c.G} 0"', f'gravity="0 0 {-c.G}"')
        m = mujoco.MjModel.from_xml_string(text)
        setup = (c.clock() - t0)[0]
        d = mujoco.MjData(m)
        d.qpos[:4] = [np.cos(c.TH0 / 2), 0.0, -np.sin(c.TH0 / 2), 0.0]
        d.qvel[:3] = c.ball_omega()[1]
        n = only or int(round(1 / h))
        samples = 1 if only else 10
        P = []
        t = c.clock()
        for _ in range(samples):
            mujoco.mj_step(m, d, nstep=n // samples)
            P.append(d.qpos.copy())
        dt = c.clock() - t
        quaternions = np.array(P).reshape(samples, N, 4)
        return dt, n, None if only else c.balls_from_turns(c.turns_of_quaternions(quaternions)), setup

    return run


def heap(count):
    """Spheres in a box: time of a step once the heap lies."""
    fric = 'friction="0.5 0 0" condim="3"'
    number = lambda values: " ".join(f"{value:.17g}" for value in values)
    inertia = 0.4 * spheres.MASS * spheres.RADIUS**2
    mass = f'<inertial pos="0 0 0" mass="{spheres.MASS}" diaginertia="{inertia} {inertia} {inertia}"/>'
    ball = f'<freejoint/>{mass}<geom type="sphere" size="{spheres.RADIUS}" {fric}/>'
    b = "".join(f'<body pos="{number(place)}">{ball}</body>' for place in spheres.places(count))
    for at, normal in spheres.walls(count):
        b += f'<geom type="plane" size="0 0 1" pos="{number(at)}" zaxis="{number(normal)}" {fric}/>'
    option = f'<option timestep="{spheres.STEP}" gravity="0 0 {-c.G}" cone="elliptic"/><size memory="2G"/>'
    m = mujoco.MjModel.from_xml_string(f"<mujoco>{option}<worldbody>{b}</worldbody></mujoco>")
    d = mujoco.MjData(m)
    t, spent = c.clock(), 0.0
    for _ in range(round(spheres.LAID / spheres.STEP)):
        mujoco.mj_step(m, d)
        spent = (c.clock() - t)[0]
        if spent > c.LIMIT:
            break
    speeds = np.array(d.qvel).reshape(count, 6)
    energy = 0.5 * spheres.MASS * np.sum(speeds[:, :3] ** 2) + 0.5 * inertia * np.sum(speeds[:, 3:] ** 2)
    deep = -min((contact.dist for contact in d.contact), default=0.0) / spheres.RADIUS
    row = dict(peer="mujoco", size=count, cpu_s=round(spent, 3), at_s=round(d.time, 3), contacts=int(d.ncon))
    row |= dict(depth=round(deep, 5), kinetic_J=round(float(energy), 4))
    t, steps = c.clock(), 0
    while steps < 10 or (c.clock() - t)[0] < 0.5:
        mujoco.mj_step(m, d)
        steps += 1
    cost = (c.clock() - t)[0] / steps
    row |= dict(ms_per_step=round(1e3 * cost, 4), us_per_contact=round(1e6 * cost / d.ncon, 3))
    print(c.json.dumps(row), flush=True)


if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1].startswith("heap"):
        sys.exit(heap(int(sys.argv[1][4:])))
    if sys.argv[1:] == ["scaling"]:
        c.grow("mujoco", "RK4, a step", "chain", c.SIZES, chain_steps)
        some = lambda N: windows(c.Windows(f"windows{N}"), "RK4")
        c.grow("mujoco", "RK4, a step", "windows", c.SIZES, lambda N, h, steps: some(N)(h, steps)[:2])
        sys.exit()
    for w in sys.argv[1:] or ["chain10", "chain50", "chain200", "squeezer", "slidercrank", "windows40"]:
        for integ in ("RK4", "implicitfast", "Euler"):
            order = stages = 4 if integ == "RK4" else 1
            if w.startswith("chain"):
                c.sweep(chain(int(w[5:]), integ), "mujoco", integ, w, order, stages=stages)
            elif c.has_balls(w):
                run = balls(int(w[5:]), integ)
                c.sweep(run, "mujoco", integ, w, order, stages=stages, probe=lambda h: run(h, 2))
            elif c.has_windows(w):
                run = windows(c.Windows(w), integ)
                c.sweep(run, "mujoco", integ + ", connect", w, order, stages=stages, probe=lambda h: run(h, 2))
            else:
                c.sweep(
                    {"squeezer": squeezer, "slidercrank": slidercrank}[w](integ),
                    "mujoco",
                    integ + ", connect",
                    w,
                    order,
                    stages=stages,
                )
    if not sys.argv[1:]:  # cost of a Python call per step
        m = mujoco.MjModel.from_xml_string("<mujoco><worldbody/></mujoco>")
        d = mujoco.MjData(m)
        t = c.clock()
        [mujoco.mj_step(m, d) for _ in range(100000)]
        print("# empty mj_step from Python: %.2f us" % ((c.clock() - t)[0] * 10))
