"""Belts round two pulleys: strands along the common tangents, and the arcs on which the belt lies.

Centres a and b, D apart in the direction psi; radii R_i and R_j, the second below zero where the belt is crossed. With
cos alpha = (R_i - R_j) / D a strand touches at a + R_i n and b + R_j n, n = (cos, sin)(psi + side alpha), side 1 on the
left of the line of centres and -1 on its right. The belt lies on the first pulley over 2 pi - 2 alpha, on the second
over 2 alpha, or 2 pi - 2 alpha where it is crossed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linkwork.view.glyphs.geometry import Points, arc
from linkwork.view.glyphs.marks import LINK_LAYER, Mark

Radii = tuple[float, float]
SIDES = (1.0, -1.0)
STEP = np.pi / 45
WIDTH = 2.6


def strand_angle(distance: ArrayLike, radii: Radii) -> NDArray[np.float64]:
    """The angle alpha between the line of centres and the radius to where a strand touches."""
    share = (radii[0] - radii[1]) / np.maximum(np.asarray(distance, float), 1e-300)
    return np.asarray(np.arccos(np.clip(share, -1.0, 1.0)))


def wraps(distance: ArrayLike, radii: Radii) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The angles over which the belt lies on the two pulleys."""
    twice = 2.0 * strand_angle(distance, radii)
    return 2.0 * np.pi - twice, twice if radii[1] > 0.0 else 2.0 * np.pi - twice


def strand_ends(first: Points, second: Points, radii: Radii, side: float) -> tuple[Points, Points]:
    """Where a strand touches the pulleys about these centres."""
    reach = second - first
    angle = np.arctan2(reach[1], reach[0]) + side * strand_angle(np.hypot(*reach), radii)
    outward = np.array([np.cos(angle), np.sin(angle)])
    return first + radii[0] * outward, second + radii[1] * outward


def strand_marks(distances: ArrayLike, radii: Radii, side: float) -> list[Mark]:
    """A strand with its halves of both arcs, x along the strand; `distances` are those of the centres over the motion.

    Where the distance changes the halves of both strands lie over each other at the back, and end where they should.
    """
    marks = [
        Mark("belt", LINK_LAYER, [np.array([[0.0, 0.0], [1.0, 0.0]])], closed=False, width=WIDTH, anchor="stretch")
    ]
    for end, (wrap, radius) in enumerate(zip(wraps(distances, radii), radii, strict=True)):
        turn = min(float(np.max(wrap)) / 2.0, float(np.min(wrap)))
        way = side * np.sign(radius)
        begin = way * np.pi / 2.0
        path = arc((0.0, -side * radius), abs(radius), begin, begin + (way if end == 0 else -way) * turn, STEP)
        marks.append(
            Mark("belt", LINK_LAYER, [path], closed=False, width=WIDTH, anchor="to" if end else "from"),
        )
    return marks


def belt_loop(second: ArrayLike, radii: Radii) -> Points:
    """The whole belt, first point repeated at the end, round pulleys about the origin and about a point in space.

    Both axes are along z; along the strands the belt goes over to the height of the second pulley.
    """
    x, y, height = np.asarray(second, float)
    centre, psi = np.array([x, y]), float(np.arctan2(y, x))
    distance = float(np.hypot(x, y))
    alpha, (one, two) = float(strand_angle(distance, radii)), (float(w) for w in wraps(distance, radii))
    there = psi - alpha + (0.0 if radii[1] > 0.0 else np.pi)
    around = arc((0.0, 0.0), radii[0], psi + alpha, psi + alpha + one, STEP)
    back = arc(centre, abs(radii[1]), there, there + (two if radii[1] > 0.0 else -two), STEP)
    near, far = (np.column_stack([path, np.full(len(path), z)]) for path, z in ((around, 0.0), (back, height)))
    share = np.linspace(0.0, 1.0, 10)[1:-1, None]
    out, home = near[-1] + share * (far[0] - near[-1]), far[-1] + share * (near[0] - far[-1])
    return np.vstack([near, out, far, home, near[:1]])
