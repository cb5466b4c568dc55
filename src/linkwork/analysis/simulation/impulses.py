"""Known impulses: the velocities after a blow, and the impulsive reactions that keep joints and drivers.

    M (v+ - v) = p - J' lambda,   J (v+ - v) = what the rows lack

They lack nothing unless a driver changes its speed in no time (see `driver_jumps`). Redundant rows leave the velocities
unique and the reactions not; the smallest ones are given.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from linkwork.base.arrays import Array
from linkwork.mechanism.check_impulse import check_impulse
from linkwork.numerics.least_squares import least_squares
from linkwork.places import layout_kernel as layout
from linkwork.system.dynamics.dynamics import Dynamics
from linkwork.system.system import System

_RANK = 1e-12


class AppliedImpulse(NamedTuple):
    """What an impulse does: velocities after it, its work, the work of drivers, reactions by joint."""

    after: Array
    work: Any
    driven: Any
    reactions: dict[str, dict[str, float]]


def struck(system: System, q: Array, v: Array, t: Any, name: str, impulse: Mapping[str, Any]) -> AppliedImpulse:
    """The blow of an event at a state of plain coordinates and velocities."""
    dynamics = Dynamics(system)
    dynamics.evaluate(q, t, v)
    row = system.row(name, f"event '{name}'")
    load = _generalised(dynamics, check_impulse(row, impulse))
    return answered(dynamics, v, load, np.zeros(dynamics.m, system.dtype))


def answered(dynamics: Dynamics, v: Array, load: Array, lack: Array) -> AppliedImpulse:
    """What impulses `load` do at an evaluated state where the rows ask for `lack` more (scaled) than they have."""
    system = dynamics.system
    rows, mass = dynamics.jacobian(), dynamics.mass_matrix()
    size, scale = system.p[int(system.k[layout.MASS_SCALE])].real, system.column_scale
    change, multipliers = _answer(mass, rows, load * scale / size, lack)
    middle = v / scale + 0.5 * change
    work, gain = load @ (scale * middle), size * (change @ mass @ middle)
    labels = system.world.reaction_labels
    shown = dynamics.reactions(size * multipliers)
    reactions = {
        placed.name: dict(zip(labels, map(float, np.real(numbers)), strict=True))
        for placed, numbers in zip(system.elements, shown, strict=True)
    }
    return AppliedImpulse(v + scale * change, work, gain - work, reactions)


def _answer(mass: Array, rows: Array, load: Array, lack: Array) -> tuple[Array, Array]:
    """Change of velocities and multipliers; masses and rows are made of one size first, for the rank."""
    weight = np.sqrt(np.diag(mass).real)
    weight = np.where(weight > 0.0, weight, 1.0)
    narrow = rows / weight
    length = np.linalg.norm(narrow.real, axis=1)
    length = np.where(length > 0.0, length, 1.0)
    narrow = narrow / length[:, None]
    matrix = np.block([[mass / np.outer(weight, weight), narrow.T], [narrow, np.zeros((len(rows), len(rows)))]])
    right = np.concatenate([load / weight, lack / length])
    solution = least_squares(matrix, right, _RANK)
    return solution[: len(load)] / weight, solution[len(load) :] / length


def _generalised(dynamics: Dynamics, impulses: Mapping[str, tuple[str, Any, list[float]]]) -> Array:
    """Impulses of forces and moments in the world as those on the velocities of the bodies."""
    system, world = dynamics.system, dynamics.world
    load: Array = np.zeros(dynamics.n, system.dtype)
    for body, arm, numbers in impulses.values():
        number = list(system.bodies).index(body)
        pose = dynamics.w[int(system.k[layout.POSE]) + world.pose_size * (number + 1) :][: world.pose_size]
        push: Array = np.array(numbers, system.dtype)
        part = load[world.size * number :][: world.size]
        if world.dimensions == 2:
            x, y = arm
            x, y = pose[3] * x - pose[4] * y, pose[4] * x + pose[3] * y
            part += push
            part[2] += x * push[1] - y * push[0]
        else:
            turn = pose[3:12].reshape(3, 3)
            away = turn @ np.array(arm, system.dtype)
            part[:3] += push[:3]
            part[3:] += turn.T @ (push[3:] + np.cross(away, push[:3]))
    return load
