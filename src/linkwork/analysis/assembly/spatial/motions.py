"""Motions that are left free, in words: which bodies turn about which axis, or move along which direction."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.places.spatial import rotations
from linkwork.system.constraints.rank import rank_of, reduced
from linkwork.system.system import System

_MOST, _BODIES = 12, 4
_NONE = 1e-6


def free_motions(system: System, q: Array, rows: Array) -> list[str]:
    """One sentence for each motion that scaled rows leave free at a position, with few bodies in each."""
    if rows.size:
        motions = np.linalg.svd(rows)[2][rank_of(rows) :]
    else:
        motions = np.eye(len(system.coordinates))
    return [_sentence(system, q, motion * system.column_scale) for motion in reduced(motions)[:_MOST]]


def _sentence(system: System, q: Array, motion: Array) -> str:
    steps = motion[: system.body_columns].reshape(-1, 6)
    sizes = np.max(np.abs(steps / system.column_scale[:6]), axis=1)
    moving = [number for number in np.argsort(-sizes) if sizes[number] > _NONE * np.max(sizes)]
    words = [
        f"{system.bodies[number]} {_body(q[6 * number : 6 * number + 6], steps[number], system.length)}"
        for number in sorted(moving[:_BODIES])
    ]
    more = f" and {len(moving) - _BODIES} more bodies with them" if len(moving) > _BODIES else ""
    return ", ".join(words) + more if words else "an element's own coordinate moves alone"


def _body(place: Array, step: Array, length: float) -> str:
    """What one body does: a turn about an axis through a point, a travel along a direction, or a screw motion."""
    turn = rotations.matrix(place[3:]) @ step[3:]
    rate = float(np.linalg.norm(turn))
    travel = step[:3]
    if rate * length <= _NONE * float(np.linalg.norm(travel)):
        return f"moves along {_direction(travel / np.linalg.norm(travel))}"
    axis = turn / rate
    through = place[:3] + np.cross(axis, travel) / rate
    through = through - axis * float(axis @ (through - place[:3]))
    pitch = float(axis @ travel) / rate
    where = f"turns about {_direction(axis)} through {_vector(through, length)}"
    return f"{where}, moving along it by {pitch:.4g} m/rad" if abs(pitch) > _NONE * length else where


def _direction(values: Array) -> str:
    """A direction with its largest part positive."""
    return _vector(-values if values[int(np.argmax(np.abs(values)))] < 0.0 else values, 1.0)


def _vector(values: Array, unit: float) -> str:
    """Three numbers with four digits, round-off as zero."""
    return f"({', '.join('0' if abs(value) < 1e-9 * unit else f'{value:.4g}' for value in values)})"
