"""Forces between the bodies in joints, muscles included."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import public, publicly_made
from linkwork.library.biomechanics.inverse_dynamics import NetForces
from linkwork.library.biomechanics.passive.loads import passive_forces
from linkwork.library.biomechanics.sharing import Sharing


@public
@publicly_made
@dataclass(frozen=True)
class JointReactions:
    """What joints do to the bodies that hang on them, in the axes of those, at the joint."""

    joints: tuple[str, ...]
    values: Array
    """values[frame, joint]: force (N) and moment (N m)."""

    def force(self, joint: str) -> Array:
        """The force of a joint, three numbers in every frame."""
        return self.values[:, self._number(joint), :3]

    def moment(self, joint: str) -> Array:
        """The moment of a joint, three numbers in every frame."""
        return self.values[:, self._number(joint), 3:]

    def _number(self, joint: str) -> int:
        if joint not in self.joints:
            raise AnalysisError(f"there is no joint '{joint}'; joints are: {', '.join(self.joints)}")
        return self.joints.index(joint)


@public
def joint_reactions(of: Sharing | NetForces) -> JointReactions:
    """Reactions of all joints: under the shared forces of muscles, or without muscles.

    What muscles and ligaments pull on a body they take from its joint: contact forces are larger than net forces.
    Reserves are part of the reaction.
    """
    net = of.net if isinstance(of, Sharing) else of
    skeleton = net.motion.skeleton
    joints = skeleton.ordered_joints
    wrench = net.wrenches.copy()
    if isinstance(of, Sharing):
        pulled = np.einsum("fmbk,fm->fbk", of.paths.pulls, of.forces) + passive_forces(net.motion).pulls
        numbers = {body.name: i for i, body in enumerate(skeleton.ordered)}
        for row in range(len(joints) - 1, -1, -1):
            if joints[row].parent != "ground":
                pulled[:, numbers[joints[row].parent]] += pulled[:, row]
        wrench -= pulled
    values = np.empty_like(wrench)
    for row, joint in enumerate(joints):
        turn = net.poses[:, row, :9].reshape(-1, 3, 3)
        place = net.poses[:, row, 9:] + turn @ joint.at_child[:3, 3]
        force = wrench[:, row, :3]
        moment = wrench[:, row, 3:] - np.cross(place, force)
        values[:, row, :3] = np.einsum("fij,fi->fj", turn, force)
        values[:, row, 3:] = np.einsum("fij,fi->fj", turn, moment)
    return JointReactions(tuple(joint.name for joint in joints), values)
