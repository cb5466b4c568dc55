"""Places of the numbers of a sampled controller, for those who describe and those who compute."""

from __future__ import annotations

SAMPLING, NEXT, HELD, TOTAL, BEFORE = range(5)  # whether a sample is taken, time of the next, output, sum, last input
TAKEN = 5  # whether there was a sample before
SAMPLER = 6
BEHIND = 8  # samples that the ring of a delay keeps beyond its length
