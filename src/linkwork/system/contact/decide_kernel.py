"""New modes of what touches without speed across, and of rubbing joints, by complementarity of the accelerations."""

from __future__ import annotations

from linkwork.numerics.cones import cone_layout_kernel as cone
from linkwork.numerics.cones.cone_carry_kernel import decide_cones
from linkwork.numerics.cones.cone_layout_kernel import cone_at, number
from linkwork.numerics.jit import njit
from linkwork.numerics.signed_kernel import root
from linkwork.places.layout_kernel import CONTACT_ROOM, CONTACTS, MEMORY
from linkwork.system.contact.cones_kernel import mode_of, smoothed
from linkwork.system.contact.contact_layout_kernel import (
    AMBIGUOUS,
    CAPTURE,
    CLOSED,
    CLOSES,
    CONE,
    CONE_AT,
    CONE_WHOM,
    CONES,
    DIRECTION,
    F_MEMORY,
    F_MODE,
    F_WATCH,
    FRICTIONS,
    GAP_BY_FORCE,
    JAMMED,
    KEPT_MODES_AT,
    MARKS_AT,
    NEAR_GAP,
    NO_SPEED,
    OPEN,
    OPENS,
    POINT_FLOATS,
    POINT_MEMORY,
    POINT_WATCH,
    POINTS,
    PROBLEM_AT,
    REACH,
    REVERSES,
    SHARE_OF,
    SHARE_TIME,
    SLIDE,
    SLIPS,
    SLOW_STEPS,
    STICK,
    STICKS,
    UNSOLVED,
    WATCH_FRICTION,
    WATCH_GAP,
)
from linkwork.system.contact.event_log_kernel import FALLEN, blame, gap_rate, is_hit, restore, write_log
from linkwork.system.contact.forces_kernel import pose_accelerations
from linkwork.system.contact.rows_kernel import active, friction_record, is_compliant, point_record, room, slip_of
from linkwork.system.contact.staying_kernel import hold_staying
from linkwork.system.dynamics.dynamics_kernel import accelerate

NO_FORCE = 1e-9  # of the largest force: a force that has just come to nothing
MOVING = 10.0  # times a speed that counts as none: what is faster slides on, however it was told to slide
UNTRIED = -1  # in place of how a solution ended: there was none yet
NUDGE = 1e-7  # of the static coefficient: what has just come to its bound is to be found beyond it


@njit
def decide(k, p, w, t):
    """New modes of what touches without speed across, by complementarity of the accelerations."""
    marks, here = room(k, MARKS_AT), k[CONTACT_ROOM]
    modes, staying = room(k, KEPT_MODES_AT), k[k[CONTACTS] + FRICTIONS] > 0
    for point in range(k[k[CONTACTS] + POINTS]):
        at = mode_of(k, w, point)
        w[modes + point] = w[at]
        if is_compliant(k, point):
            continue
        stays = w[marks + point].real != 0.0
        if stays:
            captured, capture = w[marks + point].real == FALLEN, k[point_record(k, point) + POINT_FLOATS] + CAPTURE
            stays = captured or gap_rate(k, w, point).real < p[capture].real
        w[at] = SLIDE if stays else OPEN
        staying = staying or stays
    if not staying:
        _take_modes(k, p, w, t, False)
        return
    hold_staying(k, p, w, t)
    accelerate(k, p, w, t)
    pose_accelerations(k, p, w, t, 0)
    at = room(k, PROBLEM_AT)
    if _find_states(k, p, w, UNTRIED):
        _find_states(k, p, w, decide_cones(w, at))
    status = decide_cones(w, at) if active(k, w) > 0 else cone.SOLVED
    if status != cone.SOLVED:
        blame(k, w, at, JAMMED if status == cone.JAMMED else AMBIGUOUS if status == cone.AMBIGUOUS else UNSOLVED)
        restore(k, w)
        return
    if active(k, w) > 0 and w[at + cone.UNEVEN].real > 0.0 and w[here + SHARE_OF].real == 0.0:
        whom = w[room(k, CONE_AT) + CONE * (int(w[at + cone.UNEVEN].real) - 1) + CONE_WHOM].real
        w[here + SHARE_OF], w[here + SHARE_TIME] = 1.0 + whom, t.real
    _take_modes(k, p, w, t, True)


@njit
def _find_states(k, p, w, tried):
    """Which cones slide, and where to; what has no slip, or has just lost it, rests. Whether some must be tried first.

    Two points of one face that slide are told to do so one after the other; the later may have been told the wrong way.
    In space slow slip that is seen no more along its old direction has come to its end, or has only turned. It is let
    slide on at first; where that makes it slower (or has no solution) it has come to its end, and rests.
    """
    at, still, doubtful = room(k, PROBLEM_AT), p[k[k[CONTACTS] + REACH] + NO_SPEED].real, False
    for i in range(int(w[k[CONTACT_ROOM] + CONES].real)):
        whom, record = int(w[room(k, CONE_AT) + CONE * i + CONE_WHOM].real), cone_at(w, at, i)
        first, tangents = cone.first_tangent(w, record), int(w[record + cone.TANGENTS].real)
        square = 0.0 * w[record]
        for row in range(first, first + tangents):
            square += slip_of(k, w, row) * slip_of(k, w, row)
        speed = root(square)
        if whom >= 0:
            watch = k[point_record(k, whom) + POINT_WATCH] + WATCH_FRICTION
            stuck = w[room(k, KEPT_MODES_AT) + whom].real == STICK
        else:
            watch = k[friction_record(k, -1 - whom) + F_WATCH]
            stuck = w[k[MEMORY] + k[friction_record(k, -1 - whom) + F_MODE]].real == STICK
        ended = is_hit(k, w, watch) and speed.real <= MOVING * still
        rests = speed.real <= still or stuck
        if ended and not rests:
            rests = tangents == 1 or (tried != UNTRIED and (tried != cone.SOLVED or _slows(w, at, record)))
            doubtful = doubtful or tangents > 1
        if stuck and is_hit(k, w, watch) and tried == UNTRIED:
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
    return doubtful


@njit
def _slows(w, at, record):
    """Whether the forces that were found make the slip of a cone slower along its own direction."""
    x, rate = number(w, at + cone.X) + cone.first_tangent(w, record), 0.0
    for j in range(int(w[record + cone.TANGENTS].real)):
        rate += w[record + cone.DIRECTION + j].real * w[x + j].real
    return rate < 0.0


@njit
def is_held(w, at, record):
    """Whether joints and drivers alone say how a rubbing joint moves: no force along its directions changes it."""
    rows, first, tangents = number(w, at), cone.first_tangent(w, record), int(w[record + cone.TANGENTS].real)
    held = w[record + cone.KIND].real == cone.JOINT
    for row in range(first, first + tangents):
        held = held and w[number(w, at + cone.MATRIX) + row * (rows + 1)].real == 0.0
    return held


@njit
def _follow_driver(k, p, w, at, record):
    """Friction against the slip that drivers bring about, or are about to; none where there is none."""
    first, tangents = cone.first_tangent(w, record), int(w[record + cone.TANGENTS].real)
    b, still, speed, growth = number(w, at + cone.B), p[k[k[CONTACTS] + REACH] + NO_SPEED].real, 0.0, 0.0
    for row in range(first, first + tangents):
        speed += slip_of(k, w, row).real ** 2
        growth += w[b + row].real ** 2
    w[record + cone.STATE] = cone.SLIDING
    for j in range(tangents):
        if speed**0.5 > still:
            w[record + cone.DIRECTION + j] = slip_of(k, w, first + j).real / speed**0.5
        else:
            w[record + cone.DIRECTION + j] = w[b + first + j].real / growth**0.5 if growth**0.5 > still else 0.0


@njit
def _undirected(w, record):
    """Whether a cone has no direction of sliding."""
    square = 0.0
    for j in range(int(w[record + cone.TANGENTS].real)):
        square += w[record + cone.DIRECTION + j].real ** 2
    return square == 0.0


@njit
def _any_lets_go(k, w):
    """Whether the force of a closed point has just come to nothing."""
    for point in range(k[k[CONTACTS] + POINTS]):
        closed = w[room(k, KEPT_MODES_AT) + point].real != OPEN
        if closed and not is_compliant(k, point) and is_hit(k, w, k[point_record(k, point) + POINT_WATCH] + WATCH_GAP):
            return True
    return False


@njit
def _lets_go(k, p, w, point, force):
    """Whether a closed point without force opens, where one has just lost its own: rounding would keep it closed.

    Points of one face that come to nothing in the same moment open together: one of them alone is pressed again by the
    opening of the other.
    """
    at = room(k, PROBLEM_AT)
    h, largest = number(w, at + cone.H), 0.0
    for row in range(active(k, w)):
        largest = max(largest, abs(w[h + row].real))
    closed = w[room(k, KEPT_MODES_AT) + point].real != OPEN
    reach = k[k[CONTACTS] + REACH]
    nothing = force <= NO_FORCE * largest or force * p[reach + GAP_BY_FORCE].real <= p[reach + NEAR_GAP].real
    return closed and nothing


@njit
def _take_modes(k, p, w, t, solved):
    """The modes found, into the memory and the log; everything is open where nothing was to be solved."""
    for point in range(k[k[CONTACTS] + POINTS]):
        if not is_compliant(k, point):
            w[mode_of(k, w, point)] = OPEN
    at, any_closed, letting = room(k, PROBLEM_AT), k[k[CONTACTS] + FRICTIONS] > 0, _any_lets_go(k, w)
    for i in range(int(w[k[CONTACT_ROOM] + CONES].real) if solved else 0):
        whom, record = int(w[room(k, CONE_AT) + CONE * i + CONE_WHOM].real), cone_at(w, at, i)
        of_cone, tangents = w[record + cone.MODE].real, int(w[record + cone.TANGENTS].real)
        if whom >= 0:
            if tangents == 0 and of_cone == STICK:
                of_cone = SLIDE
            force = w[number(w, at + cone.H) + int(w[record + cone.ROW].real)].real
            if of_cone != OPEN and letting and _lets_go(k, p, w, whom, force):
                of_cone = OPEN
            memory = k[MEMORY] + k[point_record(k, whom) + POINT_MEMORY] + DIRECTION
            w[mode_of(k, w, whom)] = of_cone
            any_closed = any_closed or of_cone != OPEN
        else:
            memory = k[MEMORY] + k[friction_record(k, -1 - whom) + F_MEMORY] + DIRECTION
            mode = k[MEMORY] + k[friction_record(k, -1 - whom) + F_MODE]
            if of_cone == SLIDE and is_held(w, at, record) and _undirected(w, record):
                of_cone = STICK
            if w[mode].real != of_cone:
                write_log(k, w, t, STICKS if of_cone == STICK else SLIPS, whom, 0.0, 0.0)
            elif of_cone == SLIDE and is_hit(k, w, k[friction_record(k, -1 - whom) + F_WATCH]):
                write_log(k, w, t, REVERSES, whom, 0.0, 0.0)
            w[mode] = of_cone
        for j in range(tangents):
            w[memory + j] = w[record + cone.DIRECTION + j] if of_cone == SLIDE else 0.0
        if tangents == 2:
            w[memory + SLOW_STEPS] = 0.0
    w[k[CONTACT_ROOM] + CLOSED] = 1.0 if any_closed else 0.0
    for point in range(k[k[CONTACTS] + POINTS]):
        before, now = w[room(k, KEPT_MODES_AT) + point].real, w[mode_of(k, w, point)].real
        if before == OPEN and now != OPEN:
            write_log(k, w, t, CLOSES, point, before, now)
        elif before != OPEN and now == OPEN:
            write_log(k, w, t, OPENS, point, before, now)
        elif before != now:
            write_log(k, w, t, STICKS if now == STICK else SLIPS, point, before, now)
        elif now == SLIDE and is_hit(k, w, k[point_record(k, point) + POINT_WATCH] + WATCH_FRICTION):
            write_log(k, w, t, REVERSES, point, before, now)
