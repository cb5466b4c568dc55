"""The step that ends at an event, made by the method itself, for methods whose states must be their own.

The interpolant of the midpoint rule is a cubic whose energy is not that of the rule; that of the classical method of
Runge and Kutta has an order less than the method. An event found on it tells about where the step has to end; a shorter
step of the method, made again until the watched number has just passed zero at its end, keeps the energy, or the order.
What is left of the step follows behind the event: fixed steps stay on their grid, as those of FMUs and runners do.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_kernel import dense, prepare_dense, restart, step
from linkwork.numerics.integrators.integrator_state_kernel import ACCEPTED, STEPS, STOP, T_OLD, Y_OLD, T, Y
from linkwork.numerics.jit import njit, part
from linkwork.numerics.switch_kernel import FROZEN, NUMBER
from linkwork.places.layout_kernel import SWITCHES
from linkwork.system.loop.event_sides_kernel import watch_at, wrong_side
from linkwork.system.loop.watches_kernel import ARMED, place_of

ATTEMPTS = 10
SLOPE_AT = 1e-3  # of the step: how far before the event its slope is taken
BEYOND = 1e-9  # of the step: how far behind zero the step is to end, so that the side is sure
GROWS = 4.0  # each time: a number that is only known to so much has to be farther from zero
NEAR = 1e-8  # of the step: how far is near enough
SHORTEST = 1e-4  # of the step: in a shorter one the velocities, differences of positions, would be rounding


@njit
def number_on_interpolant(see, k, p, w, z, s, t, y, spare, watch):
    """A watched number inside the last step."""
    dense(z, s, t, y)
    watch_at(see, k, p, w, t, y, spare)
    return w[place_of(k, watch) + NUMBER].real


@njit
def first_wrong(k, w):
    """The first armed number on its wrong side; -1 when there is none."""
    for watch in range(k[SWITCHES]):
        if w[place_of(k, watch) + FROZEN].real == ARMED and wrong_side(k, w, watch):
            return watch
    return -1


@njit
def step_again(rate, k, p, w, z, s, stop):
    """Make the last step again up to another time; false when that fails."""
    restart(z, s, z[T_OLD], part(z, s[Y_OLD]))
    s[STEPS] -= 1
    z[STOP] = stop
    return step(rate, k, p, w, z, s) == ACCEPTED


@njit
def end_at_event(rate, see, k, p, w, z, s, t_event, y, spare):
    """Let the last step end at the event found in it; returns the time of the event.

    Where the event cannot be reached by steps of the method, the last step is as it was and so is the event's time.
    """
    start, end, stop = z[T_OLD].real, z[T], z[STOP]
    length = (end - start).real
    t = t_event + 0.0 * end
    if not t_event > start + SHORTEST * length or not prepare_dense(rate, k, p, w, z, s):
        return t_event
    number_on_interpolant(see, k, p, w, z, s, t, y, spare, 0)
    watch = first_wrong(k, w)
    if watch < 0:
        return t_event
    before = SLOPE_AT * (t_event - start)
    slope = number_on_interpolant(see, k, p, w, z, s, t, y, spare, watch)
    slope = (slope - number_on_interpolant(see, k, p, w, z, s, t - before, y, spare, watch)) / before
    if not abs(slope) > 0.0:
        return t_event
    beyond = BEYOND * length
    for _ in range(ATTEMPTS):
        if not start < t.real <= end.real or not step_again(rate, k, p, w, z, s, t):
            break
        watch_at(see, k, p, w, z[T], part(z, s[Y]), spare)
        late = w[place_of(k, watch) + NUMBER].real / slope
        if wrong_side(k, w, watch) and late <= max(NEAR * length, beyond):
            z[STOP] = stop
            prepare_dense(rate, k, p, w, z, s)
            return z[T].real
        t += beyond - late
        beyond *= GROWS
    step_again(rate, k, p, w, z, s, end)
    z[STOP] = stop
    prepare_dense(rate, k, p, w, z, s)
    return t_event
