"""How far a run is from its constraints, in position and in velocity, at every point."""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import (
    ELEMENT_AT,
    ELEMENTS,
    FIRST_ROW,
    MOTION,
    OUT,
    OUT_AT,
    RECORD,
    ROW_SCALE,
    ROWS,
    Q,
)
from linkwork.system.constraints.equations_kernel import evaluate, row_speed
from linkwork.system.constraints.plain_kernel import take_plain


@njit
def _largest(k, p, w):
    """Largest scaled |Phi| and |Phi_q v - nu| of the elements just evaluated."""
    record, position, velocity = k[ELEMENT_AT], 0.0, 0.0
    for _ in range(k[ELEMENTS]):
        rows, first = k[record + ROWS], k[record + FIRST_ROW]
        out = k[OUT] + k[record + OUT_AT]
        for row in range(rows):
            scale = p[k[ROW_SCALE] + first + row]
            speed = row_speed(k, w, record, row) - w[out + rows + row]
            error, drift = abs((w[out + row] * scale).real), abs((speed * scale).real)
            if not error <= position:
                position = error
            if not drift <= velocity:
                velocity = drift
        record += RECORD
    return position, velocity


@njit
def violations(k_table, p_table, w_table, times, q, v, out):
    """Largest scaled errors of position and velocity equations, two numbers a point of the run."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    for index in range(times.shape[0]):
        take_plain(k, p, w, q[index], v[index])
        evaluate(k, p, w, MOTION, times[index] + 0.0 * w[k[Q]])
        position, velocity = _largest(k, p, w)
        out[index, 0] = position
        out[index, 1] = velocity
