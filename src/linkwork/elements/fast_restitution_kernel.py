"""Restitution of one impact by a model on its fast time scale: a contact force between bodies that vibrate.

In relative coordinates, with the mobility 1/m of the impact (what a unit impulse changes of the speed of approach):

    y'' = -F/m,    q_i'' + 2 z_i w_i q_i' + w_i^2 q_i = s_i F,    d = y - sum s_i q_i
    F = K d^n + D d',    or    F = K d^n (1 + D d')

where s_i is what the mode moves at the place that is struck, in the direction of the blow (`struck/shapes_kernel.py`).
The force goes on a straight line over a step, for which rigid motion and every mode are exact; the force at its end is
the root of one equation: of second order in the step, of first where a damper makes the force jump. The run is over
when no vibration can bring the bodies together again.
"""

from __future__ import annotations

from linkwork.elements.bounce_layout_kernel import FIRST_PLACE, GIVEN, MOBILITY, SECOND_PLACE, TIME
from linkwork.elements.struck.places_layout_kernel import FOUND, SIDE, WHICH
from linkwork.elements.struck.shapes_kernel import put_shapes
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import cos, exp, power, sin, sqrt
from linkwork.numerics.vectors_kernel import minus, put, vector

# floats: stiffness, exponent, damping, alike, quiet, within; then frequency (rad/s), shape, damping ratio of every mode
STIFFNESS, EXPONENT, DAMPING, ALIKE, QUIET, WITHIN, FIRST_MODE = range(7)
MODE = 3
# ints: number of modes, whether damping multiplies the elastic force, sides whose places are known, and those
MODES, HYSTERETIC, SIDES, FIRST_SIDE = 0, 1, 2, 3
# from c: the restitution; behind what is given what is told: contacts, whether it was known, largest force; why there
# is none; how often the model was run, an impact was remembered, and how many of those run found vibration
CONTACTS, KNOWN, LARGEST, KEPT_AT_TIME, KEPT, ENTRIES = range(GIVEN, GIVEN + 6)
WHY, RUN, REMEMBERED, SOUNDING = range(GIVEN + 6, GIVEN + 10)
# places of the first impact on both bodies, and how far from them others were
BEGAN, AWAY = GIVEN + 10, GIVEN + 16
HEAD = GIVEN + 18
FINE, UNFINISHED = 0.0, 1.0  # why there is none: or 10 + 10 times the side + the answer of its places
ANSWERS = 10.0
# an entry: mobility, speed, restitution, how long it took, contacts; of every mode displacement, speed and shape
ENTRY_HEAD, ENTRY_MODE = 5, 3
CACHED = 16  # impacts that are remembered
WORK = 13  # numbers a mode: now (2), kept (2), coefficients of a step (8), the shape where it is struck
SHAPE = 12
STEPS = 800  # in the time of a contact of rigid bodies
LOOK = 64  # steps between looks whether all is over
MOST_TURNS = 60
SLOW, TERMS = 0.5, 14  # of w h: below, responses are series of so many terms, for closed forms lose their digits
CLOSED_FOR = 2.94  # of the greatest depth over the speed: how long bodies touch by the law of Hertz; pi by a spring


@njit
def scratch_size(modes):
    """How many numbers behind the four results it needs."""
    return HEAD - 4 + WORK * modes + CACHED * (ENTRY_HEAD + ENTRY_MODE * modes)


@njit
def _force(p, a, hysteretic, d, rate):
    """Force at a depth and its rate, and its slopes by both; it never pulls."""
    if d.real <= 0.0:
        return 0.0 * d, 0.0 * d, 0.0 * d
    slope = p[a + STIFFNESS] * p[a + EXPONENT] * power(d, p[a + EXPONENT] - 1.0)
    elastic = slope * d / p[a + EXPONENT]
    if hysteretic > 0:
        factor = 1.0 + p[a + DAMPING] * rate
        force, by_depth, by_rate = elastic * factor, slope * factor, elastic * p[a + DAMPING]
    else:
        force, by_depth, by_rate = elastic + p[a + DAMPING] * rate, slope, p[a + DAMPING] + 0.0 * d
    if force.real <= 0.0:
        return 0.0 * d, 0.0 * d, 0.0 * d
    return force, by_depth, by_rate


@njit
def _pushed(x, ratio):
    """Displacement after a step by a constant force and by one that grows from 0 to 1, over h^2: series in x = w h.

    The response g to a blow is h sum a_n (t/h)^n with (n + 2)(n + 1) a_n+2 = -2 z x (n + 1) a_n+1 - x^2 a_n.
    """
    last, this = 0.0 * x, 1.0 + 0.0 * x
    constant, growing = 0.5 * this, this / 6.0
    for n in range(TERMS):
        last, this = this, -(2.0 * ratio * x * (n + 1) * this + x * x * last) / ((n + 2) * (n + 1))
        constant += this / (n + 3)
        growing += this / ((n + 3) * (n + 4))
    return constant, growing


@njit
def _coefficients(p, a, out, at, modes, h):
    """Of every mode what a step of length h makes of displacement and speed, and of the force at both its ends."""
    for i in range(modes):
        mode, work = a + FIRST_MODE + MODE * i, at + WORK * i + 4
        w, ratio = p[mode], p[mode + 2]
        decay, wd = exp(-ratio * w * h), w * sqrt(1.0 - ratio * ratio)
        co, si = decay * cos(wd * h), decay * sin(wd * h)
        # the free motion: displacement and speed after h by those before
        out[work], out[work + 1] = co + ratio * w / wd * si, si / wd
        out[work + 2], out[work + 3] = -w * w / wd * si, co - ratio * w / wd * si
        # forced: a constant force rests at 1/w^2, one that grows by 1 in h moves on at 1/(h w^2), behind by 2 z/w
        rest, speed = 1.0 / (w * w), 1.0 / (h * w * w)
        lag = -2.0 * ratio / w * speed
        constant, constant_rate = rest * (1.0 - out[work]), -rest * out[work + 2]
        growing = lag + h * speed - lag * out[work] - speed * out[work + 1]
        growing_rate = speed - lag * out[work + 2] - speed * out[work + 3]
        if (w * h).real < SLOW:
            constant, growing = _pushed(w * h, ratio)
            constant, growing = h * h * constant, h * h * growing
            growing_rate = constant / h
        out[work + 4], out[work + 5] = constant - growing, growing
        out[work + 6], out[work + 7] = constant_rate - growing_rate, growing_rate


@njit
def _drift(p, a, out, at, modes, time):
    """Let every mode vibrate freely for a time."""
    for i in range(modes):
        mode, q = a + FIRST_MODE + MODE * i, at + WORK * i
        w, ratio = p[mode], p[mode + 2]
        decay, wd = exp(-ratio * w * time), w * sqrt(1.0 - ratio * ratio)
        co, si = decay * cos(wd * time), decay * sin(wd * time)
        x, v = out[q], out[q + 1]
        out[q] = (co + ratio * w / wd * si) * x + si / wd * v
        out[q + 1] = -w * w / wd * si * x + (co - ratio * w / wd * si) * v


@njit
def _reach(p, a, out, at, modes):
    """How far all vibrations together can move the surface."""
    total = 0.0
    for i in range(modes):
        mode, q = a + FIRST_MODE + MODE * i, at + WORK * i
        x, v = out[q].real, out[q + 1].real / p[mode].real
        total += abs(out[q + SHAPE].real) * (x * x + v * v) ** 0.5
    return total


@njit
def _energy(p, a, out, at, modes):
    """Twice the energy of all vibrations."""
    total = 0.0
    for i in range(modes):
        q = at + WORK * i
        total += (p[a + FIRST_MODE + MODE * i].real * out[q].real) ** 2 + out[q + 1].real ** 2
    return total


@njit
def _time_of_contact(p, a, mobility, speed):
    """About how long rigid bodies would touch, from the depth at which all energy of the approach is elastic."""
    more = p[a + EXPONENT].real + 1.0
    depth = (0.5 * more * speed * speed / (mobility * p[a + STIFFNESS].real)) ** (1.0 / more)
    return CLOSED_FOR * depth / speed


@njit
def _integrate(p, k, a, b, out, at, start, approach, mobility, told):
    """Follow the blow from a start until it is over: speed of approach then, time, or a negative time if it is not.

    Number of contacts and the largest force are written at `told`.
    """
    modes, hysteretic, time = k[b + MODES], k[b + HYSTERETIC], 0.0
    h = _time_of_contact(p, a, mobility.real, approach.real) / STEPS
    _coefficients(p, a, out, at, modes, h)
    soft, soft_rate = mobility * h * h / 6.0, 0.5 * mobility * h
    for i in range(modes):
        shape, work = out[at + WORK * i + SHAPE], at + WORK * i + 4
        soft += shape * shape * out[work + 5]
        soft_rate += shape * shape * out[work + 7]
    y, v, force = start + 0.0 * approach, approach, 0.0 * approach
    was_closed, steps, contacts, largest = False, 0, 0.0, 0.0
    while time < p[a + WITHIN].real:
        ahead = y + h * v - mobility * h * h / 3.0 * force
        rate = v - 0.5 * mobility * h * force
        for i in range(modes):
            q, work = at + WORK * i, at + WORK * i + 4
            shape = out[q + SHAPE]
            x, u = out[q], out[q + 1]
            out[q] = out[work] * x + out[work + 1] * u + out[work + 4] * shape * force
            out[q + 1] = out[work + 2] * x + out[work + 3] * u + out[work + 6] * shape * force
            ahead -= shape * out[q]
            rate -= shape * out[q + 1]
        y, v = y + h * v - mobility * h * h / 3.0 * force, v - 0.5 * mobility * h * force
        new, known = force, False
        for _ in range(MOST_TURNS):
            value, by_depth, by_rate = _force(p, a, hysteretic, ahead - soft * new, rate - soft_rate * new)
            change = (value - new) / (1.0 + by_depth * soft + by_rate * soft_rate)
            new += change
            if new.real < 0.0:
                new = 0.0 * new
            # as far as rounding lets Newton go; 1e-30 N is no force, so that zero counts as reached
            if abs(change.real) <= 1e-13 * (abs(new.real) + 1e-30):
                known = True
                break
        # rounding may keep it from the 1e-13: what moves by less than this is the force all the same
        if not known and abs(change.real) > 1e-9 * (abs(new.real) + 1e-30):
            out[told], out[told + 1] = contacts, largest
            return v, -1.0
        force = new
        for i in range(modes):
            q, work = at + WORK * i, at + WORK * i + 4
            shape = out[q + SHAPE]
            out[q] += out[work + 5] * shape * force
            out[q + 1] += out[work + 7] * shape * force
        y, v = y - mobility * h * h / 6.0 * force, v - 0.5 * mobility * h * force
        time, steps, largest = time + h, steps + 1, max(largest, force.real)
        closed = force.real > 0.0
        if closed and not was_closed:
            contacts += 1.0
        was_closed = closed
        if steps % LOOK == 0 and not was_closed and v.real < 0.0 and y.real + _reach(p, a, out, at, modes) < 0.0:
            out[told], out[told + 1] = contacts, largest
            return v, time
    out[told], out[told + 1] = contacts, largest
    return v, -1.0


@njit
def _same(one, other, share):
    """Whether two numbers differ by less than a share."""
    return abs(one.real - other.real) <= share * abs(other.real)


@njit
def _remembered(p, a, out, c, at, modes, mobility, speed):
    """The place of a remembered impact like this one; or -1. It has happened where all modes move as here."""
    size, entries = ENTRY_HEAD + ENTRY_MODE * modes, at + WORK * modes
    count = min(int(out[c + ENTRIES].real), CACHED)
    share, most = p[a + ALIKE].real, 0.0
    for i in range(modes):
        most = max(most, abs(out[at + WORK * i + SHAPE].real))
    for i in range(count):
        entry = entries + size * i
        if share > 0.0 and _same(mobility, out[entry], share) and _same(speed, out[entry + 1], share):
            apart = 0.0
            for n in range(modes):
                there = out[entry + ENTRY_HEAD + ENTRY_MODE * n + 2]
                apart = max(apart, abs(out[at + WORK * n + SHAPE].real - there.real))
            if apart <= share * most:
                return entry
    return -1


@njit
def _slope(value):
    """What a number carries of a derivative."""
    return value - value.real


@njit
def _carries(p, a, out, at, modes, speed, mobility):
    """Whether anything of the impact or of the model carries a derivative."""
    total = abs(speed.imag) + abs(mobility.imag)
    for i in range(FIRST_MODE + MODE * modes):
        total += abs(p[a + i].imag)
    for i in range(modes):
        total += abs(out[at + WORK * i + SHAPE].imag)
    return total > 0.0


@njit
def _strike(p, k, a, b, out, c):
    """Write what every mode moves where it is struck; how many numbers of `WHY` stand against it."""
    at = c + HEAD
    for i in range(k[b + MODES]):
        out[at + WORK * i + SHAPE] = p[a + FIRST_MODE + MODE * i + 1]
    side = b + FIRST_SIDE
    for _ in range(k[b + SIDES]):
        given = c + (SECOND_PLACE if k[side + WHICH] == 1 else FIRST_PLACE)
        place, normal = vector(out, given), vector(out, given + 3)
        answer = put_shapes(p, k, a, b, side, place, normal, out, at + SHAPE, WORK)
        if answer != FOUND:
            return ANSWERS * (1.0 + k[side + WHICH]) + answer
        side += SIDE
    return FINE


@njit
def _tell_places(out, c):
    """Keep where on both bodies the first impact was, and how far from there others were."""
    for which in range(2):
        given, began = c + FIRST_PLACE + (SECOND_PLACE - FIRST_PLACE) * which, c + BEGAN + 3 * which
        if out[c + RUN].real + out[c + REMEMBERED].real == 0.0:
            put(out, began, vector(out, given))
        away = minus(vector(out, given), vector(out, began))
        far = (away[0].real ** 2 + away[1].real ** 2 + away[2].real ** 2) ** 0.5
        out[c + AWAY + which] = max(out[c + AWAY + which].real, far)


def fast_restitution(x, p, k, a, b, out, c):
    """Restitution at the speed of approach x; see the layout above for what is given and told beside it."""
    modes, mobility, now = k[b + MODES], out[c + MOBILITY], out[c + TIME]
    at = c + HEAD
    entries = at + WORK * modes
    size = ENTRY_HEAD + ENTRY_MODE * modes
    quiet, back = True, 0.0
    out[c + WHY] = _strike(p, k, a, b, out, c)
    if out[c + WHY].real != FINE:
        out[c] = -1.0
        return
    _tell_places(out, c)
    for i in range(modes):
        q = at + WORK * i
        out[q], out[q + 1] = out[q + 2], out[q + 3]
    if out[c + KEPT].real > 0.0:
        since = now - out[c + KEPT_AT_TIME]
        if since.real < 0.0:
            since = 0.0 * since
        _drift(p, a, out, at, modes, since + 0.0 * x)
        quiet = _energy(p, a, out, at, modes) * mobility.real <= p[a + QUIET].real * x.real * x.real
        if not quiet:
            back = min(_reach(p, a, out, at, modes) / x.real, since.real)
            for i in range(modes):
                q = at + WORK * i
                out[q], out[q + 1] = out[q + 2], out[q + 3]
            _drift(p, a, out, at, modes, since - back + 0.0 * x)
    entry = _remembered(p, a, out, c, at, modes, mobility, x) if quiet else -1
    out[c + KNOWN] = 1.0 if entry >= 0 else 0.0
    if quiet:
        for i in range(modes):
            out[at + WORK * i] = 0.0
            out[at + WORK * i + 1] = 0.0
    took = 0.0
    if entry < 0 or _carries(p, a, out, at, modes, x, mobility):
        # the number of contacts and the largest force lie apart, the latter behind
        kept = out[c + KNOWN]
        after, took = _integrate(p, k, a, b, out, at, -back * x, x, mobility, c + CONTACTS)
        out[c + LARGEST], out[c + KNOWN] = out[c + KNOWN], kept
        if took < 0.0:
            out[c], out[c + WHY] = -1.0, UNFINISHED
            return
        out[c] = -after / x
    if entry >= 0:
        # derivatives are those of this impact, for one like it may depend on a parameter in another way
        scale = x / out[entry + 1]
        out[c] = out[entry + 2].real + _slope(out[c])
        for i in range(modes):
            q, there = at + WORK * i, entry + ENTRY_HEAD + ENTRY_MODE * i
            out[q] = (scale * out[there]).real + _slope(out[q])
            out[q + 1] = (scale * out[there + 1]).real + _slope(out[q + 1])
        out[c + CONTACTS], took = out[entry + 4], out[entry + 3].real
        out[c + REMEMBERED] += 1.0
    else:
        out[c + RUN] += 1.0
        if quiet:
            place = int(out[c + ENTRIES].real) % CACHED
            entry = entries + size * place
            out[c + ENTRIES] = out[c + ENTRIES] + 1.0
            out[entry], out[entry + 1], out[entry + 2], out[entry + 3] = mobility, x, out[c], took
            out[entry + 4] = out[c + CONTACTS]
            for i in range(modes):
                q, there = at + WORK * i, entry + ENTRY_HEAD + ENTRY_MODE * i
                out[there], out[there + 1], out[there + 2] = out[q], out[q + 1], out[q + SHAPE]
        else:
            out[c + SOUNDING] += 1.0
    for i in range(modes):
        q = at + WORK * i
        out[q + 2], out[q + 3] = out[q], out[q + 1]
    out[c + KEPT], out[c + KEPT_AT_TIME] = 1.0, now - back + took
    out[c + 1], out[c + 2], out[c + 3] = 0.0, 0.0, 0.0
