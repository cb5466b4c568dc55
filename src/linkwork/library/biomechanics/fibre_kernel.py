"""Fibres and tendon of a muscle: equilibrium at rest, speed of the fibres, force of a stiff tendon.

Fibres keep their distance h = l0 sin(angle) across as they shorten (a parallelogram). In all of these: `law` holds the
curves, `numbers` strength, optimal length, slack length, angle, largest speed, the numbers of the law, and h.
"""

from __future__ import annotations

import math

from linkwork.library.biomechanics.laws.curve_kernel import law_curve, law_speed
from linkwork.numerics.jit import njit
from linkwork.signals.muscles.bezier_kernel import FAR, where_sum

ACTIVE, PASSIVE, TENDON, SPEED = range(4)
STEEPEST = 0.1  # the least cosine of the angle of the fibres
STRENGTH, OPTIMUM, SLACK, ANGLE, FASTEST, DAMPING, SHORTEST, RISING, FALLING, LEAST, ACROSS = range(11)


@njit
def shortest_fibre(numbers):
    """The length below which fibres are not followed: their angle would be too steep, or they have no force."""
    return max(numbers[ACROSS] / math.sqrt(1 - STEEPEST**2), numbers[OPTIMUM] * numbers[SHORTEST])


@njit
def along_tendon(numbers, fibre):
    """Cosine of the angle of the fibres."""
    across = numbers[ACROSS] / fibre
    return math.sqrt(1 - across * across)


@njit
def fibre_at_rest(law, numbers, activation, length):
    """Length of fibres that neither shorten nor lengthen while fibres and tendon pull alike; the shortest if slack."""
    low = shortest_fibre(numbers)
    across = numbers[ACROSS]
    high = math.sqrt(max(0.0, length - numbers[SLACK]) ** 2 + across * across)
    if high <= low:
        return low
    fibre = high
    # Newton within a bracket; halving alone needs fewer
    for _ in range(200):
        x, cosine = fibre / numbers[OPTIMUM], along_tendon(numbers, fibre)
        active, rise = law_curve(law[ACTIVE], x)
        passive, stiff = law_curve(law[PASSIVE], x)
        tendon, hard = law_curve(law[TENDON], (length - fibre * cosine) / numbers[SLACK])
        lack = (activation * active + passive) * cosine - tendon
        if lack > 0.0:
            high = fibre
        else:
            low = fibre
        sine = (1 - cosine * cosine) / cosine
        slope = (activation * rise + stiff) * cosine / numbers[OPTIMUM] + (activation * active + passive) * sine / fibre
        slope += hard * (cosine + sine) / numbers[SLACK]
        change = -lack / slope if slope > 0.0 else 2 * high
        # rounding, which may lead out of the bracket
        if abs(change) < 1e-15 * fibre:
            break
        if not low < fibre + change < high:
            change = 0.5 * (low + high) - fibre
        fibre += change
        if abs(change) < 1e-15 * fibre:  # the bracket has closed
            break
    return fibre


@njit
def speed_for(rows, activation, active, damping, wanted):
    """The speed over the largest at which active * f_v(v) + damping * v is what is wanted."""
    if rows[0, 0] == rows[0, 0]:
        return where_sum(rows, active, damping, wanted)
    # a bracket for speeds over the largest one, of which more than 10 is not met
    low, high, v = -FAR, FAR, 0.0
    # Newton within a bracket; halving alone needs fewer
    for _ in range(200):
        speed, rise = law_speed(rows, v, activation)
        lack = active * speed + damping * v - wanted
        if lack > 0.0:
            high = v
        else:
            low = v
        slope = active * rise + damping
        change = -lack / slope if slope > 0.0 else 2 * high
        # rounding of speeds of the order of 1, which may lead out of the bracket
        if abs(change) < 1e-14:
            break
        if not low < v + change < high:
            change = 0.5 * (low + high) - v
        v += change
        if abs(change) < 1e-14:  # the bracket has closed
            break
    return v


@njit
def fibre_speed(law, numbers, activation, fibre, length):
    """Speed of the fibres and force of the tendon: (a f_l f_v(v) + f_p + damping v) cos = f_t, v over the largest."""
    cosine = along_tendon(numbers, fibre)
    x = fibre / numbers[OPTIMUM]
    tendon = law_curve(law[TENDON], (length - fibre * cosine) / numbers[SLACK])[0]
    active, passive = activation * law_curve(law[ACTIVE], x)[0], law_curve(law[PASSIVE], x)[0]
    wanted = tendon / cosine - passive
    v = speed_for(law[SPEED], activation, active, numbers[DAMPING], wanted)
    if v < 0.0 and fibre <= shortest_fibre(numbers):
        v = 0.0
    return v * numbers[FASTEST] * numbers[OPTIMUM], tendon * numbers[STRENGTH]


@njit
def rest_frames(law, numbers, activations, lengths, fibres, tensions):
    """Equilibria of one muscle over many lengths and activations."""
    for i in range(len(lengths)):
        fibres[i] = fibre_at_rest(law, numbers, activations[i], lengths[i])
        tendon = (lengths[i] - fibres[i] * along_tendon(numbers, fibres[i])) / numbers[SLACK]
        tensions[i] = numbers[STRENGTH] * law_curve(law[TENDON], tendon)[0]


@njit
def stiff_frames(law, numbers, lengths, rates, out):
    """Of one muscle with a tendon that does not stretch: force of its fibres at full activation, passive force, cosine
    of their angle."""
    across = numbers[ACROSS]
    for i in range(len(lengths)):
        along = max(0.0, lengths[i] - numbers[SLACK])
        fibre = math.sqrt(along * along + across * across)
        if along <= 0.0 or fibre <= shortest_fibre(numbers):
            out[i, 0], out[i, 1], out[i, 2] = 0.0, 0.0, 1.0
            continue
        cosine, x = along / fibre, fibre / numbers[OPTIMUM]
        v = rates[i] * cosine / (numbers[FASTEST] * numbers[OPTIMUM])
        out[i, 0] = numbers[STRENGTH] * law_curve(law[ACTIVE], x)[0] * law_speed(law[SPEED], v, 1.0)[0]
        out[i, 1] = numbers[STRENGTH] * law_curve(law[PASSIVE], x)[0]
        out[i, 2] = cosine


@njit
def moving_frames(law, numbers, activations, fibres, lengths, speeds):
    """Speeds of the fibres of one muscle whose tendon gives way."""
    for i in range(len(fibres)):
        speeds[i] = fibre_speed(law, numbers, activations[i], fibres[i], lengths[i])[0]


@njit
def stiff_fibres(numbers, lengths, rates, fibres, speeds):
    """Lengths and speeds of the fibres of one muscle whose tendon does not stretch; slack ones stay as they are."""
    across, shortest = numbers[ACROSS], shortest_fibre(numbers)
    for i in range(len(lengths)):
        along = max(0.0, lengths[i] - numbers[SLACK])
        fibres[i], speeds[i] = math.sqrt(along * along + across * across), 0.0
        if along <= 0.0 or fibres[i] <= shortest:
            fibres[i] = shortest
        else:
            speeds[i] = rates[i] * along / fibres[i]


@njit
def active_frames(law, numbers, activations, fibres, speeds, out):
    """Of the fibres of one muscle: active force over the length (1 at most), active force, all force with damping."""
    for i in range(len(fibres)):
        x, v = fibres[i] / numbers[OPTIMUM], speeds[i] / (numbers[FASTEST] * numbers[OPTIMUM])
        over_length = law_curve(law[ACTIVE], x)[0]
        active = activations[i] * over_length * law_speed(law[SPEED], v, activations[i])[0]
        out[i, 0], out[i, 1] = over_length, numbers[STRENGTH] * active
        out[i, 2] = numbers[STRENGTH] * (active + law_curve(law[PASSIVE], x)[0] + numbers[DAMPING] * v)


@njit
def stiff_tension(law, numbers, activation, length, rate):
    """Tension of a muscle with a tendon that does not stretch."""
    along = length - numbers[SLACK]
    across = numbers[ACROSS]
    fibre = math.sqrt(max(0.0, along) ** 2 + across * across)
    if along <= 0.0 or fibre <= shortest_fibre(numbers):
        return 0.0
    cosine, x = along / fibre, fibre / numbers[OPTIMUM]
    v = rate * cosine / (numbers[FASTEST] * numbers[OPTIMUM])
    active = activation * law_curve(law[ACTIVE], x)[0] * law_speed(law[SPEED], v, activation)[0]
    whole = active + law_curve(law[PASSIVE], x)[0] + numbers[DAMPING] * v
    return numbers[STRENGTH] * max(0.0, whole) * cosine


@njit
def activation_rate(numbers, excitation, activation):
    """How fast the activation follows an excitation (Thelen 2003): slower up and faster down the more there is."""
    lag = 0.5 + 1.5 * activation
    time = numbers[RISING] * lag if excitation > activation else numbers[FALLING] / lag
    return (excitation - activation) / time
