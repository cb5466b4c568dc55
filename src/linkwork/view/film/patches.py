"""Triangles of faces two by two as patches of four corners: each line of samples is walked once instead of twice."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.view.spatial.poses import Array

FLAT = 1e-6  # how far the fourth corner may lie off the plane of the others, of the longer diagonal

Rows = NDArray[np.int64]


def patches_of(triangles: Rows, corners: Array, stiff: Any) -> Rows:
    """Rows of four corners and the face they are of; a triangle without a mate has its last corner twice.

    `triangles` are rows of three corners and their face, those of a face one after another as a fan. Two become one
    where it is flat and convex and stays so, which faces that are `stiff` do.
    """
    face = triangles[:, 3]
    place = np.arange(len(face)) - np.searchsorted(face, face)  # which one of its face's it is
    one = np.flatnonzero((place[:-1] % 2 == 0) & (face[1:] == face[:-1])) if len(face) else np.zeros(0, np.int64)
    fours = np.column_stack([triangles[one, :3], triangles[one + 1, 2]])
    alike = (triangles[one, 0] == triangles[one + 1, 0]) & (triangles[one, 2] == triangles[one + 1, 1])
    good = alike & np.asarray(stiff, bool)[face[one]] & _flat_and_convex(corners[fours])
    single = np.ones(len(face), bool)
    single[one[good]] = single[one[good] + 1] = False
    rows = np.concatenate([np.column_stack([fours[good], face[one[good]]]), triangles[single][:, [0, 1, 2, 2, 3]]])
    return np.asarray(rows[np.argsort(rows[:, 4], kind="stable")], np.int64)


def _flat_and_convex(fours: Array) -> Any:
    """Which fours of corners (fours by 4 by 3) lie in a plane and go round it without a dent."""
    a, b, c, d = (fours[:, n] for n in range(4))
    normal = np.cross(c - a, d - b)
    size = np.linalg.norm(normal, axis=1)
    longest = np.maximum(np.linalg.norm(c - a, axis=1), np.linalg.norm(d - b, axis=1))
    off = np.abs(np.sum((b - a) * normal, axis=1))
    along = np.roll(fours, -1, axis=1) - fours
    bends = np.einsum("nki,ni->nk", np.cross(along, np.roll(along, -1, axis=1)), normal)
    return (size > 0.0) & (off <= FLAT * longest * size) & (bends >= 0.0).all(axis=1)
