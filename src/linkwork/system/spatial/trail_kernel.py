"""The trail of a motion in space: how all bodies are turned at steps between the points of a run.

Angles of a run count their turns along it, however far apart its points are. An entry holds the time, and of every body
its Euler parameters and its angular velocity in body axes.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import BODIES, COLUMNS, POSE, TWIST
from linkwork.places.spatial.layout_kernel import PARAMETERS, POSE_SIZE, TWIST_SIZE

ENTRY = 7  # numbers a body
FARTHEST = 0.5  # rad between two entries
NEAR = 1.0  # rad between two points of a run that need no entry between them


@njit
def in_space(k):
    """Whether the bodies turn about more than one axis."""
    return k[COLUMNS] == 6


@njit
def fastest(k, w):
    """The largest angular velocity of a body."""
    fastest = 0.0
    for body in range(k[BODIES]):
        twist = k[TWIST] + TWIST_SIZE * (body + 1) + 3
        fastest = max(fastest, w[twist].real ** 2 + w[twist + 1].real ** 2 + w[twist + 2].real ** 2)
    return fastest**0.5


@njit
def enter(k, w, t, index, times, entries):
    """Enter how the bodies are turned now."""
    times[index] = t
    for body in range(k[BODIES]):
        pose, twist = k[POSE] + POSE_SIZE * (body + 1) + PARAMETERS, k[TWIST] + TWIST_SIZE * (body + 1) + 3
        for i in range(4):
            entries[index, ENTRY * body + i] = w[pose + i].real
        for i in range(3):
            entries[index, ENTRY * body + 4 + i] = w[twist + i].real
