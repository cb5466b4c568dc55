"""Where a simulation starts: masses that determine the motion, and rates that fulfil the constraints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.assemble import Assembly
from linkwork.analysis.hold import held_rates
from linkwork.errors import AnalysisError
from linkwork.system.compile import compile_system
from linkwork.system.equations import Equations
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar

Array = NDArray[Any]


def require_masses(mechanism: Planar, system: System, assembly: Assembly) -> None:
    """Refuse a mechanism that can move without any mass moving: its acceleration would not be determined."""
    equations = Equations(system)
    equations.evaluate(assembly.q, assembly.t)
    rows = equations.jacobian()
    motions = np.linalg.svd(rows)[2][np.linalg.matrix_rank(rows, tol=1e-9) :]
    free = motions @ equations.mass_matrix() @ motions.T
    if len(free) and np.linalg.eigvalsh(free)[0] <= 1e-12 * max(float(np.max(np.abs(free))), 1e-300):
        raise AnalysisError(
            f"{mechanism.name}: some motion moves no mass; give masses to the bodies that can move freely"
        )


def start_velocities(mechanism: Planar, assembly: Assembly, speeds: Mapping[str, Any]) -> Array:
    """Velocities that fulfil the constraints, the drivers and the rates asked for; the smallest ones where free."""
    held = held_rates(mechanism, speeds)
    equations = Equations(compile_system(mechanism, held=held))
    equations.evaluate(assembly.q, assembly.t)
    side = equations.velocity_side()
    x, _ = equations.solve(side)
    miss = equations.jacobian() @ x - side
    if np.max(np.abs(miss), initial=0.0) > 1e-8 * (1.0 + np.max(np.abs(side), initial=0.0)):
        worst = equations.system.equations[int(np.argmax(np.abs(miss)))]
        raise AnalysisError(
            f"{mechanism.name}: the initial rates contradict each other or the joints: {worst} cannot hold"
        )
    return equations.unscale(x)
