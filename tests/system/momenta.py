"""Momentum and angular momentum of rigid bodies over a run, by their masses as the tables have them."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.places import layout_kernel as layout
from linkwork.places.spatial import rotations
from linkwork.system.tables.compile import compile_system


def momenta(m: Any, run: Any) -> Any:
    """Of every row of a run: momentum, then angular momentum about the origin."""
    system = compile_system(m, dynamics=True)
    k, p, size = system.k, np.real(system.p), int(system.k[layout.COLUMNS])
    total, numbers = 0.0, 4 if size == 3 else 10
    for number in range(int(k[layout.MASSES])):
        body, at = int(k[k[layout.MASS_AT] + number]), int(k[layout.MASS_NUMBERS]) + numbers * number
        q, v = run.q[:, size * body : size * body + size], run.v[:, size * body : size * body + size]
        total = total + (in_plane(p[at:], q, v) if size == 3 else in_space(p[at:], q, v))
    return total


def in_plane(p: Any, q: Any, v: Any) -> Any:
    c, s = np.cos(q[:, 2]), np.sin(q[:, 2])
    arm = np.stack([c * p[1] - s * p[2], s * p[1] + c * p[2]], axis=1)
    place = q[:, :2] + arm
    speed = v[:, :2] + v[:, 2:] * np.stack([-arm[:, 1], arm[:, 0]], axis=1)
    turning = p[0] * (place[:, 0] * speed[:, 1] - place[:, 1] * speed[:, 0]) + p[3] * v[:, 2]
    return np.column_stack([p[0] * speed, turning])


def in_space(p: Any, q: Any, v: Any) -> Any:
    inertia = np.array([[p[4], p[7], p[9]], [p[7], p[5], p[8]], [p[9], p[8], p[6]]])
    rows = []
    for one, rate in zip(q, v, strict=True):
        turn = rotations.matrix(one[3:])
        place, speed = one[:3] + turn @ p[1:4], rate[:3] + turn @ np.cross(rate[3:], p[1:4])
        rows.append([*(p[0] * speed), *(np.cross(place, p[0] * speed) + turn @ inertia @ rate[3:])])
    return np.array(rows)
