"""The way round several spheres and cylinders between two points of a path, followed from step to step.

Which surfaces it lies on is held within a step. One that has just been reached is touched without length where the last
step ended, and the way is followed from there (`numerics/geodesics/chain_kernel.py`).
"""

from __future__ import annotations

from linkwork.numerics.geodesics.chain_kernel import (
    ALONG,
    BALL,
    LAST,
    NEW_ENDS,
    PLACE,
    TO,
    WAS,
    WAS_ENDS,
    follow_chain,
    lay_places,
    lay_straight,
    settle_chain,
    trace,
)
from linkwork.numerics.geodesics.chain_kernel import LONG as CHAIN_LONG
from linkwork.numerics.geodesics.chain_kernel import RADIUS as CHAIN_RADIUS
from linkwork.numerics.geodesics.chain_kernel import SPAN as TIME
from linkwork.numerics.geodesics.layout_kernel import CHAIN_HEAD, CHAIN_SURFACE
from linkwork.numerics.jit import njit
from linkwork.numerics.switch_kernel import FROZEN, STATE, SWITCH
from linkwork.numerics.vectors_kernel import minus, plus, put, times, vector
from linkwork.signals.path_kernel import (
    AT,
    KEPT,
    KIND,
    POINT,
    RADIUS,
    ROUND,
    SPHERE,
    SWITCHES,
    TIP,
    WARM,
    axis_of,
    coordinates,
    unit,
)
from linkwork.signals.paths.way_layout_kernel import (
    ARC,
    COME,
    ENDS,
    GO,
    HELD,
    LONG,
    RATES,
    SEEN,
    SPAN,
    STATE_NUMBERS,
    STATION,
    STATION_NUMBERS,
    TOTAL,
    WAY,
    WHEN,
)


@njit
def span_of(k, first, before, behind):
    """A number above zero of the points between which surfaces lie."""
    return 1.0 + before + (k[first - 2] + 0.0) * behind


@njit
def is_held(memory, k, at):
    """Whether the path lies on a surface: as held within a step, or as evaluated last."""
    place = k[at + SWITCHES]
    if memory[place + FROZEN].real != 0.0:
        return memory[place + STATE].real > 0.5
    return memory[k[at + KEPT] + STATE_NUMBERS + HELD].real > 0.5


@njit
def held_between(memory, k, first, before, behind):
    """How many surfaces between two points the path lies on; -1 where one of them has no closed form."""
    held = 0
    for number in range(before + 1, behind):
        at = first + STATION * number
        if k[at + KIND] > SPHERE:
            return -1
        if k[at + KIND] != POINT and is_held(memory, k, at):
            held += 1
    return held


@njit
def is_followed(memory, k, first, before, behind, since):
    """Whether the way goes on from an earlier step: between the same points, with the surfaces held.

    A cylinder that is gone round on its wrong side from now on is reached with a length at once: a jump that is told.
    """
    for number in range(before + 1, behind):
        at = first + STATION * number
        if k[at + KIND] == POINT:
            continue
        place, kept = k[at + SWITCHES], k[at + KEPT]
        if memory[place + FROZEN].real == 0.0 or memory[kept + WARM].real < 0.5:
            return False
        if memory[kept + since + SPAN].real != span_of(k, first, before, behind):
            return False
        reached = is_held(memory, k, at) and memory[kept + since + HELD].real < 0.5
        if k[at + KIND] == ROUND and reached and memory[place + SWITCH + STATE].real < 0.5:
            return False
    return True


@njit
def write_places(t, memory, p, k, a, first, before, behind, start, end, since, w, c):
    """Ends and surfaces of a chain as they were at an earlier step (at 0 as they are), and as they are to be."""
    put(w, c + NEW_ENDS, start)
    put(w, c + NEW_ENDS + 3, end)
    put(w, c + NEW_ENDS + 6, coordinates(memory, k, first + STATION * before + AT, 1))
    put(w, c + NEW_ENDS + 9, coordinates(memory, k, first + STATION * behind + AT, 1))
    count = 0
    for number in range(before + 1, behind):
        at = first + STATION * number
        if k[at + KIND] == POINT or not is_held(memory, k, at):
            continue
        here, kept = c + CHAIN_HEAD + CHAIN_SURFACE * count, k[at + KEPT] + since
        centre = coordinates(memory, k, at + AT, 0)
        ball = k[at + KIND] == SPHERE
        w[here + BALL] = (1.0 if ball else 0.0) + 0.0 * centre[0]
        w[here + CHAIN_RADIUS] = p[a + STATION_NUMBERS * number + RADIUS]
        put(w, here + TO, centre)
        put(w, here + TO + 3, axis_or_any(memory, k, at, centre))
        put(w, here + TO + 6, coordinates(memory, k, at + AT, 1))
        put(w, here + TO + 9, axis_rate(memory, k, at, centre))
        for i in range(6):
            w[here + WAS + i], w[here + WAS + 6 + i] = memory[kept + SEEN + i], memory[kept + RATES + 6 + i]
            w[c + WAS_ENDS + i], w[c + WAS_ENDS + 6 + i] = memory[kept + ENDS + i], memory[kept + RATES + i]
        w[c + TIME] = t - memory[kept + WHEN]
        put(w, here + PLACE, vector(memory, kept + WAY))
        put(w, here + ALONG, vector(memory, kept + WAY + 3))
        w[here + CHAIN_LONG] = memory[kept + LONG]
        count += 1
    return count


@njit
def axis_or_any(memory, k, at, centre):
    """The axis of a cylinder; any of a sphere, which has none."""
    zero = 0.0 * centre[0]
    if k[at + KIND] == SPHERE:
        return zero, zero, 1.0 + zero
    return axis_of(memory, k, at, centre)


@njit
def axis_rate(memory, k, at, centre):
    """How fast the axis of a cylinder turns."""
    if k[at + KIND] == SPHERE or k[at + TIP] < 0:
        return 0.0 * centre[0], 0.0 * centre[0], 0.0 * centre[0]
    size = unit(minus(coordinates(memory, k, at + TIP, 0), centre))[0]
    rate = minus(coordinates(memory, k, at + TIP, 1), coordinates(memory, k, at + AT, 1))
    return times(1.0 / size, rate)


@njit
def begin_new(memory, k, first, before, behind, since, w, c, count):
    """Begin ways on surfaces that have just been reached; whether the way is still one."""
    lay_places(w, c, count, 0.0)
    for i in range(count):
        trace(w, c + CHAIN_HEAD + CHAIN_SURFACE * i)
    i, new = 0, False
    for number in range(before + 1, behind):
        at = first + STATION * number
        if k[at + KIND] == POINT:
            continue
        was = memory[k[at + KEPT] + since + HELD].real > 0.5
        if not is_held(memory, k, at):
            new = new or was
            continue
        if not was:
            lay_straight(w, c, count, i)
            new = True
        i += 1
    return not new or settle_chain(w, c, count)


@njit
def read_way(memory, k, first, before, behind, w, c):
    """The way that was found into the numbers of the surfaces."""
    i = 0
    for number in range(before + 1, behind):
        at = first + STATION * number
        if k[at + KIND] == POINT:
            continue
        now, held = k[at + KEPT] + STATE_NUMBERS, is_held(memory, k, at)
        memory[now + HELD] = (1.0 if held else 0.0) + 0.0 * w[c]
        if held:
            here = c + CHAIN_HEAD + CHAIN_SURFACE * i
            for one in range(3):
                memory[now + COME + one] = w[here + PLACE + one]
                memory[now + GO + one] = w[here + LAST + one]
            memory[now + ARC] = w[here + CHAIN_LONG]
            i += 1


@njit
def follow_between(t, memory, p, k, a, first, before, behind, start, end, since, w, c):
    """Follow the way round all surfaces between two points from an earlier step; False where it has ended."""
    count = write_places(t, memory, p, k, a, first, before, behind, start, end, since, w, c)
    if not begin_new(memory, k, first, before, behind, since, w, c, count) or not follow_chain(w, c, count):
        return False
    read_way(memory, k, first, before, behind, w, c)
    return True


@njit
def keep_chain(t, memory, k, first, before, behind, start, end, there_is_one):
    """Write down where ends and surfaces are, and the geodesics on these, for later steps to go on from."""
    here = start
    for number in range(before + 1, behind):
        at = first + STATION * number
        if k[at + KIND] == POINT:
            continue
        now, centre = k[at + KEPT] + STATE_NUMBERS, coordinates(memory, k, at + AT, 0)
        memory[now + WHEN] = t + 0.0 * start[0]
        if k[at + KIND] > SPHERE:
            continue
        memory[now + TOTAL] = (1.0 if there_is_one else -1.0) + 0.0 * start[0]
        memory[now + SPAN] = span_of(k, first, before, behind) + 0.0 * start[0]
        put(memory, now + ENDS, start)
        put(memory, now + ENDS + 3, end)
        put(memory, now + SEEN, centre)
        put(memory, now + SEEN + 3, axis_or_any(memory, k, at, centre))
        put(memory, now + RATES, coordinates(memory, k, first + STATION * before + AT, 1))
        put(memory, now + RATES + 3, coordinates(memory, k, first + STATION * behind + AT, 1))
        put(memory, now + RATES + 6, coordinates(memory, k, at + AT, 1))
        put(memory, now + RATES + 9, axis_rate(memory, k, at, centre))
        if memory[now + HELD].real > 0.5:
            come = vector(memory, now + COME)
            on_it = plus(centre, come)
            put(memory, now + WAY, come)
            for one in range(3):
                memory[now + WAY + 3 + one] = on_it[one] - here[one]
            memory[now + LONG] = memory[now + ARC]
            here = plus(centre, vector(memory, now + GO))


@njit
def polish(t, memory, p, k, a, first, before, behind, start, end, w, c):
    """Newton's method from ways that were found one by one; False where they are not near to the way of all."""
    count = write_places(t, memory, p, k, a, first, before, behind, start, end, STATE_NUMBERS, w, c)
    lay_places(w, c, count, 1.0)
    if not settle_chain(w, c, count):
        return False
    read_way(memory, k, first, before, behind, w, c)
    return True
