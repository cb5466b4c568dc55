"""Bodies of the time-stepping: velocities of their centres along the world's axes, forces, and how they move on.

A step turns a body twice by half the step: with the spin before, to where contacts are looked for, and with the spin
after. In the plane the third axis is that of the angle, so that one set of formulas serves both worlds.
Free bodies have the midpoint rule, J (W1 - W0) + h W x J W = h n with W between W0 and W1, so that spin alone
keeps its energy.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.numerics.vectors_kernel import cross, dot, into_body, into_world, minus, plus, put, times, vector
from linkwork.places.layout_kernel import BODIES, CHARTS, COLUMNS, LOAD, POSE, POSE_SIZE, REFERENCE, Q, V
from linkwork.places.spatial.layout_kernel import POSE_SIZE as SPATIAL_POSE
from linkwork.places.spatial.layout_kernel import QUATERNION
from linkwork.system.constraints.equations_kernel import place_bodies
from linkwork.system.spatial.body_kernel import inertia
from linkwork.system.spatial.body_kernel import times as inertia_times
from linkwork.system.spatial.rotation_kernel import chart_rate, charted
from linkwork.system.stepping.axes_kernel import (
    columns_of,
    in_space,
    mass_at,
    mass_of,
    offset_of,
    origin_of,
    put_columns,
    to_body,
    to_world,
)
from linkwork.system.stepping.layout_kernel import (
    BEFORE,
    CENTRE,
    INVERSE_AT,
    INVERSE_INERTIA,
    INVERSE_MASS,
    KEPT_AT,
    LINK_OF_AT,
    NUDGE,
    OFFSET,
    SPIN,
    TURN,
    VELOCITY,
    body_at,
    room,
    table,
)

NEWTON_STEPS = 3  # for the spin of a body that is no ball


@njit
def is_free(k, body):
    """Whether a body answers impulses alone."""
    return k[table(k, LINK_OF_AT) + body] < 0


@njit
def move_half(k, p, w, h):
    """From the state of the workspace, with charts at zero, to the poses in the middle of the step."""
    place_bodies(k, w)
    for body in range(1, k[BODIES] + 1):
        at = body_at(k, body)
        u, spin = columns_of(k, w, k[V], body)
        offset, turning = offset_of(k, p, w, body), to_world(k, w, body, spin)
        speed = plus(u, cross(turning, offset))
        put(w, at + VELOCITY, speed)
        put(w, at + CENTRE, plus(origin_of(k, w, body), offset))
        put(w, at + TURN, times(0.5 * h, spin))
    keep_references(k, w)
    turn_and_move(k, p, w, h)
    for body in range(1, k[BODIES] + 1):
        at = body_at(k, body)
        spin = columns_of(k, w, k[V], body)[1]
        put(w, at + SPIN, to_world(k, w, body, spin))
        for i in range(6):
            w[at + BEFORE + i] = w[at + VELOCITY + i]
        answer_alone(k, p, w, body)
    adopt_references(k, w)
    for body in range(1, k[BODIES] + 1):
        at = body_at(k, body)
        spin, around = columns_of(k, w, k[V], body)[1], cross(vector(w, at + SPIN), vector(w, at + OFFSET))
        put_columns(k, w, k[V], body, minus(vector(w, at + VELOCITY), around), spin)


@njit
def turn_and_move(k, p, w, h):
    """Half a step: centres by their velocities, orientations by the turns; poses and coordinates follow."""
    size = k[COLUMNS]
    for body in range(1, k[BODIES] + 1):
        at, q = body_at(k, body), k[Q] + size * (body - 1)
        if size == 6:
            put(w, q + 3, vector(w, at + TURN))
        else:
            w[q + 2] += w[at + TURN + 2]
    place_bodies(k, w)
    for body in range(1, k[BODIES] + 1):
        at, q = body_at(k, body), k[Q] + size * (body - 1)
        offset = offset_of(k, p, w, body)
        centre = plus(vector(w, at + CENTRE), times(0.5 * h, vector(w, at + VELOCITY)))
        put(w, at + CENTRE, centre)
        put(w, at + OFFSET, offset)
        place = minus(centre, offset)
        pose = k[POSE] + (SPATIAL_POSE if size == 6 else POSE_SIZE) * body
        for i in range(size // 2 + size % 2):
            w[q + i] = place[i]
            w[pose + i] = place[i]


@njit
def keep_references(k, w):
    """Remember the references of the charts at the start of the step."""
    if k[CHARTS] > 0:
        for i in range(QUATERNION * k[BODIES]):
            w[room(k, KEPT_AT) + i] = w[k[REFERENCE] + i]


@njit
def adopt_references(k, w):
    """The orientations in the middle of the step become the references of the charts."""
    if k[CHARTS] > 0:
        for body in range(k[BODIES]):
            u, reference = k[Q] + 6 * body + 3, k[REFERENCE] + QUATERNION * body
            w[reference], w[reference + 1], w[reference + 2], w[reference + 3] = charted(w, reference, u)
            put(w, u, (0.0, 0.0, 0.0))


@njit
def answer_alone(k, p, w, body):
    """Inverse mass and inertia of a body that is free; a linked one has none of its own."""
    at, number = body_at(k, body), mass_of(k, body)
    for i in range(7):
        w[at + INVERSE_MASS + i] = 0.0
    if not is_free(k, body) or number < 0:
        return
    inverse, here = table(k, INVERSE_AT), at + INVERSE_INERTIA
    w[at + INVERSE_MASS] = 1.0 / p[mass_at(k, number)]
    if not in_space(k):
        w[here + 2] = p[inverse + 6 * number + 2]
        return
    _turn_matrix(part(w, k[POSE]), SPATIAL_POSE * body, p, inverse + 6 * number, w, here)


@njit
def _turn_matrix(pose, i, p, source, w, to):
    """A J A' of a symmetric matrix xx, yy, zz, xy, yz, zx."""
    xx, yy, zz, xy, yz, zx = p[source], p[source + 1], p[source + 2], p[source + 3], p[source + 4], p[source + 5]
    if xx == yy and yy == zz and xy == 0.0 and yz == 0.0 and zx == 0.0:
        w[to], w[to + 1], w[to + 2] = xx, yy, zz
        return
    rows = (vector(pose, i + 3), vector(pose, i + 6), vector(pose, i + 9))
    for n in range(6):
        one, other = (n, n) if n < 3 else (n - 3, (n - 2) % 3)
        turned = inertia_times(xx, yy, zz, xy, yz, zx, rows[other][0], rows[other][1], rows[other][2])
        w[to + n] = dot(rows[one], turned)


@njit
def answer(w, at, torque):
    """Change of the spin by an impulse of torque, in world axes."""
    i = at + INVERSE_INERTIA
    return inertia_times(w[i], w[i + 1], w[i + 2], w[i + 3], w[i + 4], w[i + 5], torque[0], torque[1], torque[2])


@njit
def spin_force(k, p, w, body):
    """m w x (w x c) of the spin before: forces lack it that hold for the origin, not for the mass centre.

    Velocities of the centres are those that a step changes. Between poses it is they that stay, so that nothing is left
    of this force.
    """
    number, at = mass_of(k, body), body_at(k, body)
    if number < 0:
        return 0.0, 0.0, 0.0
    mass = p[mass_at(k, number)]
    spin, offset = vector(w, at + BEFORE + SPIN - VELOCITY), vector(w, at + OFFSET)
    return times(mass, cross(spin, cross(spin, offset)))


@njit
def push_free(k, p, w, h):
    """Let the forces in the workspace act on the free bodies over a step."""
    for body in range(1, k[BODIES] + 1):
        number = mass_of(k, body)
        if not is_free(k, body) or number < 0:
            continue
        at = body_at(k, body)
        spin = vector(w, at + SPIN)
        offset = vector(w, at + OFFSET)
        force, torque = columns_of(k, w, k[LOAD], body)
        mass = 1.0 / w[at + INVERSE_MASS]
        force = plus(force, spin_force(k, p, w, body))
        put(w, at + VELOCITY, plus(vector(w, at + VELOCITY), times(h / mass, force)))
        if not in_space(k):
            moment = torque[2] - (offset[0] * force[1] - offset[1] * force[0])
            w[at + SPIN + 2] += h * w[at + INVERSE_INERTIA + 2] * moment
            continue
        here = mass_at(k, number)
        before = into_body(part(w, k[POSE]), SPATIAL_POSE * body, spin)
        about = inertia(p, here)
        momentum = inertia_times(
            about[0], about[1], about[2], about[3], about[4], about[5], before[0], before[1], before[2]
        )
        lever = into_body(part(w, k[POSE]), SPATIAL_POSE * body, cross(offset, force))
        moment = minus(plus(torque, cross(before, momentum)), lever)
        after = spun(p, here + 4, before, times(h, moment), h)
        put(w, at + SPIN, into_world(part(w, k[POSE]), SPATIAL_POSE * body, after))


@njit
def spun(p, j, before, push, h):
    """The spin after a step, in body axes: the midpoint rule of Euler's equations, by Newton's method."""
    xx, yy, zz, xy, yz, zx = p[j], p[j + 1], p[j + 2], p[j + 3], p[j + 4], p[j + 5]
    after = before
    ball = xx == yy and yy == zz and xy == 0.0 and yz == 0.0 and zx == 0.0
    for _ in range(1 if ball else NEWTON_STEPS):
        m = times(0.5, plus(before, after))
        s = inertia_times(xx, yy, zz, xy, yz, zx, m[0], m[1], m[2])
        d = minus(after, before)
        change = inertia_times(xx, yy, zz, xy, yz, zx, d[0], d[1], d[2])
        rest = minus(plus(change, times(h, cross(m, s))), push)
        # J + h/2 (m x J - (J m) x), column by column
        g = 0.5 * h
        c1 = plus((xx, xy, zx), times(g, minus(cross(m, (xx, xy, zx)), cross(s, (1.0, 0.0, 0.0)))))
        c2 = plus((xy, yy, yz), times(g, minus(cross(m, (xy, yy, yz)), cross(s, (0.0, 1.0, 0.0)))))
        c3 = plus((zx, yz, zz), times(g, minus(cross(m, (zx, yz, zz)), cross(s, (0.0, 0.0, 1.0)))))
        whole = dot(c1, cross(c2, c3))
        step = (
            dot(rest, cross(c2, c3)) / whole,
            dot(c1, cross(rest, c3)) / whole,
            dot(c1, cross(c2, rest)) / whole,
        )
        after = minus(after, step)
    return after


@njit
def move_on(k, p, w, h, z, trial):
    """The second half of the step, and the displacements that push overlaps out, which change no velocity.

    Coordinates at the end of the step go to z[trial], with the references of its start.
    """
    size, n_bodies = k[COLUMNS], k[BODIES]
    for body in range(1, n_bodies + 1):
        at = body_at(k, body)
        spin = to_body(k, w, body, vector(w, at + SPIN))
        put_columns(k, w, k[V], body, vector(w, at + VELOCITY), spin)
        first = vector(w, at + TURN)
        put(w, at + BEFORE, first)
        put(w, at + TURN, plus(times(0.5 * h, spin), to_body(k, w, body, vector(w, at + NUDGE + 3))))
        put(w, at + CENTRE, plus(vector(w, at + CENTRE), vector(w, at + NUDGE)))
    turn_and_move(k, p, w, h)
    for body in range(1, n_bodies + 1):
        at = body_at(k, body)
        u, spin = columns_of(k, w, k[V], body)
        turning = to_world(k, w, body, spin)
        put_columns(k, w, k[V], body, minus(u, cross(turning, vector(w, at + OFFSET))), spin)
    for i in range(size * n_bodies):
        z[trial + i] = w[k[Q] + i]
    if k[CHARTS] == 0:
        return
    for i in range(QUATERNION * n_bodies):
        w[k[REFERENCE] + i] = w[room(k, KEPT_AT) + i]
    for body in range(n_bodies):
        at = body_at(k, body + 1)
        first, second = vector(w, at + BEFORE), vector(w, at + TURN)
        share = 1.0 / (1.0 - 0.25 * dot(first, second))
        u = times(share, plus(plus(first, second), times(0.5, cross(first, second))))
        put(z, trial + 6 * body + 3, u)
        put(w, k[Q] + 6 * body + 3, u)
        v = k[V] + 6 * body + 3
        w[v], w[v + 1], w[v + 2] = chart_rate(u[0], u[1], u[2], w[v], w[v + 1], w[v + 2])
