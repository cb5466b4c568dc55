"""The constraint equations of a compiled system: evaluate, scale, factor, solve.

Unknowns are scaled (lengths by the model's length) and so are the equations, so that no verdict depends on units.
All state is in the workspace `w`; nothing is allocated.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_constraint, call_factor, call_solve, call_world, njit, part
from linkwork.numerics.ldl_kernel import FACTOR_AT, SOLVE_AT
from linkwork.places.layout_kernel import (
    ACCEPT,
    ADDRESS,
    CHART_ROWS,
    CHARTS,
    COLUMN_SCALE,
    COLUMNS,
    COORDINATES,
    ELEMENT_AT,
    ELEMENTS,
    ENTRY_SCALE,
    FACTOR,
    FIRST_ROW,
    FLOATS_AT,
    FUNCTIONS,
    INTS_AT,
    LOAD_MASSES,
    MASSES,
    MEMORY,
    MOTION,
    MOVE,
    OUT,
    OUT_AT,
    PATTERN,
    PLACE,
    POSE,
    POSITION,
    RECORD,
    REMEMBERS,
    RHS,
    ROW_SCALE,
    ROWS,
    SCATTER,
    SCATTER_AT,
    SIGNAL_AT,
    SIGNALS,
    TIME_FREE,
    TWIST,
    VALUES,
    WEIGHTS,
    WIDTH,
    WORK,
    A,
    Q,
    V,
    X,
)

REGULARISATION = 1e-12  # of scaled rows: redundant ones have a pivot, and independent ones do not feel it
PASSABLE = 1e-10  # in motion: rows with a pivot below a thousand times this are left alone the more, the smaller it is
PASSES = 2  # refinements with such rows: at a thousand times the number above the change is a part in 1e9
REFINEMENTS = 8  # most, for rows that are nearly redundant


@njit
def place_bodies(k, w):
    """Fill the poses from the coordinates."""
    call_world(k[k[FUNCTIONS] + PLACE], k, w, w, w, 0, 0, 0.0 * w[0])


@njit
def move_bodies(k, w):
    """Fill the twists from the velocities."""
    call_world(k[k[FUNCTIONS] + MOVE], k, w, w, w, 0, 0, 0.0 * w[0])


@njit
def call_element(k, p, record, stage, t, pose, twist, memory, out):
    """Call the kernel of an element, a force or a signal by its record."""
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


@njit
def evaluate_elements(k, p, w, stage, t):
    """Call the kernel of every element; at an accepted step of those, and of sensors, that remember it."""
    pose, twist = part(w, k[POSE]), part(w, k[TWIST])
    memory, out = part(w, k[MEMORY]), part(w, k[OUT])
    record = k[ELEMENT_AT]
    for _ in range(k[ELEMENTS]):
        if stage < ACCEPT or k[record + REMEMBERS] > 0:
            call_element(k, p, record, stage, t, pose, twist, memory, out)
        record += RECORD
    if stage < ACCEPT and k[CHARTS] > 0:
        call_world(k[k[FUNCTIONS] + CHART_ROWS], k, w, w, w, stage, 0, 0.0 * w[0])
    if stage == ACCEPT:
        remember_measured(k, p, w, t)


@njit
def remember_measured(k, p, w, t):
    """Let the sensors that count turns remember the poses of the workspace."""
    call_remembering(k, p, w, ACCEPT, t)


@njit
def call_remembering(k, p, w, stage, t):
    """Call the sensors that count turns."""
    record = k[SIGNAL_AT]
    for _ in range(k[SIGNALS]):
        if k[record + REMEMBERS] > 0:
            call_element(
                k, p, record, stage, t, part(w, k[POSE]), part(w, k[TWIST]), part(w, k[MEMORY]), part(w, k[OUT])
            )
        record += RECORD


@njit
def row_speed(k, w, record, row):
    """Phi_q v of one row of an element just evaluated."""
    rows, width, ints, size = k[record + ROWS], k[record + WIDTH], k[record + INTS_AT], k[COLUMNS]
    at = k[OUT] + k[record + OUT_AT] + 3 * rows + row * width
    speed = 0.0 * w[k[V]]
    for side in range(2):
        v = k[V] + k[ints + 1 + 2 * side] - size
        if v >= k[V]:
            for column in range(size):
                speed += w[at + column] * w[v + column]
        at += size
    for own in range(width - 2 * size):
        speed += w[at + own] * w[k[V] - size + k[ints + 5 + 2 * own]]
    return speed


@njit
def load_right_side(k, p, w, which):
    """Put the scaled -Phi (which 0), nu (1) or gamma (2) into the right-hand side; returns its largest real part."""
    rhs, n = k[RHS], k[COORDINATES]
    for column in range(n):
        w[rhs + column] = 0.0
    record, scale, largest = k[ELEMENT_AT], k[ROW_SCALE], 0.0
    for _ in range(k[ELEMENTS]):
        rows = k[record + ROWS]
        first = k[record + FIRST_ROW]
        source = k[OUT] + k[record + OUT_AT] + which * rows
        for row in range(rows):
            value = w[source + row] * p[scale + first + row]
            if which == 0:
                value = -value
            w[rhs + n + first + row] = value
            size = abs(value.real)
            if not size <= largest:
                largest = size
        record += RECORD
    return largest


@njit
def load_masses(k, p, w):
    """The scaled mass matrix into the values of the solver's matrix."""
    call_world(k[k[FUNCTIONS] + LOAD_MASSES], k, p, w, w, 0, 0, 0.0 * w[0])


@njit
def load_jacobian(k, p, w):
    """Scatter the elements' rows, scaled, into the values of the solver's matrix."""
    out, values = k[OUT], k[VALUES]
    if k[MASSES] > 0:
        load_masses(k, p, w)
    else:
        for entry in range(k[WEIGHTS]):
            w[values + entry] = 1.0
    scale, at = k[ENTRY_SCALE], k[SCATTER_AT]
    for entry in range(k[SCATTER]):
        w[values + k[at + 1]] = w[out + k[at]] * p[scale + entry]
        at += 2


@njit
def factor_jacobian(k, p, w, damping):
    """Factor the solver's matrix with the rows just evaluated."""
    load_jacobian(k, p, w)
    base = k[PATTERN]
    return call_factor(k[base + FACTOR_AT], k, base, w, k[VALUES], k[FACTOR], 0.0, damping, 0)


@njit
def factor_motion(k, p, w):
    """Factor the matrix of the equations of motion with the rows just evaluated; only redundant rows are damped."""
    load_jacobian(k, p, w)
    base = k[PATTERN]
    return call_factor(k[base + FACTOR_AT], k, base, w, k[VALUES], k[FACTOR], 0.0, PASSABLE, 1)


@njit
def solve_plain(k, w):
    """Solve for the right-hand side without refinement (Newton steps correct themselves)."""
    base = k[PATTERN]
    call_solve(k[base + SOLVE_AT], k, base, w, k[VALUES], k[FACTOR], k[RHS], k[X], k[WORK], 0, 0.0)


@njit
def solve_smoothly(k, w):
    """Solve for the right-hand side with rows that are nearly redundant left alone: singular positions are passed.

    There the exact solution is noise: rounding errors of the position grow by the third power of 1/sigma.
    """
    base = k[PATTERN]
    call_solve(k[base + SOLVE_AT], k, base, w, k[VALUES], k[FACTOR], k[RHS], k[X], k[WORK], PASSES, -1.0)


@njit
def solve_exactly(k, w, tolerance):
    """Solve for the right-hand side, refined to a relative residual."""
    base = k[PATTERN]
    call_solve(k[base + SOLVE_AT], k, base, w, k[VALUES], k[FACTOR], k[RHS], k[X], k[WORK], REFINEMENTS, tolerance)


@njit
def step_size(k, w):
    """Largest real part among the scaled unknowns just solved for; NaN counts as infinite."""
    x, largest = k[X], 0.0
    for column in range(k[COORDINATES]):
        size = abs(w[x + column].real)
        if not size <= largest:
            largest = size if size == size else 1e300  # not a number: larger than any step
    return largest


@njit
def add_step(k, p, w, where, factor_of_step):
    """Add the scaled unknowns, unscaled, to the vector at `where`."""
    x, scale = k[X], k[COLUMN_SCALE]
    for column in range(k[COORDINATES]):
        w[where + column] += factor_of_step * w[x + column] * p[scale + column]


@njit
def take_solution(k, p, w, where):
    """Store the scaled unknowns, unscaled, at `where`."""
    x, scale = k[X], k[COLUMN_SCALE]
    for column in range(k[COORDINATES]):
        w[where + column] = w[x + column] * p[scale + column]


@njit
def time_of(k, w, t):
    """The time: given, or the last coordinate when it is free."""
    return w[k[Q] + k[COORDINATES] - 1] if k[TIME_FREE] == 1 else t


@njit
def evaluate(k, p, w, stage, t):
    """Evaluate all elements at the coordinates (and velocities) of the workspace."""
    place_bodies(k, w)
    if stage > POSITION:
        move_bodies(k, w)
    evaluate_elements(k, p, w, stage, time_of(k, w, t))


@njit
def solve_motion(k, p, w, t, sigma):
    """Velocities and accelerations at the coordinates of the workspace, with the factor made there.

    The rows must have been factored at these coordinates. The smaller the smallest singular value `sigma`, the smaller
    the residual must be for the same accuracy.
    """
    # a few roundings; from sigma = 0.1 downwards by as much less as the matrix makes of an error
    tolerance = 1e-14 * min(1.0, 10.0 * abs(sigma.real))
    load_right_side(k, p, w, 1)
    solve_exactly(k, w, tolerance)
    take_solution(k, p, w, k[V])
    move_bodies(k, w)
    evaluate_elements(k, p, w, MOTION, time_of(k, w, t))
    load_right_side(k, p, w, 2)
    solve_exactly(k, w, tolerance)
    take_solution(k, p, w, k[A])
