"""Coordinates that a fit of markers keeps in their range: at its end where the markers lead beyond."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array

if TYPE_CHECKING:
    from linkwork.library.biomechanics.skeleton import Skeleton

Fitted = tuple[Array, Array, Array, Array]
"""Coordinates, places of the markers, iterations, and how level poses were left, frame by frame."""
BEYOND = 1e-9  # rad or m, of the range: what is less is at its end
STEP = 1e-5  # rad or m, for the slope of the misfit there
ROUNDS = 6  # for every clamped coordinate
FLAT = 1e-7  # of the misfit per rad or m: slopes that are less are none


def within_ranges(
    skeleton: Skeleton,
    solve: Callable[[Skeleton, Array, Array, Array], Fitted],
    misfit: Callable[[int, Array], float],
    first: Fitted,
) -> tuple[Fitted, tuple[str, ...]]:
    """The fit in which clamped coordinates stay in their range, and what is to be told.

    Of those that are beyond, the farthest is held at the end and the frame fitted anew without it, until none is; one
    that would fit better inside is let go again. `solve` fits frames with a skeleton, of whose coordinates some are
    kept, from the values at which it begins.
    """
    motion, model, steps, turned = first
    ends = np.array([one.range for one in skeleton.coordinates], dtype=float).reshape(-1, 2)
    clamped = np.array([one.clamped for one in skeleton.coordinates], dtype=bool)
    held = np.full(motion.shape, np.nan)
    watched = np.arange(len(motion))
    for _ in range(ROUNDS * int(clamped.sum())):
        changed = [frame for frame in watched.tolist() if _changes(misfit, frame, motion[frame], held, clamped, ends)]
        groups: dict[bytes, list[int]] = {}
        for frame in changed:
            groups.setdefault(held[frame].tobytes(), []).append(frame)
        for rows in map(np.array, groups.values()):
            kept, bound = np.isnan(held[rows[0]]), held[rows[0]]
            part = solve(_held(skeleton, bound), rows, kept, motion[rows[0], kept])
            motion[rows] = bound
            motion[np.ix_(rows, np.flatnonzero(kept))] = part[0]
            model[rows], steps[rows], turned[rows] = part[1], np.where(part[2] < 0, -1, steps[rows] + part[2]), part[3]
        watched = np.array(changed)
        if not changed:
            break
    return (motion, model, steps, turned), tuple(_told(skeleton, misfit, motion, held, ends))


def _changes(
    misfit: Callable[[int, Array], float], frame: int, q: Array, held: Array, clamped: Array, ends: Array
) -> bool:
    """Hold the coordinate of a frame that is farthest beyond, or else let go the one that leads inwards most."""
    beyond = np.where(clamped & np.isnan(held[frame]), np.maximum(ends[:, 0] - q, q - ends[:, 1]), 0.0)
    worst = int(np.argmax(beyond))
    if beyond[worst] > BEYOND:
        held[frame, worst] = ends[worst, 0] if q[worst] < ends[worst, 0] else ends[worst, 1]
        return True
    ends_held = np.flatnonzero(~np.isnan(held[frame])).tolist()
    gains = {c: _gain(misfit, frame, q, c, held[frame, c] == ends[c, 0]) for c in ends_held}
    best = max(gains, key=lambda c: gains[c], default=None)
    if best is None or gains[best] <= 0.0:
        return False
    held[frame, best] = np.nan
    return True


def _gain(misfit: Callable[[int, Array], float], frame: int, q: Array, c: int, at_low: bool) -> float:
    """By how much the misfit falls from the end of a range inwards, less what counts as none."""
    inside = q.copy()
    inside[c] += STEP if at_low else -STEP
    here = misfit(frame, q)
    return here - misfit(frame, inside) - FLAT * STEP * max(here, 1e-12)


def _held(skeleton: Skeleton, bound: Array) -> Skeleton:
    """The skeleton with coordinates locked at the ends of their ranges, for markers alone."""
    coordinates = tuple(
        one if np.isnan(value) else dataclasses.replace(one, locked=True, start=float(value))
        for one, value in zip(skeleton.coordinates, bound, strict=True)
    )
    return dataclasses.replace(skeleton, coordinates=coordinates, muscles=(), ligaments=(), limits=(), feet=())


def _told(
    skeleton: Skeleton, misfit: Callable[[int, Array], float], motion: Array, held: Array, ends: Array
) -> list[str]:
    """Which coordinates are at the end of their range, and frames that would fit better inside."""
    told = []
    for c, one in enumerate(skeleton.coordinates):
        at_end = np.flatnonzero(~np.isnan(held[:, c]))
        if not len(at_end):
            continue
        told.append(f"{one.name} is held at the end of its range in {len(at_end)} frames, the first is {at_end[0] + 1}")
        better = [f for f in at_end.tolist() if _gain(misfit, f, motion[f], c, held[f, c] == ends[c, 0]) > 0.0]
        if better:
            told.append(f"frame {better[0] + 1}: {one.name} may fit better within its range")
    return told
