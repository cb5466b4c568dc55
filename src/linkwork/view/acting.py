"""What joints and forces do to their second-named bodies over a run: the arrows of drawings and of the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.late_dataclass import dataclass
from linkwork.base.names import GROUND
from linkwork.places.row import Row
from linkwork.places.scope import Scope
from linkwork.run.reactions import required

if TYPE_CHECKING:
    from linkwork.run.run import Run

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Acting:
    """A reaction or an applied force on a body: one row a frame."""

    name: str
    body: str
    point: Array
    """Where it acts, in the body's frame."""
    at: Array
    """The same place in the plane or in space."""
    force: Array
    torque: Array
    """About that place; one column in the plane, three in space."""


def acting_over(run: Run) -> list[Acting]:
    """Every reaction and applied force on a second-named body."""
    required(run)
    space = run.mechanism.world.dimensions == 3
    return [_real(acting) for acting in (_in_space(run) if space else _in_plane(run))]


def _in_plane(run: Run) -> Iterator[Acting]:
    from linkwork.run.free_body import acting_point, wrenches_on_bodies

    scope = Scope(run.mechanism, dict(run.system.env))
    for name, element, wrench in _parts(run, wrenches_on_bodies(run)):
        row = Row(scope, name, name)
        body = element.ends(row)[1]
        fx, fy, moment = wrench[:, 3:6].T
        point = acting_point(run, element, row, 1, not np.any(wrench[:, 3:5]))
        angle = run.motion.angle(body)[0]
        (cos, sin), (x, y) = (np.cos(angle), np.sin(angle)), point.T
        lever = np.stack([cos * x - sin * y, sin * x + cos * y], axis=-1)
        torque = moment - lever[:, 0] * fy + lever[:, 1] * fx
        at = lever if body == GROUND else run.motion.origin(body)[0] + lever
        yield Acting(name, body, point, at, wrench[:, 3:5], torque[:, None])


def _in_space(run: Run) -> Iterator[Acting]:
    from linkwork.run.spatial.free_body import acting_point, wrenches_on_bodies

    for name, element, wrench in _parts(run, wrenches_on_bodies(run)):
        row = run.system.row(name)
        body = element.ends(row)[1]
        force, moment = wrench[:, 6:9], wrench[:, 9:12]
        point, turn = acting_point(run, element, row, 1), run.motion.matrix(body)
        lever = np.einsum("fij,fj->fi", turn, point)
        torque = np.einsum("fij,fj->fi", turn, moment) - np.cross(lever, force)
        yield Acting(name, body, point, run.motion.point(body, (0.0, 0.0, 0.0))[0] + lever, force, torque)


def _parts(run: Run, wrenches: tuple[Any, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Name, element and wrench over the run of joints and drivers, then of forces."""
    joints = [(placed.name, placed.element) for placed in required(run).system.elements]
    for parts, acting in zip((joints, list(run.mechanism.forces.items())), wrenches, strict=True):
        for number, (name, element) in enumerate(parts):
            yield name, element, acting[:, number]


def _real(acting: Acting) -> Acting:
    numbers = (acting.point, acting.at, acting.force, acting.torque)
    return Acting(acting.name, acting.body, *(np.asarray(np.real(one), float) for one in numbers))
