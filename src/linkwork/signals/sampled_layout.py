"""Places of the numbers of a sampled controller, for those who describe and those who compute."""

from __future__ import annotations

SAMPLING, NEXT, HELD, TOTAL, BEFORE = range(5)  # whether a sample is taken, time of the next, output, sum, last input
TAKEN = 5  # whether there was a sample before
OLD_TOTAL, OLD_BEFORE, OLD_TAKEN = 6, 7, 8  # the same before the sample that is being taken
SAMPLER = 9
ASKED, ANEW = 1.0, 2.0  # of SAMPLING: a sample is asked for; it was taken, and is taken anew with better inputs
BEHIND = 8  # samples that the ring of a delay keeps beyond its length
