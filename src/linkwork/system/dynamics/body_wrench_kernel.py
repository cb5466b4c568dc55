"""What every joint and driver does to its two bodies, at the points of a finished run.

For each of them six numbers in the plane: force and moment about the frame's origin on the first body, then on the
second; twelve in space. Behind these come own coordinates and the bodies beyond the two, as far as there is room.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import ELEMENT_AT, ELEMENTS, FIRST_ROW, MOTION, OUT, OUT_AT, RECORD, ROWS, WIDTH, Q
from linkwork.system.constraints.equations_kernel import evaluate
from linkwork.system.constraints.plain_kernel import take_plain


@njit
def store_reactions(k, w, multipliers, wrenches):
    """-Phi_q' lambda of every element on its bodies."""
    record = k[ELEMENT_AT]
    for element in range(k[ELEMENTS]):
        rows, width, first = k[record + ROWS], k[record + WIDTH], k[record + FIRST_ROW]
        jacobian = k[OUT] + k[record + OUT_AT] + 3 * rows
        for column in range(min(width, wrenches.shape[1])):
            force = 0.0 * w[jacobian]
            for row in range(rows):
                force -= w[jacobian + row * width + column] * multipliers[first + row]
            wrenches[element, column] = force
        record += RECORD


@njit
def body_wrenches(k_table, p_table, w_table, times, q, v, multipliers, reactions):
    """Reactions on all their bodies at every point of a run."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    for index in range(times.shape[0]):
        take_plain(k, p, w, q[index], v[index])
        t = times[index] + 0.0 * w[k[Q]]
        evaluate(k, p, w, MOTION, t)
        store_reactions(k, w, multipliers[index], reactions[index])
