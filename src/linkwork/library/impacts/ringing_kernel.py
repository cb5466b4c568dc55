"""A body on its modes and what strikes it, as equations of motion, and the loop that follows them.

y: place and speed of the striker, place and speed of the struck body, then the modes and then their rates, as many as
are kept. A mode that is not kept is not there.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_kernel import dense, prepare_dense, step
from linkwork.numerics.integrators.integrator_state_kernel import ACCEPTED, T_OLD, T, Y
from linkwork.numerics.jit import njit, part

# p: masses, stiffness of Hertz, g over the length of the suspension, drag of the struck body; then of every mode its
# frequency squared, shape and rate of damping
STRIKER_MASS, STRUCK_MASS, STIFFNESS, SWING, DRAG, FIRST = range(6)
MODE = 3
KEPT, LIVE, MOST = 0, 1, 2  # k: modes that are kept, whether the striker is still there, modes that there are
RIGID = 4
REACHED, CONTACT_CHANGED, FAILED = 0, 1, 2
HALVINGS = 60
GONE = 1e-200  # what is so small is nothing: numbers near the least that there are cost processors a hundred times more


def rates(k, p, w, t, y, dy):
    """Rates of all of y."""
    modes, force = k[KEPT], 0.0 * y[0]
    if k[LIVE] > 0:
        depth = approach(k, p, y)
        if depth.real > 0.0:
            force = p[STIFFNESS] * depth * depth**0.5
    dy[0], dy[1] = y[1], -force / p[STRIKER_MASS] - p[SWING] * y[0]
    dy[2], dy[3] = y[3], (force - p[DRAG] * y[3]) / p[STRUCK_MASS] - p[SWING] * y[2]
    for i in range(modes):
        at, q, v = FIRST + MODE * i, y[RIGID + i], y[RIGID + modes + i]
        dy[RIGID + i] = v
        dy[RIGID + modes + i] = p[at + 1] * force - p[at] * q - p[at + 2] * v


@njit
def approach(k, p, y):
    """How far the striker is inside the surface of the struck body."""
    depth = y[0] - y[2]
    for i in range(k[KEPT]):
        depth -= p[FIRST + MODE * i + 1] * y[RIGID + i]
    return depth


@njit
def forget_what_is_gone(y, modes):
    """Modes that have died out are zero, though their damping alone never makes them so."""
    for i in range(RIGID, RIGID + 2 * modes):
        if -GONE < y[i] < GONE:
            y[i] = 0.0


@njit
def go_on(address, k, p, w, z, s, times, first, rows, out, in_contact):
    """Steps until the end, or until the bodies part (where they touch) or meet; fills the rows of the times passed.

    How it ended, and the number of the next row. Where they part or meet, `out` is y then and out[-1] the time.
    """
    row, last = first, len(times)
    size = RIGID + 2 * k[KEPT]
    while True:
        status = step(address, k, p, w, z, s)
        if status != ACCEPTED:
            return REACHED if status == 1 else FAILED, row
        forget_what_is_gone(part(z, s[Y]), k[KEPT])
        end, old = z[T], z[T_OLD]
        depth = approach(k, p, part(z, s[Y]))
        changes = k[LIVE] > 0 and ((depth > 0.0) != in_contact)
        if changes or (row < last and times[row] <= end):
            prepare_dense(address, k, p, w, z, s)
        if changes:
            low, high = old, end
            for _ in range(HALVINGS):
                middle = 0.5 * (low + high)
                dense(z, s, middle, out)
                if (approach(k, p, out) > 0.0) != in_contact:
                    high = middle
                else:
                    low = middle
            end = high
        while row < last and times[row] <= end:
            dense(z, s, times[row], out)
            for i in range(RIGID):
                rows[row, i] = out[i]
            for i in range(k[KEPT]):
                rows[row, RIGID + i] = out[RIGID + i]
                rows[row, RIGID + k[MOST] + i] = out[RIGID + k[KEPT] + i]
            row += 1
        if changes:
            dense(z, s, end, out)
            out[size] = end
            return CONTACT_CHANGED, row
