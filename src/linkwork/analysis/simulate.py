"""Simulate: the motion of a mechanism under its forces.

The initial position is assembled, initial rates fulfil the constraints; then the compiled loop integrates, stays on the
constraints, finds events and writes the output (`time_loop`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.assemble import assemble
from linkwork.analysis.simulation_words import SUSPICIOUS, energy_note, missing_energy
from linkwork.analysis.start import require_masses, starting_rates
from linkwork.analysis.time_loop import Options, begin_loop, run_loop
from linkwork.errors import AnalysisError
from linkwork.run.redundancy import settle_reactions
from linkwork.run.run import Run

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar


def simulate(
    mechanism: Planar,
    until: float,
    points: int = 201,
    *,
    start: float = 0.0,
    hold: Mapping[str, Any] | None = None,
    speeds: Mapping[str, Any] | None = None,
    method: str = "dop853",
    rtol: float = 1e-8,
    atol: float = 1e-10,
    step: float = 0.0,
    formulation: str = "auto",
    settings: Mapping[str, float] | None = None,
    rho: float = 0.8,
    estimate_error: bool = False,
    check_energy: bool = False,
    stiffness: Mapping[str, Any] | None = None,
    progress: bool = True,
) -> Run:
    """Integrate the motion from the assembled position; `speeds` gives initial rates such as {"crank.omega": 10}.

    `formulation` is one of those that `linkwork.system.formulations` lists, `settings` its numbers, such as
    {"alpha": 5, "beta": 5} of "baumgarte".
    `estimate_error` runs again with tolerances ten times smaller: `run.error("slider.x")` then tells how many digits
    hold. `check_energy` compares the change of energy with the work of forces and drivers. `stiffness` gives joints a
    stiffness from which those reactions follow that are not unique.

    `method` is "dop853", "adams" or "rk4" (explicit), for stiff forces "radau" or "alpha" (`rho`: 1 for no numerical
    damping, 0 for the strongest), or "midpoint", which keeps the energy. `step` is the length of all steps of "rk4",
    "midpoint" and, when it is given, "alpha"; for the others that of the first.
    """
    grid = np.linspace(float(start), float(until), int(points))
    if points < 2 or not np.all(np.isfinite(grid)) or grid[-1] <= grid[0]:
        raise AnalysisError("a simulation needs at least 2 points and an end after its start")
    assembly = assemble(mechanism, hold=hold, at=float(grid[0]))
    if not assembly.ok:
        raise AnalysisError(assembly.text())
    system = mechanism.system(dynamics=True)
    require_masses(mechanism, system, assembly)
    v, notes = starting_rates(mechanism, assembly, speeds or {})
    options = Options(method, rtol, atol, step, rho, formulation, dict(settings or {}))
    run = run_loop(begin_loop(system, assembly, v, float(grid[0]), options), grid, progress)
    run.notes += notes
    settle_reactions(run, stiffness)
    if estimate_error:
        finer = Options(method, 0.1 * rtol, 0.1 * atol, 0.5 * step, rho, formulation, dict(settings or {}))
        run.finer = run_loop(begin_loop(system, assembly, v, float(grid[0]), finer), grid, progress)
    if check_energy or missing_energy(run)[1] > SUSPICIOUS:
        run.notes.append(energy_note(run))
    return run
