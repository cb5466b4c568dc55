"""The speed of fibres under a law by a formula: that at which they pull as much as the tendon lets them.

    f(a, x, v) cos = f_t(e),  f rises with v

f is another record, called for every trial. Newton's method from rest with slopes by differences, taken on the side on
which the speed is sought; a step after which f has fallen goes over a place where the formula has no value, and is
halved; a step out of where the speed must lie gives way to the middle. It begins anew every time, so that the speed
follows from the state alone. Where f stays the same, at the end of fibres that do not pull, it is the highest speed.
In complex numbers two more steps bring the parts of derivatives.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_constraint, njit
from linkwork.places.layout_kernel import ADDRESS, FLOATS_AT, INTS_AT, MOTION, OUT_AT, RECORD, SIGNAL_AT
from linkwork.signals.muscle_kernel import STEEPEST
from linkwork.signals.muscle_layout_kernel import COSINE, OWN_FORCE, OWN_TENDON, RELATIVE

MOST = 100  # steps
HALVINGS = 40  # of a step after which the force has fallen
FARTHEST = 1e6  # largest speeds: nothing lies beyond
SMALL = 1e-7  # step of the differences
ENOUGH = 1e-13  # a step that does not count
LEFT = 1e-8  # of the force: what may be left of it where steps do not count any more; more is left where it jumps
FALLING = 1e-6  # slope of a force that falls with the speed, beside rounding of the differences
NOT_A_NUMBER = float("nan")
TOLD, LAW = 4, 5  # in the ints: where the muscle tells, the record of its law


@njit
def excess(v, target, t, pose, twist, memory, p, k, b, out):
    """What the fibres pull too much at a speed."""
    memory[k[b + TOLD] + RELATIVE] = v
    record = k[SIGNAL_AT] + RECORD * k[b + LAW]
    call_constraint(
        k[record + ADDRESS],
        MOTION,
        t,
        pose,
        twist,
        memory,
        p,
        k,
        k[record + FLOATS_AT],
        k[record + INTS_AT],
        k[record + OUT_AT],
        out,
    )
    return memory[k[b + TOLD] + OWN_FORCE] - target


@njit
def step_from(v, r, low, high, slope):
    """How far to go from a speed between two others, by what the force is too large there and by its slope."""
    step = -r / slope if slope > 0.0 else 0.0
    if step != 0.0 and v + step > low and v + step < high:
        return step
    if high < FARTHEST and low > -FARTHEST:
        return 0.5 * (low + high) - v
    return 1.0 + abs(v) if r <= 0.0 else -1.0 - abs(v)


@njit
def with_derivatives(speed, slope, target, t, pose, twist, memory, p, k, b, out):
    """The speed with its imaginary part, in which the force is linear: by two steps, the second with the slope there.

    Its real part stays: where the force has a kink another slope holds beside it.
    """
    first = excess(speed, target, t, pose, twist, memory, p, k, b, out)
    before, step = first.imag, (first - first.real) / slope
    if before == 0.0:
        return speed
    second = excess(speed - step, target, t, pose, twist, memory, p, k, b, out)
    true = slope * (before - second.imag) / before
    if true > 0.0:
        slope = true
    return speed - step - (second - second.real) / slope


def fibre_speed(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """k: see above. The speed, over the largest one, and the force of the law at it are left in the memory."""
    told = k[b + TOLD]
    if memory[told + OWN_TENDON].real < 0.0:
        memory[told + OWN_TENDON] = 0.0 * t
    none, cosine = 0.0 * t, memory[told + COSINE]
    if cosine.real < STEEPEST:
        cosine = STEEPEST + 0.0 * cosine
    target = memory[told + OWN_TENDON] / cosine
    v, low, high, slope, balanced = 0.0, -FARTHEST, FARTHEST, 0.0, False
    r = excess(v + none, target, t, pose, twist, memory, p, k, b, out).real
    for _ in range(MOST):
        side = SMALL if r <= 0.0 else -SMALL
        slope = (excess(v + side + none, target, t, pose, twist, memory, p, k, b, out).real - r) / side
        if r == 0.0 and slope > 0.0:
            balanced = True
            break
        if r <= 0.0:
            low = v
        else:
            high = v
        step = step_from(v, r, low, high, slope)
        trial = excess(v + step + none, target, t, pose, twist, memory, p, k, b, out).real
        for _ in range(HALVINGS):
            if (trial - r) * step >= 0.0 or abs(step) <= ENOUGH:
                break
            step *= 0.5
            trial = excess(v + step + none, target, t, pose, twist, memory, p, k, b, out).real
        v, r = v + step, trial
        if abs(v) > FARTHEST:
            break
        if abs(step) <= ENOUGH * max(1.0, abs(v)):
            balanced = abs(r) <= LEFT * max(1.0, abs(target.real)) and slope >= -FALLING
            break
    speed = v + none
    if balanced and slope > 0.0:
        speed = with_derivatives(speed, slope, target, t, pose, twist, memory, p, k, b, out)
    excess(speed if balanced else NOT_A_NUMBER + none, target, t, pose, twist, memory, p, k, b, out)
