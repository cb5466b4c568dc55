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

_OUTPUT = "output: "


def output_problems(mechanism: Mechanism, assembly: Assembly) -> list[str]:
    """A sentence for every channel of the output that there is not, and every computed one without a value."""
    if not _asked(mechanism) and not mechanism.computed:
        return []
    run = _still(assembly, loads=mechanism.analysis.kinematics is None)
    problems = [problem for problem in missing_channels(run) if problem.startswith(_OUTPUT)]
    return problems + [problem for name in mechanism.computed if (problem := _problem(run, name))]


def missing_channels(run: Run) -> list[str]:
    """A sentence for every channel of the output that a run does not have; it says in which part of the file."""
    own, missing = run.mechanism.computed, []
    for what, name in _asked(run.mechanism):
        said = _problem(run, name)
        if said:
            missing.append(said if name in own else f"{_OUTPUT}{what}: {said}")
    return missing


def _asked(mechanism: Mechanism) -> list[tuple[str, str]]:
    output = mechanism.output
    asked = [("plots", name) for plot in output.plots for name in plot]
    asked += [("cross_plots", name) for pair in output.cross_plots for name in pair]
    return asked + [("controls", name) for name in output.controls]


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
