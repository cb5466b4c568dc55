"""Algebraic variables: values that make their equations zero, found together by Newton's method.

The records of the signals that make the equations stand before this one; they are called for every trial. Derivatives
by differences serve, for they need not be exact: an iteration ends when its step does not count any more, and what
remains is smaller by the error of the derivatives. In complex numbers two more steps bring the parts of derivatives.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_constraint, njit
from linkwork.numerics.lu_kernel import factor, solve
from linkwork.places.layout_kernel import ACCEPT, ADDRESS, FLOATS_AT, INTS_AT, MOTION, OUT_AT, RECORD, SIGNAL_AT

MOST = 60  # steps
HALVINGS = 20  # of a step that makes the equations worse
SMALL = 1e-7  # of the size of a variable: step of the differences
ENOUGH = 1e-13  # of the size of a variable: a step that does not count
MORE = 2  # steps after that
STALLED = 0.5  # of the step before: a small step that is longer than this is rounding of what the equations are made of
NOT_A_NUMBER = float("nan")
COUNT, FIRST, RECORDS, PLACES = 4, 5, 6, 7  # in the ints: variables, first record, how many, places of the variables


@njit
def evaluate(stage, t, pose, twist, memory, p, k, b, out):
    """Call the signals that make the equations."""
    record = k[SIGNAL_AT] + RECORD * k[b + FIRST]
    for _ in range(k[b + RECORDS]):
        call_constraint(
            k[record + ADDRESS],
            stage,
            t,
            pose,
            twist,
            memory,
            p,
            k,
            k[record + FLOATS_AT],
            k[record + INTS_AT],
            k[record + OUT_AT],
            out,
        )
        record += RECORD


@njit
def size_of_equations(memory, k, b, n):
    """The sum of the squares of what the equations leave."""
    total = 0.0
    for i in range(n):
        value = memory[k[b + PLACES + n + i]].real
        total += value * value
    return total


@njit
def step_of(t, pose, twist, memory, p, k, a, b, c, out):
    """Newton's step from the variables in the memory to out[c + n n ...]; false where the equations are singular."""
    n = k[b + COUNT]
    matrix, step, pivots = c, c + n * n, c + n * n + n
    for i in range(n):
        out[step + i] = memory[k[b + PLACES + n + i]]
    for j in range(n):
        place = k[b + PLACES + j]
        value = memory[place]
        width = SMALL * max(abs(value.real), p[a + j].real)
        memory[place] = value + width
        evaluate(MOTION, t, pose, twist, memory, p, k, b, out)
        memory[place] = value
        for i in range(n):
            out[matrix + i * n + j] = (memory[k[b + PLACES + n + i]] - out[step + i]).real / width
    if not factor(out, matrix, n, pivots):
        return False
    solve(out, matrix, n, pivots, step)
    return True


@njit
def try_step(t, pose, twist, memory, p, k, a, b, c, out, before):
    """Take Newton's step, or a part of it that makes the equations no worse; returns its size against the variables."""
    n = k[b + COUNT]
    step, share, kept = c + n * n, 1.0, c + n * n + 2 * n
    for i in range(n):
        out[kept + i] = memory[k[b + PLACES + i]]
    for _ in range(HALVINGS):
        largest = 0.0
        for i in range(n):
            place = k[b + PLACES + i]
            memory[place] = out[kept + i] - share * out[step + i]
            largest = max(largest, abs(share * out[step + i].real) / max(abs(memory[place].real), p[a + i].real))
        evaluate(MOTION, t, pose, twist, memory, p, k, b, out)
        if largest <= SMALL or size_of_equations(memory, k, b, n) < before:
            return largest
        share *= 0.5
    return -1.0


def algebraic(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: sizes of the variables; k: how many, first record and number of records of the signals, places, equations.

    Behind the place of a variable stands its value at the last accepted step, from which it is looked for.
    """
    n = k[b + COUNT]
    if stage >= ACCEPT:
        for i in range(n):
            if stage == ACCEPT:
                memory[k[b + PLACES + i] + 1] = memory[k[b + PLACES + i]]
        return
    for i in range(n):
        memory[k[b + PLACES + i]] = memory[k[b + PLACES + i] + 1]
    evaluate(MOTION, t, pose, twist, memory, p, k, b, out)
    left, last = MORE, 1e300  # before the first step: longer than any
    for _ in range(MOST):
        before = size_of_equations(memory, k, b, n)
        moved = -1.0
        # neither infinite nor not a number
        if before < 1e300 and step_of(t, pose, twist, memory, p, k, a, b, c, out):
            moved = try_step(t, pose, twist, memory, p, k, a, b, c, out, before)
        if moved < 0.0:
            break
        if moved <= ENOUGH or STALLED * last < moved <= SMALL:
            left -= 1
            if left == 0:
                return
        last = moved
    for i in range(n):
        memory[k[b + PLACES + i]] = 0.0 * t + NOT_A_NUMBER
