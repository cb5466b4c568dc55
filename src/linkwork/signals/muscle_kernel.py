"""What a muscle pulls with: fibres (`fibres_kernel.py`) in series with a tendon.

Over the optimal length l0, the slack length s of the tendon, the strength F0 and the largest speed:

    tendon      f = f_t(e),  e its strain, a state;  stiff: e = 0
    balance     f_t(e) = (a f_l(x) f_v(v) + f_p(x)) cos,  solved for the speed v of the fibres;  stiff: f follows from v
    rate        e' = (L' - x' l0 / cos) / s
    energy      of tendon and passive fibres, the integrals of their curves;  power given -F0 a f_l f_v l0 x'

Laws: Thelen (2003), De Groote and others (2016), Ambrosio and Silva (chapter 7, 13), Millard and others (2013), whose
fibres are damped (damping times v beside a f_l f_v, in the power given too), and formulas of a user's own for
a f_l f_v + f_p and f_t, which other kernels evaluate before, and seek the speed (`muscles/`). Forces of fibres that
would push are straight continuations of the curve over the speed, and so are those of fibres stretched faster than at
95 % of the largest force (Thelen) or at the largest speed (De Groote).

Fibres that shorten come to rest where they are 0.2 long, or lie across at a cosine of 0.1 if they are longer there, and
slow down over the last 0.1 of their length along the tendon. With a stiff tendon fibres shorter than 0.2 do not pull;
pennated ones pull less the more they lie across, and no more where the path is as short as the tendon.
"""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import atan, exp, log, sinh, sqrt
from linkwork.signals.muscle_layout_kernel import (
    ACTIVATION,
    AMBROSIO_SILVA,
    BENT,
    BEYOND,
    COSINE,
    CURVE,
    DAMPING,
    DE_GROOTE,
    FASTEST,
    FIBRE,
    FORCE,
    FORMULA,
    GIVEN,
    GIVES,
    HANGING_PIECES,
    LAW,
    LAW_AT,
    LIMIT,
    MILLARD,
    MOVES,
    OPTIMUM,
    OWN_FORCE,
    OWN_TENDON,
    PASSIVE_FORCE,
    POWER,
    PULLS,
    RELATIVE,
    SHAPE,
    SINE,
    SLACK,
    SPEED,
    SPEED_PIECES,
    STILL,
    STORED,
    STRAIN,
    STRAIN_RATE,
    STRENGTH,
    TENDON,
    TOE,
    TOE_FORCE,
    TOE_SLOPE,
    TOLD,
)
from linkwork.signals.muscles.millard_kernel import curve_area, curve_value, damped_speed

SHORTEST = 0.2  # fibres, over the optimal length
STEEPEST = 0.1  # the least cosine of the angle of fibres that shorten
NEAR = 0.1  # of the optimal length: so far from the end they begin to slow down
WHOLE = math.atan(5.0)


@njit
def tendon_force(law, p, n, strain):
    """Force of the tendon, and its integral over the strain."""
    if law == DE_GROOTE:
        rate, height, place, rest = p[n + TENDON], p[n + TENDON + 1], p[n + TENDON + 2], p[n + TENDON + 3]
        grown = height * exp(rate * (1.0 + strain - place))
        if grown.real <= rest.real:  # the curve would push: a tendon hangs
            return 0.0 * strain, 0.0 * strain
        slack = place - 1.0 + log(rest / height) / rate
        return grown - rest, (grown - rest) / rate - rest * (strain - slack)
    if law == MILLARD:
        length, at = 1.0 + strain, n + PULLS
        return curve_value(p, at, HANGING_PIECES, length), curve_area(p, at, HANGING_PIECES, length)
    if strain.real <= 0.0:
        return 0.0 * strain, 0.0 * strain
    toe, force, slope = p[n + TOE], p[n + TOE_FORCE], p[n + TOE_SLOPE]
    scale = force / (math.exp(3.0) - 1.0)
    if strain.real < toe.real:
        grown = exp(3.0 * strain / toe) - 1.0
        return scale * grown, scale * (grown * toe / 3.0 - strain)
    more = strain - toe
    bent = scale * ((math.exp(3.0) - 1.0) * toe / 3.0 - toe)
    return force + slope * more, bent + force * more + 0.5 * slope * more * more


@njit
def speed_of_fibres(law, p, n, activation, force):
    """Speed over the largest one under a force over that of the active fibres at rest."""
    if law == DE_GROOTE:
        low, low_slope, high, high_slope = p[n + BEYOND], p[n + BEYOND + 1], p[n + BEYOND + 2], p[n + BEYOND + 3]
        if force.real < low.real:
            return -1.0 + (force - low) / low_slope
        if force.real > high.real:
            return 1.0 + (force - high) / high_slope
        return (sinh((force - p[n + CURVE + 3]) / p[n + CURVE]) - p[n + CURVE + 2]) / p[n + CURVE + 1]
    shape, limit, factor = p[n + SHAPE], p[n + LIMIT], 0.25 + 0.75 * activation
    if force.real < 0.0:
        return factor * (force * (1.0 + 1.0 / shape) - 1.0)
    if force.real < 1.0:
        return factor * (force - 1.0) / (1.0 + force / shape)
    steep, near = (2.0 + 2.0 / shape) / (limit - 1.0), 0.05 * limit
    if force.real < (limit - near).real:
        return factor * (force - 1.0) / (steep * (limit - force))
    end = (limit - near - 1.0) / (steep * near)
    return factor * (end + (limit - 1.0) / (steep * near * near) * (force - limit + near))


@njit
def force_at_speed(law, p, n, activation, v):
    """Force of active fibres over that at rest, at a speed over the largest one: the other way round."""
    none = 0.0 * v
    if law == MILLARD:
        return curve_value(p, n + MOVES, SPEED_PIECES, v)
    if law == AMBROSIO_SILVA:
        if v.real <= -1.0:
            return none
        if v.real >= 0.2:
            return 1.0 + math.pi / (4.0 * WHOLE) + none
        return 1.0 + atan(5.0 * v) / WHOLE
    if law == DE_GROOTE:
        if v.real < -1.0:
            return p[n + BEYOND] + p[n + BEYOND + 1] * (v + 1.0)
        if v.real > 1.0:
            return p[n + BEYOND + 2] + p[n + BEYOND + 3] * (v - 1.0)
        inner = p[n + CURVE + 1] * v + p[n + CURVE + 2]
        return p[n + CURVE] * log(inner + sqrt(inner * inner + 1.0)) + p[n + CURVE + 3]
    shape, limit = p[n + SHAPE], p[n + LIMIT]
    x = v / (0.25 + 0.75 * activation)
    if x.real < -1.0:
        return shape / (1.0 + shape) * (x + 1.0)
    if x.real < 0.0:
        return (1.0 + x) / (1.0 - x / shape)
    steep, near = (2.0 + 2.0 / shape) / (limit - 1.0), 0.05 * limit
    end = (limit - near - 1.0) / (steep * near)
    if x.real > end.real:
        return limit - near + steep * near * near / (limit - 1.0) * (x - end)
    return (1.0 + steep * limit * x) / (1.0 + steep * x)


@njit
def slowed(v, along, sine):
    """The speed of fibres that are nearly as short as they can be, by their length along the tendon."""
    if v.real >= 0.0:
        return v
    left = SHORTEST * SHORTEST - sine * sine
    flat = STEEPEST * STEEPEST / (1.0 - STEEPEST * STEEPEST) * sine * sine
    room = (along - sqrt(left if left.real > flat.real else flat)) / NEAR
    if room.real >= 1.0:
        return v
    return v * room if room.real > 0.0 else 0.0 * v


def muscle(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: strength, l0, s, sine, largest speed, least activation, numbers of the law; k: see the layout."""
    law, told, n = k[b + LAW], k[b + TOLD], a + LAW_AT
    strength, optimum, slack = p[a + STRENGTH], p[a + OPTIMUM], p[a + SLACK]
    fastest, rate = p[a + FASTEST] * optimum, memory[told + SPEED]
    x, cosine, still = memory[told + FIBRE], memory[told + COSINE], memory[told + STILL]
    passive, activation = memory[told + PASSIVE_FORCE], memory[told + ACTIVATION]
    stored = strength * optimum * memory[told + BENT]
    if k[b + GIVES] > 0:
        along = x * cosine
        if cosine.real < STEEPEST:
            cosine = STEEPEST + 0.0 * cosine  # only at the start, or in a step that is tried
        if law == FORMULA:
            sought = memory[told + RELATIVE]
            pulled, stretched = memory[told + OWN_TENDON] + 0.0 * sought, 0.0 * sought
        else:
            pulled, stretched = tendon_force(law, p, n, memory[k[b + STRAIN]])
            if law == MILLARD:
                wanted = pulled / cosine - passive
                sought = damped_speed(p, n + MOVES, SPEED_PIECES, still, p[n + DAMPING], wanted)
            else:
                sought = speed_of_fibres(law, p, n, activation, (pulled / cosine - passive) / still)
        active = pulled / cosine - passive
        v = fastest * slowed(sought, along, p[a + SINE])
        memory[k[b + STRAIN_RATE]] = (rate - v / cosine) / slack
        stored = stored + strength * slack * stretched
    else:
        v = rate * cosine
        if law == FORMULA:
            active = memory[told + OWN_FORCE]
        else:
            active = still * force_at_speed(law, p, n, activation, v / fastest)
            if law == MILLARD:
                active = active + p[n + DAMPING] * v / fastest
        pulled = (active + passive) * cosine
        if x.real < SHORTEST or pulled.real < 0.0:
            pulled, active = 0.0 * pulled, -passive
    memory[told + FORCE] = strength * pulled
    memory[told + POWER] = -strength * pulled * rate
    memory[told + STORED] = stored
    memory[told + GIVEN] = -strength * active * v
    if law == FORMULA:  # it does not say what is stored: all that is done to the bodies is given
        memory[told + GIVEN] = memory[told + POWER]
