"""Impacts of several contacts at once: impulses h, velocities b before and x = W h + b after.

Newton: x_N + e u_N >= 0 is complementary to the impulse, u being the velocity before; friction likewise with x_T and
its own restitution. Poisson (Pfeiffer, Glocker 1996): a phase of compression without restitution, then one of expansion
with at least e times the impulse of the first. Friction is Coulomb's with the kinetic coefficient in both; a joint's is
bounded by its impulsive load. Velocities after the impact give the cones their states and modes.
"""

from __future__ import annotations

from linkwork.numerics.cones.cone_carry_kernel import carry_set
from linkwork.numerics.cones.cone_layout_kernel import (
    BEFORE,
    COEFFICIENT,
    COMPRESSION,
    CONES,
    CONTACT,
    EQUAL,
    FLOOR,
    IDLE,
    KEPT_NUMBERS,
    KIND,
    KINETIC,
    LOAD,
    LOADS,
    MODE,
    NOW,
    OPEN,
    PRELOAD,
    RESTING,
    RESTITUTION,
    ROW,
    SLIDE,
    SLIDING,
    SOLVED,
    STATE,
    STICK,
    TANGENTIAL,
    TANGENTS,
    UNCARRIED,
    WEIGHT,
    B,
    H,
    X,
    cone_at,
    copy,
    evaluate,
    first_tangent,
    kept_cones_at,
    kept_loads_at,
    number,
    turn_direction,
    vector_at,
)
from linkwork.numerics.cones.cone_newton_kernel import clear_forces
from linkwork.numerics.jit import njit, part

RAISED = 4  # status: solved, but with more energy than before
KEPT_PRELOAD = 3  # of the numbers kept a cone
ENERGY_NOISE = 1e-11  # of the energy that impulses exchange
STILL = 1e-11  # of the velocities: below this one is zero
STILL_TURNING = 2e-9  # the same of a slip that can turn: its last stretch is not followed
BISECTIONS = 40


@njit
def energy_lost(w, at):
    """Kinetic energy that the impulses h have taken: -h.(u + x)/2, u being the velocities before in b."""
    h, x, b, total = number(w, at + H), number(w, at + X), number(w, at + B), 0.0
    for i in range(number(w, at)):
        total -= 0.5 * w[h + i] * (w[x + i] + w[b + i])
    return total


@njit
def energy_exchanged(w, at):
    """Size of the energies that the impulses exchange."""
    h, x, b, total = number(w, at + H), number(w, at + X), number(w, at + B), 0.0
    for i in range(number(w, at)):
        total += 0.5 * abs(w[h + i].real) * (abs(w[x + i].real) + abs(w[b + i].real))
    return total


@njit
def has_gained(w, at):
    """Whether an impact has raised the energy."""
    return energy_lost(w, at).real < -ENERGY_NOISE * energy_exchanged(w, at)


@njit
def end_of_slip(w, cone):
    """Slip, as a share of the velocities, that counts as none."""
    return STILL if w[cone + TANGENTS].real <= 1.0 else STILL_TURNING


@njit
def begin_impact(w, at):
    """Friction with the kinetic coefficient, of unknown direction, without preloads."""
    kept = kept_cones_at(w, at)
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        w[kept + KEPT_NUMBERS * i + KEPT_PRELOAD] = w[cone + PRELOAD]
        w[cone + COEFFICIENT], w[cone + STATE] = w[cone + KINETIC], RESTING
        w[cone + PRELOAD], w[cone + FLOOR] = 0.0, 0.0


@njit
def end_impact(w, at):
    """Give back the preloads; states, modes and directions from the velocities after the impact."""
    x, b, weight = number(w, at + X), number(w, at + B), vector_at(w, at, WEIGHT)
    kept, size = kept_cones_at(w, at), 0.0
    for i in range(number(w, at)):
        size = max(size, max(abs(w[b + i].real), abs(w[x + i].real)) * w[weight + i].real)
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        w[cone + PRELOAD], w[cone + FLOOR] = w[kept + KEPT_NUMBERS * i + KEPT_PRELOAD], 0.0
        row, tangent, slip = int(w[cone + ROW].real), first_tangent(w, cone), 0.0
        if w[cone + KIND].real == EQUAL or w[cone + KIND].real >= IDLE:
            continue
        for j in range(tangent, tangent + int(w[cone + TANGENTS].real)):
            slip = max(slip, abs(w[x + j].real) * w[weight + j].real)
        slides = slip > 2.0 * end_of_slip(w, cone) * size
        w[cone + STATE] = SLIDING if slides else RESTING
        w[cone + MODE] = SLIDE if slides else STICK
        if slides:
            turn_direction(w, cone, x + tangent, 1.0)
        if w[cone + KIND].real == CONTACT and w[x + row].real * w[weight + row].real > STILL * size:
            w[cone + MODE] = OPEN


@njit
def impact_newton(w, at):
    """Newton's law, all cones together; returns SOLVED, RAISED (solved, the energy has risen), JAMMED or FAILED."""
    w = part(w, 0)  # of arrays too: the rest is compiled once
    rows, b, before = number(w, at), number(w, at + B), vector_at(w, at, BEFORE)
    begin_impact(w, at)
    copy(w, b, before, rows)
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        row, tangent = int(w[cone + ROW].real), first_tangent(w, cone)
        if w[cone + KIND].real == CONTACT:
            if w[before + row].real < 0.0:
                w[b + row] += w[cone + RESTITUTION] * w[before + row]
            for j in range(tangent, tangent + int(w[cone + TANGENTS].real)):
                w[b + j] += w[cone + TANGENTIAL] * w[before + j]
    status = carry_set(w, at)
    copy(w, before, b, rows)
    evaluate(w, at)
    end_impact(w, at)
    return RAISED if status == SOLVED and has_gained(w, at) else status


@njit
def impact_poisson(w, at):
    """Poisson's law, all cones together; returns SOLVED, JAMMED or FAILED.

    Several contacts of unlike restitution could gain energy in the expansion; it is then weakened until none is gained.
    """
    w = part(w, 0)  # of arrays too: the rest is compiled once
    rows, h, before, first = number(w, at), number(w, at + H), vector_at(w, at, BEFORE), vector_at(w, at, COMPRESSION)
    begin_impact(w, at)
    copy(w, number(w, at + LOAD), kept_loads_at(w, at), number(w, at + LOADS))
    copy(w, number(w, at + B), before, rows)
    status = carry_set(w, at)
    if status == SOLVED:
        copy(w, h, first, rows)
        copy(w, number(w, at + X), vector_at(w, at, NOW), rows)
        status = _expand(w, at, 1.0)
        if status == SOLVED and has_gained(w, at):
            low, high, w[at + UNCARRIED] = 0.0, 1.0, 1.0
            for _ in range(BISECTIONS):
                middle = 0.5 * (low + high)
                if _expand(w, at, middle) != SOLVED or has_gained(w, at):
                    high = middle
                else:
                    low = middle
            status = _expand(w, at, low)
    end_impact(w, at)
    return status


@njit
def _expand(w, at, share):
    """The phase of expansion after a compression that is kept; h becomes the whole impulse."""
    loads = number(w, at + LOADS)
    rows, h, b = number(w, at), number(w, at + H), number(w, at + B)
    first, after, before = vector_at(w, at, COMPRESSION), vector_at(w, at, NOW), vector_at(w, at, BEFORE)
    copy(w, after, b, rows)
    expands = False
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        if w[cone + KIND].real == CONTACT:
            w[cone + FLOOR] = share * w[cone + RESTITUTION] * w[first + int(w[cone + ROW].real)]
            expands = expands or w[cone + FLOOR].real > 0.0
    for i in range(loads):
        w[number(w, at + LOAD) + i] = 0.0
    if expands:
        status = carry_set(w, at)
    else:
        status = SOLVED
        clear_forces(w, at)
    copy(w, kept_loads_at(w, at), number(w, at + LOAD), loads)
    copy(w, before, b, rows)
    for i in range(rows):
        w[h + i] += w[first + i]
    evaluate(w, at)
    for i in range(number(w, at + CONES)):
        w[cone_at(w, at, i) + FLOOR] = 0.0
    return status
