"""Neighbours among many points: cells of a grid in a hash table, filled while it is asked; linear in their number.

From w[at] on lie four numbers a point (its cell, and the point before it in the same chain), then `table` chains; the
number of chains is a power of two. Points are looked up one after the other: each sees those entered before it.
"""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit

POINT = 4
NONE = -1.0


@njit
def cells_size(count, table):
    """Numbers that a grid of so many points takes."""
    return POINT * count + table


@njit
def clear_cells(w, at, count, table):
    """An empty grid for so many points."""
    for chain in range(table):
        w[at + POINT * count + chain] = NONE


@njit
def cell_of(x, size):
    """The cell of a coordinate."""
    return math.floor(x / size)


@njit
def chain_of(x, y, z, table):
    """The chain in which a cell is kept."""
    return (int(x) * 73856093 ^ int(y) * 19349663 ^ int(z) * 83492791) & (table - 1)


@njit
def enter(w, at, count, table, number, x, y, z):
    """Put a point into its cell."""
    chain = at + POINT * count + chain_of(x, y, z, table)
    here = at + POINT * number
    w[here], w[here + 1], w[here + 2], w[here + 3] = x, y, z, w[chain]
    w[chain] = number


@njit
def first_in(w, at, count, table, x, y, z):
    """The first point of a cell, -1 where there is none."""
    return following(w, at, w[at + POINT * count + chain_of(x, y, z, table)], x, y, z)


@njit
def next_in(w, at, number, x, y, z):
    """The next point of the same cell, -1 at its end."""
    return following(w, at, w[at + POINT * number + 3], x, y, z)


@njit
def following(w, at, found, x, y, z):
    """The first of a chain that is in this cell: chains may hold others too."""
    while found >= 0.0:
        here = at + POINT * int(found)
        if w[here] == x and w[here + 1] == y and w[here + 2] == z:
            return int(found)
        found = w[here + 3]
    return -1
