"""Fibres of a muscle at rest: their length, their angle, what they pull with where they do not move.

    x = sqrt(w^2 + h^2) / l0 with w = L - s (1 + e) along the tendon and h = l0 sin(angle) across, which stays

L is the length of the path, s that of the tendon without load, e its strain. Laws of active force f_l and passive force
f_p over x: Thelen (2003), De Groote and others (2016), Ambrosio and Silva (chapter 7, 12 and 14), Millard and others
(2013).
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import exp, sqrt
from linkwork.signals.muscle_layout_kernel import (
    ACTIVATION,
    ACTIVE,
    AMBROSIO_SILVA,
    BELL,
    BENT,
    COSINE,
    DE_GROOTE,
    FASTEST,
    FIBRE,
    FORMULA,
    GIVES,
    HANGING_PIECES,
    LAW,
    LAW_AT,
    LEAST,
    LENGTH,
    MILLARD,
    OPTIMUM,
    PASSIVE,
    PASSIVE_FORCE,
    RELATIVE,
    RISE,
    RISE_SCALE,
    RISES,
    RISING_PIECES,
    SINE,
    SLACK,
    SPEED,
    STILL,
    STRAIN,
    STRETCHES,
    THELEN,
    TOLD,
    WAY,
    WIDTH,
)
from linkwork.signals.muscles.millard_kernel import curve_area, curve_value

FAINT = 1e-12  # the least active force: steps that are tried may lead far away
NOTHING = 1e-300  # beside the square of a length: spares a decision at length zero
LONGEST, AT_LONGEST = 1.63, 2.0  # after Ambrosio and Silva the passive force stays from there


@njit
def active_force(law, p, n, x):
    """Force of fully active fibres that do not move; a law by a formula says that itself."""
    if law == FORMULA:
        return 0.0 * x
    if law == MILLARD:
        return curve_value(p, n + RISES, RISING_PIECES, x)
    if law == THELEN:
        return exp(-(x - 1.0) * (x - 1.0) / p[n + WIDTH])
    if law == AMBROSIO_SILVA:
        y = -2.25 * (x - 0.95)
        return exp(y * y / 4.0 - y * y * y * y)
    force = 0.0 * x
    for bell in range(3):
        at = n + BELL + 4 * bell
        y = (x - p[at + 1]) / (p[at + 2] + p[at + 3] * x)
        force = force + p[at] * exp(-0.5 * y * y)
    return force


@njit
def passive_force(law, p, n, x):
    """Passive force of the fibres, and its integral from the optimal length on, of Millard's from where it begins."""
    none = 0.0 * x
    if law == FORMULA:
        return none, none
    if law == MILLARD:
        at = n + STRETCHES
        return curve_value(p, at, HANGING_PIECES, x), curve_area(p, at, HANGING_PIECES, x)
    stretch = x - 1.0
    if law == DE_GROOTE:
        grown = p[n + PASSIVE + 1] * exp(p[n + PASSIVE] * stretch)
        base, rate = p[n + PASSIVE + 2], p[n + PASSIVE]
        return grown - base, (grown - p[n + PASSIVE + 1]) / rate - base * stretch
    if stretch.real <= 0.0:
        return none, none
    if law == THELEN:
        rate, scale = p[n + RISE], p[n + RISE_SCALE]
        grown = exp(rate * stretch) - 1.0
        return grown / scale, (grown / rate - stretch) / scale
    if x.real > LONGEST:
        return AT_LONGEST + none, 2.0 * (LONGEST - 1.0) ** 4 + AT_LONGEST * (x - LONGEST)
    return 8.0 * stretch * stretch * stretch, 2.0 * stretch * stretch * stretch * stretch


@njit
def held(a, least):
    """The activation, not below the least one."""
    return a if a.real > least.real else least + 0.0 * a


def fibres(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: strength, l0, s, sine, largest speed, least activation, numbers of the law; k: see the layout."""
    law, way, told, n = k[b + LAW], k[b + WAY], k[b + TOLD], a + LAW_AT
    length, optimum = memory[way], p[a + OPTIMUM]
    along = length - p[a + SLACK]
    if k[b + GIVES] > 0:
        along = along - p[a + SLACK] * memory[k[b + STRAIN]]
    elif along.real <= 0.0:
        along = along - along  # slack: the muscle hangs, its fibres lie across and their cosine is 0
    across = optimum * p[a + SINE]
    fibre = sqrt(along * along + across * across + NOTHING)
    x, activation = fibre / optimum, held(memory[k[b + ACTIVE]], p[a + LEAST])
    memory[told + LENGTH] = length
    memory[told + SPEED] = memory[way + 1]
    memory[told + FIBRE] = x
    memory[told + COSINE] = along / fibre
    memory[told + RELATIVE] = memory[way + 1] * memory[told + COSINE] / (p[a + FASTEST] * optimum)
    still = activation * active_force(law, p, n, x)
    memory[told + STILL] = still if still.real > FAINT else FAINT + 0.0 * still
    memory[told + PASSIVE_FORCE], memory[told + BENT] = passive_force(law, p, n, x)
    memory[told + ACTIVATION] = activation
