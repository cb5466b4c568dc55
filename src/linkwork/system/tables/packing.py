"""The row of an element: its numbers and functions, packed by the element itself."""

from __future__ import annotations

from linkwork.base.errors import ExpressionError, MechanismError
from linkwork.elements.base import Element
from linkwork.mechanism.check_numbers import LARGEST
from linkwork.places.row import Row
from linkwork.places.scope import Scope


def row_of(scope: Scope, name: str, driver: bool) -> Row:
    row: Row = scope.mechanism.row_class(scope, f"{'driver' if driver else 'joint'} '{name}'", name)
    return row


def packed_row(scope: Scope, name: str, element: Element, driver: bool) -> tuple[Row, tuple[str, str]]:
    """The filled row of a joint or driver."""
    return filled_row(row_of(scope, name, driver), element)


def filled_row(row: Row, element: Element) -> tuple[Row, tuple[str, str]]:
    """The row filled by its element, with every error naming it."""
    scope = row.scope
    try:
        ends = element.ends(row)
        for body in ends:
            scope.body(body)
        element.pack(row)
    except ExpressionError as error:
        row.fail(str(error))
    except MechanismError as error:
        if str(error).startswith(row.where):
            raise
        row.fail(str(error))
    if not all(-LARGEST <= value.real <= LARGEST for value in row.floats):
        row.fail(f"a number of this element is not finite or beyond {LARGEST:g}")
    return row, ends
