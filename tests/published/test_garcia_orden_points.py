"""Garcia Orden, Goicolea 2005, section 3, eqs. 16 and 17: a rigid body by four points has a constant mass matrix.

The prism of section 7.2 (1 x 0.1 x 0.02 m, 1 kg) in one motion, by three choices of its points: each gives the kinetic
energy of Newton and Euler (A9.9).
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from linkwork.system.natural.frame import Frame
from linkwork.system.natural.inertia import moments
from published.case import Case
from published.case import tests_of as checks_of

SIZES, CENTRE = (1.0, 0.1, 0.02), np.array([0.5, 0.0, 0.0])
INERTIA = np.array([(SIZES[1] ** 2 + SIZES[2] ** 2) / 12, (1 + SIZES[2] ** 2) / 12, (1 + SIZES[1] ** 2) / 12, 0, 0, 0])
VELOCITY, SPIN = np.array([0.3, -1.1, 0.7]), np.array([2.0, -3.0, 5.0])
POINTS: dict[str, list[tuple[float, float, float]]] = {
    "corners": [(0, 0, 0), (1, 0, 0), (0, 0.05, 0), (0, 0, 0.01)],
    "far from the body": [(3, 1, -2), (4, 1, -1), (2.5, 3, -2), (3, 0, 1)],
    "a flat tetrahedron": [(0.2, 0.1, 0), (0.9, 0.1, 0), (0.2, -0.1, 0), (0.4, 0, 1e-3)],
}


def newton_euler() -> float:
    centre = VELOCITY + np.cross(SPIN, CENTRE)
    return float(0.5 * centre @ centre + 0.5 * INERTIA[:3] @ SPIN**2)


def by_points(name: str) -> float:
    """Half the square of the points' velocities with their mass matrix."""
    first, *others = (np.array(point, dtype=float) for point in POINTS[name])
    unused: Any = None
    frame = Frame(unused, (unused,) * 3, first, tuple(other - first for other in others))
    blocks = moments(frame, 1.0, CENTRE, INERTIA)
    start = VELOCITY + np.cross(SPIN, first)
    moved = [start, *(VELOCITY + np.cross(SPIN, other) - start for other in others)]
    return float(0.5 * sum(one @ blocks[i][j] @ two for i, one in enumerate(moved) for j, two in enumerate(moved)))


def cases() -> list[Case]:
    source = "Garcia Orden and Goicolea 2005, eqs. 16, 17"
    return [
        Case(
            source,
            f"kinetic energy by four points, {name} (J)",
            None,
            partial(by_points, name),
            0.0,
            True,
            newton_euler(),
        )
        for name in POINTS
    ]


test_published = checks_of(cases)
