"""Rows that others imply and that are dropped (`kept_rows_kernel`), in a method whose multipliers go on from a step."""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import EQUATIONS, ROW_SCALE


@njit
def drop_multipliers(k, p, z, multipliers):
    """Make the multipliers of rows nothing that have the scale zero; whether one was something, with other rows before.

    At places of a step off the constraints a row that is implied on them pushes along the motion, too, and as nothing
    says how strong its multiplier is, the motion would be arbitrary.
    """
    changed = False
    for row in range(k[EQUATIONS]):
        if p[k[ROW_SCALE] + row].real == 0.0 and z[multipliers + row].real != 0.0:
            z[multipliers + row], changed = 0.0, True
    return changed
