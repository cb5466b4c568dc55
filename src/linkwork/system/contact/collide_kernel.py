"""Impact of points that touch and approach: the velocities after it, what is lost, and the log."""

from __future__ import annotations

from linkwork.numerics.cones import cone_layout_kernel as cone
from linkwork.numerics.cones.cone_layout_kernel import cone_at, number
from linkwork.numerics.jit import njit, part
from linkwork.numerics.signed_kernel import root
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    CONTACT_ROOM,
    CONTACTS,
    COORDINATES,
    EQUATIONS,
    MASS_SCALE,
    MEMORY,
    MULTIPLIERS,
    QUADRATURES,
    ROW_SCALE,
    STATES,
    V,
)
from linkwork.places.layout_kernel import STATE as OWN_STATE
from linkwork.system.contact.bounce_kernel import UNJUDGED, bounces
from linkwork.system.contact.cones_kernel import collect, mode_of, pose_problem
from linkwork.system.contact.contact_layout_kernel import (
    ACTIVE,
    BLAMED,
    CAPTURE,
    CONE,
    CONE_AT,
    CONE_WHOM,
    CONES,
    F_MODE,
    F_TANGENTS,
    FRICTION_IMPULSE,
    FRICTIONS,
    GAINS_ENERGY,
    IMPACT,
    IMPACT_LAW,
    IMPULSE,
    IN_TURN,
    KEPT_MODES_AT,
    LOG_NUMBERS,
    LOST,
    MARKS_AT,
    NO_SPEED,
    NOT_CARRIED,
    OPEN,
    PASSED_OF,
    PASSED_TIME,
    POINT_FLOATS,
    POINT_WATCH,
    POINTS,
    PROBLEM_AT,
    REACH,
    RESPONSES_AT,
    SLIDE,
    SLIP_AFTER,
    SLIP_BEFORE,
    STICK,
    TANGENTS,
    UNSOLVED,
    VERDICT,
    WATCH_GAP,
)
from linkwork.system.contact.event_log_kernel import FALLEN, blame, gap_rate, is_hit, restore, write_log
from linkwork.system.contact.restitution_kernel import STRONGE, solve_impact
from linkwork.system.contact.rows_kernel import (
    active,
    friction_record,
    gather_friction,
    gather_point,
    is_compliant,
    point_record,
    room,
    slip_of,
)
from linkwork.system.dynamics.dynamics_kernel import reactions
from linkwork.system.dynamics.state_kernel import driver_power

DRIVEN = 2  # of the integrals of powers: that of the drivers
HARDLY = 1e6  # of a speed that counts as none: a faster point does not fall back before it has risen


@njit
def collide(k, p, w, t, struck):
    """Impact of the points that touch and approach; closed ones and rubbing joints take part.

    After a known impulse closed points may approach, too: they are held, without restitution.
    """
    marks, here, still = room(k, MARKS_AT), k[CONTACT_ROOM], p[k[k[CONTACTS] + REACH] + NO_SPEED].real
    approaching = False
    for point in range(k[k[CONTACTS] + POINTS]):
        record = point_record(k, point)
        if w[marks + point].real == 0.0:
            continue
        if struck or w[mode_of(k, w, point)].real == OPEN:
            limit, rate = min(still, 0.5 * p[k[record + POINT_FLOATS] + CAPTURE].real), gap_rate(k, w, point).real
            approaching = approaching or rate < -limit
            fallen = 0.0 < rate < HARDLY * still and is_hit(k, w, k[record + POINT_WATCH] + WATCH_GAP)
            if w[mode_of(k, w, point)].real == OPEN:
                w[marks + point] = FALLEN if fallen else 2.0
    if not approaching:
        if struck:
            _release(k, p, w)
        return
    modes = room(k, KEPT_MODES_AT)
    for point in range(k[k[CONTACTS] + POINTS]):
        w[modes + point] = w[mode_of(k, w, point)]
        if not is_compliant(k, point):
            w[mode_of(k, w, point)] = SLIDE if w[marks + point].real != 0.0 else OPEN
    collect(k, p, w, False)
    for i in range(k[EQUATIONS]):
        w[k[MULTIPLIERS] + i] = 0.0
    pose_problem(k, p, w, 0)
    at = room(k, PROBLEM_AT)
    b = number(w, at + cone.B)
    for row in range(active(k, w)):
        w[b + row] = slip_of(k, w, row)
    judged = bounces(k, p, w, t, at)
    for i in range(int(w[here + CONES].real)):
        w[cone_at(w, at, i) + cone.STATE] = cone.RESTING
        whom = int(w[room(k, CONE_AT) + CONE * i + CONE_WHOM].real)
        if struck and whom >= 0 and w[modes + whom].real != OPEN:
            w[cone_at(w, at, i) + cone.RESTITUTION] = 0.0
    if judged >= 0:
        w[here + VERDICT], w[here + BLAMED] = UNJUDGED, judged
        restore(k, w)
        return
    status, lost, gained = solve_impact(w, at, k[k[CONTACTS] + IMPACT_LAW], k[k[CONTACTS] + IN_TURN])
    if status == cone.SOLVED and _capture(k, p, w, at):
        status, lost, gained = solve_impact(w, at, k[k[CONTACTS] + IMPACT_LAW], k[k[CONTACTS] + IN_TURN])
    if status != cone.SOLVED:
        blame(k, w, at, UNSOLVED)
        restore(k, w)
        return
    if w[at + cone.UNCARRIED].real != 0.0:
        w[here + NOT_CARRIED] = 1.0
    if k[k[CONTACTS] + IMPACT_LAW] == STRONGE and k[k[CONTACTS] + IN_TURN] == 0:
        _tell_passed(k, w, t, at)
    _jump(k, p, w, t, at, lost, gained)
    restore(k, w)
    _release(k, p, w)


@njit
def _tell_passed(k, w, t, at):
    """Remember the first time that several points were struck at once by a law of single contacts."""
    h, struck, here = number(w, at + cone.H), 0, k[CONTACT_ROOM]
    for i in range(int(w[here + CONES].real)):
        whom, row = w[room(k, CONE_AT) + CONE * i + CONE_WHOM].real, int(w[cone_at(w, at, i) + cone.ROW].real)
        if whom >= 0.0 and w[h + row].real > 0.0:
            struck += 1
            if struck == 2 and w[here + PASSED_OF].real == 0.0:
                w[here + PASSED_OF], w[here + PASSED_TIME] = 1.0 + whom, t.real


@njit
def _capture(k, p, w, at):
    """Take restitution from the points that would rise more slowly than their capture speed; whether there are any."""
    b, x, capture = number(w, at + cone.B), number(w, at + cone.X), False
    for i in range(int(w[k[CONTACT_ROOM] + CONES].real)):
        whom, record = int(w[room(k, CONE_AT) + CONE * i + CONE_WHOM].real), cone_at(w, at, i)
        row = int(w[record + cone.ROW].real)
        if whom < 0 or w[record + cone.RESTITUTION].real == 0.0 or not w[b + row].real < 0.0:
            continue
        if 0.0 < w[x + row].real < p[k[point_record(k, whom) + POINT_FLOATS] + CAPTURE].real:
            w[record + cone.RESTITUTION] = 0.0
            capture = True
    for i in range(int(w[k[CONTACT_ROOM] + CONES].real)):
        w[cone_at(w, at, i) + cone.STATE] = cone.RESTING
    return capture


@njit
def _release(k, p, w):
    """What stuck before impulses and slips after them slides."""
    still, tangents = p[k[k[CONTACTS] + REACH] + NO_SPEED].real, k[k[CONTACTS] + TANGENTS]
    for point in range(k[k[CONTACTS] + POINTS]):
        at = mode_of(k, w, point)
        if not is_compliant(k, point) and w[at].real == STICK:
            w[k[CONTACT_ROOM] + ACTIVE] = 0.0
            first = gather_point(k, w, point, 1 + tangents) + 1
            if _slips(k, w, first, tangents, still):
                w[at] = SLIDE
    for friction in range(k[k[CONTACTS] + FRICTIONS]):
        at = k[MEMORY] + k[friction_record(k, friction) + F_MODE]
        if w[at].real == STICK:
            w[k[CONTACT_ROOM] + ACTIVE] = 0.0
            first = gather_friction(k, w, friction)
            if _slips(k, w, first, k[friction_record(k, friction) + F_TANGENTS], still):
                w[at] = SLIDE


@njit
def _slips(k, w, first, count, still):
    """Whether gathered rows have a speed."""
    square = 0.0
    for row in range(first, first + count):
        square += slip_of(k, w, row).real ** 2
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
    for i in range(int(w[k[CONTACT_ROOM] + CONES].real)):
        whom, record = int(w[room(k, CONE_AT) + CONE * i + CONE_WHOM].real), cone_at(w, at, i)
        row = int(w[record + cone.ROW].real)
        if whom < 0 or w[h + row].real <= 0.0:
            continue
        tangents = int(w[record + cone.TANGENTS].real)
        line = write_log(k, w, t, GAINS_ENERGY if gained and first else IMPACT, whom, w[b + row], w[x + row])
        w[line + IMPULSE] = w[h + row]
        w[line + FRICTION_IMPULSE] = _across(w, h + row + 1, tangents)
        w[line + SLIP_BEFORE], w[line + SLIP_AFTER] = (
            _across(w, b + row + 1, tangents),
            _across(w, x + row + 1, tangents),
        )
        w[line + LOST] = _taken(w, h, b, x, row, 1 + tangents)
        if first:
            for equation in range(m):
                total = 0.0
                for j in range(active(k, w)):
                    total += w[h + j] * w[responses + j * (n + m) + n + equation]
                w[k[MULTIPLIERS] + equation] = total * mass * p[k[ROW_SCALE] + equation]
            w[k[OWN_STATE] + k[STATES] - QUADRATURES + DRIVEN] += driver_power(k, w)
        reactions(k, p, w, part(w, line + LOG_NUMBERS))
        first = False


@njit
def _taken(w, h, b, x, first, rows):
    """Kinetic energy that the impulses of some rows have taken: impulse times mean speed."""
    total = 0.0
    for row in range(first, first + rows):
        total -= 0.5 * w[h + row] * (w[b + row] + w[x + row])
    return total


@njit
def _across(w, at, tangents):
    """The number of a single tangent with its sign, or the length of those of several."""
    square = 0.0
    for i in range(tangents):
        square += w[at + i] * w[at + i]
    return w[at] if tangents == 1 else root(0.0 * w[at] + square)
