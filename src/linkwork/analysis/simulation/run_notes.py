"""What is told at the end of a simulation, of a whole run or of one that went on."""

from __future__ import annotations

from collections.abc import Callable

from linkwork.analysis.algebraic_start import lost_values
from linkwork.analysis.simulation.circuit_notes import circuit_notes
from linkwork.analysis.simulation.crawling import chatter_notes, crawling_notes, cut_notes
from linkwork.analysis.simulation.creeping import creeping_notes, tyre_file_notes
from linkwork.analysis.simulation.jump_notes import jump_notes
from linkwork.analysis.simulation.simulation_text import IN_CONTACT, SUSPICIOUS, energy_note, missing_energy
from linkwork.analysis.simulation.singular.passed_positions import beside_notes, floor_notes, several_notes
from linkwork.analysis.simulation.singular.singular_crossing import several_at_once
from linkwork.analysis.simulation.table_notes import table_notes
from linkwork.run.flexible.slides import slide_notes
from linkwork.run.flexible.spin import flexible_notes
from linkwork.run.flexible.tension import tension_notes
from linkwork.run.run import Run
from linkwork.system.methods.methods import method_named

LOSES_AT_SEVERAL = ("canonical",)
"""Formulations that lose digits where several ranks are lost at once."""
_STEPS_BETWEEN, _MOST_FRAMES = 4, 20_000  # steps a frame from which on more frames are needed to see that, and how many


def signal_notes(run: Run) -> list[str]:
    """Of laws, circuits and tables: what they lost, and where they were left."""
    if run.loads is None:
        return []
    notes = lost_values(run.system, run.t, run.loads.memory) + jump_notes(run, run.system)
    return notes + circuit_notes(run.mechanism, run.__getitem__, run.t) + table_notes(run)


def motion_notes(run: Run, check_energy: bool = False, crawling: bool = True) -> list[str]:
    """Of steps, singular positions, flexible bodies and the energy; `crawling`: also by a linear model, which costs."""
    used = run.moment.options
    notes = (
        (crawling_notes(run) if crawling else [])
        + chatter_notes(run)
        + cut_notes(run)
        + beside_notes(run, used.formulation)
    )
    notes += floor_notes(run, used.formulation, used.method, used.rtol)
    notes += creeping_notes(run) + tyre_file_notes(run)
    notes += flexible_notes(run) + slide_notes(run) + tension_notes(run.mechanism, run.system, run.q, run.__getitem__)
    missing, share = missing_energy(run)
    if check_energy or share > (SUSPICIOUS if run.audit is None else IN_CONTACT):
        fixed = method_named(used.method, run.system, used.step, used.rho).fixed
        notes.append(energy_note(missing, share, "take a smaller step" if fixed else "tighten rtol"))
    return notes


def flat_notes(run: Run, again: Callable[[int, float], Run]) -> list[str]:
    """Where a formulation loses digits because several ranks are lost at once.

    `again` gives the same motion with as many frames up to a time, where the run has too few to tell what was
    passed between them.
    """
    formulation = run.moment.options.formulation
    if formulation not in LOSES_AT_SEVERAL:
        return []
    steps = int(run.statistics.get("steps", 0))
    seen = run if steps <= _STEPS_BETWEEN * len(run.t) else again(min(steps, _MOST_FRAMES) + 1, float(run.t[-1]))
    return several_notes(several_at_once(seen), formulation)
