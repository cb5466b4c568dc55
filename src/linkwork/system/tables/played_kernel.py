"""Numbers of a tape into tables: what every variant of a study begins with."""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.tape_kernel import play


@njit
def play_variant(values, number, steps, x):
    """Play the tape for the values of one variant; false where it does not hold for them."""
    for i in range(values.shape[1]):
        x[i] = values[number, i]
    return play(steps, x) < 0


@njit
def put_numbers(numbers, first, places, sources, x):
    """Numbers of the tape into their places, counted from the first."""
    for i in range(places.shape[0]):
        numbers[first + places[i]] = x[sources[i]]


@njit
def copy_numbers(source, target):
    """One array into another of the same size."""
    for i in range(source.shape[0]):
        target[i] = source[i]
