"""The choice of dependent and independent coordinates, whichever coordinates these are: how it is kept and changed.

A coordinate is dependent when elimination with full pivoting found a pivot in its column. Four numbers are kept with
the marks of the dependent columns: how many there are, the volume to compare with, the smallest pivot and the volume at
present. The volume is the logarithm of the product of all pivots: beside a singular position the smallest pivot
vanishes with every choice, and only the others tell a good one from one whose independent coordinates stand still.
"""

from __future__ import annotations

from math import log

from linkwork.numerics.jit import njit

RANK, REFERENCE, SMALLEST, VOLUME = range(4)
HUGE = 1e300  # the tolerance of what is not controlled; implicit methods make no differences by it
UNSURE = 1e-3  # smallest pivot up to which rounding would be too large in what is solved for at an output time
ILL = log(0.25)  # a volume this much smaller than at the choice asks for another choice
BETTER = log(2.0)  # and so much larger must be that of another one


@njit
def mark_pivots(w, marks, row_of, n):
    """Mark the columns that have a pivot."""
    for column in range(n):
        w[marks + column] = 1.0 if w[row_of + column].real >= 0.0 else 0.0


@njit
def keep_choice(w, at, marks, n, count, volume):
    """Take the candidate, whose marks follow those in use, unless it was found at a singular position."""
    if count >= int(w[at + RANK].real):
        for column in range(n):
            w[marks + column] = w[marks + n + column]
        w[at + RANK], w[at + REFERENCE] = count, volume


@njit
def control_independent(w, marks, n, states, given, used):
    """The tolerances as given for the independent coordinates and the own states, none for the others."""
    for column in range(n):
        free = w[marks + column].real == 0.0
        w[used + column] = w[given + column] if free else HUGE
        w[used + n + column] = w[given + n + column] if free else HUGE
    for i in range(2 * n, 2 * n + states):
        w[used + i] = w[given + i]


@njit
def has_become_ill(w, at):
    """Whether the volume is much smaller than the one to compare with, which is brought up to date."""
    volume = w[at + VOLUME].real
    if volume >= ILL + w[at + REFERENCE].real:
        w[at + REFERENCE] = max(volume, w[at + REFERENCE].real)
        return False
    w[at + REFERENCE] = volume
    return True


@njit
def differs(w, marks, n):
    """Whether the candidate is another choice than the one in use."""
    different = 0
    for column in range(n):
        different += w[marks + column].real != w[marks + n + column].real
    return different > 0
