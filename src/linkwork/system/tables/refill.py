"""Other values of the parameters in the tables of a system that is compiled already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwork.expression import resolve_parameters
from linkwork.functions.writer import TableWriter
from linkwork.places import layout_kernel as layout
from linkwork.places.row import Row
from linkwork.system.modal.tables import modal_rows, with_numbers
from linkwork.system.system import System
from linkwork.system.tables.compile import compile_system
from linkwork.system.tables.compiler import Compiler
from linkwork.system.tables.model_length import model_length
from linkwork.system.tables.packing import packed_row
from linkwork.system.tables.strand_rows import strand_rows
from linkwork.system.world import world_of


def refill(system: System, overrides: Mapping[str, Any]) -> System:
    """The same tables with the numbers of other parameter values."""
    mechanism = system.mechanism
    if system.signals is not None:
        stepping, with_contacts = system.stepping is not None, system.contact_tables is not None
        kept: dict[str, Any] = {"scalar": system.scalar, "stepping": stepping, "with_contacts": with_contacts}
        return compile_system(mechanism, overrides=overrides, dynamics=True, **kept)
    env = resolve_parameters(mechanism.parameters_by_name, overrides)
    scope, world = mechanism.scope(env), world_of(mechanism)
    p = system.p.copy()
    start = system.start.copy()
    for number, body in enumerate(system.bodies):
        start[world.size * number : world.size * (number + 1)] = scope.drawn_pose(body)
    modal = with_numbers(system, scope, p) if system.modal else ()
    for flexible in modal:
        start[list(flexible.columns)] = flexible.numbers.start
    rows = []
    for placed in system.elements:
        row, _ = packed_row(scope, placed.name, placed.element, placed.driver)
        rows.append(row)
        at = placed.floats_at
        for packed in reversed(row.functions):
            flat = flat_floats(packed)
            at_function = at - len(flat)
            p[at_function:at] = flat
            at = at_function
        p[placed.floats_at : placed.floats_at + len(row.floats)] = row.floats
        if placed.own:
            start[list(placed.own)] = placed.element.start(row)
    return _rescaled(system.replaced(env=env, p=p, start=start, modal=modal), rows)


def _rescaled(system: System, rows: list[Row]) -> System:
    """The system in units of the model length that its new rows have, to the last bit as if compiled for them."""
    sizes = modal_rows(system) + strand_rows(system.mechanism.scope(dict(system.env)))
    length = model_length(rows + sizes)
    column_scale, row_scale = system.column_scale.copy(), system.row_scale.copy()
    world = system.world
    column_scale[: world.size * len(system.bodies)] = np.tile(world.column_units(length), len(system.bodies))
    for placed, row in zip(system.elements, rows, strict=True):
        if placed.own:
            column_scale[list(placed.own)] = [length / speed.real for speed in placed.element.own_speeds(row)]
    for body in system.modal:
        column_scale[list(body.columns)] = [body.unit(length, mode) for mode in range(body.numbers.count)]
    for number, equation in enumerate(system.equations):
        row_scale[number] = 1.0 / length if equation.unit == "length" else 1.0
    new = row_scale[system.entry_rows] * column_scale[system.entry_columns]
    for place, values in ((layout.COLUMN_SCALE, column_scale), (layout.ROW_SCALE, row_scale)):
        at = int(system.k[place])
        system.p[at : at + len(values)] = values
    at = int(system.k[layout.ENTRY_SCALE])
    system.p[at : at + len(new)] = np.where(system.p[at : at + len(new)].real < 0, -new, new)
    return system.replaced(length=length, column_scale=column_scale, row_scale=row_scale)


def flat_floats(packed: Any) -> list[Any]:
    """Numbers of a function and its parts in the order in which the writer lays them out."""
    writer = TableWriter()
    writer.function(packed, "real")
    return writer.floats


def laid_out(system: System, env: dict[str, Any]) -> tuple[Compiler, list[Row]]:
    """The numbers of a system laid out for other values of the parameters, in the same places; rows of its elements."""
    scope = system.mechanism.scope(env)
    chosen = [(placed.name, placed.element, placed.driver) for placed in system.elements]
    masses = system.world.masses(scope) if system.signals is not None else None
    compiler = Compiler(scope, chosen, system.scalar, system.time_free, False, masses, False)
    return compiler, compiler.lay_out()
