"""Two profiles that can touch: gap, normal, coordinates and rows of every contact point between them.

With feet p_A, p_B = p_A + g n, the middle m between them, t the normal turned by +90 degrees, dv = v_B(m) - v_A(m) the
velocity of the second body's material against the first's, and radii of curvature r/c positive where a body bulges:

    gap rate        n . dv,  slip t . dv
    rows            first body -n, -(m - r_A) x n; second n, (m - r_B) x n; the same with t
    rate of n       theta' = [c_A c_B u + r_A c_B w_A + r_B c_A w_B] / D,   D = r_A c_B + r_B c_A + g c_A c_B
                    u = t . (v_B(p_B) - v_A(p_A))
    feet            p_A' = v_A(p_A) + r_A [c_B u + r_B (w_B - w_A) - g c_B w_A] / D t, and likewise p_B'
    gamma of n      -theta' t.dv + w_B t.(m' - r_B') - w_A t.(m' - r_A')
    gamma of t      +theta' n.dv - w_B n.(m' - r_B') + w_A n.(m' - r_A')

(Wang, 2.4 and 2.5.3, in one formula for all pairs of elements.)
"""

from __future__ import annotations

from linkwork.elements.contact_point_layout_kernel import (
    CROSS,
    FIRST,
    FREE,
    GAMMA,
    GAP,
    INSIDE,
    LOOK,
    MODES,
    NX,
    PAIR_MEMORY,
    SECOND,
    SLOTS,
    TRANSIT,
    X,
    point_size,
    rows_at,
)
from linkwork.elements.planar.contact.profile_contact_kernel import contact, is_solved, orientation, spread
from linkwork.elements.planar.contact.profile_crossing_kernel import crosses
from linkwork.elements.planar.contact.profile_element_kernel import inside_of
from linkwork.elements.planar.contact.profile_layout_kernel import CURVE, KIND, SLOT, ints_of
from linkwork.elements.planar.contact.profile_search_kernel import keep_slots, restore_slots, search
from linkwork.elements.planar.contact.profile_transit_kernel import transit
from linkwork.elements.planar.frames_kernel import point_velocity
from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import ACCEPT, MOTION

POINT = point_size(1, 3)
ROWS = rows_at(1)
NO_SPREAD = 1e-12  # feet that do not part when the normal turns: its rate is not defined and taken as the body's


@njit
def _write_row(out, c, nx, ny, arm_ax, arm_ay, arm_bx, arm_by):
    """The row of a direction: the second body's point less the first's."""
    out[c] = -nx
    out[c + 1] = -ny
    out[c + 2] = -(arm_ax * ny - arm_ay * nx)
    out[c + 3] = nx
    out[c + 4] = ny
    out[c + 5] = arm_bx * ny - arm_by * nx


@njit
def _write_gamma(out, c, pose, twist, k, b, gap, nx, ny, px, py, r, curve, r_b, curve_b):
    """What the rates of the gap and of the slip gain from the motion itself."""
    i, j, v, u = k[b], k[b + 2], k[b + 1], k[b + 3]
    tx, ty = -ny, nx
    wa, wb = twist[v + 2], twist[u + 2]
    vax, vay = point_velocity(twist, v, px - pose[i], py - pose[i + 1])
    vbx, vby = point_velocity(twist, u, px + gap * nx - pose[j], py + gap * ny - pose[j + 1])
    along = tx * (vbx - vax) + ty * (vby - vay)
    parting = spread(gap, r, curve, r_b, curve_b)
    scale = abs(r.real * curve_b.real) + abs(r_b.real * curve.real)
    if abs(parting.real) <= NO_SPREAD * scale:
        turning, slide_a, slide_b = wa, 0.0 * wa, 0.0 * wa
    else:
        turning = (curve * curve_b * along + r * curve_b * wa + r_b * curve * wb) / parting
        slide_a = r * (curve_b * along + r_b * (wb - wa) - gap * curve_b * wa) / parting
        slide_b = -r_b * (curve * along + r * (wa - wb) - gap * curve * wb) / parting
    mx = 0.5 * (vax + vbx + (slide_a + slide_b) * tx)
    my = 0.5 * (vay + vby + (slide_a + slide_b) * ty)
    middle_x, middle_y = px + 0.5 * gap * nx, py + 0.5 * gap * ny
    vax, vay = point_velocity(twist, v, middle_x - pose[i], middle_y - pose[i + 1])
    vbx, vby = point_velocity(twist, u, middle_x - pose[j], middle_y - pose[j + 1])
    slip, rate = tx * (vbx - vax) + ty * (vby - vay), nx * (vbx - vax) + ny * (vby - vay)
    ax, ay, bx, by = mx - twist[v], my - twist[v + 1], mx - twist[u], my - twist[u + 1]
    out[c] = -turning * slip + wb * (tx * bx + ty * by) - wa * (tx * ax + ty * ay)
    out[c + 1] = turning * rate - wb * (nx * bx + ny * by) + wa * (nx * ax + ny * ay)


@njit
def _write_free(out, here):
    """The numbers of a point to which nothing is near."""
    for n in range(POINT):
        out[here + n] = 0.0
    out[here + GAP] = FREE
    out[here + INSIDE] = 1.0


@njit
def _is_lost(nx, ny, f, g, parting, pose, p, k, a, b, first, second, out, scratch):
    """Whether a curve has no nearest place any more where an open point followed one: it met another and both went."""
    if k[ints_of(k, b, 0, first) + KIND] != CURVE and k[ints_of(k, b, 1, second) + KIND] != CURVE:
        return False
    if orientation(k, p, a, b, first, second) * parting < 0.0:
        return True
    return not is_solved(nx, ny, f, g, pose, p, k, a, b, first, second, out, scratch)


@njit
def _write_point(stage, pose, twist, memory, p, k, a, b, c, out, slot, scratch):
    """All numbers of the point in a slot."""
    here = c + POINT * slot
    kept = k[b + PAIR_MEMORY]
    first, second = int(memory[kept + 2 * slot].real), int(memory[kept + 2 * slot + 1].real)
    if first < 0:
        _write_free(out, here)
        return
    own = kept + 2 * k[b + SLOTS] + SLOT * slot
    gap, nx, ny, px, py, f, g, r, curve, r_b, curve_b = contact(
        pose, p, k, a, b, first, second, memory[own], memory[own + 1], memory[own + 2], memory[own + 3], out, scratch
    )
    if memory[k[b + MODES] + slot].real == 0.0:
        parting = spread(gap.real, r.real, curve.real, r_b.real, curve_b.real)
        if _is_lost(nx.real, ny.real, f.real, g.real, parting, pose, p, k, a, b, first, second, out, scratch):
            _write_free(out, here)
            return
    one, other = ints_of(k, b, 0, first), ints_of(k, b, 1, second)
    inside, inside_b = inside_of(k, one, f, k[other + KIND]), inside_of(k, other, g, k[one + KIND])
    out[here + GAP] = gap
    out[here + INSIDE] = inside if inside.real < inside_b.real else inside_b
    out[here + FIRST] = first + f
    out[here + SECOND] = second + g
    mx, my = px + 0.5 * gap * nx, py + 0.5 * gap * ny
    out[here + X] = mx
    out[here + X + 1] = my
    out[here + X + 2] = 0.0
    out[here + NX] = nx
    out[here + NX + 1] = ny
    out[here + NX + 2] = 0.0
    i, j = k[b], k[b + 2]
    ax, ay, bx, by = mx - pose[i], my - pose[i + 1], mx - pose[j], my - pose[j + 1]
    _write_row(out, here + ROWS, nx, ny, ax, ay, bx, by)
    _write_row(out, here + ROWS + 6, -ny, nx, ax, ay, bx, by)
    if stage >= MOTION:
        _write_gamma(out, here + GAMMA, pose, twist, k, b, gap, nx, ny, px, py, r, curve, r_b, curve_b)


def profile_pair(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p, k: the elements of both profiles (see the layout); scratch of one curve behind the points."""
    slots = k[b + SLOTS]
    scratch = c + POINT * slots
    if stage == ACCEPT:
        search(pose, memory, p, k, a, b, out, scratch)
        return
    if stage == TRANSIT:
        transit(int(t.real), pose, memory, p, k, a, b, out, scratch)
        return
    if stage == CROSS:
        out[c + GAP] = -FREE if crosses(pose, p, k, a, b) else 0.0
        return
    if stage == LOOK:
        keep_slots(memory, k, b)
        search(pose, memory, p, k, a, b, out, scratch)
    for slot in range(slots):
        _write_point(stage, pose, twist, memory, p, k, a, b, c, out, slot, scratch)
    if stage == LOOK:
        restore_slots(memory, k, b)
