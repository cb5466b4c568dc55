"""All positions of a group that its polynomials have, in the plane or in space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwork.analysis.assembly.algebraic.planar_group import MOST, PlanarGroup, planar_group
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
    made = _made(equations, group, q, like, t)
    if made is None or (isinstance(made, PlanarGroup) and made.paths > MOST):
        return None
    solved = made.solved()
    text = "; ".join([solved.text(), *getattr(made, "notes", [])])
    return AlgebraicPositions([made.position(x, q) for x in solved.real], solved.verdict, text)


def _made(equations: Equations, group: Group, q: Array, like: Array, t: float) -> Any:
    system = equations.system
    if system.world.dimensions == 2:
        return planar_group(equations, group, q, like, t)
    if system.modal:
        return None
    from linkwork.analysis.assembly.algebraic.hinge_group import hinge_group
    from linkwork.analysis.assembly.algebraic.platform_group import platform_group

    return platform_group(system, group, q, like) or hinge_group(system, group, q, like)
