"""The force of a tyre as three arrows at its contact with the road: the load, along and across the wheel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.elements.spatial.forces.tyre import Tyre
from linkwork.view.acting import Acting, Array

if TYPE_CHECKING:
    from linkwork.run.run import Run

PARTS = ("load", "along", "across")


def parted_tyres(run: Run, acting: list[Acting]) -> tuple[list[Acting], dict[str, str]]:
    """Everything that acts, each tyre as three forces; and by their names which parts of a tyre's force they are."""
    tyres = {name: force for name, force in run.mechanism.forces.items() if isinstance(force, Tyre)}
    known = set(run.channels()) if tyres else set()
    parted: list[Acting] = []
    parts: dict[str, str] = {}
    for one in acting:
        if one.name not in tyres or f"{one.name}.load" not in known:
            parted.append(one)
            continue
        made = _three(run, one, tyres[one.name])
        parts |= {arrow.name: part for arrow, part in zip(made, PARTS, strict=True)}
        parted += made
    return parted, parts


def _three(run: Run, one: Acting, tyre: Tyre) -> list[Acting]:
    """The parts of a tyre's force, in directions that the force itself tells: they hold on every kind of road.

    The heading e lies in the plane of the wheel, where the force has the part x along it. Not a number in the air.
    """
    row, motion = run.system.row(one.name), run.motion
    centre, _, _, axis = row.frame(tyre.wheel)
    axle = _real(motion.turned(tyre.wheel.body, axis)[0])
    load, x, y, lean = (_real(run[f"{one.name}.{name}"]) for name in (*PARTS, "camber"))
    camber, size = np.sin(lean)[:, None], np.cos(lean)[:, None]
    within = one.force - _times(np.sum(one.force * axle, axis=1), axle)
    length = np.linalg.norm(within, axis=1)
    down = (length > 0.0) & (load > 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        first = within / length[:, None]
        cosine = np.clip(x / length, -1.0, 1.0)
    second = np.cross(axle, first)
    sine = np.sqrt(1.0 - cosine * cosine)
    heading = _times(cosine, first) + _times(sine, second)
    up = _times(sine, first) - _times(cosine, second)
    normal, left = size * up + camber * axle, size * axle - camber * up
    radius, crown, stiffness = (float(np.real(row.number(n))) for n in (tyre.radius, tyre.crown, tyre.stiffness))
    middle = _real(motion.point(tyre.wheel.body, centre)[0])
    if crown > 0.0:
        at = middle - (radius - crown) * up - _times(crown - load / stiffness, normal)
    else:
        at = middle - _times(radius - load * size[:, 0] / stiffness, up)
    origin = _real(motion.point(tyre.wheel.body, (0.0, 0.0, 0.0))[0])
    point = _real(motion.in_body(tyre.wheel.body, at - origin))
    vectors = (_times(load, normal), _times(x, heading), _times(y, left))
    for values in (point, at, *vectors):
        values[~down] = np.nan
    none = np.zeros_like(at)
    torques = (np.where(down[:, None], one.torque, np.nan), none, none)
    return [
        Acting(f"{one.name} {part}", one.body, point, at, vector, torque)
        for part, vector, torque in zip(PARTS, vectors, torques, strict=True)
    ]


def _times(factor: Array, vectors: Array) -> Array:
    return factor[:, None] * vectors


def _real(values: object) -> Array:
    return np.array(np.real(np.asarray(values)), float)
