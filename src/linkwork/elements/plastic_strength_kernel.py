"""A stepped elasto-plastic force in a freedom, with a memory: plane and space (Dias and Pereira, Eq. 6).

d = +-(s - s0), the crush;  F = k (d - x),  x the plastic part of it, u the crush that was reached under load
loading      F at its level E(u):  u' = d',  x' = d' (1 - E'(u) / k + (F - E) / E), the last part against drift
the other way  bonded: F at the tension -T:  x' = d';  not bonded: F = 0 and a gap opens
otherwise    u' = x' = 0: unloading and reloading along the slope k
E(u) rises from level to level by slopes of its own; its corners are switches. Stored F^2 / (2 k), lost F x'.

What remembers are states: they go with the accepted steps, whatever stages a method tries. Whether it yields is a
switch that asks two things: under its level, whether that is passed; yielding, whether the crush still grows.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.switch_kernel import STATE, SWITCH, decide

SIGN, FREE, STIFFNESS, LEVEL, TENSION, CORNERS = range(6)
PLASTIC, REACHED, ABSORBED, SWITCHES, COUNT, BONDED = 0, 2, 4, 6, 7, 8
GRAIN = 1e-9  # of the crush reached: a level passed by less is not passed, so that its end begins nothing anew


@njit
def _flowing(memory, place, beyond, rate):
    """Whether it flows: begun where `beyond` is passed, until the rate turns; drift beyond it then begins nothing."""
    flows = memory[place + STATE].real > 0.5
    return decide(memory, place, rate if flows or (beyond.real > 0.0 and rate.real < 0.0) else beyond)


@njit
def plastic_strength(memory, p, k, n, m, value, speed):
    """The force that pulls the freedom back, the energy stored and the power lost; rates of its states are put down.

    p from n on: sign, s0, k, first level, T, then corners of E with the changes of its slope; k from m on: places of
    x, u and the energy absorbed with those of their rates, the first switch, how many corners, whether bonded.
    """
    crush, rate = p[n + SIGN] * (value - p[n + FREE]), p[n + SIGN] * speed
    stiffness, reached = p[n + STIFFNESS], memory[k[m + REACHED]]
    force = stiffness * (crush - memory[k[m + PLASTIC]])
    level, slope = p[n + LEVEL] + 0.0 * reached, 0.0 * reached
    switch = k[m + SWITCHES]
    for corner in range(k[m + COUNT]):
        at = n + CORNERS + 2 * corner
        if decide(memory, switch + SWITCH * (2 + corner), reached - p[at]):
            level += p[at + 1] * (reached - p[at])
            slope += p[at + 1]
    grain = GRAIN * reached
    yields = _flowing(memory, switch, (force - level) / stiffness - grain, rate)
    flow = 0.0 * rate
    if k[m + BONDED] == 1:
        if _flowing(memory, switch + SWITCH, (-p[n + TENSION] - force) / stiffness - grain, -rate):
            flow = rate
    elif not decide(memory, switch + SWITCH, force):
        force = 0.0 * force
    if yields:
        flow = rate * (1.0 - slope / stiffness + (force - level) / level)
    memory[k[m + PLASTIC + 1]] = flow
    memory[k[m + REACHED + 1]] = rate if yields else 0.0 * rate
    memory[k[m + ABSORBED + 1]] = force * flow
    return p[n + SIGN] * force, 0.5 * force * force / stiffness, force * flow
