"""Teeth of the gears in a sketch: one pitch for all, turned so that gears in mesh fit tooth to gap."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from linkwork.view.glyphs.marks import Gear
from linkwork.view.motion import Motion

FEWEST, MOST = 14, 26
MESH_TOLERANCE = 0.02  # of the smaller radius


def choose_teeth(motion: Motion) -> tuple[list[Gear], float]:
    """All gears with whole numbers of teeth of nearly one pitch, and that pitch."""
    raw = [(body, shape) for body, shape in motion.shapes("gear") if float(shape["radius"]) > 0]
    if not raw:
        return [], 0.0
    radii = np.array([float(shape["radius"]) for _, shape in raw])
    counts = np.arange(FEWEST, MOST + 1)
    wanted = np.outer(counts, radii / radii.min())
    misfit = np.abs(wanted - np.round(wanted)).max(axis=1)
    fewest = int(counts[int(np.argmin(np.round(misfit, 6)))])
    gears = [
        Gear(
            body=body,
            at=(float(shape["at"][0]), float(shape["at"][1])),
            radius=float(shape["radius"]),
            internal=bool(shape.get("internal", False)),
            teeth=round(fewest * float(shape["radius"]) / radii.min()),
            phase=0.0,
        )
        for body, shape in raw
    ]
    return _in_mesh(gears, motion), float(2 * np.pi * radii.min() / fewest)


def _in_mesh(gears: list[Gear], motion: Motion) -> list[Gear]:
    """Set the phases, going from each gear to those it meshes with."""
    placed: dict[int, Gear] = {}
    for start in range(len(gears)):
        if start in placed:
            continue
        placed[start] = gears[start]
        front = [start]
        while front:
            i = front.pop()
            for j in range(len(gears)):
                phase = None if j in placed else _phase(placed[i], gears[j], motion)
                if phase is not None:
                    placed[j] = replace(gears[j], phase=phase)
                    front.append(j)
    return [placed[i] for i in range(len(gears))]


def _phase(known: Gear, other: Gear, motion: Motion) -> float | None:
    """Angle on `other` of a tooth such that its gap meets the tooth of `known`; None if not in mesh."""
    a, b = (motion.path(g.body, g.at)[0] for g in (known, other))
    distance = float(np.hypot(*(b - a)))
    inside = known.internal or other.internal
    reach = abs(known.radius - other.radius) if inside else known.radius + other.radius
    if known.body == other.body or abs(distance - reach) > MESH_TOLERANCE * min(known.radius, other.radius):
        return None
    towards = a - b if other.internal else b - a
    here = float(np.arctan2(towards[1], towards[0]))
    there = here if inside else here + np.pi
    turned, other_turned = (float(motion.poses[0, g.body, 2]) for g in (known, other))
    arc = known.radius * (known.phase + turned - here) * (1 if inside else -1)
    return there + arc / other.radius + np.pi / other.teeth - other_turned
