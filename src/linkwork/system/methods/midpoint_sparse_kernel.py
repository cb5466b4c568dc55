"""Newton's matrix of a step of the conserving midpoint rule on the pattern of a large system.

What makes gradients discrete ones couples every coordinate with every other, by as much as the constraints and the
potential curve within a step: that is left out of the matrix, not of the residual. Of what is left an equation of
motion knows the bodies that share an element or a force with its own; units are moved together that no such equation
shares. The rows beside, by u, are those of elements that share no body, gathered and turned together.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import ATOL, OWN_TABLE, RTOL, TRIAL
from linkwork.numerics.jit import njit, part
from linkwork.numerics.sparse import lu_kernel
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    COORDINATES,
    ELEMENT_AT,
    ELEMENTS,
    EQUATIONS,
    FIRST_ROW,
    OUT,
    OUT_AT,
    RECORD,
    ROW_SCALE,
    ROWS,
    WIDTH,
)
from linkwork.system.methods.midpoint_state_kernel import (
    CENTRE1,
    blocks,
    end_residual,
    load_residual,
    to_centres,
    vector,
)
from linkwork.system.methods.newton_kernel import REDUNDANT
from linkwork.system.methods.step_iteration_kernel import INCREMENT
from linkwork.system.tangent.layout_kernel import (
    AXES,
    BESIDE,
    BESIDE_FIRST,
    COLOURS,
    DIAGONAL,
    ELEMENT_COLOUR,
    ELEMENT_COLOURS,
    ELEMENT_OWNER,
    ENTRIES,
    EQUATION_ENTRY,
    FACTOR_ROOM,
    FACTOR_TABLE,
    MOST_ROWS,
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
)
from linkwork.system.tangent.tangent_kernel import local_place


@njit
def make_sparse_matrix(address, k, p, w, z, s, h):
    """Newton's matrix, factored."""
    at, n, m = s[OWN_TABLE], k[COORDINATES], k[EQUATIONS]
    size, _, _, _, _, matrix, factor, side = blocks(z, s)
    last, base, changed, units = vector(s, CENTRE1), side + size, side + 2 * size, k[COLUMN_SCALE]
    steps = side + 3 * size + n
    for i in range(s[at + ENTRIES]):
        z[matrix + i] = 0.0
    load_residual(address, k, p, w, z, s, h, base)
    load_rows_beside(k, p, w, z, s, at, matrix, changed)
    end_residual(k, p, w, z, s, h, base)
    for colour in range(s[at + COLOURS]):
        first, behind = s[at + s[at + UNIT_FIRST] + colour], s[at + s[at + UNIT_FIRST] + colour + 1]
        for axis in range(s[at + s[at + AXES] + colour]):
            for unit in range(first, behind):
                column = s[at + s[at + UNITS] + unit] + axis
                z[last + column] += INCREMENT * p[units + column].real
            load_residual(address, k, p, w, z, s, h, changed)
            end_residual(k, p, w, z, s, h, changed)
            for unit in range(first, behind):
                column = s[at + s[at + UNITS] + unit] + axis
                z[last + column] -= INCREMENT * p[units + column].real
            take_changes(k, z, s, at, matrix + axis, base, changed, colour)
    for colour in range(s[at + STATE_COLOURS]):
        move_states(z, s, at, n, steps, colour)
        load_residual(address, k, p, w, z, s, h, changed)
        end_residual(k, p, w, z, s, h, changed)
        first, behind = s[at + s[at + STATE_FIRST] + colour], s[at + s[at + STATE_FIRST] + colour + 1]
        for i in range(first, behind):
            state = s[at + s[at + STATES] + i]
            z[s[TRIAL] + 2 * n + state] -= z[steps + state]
        take_states(k, z, s, at, matrix, base, changed, steps, colour)
    for row in range(m):
        z[matrix + s[at + s[at + DIAGONAL] + row]] -= REDUNDANT
    table, room = at + s[at + FACTOR_TABLE], at + s[at + FACTOR_ROOM]
    return lu_kernel.factor(s, table, room, part(z, matrix), part(z, factor))


@njit
def take_changes(k, z, s, at, matrix, base, changed, colour):
    """What the move of a colour has changed, into the entries of the units that moved, whose units are the steps'."""
    n, m, x, record = k[COORDINATES], k[EQUATIONS], s[at + OWN_STATES], k[ELEMENT_AT]
    owner, entry = at + s[at + ROW_OWNER] + n * colour, at + s[at + ROW_ENTRY] + n * colour
    for i in range(n):
        if s[owner + i] >= 0:
            z[matrix + s[entry + i]] += (z[changed + i] - z[base + i]) / INCREMENT
    owner, entry = at + s[at + ELEMENT_OWNER] + k[ELEMENTS] * colour, at + s[at + EQUATION_ENTRY] + m * colour
    for element in range(k[ELEMENTS]):
        if s[owner + element] >= 0:
            for row in range(k[record + FIRST_ROW], k[record + FIRST_ROW] + k[record + ROWS]):
                z[matrix + s[entry + row]] += (z[changed + n + row] - z[base + n + row]) / INCREMENT
        record += RECORD
    owner, entry = at + s[at + RATE_OWNER] + x * colour, at + s[at + RATE_ENTRY] + x * colour
    for i in range(x):
        if s[owner + i] >= 0:
            z[matrix + s[entry + i]] += (z[changed + n + m + i] - z[base + n + m + i]) / INCREMENT


@njit
def move_states(z, s, at, n, steps, colour):
    """Move the own states of a colour; by how much goes to `steps`."""
    first = at + s[at + STATE_FIRST] + colour
    for i in range(s[first], s[first + 1]):
        state = s[at + s[at + STATES] + i]
        place = s[TRIAL] + 2 * n + state
        # an own state at zero is as large as its tolerances say; without a relative one 0.01
        least = z[s[ATOL] + 2 * n + state].real / z[RTOL].real if z[RTOL].real > 0.0 else 1e-2
        kept = z[place]
        z[place] = kept + INCREMENT * max(abs(kept.real), least)
        z[steps + state] = z[place] - kept


@njit
def take_states(k, z, s, at, matrix, base, changed, steps, colour):
    """What the move of a colour of own states has changed."""
    n, m, x = k[COORDINATES], k[EQUATIONS], s[at + OWN_STATES]
    owner, entry = at + s[at + STATE_OWNER] + (n + x) * colour, at + s[at + STATE_ENTRY] + (n + x) * colour
    for i in range(n + x):
        state, row = s[owner + i], i if i < n else i + m
        if state >= 0:
            z[matrix + s[entry + i]] += (z[changed + row] - z[base + row]) / z[steps + state].real


@njit
def load_rows_beside(k, p, w, z, s, at, matrix, gathered):
    """The rows of the midpoint that is loaded, by u and scaled, beside the equations of motion."""
    n, colour_of = k[COORDINATES], at + s[at + ELEMENT_COLOUR]
    first, pairs = at + s[at + BESIDE_FIRST], at + s[at + BESIDE]
    for colour in range(s[at + ELEMENT_COLOURS]):
        for row in range(s[at + MOST_ROWS]):
            for i in range(n):
                z[gathered + i] = 0.0
            record = k[ELEMENT_AT]
            for element in range(k[ELEMENTS]):
                rows, width = k[record + ROWS], k[record + WIDTH]
                if s[colour_of + element] == colour and row < rows:
                    source = k[OUT] + k[record + OUT_AT] + 3 * rows + row * width
                    for column in range(width):
                        place = local_place(k, record, column)
                        if place >= 0:
                            z[gathered + place] += w[source + column]
                record += RECORD
            to_centres(k, p, w, z, gathered)
            record = k[ELEMENT_AT]
            for element in range(k[ELEMENTS]):
                if s[colour_of + element] == colour and row < k[record + ROWS]:
                    equation = k[record + FIRST_ROW] + row
                    for i in range(s[first + equation], s[first + equation + 1]):
                        column = s[pairs + 2 * i]
                        scale = p[k[ROW_SCALE] + equation] * p[k[COLUMN_SCALE] + column]
                        z[matrix + s[pairs + 2 * i + 1]] += z[gathered + column] * scale
                record += RECORD


@njit
def solve_sparse(z, s):
    """The residual replaced by what Newton's matrix makes of it."""
    at = s[OWN_TABLE]
    size, _, _, _, _, _, factor, side = blocks(z, s)
    solution = side + 2 * size
    table, room = at + s[at + FACTOR_TABLE], at + s[at + FACTOR_ROOM]
    lu_kernel.solve(s, table, room, part(z, factor), part(z, side), part(z, solution))
    for i in range(size):
        z[side + i] = z[solution + i]
