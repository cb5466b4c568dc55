"""What residuals are held against: the largest force from outside, and the height of the mass center."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.library.biomechanics.inverse_dynamics import NetForces
from linkwork.library.biomechanics.plates import Plate
from linkwork.library.biomechanics.skeleton import Skeleton

RESIDUAL_FORCE, RESIDUAL_MOMENT = 0.05, 0.01
"""Up to which share of the largest plate force, and of that times the height of the mass center, residual forces and
moments are usually taken as small (Hicks, Uchida, Seth, Rajagopal and Delp 2015, J. Biomech. Eng. 137, 020905)."""


def body_mass(skeleton: Skeleton) -> float:
    """The mass of the whole body."""
    return sum(body.mass for body in skeleton.bodies)


def body_weight(skeleton: Skeleton) -> float:
    """Mass times gravity; mass alone where there is none."""
    pull = float(np.linalg.norm(skeleton.gravity))
    return body_mass(skeleton) * (pull if pull > 0 else 1.0)


def largest_push(net: NetForces, plates: tuple[Plate, ...]) -> float:
    """The largest force of all plates together; body weight without plates."""
    if not plates:
        return body_weight(net.motion.skeleton)
    force = np.sum([plate.at(net.motion.time)[:, :3] for plate in plates], axis=0)
    return float(np.linalg.norm(force, axis=1).max())


def mean_height(net: NetForces) -> float:
    """The mean height of the mass center above the origin."""
    skeleton = net.motion.skeleton
    up = int(np.argmax(np.abs(skeleton.gravity))) if np.any(skeleton.gravity) else 1
    return abs(float(np.mean(centers_at(skeleton, net.poses)[:, up])))


def centers_at(skeleton: Skeleton, poses: Array) -> Array:
    """Places of the mass center of the whole body for poses[frame, body]."""
    turn = poses[:, :, :9].reshape(*poses.shape[:2], 3, 3)
    centers = np.array([body.center for body in skeleton.ordered])
    masses = np.array([body.mass for body in skeleton.ordered])
    places = poses[:, :, 9:] + np.einsum("fbij,bj->fbi", turn, centers)
    whole: Array = np.einsum("fbi,b->fi", places, masses) / body_mass(skeleton)
    return whole


def mass_centers(skeleton: Skeleton, values: Array) -> Array:
    """Places of the mass center of the whole body, frame by frame."""
    from linkwork.library.biomechanics.skeleton_kernel import place_bodies

    pose, screw = skeleton.room()
    poses = np.empty((len(values), *pose.shape))
    for frame, row in enumerate(np.ascontiguousarray(values)):
        place_bodies(skeleton.tables, row, poses[frame], screw)
    return centers_at(skeleton, poses)
