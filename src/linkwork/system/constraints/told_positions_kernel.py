"""The grips told in a step (`grip_kernel`), in the order of their times, and what they tell of singular positions.

A grip that vanishes falls and rises again along straight lines: where two of them meet at zero between two times at
which the grip was told there is a singular position, and one that has fallen low tells when it will vanish.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import T_OLD, T
from linkwork.numerics.jit import njit
from linkwork.system.constraints.grip_kernel import NEVER
from linkwork.system.formulations.formulation_kernel import TOLD, TOLD_AT, TOLD_BEFORE, TOLD_ROOM, own

APART = 0.02  # of a step: between the grips from which a time is foretold


@njit
def sort_told(k, w, until, least):
    """Sort the grips told by their times, without those after the step and those told twice; returns how many."""
    at = own(k)
    count, first = 0, at + TOLD_AT
    for number in range(min(int(w[at + TOLD].real), TOLD_ROOM)):
        t, grip = w[first + 2 * number].real, w[first + 2 * number + 1].real
        if not t <= until or not grip > 0.0:
            continue
        place = count
        while place > 0 and w[first + 2 * (place - 1)].real > t:
            place -= 1
        if place > 0 and t - w[first + 2 * (place - 1)].real < least:
            w[first + 2 * (place - 1) + 1] = grip
            continue
        if place < count and w[first + 2 * place].real - t < least:
            w[first + 2 * place + 1] = grip
            continue
        for other in range(count, place, -1):
            w[first + 2 * other], w[first + 2 * other + 1] = w[first + 2 * other - 2], w[first + 2 * other - 1]
        w[first + 2 * place], w[first + 2 * place + 1] = t, grip
        count += 1
    w[at + TOLD] = count
    return count


@njit
def forget_told(k, w, count):
    """Keep only the last few of the grips told."""
    at = own(k)
    kept, first = min(count, TOLD_BEFORE), at + TOLD_AT
    for number in range(kept):
        source = first + 2 * (count - kept + number)
        w[first + 2 * number], w[first + 2 * number + 1] = w[source], w[source + 1]
    w[at + TOLD] = kept


@njit
def meets_zero(k, w, number, count):
    """Whether the grips before and after the interval behind a grip lead to zero in it, or half its width beside it."""
    first = own(k) + TOLD_AT + 2 * number
    t, grip = w[first].real, w[first + 1].real
    end, other = w[first + 2].real, w[first + 3].real
    before, after = number > 0, number + 2 < count
    slack = 0.5 * (end - t) if before and after else 0.0
    if before:
        fall = w[first - 1].real - grip
        if not fall > 0.0 or t + grip * (t - w[first - 2].real) / fall > end + slack:
            return False
    if after:
        rise = w[first + 5].real - other
        if not rise > 0.0 or end - other * (w[first + 4].real - end) / rise < t - slack:
            return False
    return before


@njit
def foretell(k, w, z, count):
    """When the grip will vanish, by a parabola through the last three told; never, when it rises."""
    first, least = own(k) + TOLD_AT, APART * (z[T] - z[T_OLD]).real
    last = first + 2 * (count - 1)
    middle = last - 2
    while middle > first and w[last].real - w[middle].real < least:
        middle -= 2
    early = middle - 2
    while early > first and w[middle].real - w[early].real < least:
        early -= 2
    if early < first:
        return NEVER
    t, grip = w[last].real, w[last + 1].real
    back, further = w[middle].real - t, w[early].real - t
    slope = (w[middle + 1].real - grip) / back
    bend = ((w[early + 1].real - w[middle + 1].real) / (further - back) - slope) / further
    if not slope < 0.0:
        return NEVER
    ahead = -grip / slope
    for _ in range(4):
        steep = slope + bend * (2.0 * ahead - back)
        if not steep < 0.0:
            return t - grip / slope
        ahead -= (grip + slope * ahead + bend * ahead * (ahead - back)) / steep
    return t + ahead if ahead > 0.0 else t - grip / slope
