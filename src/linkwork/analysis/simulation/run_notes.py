"""What is told at the end of a simulation, of a whole run or of one that went on."""

from __future__ import annotations

from collections.abc import Callable

from linkwork.analysis.algebraic_start import lost_values, solved_places
from linkwork.analysis.check.muscles import has_muscles, muscle_notes
from linkwork.analysis.inside_out import has_solids, turned_notes
from linkwork.analysis.simulation.circuit_notes import circuit_notes
from linkwork.analysis.simulation.crawling import chatter_notes, crawling_notes, cut_notes
from linkwork.analysis.simulation.creeping import creeping_notes, has_tyres, tyre_file_notes, tyre_side_notes
from linkwork.analysis.simulation.jump_notes import jump_notes
from linkwork.analysis.simulation.simulation_text import IN_CONTACT, SUSPICIOUS, energy_note, missing_energy
from linkwork.analysis.simulation.singular.passed_positions import beside_notes, floor_notes
from linkwork.analysis.simulation.table_notes import has_laws, table_notes
from linkwork.run.flexible.slides import has_slides, slide_notes
from linkwork.run.flexible.spin import flexible_notes, has_flexible_bodies
from linkwork.run.flexible.tension import has_beams, tension_notes
from linkwork.run.remarks import remark_notes, remarks_of
from linkwork.run.run import Run
from linkwork.system.methods.methods import method_named
from linkwork.system.methods.momentum_notes import momentum_notes

Notes = Callable[[Run], list[str]]


def signal_notes(run: Run) -> list[str]:
    """Of laws, circuits and tables: what they lost, and where they were left."""
    return [] if run.loads is None else [note for told in _told_of(run)[0] for note in told(run)]


def _told_of(run: Run) -> tuple[tuple[Notes, ...], tuple[Notes, ...]]:
    """What there may be to tell of a mechanism's signals and of its bodies, by the parts that it has."""
    structure = run.system.structure
    known: tuple[tuple[Notes, ...], tuple[Notes, ...]] | None = structure.get(_TOLD_OF)
    if known is None:
        known = structure[_TOLD_OF] = (
            tuple(notes for has_any, notes in _OF_SIGNALS if has_any(run)),
            tuple(notes for has_any, notes in _OF_BODIES if has_any(run)),
        )
    return known


_TOLD_OF = "what there may be to tell"


def _has_solved_places(run: Run) -> bool:
    return bool(solved_places(run.system))


def _lost_values(run: Run) -> list[str]:
    assert run.loads is not None
    return lost_values(run.system, run.t, run.loads.memory)


def _has_signals(run: Run) -> bool:
    return run.system.signals is not None


def _has_remarks(run: Run) -> bool:
    return bool(remarks_of(run.mechanism))


def _remark_notes(run: Run) -> list[str]:
    return remark_notes(run.mechanism)


def _jump_notes(run: Run) -> list[str]:
    return jump_notes(run, run.system)


def _has_circuits(run: Run) -> bool:
    return bool(run.mechanism.circuits)


def _circuit_notes(run: Run) -> list[str]:
    return circuit_notes(run.mechanism, run.__getitem__, run.t)


def _has_beams(run: Run) -> bool:
    return has_beams(run.mechanism)


def _tension_notes(run: Run) -> list[str]:
    return tension_notes(run.mechanism, run.system, run.q, run.__getitem__)


# functions with names, since they are kept with tables, which may be pickled
_OF_SIGNALS: tuple[tuple[Callable[[Run], bool], Notes], ...] = (
    (_has_solved_places, _lost_values),
    (_has_remarks, _remark_notes),
    (_has_signals, _jump_notes),
    (_has_circuits, _circuit_notes),
    (has_laws, table_notes),
    (has_muscles, muscle_notes),
)
_OF_BODIES: tuple[tuple[Callable[[Run], bool], Notes], ...] = (
    (has_tyres, creeping_notes),
    (has_tyres, tyre_file_notes),
    (has_tyres, tyre_side_notes),
    (has_flexible_bodies, flexible_notes),
    (has_slides, slide_notes),
    (_has_beams, _tension_notes),
    (has_solids, turned_notes),
)


def motion_notes(run: Run, check_energy: bool = False, crawling: bool = True) -> list[str]:
    """Of steps, singular positions, flexible bodies and the energy; `crawling`: also by a linear model, which costs."""
    used, happened = run.moment.options, run.events
    notes = crawling_notes(run) if crawling else []
    if happened:
        notes += chatter_notes(run)
    if used.step:
        notes += cut_notes(run)
    if happened:
        notes += beside_notes(run, used.formulation)
    notes += momentum_notes(run.system, used.method)
    if happened:
        notes += floor_notes(run, used.formulation, used.method, used.rtol)
    for told in _told_of(run)[1]:
        notes += told(run)
    missing, share = missing_energy(run)
    if check_energy or share > (SUSPICIOUS if run.audit is None else IN_CONTACT):
        fixed = method_named(used.method, run.system, used.step, used.rho).fixed
        notes.append(energy_note(missing, share, "take a smaller step" if fixed else "tighten rtol"))
    return notes
