"""Derivatives of the equations of motion by positions and velocities, element by element, on the system's pattern.

With accelerations a and multipliers lambda held, of the rows

    M a + Phi_q' lambda - Q        Phi_q a - gamma        - x'      (own states x)

by positions q (the velocities going with them, if asked) or by velocities v and own states. All elements are evaluated
with units moved that none of them shares: what changes in an element, or in the load of a body, belongs to the one unit
that moves it. The number of evaluations does not grow with the number of bodies.

Entries are scaled: equations of motion by the units of their columns over the scale of the masses, constraints by
theirs, and columns by their units.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    COLUMNS,
    COORDINATES,
    ELEMENT_AT,
    ELEMENTS,
    EQUATIONS,
    FIRST_ROW,
    INTS_AT,
    LOAD,
    MASS_SCALE,
    MOTION,
    OUT,
    OUT_AT,
    RECORD,
    ROW_SCALE,
    ROWS,
    STATE,
    STATE_RATE,
    WIDTH,
    Q,
    V,
)
from linkwork.system.constraints.equations_kernel import evaluate
from linkwork.system.dynamics.forces_kernel import apply_forces
from linkwork.system.methods.newton_kernel import add_inertia
from linkwork.system.tangent.layout_kernel import (
    AXES,
    COLOURS,
    COLUMN_ENTRY,
    ELEMENT_OWNER,
    ENTRIES,
    EQUATION_ENTRY,
    FORCING,
    OUTS,
    OWN_STATES,
    RATE_ENTRY,
    RATE_OWNER,
    ROW_ENTRY,
    ROW_OWNER,
    STATE_COLOURS,
    STATE_ENTRY,
    STATE_FIRST,
    STATE_OWNER,
    STATES,
    UNIT_FIRST,
    UNITS,
    WIDTHS,
)
from linkwork.system.tangent.power_kernel import take_powers, take_powers_of_state

POSITIONS, VELOCITIES = range(2)


def tangent_room(n: int, x: int, outs: int) -> int:
    """How many numbers the work takes: what elements write, loads and rates before and after a move, increments."""
    return outs + 2 * n + x + n + x


@njit
def steps_at(k, s, at, room):
    """Where the increments of the coordinates (or velocities) lie, those of own states behind them."""
    return room + s[at + OUTS] + 2 * k[COORDINATES] + s[at + OWN_STATES]


@njit
def make_tangent(k, p, w, z, s, at, t, acceleration, multipliers, values, room, what, ratio, slopes):
    """Derivatives by positions, velocities going with them `ratio` times as fast, or by velocities and own states.

    The workspace holds the state; accelerations, multipliers and increments lie in z. Own states go with velocities,
    and with positions too where `ratio` is not zero: then there is one matrix only. Where `slopes` is a place in z,
    constraints of accelerations are differentiated, too, and those of the powers go there (see `power_kernel`).
    """
    n, x = k[COORDINATES], s[at + OWN_STATES]
    loads, rates = room + s[at + OUTS], room + s[at + OUTS] + 2 * n
    steps = steps_at(k, s, at, room)
    for i in range(s[at + ENTRIES]):
        z[values + i] = 0.0
    evaluate_at(k, p, w, z, t, acceleration, loads)
    for i in range(s[at + OUTS]):
        z[room + i] = w[k[OUT] + i]
    for i in range(x):
        z[rates + i] = w[k[STATE_RATE] + i]
    together = what == POSITIONS and ratio.real != 0.0
    where = k[Q] if what == POSITIONS else k[V]
    for colour in range(s[at + COLOURS]):
        first, last = s[at + s[at + UNIT_FIRST] + colour], s[at + s[at + UNIT_FIRST] + colour + 1]
        for axis in range(s[at + s[at + AXES] + colour]):
            for unit in range(first, last):
                column = s[at + s[at + UNITS] + unit] + axis
                w[where + column] += z[steps + column]
                if together:
                    w[k[V] + column] += ratio * z[steps + column]
            evaluate_at(k, p, w, z, t, acceleration, loads + n)
            take_changes(k, p, w, z, s, at, acceleration, multipliers, values, room, colour, axis, slopes >= 0)
            if slopes >= 0:
                take_powers(k, w, z, s, at, multipliers, slopes + n * what, room, steps, colour, axis)
            for unit in range(first, last):
                column = s[at + s[at + UNITS] + unit] + axis
                w[where + column] -= z[steps + column]
                if together:
                    w[k[V] + column] -= ratio * z[steps + column]
    if what == VELOCITIES or together:
        for colour in range(s[at + STATE_COLOURS]):
            move_states(k, w, z, s, at, steps + n, colour, 1.0)
            evaluate_at(k, p, w, z, t, acceleration, loads + n)
            move_states(k, w, z, s, at, steps + n, colour, -1.0)
            take_states(k, p, w, z, s, at, values, room, colour)
            state = s[at + s[at + FORCING] + colour]
            if slopes >= 0 and state >= 0:
                take_powers_of_state(k, w, z, s, slopes + 2 * n + state, room, z[steps + n + state].real)


@njit
def evaluate_at(k, p, w, z, t, acceleration, target):
    """Evaluate elements and forces at the state of the workspace; M a - Q to `target`."""
    evaluate(k, p, w, MOTION, t)
    apply_forces(k, p, w, t)
    for i in range(k[COORDINATES]):
        z[target + i] = -w[k[LOAD] + i]
    add_inertia(k, p, w, z, acceleration, target, 1.0)


@njit
def take_changes(k, p, w, z, s, at, acceleration, multipliers, values, room, colour, axis, constraints):
    """What the move of a colour along an axis has changed, into the entries of the units that moved."""
    n, x = k[COORDINATES], s[at + OWN_STATES]
    loads, rates = room + s[at + OUTS], room + s[at + OUTS] + 2 * n
    steps, units, mass = steps_at(k, s, at, room) + axis, k[COLUMN_SCALE], p[k[MASS_SCALE]].real
    owner, entry = at + s[at + ROW_OWNER] + n * colour, at + s[at + ROW_ENTRY] + n * colour
    for i in range(n):
        column = s[owner + i]
        if column >= 0:
            share = p[units + i].real * p[units + column + axis].real / mass / z[steps + column].real
            z[values + s[entry + i] + axis] += (z[loads + n + i] - z[loads + i]) * share
    owner, entry = at + s[at + RATE_OWNER] + x * colour, at + s[at + RATE_ENTRY] + x * colour
    for i in range(x):
        column = s[owner + i]
        if column >= 0:
            change = w[k[STATE_RATE] + i] - z[rates + i]
            z[values + s[entry + i] + axis] -= change * p[units + column + axis].real / z[steps + column].real
    record, owner = k[ELEMENT_AT], at + s[at + ELEMENT_OWNER] + k[ELEMENTS] * colour
    columns = at + s[at + COLUMN_ENTRY] + s[at + WIDTHS] * colour
    equations = at + s[at + EQUATION_ENTRY] + k[EQUATIONS] * colour
    for element in range(k[ELEMENTS]):
        column = s[owner + element]
        if column >= 0:
            share = p[units + column + axis].real / z[steps + column].real
            take_element(
                k, p, w, z, s, record, acceleration, multipliers, values + axis, room, columns, equations, share,
                constraints,
            )  # fmt: skip
        columns += k[record + WIDTH]
        record += RECORD


@njit
def local_place(k, record, column):
    """The coordinate of a column of an element, negative for the ground."""
    size, ints = k[COLUMNS], k[record + INTS_AT]
    if column < 2 * size:
        side = column // size
        return k[ints + 1 + 2 * side] + column - side * size - size
    return k[ints + 5 + 2 * (column - 2 * size)] - size


@njit
def take_element(
    k, p, w, z, s, record, acceleration, multipliers, values, room, columns, equations, share, constraints
):
    """Changes of the rows of an element times its multipliers and, if asked, of Phi_q a - gamma."""
    rows, width, first = k[record + ROWS], k[record + WIDTH], k[record + FIRST_ROW]
    now, before = k[OUT] + k[record + OUT_AT], room + k[record + OUT_AT]
    jacobian, mass = 3 * rows, p[k[MASS_SCALE]].real
    for column in range(width):
        entry = s[columns + column]
        if entry >= 0:
            place = local_place(k, record, column)
            total = 0.0 * z[values]
            for row in range(rows):
                here = jacobian + row * width + column
                total += (w[now + here] - z[before + here]) * z[multipliers + first + row]
            z[values + entry] += total * share * p[k[COLUMN_SCALE] + place].real / mass
    if constraints:
        for row in range(rows):
            total = z[before + 2 * rows + row] - w[now + 2 * rows + row]
            for column in range(width):
                place = local_place(k, record, column)
                if place >= 0:
                    here = jacobian + row * width + column
                    total += (w[now + here] - z[before + here]) * z[acceleration + place]
            z[values + s[equations + first + row]] += total * share * p[k[ROW_SCALE] + first + row].real


@njit
def move_states(k, w, z, s, at, steps, colour, sign):
    """Move the own states of a colour by their increments, or back."""
    first = at + s[at + STATE_FIRST] + colour
    for i in range(s[first], s[first + 1]):
        state = s[at + s[at + STATES] + i]
        w[k[STATE] + state] += sign * z[steps + state]


@njit
def take_states(k, p, w, z, s, at, values, room, colour):
    """What the move of a colour of own states has changed."""
    n, x = k[COORDINATES], s[at + OWN_STATES]
    loads, rates = room + s[at + OUTS], room + s[at + OUTS] + 2 * n
    steps, mass = steps_at(k, s, at, room) + n, p[k[MASS_SCALE]].real
    owner, entry = at + s[at + STATE_OWNER] + (n + x) * colour, at + s[at + STATE_ENTRY] + (n + x) * colour
    for i in range(n):
        if s[owner + i] >= 0:
            change = (z[loads + n + i] - z[loads + i]) * p[k[COLUMN_SCALE] + i].real
            z[values + s[entry + i]] += change / mass / z[steps + s[owner + i]].real
    for i in range(x):
        state = s[owner + n + i]
        if state >= 0:
            z[values + s[entry + n + i]] -= (w[k[STATE_RATE] + i] - z[rates + i]) / z[steps + state].real
