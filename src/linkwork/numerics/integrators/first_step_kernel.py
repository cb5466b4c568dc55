"""How far a first step goes of a method that sees the ends of steps alone."""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import STOP, H, T
from linkwork.numerics.jit import njit

FIRST_SHARE = 0.01  # of the way to the stop


@njit
def begin_briefly(z):
    """Shorten a first step that would reach far on the way to the stop.

    From rest, or from rounding of it, nothing tells how long it should be: what acts between would not be seen where it
    is nothing again at the stop.
    """
    z[H] = min(z[H].real, FIRST_SHARE * abs((z[STOP] - z[T]).real))
