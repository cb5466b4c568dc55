"""Inverse dynamics: the forces that a known motion needs, and every joint's reaction.

The motion comes from the kinematics; the equations of motion then give the multipliers, and these the force and
torque of every joint and driver on its second body, at the joint's point. Nothing is integrated.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linkwork.analysis.kinematics import kinematics
from linkwork.run.loads import Loads, loads_of
from linkwork.run.redundancy import settle_reactions
from linkwork.run.run import Run

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar

__all__ = ["Loads", "inverse_dynamics"]


def inverse_dynamics(
    mechanism: Planar,
    until: float,
    points: int = 201,
    *,
    start: float = 0.0,
    hold: Mapping[str, Any] | None = None,
    stiffness: Mapping[str, Any] | None = None,
    progress: bool = True,
) -> Run:
    """The kinematic run with driver forces, reactions and energies as channels.

    `stiffness` (N/m by joint) shares the reactions of redundant joints out; see `linkwork.run.redundancy`.
    """
    run = kinematics(mechanism, until, points, start=start, hold=hold, progress=progress)
    system = mechanism.system(dynamics=True)
    run.loads = loads_of(system, run.t, run.q, run.v)
    settle_reactions(run, stiffness)
    return run
