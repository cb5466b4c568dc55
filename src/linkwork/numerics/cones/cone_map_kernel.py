"""How far forces h are from solving a problem of contact and friction: the map that is zero at a solution.

    normal    h_N - max(0, h_N - r x_N)
    friction  h_T - (h_T - r x_T brought back into the ball of radius mu N)

(Alart, Curnier 1991), N being max(0, h_N - r x_N) of a contact, |L0 + L h| + preload of a joint. A sliding cone has
h_T + mu N u in place of the second, an equality r x.
"""

from __future__ import annotations

from linkwork.numerics.cones.cone_layout_kernel import (
    COEFFICIENT,
    CONES,
    CONTACT,
    DEFECT,
    DIRECTION,
    EQUAL,
    FLOOR,
    IDLE,
    KIND,
    MODE,
    NORMAL_STEP,
    OPEN,
    ROW,
    SLIDE,
    SLIDING,
    STATE,
    STICK,
    TANGENT_STEP,
    TANGENTS,
    WEIGHT,
    H,
    X,
    cone_at,
    copy,
    first_tangent,
    load_length,
    number,
    vector_at,
)
from linkwork.numerics.jit import njit
from linkwork.numerics.signed_kernel import larger, root

WITHIN = 1.0 + 1e-12  # lengths come of square roots: so much above a bound is on it
RESTS = 1e-10  # of its bound: force that would stop what has begun to slip, if it has


@njit
def is_linear(w, cone):
    """Whether a cone's friction is given by its normal force alone: it slides, or has none."""
    return w[cone + STATE].real == SLIDING or w[cone + COEFFICIENT].real == 0.0


@njit
def normal_force(w, at, cone):
    """The force that presses a cone's surfaces together."""
    h, row = number(w, at + H), int(w[cone + ROW].real)
    if w[cone + KIND].real == CONTACT:
        return larger(w[cone + FLOOR], w[h + row] - w[cone + NORMAL_STEP] * w[number(w, at + X) + row])
    return load_length(w, at, cone, h)


@njit
def aimed(w, at, cone, component):
    """Component of h_T - r x_T."""
    row = first_tangent(w, cone) + component
    return w[number(w, at + H) + row] - w[cone + TANGENT_STEP] * w[number(w, at + X) + row]


@njit
def aimed_length(w, at, cone):
    """Length of h_T - r x_T."""
    square = 0.0
    for i in range(int(w[cone + TANGENTS].real)):
        square += aimed(w, at, cone, i) * aimed(w, at, cone, i)
    return root(square)


@njit
def speed_length(w, at, cone):
    """Length of x_T, real."""
    square, x = 0.0, number(w, at + X) + first_tangent(w, cone)
    for i in range(int(w[cone + TANGENTS].real)):
        square += w[x + i].real ** 2
    return square**0.5


@njit
def measure(w, at):
    """Fill the map at h and x; returns its greatest scaled entry."""
    defect, h, weight = vector_at(w, at, DEFECT), number(w, at + H), vector_at(w, at, WEIGHT)
    copy(w, h, defect, number(w, at))
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        row, tangent = int(w[cone + ROW].real), first_tangent(w, cone)
        if w[cone + KIND].real >= IDLE:
            continue
        if w[cone + KIND].real == EQUAL:
            w[defect + row] = w[cone + NORMAL_STEP] * w[number(w, at + X) + row]
            continue
        normal = normal_force(w, at, cone)
        if w[cone + KIND].real == CONTACT:
            w[defect + row] = w[h + row] - normal
        bound, length = w[cone + COEFFICIENT] * normal, aimed_length(w, at, cone)
        for j in range(int(w[cone + TANGENTS].real)):
            if is_linear(w, cone):
                friction = -bound * w[cone + DIRECTION + j]
            else:
                friction = aimed(w, at, cone, j) * (1.0 if length.real <= bound.real else bound / length)
            w[defect + tangent + j] = w[h + tangent + j] - friction
    greatest = 0.0
    for i in range(number(w, at)):
        size = abs(w[defect + i].real) / w[weight + i].real
        if not size <= greatest:
            greatest = size
    return greatest


@njit
def find_modes(w, at):
    """Modes, and directions where slip begins, from h and x."""
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        if w[cone + KIND].real >= IDLE:
            w[cone + MODE] = OPEN
            continue
        normal, length = normal_force(w, at, cone), aimed_length(w, at, cone)
        bound = w[cone + COEFFICIENT] * normal
        if w[cone + KIND].real == EQUAL:
            w[cone + MODE] = STICK
        elif w[cone + KIND] == CONTACT and normal == 0.0:
            w[cone + MODE] = OPEN
        elif is_linear(w, cone) or w[cone + TANGENTS] == 0.0:
            w[cone + MODE] = SLIDE
        elif length <= bound * WITHIN or w[cone + TANGENT_STEP] * speed_length(w, at, cone) <= RESTS * bound:
            w[cone + MODE] = STICK
        else:
            w[cone + MODE] = SLIDE
            for j in range(int(w[cone + TANGENTS].real)):
                w[cone + DIRECTION + j] = -aimed(w, at, cone, j) / length
