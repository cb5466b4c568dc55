"""Derivatives of the powers by positions, velocities and own states, beside those of the equations of motion.

Powers lost in forces and given by forces are those of the force kernels, power of drivers is -lambda' nu. There are
three rows as long as the state; contacts with a force law are left out: nothing but the prediction of a step hangs on
them.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import SIZE as STATE_SIZE
from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import (
    COLUMNS,
    COORDINATES,
    ELEMENT_AT,
    ELEMENTS,
    FIRST_ROW,
    FORCE_AT,
    FORCES,
    OUT,
    OUT_AT,
    RECORD,
    ROWS,
)
from linkwork.system.dynamics.forces_kernel import COLUMN_I, COLUMN_J
from linkwork.system.tangent.layout_kernel import ELEMENT_OWNER, ROW_OWNER


@njit
def take_powers(k, w, z, s, at, multipliers, slopes, room, steps, colour, axis):
    """What the move of a colour along an axis has changed, into the slopes by the units that moved."""
    n, size, record = k[COORDINATES], k[COLUMNS], k[FORCE_AT]
    owner = at + s[at + ROW_OWNER] + n * colour
    for _ in range(k[FORCES]):
        end = k[record + COLUMN_I] if k[record + COLUMN_I] >= 0 else k[record + COLUMN_J]
        column = s[owner + end] if end >= 0 else -1
        if column >= 0:
            place = k[record + OUT_AT] + 2 * size + 1
            for i in range(2):
                change = w[k[OUT] + place + i] - z[room + place + i]
                z[slopes + i * s[STATE_SIZE] + column + axis] += change / z[steps + column + axis].real
        record += RECORD
    record, owner = k[ELEMENT_AT], at + s[at + ELEMENT_OWNER] + k[ELEMENTS] * colour
    for element in range(k[ELEMENTS]):
        column = s[owner + element]
        if column >= 0:
            rows, total = k[record + ROWS], 0.0 * z[slopes]
            place = k[record + OUT_AT] + rows
            for row in range(rows):
                change = w[k[OUT] + place + row] - z[room + place + row]
                total -= change * z[multipliers + k[record + FIRST_ROW] + row]
            z[slopes + 2 * s[STATE_SIZE] + column + axis] += total / z[steps + column + axis].real
        record += RECORD


@njit
def take_powers_of_state(k, w, z, s, slope, room, step):
    """What the move of an own state has changed in the powers of the forces."""
    record = k[FORCE_AT]
    for _ in range(k[FORCES]):
        place = k[record + OUT_AT] + 2 * k[COLUMNS] + 1
        for i in range(2):
            z[slope + i * s[STATE_SIZE]] += (w[k[OUT] + place + i] - z[room + place + i]) / step
        record += RECORD
