"""Which of many boxes along the world's axes overlap: a grid of cells, with time that grows with the number of boxes.

A box is six numbers: its least x, y, z, then its greatest. The edge of a cell is the greatest extent among the boxes of
ordinary size; every box hangs in the cell of its least corner, so that what overlaps it hangs there or beside it.
Boxes much greater than the others (floors, half-spaces) are compared with all.
"""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit

BOX = 6
GREAT = 4.0  # times the mean: boxes above are compared with all
ENDLESS = 1e100  # extent of what has no end
NONE = -1


@njit
def cells(count):
    """Entries of the table of cells: a power of two, not less than twice the number of boxes."""
    size = 2
    while size < 2 * count:
        size *= 2
    return size


@njit
def broad_phase_room(count):
    """Ints that the search of so many boxes needs."""
    return cells(count) + 2 * count


@njit
def widest(boxes, number):
    """The greatest extent of a box."""
    at = BOX * number
    x, y, z = boxes[at + 3] - boxes[at], boxes[at + 4] - boxes[at + 1], boxes[at + 5] - boxes[at + 2]
    return max(x, max(y, z))


@njit
def mean_below(boxes, count, limit):
    """The mean extent of the boxes that are not above a limit."""
    total, many = 0.0, 0
    for number in range(count):
        size = widest(boxes, number)
        if size <= limit:
            total += size
            many += 1
    return total / many if many > 0 else 0.0


@njit
def overlap(boxes, one, other):
    """Whether two boxes have a point in common."""
    i, j = BOX * one, BOX * other
    for axis in range(3):
        if boxes[i + axis] > boxes[j + 3 + axis] or boxes[j + axis] > boxes[i + 3 + axis]:
            return False
    return True


@njit
def step(x, edge):
    """The number of a cell along an axis."""
    return math.floor(x / edge)


@njit
def cell_of(x, y, z, wide, size):
    """The entry of a cell in a table of `size`, a power of two; cells beside each other along x lie so in the table."""
    return (x + wide * (y + wide * z)) & (size - 1)


@njit
def cells_across(boxes, count, limit, edge):
    """How many cells the ordinary boxes span along the longer of x and y."""
    most = 1
    for axis in range(2):
        low, high = 1e300, -1e300  # beyond every box
        for number in range(count):
            if widest(boxes, number) <= limit:
                low = min(low, boxes[BOX * number + axis])
                high = max(high, boxes[BOX * number + axis])
        if high > low:
            # an infinite quotient has no integer, and so many cells are never filled
            most = max(most, int(min((high - low) / edge, 1e6)) + 3)
    return most


@njit
def put_pair(pairs, most, count, one, other):
    """Write down a pair, the smaller number first, while there is room; how many there are."""
    if count < most:
        pairs[2 * count] = min(one, other)
        pairs[2 * count + 1] = max(one, other)
    return count + 1


@njit
def beside(boxes, number, edge, wide, room, size, following, pairs, most, beside):
    """Pairs of a box with those that hang in its cell and the cells beside it."""
    at = BOX * number
    x, y, z = step(boxes[at], edge), step(boxes[at + 1], edge), step(boxes[at + 2], edge)
    # its own cell and those beside it
    for place in range(27):
        i, j, k = x + place % 3 - 1, y + (place // 3) % 3 - 1, z + place // 9 - 1
        other = int(room[cell_of(i, j, k, wide, size)])
        while other != NONE:
            b = BOX * other
            here = step(boxes[b], edge) == i and step(boxes[b + 1], edge) == j
            if here and step(boxes[b + 2], edge) == k and overlap(boxes, number, other):
                beside = put_pair(pairs, most, beside, number, other)
            other = int(room[following + other])
    return beside


@njit
def broad_phase(boxes, count, room, pairs, most):
    """Write the pairs of boxes that overlap; how many there are, of which the first `most` are written.

    boxes: 6 numbers each; room: `broad_phase_room` ints, or numbers that hold them; pairs: two of them each.
    """
    size = cells(count)
    following, great = size, size + count
    limit = GREAT * mean_below(boxes, count, GREAT * mean_below(boxes, count, ENDLESS))
    edge, greats, pair_count = 0.0, 0, 0
    for place in range(size):
        room[place] = NONE
    for number in range(count):
        extent = widest(boxes, number)
        if extent <= limit:
            edge = max(edge, extent)
    edge = edge if edge > 0.0 else 1.0
    wide = cells_across(boxes, count, limit, edge)
    for number in range(count):
        for place in range(greats):
            other = int(room[great + place])
            if overlap(boxes, number, other):
                pair_count = put_pair(pairs, most, pair_count, other, number)
        if widest(boxes, number) > limit:
            for other in range(number):
                if widest(boxes, other) <= limit and overlap(boxes, number, other):
                    pair_count = put_pair(pairs, most, pair_count, other, number)
            room[great + greats] = number
            greats += 1
            continue
        pair_count = beside(boxes, number, edge, wide, room, size, following, pairs, most, pair_count)
        at = BOX * number
        x, y, z = step(boxes[at], edge), step(boxes[at + 1], edge), step(boxes[at + 2], edge)
        entry = cell_of(x, y, z, wide, size)
        room[following + number] = room[entry]
        room[entry] = number
    return pair_count
