"""Where names stand: beside their pin, clear of links and of each other where possible."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from linkwork.view.glyphs.geometry import Points

DIRECTIONS = np.radians([45, 135, -45, -135, 90, 0, 180, -90])
LEANING = np.array([0.0, 0.04, 0.08, 0.1, 0.06, 0.06, 0.09, 0.12])  # liking for the upper right
LABEL_OVERLAP = 2.5
CONFUSED = 1.2  # cost of standing as near to another pin as to one's own
LONGEST = 40  # letters of a name in a drawing
LONGEST_TITLE = 80
_TAIL = 12


def clipped(name: str, most: int = LONGEST) -> str:
    """A name that is not too long to be drawn: the middle of a longer one is left out, its end tells much."""
    return name if len(name) <= most else f"{name[: most - _TAIL - 1]}…{name[-_TAIL:]}"


def place_labels(anchors: Points, half_sizes: Points, spines: NDArray[np.float64], gap: float) -> list[Points]:
    """Centres of the labels, chosen one after another where they cover least.

    `spines` has a row a piece: start x, y, end x, y, half thickness.
    """
    placed: list[Points] = []
    for anchor, half in zip(anchors, half_sizes, strict=True):
        candidates = _candidates(anchor, half, gap)
        others = anchors[np.hypot(*(anchors - anchor).T) > 0.25 * gap]
        cost = np.tile(LEANING, 2) + np.repeat([0.0, 0.25], len(DIRECTIONS))
        cost = cost + _covering(candidates, half, spines)
        cost = cost + CONFUSED * _confusion(candidates, half, anchor, others, 0.4 * gap)
        cost = cost + LABEL_OVERLAP * _overlap(candidates, half, placed, half_sizes)
        placed.append(candidates[int(np.argmin(cost))])
    return placed


def _candidates(anchor: Points, half: Points, gap: float) -> Points:
    """Eight places around the anchor, near and a little farther."""
    way = np.column_stack([np.cos(DIRECTIONS), np.sin(DIRECTIONS)])
    near = anchor + np.sign(np.round(way, 9)) * half + way * gap
    return np.vstack([near, near + way * 1.2 * gap])


def _away(centres: Points, half: Points, points: Points) -> NDArray[np.float64]:
    """Distances of points (columns) from boxes about centres (rows)."""
    beyond = np.maximum(np.abs(centres[:, None] - points) - half, 0.0)
    return np.asarray(np.hypot(beyond[..., 0], beyond[..., 1]))


def _confusion(centres: Points, half: Points, anchor: Points, others: Points, room: float) -> NDArray[np.float64]:
    """How much nearer to other anchors than to its own each label would stand."""
    own = _away(centres, half, anchor[None]) + room
    rival = _away(centres, half, others)
    return np.where(rival < own, 2.0 - rival / own, 0.0).sum(axis=1)


def _covering(centres: Points, half: Points, spines: NDArray[np.float64]) -> NDArray[np.float64]:
    """How deep each label would reach into drawn things, in label heights."""
    if len(spines) == 0:
        return np.zeros(len(centres))
    reach = max(half[0] - half[1], 0.0)
    probes = centres[:, None, :] + np.array([-reach, 0.0, reach])[None, :, None] * [1.0, 0.0]
    start, run = spines[:, :2], spines[:, 2:4] - spines[:, :2]
    length = np.maximum((run**2).sum(axis=1), 1e-300)
    offset = probes[:, :, None, :] - start
    share = np.clip((offset * run).sum(axis=-1) / length, 0.0, 1.0)
    distance = np.linalg.norm(offset - share[..., None] * run, axis=-1)
    depth = np.maximum(half[1] + spines[:, 4] - distance, 0.0) / half[1]
    return depth.max(axis=1).sum(axis=1)


def _overlap(centres: Points, half: Points, placed: Sequence[Points], half_sizes: Points) -> NDArray[np.float64]:
    cost = np.zeros(len(centres))
    for other, other_half in zip(placed, half_sizes, strict=False):
        room = half + other_half - np.abs(centres - other)
        cost += np.all(room > 0, axis=1) * (1.0 + np.minimum(*(room / half).T))
    return cost
