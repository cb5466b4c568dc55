"""A sampled controller: at every sample it takes its input and holds its output until the next.

u = P e + I (sum of e T) + D (e - e before) / T, where the first sample counts as the one before it, too

While a sample is taken signals may be evaluated several times: contacts and rubbing joints ask for forces once more,
algebraic equations are tried. Every time it is the same sample, taken from the numbers before it; the last one counts.
"""

from __future__ import annotations

from linkwork.signals.sampled_layout import (
    ANEW,
    ASKED,
    BEFORE,
    HELD,
    OLD_BEFORE,
    OLD_TAKEN,
    OLD_TOTAL,
    SAMPLING,
    TAKEN,
    TOTAL,
)


def sampled(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: period, P, I, D; k: result, input, first of the sampler's numbers."""
    own = k[b + 6]
    if memory[own + SAMPLING].real > 0.5:
        if memory[own + SAMPLING].real < 0.5 * (ASKED + ANEW):
            memory[own + SAMPLING] = ANEW
            memory[own + OLD_TOTAL] = memory[own + TOTAL]
            memory[own + OLD_BEFORE] = memory[own + BEFORE]
            memory[own + OLD_TAKEN] = memory[own + TAKEN]
        error = memory[k[b + 5]]
        memory[own + TOTAL] = memory[own + OLD_TOTAL] + error * p[a]
        slope = 0.0 * error
        if memory[own + OLD_TAKEN].real > 0.5:
            slope = (error - memory[own + OLD_BEFORE]) / p[a]
        memory[own + TAKEN] = 1.0
        memory[own + BEFORE] = error
        memory[own + HELD] = p[a + 1] * error + p[a + 2] * memory[own + TOTAL] + p[a + 3] * slope
    memory[k[b + 4]] = memory[own + HELD]
