"""Contact and dry friction at the level of accelerations: which contacts stay closed, which stick, and with what force.

`solve_cones` finds h, x and the modes of a problem laid out by `cone_layout_kernel`. In the plane it is exact, by
complementary pivoting; friction of joints and circular cones in space are solved by a nonsmooth Newton method. Whether
slip begins is decided with the static coefficient; where it does, friction has the kinetic one.
"""

from __future__ import annotations

from linkwork.numerics.cones.cone_ambiguity_kernel import is_ambiguous
from linkwork.numerics.cones.cone_layout_kernel import (
    AMBIGUOUS,
    BLAME,
    COEFFICIENT,
    CONES,
    CONTACT,
    DEFICIT,
    EQUAL,
    FAILED,
    FLOOR,
    IDLE,
    JAMMED,
    JOINT,
    KEPT_NUMBERS,
    KIND,
    KINETIC,
    LOAD_COUNT,
    MODE,
    NORMAL_STEP,
    OPEN,
    OTHER,
    RESTING,
    ROW,
    SLIDE,
    SLIDING,
    SOLVED,
    STATE,
    STATIC,
    STICK,
    TANGENT_STEP,
    TANGENTS,
    TRIAL,
    UNEVEN,
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
    load_length,
    number,
    scale_of,
    vector_at,
)
from linkwork.numerics.cones.cone_map_kernel import is_linear, measure, normal_force, speed_length
from linkwork.numerics.cones.cone_modes_kernel import solve_fixed
from linkwork.numerics.cones.cone_newton_kernel import blame_forces, clear_forces, finish, improve, solve_newton
from linkwork.numerics.cones.cone_pivoting_kernel import solve_pivoting
from linkwork.numerics.cones.cone_share_kernel import uneven
from linkwork.numerics.cones.cone_spread_kernel import spread_load
from linkwork.numerics.cones.lemke_kernel import FOUND, RAY
from linkwork.numerics.jit import njit

REGULAR = 1e-8  # of the diagonal of W: added so that redundant contacts share their load evenly
PYRAMIDS = 12  # passes over the bounds of joints
SLIGHT = 1e-8  # of its bound: force that would stop what hardly slips
EXACT = 1e-10  # of the problem's size: what a solution may be off


@njit
def solve_cones(w, at):
    """Find h, x, modes and directions; returns SOLVED, JAMMED, AMBIGUOUS or FAILED, the cones at fault being blamed.

    An ambiguous problem has one of its solutions in place.
    """
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        w[cone + COEFFICIENT] = w[cone + KINETIC] if w[cone + STATE] == SLIDING else w[cone + STATIC]
    status = solve_set(w, at)
    for _ in range(number(w, at + CONES)):
        if status != SOLVED or not _begin_slip(w, at):
            break
        status = solve_set(w, at)
    if status == SOLVED:
        status = _stick_again(w, at)
    if status == SOLVED:
        spread_load(w, at, tolerance_of(w, at))
    if status == SOLVED and is_ambiguous(w, at, tolerance_of(w, at)):
        return AMBIGUOUS
    w[at + UNEVEN] = uneven(w, at) if status == SOLVED else 0.0
    return status


@njit
def share_out(w, at):
    """Forces of what sticks shared out so that none exceeds its bound, where they are not unique.

    h as it stands makes x zero where something sticks, but in one of many ways. False, and h as it was, when there is
    no such share.
    """
    rows, h = number(w, at), number(w, at + H)
    count, saved = number(w, at + CONES), kept_cones_at(w, at)
    copy(w, h, vector_at(w, at, OTHER), rows)
    for i in range(count):
        cone = cone_at(w, at, i)
        w[saved + KEPT_NUMBERS * i], w[saved + KEPT_NUMBERS * i + 1] = w[cone + STATE], w[cone + COEFFICIENT]
        sticks = w[cone + MODE] == STICK
        w[cone + STATE] = RESTING if sticks else SLIDING
        w[cone + COEFFICIENT] = w[cone + STATIC] if sticks else w[cone + KINETIC]
    tolerance = tolerance_of(w, at)
    good = improve(w, at, tolerance)
    for i in range(count):
        cone = cone_at(w, at, i)
        if w[cone + MODE] == STICK and w[cone + TANGENTS] > 0.0:
            force, tangent = w[cone + TANGENT_STEP] * speed_length(w, at, cone), first_tangent(w, cone)
            slight = SLIGHT * w[cone + COEFFICIENT] * normal_force(w, at, cone)
            good = good and force <= max(slight, tolerance * w[vector_at(w, at, WEIGHT) + tangent])
        if w[cone + KIND] == CONTACT:
            force = w[cone + NORMAL_STEP] * w[number(w, at + X) + int(w[cone + ROW])]
            good = good and force <= tolerance * w[vector_at(w, at, WEIGHT) + int(w[cone + ROW])]
        w[cone + STATE], w[cone + COEFFICIENT] = w[saved + KEPT_NUMBERS * i], w[saved + KEPT_NUMBERS * i + 1]
    if not good:
        copy(w, vector_at(w, at, OTHER), h, rows)
        evaluate(w, at)
    return good


@njit
def is_overtaxed(w, at):
    """Whether a force of what sticks or touches is beyond its bound."""
    h, tolerance = number(w, at + H), tolerance_of(w, at)
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        normal, tangent, square = load_length(w, at, cone, h), first_tangent(w, cone), 0.0
        if w[cone + KIND] == CONTACT:
            normal = w[h + int(w[cone + ROW])]
            if normal < -tolerance * w[vector_at(w, at, WEIGHT) + int(w[cone + ROW])]:
                return True
        if w[cone + MODE] == STICK:
            for j in range(int(w[cone + TANGENTS])):
                square += w[h + tangent + j] ** 2
            if square > 0.0 and square**0.5 > w[cone + STATIC] * normal:
                return True
    return False


@njit
def _begin_slip(w, at):
    """Give cones that have begun to slip the kinetic coefficient; tells whether any force becomes smaller by it."""
    changed = False
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        begins = w[cone + STATE] == RESTING and w[cone + MODE] == SLIDE
        if begins and w[cone + COEFFICIENT] > w[cone + KINETIC]:
            w[cone + COEFFICIENT] = w[cone + KINETIC]
            changed = True
    return changed


@njit
def _begins(w, cone):
    """Whether a cone slips that rested, with a coefficient below its static one."""
    return w[cone + STATE] == RESTING and w[cone + MODE] == SLIDE and w[cone + COEFFICIENT] < w[cone + STATIC]


@njit
def _stick_again(w, at):
    """Let cones stick that slipped only because others had not begun to: with several, sticking is preferred."""
    begun, status = 0, SOLVED
    for i in range(number(w, at + CONES)):
        begun += 1 if _begins(w, cone_at(w, at, i)) else 0
    if begun < 2:
        return SOLVED
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        if _begins(w, cone):
            w[cone + COEFFICIENT] = w[cone + STATIC]
            status = solve_set(w, at)
            if status != SOLVED or w[cone + MODE] == SLIDE:
                w[cone + COEFFICIENT] = w[cone + KINETIC]
                status = solve_set(w, at)
    return status


@njit
def solve_set(w, at):
    """Find h, x and modes with the coefficients as they are, sliding cones keeping their direction."""
    choose_scales(w, at)
    clear_blame(w, at)
    plane = True
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        if w[cone + KIND] >= IDLE or w[cone + KIND] == EQUAL:
            continue
        has_friction = w[cone + TANGENTS] > 0.0 and w[cone + COEFFICIENT] > 0.0
        if _is_loaded(w, cone) or (has_friction and w[cone + TANGENTS] > 1.0 and not is_linear(w, cone)):
            plane = False
    if plane:
        return solve_plane(w, at)
    clear_forces(w, at)
    tolerance = tolerance_of(w, at)
    if _guessed(w, at):
        return SOLVED
    if solve_newton(w, at, tolerance) == SOLVED:
        return SOLVED
    blame_forces(w, at)
    _guess_modes(w, at)
    if solve_fixed(w, at) and improve(w, at, tolerance):
        clear_blame(w, at)
        return finish(w, at, tolerance)
    return _start_from_pyramid(w, at, tolerance)


@njit
def _start_from_pyramid(w, at, tolerance):
    """Newton from solutions with pyramids in place of cones and with bounds of joints held, pass after pass."""
    clear_forces(w, at)
    for _ in range(PYRAMIDS):
        outcome = solve_pivoting(w, at, REGULAR)
        if outcome != FOUND:
            return JAMMED if outcome == RAY else FAILED
        if improve(w, at, tolerance):
            clear_blame(w, at)
            return finish(w, at, tolerance)
    for i in range(number(w, at + CONES)):
        if _is_loaded(w, cone_at(w, at, i)):
            return JAMMED
    return FAILED


@njit
def _is_loaded(w, cone):
    """Whether a joint rubs with a load that follows the forces: its bound may grow by its own friction, without end."""
    has_friction = w[cone + KIND] == JOINT and w[cone + TANGENTS] > 0.0 and w[cone + COEFFICIENT] > 0.0
    return has_friction and w[cone + LOAD_COUNT] > 0.0


@njit
def clear_blame(w, at):
    """Blame nobody."""
    for i in range(number(w, at + CONES)):
        w[cone_at(w, at, i) + BLAME] = 0.0


@njit
def tolerance_of(w, at):
    """What a solution may be off: a share of the problem's size and of the forces found."""
    size, h, weight = scale_of(w, at), number(w, at + H), vector_at(w, at, WEIGHT)
    for i in range(number(w, at)):
        size = max(size, abs(w[h + i]) / w[weight + i])
    return EXACT * size


@njit
def solve_plane(w, at):
    """Solve by pivoting, with a little added to W at first, and then exactly with the modes found.

    The first guess is that what approaches stays closed and what rests sticks; it is often right.
    """
    rows, h, kept = number(w, at), number(w, at + H), vector_at(w, at, TRIAL)
    status = FAILED
    if _guessed(w, at):
        return SOLVED
    for attempt in range(2):
        outcome = solve_pivoting(w, at, REGULAR if attempt == 0 else 0.0)
        if outcome == RAY:
            status = JAMMED
        if outcome != FOUND:
            continue
        copy(w, h, kept, rows)
        if solve_fixed(w, at) and measure(w, at) <= tolerance_of(w, at):
            return SOLVED
        copy(w, kept, h, rows)
        if improve(w, at, tolerance_of(w, at)):
            return finish(w, at, tolerance_of(w, at))
        status = FAILED
    if solve_newton(w, at, tolerance_of(w, at)) == SOLVED:
        clear_blame(w, at)
        return SOLVED
    return status


@njit
def _guessed(w, at):
    """Whether a guess of the modes is right; forces that are not unique are shared out within their bounds.

    The first guess is mended where a closed contact would pull or an open one overlap.
    """
    if not _guess_modes(w, at):
        return False
    for _ in range(number(w, at + CONES) + 1):
        if not solve_fixed(w, at):
            return False
        if not _mended(w, at):
            break
    if measure(w, at) <= tolerance_of(w, at):
        return True
    if w[at + DEFICIT] == 0.0 or not share_out(w, at) or measure(w, at) > tolerance_of(w, at):
        return False
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        if w[cone + KIND] == CONTACT and w[cone + MODE] == OPEN and w[number(w, at + H) + int(w[cone + ROW])] > 0.0:
            return False
    return True


@njit
def _mended(w, at):
    """Close contacts that are taken as open and overlap, open those that pull; whether there was one."""
    changed, tolerance = False, tolerance_of(w, at)
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        if w[cone + KIND] != CONTACT:
            continue
        row = int(w[cone + ROW])
        weight = w[vector_at(w, at, WEIGHT) + row]
        if w[cone + MODE] == OPEN:
            if w[number(w, at + X) + row] * weight < -tolerance:
                w[cone + MODE] = _closed_mode(w, cone)
                changed = True
        elif w[number(w, at + H) + row] / weight < -tolerance:
            w[cone + MODE] = OPEN
            changed = True
    return changed


@njit
def _closed_mode(w, cone):
    """Sliding where the direction is given or there is no friction, else sticking."""
    return SLIDE if is_linear(w, cone) or w[cone + TANGENTS] == 0.0 else STICK


@njit
def _guess_modes(w, at):
    """Modes that come to mind first; false when least forces are given, which modes do not know."""
    usual, b = True, number(w, at + B)
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        usual = usual and w[cone + FLOOR] == 0.0
        w[cone + MODE] = STICK
        if w[cone + KIND] >= IDLE or (w[cone + KIND] == CONTACT and w[b + int(w[cone + ROW])] >= 0.0):
            w[cone + MODE] = OPEN
        elif w[cone + KIND] != EQUAL:
            w[cone + MODE] = _closed_mode(w, cone)
    return usual
