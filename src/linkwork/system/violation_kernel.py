"""How far a run is from its constraints, in position and in velocity, at every point."""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.system.equations_kernel import MOTION, evaluate
from linkwork.system.layout_kernel import (
    COORDINATES,
    ELEMENT_AT,
    ELEMENTS,
    FIRST_ROW,
    INTS_AT,
    OUT,
    OUT_AT,
    RECORD,
    ROW_SCALE,
    ROWS,
    TWIST,
    WIDTH,
    Q,
    V,
)


@njit
def _largest(k, p, w):
    """Largest scaled |Phi| and |Phi_q v - nu| of the elements just evaluated."""
    record, twist, position, velocity = k[ELEMENT_AT], k[TWIST], 0.0, 0.0
    for _ in range(k[ELEMENTS]):
        rows, width, first = k[record + ROWS], k[record + WIDTH], k[record + FIRST_ROW]
        out, ints = k[OUT] + k[record + OUT_AT], k[record + INTS_AT]
        for row in range(rows):
            scale = p[k[ROW_SCALE] + first + row]
            speed = -w[out + rows + row]
            for column in range(width):
                if column < 6:
                    place = k[ints + 1 + 2 * (column // 3)] + column % 3
                else:
                    place = k[ints + 5 + 2 * (column - 6)]
                speed += w[out + 3 * rows + row * width + column] * w[twist + place]
            error, drift = abs((w[out + row] * scale).real), abs((speed * scale).real)
            if not error <= position:
                position = error
            if not drift <= velocity:
                velocity = drift
        record += RECORD
    return position, velocity


@njit
def violations(k_table, p_table, w_table, times, q, v, found):
    """Largest scaled errors of position and velocity equations, two numbers a point of the run."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    for index in range(times.shape[0]):
        for column in range(k[COORDINATES]):
            w[k[Q] + column] = q[index, column]
            w[k[V] + column] = v[index, column]
        evaluate(k, p, w, MOTION, times[index] + 0.0 * w[k[Q]])
        position, velocity = _largest(k, p, w)
        found[index, 0] = position
        found[index, 1] = velocity
