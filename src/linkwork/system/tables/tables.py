"""The flat tables of a system: integers and numbers, with a header that says where each part begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.places import layout_kernel as layout
from linkwork.system.contact.writing import write as write_contacts
from linkwork.system.modal.tables import functions as modal_functions
from linkwork.system.stepping.tables import write as write_stepping
from linkwork.system.tables.masses import NO_MASSES
from linkwork.system.world import SystemWorld

if TYPE_CHECKING:
    from linkwork.system.tables.compiler import Compiler


def write_tables(
    compiler: Compiler,
    pattern: Any,
    weights: int,
    column_scale: Any,
    row_scale: Any,
    entry_scale: list[float],
    length: float,
) -> tuple[Any, Any]:
    """The integers and the numbers of a system, and in their header where each part begins."""
    ints, floats = compiler.writer.ints, compiler.writer.floats
    n, m, signals = len(compiler.coordinates), len(compiler.equations), compiler.signals
    header = {
        layout.BODIES: len(compiler.bodies),
        layout.COORDINATES: n,
        layout.EQUATIONS: m,
        layout.ELEMENTS: len(compiler.records),
        layout.OWN: n - compiler.size * len(compiler.bodies) - int(compiler.time_free),
        layout.COLUMNS: compiler.size,
        layout.REACTION: compiler.world.reaction,
        layout.TIME_FREE: int(compiler.time_free),
        layout.SCATTER: len(compiler.entries),
        layout.WEIGHTS: weights,
        layout.FORCES: len(compiler.forces),
        layout.STATES: len(signals.states) if signals is not None else 0,
        layout.REMEMBERING: sum(record[layout.REMEMBERS] for record in compiler.records + compiler.signal_records),
        layout.SIGNALS: len(compiler.signal_records),
        layout.SWITCHES: len(signals.switches) if signals is not None else 0,
        layout.SAMPLERS: len(signals.samplers) if signals is not None else 0,
    }
    samplers = signals.samplers if signals is not None else []
    periods = [len(floats) + number for number in range(len(samplers))]
    floats.extend(sampler.period for sampler in samplers)
    masses = compiler.masses or NO_MASSES
    header[layout.MASSES] = len(masses.bodies)
    for place, values in (
        (layout.COLUMN_SCALE, column_scale),
        (layout.ROW_SCALE, row_scale),
        (layout.ENTRY_SCALE, entry_scale),
        (layout.REACTION_POINT, compiler.reaction_points),
        (layout.MASS_NUMBERS, masses.numbers),
        (layout.GRAVITY, masses.gravity),
        (layout.MASS_SCALE, [masses.scale(column_scale)]),
    ):
        header[place] = len(floats)
        floats.extend(values)
    sections = {
        layout.ELEMENT_AT: [value for record in compiler.records for value in record],
        layout.SCATTER_AT: [value for i, (out, _, _) in enumerate(compiler.entries) for value in (out, weights + i)],
        layout.MASS_AT: masses.bodies,
        layout.FORCE_AT: [value for record in compiler.forces for value in record],
        layout.SIGNAL_AT: [value for record in compiler.signal_records for value in record],
        layout.SWITCH_AT: [
            value
            for watch in (signals.switches if signals is not None else ())
            for value in (watch.place, watch.direction, watch.kind, watch.action)
        ],
        layout.SAMPLER_AT: [
            value for sampler, at in zip(samplers, periods, strict=True) for value in (sampler.place, at)
        ],
        layout.PATTERN: pattern.table.tolist(),
    }
    functions = [*compiler.world.functions(compiler.scalar)]
    if compiler.modal:
        functions = [*modal_functions(compiler.world, compiler.scalar), compiler.modal.table()]
    sections[layout.FUNCTIONS] = functions
    header[layout.CHARTS] = int(compiler.world.dimensions == 3 or bool(compiler.modal))
    for place, values in sections.items():
        header[place] = len(ints)
        ints.extend(values)
    if compiler.contact_tables is not None:
        header[layout.CONTACTS], header[layout.CONTACT_ROOM] = write_contacts(
            compiler.contact_tables, compiler, length, header[layout.SWITCH_AT]
        )
    if compiler.stepping is not None:
        header[layout.STEPPING], header[layout.STEPPING_ROOM] = write_stepping(
            compiler.stepping, compiler, n, m, length
        )
    memory = compiler.memory if signals is None else signals.size
    header |= workspace_places(compiler.world, header, n, m, memory, compiler.out, pattern, compiler.modal.pose_room())
    header[layout.STATE] = header[layout.MEMORY] + (0 if signals is None else signals.first_state)
    header[layout.STATE_RATE] = header[layout.STATE] + header[layout.STATES]
    for place, value in header.items():
        ints[place] = value
    dtype = np.complex128 if compiler.scalar == "complex" else np.float64
    return np.array(ints, np.int64), np.array(floats, dtype)


def workspace_places(
    world: SystemWorld,
    header: dict[int, int],
    n: int,
    m: int,
    memory: int,
    out: int,
    pattern: Any,
    frames: tuple[int, int] = (0, 0),
) -> dict[int, int]:
    """Where each part of the workspace begins; `frames` take so much room behind the poses and the twists."""
    bodies, own = header[layout.BODIES], header[layout.OWN]
    sizes = {
        layout.POSE: world.pose_size * (bodies + 1) + own + frames[0],
        layout.TWIST: world.size * (bodies + 1) + own + frames[1],
        layout.MEMORY: memory,
        layout.OUT: out,
        layout.VALUES: pattern.value_count,
        layout.FACTOR: pattern.factor_count,
        layout.RHS: n + m,
        layout.X: n + m,
        layout.WORK: max(pattern.refine_work, pattern.solve_work),
        layout.Q: n,
        layout.V: n,
        layout.A: n,
        layout.Q0: n,
        layout.V0: n,
        layout.A0: n,
        layout.RIGHT: n,
        layout.LEFT: m,
        layout.FLOATS: 16,
        layout.LOAD: n,
        layout.MULTIPLIERS: m,
        layout.ENERGY: layout.ENERGIES,
        layout.REFERENCE: world.references(bodies),
        layout.CONTACT_ROOM: header.get(layout.CONTACT_ROOM, 0),
        layout.STEPPING_ROOM: header.get(layout.STEPPING_ROOM, 0),
    }
    places, at = {}, 0
    for place, size in sizes.items():
        places[place] = at
        at += size
    places[layout.WORKSPACE] = at
    return places
