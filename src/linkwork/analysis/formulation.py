"""Coordinates of an analysis: those of the bodies ("cartesian") or those of the joints ("joint"), and why.

Results are the same. Joint coordinates are fewer, and what an analysis does with dense matrices grows with the third
power of their number; setting them up costs a little, so that they pay for large mechanisms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.system.dynamics.dynamics import Dynamics, dynamics_of
from linkwork.system.formulations.motion_rows import has_own_trees
from linkwork.system.rods.spatial.idle_spins import idle_spins
from linkwork.system.tree.tree import freedoms_of

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System

AUTO, CARTESIAN, JOINT = FORMULATIONS = ("auto", "cartesian", "joint")
_LARGE = 60  # coordinates of bodies from which on a mechanism is large
_FEWER = 0.5  # joint coordinates must be at most this share of those of the bodies


def require_known(formulation: Any, what: str) -> None:
    """Refuse a formulation that an analysis does not have."""
    if formulation not in FORMULATIONS:
        raise AnalysisError(
            f"{what}: there is no formulation {formulation!r} for it; formulations are: {', '.join(FORMULATIONS)}"
        )


def in_joints(system: System, formulation: str, what: str) -> tuple[bool, list[str]]:
    """Whether joint coordinates are used, and the sentence that says why, unless nothing was asked and chosen."""
    require_known(formulation, what)
    count = len(system.coordinates)
    if formulation == CARTESIAN:
        return False, [f"formulation: {formulation}, as asked for"]
    own_trees = has_own_trees(system.mechanism.tree_request)
    if formulation == AUTO and (own_trees or count < _LARGE):
        return False, []
    if own_trees:
        raise AnalysisError(
            f"{what}: joint coordinates have one tree for both motions, and `tree` asks for trees of translation and "
            "of rotation, which simulate follows; use formulation 'cartesian', whose results are the same"
        )
    joints = freedoms_of(system)
    if formulation == AUTO:
        if joints == 0 or joints > _FEWER * count:
            return False, []
        return True, [
            f"formulation: joint, chosen because {joints} joint coordinates take the place of {count} of the bodies"
        ]
    if joints == 0:
        return False, ["formulation: cartesian, for rigid joints leave no joint coordinate"]
    return True, [f"formulation: {formulation}, as asked for"]


def dynamics_in(mechanism: Mechanism, q: Array, formulation: str, what: str) -> tuple[Dynamics, list[str]]:
    """The equations of motion in the coordinates asked for, at a position with closed joints; and why in them.

    Rods without inertia about their lines move in those of the joints alone: there they are taken whatever trees of
    translation and of rotation are asked for, on which no result depends.
    """
    system = mechanism.system(dynamics=True)
    require_known(formulation, what)
    if formulation != CARTESIAN and idle_spins(system):
        why = "chosen because rods between balls have no inertia about their lines"
        joints, notes = True, [f"formulation: joint, {'as asked for' if formulation == JOINT else why}"]
    else:
        joints, notes = in_joints(system, formulation, what)
    if not joints:
        return dynamics_of(mechanism), notes
    from linkwork.system.dynamics.joint_dynamics import joint_dynamics

    return joint_dynamics(mechanism, q), notes
