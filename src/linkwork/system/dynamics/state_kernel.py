"""The state of a motion as one vector y: coordinates, velocities, then the states that the elements own.

A formulation's right-hand side takes y into the workspace, solves for the accelerations there, and stores the rates.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import (
    COORDINATES,
    DRIVER_POWER,
    ELEMENT_AT,
    ELEMENTS,
    ENERGY,
    FIRST_ROW,
    LOST_POWER,
    MULTIPLIERS,
    OUT,
    OUT_AT,
    QUADRATURES,
    RECORD,
    ROWS,
    STATE,
    STATE_RATE,
    STATES,
    A,
    Q,
    V,
)


@njit
def state_size(k):
    """How many numbers y has."""
    return 2 * k[COORDINATES] + k[STATES]


@njit
def load_state(k, w, y):
    """From y into the workspace."""
    n = k[COORDINATES]
    for i in range(n):
        w[k[Q] + i] = y[i]
        w[k[V] + i] = y[n + i]
    for i in range(k[STATES]):
        w[k[STATE] + i] = y[2 * n + i]


@njit
def save_state(k, w, y):
    """From the workspace into y."""
    n = k[COORDINATES]
    for i in range(n):
        y[i] = w[k[Q] + i]
        y[n + i] = w[k[V] + i]
    for i in range(k[STATES]):
        y[2 * n + i] = w[k[STATE] + i]


@njit
def states_jumped(k, w, y):
    """Whether an element has put other own states into the workspace than y has."""
    n, jumped = k[COORDINATES], False
    for i in range(k[STATES]):
        jumped = jumped or w[k[STATE] + i] != y[2 * n + i]
    return jumped


@njit
def take_states(k, w, y):
    """The own states of the workspace into y."""
    for i in range(k[STATES]):
        y[2 * k[COORDINATES] + i] = w[k[STATE] + i]


@njit
def driver_power(k, w):
    """The power of the drivers, -lambda' nu, at the multipliers of the workspace; with impulses there, their work."""
    power, record = 0.0 * w[k[ENERGY]], k[ELEMENT_AT]
    for _ in range(k[ELEMENTS]):
        rows, multiplier = k[record + ROWS], k[MULTIPLIERS] + k[record + FIRST_ROW]
        speed = k[OUT] + k[record + OUT_AT] + rows
        for row in range(rows):
            power -= w[multiplier + row] * w[speed + row]
        record += RECORD
    return power


@njit
def store_powers(k, w):
    """The power of the drivers beside those of the forces, and all three as rates of their integrals."""
    w[k[ENERGY] + DRIVER_POWER] = driver_power(k, w)
    rate = k[STATE_RATE] + k[STATES] - QUADRATURES
    for i in range(QUADRATURES):
        w[rate + i] = w[k[ENERGY] + LOST_POWER + i]


@njit
def store_rates(k, w, dy):
    """The rates of y, after the accelerations of the workspace have been solved for."""
    n = k[COORDINATES]
    store_powers(k, w)
    for i in range(n):
        dy[i] = w[k[V] + i]
        dy[n + i] = w[k[A] + i]
    for i in range(k[STATES]):
        dy[2 * n + i] = w[k[STATE_RATE] + i]
