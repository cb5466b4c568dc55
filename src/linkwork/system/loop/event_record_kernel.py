"""States just before and just after the events of contacts, for those who look at a run from outside.

A row has the time, then before and after the event the plain coordinates, the plain velocities, the integrals of the
powers and the energy that forces have stored. The first number of the table counts the rows that are filled; they begin
behind it. Where points of the run lie farther apart than steps, ends of steps have rows of their own: with BETWEEN in
the place of the state after an event.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit, part
from linkwork.places.layout_kernel import (
    COLUMNS,
    CONTACTS,
    COORDINATES,
    FORCE_AT,
    FORCES,
    FUNCTIONS,
    GIVE,
    OUT,
    OUT_AT,
    QUADRATURES,
    RECORD,
    STATE,
    STATES,
)

ROWS = 256  # rows after which the loop comes back
BETWEEN = 1e300  # no state after an event: the row is the end of a step
MOST_BETWEEN = 8  # ends of steps between two points of a run
ENOUGH = 800  # points of a run that are near enough to each other without


@njit
def half_row(n):
    """Numbers of one side of an event of a system with n coordinates."""
    return 2 * n + QUADRATURES + 1


@njit
def record_full(record):
    """Whether there is no room for another event."""
    return record.shape[0] > 1 and int(record[0, 0].real) + 1 >= record.shape[0]


@njit
def _put(k, p, w, row, at):
    """The state of the workspace."""
    n = k[COORDINATES]
    call_world(k[k[FUNCTIONS] + GIVE], k, p, w, part(row, at), 0, 0, 0.0 * w[0])
    call_world(k[k[FUNCTIONS] + GIVE], k, p, w, part(row, at + n), 1, 0, 0.0 * w[0])
    for number in range(QUADRATURES):
        row[at + 2 * n + number] = w[k[STATE] + k[STATES] - QUADRATURES + number]
    stored, force = 0.0 * w[0], k[FORCE_AT]
    for _ in range(k[FORCES]):
        stored += w[k[OUT] + k[force + OUT_AT] + 2 * k[COLUMNS]]
        force += RECORD
    row[at + 2 * n + QUADRATURES] = stored


@njit
def record_before(k, p, w, t, record):
    """Begin a row; it counts when the state after the event is known."""
    if k[CONTACTS] > 0 and record.shape[0] > 1:
        row = record[int(record[0, 0].real) + 1]
        row[0] = t
        _put(k, p, w, row, 1)


@njit
def record_after(k, p, w, record):
    """Complete the row."""
    if record.shape[0] > 1:
        row = record[int(record[0, 0].real) + 1]
        _put(k, p, w, row, 1 + half_row(k[COORDINATES]))
        record[0, 0] += 1.0


@njit
def record_between(k, p, w, start, t, apart, points, record):
    """A row for the end of a step, whose state lies in the workspace; false where the table is full, or was.

    `start` is the start of the step, `apart` what lies between two of the `points` of the run.
    """
    count = int(record[0, 0].real)
    last = record[count, 0].real if count > 0 else start.real
    most = min(MOST_BETWEEN, ENOUGH // points)
    if record.shape[0] == 1 or most * (t - last).real < apart or not (t - start).real < apart:
        return True
    if record_full(record):  # by an event before this step: the end of the next one will do
        return False
    row = record[count + 1]
    row[0] = t
    _put(k, p, w, row, 1)
    row[1 + half_row(k[COORDINATES])] = BETWEEN
    record[0, 0] += 1.0
    return not record_full(record)
