"""The energy-conserving midpoint rule in a plane of rigid bodies; see `midpoint_state_kernel` for what is asked of it.

Coordinates q are those of the frames, u those of the mass centres and the angles. A turn by dphi within a step is the
motion 2 tan(dphi/2), as Cayley's map has it: so a rigid motion of several bodies is one that takes their mean places
about a point, and a force that such a motion does not feel changes no angular momentum.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import atan, cos, sin, tan
from linkwork.places.layout_kernel import BODIES, COORDINATES, MASS_AT, MASS_NUMBERS, MASSES, Q, V, X


@njit
def along_step(k, z, i, j, kind):
    """What `shift` does with a step: 4, 5: its motion from du at z[i]; 6, 7: midpoint and end from u0 and what follows.

    6: du lies behind u0, the rates at the midpoint times the length of the step are put behind it; 7: the motion does.
    """
    n = k[COORDINATES]
    for column in range(n):
        if kind < 5.5:
            z[j + column] = z[i + column]
        elif kind < 6.5:
            z[j + column] = z[i + column] + 0.5 * z[i + n + column]
            z[j + n + column] = z[i + n + column]
        else:
            z[j + column] = z[i + column] + z[i + n + column]
    for body in range(k[BODIES]):
        angle = 3 * body + 2
        if kind < 5.5:
            z[j + angle] = 2.0 * tan(0.5 * z[i + angle])
        elif kind < 6.5:
            z[j + n + angle] = 2.0 * tan(0.5 * z[i + n + angle])
        else:
            z[j + angle] = z[i + angle] + 2.0 * atan(0.5 * z[i + n + angle])


def shift(k, p, w, z, i, j, x):
    """Coordinates at z[i] between frames and mass centres to z[j]; the sign of x is the way.

    |x| 1: places only; 2, 3: with the velocities behind them; from 4 on see `along_step`.
    """
    if abs(x.real) > 3.5:
        along_step(k, z, i, j, abs(x.real))
        return
    n, at, sign, moves = k[COORDINATES], k[MASS_NUMBERS], 1.0 if x.real > 0.0 else -1.0, abs(x.real) > 1.5
    for column in range(2 * n if moves else n):
        z[j + column] = z[i + column]
    for number in range(k[MASSES]):
        column = 3 * k[k[MASS_AT] + number]
        px, py = p[at + 1], p[at + 2]
        c, s = cos(z[i + column + 2]), sin(z[i + column + 2])
        bx, by = c * px - s * py, s * px + c * py
        z[j + column] += sign * bx
        z[j + column + 1] += sign * by
        if moves:
            spin = z[i + n + column + 2]
            z[j + n + column] -= sign * spin * by
            z[j + n + column + 1] += sign * spin * bx
        at += 4


def to_centres(k, p, w, z, i, j, x):
    """Derivatives at z[i] by q made those by u: the angle turns about the mass centre, not about the frame's origin."""
    at = k[MASS_NUMBERS]
    for number in range(k[MASSES]):
        body = k[k[MASS_AT] + number]
        column, angle = i + 3 * body, w[k[Q] + 3 * body + 2]
        px, py, c, s = p[at + 1], p[at + 2], cos(angle), sin(angle)
        bx, by = c * px - s * py, s * px + c * py
        z[column + 2] += z[column] * by - z[column + 1] * bx
        at += 4


def step_inertia(k, p, w, z, i, j, x):
    """Add M (du - h V0), which stands in the unknowns of the workspace, to z[i]."""
    at = k[MASS_NUMBERS]
    for number in range(k[MASSES]):
        column = 3 * k[k[MASS_AT] + number]
        for axis in range(3):
            mass = p[at + 3] if axis == 2 else p[at]
            z[i + column + axis] += mass * w[k[X] + column + axis]
        at += 4


def take_out_spin(k, p, w, z, i, j, x):
    """Take the inertia force of mass centres off the origin out of the negative load at z[i]: u has none."""
    at = k[MASS_NUMBERS]
    for number in range(k[MASSES]):
        column = 3 * k[k[MASS_AT] + number]
        px, py, mass = p[at + 1], p[at + 2], p[at]
        angle, spin = w[k[Q] + column + 2], w[k[V] + column + 2]
        c, s = cos(angle), sin(angle)
        z[i + column] += mass * spin * spin * (c * px - s * py)
        z[i + column + 1] += mass * spin * spin * (s * px + c * py)
        at += 4
