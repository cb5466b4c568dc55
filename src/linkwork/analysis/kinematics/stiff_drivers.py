"""Whether drivers give the motion of a mechanism if its beams and solids did not bend."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.analysis.assembly.assemble import Assembly
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.mechanism.beams.strands import strands_of
from linkwork.system.constraints.equations import Equations
from linkwork.system.constraints.rank import rank_of

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System


def require_stiff_drivers(mechanism: Mechanism, system: System, assembly: Assembly) -> None:
    """Refuse a mechanism that can still move if beams and solids are stiff; nodes of cables are left out."""
    if not assembly.ok:
        raise AnalysisError(assembly.text())
    equations = Equations(system)
    equations.evaluate(assembly.q, assembly.t)
    moved = _stiff_motions(mechanism, system, assembly.q) / equations.system.column_scale[:, None]
    lacking = moved.shape[1] - rank_of(equations.jacobian() @ moved)
    if lacking:
        names = ", ".join(f"'{name}'" for name in strands_of(mechanism))
        raise AnalysisError(
            f"{mechanism.name}: {lacking} more driver{'s are' if lacking > 1 else ' is'} needed for inverse dynamics, "
            f"as if {names} did not bend; without them use simulate, equilibrium or linearise"
        )


def _stiff_motions(mechanism: Mechanism, system: System, q: Array) -> Array:
    """Motions of the bodies' coordinates, as columns, if all nodes of a beam or a solid move as one body."""
    size, d, count = system.world.size, system.world.dimensions, len(system.bodies)
    owners = [mechanism.generated.get(body, "") for body in system.bodies]
    groups: dict[str, int] = {}
    columns = list[Array]()
    for body, owner in enumerate(owners):
        pose = q[size * body : size * (body + 1)]
        if owner in mechanism.cables:
            continue
        label = owner or f"body {body}"
        if label not in groups:
            groups[label] = body
            columns += [np.zeros(len(q)) for _ in range(size)]
        first = q[size * groups[label] :][:d]
        turn = np.column_stack([system.world.placed(pose, axis) for axis in np.eye(d)]) - pose[:d, None]
        back = np.linalg.inv(system.world.point_motion(pose, turn.T @ (first - pose[:d])))
        place = size * list(groups).index(label)
        for axis in range(size):
            columns[place + axis][size * body : size * (body + 1)] = back[:, axis]
    own = np.eye(len(q))[:, size * count :]
    return np.column_stack([*columns, *own.T]) if columns or own.size else np.zeros((len(q), 0))
