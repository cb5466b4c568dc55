"""All positions of a group that its polynomials have, in the plane or in space."""

from __future__ import annotations

from dataclasses import dataclass

from linkwork.analysis.assembly.algebraic.planar_group import MOST, planar_group
from linkwork.analysis.assembly.branch import Group
from linkwork.base.arrays import Array
from linkwork.system.constraints.equations import Equations


@dataclass
class AlgebraicPositions:
    """Positions of real solutions, how complete they are, and the counts in words."""

    positions: list[Array]
    verdict: str
    text: str


def algebraic_positions(
    equations: Equations, group: Group, q: Array, like: Array, t: float
) -> AlgebraicPositions | None:
    """The positions of a group, or nothing where it is no polynomial system of a size that can be solved."""
    made = planar_group(equations, group, q, like, t)
    if made is None or made.paths > MOST:
        return None
    solved = made.solved()
    return AlgebraicPositions([made.position(x, q) for x in solved.real], solved.verdict, solved.text())
