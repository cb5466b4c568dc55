"""Where the paths of a skeleton run in space, for pictures."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.expression.given import Numbers, public, takes
from linkwork.library.biomechanics.layout_kernel import AXES_AT, STATE, TANGENTS_AT, WRAPPED
from linkwork.library.biomechanics.parts import PathPoint
from linkwork.library.biomechanics.paths.muscle_paths import followed
from linkwork.library.biomechanics.skeleton import Skeleton, value_of


@public
@takes(coordinates="COORDINATES")
def path_lines(skeleton: Skeleton, coordinates: Numbers) -> dict[str, Array]:
    """Of every muscle and ligament the corners of its path in space; on a surface both points of touch."""
    q = skeleton.checked(coordinates, 1)[:1]
    room = skeleton.path_room()
    followed(skeleton, q, room)
    kept, numbers = room[1][1], skeleton.path_tables[2]
    places, row, lines = skeleton.places(q) | {"ground": np.eye(4)}, 0, {}
    for one in skeleton.pulled:
        corners: list[Array] = []
        for station in one.path:
            here = places[station.body]
            if not isinstance(station, PathPoint):
                if kept[row, STATE] == WRAPPED:
                    own = kept[row, TANGENTS_AT : TANGENTS_AT + 6].reshape(2, 3)
                    axes = numbers[row, AXES_AT : AXES_AT + 9].reshape(3, 3)
                    corners += [here[:3, :3] @ (numbers[row, :3] + axes @ point) + here[:3, 3] for point in own]
            elif (at := point_now(skeleton, station, q[0])) is not None:
                corners.append(here[:3, :3] @ at + here[:3, 3])
            row += 1
        lines[one.name] = np.array(corners)
    return lines


def point_now(skeleton: Skeleton, point: PathPoint, q: Array) -> Array | None:
    """Where a point is on its body; nowhere if it does not count."""
    if point.within is not None:
        name, low, high = point.within
        if not low <= q[skeleton.index("coordinate", name)] <= high:
            return None
    if point.curves:
        values = (0.0 if name is None else q[skeleton.index("coordinate", name)] for name, _ in point.curves)
        return np.array([value_of(curve, x) for (_, curve), x in zip(point.curves, values, strict=True)])
    return np.array(point.location)
