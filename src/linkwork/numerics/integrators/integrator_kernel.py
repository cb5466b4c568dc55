"""Integrate y' = f(t, y) one accepted step at a time, by any method: step, dense output, restart, revise.

A caller's loop, with `z` and `s` from `linkwork.numerics.integrators.integrator.prepare`:

    while step(address, k, p, w, z, s) == ACCEPTED:
        correct y = z[s[Y]...] and `revise` it, if it drifts          (nothing is evaluated)
        prepare_dense(address, k, p, w, z, s); dense(z, s, t, out)    (only where output or an event lies in the step)
        `restart` after an event that changed y, or at its time

The state is never half way: each call may be the last, and results do not depend on who makes the calls.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import (
    ACCEPTED,
    ADAMS,
    AT_STOP,
    DENSE,
    DENSE_AT,
    ERROR,
    ERROR_START,
    METHOD,
    ORDER,
    PREPARE_AT,
    SETTLE_AT,
    SETTLED,
    SIZE,
    SPAN,
    STATUS,
    STEP_AT,
    STOP,
    H,
    T,
    Y,
)
from linkwork.numerics.jit import call_dense, call_method, njit


@njit
def step(address, k, p, w, z, s):
    """Advance by one accepted step; returns ACCEPTED, or why there is none. The accepted y then stays as it was."""
    if (z[STOP] - z[T]).real == 0.0:
        s[STATUS] = AT_STOP
    else:
        s[STATUS] = call_method(s[STEP_AT], address, k, p, w, z, s)
    return s[STATUS]


@njit
def advance(address, k, p, w, z, s, budget):
    """Up to `budget` accepted steps, for a caller who has nothing to do between them; returns the last status."""
    status = ACCEPTED
    while budget > 0 and status == ACCEPTED:
        status = step(address, k, p, w, z, s)
        budget -= 1
    return status


@njit
def settle(address, k, p, w, z, s):
    """See that f at the accepted y is known (the vector F in z); tells whether it is finite."""
    return call_method(s[SETTLE_AT], address, k, p, w, z, s) == 1


@njit
def prepare_dense(address, k, p, w, z, s):
    """Make the interpolant of the last accepted step, at the cost of f at its end (all) and 3 stages (DOP853).

    False when there is no such step (before the first, after a restart or a failure) or f is not finite at its end.
    """
    if s[SPAN] == 0:
        return False
    if s[DENSE] != 0:
        return True
    return call_method(s[PREPARE_AT], address, k, p, w, z, s) == 1


@njit
def dense(z, s, t, out):
    """y at a time inside the last accepted step; false, and nothing written, unless `prepare_dense` came before.

    The time may be real where z is complex: what is called by its address gets a number of the kind it expects.
    """
    if s[DENSE] == 0:
        return False
    call_dense(s[DENSE_AT], z, s, t + 0.0 * z[T], out)
    return True


@njit
def restart(z, s, t, y):
    """Go on from another state, after an event: Runge-Kutta methods keep the step length, Adams starts at order 1."""
    z[T] = t
    for i in range(s[SIZE]):
        z[s[Y] + i] = y[i]
    s[SETTLED], s[SPAN], s[DENSE] = 0, 0, 0
    if s[METHOD] == ADAMS:
        s[ORDER], z[H] = 0, 0.0
    else:
        z[ERROR] = ERROR_START


@njit
def revise(z, s, y):
    """Replace the accepted y by a slightly better one; the interpolant then ends in it.

    Before `settle` or `prepare_dense` this costs nothing, because f is not yet evaluated there. After them Runge-Kutta
    methods evaluate f again when they need it; Adams keeps its differences.
    """
    for i in range(s[SIZE]):
        z[s[Y] + i] = y[i]
    if s[METHOD] != ADAMS or s[ORDER] == 0:
        s[SETTLED], s[DENSE] = 0, 0
