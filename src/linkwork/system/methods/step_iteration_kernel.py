"""Newton's iteration of a step of fixed length, to round-off: when its matrix is made anew and when it has converged.

The contraction that the last iterations showed is kept among the method's own numbers, at `theta`; s[FRESH] says that
the matrix was made in this step.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import FRESH, JACOBIANS
from linkwork.numerics.jit import njit
from linkwork.system.constraints.rounding_kernel import rounding

STRETCH = 1e-9  # the last step takes over what round-off has left of the interval
MOST_ITERATIONS = 20
SLACK = 0.4  # contraction from which a matrix of an earlier step is made anew at once
FAST = 0.1  # contraction of the iteration up to which its matrix is kept
ROUND_OFF = 1e-15  # change of the scaled coordinates that is nothing
STALLED, GOOD = 1e-13, 1e-11  # changes that are small enough when they fall no more, and in the last iteration
STALLED_ROUNDINGS, GOOD_ROUNDINGS = 10.0, 1e3  # the same far from the origin, of what rounding leaves open
INCREMENT = 1e-8  # of the scaled coordinates, for differences
CONVERGED, SLOW, BROKEN, GOING_ON = range(4)


@njit
def wants_matrix(z, s, theta):
    """Whether the matrix of an earlier step is none or serves badly."""
    return s[FRESH] == 0 and (s[JACOBIANS] == 0 or z[theta].real > FAST)


@njit
def judge(k, p, w, z, s, theta, count, largest, before):
    """What an iteration that changed the coordinates by `largest`, the one before it by `before`, means."""
    # not a number, or infinite
    if not largest < 1e300:
        return BROKEN
    contraction = largest / before if before > 0.0 else 0.0
    if largest <= ROUND_OFF or (count > 0 and contraction >= 0.5 and has_stalled(k, p, w, largest)):
        return CONVERGED
    if count > 0:
        z[theta] = max(contraction, z[theta].real)
        if contraction > (2.0 if s[FRESH] == 1 else SLACK):
            return enough(k, p, w, s, largest)
    return GOING_ON


@njit
def has_stalled(k, p, w, largest):
    """Whether a change that falls no more is round-off."""
    return largest <= STALLED or largest <= STALLED_ROUNDINGS * rounding(k, p, w)


@njit
def enough(k, p, w, s, largest):
    """Whether the last change of an iteration that goes no further is small enough."""
    if s[FRESH] == 1:
        good = largest <= GOOD or largest <= GOOD_ROUNDINGS * rounding(k, p, w)
    else:
        good = has_stalled(k, p, w, largest)
    return CONVERGED if good else SLOW
