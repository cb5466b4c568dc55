"""A push-belt drive let go through time until it rests: the way to a steady state where Newton's method finds none.

Steps of Euler's implicit method, longer and longer, without a look at their errors: what happens on the way does not
matter, and the longest ones are Newton's steps for the steady state itself.
"""

from __future__ import annotations

from linkwork.library.cvt.continuation_kernel import ROUGH, SOLVED, copy_state, newton, prepare
from linkwork.numerics.jit import njit

BEGIN, LONG, TINY = 1e-2, 10.0, 2e-3  # s, the first step, one after which the drive rests, and the shortest
EASY, FAIR = 4, 8  # Newton steps after which the next step is much longer, and longer
MUCH, MORE, LESS = 4.0, 1.7, 0.25
STEPS = 30
MOST = 30  # Newton steps in one of them: elements that come loose or are pressed do so one after the other


@njit
def let_rest(model, room, strains, y, kept, past, wanted, scale, strain_scale, told):
    """Let a drive come to rest from any state; false when it does not. told: steps, Newton steps, last step in s."""
    step, rate_kept = BEGIN, kept[2]
    rate_kept[:] = 0.0
    for _ in range(STEPS):
        copy_state(strains, y, kept[0], kept[1])
        c0 = 1.0 / step
        for i in range(strains.shape[0]):
            for k in range(strains.shape[1]):
                past[0][i, k] = -c0 * strains[i, k]
        for c in range(len(y)):
            past[1][c] = -c0 * y[c]
            past[2][c] = -c0 * rate_kept[c]
        prepare(model, room, y)
        reason, count = newton(model, room, strains, y, past, c0, wanted, scale, strain_scale, ROUGH, MOST)
        told[0] += 1
        told[1] += count
        told[2] = step
        if reason == SOLVED:
            for c in range(len(y)):
                rate_kept[c] = c0 * y[c] + past[1][c]
            if step >= LONG:
                return True
            step *= MUCH if count <= EASY else MORE if count <= FAIR else 1.0
        else:
            copy_state(kept[0], kept[1], strains, y)
            step *= LESS
            if step < TINY:
                return False
    return False
