"""Steps over a time to avoid, and those that begin beside it: which errors they may have.

Beside that time f is known the worse the closer it is, so that the errors of such a step come from two sides: what the
method leaves, which falls with a high power of the step's length, and rounding, which falls with the length at most.
(In a mechanism such errors lie across the motion, and the correction at the end of the step takes them away.) So an
error is rounding, and no other step does better, when

- the step over that time is much shorter than the method asked for, because that time is so close;
- a step over it that was refused is tried again, shorter and from nearer, and its error has not become smaller;
- a step that begins beside it is tried again, shorter, and its error falls no faster than its length, or has no more
  of it, by its length, than the step before had of rounding.

Rounding falls as that time is left behind: the steps may grow.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import (
    AVOID,
    BEHIND,
    BESIDE_ERROR,
    DIRECTION,
    NEVER,
    OVER_ERROR,
    ROUNDING,
    RTOL,
    T_OLD,
    H,
)
from linkwork.numerics.jit import njit

FINEST = 1e-10  # relative tolerance of a step over such a time at least
ROUGHEST = 1e-3  # relative error of rounding that is accepted at most
FALLS = 0.5  # of the error refused before: what is more is rounding, of a step over that time
SHRINKS = 0.15  # the same of a step beside it, which is made shorter by a factor of three at most
SHORT = 0.1  # of the length asked for: what is shorter has no error of the method
ALIKE = 3.0  # times the rounding of the step before: so much it may have
GROWS = 3.0  # times its length has the step after one whose error was rounding
GIVEN_UP = 2.0 * NEVER  # instead of a time to avoid: it could not be stepped over


@njit
def goes_over(z, s, h):
    """Whether a step of that length, begun at T_OLD, leads over the time to avoid."""
    return 0.0 < s[DIRECTION] * (z[AVOID] - z[T_OLD]).real < abs(h.real)


@njit
def begins_beside(z):
    """Whether a step begins beside the last time stepped over, where f is not yet known well again."""
    return abs(z[BEHIND].real) < NEVER


@njit
def allowance(z, s, h, norm):
    """The error norm allowed in a step that has this norm: 1, but for steps over a time to avoid and beside it."""
    if not z[RTOL].real > 0.0:
        return 1.0
    over, rounding = goes_over(z, s, h), False
    if over:
        before = z[OVER_ERROR].real
        rounding = before > 0.0 and norm >= FALLS * before
        rounding = rounding or abs(h.real) < SHORT * z[H].real
    elif begins_beside(z):
        before = z[BESIDE_ERROR].real
        rounding = before > 0.0 and norm >= SHRINKS * before
        rounding = rounding or norm <= ALIKE * z[ROUNDING].real * abs(h.real)
    if rounding:
        return max(ROUGHEST / z[RTOL].real, 1.0)
    return max(FINEST / z[RTOL].real, 1.0) if over else 1.0


@njit
def note_rounding(z, s, h, norm, asked):
    """Remember that the error of an accepted step was rounding, and let the next one be longer.

    `asked` is the length that the method asked for before the step.
    """
    if norm > 1.0 and (begins_beside(z) or (goes_over(z, s, h) and abs(h.real) < SHORT * asked.real)):
        z[ROUNDING] = norm / abs(h.real)
        z[H] = GROWS * abs(h.real)


@njit
def refuse(z, s, h, norm):
    """Remember the error of a step over a time to avoid, or beside it, that is refused.

    What is more than rounding in a step over it is given up.
    """
    if goes_over(z, s, h):
        before = z[OVER_ERROR].real
        if before > 0.0 and norm >= FALLS * before:
            z[AVOID] = GIVEN_UP
        z[OVER_ERROR] = norm
    elif begins_beside(z):
        z[BESIDE_ERROR] = norm
