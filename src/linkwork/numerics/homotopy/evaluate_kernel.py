"""Values and derivatives of a homotopy, and small complex linear systems; nothing is allocated."""

from __future__ import annotations

from linkwork.numerics.homotopy.layout_kernel import (
    BEGIN,
    CHANGE,
    COEFFICIENT,
    END,
    EQUATION_AT,
    FACTOR,
    GROUP,
    MATRIX,
    PARAMETER,
    PARAMETER_BEGIN,
    PARAMETER_END,
    PART_AT,
    PART_FACTOR,
    PATCH,
    PRODUCTS,
    RATE,
    RIGHT,
    SLOPE,
    SUM_AT,
    TERM_AT,
    VALUE,
)
from linkwork.numerics.jit import njit


@njit
def set_time(t, table, numbers, room):
    """Coefficients of all terms at t, and their derivatives by it."""
    for j in range(len(room[PARAMETER])):
        rate = numbers[PARAMETER_BEGIN][j] - numbers[PARAMETER_END][j]
        room[RATE][j] = rate
        room[PARAMETER][j] = numbers[PARAMETER_END][j] + t * rate
    for term in range(len(room[COEFFICIENT])):
        total, slope = 0j, 0j
        for i in range(table[SUM_AT][term], table[SUM_AT][term + 1]):
            change = numbers[BEGIN][i] - numbers[END][i]
            value = numbers[END][i] + t * change
            for at in range(table[PART_AT][i], table[PART_AT][i + 1]):
                j = table[PART_FACTOR][at]
                change = change * room[PARAMETER][j] + value * room[RATE][j]
                value = value * room[PARAMETER][j]
            total += value
            slope += change
        room[COEFFICIENT][term] = total
        room[SLOPE][term] = slope


@njit
def evaluate(at, table, room):
    """Values, matrix of derivatives by the unknowns at room[at], and derivatives by t; last rows: the patches."""
    x, matrix, products, factors = room[at], room[MATRIX], room[PRODUCTS], table[FACTOR]
    n, equations = len(room[VALUE]), len(table[EQUATION_AT]) - 1
    for place in range(n * n):
        matrix[place] = 0j
    for row in range(equations):
        value, change = 0j, 0j
        for term in range(table[EQUATION_AT][row], table[EQUATION_AT][row + 1]):
            first, last = table[TERM_AT][term], table[TERM_AT][term + 1]
            product = complex(1.0, 0.0)
            for place in range(first, last):
                products[place - first] = product
                product *= x[factors[place]]
            change += room[SLOPE][term] * product
            behind = room[COEFFICIENT][term]
            for place in range(last - 1, first - 1, -1):
                column = factors[place]
                matrix[row * n + column] += products[place - first] * behind
                behind *= x[column]
            value += behind
        room[VALUE][row] = value
        room[CHANGE][row] = change
    for row in range(equations, n):
        total = complex(-1.0, 0.0)
        for column in range(n):
            if table[GROUP][column] == row - equations:
                matrix[row * n + column] = room[PATCH][column]
                total += room[PATCH][column] * x[column]
        room[VALUE][row] = total
        room[CHANGE][row] = 0j


@njit
def substitute(n, a, b):
    """Solve with the upper triangle that elimination has left, in place."""
    for i in range(n - 1, -1, -1):
        total = b[i]
        for j in range(i + 1, n):
            total -= a[i * n + j] * b[j]
        b[i] = total / a[i * n + i]


@njit
def eliminate(n, room, both):
    """Solve the matrix with the right-hand side, both in place, by elimination with pivots; whether it could be.

    With `both` also with the derivatives by t, which gives the slope of the path where Newton's method stands.
    """
    a, b, c = room[MATRIX], room[RIGHT], room[CHANGE]
    for step in range(n):
        best, size = step, -1.0
        for i in range(step, n):
            entry = a[i * n + step]
            other = abs(entry.real) + abs(entry.imag)
            if other > size:
                best, size = i, other
        if not size > 0.0:
            return False
        if best != step:
            for j in range(step, n):
                a[step * n + j], a[best * n + j] = a[best * n + j], a[step * n + j]
            b[step], b[best] = b[best], b[step]
            c[step], c[best] = c[best], c[step]
        inverse = 1.0 / a[step * n + step]
        for i in range(step + 1, n):
            entry = a[i * n + step]
            if entry.real != 0.0 or entry.imag != 0.0:  # most are zero in the systems of mechanisms
                ratio = entry * inverse
                for j in range(step + 1, n):
                    a[i * n + j] -= ratio * a[step * n + j]
                b[i] -= ratio * b[step]
                if both:
                    c[i] -= ratio * c[step]
    substitute(n, a, b)
    if both:
        substitute(n, a, c)
    return True
