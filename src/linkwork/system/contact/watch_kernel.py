"""The numbers that are watched of contacts and rubbing joints: all are positive while nothing happens.

Of an open point its gap; of a closed one its normal force; of what slides the speed along its direction; of what sticks
how much more it could carry; and how far a contact is inside its elements, and a little more: one that moves along an
edge has not left them by rounding. Solids that are far apart leave theirs unseen: the search at the end of every step
finds what is nearest, and the gap of elements that were left is never less than that of the solids.
"""

from __future__ import annotations

from linkwork.elements.contact_point_layout_kernel import CROSS, FREE, GAP, INSIDE, LOOK
from linkwork.numerics.jit import call_rate, njit, part
from linkwork.numerics.signed_kernel import larger, root, size_of
from linkwork.numerics.switch_kernel import FROZEN, NUMBER, STATE
from linkwork.places.layout_kernel import (
    ACCEPT,
    CONTACT_ROOM,
    CONTACTS,
    MEMORY,
    MOTION,
    OUT,
    POSE,
    POSITION,
    TWIST,
)
from linkwork.system.constraints.equations_kernel import call_element, move_bodies, place_bodies
from linkwork.system.contact.compliant_kernel import follow_gaps, watched
from linkwork.system.contact.cones_kernel import has_friction, mode_of, of_reaction, slowest, smoothed
from linkwork.system.contact.contact_layout_kernel import (
    ACTIVE,
    CLOSED,
    CROSSED,
    DIRECTION,
    F_MEMORY,
    F_MODE,
    F_NUMBERS,
    F_STATIC,
    F_TANGENTS,
    F_WATCH,
    FRICTIONS,
    GAP_BY_FORCE,
    HARDLY,
    KEPT,
    LENGTH,
    LOOSE,
    NO_SPEED,
    OPEN,
    PAIR,
    POINT_FLOATS,
    POINT_MEMORY,
    POINT_OUT,
    POINT_WATCH,
    POINTS,
    RATE,
    REACH,
    SHARED,
    SHOWN_FORCE,
    SHOWN_FRICTION,
    SHOWN_GAP,
    SHOWN_JOINT_FRICTION,
    SHOWN_JOINT_SLIP,
    SHOWN_NORMAL,
    SHOWN_RATE,
    SLIDE,
    SLOW_STEPS,
    SOLVE_AT,
    SPEED_BY_FORCE,
    START_RATE,
    STATIC,
    TANGENTS,
    UNFOLLOWED,
    UNKNOWN,
    WATCH_FRICTION,
    WATCH_GAP,
    WATCH_INSIDE,
)
from linkwork.system.contact.event_log_kernel import gap_rate
from linkwork.system.contact.forces_kernel import show_points
from linkwork.system.contact.rows_kernel import (
    call_pairs,
    crossing,
    evaluate_frictions,
    evaluate_points,
    friction_record,
    gather_friction,
    gather_point,
    is_compliant,
    point_record,
    slip_of,
)
from linkwork.system.loop.event_sides_kernel import slack
from linkwork.system.loop.watches_kernel import ARMED, UNARMED, place_of

NOTHING = 1.0  # a number of which there is nothing to watch
ROUNDING, CARRIED = 1e-4, 1e3  # of a speed that counts as none: what rounding does; what only a driver brings about
LEFT = 3e-3  # of the same, in space: what sticking leaves across the direction in which slip begins
FAR = 5e-3  # of the length of the model, in space: an open point farther from touching need not follow its elements


def watch_contacts(k, p, w, z, i, j, t):
    """Fill the watched numbers at the state of the workspace; z is that state."""
    if w[k[CONTACT_ROOM] + CLOSED].real != 0.0:
        call_rate(int(w[k[CONTACT_ROOM] + SOLVE_AT].real), k, p, w, t, z, z)
    moving = w[k[CONTACT_ROOM] + CLOSED].real != 0.0
    for point in range(k[k[CONTACTS] + POINTS]):
        moving = moving or is_compliant(k, point)
    evaluate_points(k, p, w, MOTION if moving else POSITION, t)
    if moving:
        show_points(k, p, w)
    for point in range(k[k[CONTACTS] + POINTS]):
        _watch_point(k, p, w, point)
    if k[k[CONTACTS] + FRICTIONS] > 0:
        evaluate_frictions(k, p, w, MOTION, t)
    for friction in range(k[k[CONTACTS] + FRICTIONS]):
        _watch_friction(k, p, w, friction)


@njit
def _watch_point(k, p, w, point):
    """The three numbers of a point."""
    record = point_record(k, point)
    memory, out = k[MEMORY] + k[record + POINT_MEMORY], k[OUT] + k[record + POINT_OUT]
    mode, first = w[mode_of(k, w, point)].real, k[record + POINT_WATCH]
    inside = first + WATCH_INSIDE
    number = w[out + INSIDE] + slack(k, p, inside)
    far = FAR * p[k[k[CONTACTS] + REACH] + LENGTH].real
    if mode == OPEN and k[k[CONTACTS] + TANGENTS] > 1 and w[out + GAP].real < FREE:
        number = larger(number, w[out + GAP] / far - 1.0)
    w[place_of(k, inside) + NUMBER] = number
    grip = NOTHING + 0.0 * w[out + INSIDE]
    if is_compliant(k, point):
        main, grip = watched(k, p, w, point, w[memory + SHOWN_GAP], w[memory + SHOWN_RATE])
    elif mode == OPEN:
        main = w[out + GAP]
    else:
        force = w[memory + SHOWN_FORCE]
        main = force * p[k[k[CONTACTS] + REACH] + GAP_BY_FORCE]
        if has_friction(k, p, point):
            if mode == SLIDE:
                w[k[CONTACT_ROOM] + ACTIVE] = 0.0
                row = gather_point(k, w, point, 1 + k[k[CONTACTS] + TANGENTS])
                grip = _along(k, p, w, row + 1, k[k[CONTACTS] + TANGENTS], memory + DIRECTION)
            else:
                grip = p[k[record + POINT_FLOATS] + STATIC] * force - size_of(w[memory + SHOWN_FRICTION])
                grip *= p[k[k[CONTACTS] + REACH] + SPEED_BY_FORCE]
                grip = larger(grip, 0.0 * grip) if w[k[CONTACT_ROOM] + SHARED].real != 0.0 else grip
    at, loose = place_of(k, first + WATCH_GAP), is_compliant(k, point) and w[k[CONTACT_ROOM] + LOOSE].real != 0.0
    w[at + NUMBER] = main
    w[at + RATE] = UNKNOWN if mode != OPEN or loose or w[out + GAP].real >= FREE else gap_rate(k, w, point)
    w[place_of(k, first + WATCH_FRICTION) + NUMBER] = grip


@njit
def _watch_friction(k, p, w, friction):
    """The number of a joint that rubs."""
    record = friction_record(k, friction)
    memory, numbers = k[MEMORY] + k[record + F_MEMORY], k[record + F_NUMBERS]
    if smoothed(k, p, friction):
        number = NOTHING + 0.0 * w[memory]
    elif w[k[MEMORY] + k[record + F_MODE]].real == SLIDE:
        w[k[CONTACT_ROOM] + ACTIVE] = 0.0
        number = _along(k, p, w, gather_friction(k, w, friction), k[record + F_TANGENTS], memory + DIRECTION)
    else:
        number = of_reaction(p, numbers, p[numbers + F_STATIC]) * w[memory + SHOWN_NORMAL]
        number -= size_of(w[memory + SHOWN_JOINT_FRICTION])
        number *= p[k[k[CONTACTS] + REACH] + SPEED_BY_FORCE]
        number = larger(number, 0.0 * number) if w[k[CONTACT_ROOM] + SHARED].real != 0.0 else number
        if abs(w[memory + SHOWN_JOINT_SLIP].real) > CARRIED * p[k[k[CONTACTS] + REACH] + NO_SPEED].real:
            number = -size_of(w[memory + SHOWN_JOINT_SLIP])
    w[place_of(k, k[record + F_WATCH]) + NUMBER] = number


@njit
def _along(k, p, w, row, tangents, direction):
    """Slip speed along the direction of sliding, and a little more: what sticking left ends no slip just begun."""
    total = (ROUNDING if tangents == 1 else LEFT) * p[k[k[CONTACTS] + REACH] + NO_SPEED].real
    for i in range(tangents):
        total += slip_of(k, w, row + i) * w[direction + i]
    return total


def show(k, p, w, z, i, j, t):
    """What the run shows of all points at an output, where forces have just been solved for."""
    place_bodies(k, w)
    move_bodies(k, w)
    evaluate_points(k, p, w, MOTION, t)
    _look_again(k, p, w, t)
    show_points(k, p, w)


@njit
def _look_again(k, p, w, t):
    """Let open points show what is nearest now, not what was when the step began; nothing else changes.

    In space those alone that have left their elements.
    """
    looked, flat = -1, k[k[CONTACTS] + TANGENTS] == 1
    for point in range(k[k[CONTACTS] + POINTS]):
        record = point_record(k, point)
        pair, left = k[record + PAIR], flat or w[k[OUT] + k[record + POINT_OUT] + INSIDE].real < 0.0
        if pair != looked and left and w[mode_of(k, w, point)].real == OPEN and not is_compliant(k, point):
            spaces = part(w, k[POSE]), part(w, k[TWIST]), part(w, k[MEMORY]), part(w, k[OUT])
            call_element(k, p, pair, LOOK, t, *spaces)
            looked = pair


def search(k, p, w, z, i, j, t):
    """Look for what is near; z[0] says whether a slot has new elements that overlap, or outlines cross.

    Sliding in space keeps its direction up to date.
    """
    call_pairs(k, p, w, ACCEPT, t)
    if w[k[CONTACT_ROOM] + LOOSE].real != 0.0:
        follow_gaps(k, p, w, t)
    if k[k[CONTACTS] + TANGENTS] == 1:  # outlines may cross; solids are seen by their depth
        call_pairs(k, p, w, CROSS, t)
        if crossing(k, w) >= 0:
            z[0] = CROSSED
    evaluate_points(k, p, w, MOTION, t)
    tangents = k[k[CONTACTS] + TANGENTS]
    for point in range(k[k[CONTACTS] + POINTS]):
        record = point_record(k, point)
        mode, at = w[mode_of(k, w, point)].real, place_of(k, k[record + POINT_WATCH] + WATCH_GAP)
        if is_compliant(k, point) and w[k[CONTACT_ROOM] + LOOSE].real != 0.0:
            continue
        w[at + START_RATE] = UNKNOWN
        if mode == OPEN and _came_over(k, p, w, point, w[at + NUMBER].real):
            w[at + STATE], w[at + FROZEN] = 1.0, ARMED
            w[place_of(k, k[record + POINT_WATCH] + WATCH_INSIDE) + FROZEN] = UNARMED
            z[0] = CROSSED if z[0].real == CROSSED else UNFOLLOWED
        elif mode == SLIDE and tangents > 1 and not is_compliant(k, point) and has_friction(k, p, point):
            w[k[CONTACT_ROOM] + ACTIVE] = 0.0
            row = gather_point(k, w, point, 1 + tangents)
            _turn(k, p, w, row + 1, tangents, k[MEMORY] + k[record + POINT_MEMORY] + DIRECTION)
    for friction in range(k[k[CONTACTS] + FRICTIONS]):
        record = friction_record(k, friction)
        if w[k[MEMORY] + k[record + F_MODE]].real == SLIDE and k[record + F_TANGENTS] > 1:
            w[k[CONTACT_ROOM] + ACTIVE] = 0.0
            row = gather_friction(k, w, friction)
            _turn(k, p, w, row, k[record + F_TANGENTS], k[MEMORY] + k[record + F_MEMORY] + DIRECTION)


@njit
def _came_over(k, p, w, point, before):
    """Whether a slot that had no overlap, or one less deep, has new elements that do; one at zero counts as without."""
    record = point_record(k, point)
    gap, most = w[k[OUT] + k[record + POINT_OUT] + GAP].real, slack(k, p, k[record + POINT_WATCH] + WATCH_GAP)
    if not gap < 0.0:
        return False
    return before > 0.0 or (gap < -most and before >= -most) or (not is_compliant(k, point) and before - gap > most)


@njit
def _turn(k, p, w, row, tangents, direction):
    """Let a direction of sliding follow the slip, as long as there is one: at its end it keeps its direction.

    Slip that hardly is any turns the faster the slower it is, and steps that follow it are as short as that: slip at
    its end is turned to and fro by the errors of its steps and passes zero in no direction, slip that begins without
    acceleration follows itself. So where many steps in a row end like that it keeps its direction for as many: it comes
    to its end along it, or is soon fast enough.
    """
    square = 0.0 * w[direction]
    for i in range(tangents):
        square += slip_of(k, w, row + i) * slip_of(k, w, row + i)
    still = p[k[k[CONTACTS] + REACH] + NO_SPEED].real
    if tangents == 2:
        slow = square.real <= (HARDLY * still) ** 2 and w[direction + SLOW_STEPS].real < KEPT
        w[direction + SLOW_STEPS] = w[direction + SLOW_STEPS].real + 1.0 if slow else 0.0
    if square.real > slowest(k, p, w, direction, tangents) ** 2:
        for i in range(tangents):
            w[direction + i] = slip_of(k, w, row + i) / root(square)
