"""A pair of solids that can touch: its numbers for `solid_pair_kernel`, its slots and its memory.

The kernel finds behind the seven ints of every pair: where the ints of the first solid begin, where those of the
second, where the floats of the second begin (all counted from the pair's own first), then the ints of both solids. The
floats are those of the first solid, then those of the second.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from linkwork.elements.spatial.contact.solid_table import BALL, CYLINDER, HALF_SPACE, SolidTable, solid_table

if TYPE_CHECKING:
    from linkwork.places.spatial.row import SpatialRow

Place = tuple[str, str]
"""A body and one of its solids."""
_FIRST_OWN = 7
_OWN = 3
MOST_BETWEEN = 8
"""Points that two solids with ends touch in at most: the corners of two overlapping rectangles."""


def outline(row: SpatialRow, reference: str) -> Place:
    """Body and solid of a reference such as `ball.skin`; the solid may be left out where a body has only one."""
    outline: Place = row.scope.solid(reference)
    return outline


def pair_tables(row: SpatialRow, first: Place, second: Place) -> tuple[SolidTable, SolidTable]:
    """The numbers of two solids that can touch each other."""
    tables = solid_table(row, *first), solid_table(row, *second)
    if all(table.kind == HALF_SPACE for table in tables):
        row.fail("two planes cannot touch each other; one of the solids must have an end")
    return tables


def pack_pair(row: SpatialRow, first: Place, second: Place, slots: int) -> None:
    """Put the numbers of two solids into the row of their contact."""
    if slots < 1:
        row.fail(f"a contact has at least one point; found {slots}")
    one, two = pair_tables(row, first, second)
    row.add(*one.floats, *two.floats)
    begin = _FIRST_OWN + _OWN
    row.ints += [begin, begin + len(one.ints), len(one.floats), *one.ints, *two.ints]


def slots_for(row: SpatialRow, first: Place, second: Place, compliant: bool = False) -> int:
    """How many points the two solids can touch in at once, as a rule; no more than a face has where each point presses.

    By a force law a corner that leaves a face is one spring before and would be two behind.
    """
    one, two = pair_tables(row, first, second)
    if BALL in (one.kind, two.kind):
        return 1
    return max(one.most, two.most) if HALF_SPACE in (one.kind, two.kind) else _between(one, two, compliant)


def _between(one: SolidTable, two: SolidTable, compliant: bool) -> int:
    """Between two solids with ends: two for a capsule, else what two faces can have in common, no more than eight."""
    if 2 in (one.most, two.most) or one.kind == two.kind == CYLINDER:
        return min(one.most, two.most)
    return max(one.most, two.most) if compliant else min(MOST_BETWEEN, one.most + two.most)


def pair_memory(row: SpatialRow, first: Place, second: Place, slots: int) -> int:
    """Numbers that the pair keeps in the memory: two a slot, which begin with -1, and others."""
    from linkwork.elements.spatial.contact.solid_slots_kernel import memory_size

    kinds = {table.kind for table in pair_tables(row, first, second)}
    return int(memory_size(slots, not kinds & {BALL, HALF_SPACE}))


def kernel_body(row: SpatialRow, first: Place, second: Place) -> Callable[..., Any]:
    """The plain function of the kernel that serves the two solids; importing it imports numba."""
    from linkwork.elements.spatial.contact.solid_pair_kernel import round_pair, solid_pair
    from linkwork.numerics.collision.solid_near_kernel import is_round

    one, two = pair_tables(row, first, second)
    return round_pair if is_round(one.kind, two.kind) else solid_pair
