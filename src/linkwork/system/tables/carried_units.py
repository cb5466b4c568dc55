"""The units in which an assembly measures, with the derivatives that they carry.

Distances from the estimates, and rates where they are free, are measured in model lengths and radians. The model length
depends on parameters as everything else does; tables in complex numbers have it in real numbers, for their equations
hold in any units. What is least in these units is not the same in others.
"""

from __future__ import annotations

import numpy as np

from linkwork.places import layout_kernel as layout
from linkwork.system.system import System
from linkwork.system.tables.model_length import carried_length
from linkwork.system.tables.packing import packed_row
from linkwork.system.tables.strand_rows import strand_rows


def in_carried_units(system: System, unit_weights: bool = False) -> System:
    """The same tables with columns in units that carry derivatives; those of its joints, drivers and held values."""
    scope, world = system.mechanism.scope(dict(system.env)), system.world
    rows = [packed_row(scope, placed.name, placed.element, placed.driver)[0] for placed in system.elements]
    length = 1.0 if unit_weights else carried_length(rows + strand_rows(scope))
    columns = np.ones(len(system.coordinates), complex)
    columns[: system.body_columns] = np.tile(world.column_units(length), len(system.bodies))
    for placed, row in zip(system.elements, rows, strict=True):
        if placed.own:
            columns[list(placed.own)] = [length / speed for speed in placed.element.own_speeds(row)]
    p, at = system.p.copy(), int(system.k[layout.ENTRY_SCALE])
    entries = p[at : at + len(system.entry_rows)]
    entries *= (columns / system.column_scale)[system.entry_columns]
    p[int(system.k[layout.COLUMN_SCALE]) :][: len(columns)] = columns
    return system.replaced(p=p, column_scale=columns)
