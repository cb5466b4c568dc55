"""The force of a tyre as three arrows at its contact with the road: the load, along and across the wheel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.elements.spatial.forces.tyre import Tyre
from linkwork.view.acting import Acting, Array

if TYPE_CHECKING:
    from linkwork.places.spatial.row import SpatialRow
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
    axis = row.frame(tyre.wheel)[3]
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
    at = _contact(run, row, tyre, load, (up, normal, size[:, 0]))
    origin = _real(motion.point(tyre.wheel.body, (0.0, 0.0, 0.0))[0])
    point = _real(motion.in_body(tyre.wheel.body, at - origin))
    vectors = (_times(load, normal), _times(x, heading), _times(y, left))
    for values in (point, at, *vectors):
        values[~down] = np.nan
    none = np.zeros_like(at)
    about = one.torque + np.cross(one.at - at, one.force)  # it is told about the point of a flat road
    torques = (np.where(down[:, None], about, np.nan), none, none)
    return [
        Acting(f"{one.name} {part}", one.body, point, at, vector, torque)
        for part, vector, torque in zip(PARTS, vectors, torques, strict=True)
    ]


def _contact(run: Run, row: SpatialRow, tyre: Tyre, load: Array, sides: tuple[Array, Array, Array]) -> Array:
    """Where the tyre meets the road: below its centre by the deflection that the load tells.

    The load over the factor f is k x + c x', with the kernel's x' = -f n . V of the wheel's point there, in which the
    place of that point is linear in x. `sides`: up in the plane of the wheel, the normal, the cosine of the camber.
    """
    up, normal, size = sides
    numbers = (tyre.radius, tyre.crown, tyre.stiffness, tyre.damping)
    radius, crown, stiffness, damping = (float(np.real(row.number(number))) for number in numbers)
    motion, road, wheel = run.motion, tyre.road.body, tyre.wheel.body
    place, speed, _ = (_real(part) for part in motion.point(wheel, row.frame(tyre.wheel)[0]))
    below, drift, _ = (_real(part) for part in motion.point(road, (0.0, 0.0, 0.0)))
    spin, sway = (_real(motion.in_world(body, motion.angular_velocity(body))) for body in (wheel, road))
    rising = np.sum(normal * (speed - drift - np.cross(sway, place - below)), axis=1)
    tipping = np.sum(normal * np.cross(spin - sway, up), axis=1)
    if crown > 0.0:
        deflection = (load + damping * (rising - (radius - crown) * tipping)) / stiffness
        return place - (radius - crown) * up - _times(crown - deflection, normal)
    with np.errstate(invalid="ignore", divide="ignore"):
        damped = damping / size
        deflection = (load * size + damped * (rising - radius * tipping)) / (stiffness - damped * tipping)
    return place - _times(radius - deflection, up)


def _times(factor: Array, vectors: Array) -> Array:
    return factor[:, None] * vectors


def _real(values: object) -> Array:
    return np.array(np.real(np.asarray(values)), float)
