"""A delay takes a sample of its input into the ring from which its output is made."""

from __future__ import annotations

from linkwork.signals.sampled_layout import ANEW, ASKED, BEFORE, BEHIND, OLD_TAKEN, SAMPLER, SAMPLING, TAKEN


def delay_takes(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """Keep a sample of the input, the last of those evaluated; k: input, samples a delay, the sampler's numbers."""
    own = k[b + 6]
    if memory[own + SAMPLING].real > 0.5:
        if memory[own + SAMPLING].real < 0.5 * (ASKED + ANEW):
            memory[own + SAMPLING] = ANEW
            memory[own + OLD_TAKEN] = memory[own + TAKEN]
        number = int(memory[own + OLD_TAKEN].real + 0.5)
        memory[own + SAMPLER + number % (k[b + 5] + BEHIND)] = memory[k[b + 4]]
        memory[own + TAKEN] = number + 1.0
        memory[own + BEFORE] = t
