"""What happens at an event of a contact or of a rubbing joint: transition, impact, and the new modes.

First contacts that have left their element go to the next one. Then points that touch and approach collide. Then the
accelerations decide which points stay closed and what sticks, by complementarity of all of them at once.
"""

from __future__ import annotations

from linkwork.numerics import cone_layout_kernel as cone
from linkwork.numerics.cone_kernel import solve_cones
from linkwork.numerics.cone_layout_kernel import cone_at, number
from linkwork.numerics.jit import call_world, njit, part
from linkwork.numerics.switch_kernel import FROZEN, STATE
from linkwork.system.dynamics_kernel import accelerate, project_velocity, reactions
from linkwork.system.equations_kernel import ACCEPT, MOTION, call_element, evaluate, factor_motion
from linkwork.system.layout_kernel import (
    COLUMN_SCALE,
    COORDINATES,
    ELEMENTS,
    EQUATIONS,
    INTS_AT,
    MASS_SCALE,
    MEMORY,
    MULTIPLIERS,
    OUT,
    POSE,
    QUADRATURES,
    REACTION,
    ROW_SCALE,
    STATES,
    SWITCH_AT,
    TOUCH,
    TOUCH_ROOM,
    TWIST,
    WATCH,
    WATCHED,
    V,
)
from linkwork.system.layout_kernel import STATE as OWN_STATE
from linkwork.system.state_kernel import driver_power
from linkwork.system.touch.cones_kernel import collect, mode_of, pose_problem, smoothed
from linkwork.system.touch.forces_kernel import pose_accelerations
from linkwork.system.touch.impact_kernel import solve_impact
from linkwork.system.touch.point_layout_kernel import FREE, GAP, PAIR_MEMORY, TRANSIT
from linkwork.system.touch.press_layout_kernel import CHANGE, MEASURE
from linkwork.system.touch.rows_kernel import (
    active,
    call_pairs,
    evaluate_frictions,
    evaluate_points,
    friction_record,
    gather_friction,
    gather_point,
    point_record,
    presses,
    room,
    slip_of,
)
from linkwork.system.touch.touch_layout_kernel import (
    ACTIVE,
    AFTER,
    AMBIGUOUS,
    BEFORE,
    BLAMED,
    CAPTURE,
    CLOSED,
    CLOSES,
    CODE,
    CONE,
    CONE_AT,
    CONE_WHOM,
    CONES,
    DIRECTION,
    F_MEMORY,
    F_MODE,
    F_TANGENTS,
    F_WATCH,
    FINE,
    FRICTIONS,
    GAINS_ENERGY,
    HAPPENED,
    HIT,
    IMPACT,
    IMPACT_LAW,
    IMPULSE,
    IN_TURN,
    JAMMED,
    KEPT_MODES_AT,
    LOG_AT,
    LOG_NUMBERS,
    LOG_ROWS,
    LOGGED,
    LOSES,
    LOST,
    MOVES,
    ON_FIRST,
    ON_SECOND,
    OPEN,
    OPENS,
    OVERLAPS,
    PAIR,
    POINT_FLOATS,
    POINT_MEMORY,
    POINT_OUT,
    POINT_WATCH,
    POINT_WATCHES,
    POINTS,
    PRESS,
    PRESSING,
    PROBLEM_AT,
    REACH,
    RESPONSES_AT,
    REVERSES,
    RUB_IMPULSE,
    SLIDE,
    SLIP_AFTER,
    SLIP_BEFORE,
    SLIPS,
    SLOT,
    STICK,
    STICKS,
    STRUCK,
    TANGENTS,
    TOUCHES_AT,
    UNSOLVED,
    VERDICT,
    WATCH_GAP,
    WATCH_INSIDE,
    WATCH_RUB,
    WHOM,
)

UNARMED, ARMED = 2.0, 1.0  # see `events_kernel`
DRIVEN = 2  # of the integrals of powers: that of the drivers
FALLEN = 3.0  # mark of a point that rose, but not above rounding, before it came back: it stays closed
NO_FORCE = 1e-9  # of the largest force: a force that has just come to nothing
NUDGE = 1e-7  # of the static coefficient: what has just come to its bound is to be found beyond it


@njit
def watch_place(k, watch):
    """Where in the workspace the three numbers of a watch lie."""
    return k[MEMORY] + k[k[SWITCH_AT] + WATCH * watch + WATCHED]


@njit
def is_hit(k, w, watch):
    """Whether a watched number is what happens now."""
    return w[watch_place(k, watch) + FROZEN] == HIT


@njit
def _elements_of(k, point):
    """Where in the workspace the two elements of a point lie."""
    record = point_record(k, point)
    return k[MEMORY] + k[k[k[record + PAIR] + INTS_AT] + PAIR_MEMORY] + 2 * k[record + SLOT]


@njit
def write_log(k, w, t, code, whom, before, after):
    """A line of the log; the place of its numbers."""
    line = int(w[k[TOUCH_ROOM] + LOGGED])
    width = LOG_NUMBERS + k[REACTION] * k[ELEMENTS]
    at = room(k, LOG_AT) + width * min(line, LOG_ROWS - 1)
    for i in range(width):
        w[at + i] = 0.0
    w[at + HAPPENED], w[at + CODE], w[at + WHOM] = t, code, whom
    w[at + BEFORE], w[at + AFTER] = before, after
    if whom >= 0:
        elements = _elements_of(k, whom)
        w[at + ON_FIRST], w[at + ON_SECOND] = w[elements], w[elements + 1]
    w[k[TOUCH_ROOM] + LOGGED] = min(line + 1, LOG_ROWS)
    return at


def resolve(k, p, w, z, i, j, t):
    """Decide what happens at the state of the workspace; i = 1 at the start of a run, 2 after a known impulse."""
    here = k[TOUCH_ROOM]
    w[here + VERDICT], w[here + BLAMED] = FINE, 0.0
    evaluate(k, p, w, MOTION, t)
    if i == 1:
        _begin(k, p, w, t)
    else:
        _move_on(k, p, w, t)
    if k[k[TOUCH] + PRESSING] > 0:
        call_world(k[k[TOUCH] + PRESS], k, p, w, w, MEASURE, 0, t)
        call_world(k[k[TOUCH] + PRESS], k, p, w, w, CHANGE, i, t)
    if k[k[TOUCH] + PRESSING] == k[k[TOUCH] + POINTS] and k[k[TOUCH] + FRICTIONS] == 0:
        _settle(k, w)
        return
    evaluate_points(k, p, w, MOTION, t)
    evaluate_frictions(k, p, w, MOTION, t)
    _mark_touching(k, p, w, i == 1)
    if w[here + VERDICT] == FINE:
        factor_motion(k, p, w)
        _collide(k, p, w, t, i == STRUCK)
    if w[here + VERDICT] == FINE:
        _decide(k, p, w, t)
    _settle(k, w)


@njit
def _begin(k, p, w, t):
    """Look for what is near, with all points open and all joints taken as sticking or not by their speed."""
    for point in range(k[k[TOUCH] + POINTS]):
        w[mode_of(k, w, point)] = OPEN
    for friction in range(k[k[TOUCH] + FRICTIONS]):
        w[k[MEMORY] + k[friction_record(k, friction) + F_MODE]] = OPEN
    call_pairs(k, p, w, ACCEPT, t)


@njit
def _move_on(k, p, w, t):
    """Contacts that have left their element go to the next one, or are lost."""
    for point in range(k[k[TOUCH] + POINTS]):
        record = point_record(k, point)
        if not is_hit(k, w, k[record + POINT_WATCH] + WATCH_INSIDE):
            continue
        out, pair = k[OUT] + k[record + POINT_OUT], k[record + PAIR]
        elements = _elements_of(k, point)
        before, other = w[elements], w[elements + 1]
        slot = 1.0 * k[record + SLOT]
        spaces = part(w, k[POSE]), part(w, k[TWIST]), part(w, k[MEMORY]), part(w, k[OUT])
        call_element(k, p, pair, TRANSIT, slot, *spaces)
        call_element(k, p, pair, MOTION, t, *spaces)
        if w[out + GAP] >= FREE:
            if w[mode_of(k, w, point)] != OPEN:
                write_log(k, w, t, LOSES, point, before, other)
            w[mode_of(k, w, point)] = OPEN
        else:
            at = write_log(k, w, t, MOVES, point, before, w[elements])
            w[at + IMPULSE], w[at + RUB_IMPULSE] = other, w[elements + 1]


@njit
def _mark_touching(k, p, w, start):
    """Which points touch: closed ones, and open ones whose gap has come to nothing."""
    reach, marks = k[k[TOUCH] + REACH], room(k, TOUCHES_AT)
    near, deep = (p[reach + 1], p[reach + 1]) if start else (p[reach], 1e300)
    for point in range(k[k[TOUCH] + POINTS]):
        w[marks + point] = 0.0
        if presses(k, point):
            continue
        record = point_record(k, point)
        gap = w[k[OUT] + k[record + POINT_OUT] + GAP]
        closed = w[mode_of(k, w, point)] != OPEN
        if gap < -deep and not closed:
            w[k[TOUCH_ROOM] + VERDICT], w[k[TOUCH_ROOM] + BLAMED] = OVERLAPS, point
        touches = closed or gap <= near or is_hit(k, w, k[record + POINT_WATCH] + WATCH_GAP)
        w[marks + point] = 1.0 if touches and gap < FREE else 0.0


@njit
def _gap_rate(k, w, point):
    """Rate of a point's gap, just evaluated."""
    w[k[TOUCH_ROOM] + ACTIVE] = 0.0
    return slip_of(k, w, gather_point(k, w, point, 1))


@njit
def _collide(k, p, w, t, struck):
    """Impact of the points that touch and approach; closed ones and rubbing joints take part.

    After a known impulse closed points may approach, too: they are held, without restitution.
    """
    marks, here, still = room(k, TOUCHES_AT), k[TOUCH_ROOM], p[k[k[TOUCH] + REACH] + 2]
    approaching = False
    for point in range(k[k[TOUCH] + POINTS]):
        record = point_record(k, point)
        if w[marks + point] == 0.0:
            continue
        if struck or w[mode_of(k, w, point)] == OPEN:
            limit, rate = min(still, 0.5 * p[k[record + POINT_FLOATS] + CAPTURE]), _gap_rate(k, w, point)
            approaching = approaching or rate < -limit
            fallen = rate > 0.0 and is_hit(k, w, k[record + POINT_WATCH] + WATCH_GAP)
            if w[mode_of(k, w, point)] == OPEN:
                w[marks + point] = FALLEN if fallen else 2.0
    if not approaching:
        if struck:
            _release(k, p, w)
        return
    modes = room(k, KEPT_MODES_AT)
    for point in range(k[k[TOUCH] + POINTS]):
        w[modes + point] = w[mode_of(k, w, point)]
        if not presses(k, point):
            w[mode_of(k, w, point)] = SLIDE if w[marks + point] != 0.0 else OPEN
    collect(k, p, w, False)
    for i in range(k[EQUATIONS]):
        w[k[MULTIPLIERS] + i] = 0.0
    pose_problem(k, p, w, 0)
    at = room(k, PROBLEM_AT)
    b = number(w, at + cone.B)
    for row in range(active(k, w)):
        w[b + row] = slip_of(k, w, row)
    for i in range(int(w[here + CONES])):
        w[cone_at(w, at, i) + cone.STATE] = cone.RESTING
        whom = int(w[room(k, CONE_AT) + CONE * i + CONE_WHOM])
        if struck and whom >= 0 and w[modes + whom] != OPEN:
            w[cone_at(w, at, i) + cone.RESTITUTION] = 0.0
    status, lost, gained = solve_impact(w, at, k[k[TOUCH] + IMPACT_LAW], k[k[TOUCH] + IN_TURN])
    if status != cone.SOLVED:
        _blame(k, w, at, UNSOLVED)
        _restore(k, w)
        return
    _jump(k, p, w, t, at, lost, gained)
    _restore(k, w)
    _release(k, p, w)


@njit
def _restore(k, w):
    """Give all points the modes that were kept."""
    for point in range(k[k[TOUCH] + POINTS]):
        w[mode_of(k, w, point)] = w[room(k, KEPT_MODES_AT) + point]


@njit
def _release(k, p, w):
    """What stuck before impulses and slips after them slides."""
    still, tangents = p[k[k[TOUCH] + REACH] + 2], k[k[TOUCH] + TANGENTS]
    for point in range(k[k[TOUCH] + POINTS]):
        at = mode_of(k, w, point)
        if not presses(k, point) and w[at] == STICK:
            w[k[TOUCH_ROOM] + ACTIVE] = 0.0
            first = gather_point(k, w, point, 1 + tangents) + 1
            if _slips(k, w, first, tangents, still):
                w[at] = SLIDE
    for friction in range(k[k[TOUCH] + FRICTIONS]):
        at = k[MEMORY] + k[friction_record(k, friction) + F_MODE]
        if w[at] == STICK:
            w[k[TOUCH_ROOM] + ACTIVE] = 0.0
            first = gather_friction(k, w, friction)
            if _slips(k, w, first, k[friction_record(k, friction) + F_TANGENTS], still):
                w[at] = SLIDE


@njit
def _slips(k, w, first, count, still):
    """Whether gathered rows have a speed."""
    square = 0.0
    for row in range(first, first + count):
        square += slip_of(k, w, row) ** 2
    return square > still * still


@njit
def _jump(k, p, w, t, at, lost, gained):
    """Velocities after the impulses found, what was lost, and the log."""
    n, m, responses = k[COORDINATES], k[EQUATIONS], room(k, RESPONSES_AT)
    h, b, x, mass = number(w, at + cone.H), number(w, at + cone.B), number(w, at + cone.X), p[k[MASS_SCALE]]
    for row in range(active(k, w)):
        response = responses + row * (n + m)
        for column in range(n):
            w[k[V] + column] += w[h + row] * w[response + column] * p[k[COLUMN_SCALE] + column]
    w[k[OWN_STATE] + k[STATES] - QUADRATURES] += lost
    first = True
    for i in range(int(w[k[TOUCH_ROOM] + CONES])):
        whom, record = int(w[room(k, CONE_AT) + CONE * i + CONE_WHOM]), cone_at(w, at, i)
        row = int(w[record + cone.ROW])
        if whom < 0 or w[h + row] <= 0.0:
            continue
        tangents = int(w[record + cone.TANGENTS])
        line = write_log(k, w, t, GAINS_ENERGY if gained and first else IMPACT, whom, w[b + row], w[x + row])
        w[line + IMPULSE] = w[h + row]
        w[line + RUB_IMPULSE] = _across(w, h + row + 1, tangents)
        w[line + SLIP_BEFORE], w[line + SLIP_AFTER] = (
            _across(w, b + row + 1, tangents),
            _across(w, x + row + 1, tangents),
        )
        w[line + LOST] = lost if first else 0.0
        if first:
            for equation in range(m):
                total = 0.0
                for j in range(active(k, w)):
                    total += w[h + j] * w[responses + j * (n + m) + n + equation]
                w[k[MULTIPLIERS] + equation] = total * mass * p[k[ROW_SCALE] + equation]
            reactions(k, p, w, part(w, line + LOG_NUMBERS))
            w[k[OWN_STATE] + k[STATES] - QUADRATURES + DRIVEN] += driver_power(k, w)
        first = False


@njit
def _across(w, at, tangents):
    """The number of a single tangent with its sign, or the length of those of several."""
    square = 0.0
    for i in range(tangents):
        square += w[at + i] ** 2
    return w[at] if tangents == 1 else square**0.5


@njit
def _blame(k, w, at, verdict):
    """Keep what a decision ended with, and a point or friction that is at fault."""
    here = k[TOUCH_ROOM]
    w[here + VERDICT] = verdict
    for i in range(int(w[here + CONES])):
        if w[cone_at(w, at, i) + cone.BLAME] != 0.0 or i == 0:
            w[here + BLAMED] = w[room(k, CONE_AT) + CONE * i + CONE_WHOM]


@njit
def _decide(k, p, w, t):
    """New modes of what touches without speed across, by complementarity of the accelerations."""
    marks, here = room(k, TOUCHES_AT), k[TOUCH_ROOM]
    modes, staying = room(k, KEPT_MODES_AT), k[k[TOUCH] + FRICTIONS] > 0
    for point in range(k[k[TOUCH] + POINTS]):
        at = mode_of(k, w, point)
        w[modes + point] = w[at]
        if presses(k, point):
            continue
        stays = w[marks + point] != 0.0
        if stays:
            captured = w[marks + point] == FALLEN
            stays = captured or _gap_rate(k, w, point) < p[k[point_record(k, point) + POINT_FLOATS] + CAPTURE]
        w[at] = SLIDE if stays else OPEN
        staying = staying or stays
    if not staying:
        _take_modes(k, p, w, t, False)
        return
    w[here + CLOSED] = 1.0
    project_velocity(k, p, w, t)
    w[here + CLOSED] = 0.0
    accelerate(k, p, w, t)
    pose_accelerations(k, p, w, t, 0)
    _find_states(k, p, w)
    at = room(k, PROBLEM_AT)
    status = solve_cones(w, at) if active(k, w) > 0 else cone.SOLVED
    if status != cone.SOLVED:
        _blame(k, w, at, JAMMED if status == cone.JAMMED else AMBIGUOUS if status == cone.AMBIGUOUS else UNSOLVED)
        _restore(k, w)
        return
    _take_modes(k, p, w, t, True)


@njit
def _find_states(k, p, w):
    """Which cones slide, and where to; what has no slip, or has just lost it, rests."""
    at, still = room(k, PROBLEM_AT), p[k[k[TOUCH] + REACH] + 2]
    for i in range(int(w[k[TOUCH_ROOM] + CONES])):
        whom, record = int(w[room(k, CONE_AT) + CONE * i + CONE_WHOM]), cone_at(w, at, i)
        first, tangents, square = cone.first_tangent(w, record), int(w[record + cone.TANGENTS]), 0.0
        for row in range(first, first + tangents):
            square += slip_of(k, w, row) ** 2
        speed = square**0.5
        if whom >= 0:
            watch = k[point_record(k, whom) + POINT_WATCH] + WATCH_RUB
            stuck = w[room(k, KEPT_MODES_AT) + whom] == STICK
        else:
            watch = k[friction_record(k, -1 - whom) + F_WATCH]
            stuck = w[k[MEMORY] + k[friction_record(k, -1 - whom) + F_MODE]] == STICK
        rests = speed <= still or is_hit(k, w, watch) or stuck
        if stuck and is_hit(k, w, watch):
            w[record + cone.STATIC] *= 1.0 - NUDGE
        if whom < 0 and smoothed(k, p, -1 - whom):
            w[record + cone.STATE] = cone.SLIDING
            continue
        if rests and is_held(w, at, record):
            _follow_driver(k, p, w, at, record)
            continue
        w[record + cone.STATE] = cone.RESTING if rests else cone.SLIDING
        for j in range(tangents):
            w[record + cone.DIRECTION + j] = 0.0 if rests else slip_of(k, w, first + j) / speed


@njit
def is_held(w, at, record):
    """Whether joints and drivers alone say how a rubbing joint moves: no force along its directions changes it."""
    rows, first, tangents = number(w, at), cone.first_tangent(w, record), int(w[record + cone.TANGENTS])
    held = w[record + cone.KIND] == cone.JOINT
    for row in range(first, first + tangents):
        held = held and w[number(w, at + cone.MATRIX) + row * (rows + 1)] == 0.0
    return held


@njit
def _follow_driver(k, p, w, at, record):
    """Friction against the slip that drivers bring about, or are about to; none where there is none."""
    first, tangents, still = cone.first_tangent(w, record), int(w[record + cone.TANGENTS]), p[k[k[TOUCH] + REACH] + 2]
    b, speed, growth = number(w, at + cone.B), 0.0, 0.0
    for row in range(first, first + tangents):
        speed += slip_of(k, w, row) ** 2
        growth += w[b + row] ** 2
    w[record + cone.STATE] = cone.SLIDING
    for j in range(tangents):
        if speed**0.5 > still:
            w[record + cone.DIRECTION + j] = slip_of(k, w, first + j) / speed**0.5
        else:
            w[record + cone.DIRECTION + j] = w[b + first + j] / growth**0.5 if growth**0.5 > still else 0.0


@njit
def _undirected(w, record):
    """Whether a cone has no direction of sliding."""
    square = 0.0
    for j in range(int(w[record + cone.TANGENTS])):
        square += w[record + cone.DIRECTION + j] ** 2
    return square == 0.0


@njit
def _lets_go(k, w, point, force):
    """Whether a closed point whose force has just come to nothing opens: rounding would keep it closed for ever."""
    at = room(k, PROBLEM_AT)
    h, largest = number(w, at + cone.H), 0.0
    for row in range(active(k, w)):
        largest = max(largest, abs(w[h + row]))
    closed = w[room(k, KEPT_MODES_AT) + point] != OPEN
    return closed and is_hit(k, w, k[point_record(k, point) + POINT_WATCH] + WATCH_GAP) and force <= NO_FORCE * largest


@njit
def _take_modes(k, p, w, t, solved):
    """The modes found, into the memory and the log; everything is open where nothing was to be solved."""
    for point in range(k[k[TOUCH] + POINTS]):
        if not presses(k, point):
            w[mode_of(k, w, point)] = OPEN
    at, any_closed = room(k, PROBLEM_AT), k[k[TOUCH] + FRICTIONS] > 0
    for i in range(int(w[k[TOUCH_ROOM] + CONES]) if solved else 0):
        whom, record = int(w[room(k, CONE_AT) + CONE * i + CONE_WHOM]), cone_at(w, at, i)
        found, tangents = w[record + cone.MODE], int(w[record + cone.TANGENTS])
        if whom >= 0:
            if tangents == 0 and found == STICK:
                found = SLIDE
            if found != OPEN and _lets_go(k, w, whom, w[number(w, at + cone.H) + int(w[record + cone.ROW])]):
                found = OPEN
            memory = k[MEMORY] + k[point_record(k, whom) + POINT_MEMORY] + DIRECTION
            w[mode_of(k, w, whom)] = found
            any_closed = any_closed or found != OPEN
        else:
            memory = k[MEMORY] + k[friction_record(k, -1 - whom) + F_MEMORY] + DIRECTION
            mode = k[MEMORY] + k[friction_record(k, -1 - whom) + F_MODE]
            if found == SLIDE and is_held(w, at, record) and _undirected(w, record):
                found = STICK
            if w[mode] != found:
                write_log(k, w, t, STICKS if found == STICK else SLIPS, whom, 0.0, 0.0)
            elif found == SLIDE and is_hit(k, w, k[friction_record(k, -1 - whom) + F_WATCH]):
                write_log(k, w, t, REVERSES, whom, 0.0, 0.0)
            w[mode] = found
        for j in range(tangents):
            w[memory + j] = w[record + cone.DIRECTION + j] if found == SLIDE else 0.0
    w[k[TOUCH_ROOM] + CLOSED] = 1.0 if any_closed else 0.0
    for point in range(k[k[TOUCH] + POINTS]):
        before, now = w[room(k, KEPT_MODES_AT) + point], w[mode_of(k, w, point)]
        if before == OPEN and now != OPEN:
            write_log(k, w, t, CLOSES, point, before, now)
        elif before != OPEN and now == OPEN:
            write_log(k, w, t, OPENS, point, before, now)
        elif before != now:
            write_log(k, w, t, STICKS if now == STICK else SLIPS, point, before, now)
        elif now == SLIDE and is_hit(k, w, k[point_record(k, point) + POINT_WATCH] + WATCH_RUB):
            write_log(k, w, t, REVERSES, point, before, now)


@njit
def _settle(k, w):
    """The watched numbers wait until they have left zero on their right side."""
    for point in range(k[k[TOUCH] + POINTS]):
        first = k[point_record(k, point) + POINT_WATCH]
        for watch in range(first, first + POINT_WATCHES):
            w[watch_place(k, watch) + STATE], w[watch_place(k, watch) + FROZEN] = 1.0, UNARMED
    for friction in range(k[k[TOUCH] + FRICTIONS]):
        at = watch_place(k, k[friction_record(k, friction) + F_WATCH])
        w[at + STATE], w[at + FROZEN] = 1.0, UNARMED
