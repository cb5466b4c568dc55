"""Integrate y' = f(t, y) one accepted step at a time, by any method: step, dense output, restart, revise.

A caller's loop, with `z` and `s` from `linkwork.numerics.integrator.prepare`:

    while step(method, address, k, p, w, z, s) == ACCEPTED:
        correct y = z[s[Y]...] and `revise` it, if it drifts          (nothing is evaluated)
        prepare_dense(address, k, p, w, z, s); dense(z, s, t, out)    (only where output or an event lies in the step)
        `restart` after an event that changed y, or at its time

The state is never half way: each call may be the last, and results do not depend on who makes the calls.
"""

from __future__ import annotations

from linkwork.numerics import adams_kernel as adams
from linkwork.numerics import dop853_kernel as dop853
from linkwork.numerics import rk4_kernel as rk4
from linkwork.numerics.integrator_state_kernel import (
    ACCEPTED,
    ADAMS,
    AT_STOP,
    DENSE,
    DOP853,
    ERROR,
    METHOD,
    NOT_PREPARED,
    ORDER,
    SETTLED,
    SIZE,
    SPAN,
    STATUS,
    STOP,
    H,
    T,
    Y,
    settle_slope,
)
from linkwork.numerics.jit import njit, part


@njit
def _attempt(address, k, p, w, z, s):
    if (z[STOP] - z[T]).real == 0.0:
        return AT_STOP
    if s[METHOD] == DOP853:
        return dop853.step(address, k, p, w, z, s)
    if s[METHOD] == ADAMS:
        return adams.step(address, k, p, w, z, s)
    return rk4.step(address, k, p, w, z, s)


@njit
def step(method, address, k, p, w, z, s):
    """Advance by one accepted step; returns ACCEPTED, or why there is none. The accepted y then stays as it was."""
    if method != s[METHOD]:
        return NOT_PREPARED
    s[STATUS] = _attempt(address, part(k, 0), part(p, 0), part(w, 0), part(z, 0), part(s, 0))
    return s[STATUS]


@njit
def advance(method, address, k, p, w, z, s, budget):
    """Up to `budget` accepted steps, for a caller who has nothing to do between them; returns the last status."""
    status = ACCEPTED
    while budget > 0 and status == ACCEPTED:
        status = step(method, address, k, p, w, z, s)
        budget -= 1
    return status


@njit
def settle(address, k, p, w, z, s):
    """See that f at the accepted y is known (the vector F in z); tells whether it is finite."""
    if s[METHOD] == ADAMS and s[ORDER] > 0:
        return adams.settle(address, part(k, 0), part(p, 0), part(w, 0), part(z, 0), part(s, 0))
    return settle_slope(address, part(k, 0), part(p, 0), part(w, 0), part(z, 0), part(s, 0))


@njit
def _prepare_dense(address, k, p, w, z, s):
    if s[SPAN] == 0:
        return False
    if s[DENSE] == 1:
        return True
    if s[METHOD] == DOP853:
        return dop853.prepare_dense(address, k, p, w, z, s)
    if s[METHOD] == ADAMS:
        return adams.prepare_dense(address, k, p, w, z, s)
    return rk4.prepare_dense(address, k, p, w, z, s)


@njit
def prepare_dense(address, k, p, w, z, s):
    """Make the interpolant of the last accepted step, at the cost of f at its end (all) and 3 stages (DOP853).

    False when there is no such step (before the first, after a restart or a failure) or f is not finite at its end.
    """
    return _prepare_dense(address, part(k, 0), part(p, 0), part(w, 0), part(z, 0), part(s, 0))


@njit
def dense(z, s, t, out):
    """y at a time inside the last accepted step; false, and nothing written, unless `prepare_dense` came before."""
    if s[DENSE] == 0:
        return False
    if s[METHOD] == DOP853:
        dop853.dense(part(z, 0), part(s, 0), t, out)
    elif s[METHOD] == ADAMS:
        adams.dense(part(z, 0), part(s, 0), t, out)
    else:
        rk4.dense(part(z, 0), part(s, 0), t, out)
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
        z[ERROR] = dop853.ERROR_START


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
