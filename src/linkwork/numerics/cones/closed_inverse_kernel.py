"""The inverse of the flexibility of closed contacts, kept up to date while contacts close and open one by one.

`places` names the closed contacts in the order of the inverse's rows; one that closes comes last. Each change takes
the square of their number of operations, where an inverse made anew takes its cube.
"""

from __future__ import annotations

from linkwork.numerics.cones.compliant_kernel import ROUNDS, SMALL
from linkwork.numerics.jit import njit
from linkwork.numerics.sparse.rows_kernel import take_rows

FEW = 3  # one contact of so many may change sides in a round; where more do, the problem is solved anew
TRIES = 40  # rounds, before it is


@njit
def invert_closed(count, factor, inverse, shares, rows):
    """The inverse of L L' by row operations: L^-1 first, then its products, one half of them: it is symmetric."""
    for a in range(count):
        for c in range(count):
            inverse[a, c] = 0.0
        inverse[a, a] = 1.0
        for m in range(a):
            shares[m], rows[m] = factor[a, m], m
        take_rows(inverse, a, a, inverse, shares, rows, a)
        part = 1.0 / factor[a, a]
        for c in range(a + 1):
            inverse[a, c] *= part
    for a in range(count - 1, -1, -1):
        for m in range(a + 1, count):
            shares[m - a - 1], rows[m - a - 1] = factor[m, a], m
        take_rows(inverse, a, a + 1, inverse, shares, rows, count - a - 1)
        part = 1.0 / factor[a, a]
        for c in range(a + 1):
            inverse[a, c] *= part
    for a in range(count):
        for c in range(a):
            inverse[c, a] = inverse[a, c]


@njit
def close_one(i, count, matrix, places, inverse, shares, rows):
    """Contact i closes: the inverse gets a row and a column more. False if the matrix is not positive."""
    for c in range(count):
        shares[c], rows[c] = matrix[i, places[c]], c
        inverse[count, c] = 0.0
    take_rows(inverse, count, count, inverse, shares, rows, count)
    left = matrix[i, i]
    for c in range(count):
        left += shares[c] * inverse[count, c]
    if not left > 0.0:
        return False
    part = 1.0 / left
    for a in range(count):
        share = part * inverse[count, a]
        for c in range(count):
            inverse[a, c] += share * inverse[count, c]
    for c in range(count):
        inverse[count, c] *= part
        inverse[c, count] = inverse[count, c]
    inverse[count, count] = part
    places[count] = i
    return True


@njit
def open_one(a, count, places, inverse):
    """The contact of row a opens: it changes places with the last one, whose row and column are taken off."""
    last = count - 1
    places[a], places[last] = places[last], places[a]
    for c in range(count):
        inverse[a, c], inverse[last, c] = inverse[last, c], inverse[a, c]
    for c in range(count):
        inverse[c, a], inverse[c, last] = inverse[c, last], inverse[c, a]
    part = 1.0 / inverse[last, last]
    for b in range(last):
        share = part * inverse[b, last]
        for c in range(last):
            inverse[b, c] -= share * inverse[last, c]


@njit
def closed_forces(n, count, matrix, inverse, gap, closed, places, force, opened, work):
    """Forces of the closed contacts and gaps of the open ones; the largest force, and the widest gap without forces."""
    for a in range(count):
        work[a] = 0.0
    for a in range(count):
        here = -gap[places[a]]
        for b in range(count):
            work[b] += inverse[a, b] * here
    largest, widest = 0.0, 0.0
    for i in range(n):
        force[i], opened[i] = 0.0, 0.0
        widest = max(widest, abs(gap[i]))
    for a in range(count):
        force[places[a]] = work[a]
        largest = max(largest, abs(work[a]))
    for i in range(n):
        if closed[i] == 0:
            total = gap[i]
            for a in range(count):
                total += matrix[i, places[a]] * work[a]
            opened[i] = total
    return largest, widest


@njit
def follow_closed(n, count, matrix, inverse, gap, closed, places, force, opened, work, shares, rows):
    """Forces and gaps from the gaps without forces, by the inverse of the `count` contacts that were closed before.

    Contacts change sides as in `solve_compliant`. Returns how many are closed, 0 where it has to be solved anew.
    """
    fewest, patience = n + 1, ROUNDS
    for _ in range(TRIES):
        largest, widest = closed_forces(n, count, matrix, inverse, gap, closed, places, force, opened, work)
        wrong, last = 0, -1
        for i in range(n):
            if force[i] < -SMALL * largest or opened[i] < -SMALL * widest:
                wrong, last = wrong + 1, i
        if wrong == 0:
            return count
        if FEW * wrong > n:
            return 0
        if wrong < fewest:
            fewest, patience = wrong, ROUNDS
        else:
            patience -= 1
        for a in range(count - 1, -1, -1):
            i = places[a]
            if (patience > 0 or i == last) and force[i] < -SMALL * largest:
                open_one(a, count, places, inverse)
                closed[i] = 0
                count -= 1
        for i in range(n):
            if (patience > 0 or i == last) and opened[i] < -SMALL * widest:
                if not close_one(i, count, matrix, places, inverse, shares, rows):
                    return 0
                closed[i] = 1
                count += 1
        if count == 0:
            return 0
    return 0
