"""A contact leaves its element: it goes on to the neighbouring element of one profile, or of both at once.

The new pair must have its common normal where the old one had it: at an inward corner, at an open end and where the
next element cannot touch there is none, and the slot becomes free (Wang 2.5.2).
"""

from __future__ import annotations

from linkwork.elements.contact_point_layout_kernel import MODES, PAIR_MEMORY, PAIR_OWN, SLOTS
from linkwork.elements.planar.contact.profile_contact_kernel import contact, is_solved, orientation, spread
from linkwork.elements.planar.contact.profile_element_kernel import inside_of
from linkwork.elements.planar.contact.profile_layout_kernel import CLOSED, COUNT, ENDS, FLAGS, KIND, SLOT, ints_of
from linkwork.elements.planar.contact.profile_offer_kernel import EDGE, slot_state
from linkwork.elements.planar.contact.profile_search_kernel import refresh, remember
from linkwork.numerics.jit import njit

AT_END = 1e-6  # fraction from the end at which a contact counts as leaving
BEHIND = 1e-3  # fraction by which it may be outside the element it goes to, while it is closed
SAME_GAP = 1e-2  # of the size, and
SAME_NORMAL = 0.99  # cosine: the old and the new place are the same


@njit
def _leaving(k, place, fraction, other):
    """-1, +1 where the contact leaves by the start, the end; 0 where it does not leave."""
    inside = inside_of(k, place, fraction, other)
    if k[place + FLAGS] & ENDS == 0 or inside > AT_END:
        return 0
    return -1 if fraction < 0.5 else 1


@njit
def _neighbour(k, b, body, element, step):
    """The element before or after, -1 at an open end."""
    own = b + PAIR_OWN
    count = k[own + COUNT + body]
    other = element + step
    if k[own + CLOSED + body] > 0:
        return (other + count) % count
    return other if 0 <= other < count else -1


@njit
def _entry(fraction, step):
    """The fraction at which a contact enters the next element."""
    if step == 0:
        return fraction
    return 0.0 if step > 0 else 1.0


@njit
def _suits(first, second, f, g, gap, nx, ny, mx, my, size, pose, p, k, a, b, out, c):
    """How far inside two elements the same place is; -1 where it is not theirs."""
    sign = orientation(k, p, a, b, first, second)
    if sign == 0:
        return -1.0
    new, ux, uy, _px, _py, one, other, r, curve, r_b, curve_b = contact(
        pose, p, k, a, b, first, second, f, g, mx, my, out, c
    )
    parting = spread(new.real, r.real, curve.real, r_b.real, curve_b.real)
    if sign * parting < 0.0 or not abs(new.real - gap) < SAME_GAP * size:
        return -1.0
    if ux.real * nx + uy.real * ny < SAME_NORMAL:
        return -1.0
    if not is_solved(ux.real, uy.real, one.real, other.real, pose, p, k, a, b, first, second, out, c):
        return -1.0
    place, place_b = ints_of(k, b, 0, first), ints_of(k, b, 1, second)
    inside = inside_of(k, place, one.real, k[place_b + KIND])
    return min(inside, inside_of(k, place_b, other.real, k[place + KIND]))


@njit
def transit(slot, pose, memory, p, k, a, b, out, c):
    """Move the contact of a slot on, or free the slot."""
    first, second, f, g = slot_state(memory, k, b, slot)
    if first < 0:
        return
    kept = k[b + PAIR_MEMORY]
    own = kept + 2 * k[b + SLOTS] + SLOT * slot
    mx, my = memory[own + 2].real, memory[own + 3].real
    distance, ux, uy, px, py, one, other, _r, _curve, _r_b, _curve_b = contact(
        pose, p, k, a, b, first, second, f, g, mx, my, out, c
    )
    gap, nx, ny, f, g = distance.real, ux.real, uy.real, one.real, other.real
    place, place_b = ints_of(k, b, 0, first), ints_of(k, b, 1, second)
    step, step_b = _leaving(k, place, f, k[place_b + KIND]), _leaving(k, place_b, g, k[place + KIND])
    if step == 0 and step_b == 0:
        return
    size = min(p[a].real, p[a + 1].real)
    behind = EDGE if memory[k[b + MODES] + slot].real == 0.0 else BEHIND
    best, best_first, best_second, best_f, best_g = -behind, -1, -1, 0.0, 0.0
    for way in range(1, 4):
        go, go_b = step if way & 1 else 0, step_b if way & 2 else 0
        if (way & 1 and step == 0) or (way & 2 and step_b == 0):
            continue
        new, new_b = _neighbour(k, b, 0, first, go), _neighbour(k, b, 1, second, go_b)
        if new < 0 or new_b < 0:
            continue
        fa, fb = _entry(f, go), _entry(g, go_b)
        inside = _suits(new, new_b, fa, fb, gap, nx, ny, mx, my, size, pose, p, k, a, b, out, c)
        if inside > best:
            best, best_first, best_second, best_f, best_g = inside, new, new_b, fa, fb
    remember(memory, k, b, slot, best_first, best_second, best_f, best_g, mx, my, px.real, py.real)
    refresh(slot, pose, memory, p, k, a, b, out, c)
