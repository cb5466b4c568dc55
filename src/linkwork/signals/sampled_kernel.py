"""A sampled controller: at every sample it takes its input and holds its output until the next.

u = P e + I (sum of e T) + D (e - e before) / T, where the first sample counts as the one before it, too
"""

from __future__ import annotations

from linkwork.signals.sampled_layout import BEFORE, HELD, SAMPLING, TAKEN, TOTAL


def sampled(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: period, P, I, D; k: result, input, first of the sampler's numbers."""
    own = k[b + 6]
    if memory[own + SAMPLING].real > 0.5:
        error = memory[k[b + 5]]
        memory[own + TOTAL] = memory[own + TOTAL] + error * p[a]
        slope = 0.0 * error
        if memory[own + TAKEN].real > 0.5:
            slope = (error - memory[own + BEFORE]) / p[a]
        memory[own + TAKEN] = 1.0
        memory[own + BEFORE] = error
        memory[own + HELD] = p[a + 1] * error + p[a + 2] * memory[own + TOTAL] + p[a + 3] * slope
    memory[k[b + 4]] = memory[own + HELD]
