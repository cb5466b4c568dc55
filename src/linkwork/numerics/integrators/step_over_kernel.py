"""Steps over a time to avoid, and those beside it: which errors they may have.

Beside that time f is known the worse the closer it is, so that the errors of a step over it come from two sides: what
the method leaves, which falls with a high power of the step's length, and rounding, which grows as the step gets
shorter: with its fourth power in mechanisms of many loops, a hundred times from one try to the next. A method that can
tell rounding (`dop853_kernel.is_rounding`) accepts such a step at once. With others a step that is refused is tried
again, shorter and from nearer. If its error has not become smaller then, it is rounding, and no step over that time
does better: it is accepted. (In a mechanism such errors lie across the motion, and the correction at the end of the
step takes them away.)

Steps beside it, before and behind, are no better off: held to a tolerance below what f is known to, they would be
refused until they are so short that nothing changes in them, and thousands of them would follow.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import AVOID, DIRECTION, NEVER, OVER_ERROR, RTOL, T_OLD
from linkwork.numerics.jit import njit

FINEST = 1e-10  # relative tolerance of a step over such a time, or beside it, at least
ROUGHEST = 1e-3  # relative error of rounding that is accepted at most
FALLS = 0.5  # of the error refused before: what is more is rounding
GIVEN_UP = 2.0 * NEVER  # instead of a time to avoid: it could not be stepped over


@njit
def goes_over(z, s, h):
    """Whether a step of that length, begun at T_OLD, leads over the time to avoid."""
    return 0.0 < s[DIRECTION] * (z[AVOID] - z[T_OLD]).real < abs(h.real)


@njit
def is_avoiding(z):
    """Whether there is a time to avoid, before or behind."""
    return z[AVOID].real < NEVER and z[RTOL].real > 0.0


@njit
def allowance(z, s, h, norm, rounding):
    """The error norm allowed in a step that has this norm: 1, but for steps over a time to avoid and beside it.

    Most is allowed where the error is known to be rounding, or has not fallen in a shorter step over that time.
    """
    if not is_avoiding(z):
        return 1.0
    before = z[OVER_ERROR].real
    if rounding or (goes_over(z, s, h) and before > 0.0 and norm >= FALLS * before):
        return max(ROUGHEST / z[RTOL].real, 1.0)
    return max(FINEST / z[RTOL].real, 1.0)


@njit
def refuse(z, s, h, norm):
    """Remember the error of a step over a time to avoid that is refused; what is more than rounding is given up."""
    if goes_over(z, s, h):
        before = z[OVER_ERROR].real
        if before > 0.0 and norm >= FALLS * before:
            z[AVOID] = GIVEN_UP
        z[OVER_ERROR] = norm
