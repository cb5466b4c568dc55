"""The audit of a run: the table of states on both sides of events, and what is found put into notes."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.run.run import Run
from linkwork.system.loop.moment import Options
from linkwork.system.system import System

_VARIABLE = ("dop853", "adams", "radau")  # methods whose steps follow a tolerance, of more than order two


def empty_record(system: System) -> Array:
    """Room for the events of one slice of the loop; of a system in which nothing touches none."""
    from linkwork.system.loop.event_record_kernel import ROWS, half_row

    if system.contact_tables is None:
        return np.zeros((1, 1), system.dtype)
    record: Array = np.empty((1 + ROWS, 1 + 2 * half_row(len(system.coordinates))), system.dtype)
    record[0, 0] = 0.0
    return record


def take_record(record: Array) -> Array:
    """The rows that are filled, taken out."""
    count = int(record[0, 0].real)
    record[0, 0] = 0.0
    return record[1 : 1 + count].copy()


def audit_run(run: Run, sides: list[Array], options: Options) -> None:
    """Look at a run with contacts from outside; what is found goes into its notes."""
    system = run.system
    if system.stepping is not None:
        from linkwork.audit.stepping import audit_stepping

        run.audit = audit_stepping(run, options.step)
    elif system.contact_tables is not None:
        from linkwork.audit.findings import audit

        sided = sides[0] if len(sides) == 1 else np.concatenate(sides)
        run.audit = audit(run, sided, options.rtol if options.method in _VARIABLE else None)
    run.notes += audit_notes(run)


def audit_continuation(run: Run, system: System, memory: Array, states: list[tuple[float, Array]]) -> None:
    """The same of a kinematic run; `states` are times and places of its events."""
    from linkwork.audit.findings import audit_places

    times, places = np.array([t for t, _ in states]), np.array([q for _, q in states], float)
    run.audit = audit_places(run, system, memory, times, places.reshape(-1, run.q.shape[1]))
    run.notes += audit_notes(run)


def audit_notes(run: Run) -> list[str]:
    """What the audit found, in words."""
    if run.audit is None or not run.audit.findings:
        return []
    from linkwork.audit.audit_text import note_of

    return [note_of(finding, run.loads is not None) for finding in run.audit.findings]
