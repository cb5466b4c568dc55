"""Angles of an orientation over a run: Euler angles of any order, roll, pitch and yaw, the rotation vector."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.elements.spatial.path import Path
from linkwork.places import orientation
from linkwork.places.spatial import rotations

_AXES = np.eye(3)


def euler_angles(matrices: Array, order: str, path: Path) -> Array:
    """Three turns about the body's own axes, one after the other (frames by 3), without jumps along the way."""
    euler_angles = orientation.angles(path.matrices, order)[path.frames]
    if not np.iscomplexobj(matrices):
        return euler_angles
    return np.asarray(euler_angles + 1j * _slopes(euler_angles, matrices, order))


def _slopes(angles: Array, matrices: Array, order: str) -> Array:
    """Derivatives of the angles for the derivatives of the matrices: the angular velocity is E times their rates."""
    first, second, third = (_AXES["xyz".index(letter)] for letter in order)
    spin = np.einsum("fij,fkj->fik", matrices.imag, matrices.real)
    omega = np.stack([spin[:, 2, 1], spin[:, 0, 2], spin[:, 1, 0]], axis=-1)
    one = rotations.matrix(angles[:, :1] * first)
    both = one @ rotations.matrix(angles[:, 1:2] * second)
    columns = np.stack([np.broadcast_to(first, omega.shape), one @ second, both @ third], axis=-1)
    return np.einsum("fij,fj->fi", np.linalg.pinv(columns), omega)


def rotation_vectors(vectors: Array, path: Path) -> Array:
    """Rotation vectors (frames by 3), each by whole turns nearest to the one before it on the way."""
    rotation_vectors = orientation.vectors(path.matrices)[path.frames]
    if not np.iscomplexobj(vectors):
        return np.asarray(rotation_vectors)
    turns = _whole_turns(rotation_vectors, vectors.real)
    length = np.sqrt(np.sum(vectors * vectors, axis=1, keepdims=True))
    unit = vectors / np.where(length == 0.0, 1.0, length)
    return np.asarray(vectors + 2 * np.pi * turns * unit)


def _whole_turns(followed: Array, vectors: Array) -> Array:
    """By how many turns about their own axes vectors differ."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    along = np.sum((followed - vectors) * vectors, axis=1, keepdims=True) / np.where(length == 0.0, 1.0, length)
    return np.round(along / (2 * np.pi))
