"""Rows of the equations of motion in complex numbers, whose imaginary parts are derivatives along a direction.

At fixed accelerations a and multipliers lambda the rows are, all scaled,

    M a + Phi_q' lambda - Q     Phi_q a - gamma     nu     powers of every force     rates of the own states

and at a projected state, with velocities v,

    Phi_q v - nu     Phi
"""

from __future__ import annotations

from linkwork.numerics.analytic import STEP
from linkwork.numerics.jit import njit
from linkwork.system.equations_kernel import MOTION, evaluate, load_masses
from linkwork.system.forces_kernel import apply_forces
from linkwork.system.layout_kernel import (
    BODIES,
    CHARTS,
    COLUMN_SCALE,
    COLUMNS,
    COORDINATES,
    ELEMENT_AT,
    ELEMENTS,
    ENTRY_SCALE,
    EQUATIONS,
    FIRST_ROW,
    FORCE_AT,
    FORCES,
    LOAD,
    MASS_SCALE,
    MASSES,
    MEMORY,
    OUT,
    OUT_AT,
    QUADRATURES,
    RECORD,
    REFERENCE,
    ROW_SCALE,
    ROWS,
    SCATTER,
    SCATTER_AT,
    STATE,
    STATE_RATE,
    STATES,
    VALUES,
    WEIGHTS,
    Q,
    V,
)

IN_MOTION, PROJECTED = 0, 1


@njit
def row_count(k):
    """How many rows there are."""
    return k[COORDINATES] + 2 * k[EQUATIONS] + 2 * k[FORCES] + own_states(k)


@njit
def own_states(k):
    """States that forces and signals own, without the integrals of the powers."""
    return max(k[STATES] - QUADRATURES, 0)


@njit
def take_real(k, w, wc, y):
    """A real state, and what the real workspace remembers, into the complex workspace; references of charts too."""
    n = k[COORDINATES]
    if k[CHARTS] == 1:
        for i in range(4 * k[BODIES]):
            wc[k[REFERENCE] + i] = w[k[REFERENCE] + i]
    for i in range(k[OUT] - k[MEMORY]):
        wc[k[MEMORY] + i] = w[k[MEMORY] + i]
    for i in range(n):
        wc[k[Q] + i] = y[i]
        wc[k[V] + i] = y[n + i]
    for i in range(k[STATES]):
        wc[k[STATE] + i] = y[2 * n + i]


@njit
def place_in(k, index):
    """Where in the workspace a component of the state y lies."""
    n = k[COORDINATES]
    if index < n:
        return k[Q] + index
    if index < 2 * n:
        return k[V] + index - n
    return k[STATE] + index - 2 * n


@njit
def multiply_masses(k, w, mass_at, x, out):
    """The scaled mass matrix, as last loaded, times x, added to `out`."""
    for entry in range(k[WEIGHTS]):
        row, column = mass_at[entry, 0], mass_at[entry, 1]
        value = w[k[VALUES] + entry]
        out[row] += value * x[column]
        if row != column:
            out[column] += value * x[row]


@njit
def derive_rows(k, p, w, t, mode, x, entries, mass_at, spare, found):
    """The derivatives that the rows carry at the state of the complex workspace, into `found`.

    `x` holds the scaled accelerations and multipliers, in mode PROJECTED the scaled velocities.
    """
    n, m = k[COORDINATES], k[EQUATIONS]
    evaluate(k, p, w, MOTION, t)
    for i in range(n + m):
        spare[i] = 0.0
    if mode == IN_MOTION:
        apply_forces(k, p, w, t)
        scale, mass = k[COLUMN_SCALE], p[k[MASS_SCALE]]
        for i in range(n):
            spare[i] = -w[k[LOAD] + i] * p[scale + i] / mass
        if k[MASSES] > 0:
            load_masses(k, p, w)
            multiply_masses(k, w, mass_at, x, spare)
    at = k[SCATTER_AT]
    for entry in range(k[SCATTER]):
        value = w[k[OUT] + k[at]] * p[k[ENTRY_SCALE] + entry]
        row, column = n + entries[entry, 0], entries[entry, 1]
        spare[row] += value * x[column]
        if mode == IN_MOTION:
            spare[column] += value * x[row]
        at += 2
    subtract_sides(k, p, w, mode, spare, found)
    for i in range(n + m):
        found[i] = spare[i].imag / STEP
    derive_forces(k, w, mode, found)


@njit
def subtract_sides(k, p, w, mode, spare, found):
    """Take gamma, or nu, from the rows; nu, or Phi, as rows of their own."""
    n, m, record = k[COORDINATES], k[EQUATIONS], k[ELEMENT_AT]
    for _ in range(k[ELEMENTS]):
        rows, first = k[record + ROWS], k[record + FIRST_ROW]
        out = k[OUT] + k[record + OUT_AT]
        for row in range(rows):
            scale = p[k[ROW_SCALE] + first + row]
            if mode == IN_MOTION:
                spare[n + first + row] -= w[out + 2 * rows + row] * scale
                found[n + m + first + row] = w[out + rows + row].imag / STEP
            else:
                spare[n + first + row] -= w[out + rows + row] * scale
                found[n + m + first + row] = (w[out + row] * scale).imag / STEP
        record += RECORD


@njit
def derive_forces(k, w, mode, found):
    """Derivatives of powers and of the rates of own states."""
    at, record, size = k[COORDINATES] + 2 * k[EQUATIONS], k[FORCE_AT], k[COLUMNS]
    for force in range(k[FORCES]):
        powers = k[OUT] + k[record + OUT_AT] + 2 * size + 1
        for i in range(2):
            found[at + 2 * force + i] = w[powers + i].imag / STEP if mode == IN_MOTION else 0.0
        record += RECORD
    at += 2 * k[FORCES]
    for i in range(own_states(k)):
        found[at + i] = w[k[STATE_RATE] + i].imag / STEP if mode == IN_MOTION else 0.0
