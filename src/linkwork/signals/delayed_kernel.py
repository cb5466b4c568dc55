"""A delay: samples of its input are kept in a ring, and its output is a polynomial through those about a delay ago.

Samples have even distances; between two of them the output is a polynomial of fifth degree, whose further points are
taken, one by one, on that side where they follow more smoothly: what jumps between two samples stays there.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.signals.sampled_layout import BEFORE, BEHIND, SAMPLER, TAKEN

DEGREE = 5


@njit
def kept_sample(memory, ring, room, number):
    """The sample with this number."""
    return memory[ring + number % room]


@njit
def difference(memory, ring, room, first, order):
    """The difference of this order of the samples from `first` on."""
    total, factor = 0.0 * memory[ring], 1.0
    for j in range(order + 1):
        total += factor * kept_sample(memory, ring, room, first + order - j)
        factor *= -(order - j) / (j + 1.0)
    return total


def delayed(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: distance of samples, value before the start; k: result, samples a delay, first of the sampler's numbers."""
    pieces, own = k[b + 5], k[b + 6]
    ring, room = own + SAMPLER, pieces + BEHIND
    last = int(memory[own + TAKEN].real + 0.5) - 1
    low = last - pieces
    if low < 0:
        memory[k[b + 4]] = p[a + 1]
        return
    x = (t - memory[own + BEFORE]) / p[a]  # from 0 to 1 between the samples `low` and `low` + 1
    oldest = max(0, last - room + 1)
    first, total, product = low, kept_sample(memory, ring, room, low), 0.0 * t + 1.0
    node = 0.0
    for order in range(1, DEGREE + 1):
        product *= (x - node) / order
        left = first > oldest and order > 1
        right = first + order <= last
        if left and right:
            one = difference(memory, ring, room, first - 1, order)
            two = difference(memory, ring, room, first, order)
            left = abs(one.real) < abs(two.real)
        if not left and not right:
            break
        if left:
            first -= 1
            node = first - low
        else:
            node = first + order - low
        total += difference(memory, ring, room, first, order) * product
    memory[k[b + 4]] = total
