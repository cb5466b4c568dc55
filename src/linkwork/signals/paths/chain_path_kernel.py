"""The way round several surfaces between two points of a path, followed from step to step.

Which surfaces it lies on is held within a step. One that has just been reached is touched without length where the last
step ended, and the way is followed from there (`numerics/geodesics/chain_kernel.py`).
"""

from __future__ import annotations

from linkwork.numerics.geodesics.chain_kernel import (
    lay_places,
    lay_straight,
    settle_anew,
    settle_chain,
    trace_all,
)
from linkwork.numerics.geodesics.chain_layout_kernel import (
    ALONG,
    AXIS,
    BALL,
    CYLINDER,
    HEAD,
    LAST,
    NEW_ENDS,
    PLACE,
    SECOND,
    SMOOTH,
    SURFACE,
    TO,
    TWIN,
    WAS,
    WAS_ENDS,
)
from linkwork.numerics.geodesics.chain_layout_kernel import KIND as CHAIN_KIND
from linkwork.numerics.geodesics.chain_layout_kernel import LONG as CHAIN_LONG
from linkwork.numerics.geodesics.chain_layout_kernel import RADII as CHAIN_RADII
from linkwork.numerics.geodesics.chain_layout_kernel import RADIUS as CHAIN_RADIUS
from linkwork.numerics.geodesics.chain_layout_kernel import SPAN as TIME
from linkwork.numerics.geodesics.chain_surface_kernel import into_frame, out_of_frame
from linkwork.numerics.geodesics.follow_kernel import ROW_PART, STEP_PART, follow_chain
from linkwork.numerics.geodesics.ring_row_kernel import is_twin, mend_rings, open_block, ring_length
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
    ELLIPSOID,
    ENDS,
    GO,
    HELD,
    LONG,
    RADII,
    RATES,
    SECOND_TIP,
    SEEN,
    SPAN,
    STATE_NUMBERS,
    STATION,
    STATION_NUMBERS,
    TORUS,
    TOTAL,
    TWICE,
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
    """How many surfaces between two points the path lies on."""
    held = 0
    for number in range(before + 1, behind):
        at = first + STATION * number
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
    """Ends and surfaces of a chain as they were at an earlier step (at 0 as they are), and as they are to be.

    Gives how many surfaces there are, a ring that is touched at two places being two.
    """
    put(w, c + NEW_ENDS, start)
    put(w, c + NEW_ENDS + 3, end)
    put(w, c + NEW_ENDS + 6, coordinates(memory, k, first + STATION * before + AT, 1))
    put(w, c + NEW_ENDS + 9, coordinates(memory, k, first + STATION * behind + AT, 1))
    count = 0
    for number in range(before + 1, behind):
        at = first + STATION * number
        if k[at + KIND] == POINT or not is_held(memory, k, at):
            continue
        here, kept = c + HEAD + SURFACE * count, k[at + KEPT] + since
        centre = coordinates(memory, k, at + AT, 0)
        write_size(p, k, at, a + STATION_NUMBERS * number, w, here)
        e, f = axes_of(memory, k, at, centre)
        put(w, here + TO, centre)
        put(w, here + TO + 3, e)
        put(w, here + TO + 6, f)
        put(w, here + TO + 9, coordinates(memory, k, at + AT, 1))
        put(w, here + TO + 12, axis_rate(memory, k, at, at + TIP, centre))
        put(w, here + TO + 15, axis_rate(memory, k, at, at + SECOND_TIP, centre))
        for i in range(9):  # centre and two axes
            w[here + WAS + i], w[here + WAS + 9 + i] = memory[kept + SEEN + i], memory[kept + RATES + 6 + i]
        for i in range(6):
            w[c + WAS_ENDS + i], w[c + WAS_ENDS + 6 + i] = memory[kept + ENDS + i], memory[kept + RATES + i]
        w[c + TIME] = t - memory[kept + WHEN]
        place, along = vector(memory, kept + WAY), vector(memory, kept + WAY + 3)
        if k[at + KIND] >= ELLIPSOID:
            put(w, here + AXIS, vector(memory, kept + SEEN + 3))
            put(w, here + SECOND, vector(memory, kept + SEEN + 6))
            place, along = out_of_frame(w, here, place), out_of_frame(w, here, along)
        put(w, here + PLACE, place)
        put(w, here + ALONG, along)
        w[here + CHAIN_LONG], w[here + TWIN] = memory[kept + LONG], 0.0 * start[0]
        if k[at + KIND] == TORUS and memory[kept + TWICE + 7].real > 0.0:
            open_block(w, c, count + 1, count)
            w[here + CHAIN_LONG], w[here + SURFACE + CHAIN_LONG] = memory[kept + TWICE + 7], memory[kept + TWICE + 6]
            put(w, here + SURFACE + PLACE, out_of_frame(w, here, vector(memory, kept + TWICE)))
            put(w, here + SURFACE + ALONG, out_of_frame(w, here, vector(memory, kept + TWICE + 3)))
            count += 1
        count += 1
    return count


@njit
def write_size(p, k, at, n, w, here):
    """Kind and radii of a surface of a chain."""
    none = 0.0 * p[n]
    if k[at + KIND] >= ELLIPSOID:
        w[here + CHAIN_KIND] = SMOOTH + (k[at + KIND] - ELLIPSOID) + none
        put(w, here + CHAIN_RADII, vector(p, n + RADII))
        least = p[n + RADII]
        for i in range(1, 3):
            if p[n + RADII + i].real < least.real:
                least = p[n + RADII + i]
        w[here + CHAIN_RADIUS] = least
        return
    w[here + CHAIN_KIND] = (BALL if k[at + KIND] == SPHERE else CYLINDER) + none
    put(w, here + CHAIN_RADII, (none, none, none))
    w[here + CHAIN_RADIUS] = p[n + RADIUS]


@njit
def axes_of(memory, k, at, centre):
    """The axes x and y of an ellipsoid or a ring; that of a cylinder, and any; any of a sphere, which has none."""
    zero = 0.0 * centre[0]
    e, f = (zero, zero, 1.0 + zero), (1.0 + zero, zero, zero)
    if k[at + KIND] == SPHERE:
        return e, f
    if k[at + KIND] < ELLIPSOID:
        return axis_of(memory, k, at, centre), f
    e = unit(minus(coordinates(memory, k, at + TIP, 0), centre))[1]
    return e, unit(minus(coordinates(memory, k, at + SECOND_TIP, 0), centre))[1]


@njit
def axis_rate(memory, k, at, tip, centre):
    """How fast an axis of a surface turns."""
    if k[at + KIND] == SPHERE or (k[at + KIND] < ELLIPSOID and tip != at + TIP) or k[tip] < 0:
        return 0.0 * centre[0], 0.0 * centre[0], 0.0 * centre[0]
    size = unit(minus(coordinates(memory, k, tip, 0), centre))[0]
    rate = minus(coordinates(memory, k, tip, 1), coordinates(memory, k, at + AT, 1))
    return times(1.0 / size, rate)


@njit
def begin_new(memory, k, first, before, behind, since, w, c, count):
    """Begin ways on surfaces that have just been reached; whether the way is still one."""
    lay_places(w, c, count, 0.0)
    trace_all(w, c, count)
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
        i += 2 if is_twin(w, c, count, i + 1) else 1
    return not new or settle_chain(w, c, count)


@njit
def read_way(memory, k, first, before, behind, w, c, count):
    """The way that was found, on so many surfaces, into the numbers of these."""
    i = 0
    for number in range(before + 1, behind):
        at = first + STATION * number
        if k[at + KIND] == POINT:
            continue
        now, held = k[at + KEPT] + STATE_NUMBERS, is_held(memory, k, at)
        memory[now + HELD] = (1.0 if held else 0.0) + 0.0 * w[c]
        if held:
            here, two = c + HEAD + SURFACE * i, is_twin(w, c, count, i + 1)
            last = here + SURFACE if two else here
            for one in range(3):
                memory[now + COME + one] = w[here + PLACE + one]
                memory[now + GO + one] = w[last + LAST + one]
            memory[now + ARC] = ring_length(w, c, count, i)
            if k[at + KIND] >= ELLIPSOID:
                place, along = vector(w, here + PLACE), vector(w, here + ALONG)
                write_way(memory, now, into_frame(w, here, place), into_frame(w, here, along), memory[now + ARC])
            if two:
                write_second(memory, now, w, here)
            i += 2 if two else 1


@njit
def write_way(memory, now, place, along, long):
    """Begin and length of a geodesic, for later ones to go on from; they carry no derivatives."""
    none = 0.0 * long
    for one in range(3):
        memory[now + WAY + one] = place[one].real + none
        memory[now + WAY + 3 + one] = along[one].real + none
    memory[now + LONG] = long.real + none
    memory[now + TWICE + 7] = none


@njit
def write_second(memory, now, w, here):
    """The second geodesic on a ring, and the length of the first, for later ones to go on from."""
    second = here + SURFACE
    place, along = into_frame(w, here, vector(w, second + PLACE)), into_frame(w, here, vector(w, second + ALONG))
    for one in range(3):
        memory[now + TWICE + one] = place[one].real + 0.0 * place[one]
        memory[now + TWICE + 3 + one] = along[one].real + 0.0 * along[one]
    memory[now + TWICE + 6] = w[second + CHAIN_LONG].real + 0.0 * place[0]
    memory[now + TWICE + 7] = w[here + CHAIN_LONG].real + 0.0 * place[0]


@njit
def follow_between(t, memory, p, k, a, first, before, behind, start, end, since, w, c):
    """Follow the way round all surfaces between two points from an earlier step; False where it has ended."""
    count = write_places(t, memory, p, k, a, first, before, behind, start, end, since, w, c)
    least = STEP_PART if since == 0 else ROW_PART
    if not begin_new(memory, k, first, before, behind, since, w, c, count):
        return False
    count = follow_chain(w, c, count, least)
    if count == 0:
        return False
    read_way(memory, k, first, before, behind, w, c, count)
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
        if k[at + KIND] >= ELLIPSOID and behind - before == 2:
            continue  # alone
        memory[now + TOTAL] = (1.0 if there_is_one else -1.0) + 0.0 * start[0]
        memory[now + SPAN] = span_of(k, first, before, behind) + 0.0 * start[0]
        e, f = axes_of(memory, k, at, centre)
        put(memory, now + ENDS, start)
        put(memory, now + ENDS + 3, end)
        put(memory, now + SEEN, centre)
        put(memory, now + SEEN + 3, e)
        put(memory, now + SEEN + 6, f)
        put(memory, now + RATES, coordinates(memory, k, first + STATION * before + AT, 1))
        put(memory, now + RATES + 3, coordinates(memory, k, first + STATION * behind + AT, 1))
        put(memory, now + RATES + 6, coordinates(memory, k, at + AT, 1))
        put(memory, now + RATES + 9, axis_rate(memory, k, at, at + TIP, centre))
        put(memory, now + RATES + 12, axis_rate(memory, k, at, at + SECOND_TIP, centre))
        if memory[now + HELD].real > 0.5:
            come = vector(memory, now + COME)
            if k[at + KIND] < ELLIPSOID:
                write_way(memory, now, come, minus(plus(centre, come), here), memory[now + ARC])
            here = plus(centre, vector(memory, now + GO))


@njit
def polish(t, memory, p, k, a, first, before, behind, start, end, w, c):
    """Newton's method from ways that were found one by one; False where they are not near to the way of all.

    A way of all that is not the shortest is left for one beside it.
    """
    count = write_places(t, memory, p, k, a, first, before, behind, start, end, STATE_NUMBERS, w, c)
    lay_places(w, c, count, 1.0)
    if not settle_anew(w, c, count):
        return False
    count = mend_rings(w, c, count, False)
    if count <= 0:
        return False
    read_way(memory, k, first, before, behind, w, c, count)
    return True
