"""The impact of one contact, followed over its normal impulse p: slip, its end, sticking or slip the other way.

Routh, Keller, Stronge (Impact Mechanics, 2000): dx/dp = W dh/dp with dh_N/dp = 1, friction by the slip of the moment.
Other cones take part with the rates that complementarity gives them: friction of joints by the rate of their load,
equalities, contacts that stay closed. In the plane the rates are constant between events, and all is exact; in space
the direction of slip turns, and steps of Runge-Kutta, of order 4 with halving, follow it.

The impact ends by one of three laws of restitution, NEWTON: x_N = -e u_N; POISSON: impulse after compression e times
that of compression; STRONGE: normal work after compression e^2 times that of compression.
"""

from __future__ import annotations

from linkwork.numerics.cones.cone_carry_kernel import carry_set
from linkwork.numerics.cones.cone_layout_kernel import (
    BEFORE,
    COARSE,
    CONES,
    CONTACT,
    EQUAL,
    FAILED,
    IDLE,
    IMPULSE,
    JAMMED,
    JOINT,
    KEPT_NUMBERS,
    KIND,
    LOAD,
    LOAD_COUNT,
    LOAD_MATRIX,
    LOADS,
    MATRIX,
    MIDDLE,
    NOW,
    PRELOAD,
    RESTING,
    RESTITUTION,
    ROW,
    SLIDING,
    SLOPE,
    SOLVED,
    START,
    STATE,
    TANGENTS,
    WEIGHT,
    B,
    H,
    X,
    choose_scales,
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
from linkwork.numerics.cones.impact_kernel import RAISED, STILL, begin_impact, end_impact, end_of_slip, has_gained
from linkwork.numerics.jit import njit, part
from linkwork.numerics.signed_kernel import carried, root, smaller

NEWTON, POISSON, STRONGE = 0, 1, 2
KEPT_KIND, KEPT_ROW, KEPT_COUNT = 4, 5, 6  # of the numbers kept a cone
STEPS = 4000
ACCURACY = 1e-10  # of an impulse step in space, before its extrapolation
REACHED = 1e-13  # share of the whole that the end of a phase may be off
NEAR = 0.9  # share of the way to the end of a slip that one step in space may go
NONE = 1e300  # farther than any place where a mode changes


@njit
def impact_single(w, at, which, law):
    """Impact of the contact `which`, b holding the velocities before.

    Returns SOLVED, RAISED (Newton's law only: solved, the energy has risen), JAMMED or FAILED.
    Contacts of kind CONTACT besides it stay closed as long as they press, and are free while they separate; set those
    that shall not take part to IDLE.
    """
    w = part(w, 0)  # of arrays too: the rest is compiled once
    rows, cone = number(w, at), cone_at(w, at, which)
    begin_impact(w, at)
    choose_scales(w, at)
    copy(w, number(w, at + B), vector_at(w, at, BEFORE), rows)
    copy(w, number(w, at + LOAD), kept_loads_at(w, at), number(w, at + LOADS))
    row = int(w[cone + ROW].real)
    size = _open_rates(w, at, which, row)
    status = _integrate(w, at, which, row, law, size)
    _close_rates(w, at)
    copy(w, vector_at(w, at, BEFORE), number(w, at + B), rows)
    copy(w, vector_at(w, at, IMPULSE), number(w, at + H), rows)
    copy(w, kept_loads_at(w, at), number(w, at + LOAD), number(w, at + LOADS))
    evaluate(w, at)
    choose_scales(w, at)
    end_impact(w, at)
    return RAISED if status == SOLVED and has_gained(w, at) else status


@njit
def _open_rates(w, at, which, row):
    """Make the problem one of rates: the contact's friction is bounded by its normal impulse, whose rate is 1.

    Returns the size of the velocities.
    """
    kept, weight, size = kept_cones_at(w, at), vector_at(w, at, WEIGHT), 0.0
    for i in range(number(w, at + CONES)):
        cone, place = cone_at(w, at, i), kept + KEPT_NUMBERS * i
        w[place + KEPT_KIND], w[place + KEPT_ROW] = w[cone + KIND], w[cone + ROW]
        w[place + KEPT_COUNT] = w[cone + LOAD_COUNT]
    cone = cone_at(w, at, which)
    w[cone + KIND] = JOINT if w[cone + TANGENTS].real > 0.0 else IDLE
    w[cone + ROW], w[cone + LOAD_COUNT], w[cone + PRELOAD] = row + 1, 0.0, 1.0
    for i in range(number(w, at)):
        w[vector_at(w, at, IMPULSE) + i] = 0.0
        size = max(size, abs(w[number(w, at + B) + i].real) * w[weight + i].real)
    return size


@njit
def _close_rates(w, at):
    """Make the problem again what it was."""
    kept = kept_cones_at(w, at)
    for i in range(number(w, at + CONES)):
        cone, place = cone_at(w, at, i), kept + KEPT_NUMBERS * i
        w[cone + KIND], w[cone + ROW] = w[place + KEPT_KIND], w[place + KEPT_ROW]
        w[cone + LOAD_COUNT] = w[place + KEPT_COUNT]


@njit
def _rates(w, at, which, row, size):
    """Velocities NOW at the impulses IMPULSE; rates of h in H, that of the normal itself being 1, of x in X."""
    rows, now, matrix = number(w, at), vector_at(w, at, NOW), number(w, at + MATRIX)
    copy(w, vector_at(w, at, IMPULSE), number(w, at + H), rows)
    copy(w, vector_at(w, at, BEFORE), number(w, at + B), rows)
    evaluate(w, at)
    copy(w, number(w, at + X), now, rows)
    for i in range(rows):
        w[number(w, at + B) + i] = w[matrix + i * rows + row]
    for i in range(number(w, at + LOADS)):
        w[number(w, at + LOAD) + i] = w[number(w, at + LOAD_MATRIX) + i * rows + row]
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        if _is_bystander(w, at, i, which):
            normal = int(w[cone + ROW].real)
            separates = w[now + normal].real * w[vector_at(w, at, WEIGHT) + normal].real > STILL * size
            w[cone + KIND] = IDLE if separates else CONTACT
        w[cone + STATE] = RESTING
        if w[cone + KIND].real != EQUAL and _slip(w, at, cone) > end_of_slip(w, cone) * size:
            w[cone + STATE] = SLIDING
            turn_direction(w, cone, now + first_tangent(w, cone), 1.0)
    status = carry_set(w, at)
    w[number(w, at + H) + row] = 1.0
    return status


@njit
def _is_bystander(w, at, i, which):
    """Whether a cone is another contact that takes part in the impact."""
    return i != which and w[kept_cones_at(w, at) + KEPT_NUMBERS * i + KEPT_KIND].real == CONTACT


@njit
def _slip(w, at, cone):
    """Slip of a cone at the velocities NOW, made comparable, real."""
    now, weight, row, square = vector_at(w, at, NOW), vector_at(w, at, WEIGHT), first_tangent(w, cone), 0.0
    for i in range(row, row + int(w[cone + TANGENTS].real)):
        square += (w[now + i].real * w[weight + i].real) ** 2
    return square**0.5


@njit
def _is_flat(w, at):
    """Whether no cone has more than one direction of friction."""
    flat = True
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        if w[cone + TANGENTS].real > 1.0 and w[cone + KIND].real < IDLE:
            flat = False
    return flat


@njit
def _to_event(w, at, which, flat):
    """Normal impulse until a slip ends or a contact closes; in space a little less than that of a slip."""
    now, x = vector_at(w, at, NOW), number(w, at + X)
    nearest = NONE + 0.0 * w[x]
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        row, tangent = int(w[cone + ROW].real), first_tangent(w, cone)
        if w[cone + KIND].real >= IDLE:
            if _is_bystander(w, at, i, which) and w[x + row].real < 0.0:
                nearest = smaller(nearest, -w[now + row] / w[x + row])
        elif w[cone + STATE].real == SLIDING:
            product, square = 0.0 * w[x], 0.0 * w[x]
            for j in range(tangent, tangent + int(w[cone + TANGENTS].real)):
                product -= w[now + j] * w[x + j]
                square += w[now + j] * w[now + j]
            if product.real > 0.0:
                nearest = smaller(nearest, square / product * (1.0 if flat else NEAR))
    return nearest


@njit
def _to_end(aim, lacking, speed, slope):
    """Normal impulse until what is lacking is reached, or until the speed falls to zero, with constant rates."""
    falls = -speed / slope if slope.real < 0.0 and speed.real > 0.0 else NONE + 0.0 * speed
    if aim == POISSON:
        return smaller(lacking, falls)
    if aim == NEWTON:
        return lacking / slope if slope.real > 0.0 else falls
    square = speed * speed + 2.0 * slope * lacking
    if square.real < 0.0 or (speed + root(square)).real <= 0.0:
        return falls
    return smaller(falls, 2.0 * lacking / (speed + root(square)))


@njit
def _lacking(law, restitution, first, speed, done, spent):
    """What the expansion lacks by its law, in the law's own unit, and what it should come to."""
    if law == NEWTON:
        return -restitution * first - speed, abs(first.real)
    if law == POISSON:
        return restitution * done[0] - spent[0], done[0].real
    return restitution * restitution * done[1] - spent[1], done[1].real


@njit
def _integrate(w, at, which, row, law, size):
    """Follow the impact from event to event; impulses in IMPULSE."""
    # an impulse that is nothing but rounding
    restitution, tiny = w[cone_at(w, at, which) + RESTITUTION], 1e-14 * size / w[vector_at(w, at, WEIGHT) + row].real
    flat, first, compressed = _is_flat(w, at), w[vector_at(w, at, BEFORE) + row], False
    length = NONE + 0.0 * first
    done, spent = (0.0 * first, 0.0 * first), (0.0 * first, 0.0 * first)
    for _ in range(STEPS):
        status = _rates(w, at, which, row, size)
        if status != SOLVED:
            return status
        speed, slope = w[vector_at(w, at, NOW) + row], w[number(w, at + X) + row]
        compresses = speed.real < -tiny or (speed.real <= tiny and slope.real < 0.0)
        if compresses:
            aim, lacking, whole, compressed = NEWTON, -speed, abs(first.real), True
        else:
            if compressed and slope.real > 0.0:
                late = carried(-speed / slope)
                done, spent, compressed = (done[0] + late, done[1]), (spent[0] - late, spent[1]), False
            aim = law
            lacking, whole = _lacking(law, restitution, first, speed, done, spent)
            if lacking.real <= REACHED * whole:
                _advance(w, at, vector_at(w, at, IMPULSE), number(w, at + H), _carried_rest(law, lacking, speed, slope))
                return SOLVED
        step = smaller(_to_end(aim, lacking, speed, slope), _to_event(w, at, which, flat))
        if step.real == NONE:
            return JAMMED
        if flat:
            _advance(w, at, vector_at(w, at, IMPULSE), number(w, at + H), step)
            work = speed * step + 0.5 * slope * step * step
        else:
            status, step, work, length = _turn(w, at, which, row, size, smaller(step, length), aim, lacking, whole)
            if status != SOLVED:
                return status
        if compresses:
            done = (done[0] + step, done[1] - work)
        else:
            spent = (spent[0] + step, spent[1] + work)
    return FAILED


@njit
def _carried_rest(law, lacking, speed, slope):
    """The derivative that the end of an impact still lacks, as an impulse: it comes right one step after the end."""
    rate = slope if law == NEWTON else speed if law == STRONGE else 1.0 + 0.0 * slope
    return carried(lacking / rate) if rate.real > 0.0 else 0.0 * lacking


@njit
def _advance(w, at, vector, rates, step):
    """Add a step along rates to a vector."""
    for i in range(number(w, at)):
        w[vector + i] += step * w[rates + i]


@njit
def _turn(w, at, which, row, size, step, aim, lacking, whole):
    """An accurate step with a turning slip, at most of the length given, that does not pass what is lacking.

    Returns the status, the length made, the work of the normal impulse and the length proposed for the next step.
    """
    rows, impulse, start = number(w, at), vector_at(w, at, IMPULSE), vector_at(w, at, START)
    middle, coarse = vector_at(w, at, MIDDLE), vector_at(w, at, COARSE)
    weight, speed = vector_at(w, at, WEIGHT), w[vector_at(w, at, NOW) + row]
    copy(w, impulse, start, rows)
    # steps shrink by a tenth at the most: far fewer are needed
    for _ in range(100):
        status, work = _runge(w, at, which, row, size, start, step)
        copy(w, impulse, coarse, rows)
        status_first, first = _runge(w, at, which, row, size, start, 0.5 * step)
        copy(w, impulse, middle, rows)
        status_second, second = _runge(w, at, which, row, size, middle, 0.5 * step)
        if status != SOLVED or status_first != SOLVED or status_second != SOLVED:
            return FAILED, step, 0.0 * work, step
        error = 0.0
        for i in range(rows):
            off = w[impulse + i] - w[coarse + i]
            error = max(error, abs(off.real) / w[weight + i].real)
            w[impulse + i] += off / 15.0
        work = first + second + (first + second - work) / 15.0
        gained = _speed(w, at, row) - speed if aim == NEWTON else work if aim == STRONGE else step
        if error > ACCURACY * size:
            step *= max(0.1, 0.9 * (ACCURACY * size / error) ** 0.2)
        elif gained.real > lacking.real + REACHED * whole:
            step *= max(0.1, lacking.real / gained.real)
        else:
            # an error of zero must not divide
            growth = min(4.0, 0.9 * (ACCURACY * size / max(error, 1e-300)) ** 0.2)
            return SOLVED, step, work, step * growth
    return FAILED, step, 0.0 * step, step


@njit
def _speed(w, at, row):
    """Normal velocity at the impulses IMPULSE."""
    rows, total = number(w, at), w[vector_at(w, at, BEFORE) + row]
    for i in range(rows):
        total += w[number(w, at + MATRIX) + row * rows + i] * w[vector_at(w, at, IMPULSE) + i]
    return total


@njit
def _runge(w, at, which, row, size, start, step):
    """A step of the classical method of Runge and Kutta from the impulses at `start`; returns status and work."""
    rows, impulse, slope, rates = number(w, at), vector_at(w, at, IMPULSE), vector_at(w, at, SLOPE), number(w, at + H)
    work = 0.0 * step
    copy(w, start, impulse, rows)
    for i in range(rows):
        w[slope + i] = 0.0
    for stage in range(4):
        status = _rates(w, at, which, row, size)
        if status != SOLVED:
            return status, work
        share = 1.0 / 6.0 if stage == 0 or stage == 3 else 1.0 / 3.0
        _advance(w, at, slope, rates, share)
        work += share * step * w[vector_at(w, at, NOW) + row]
        copy(w, start, impulse, rows)
        if stage < 3:
            _advance(w, at, impulse, rates, step if stage == 2 else 0.5 * step)
    _advance(w, at, impulse, slope, step)
    return SOLVED, work
