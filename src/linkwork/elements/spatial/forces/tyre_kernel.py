"""A tyre on a road: load, slip forces and moments on a wheel, and the opposite on the road's body.

Road: point s_i, x axis f_i and normal h_i of the first body. Wheel: centre s_j and axle h_j of the second. In the world
n is the normal (of the plane under the wheel, where the road is uneven: `tyre_road_kernel.py`), a the axle, D the
distance of the centre from the plane, S = sqrt(1 - (n . a)^2), w = (n - (n . a) a) / S up in the plane of the wheel,
e_x = a x w its heading along the road and e_y = n x e_x (left of it, for an axle that points to the left).

    disc (crown radius 0)   deflection x = R - D / S in the plane of the wheel, load Fz = (k x + c x') / S,
                            contact point r_jC - (D / S) w
    torus, crown radius r   deflection x = r - h with h = D - (R - r) S, load Fz = k x + c x',
                            contact point r_jC - (R - r) w - h n: it moves sideways and round as the wheel leans
    velocities     V of the wheel's point there, V_sx = e_x . V, V_sy = e_y . V;  V_x = V_sx + q a . (W_j - W_i) with
                   the loaded radius q: the contact point's distance from the axle

All velocities are against the road. The loaded radius is the rolling radius. On a flat road k x^2 / 2 is the exact
potential of the load; on an uneven one its power is told as given by the road. A wheel that does not spin (a body that
carries it, free rolling) has no slip force along its heading. The moments of rolling resistance (about e_y, against the
rolling) and, by coefficients, of overturning (about e_x) act beside M_z. Power lost: by the damper, -F . V_s, and minus
the moments times the turning. With relaxation lengths -F . V_s goes in part into the tread, which gives it back.

Where the tyre knows turn slip: with W = W_j - W_i and c = n . a, the heading turns by psi' = (n . W - c a . W) / S^2
and the wheel rolls by (a . W - c n . W) / S^2; one whose body does not spin rolls by V_x / q - c psi'. phi_t = psi' /
sqrt(V_x^2 + v0^2). A side force changes its side with the way of rolling and is none on the spot, so it has phi_t o
with o = V_x / sqrt(V_x^2 + v0^2), a smooth sign of V_x. In LINEAR, HSRI and BRUSH turn slip pushes across the wheel by
-C_phi phi_t o (with camber, within the friction) and turns it by -C_m phi_t / sqrt(1 + (C_m phi_t / M)^2) with M = l mu
Fz: the moment of turning on the spot.
"""

from __future__ import annotations

from linkwork.elements.one_sided_kernel import one_sided
from linkwork.elements.spatial.forces.magic_formula.letters_kernel import DEGREES, by_letters, peak_friction, slopes
from linkwork.elements.spatial.forces.magic_formula.motorcycle_kernel import by_motorcycle, stiffness_across
from linkwork.elements.spatial.forces.magic_formula.named_kernel import LMUY, PDY1, by_coefficients, stiffnesses
from linkwork.elements.spatial.forces.tyre_road_kernel import FIELD, FLAT_ROAD, STEPS, grip_at, height_at, on_steps
from linkwork.elements.spatial.forces.tyre_slip_kernel import (
    BRUSH,
    COEFFICIENTS,
    HSRI,
    LETTERS,
    LINEAR,
    MAGIC,
    MOTORCYCLE,
    elastic,
    magic,
    root,
    stretched,
)
from linkwork.elements.spatial.freedom_kernel import put, put_powers
from linkwork.elements.spatial.vectors_kernel import cross, dot, into_body, into_world, minus, plus, times, vector
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import asin, atan, sqrt
from linkwork.numerics.switch_kernel import SWITCH

# p, behind s_i, f_i, h_i, s_j, h_j
RADIUS, CROWN, STIFFNESS, DAMPING, FRICTION, LOW_SPEED = range(15, 21)
RELAX_ALONG, RELAX_ACROSS, CAMBER, CAMBER_MOMENT, TRAIL, ROLLING = range(21, 27)
TURN_STIFFNESS, TURN_MOMENT, TURN_LEVER, MODEL_AT = range(27, 31)
# k, behind the two bodies
MODEL, SPINS, SWITCHES, REPORT, ROAD_KIND, ROAD_AT, ROAD_ROWS, ROAD_COLUMNS, PATCHES = range(4, 13)
STATE_ALONG, RATE_ALONG, STATE_ACROSS, RATE_ACROSS, TURNS = range(13, 18)
FLAT = 1e-6  # a wheel whose plane is nearer to the road's than this does not touch it
SLIP_ANGLE, SLIP_RATIO, LOAD, ALONG, ACROSS, ALIGNING, GRIP, SATURATED, LEAN, TURN_SLIP = range(10)  # what it reports


@njit
def slips(memory, p, k, a, b, load, limit, camber, speed, along, across):
    """s_x, s_y: the slips of the model, from its states where it has relaxation lengths."""
    model, low, m = k[b + MODEL], p[a + LOW_SPEED], a + MODEL_AT
    pace = speed - along if model in (HSRI, BRUSH) else speed
    smooth = sqrt(pace * pace + low * low)
    s_x, s_y = -along / smooth, -across / smooth
    relax_x, relax_y = p[a + RELAX_ALONG], p[a + RELAX_ACROSS]
    if relax_x.real <= 0.0 and relax_y.real <= 0.0:
        return s_x, s_y
    rolls = limit.real > 0.0
    stiff_x, stiff_y = p[m] + 0.0 * load, p[m + 1] + 0.0 * load
    if model == MAGIC:
        stiff_x, stiff_y = p[m] * p[m + 1] * p[m + 2] * load, p[m + 4] * p[m + 5] * p[m + 6] * load
    elif model == COEFFICIENTS:
        stiff_x, stiff_y = stiffnesses(p, m, load, camber)
    elif model == MOTORCYCLE:
        stiff_x, stiff_y = stiffnesses(p, m, load, camber)[0], stiffness_across(p, m, load, asin(camber))
    elif model == LETTERS:
        stiff_x, stiff_y = slopes(p, m, load, DEGREES * asin(camber))
    most = limit if rolls else 1.0 + 0.0 * limit
    if relax_x.real > 0.0:
        state, rate = k[b + STATE_ALONG], k[b + RATE_ALONG]
        s_x = stretched(memory, state, rate, relax_x, along, pace, low, stiff_x / most, rolls)
    if relax_y.real > 0.0:
        state, rate = k[b + STATE_ACROSS], k[b + RATE_ACROSS]
        s_y = stretched(memory, state, rate, relax_y, across, pace, low, stiff_y / most, rolls)
    return s_x, s_y


@njit
def turning_slips(p, k, a, b, axle, n, camber, square, turning, speed, reach):
    """The turning of the heading, and the camber times the rolling, over the speed."""
    low = p[a + LOW_SPEED]
    smooth = sqrt(speed * speed + low * low)
    about_normal, about_axle = dot(n, turning), dot(axle, turning)
    turn = (about_normal - camber * about_axle) / square
    if k[b + SPINS] == 0:  # it rolls without the body
        rolling = speed / reach - camber * turn
    else:
        rolling = (about_axle - camber * about_normal) / square
    return turn / smooth, rolling * camber / smooth


@njit
def slip_forces(memory, p, k, a, b, load, friction, limit, camber, speed, s_x, s_y, turn, tilt):
    """F_x, F_y, M_x, share of rolling resistance, M_z, whether the tyre is saturated."""
    model, m, low = k[b + MODEL], a + MODEL_AT, p[a + LOW_SPEED]
    none = 0.0 * load
    onward = speed / sqrt(speed * speed + low * low)  # a smooth sign: -1 in reverse, 0 on the spot
    if model == COEFFICIENTS:
        return by_coefficients(p, m, load, friction, s_x, -s_y, camber, k[b + TURNS] != 0, turn, tilt, onward)
    if model == MOTORCYCLE:
        lean = onward * onward * asin(camber)
        return by_motorcycle(p, m, load, friction, s_x, -atan(s_y), lean, onward, k[b + SPINS] != 0)
    if model == LETTERS:
        return by_letters(p, m, load, friction, s_x, -atan(s_y), onward * onward * asin(camber))
    if model == MAGIC:
        grip = friction / p[a + FRICTION]
        x, y, z, saturated = magic(p, m, grip * load, s_x / grip, atan(s_y) / grip)
        return x, y, none, none, z, saturated
    lean = -camber * speed * speed / (speed * speed + low * low)
    if model == LINEAR:
        s_y = atan(s_y)
    switch = k[b + SWITCHES] + 2 * SWITCH
    push, twist = p[a + CAMBER] * lean, p[a + CAMBER_MOMENT] * lean
    if k[b + TURNS] != 0:
        push = push - p[a + TURN_STIFFNESS] * turn * onward
        twist = twist + drilling(p[a + TURN_MOMENT] * turn, p[a + TURN_LEVER] * limit)
    x, y, z, saturated = elastic(model, p, m, p[a + TRAIL], push, limit, s_x, s_y, memory, switch)
    return x, y, none, none, z + twist, saturated


@njit
def drilling(elastic_moment, most):
    """The moment against turning, which grows to the most that friction gives."""
    if most.real <= 0.0:
        return 0.0 * elastic_moment
    share = elastic_moment / most
    return -elastic_moment / sqrt(1.0 + share * share)


@njit
def plane_below(p, k, a, b, radius, axle, n, f, d):
    """Normal of the plane under the wheel, its distance from the centre, the factor of the friction there.

    n and f are the normal and the x axis of the road, d the centre from its point.
    """
    kind, rows, columns = k[b + ROAD_KIND], k[b + ROAD_ROWS], k[b + ROAD_COLUMNS]
    first = a + k[b + ROAD_AT]
    normal, distance = n, dot(n, d)
    if kind == FLAT_ROAD and k[b + PATCHES] == 0:
        return normal, distance, 1.0 + 0.0 * distance
    g = cross(n, f)
    lean = dot(n, axle)
    square = 1.0 - lean * lean
    below = d
    if square.real > FLAT * FLAT:
        below = minus(d, times(radius / sqrt(square), minus(n, times(lean, axle))))
    x, y = dot(f, below), dot(g, below)
    after = first
    if kind == STEPS:
        along, up, distance = on_steps(p, first, rows, radius, dot(f, d), distance)
        normal = plus(times(along, f), times(up, n))
        after = first + 2 * rows
    elif kind == FIELD:
        z, z_x, z_y = height_at(p, first, rows, columns, x, y)
        size = 1.0 / sqrt(1.0 + z_x * z_x + z_y * z_y)
        normal = times(size, minus(n, plus(times(z_x, f), times(z_y, g))))
        distance = size * (distance - z - z_x * (dot(f, d) - x) - z_y * (dot(g, d) - y))
        after = first + 4 + rows * columns
    return normal, distance, grip_at(p, after, k[b + PATCHES], x, y)


def tyre(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, f_i, h_i, s_j, h_j, R, ... (see above), numbers of the model, of the road, of its patches."""
    i, j, vi, vj, report = k[b], k[b + 2], k[b + 1], k[b + 3], k[b + REPORT]
    axle, centre = into_world(pose, j, vector(p, a + 12)), into_world(pose, j, vector(p, a + 9))
    apart = minus(vector(pose, j), vector(pose, i))
    d = minus(plus(apart, centre), into_world(pose, i, vector(p, a)))
    radius, crown = p[a + RADIUS], p[a + CROWN]
    road, ahead = into_world(pose, i, vector(p, a + 6)), into_world(pose, i, vector(p, a + 3))
    n, distance, grip = plane_below(p, k, a, b, radius, axle, road, ahead, d)
    camber = dot(n, axle)
    square = 1.0 - camber * camber
    # two wrenches, energy, two powers, strength
    for place in range(16):
        out[c + place] = 0.0 * camber
    stands = square.real > FLAT * FLAT
    size = sqrt(square) if stands else 1.0 + 0.0 * square
    up = times(1.0 / size, minus(n, times(camber, axle)))
    heading = cross(axle, up)
    left = cross(n, heading)
    if crown.real > 0.0:
        height, factor = distance - (radius - crown) * size, 1.0 + 0.0 * size
        deflection, reach = crown - height, radius - crown + height * size
        b_j = minus(centre, plus(times(radius - crown, up), times(height, n)))
    else:
        reach, factor = distance / size, 1.0 / size
        deflection = radius - reach
        b_j = minus(centre, times(reach, up))
    if not stands:
        deflection = -1.0 + 0.0 * size
    b_i = plus(apart, b_j)
    w_i, w_j = into_world(pose, i, vector(twist, vi + 3)), into_world(pose, j, vector(twist, vj + 3))
    travel = minus(minus(vector(twist, vj), vector(twist, vi)), cross(w_i, b_i))
    velocity = plus(travel, cross(w_j, b_j))
    turning = minus(w_j, w_i)
    sinking = -dot(n, velocity) * factor
    spring, damper = one_sided(
        memory, k[b + SWITCHES], 1.0, True, deflection, p[a + STIFFNESS] * deflection, p[a + DAMPING] * sinking
    )
    load = (spring + damper) * factor
    friction = grip * p[a + FRICTION]
    limit = friction * load
    if k[b + MODEL] in (COEFFICIENTS, MOTORCYCLE):
        limit = limit * p[a + MODEL_AT + PDY1] * p[a + MODEL_AT + LMUY]
    elif k[b + MODEL] == LETTERS:
        limit = limit * peak_friction(p, a + MODEL_AT, load)
    along, across = dot(heading, velocity), dot(left, velocity)
    rolling = reach * dot(axle, turning)
    speed = along + rolling
    if k[b + SPINS] == 0:
        along, rolling = 0.0 * along, speed
    s_x, s_y = slips(memory, p, k, a, b, load, limit, camber, speed, along, across)
    turn, tilt = 0.0 * speed, 0.0 * speed
    if k[b + TURNS] != 0 and stands:
        turn, tilt = turning_slips(p, k, a, b, axle, n, camber, square, turning, speed, reach)
        memory[report + TURN_SLIP] = turn
    x, y, tip, resists, z, saturated = slip_forces(
        memory, p, k, a, b, load, friction, limit, camber, speed, s_x, s_y, turn, tilt
    )
    low = p[a + LOW_SPEED]
    resistance = (p[a + ROLLING] + resists) * load * rolling / sqrt(rolling * rolling + low * low)
    if k[b + SPINS] == 0:
        x = x - resistance
        resistance = 0.0 * resistance
    force = plus(times(load, n), plus(times(x, heading), times(y, left)))
    moment = plus(times(z, n), minus(times(tip, heading), times(resistance * reach, left)))
    put(out, c, times(-1.0, force))
    put(out, c + 3, into_body(pose, i, times(-1.0, plus(cross(b_i, force), moment))))
    put(out, c + 6, force)
    put(out, c + 9, into_body(pose, j, plus(cross(b_j, force), moment)))
    flat = 1.0 if k[b + ROAD_KIND] == FLAT_ROAD else 0.0
    lost = damper * sinking - x * dot(heading, velocity) - y * across - dot(moment, turning)
    put_powers(flat * 0.5 * spring * deflection, lost, (flat - 1.0) * spring * sinking, load, c, out)
    smooth = sqrt(speed * speed + low * low)
    memory[report + SLIP_ANGLE] = -atan(across / smooth)
    memory[report + SLIP_RATIO] = -along / smooth
    memory[report + LOAD] = load
    memory[report + ALONG] = x
    memory[report + ACROSS] = y
    memory[report + ALIGNING] = z
    memory[report + GRIP] = root(x * x + y * y) / limit if limit.real > 0.0 else 0.0 * limit
    memory[report + SATURATED] = 1.0 if saturated else 0.0
    memory[report + LEAN] = asin(camber)
