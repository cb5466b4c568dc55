"""Whether the channels that a model asks to be shown are there: tried out at the assembled position."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.analysis.responses.still import at_rest
from linkwork.base.errors import LinkworkError
from linkwork.places import layout_kernel as layout
from linkwork.run.run import Run

if TYPE_CHECKING:
    from linkwork.analysis.assembly.assemble import Assembly
    from linkwork.mechanism.mechanism import Mechanism


def output_problems(mechanism: Mechanism, assembly: Assembly) -> list[str]:
    """A sentence for every channel of the output that there is not, and every computed one without a value."""
    output = mechanism.output
    asked = [("plots", name) for plot in output.plots for name in plot]
    asked += [("cross_plots", name) for pair in output.cross_plots for name in pair]
    if not asked and not mechanism.computed:
        return []
    run = _still(assembly, loads=mechanism.analysis.kinematics is None)
    own = mechanism.computed
    problems = [f"output: {what}: {said}" for what, name in asked if name not in own and (said := _problem(run, name))]
    return problems + [problem for name in mechanism.computed if (problem := _problem(run, name))]


def _problem(run: Run, name: str) -> str:
    try:
        run.unit(name)
    except LinkworkError as error:
        return str(error)
    return ""


def _still(assembly: Assembly, loads: bool) -> Run:
    """A run of one point, which has the channels of a whole one."""
    system = assembly.system
    if not loads:
        return at_rest(system, assembly.t, assembly.q)
    system = system.mechanism.system(dynamics=True)
    states, q = np.zeros(int(system.k[layout.STATES])), assembly.q[: len(system.coordinates)]
    return at_rest(system, assembly.t, q, np.zeros(len(system.equations)), states)
