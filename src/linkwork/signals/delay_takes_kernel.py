"""A delay takes a sample of its input into the ring from which its output is made."""

from __future__ import annotations

from linkwork.signals.sampled_layout import BEFORE, BEHIND, SAMPLER, SAMPLING, TAKEN


def delay_takes(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """Keep a sample of the input; k: input, samples a delay, first of the sampler's numbers."""
    own = k[b + 6]
    if memory[own + SAMPLING].real > 0.5:
        number = int(memory[own + TAKEN].real + 0.5)
        memory[own + SAMPLER + number % (k[b + 5] + BEHIND)] = memory[k[b + 4]]
        memory[own + TAKEN] = number + 1.0
        memory[own + BEFORE] = t
