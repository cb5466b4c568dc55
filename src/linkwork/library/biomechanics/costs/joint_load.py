"""The least load of joints: the sum of the squares of their reactions over body weight."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.library.biomechanics.paths.muscle_paths import MusclePaths

if TYPE_CHECKING:
    from linkwork.library.biomechanics.inverse_dynamics import NetForces

REST = 1e-6  # weight of squared activations beside the squares of reactions: muscles that load no joint rest


def share_joint_load(
    solve: Callable[..., tuple[Array, Array]], net: NetForces, paths: MusclePaths, full: Array, slack: Array,
    held: Array, low: Array, high: Array, rows: Array, loads: Array,
) -> tuple[Array, Array]:  # fmt: skip
    """Unknowns of all frames with the least reactions: these become further unknowns with an equation each."""
    skeleton = paths.skeleton
    joints = [k for k, joint in enumerate(skeleton.ordered_joints) if joint.parent != "ground"]
    numbers = {body.name: i for i, body in enumerate(skeleton.ordered)}
    borne = paths.pulls[:, :, :, :3].copy()
    passive = held[:, :, :3] + np.einsum("fmbk,fm->fbk", borne, slack)
    for row in range(len(skeleton.ordered) - 1, -1, -1):
        parent = skeleton.ordered_joints[row].parent
        if parent != "ground":
            borne[:, :, numbers[parent]] += borne[:, :, row]
            passive[:, numbers[parent]] += passive[:, row]
    weight = max(1e-9, sum(body.mass for body in skeleton.bodies) * float(np.linalg.norm(skeleton.gravity) or 9.81))
    frames, m, many = rows.shape
    muscles, extra = paths.arms.shape[1], 3 * len(joints)
    wide, right = np.zeros((frames, m + extra, many + extra)), np.zeros((frames, m + extra))
    wide[:, :m, :many], right[:, :m] = rows, loads
    for k, joint in enumerate(joints):
        at = m + 3 * k
        wide[:, at : at + 3, :muscles] = (borne[:, :, joint] * full[:, :, None]).transpose(0, 2, 1) / weight
        right[:, at : at + 3] = (net.wrenches[:, joint, :3] - passive[:, joint]) / weight
        for i in range(3):
            wide[:, at + i, many + 3 * k + i] = 1.0
    weights = np.ones((frames, many + extra))
    weights[:, :muscles] = REST
    lowest, highest = (np.concatenate([one, np.full(extra, end)]) for one, end in ((low, -np.inf), (high, np.inf)))
    shares, residuals = solve(np.full(many + extra, 2.0), weights, np.ones_like(weights), lowest, highest, wide, right)
    return shares[:, :many], residuals
