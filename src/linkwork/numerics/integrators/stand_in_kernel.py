"""A method of one step that stands in for a method of many beside a time to avoid.

What Adams's method remembers of f is known the worse the nearer it was to such a time, and its formulas multiply the
errors of what they remember by powers of two. DOP853 remembers nothing. The int state of the one that stands aside
lies behind that of the one at work, in the table of its own (`integrator.prepare`), with the same vectors.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_kernel import restart
from linkwork.numerics.integrators.integrator_state_kernel import (
    ADAMS,
    DENSE_AT,
    DOP853,
    H_DONE,
    METHOD,
    OWN_TABLE,
    PREPARE_AT,
    SETTLE_AT,
    STEP_AT,
    F,
    H,
    T,
    Y,
)
from linkwork.numerics.jit import njit, part

LENGTH = 4.0  # steps of Adams's method: about as long is one of DOP853 with the same error


@njit
def has_stand_in(s):
    """Whether there is another method beside the one at work."""
    return s[OWN_TABLE] > 0 and (s[METHOD] == ADAMS or s[METHOD] == DOP853)


@njit
def change_places(s):
    """The other method is at work."""
    for at in (METHOD, STEP_AT, SETTLE_AT, PREPARE_AT, DENSE_AT, F):
        other = s[OWN_TABLE] + at
        s[at], s[other] = s[other], s[at]


@njit
def change_method(z, s):
    """Go on by the other method from the accepted y: DOP853 in longer steps, Adams's method from order 1."""
    change_places(s)
    restart(z, s, z[T], part(z, s[Y]))
    if s[METHOD] == DOP853:
        z[H] = LENGTH * max(abs(z[H_DONE].real), z[H].real)
