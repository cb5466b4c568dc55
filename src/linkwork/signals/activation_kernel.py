"""How the activation of a muscle follows its excitation (Thelen 2003): slower up and faster down the more there is.

a' = (u - a) / tau,   tau = rising (0.5 + 1.5 a) while u > a, falling / (0.5 + 1.5 a) otherwise
"""

from __future__ import annotations


def activation(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: rising and falling time, least activation; k: places of excitation asked, excitation told, state, its rate."""
    u, state = memory[k[b + 4]], memory[k[b + 6]]
    if u.real < p[a + 2].real:
        u = p[a + 2] + 0.0 * u
    elif u.real > 1.0:
        u = 1.0 + 0.0 * u
    memory[k[b + 5]] = u
    lag = 0.5 + 1.5 * state
    time = p[a] * lag if u.real > state.real else p[a + 1] / lag
    memory[k[b + 7]] = (u - state) / time
