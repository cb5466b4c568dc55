"""A profile in words: a table of its elements and what is peculiar about them."""

from __future__ import annotations

import math
from typing import Any

from linkwork.base.errors import within
from linkwork.bodies.profile_chain import chain_of
from linkwork.bodies.profile_pieces import Piece

_HEAD = ("element", "coordinate", "start", "end", "length", "radius", "turn deg", "middle", "form")
_STRAIGHT = ("segment", "line")


def describe(scope: Any, reference: str) -> str:
    """The elements of a profile such as `cam.edge`, counted from 0 as its curvilinear coordinate counts them."""
    body, profile = scope.profile(reference)
    with within(f"profile of '{body}' '{reference.partition('.')[2]}'"):
        chain = chain_of(scope, body, profile)
    closed = "closed" if chain.closed else "open"
    side = "left" if chain.side > 0 else "right"
    count = len(chain.pieces)
    title = f"profile '{reference}': {count} element{'s' * (count != 1)}, {closed}, material on the {side}"
    rows = [_HEAD, *(_row(number, piece) for number, piece in enumerate(chain.pieces))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    table = ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([title, *table, *(f"note: {text}" for text in chain.notes)])


def _row(number: int, piece: Piece) -> tuple[str, ...]:
    """One line of the table."""
    radius = abs(piece.radius.real)
    return (
        piece.kind + ("" if piece.number else " (found)"),
        "any" if piece.kind == "line" else f"{number} .. {number + 1}",
        "" if piece.kind == "line" else _place(piece.start),
        "" if piece.kind == "line" else _place(piece.end),
        "endless" if math.isinf(piece.length.real) else f"{piece.length.real:.6g}",
        f"{radius:.6g}" if piece.kind in ("arc", "circle") else "",
        f"{math.degrees(piece.sense * piece.sweep.real):+.6g}" if piece.kind in ("point", "arc", "circle") else "",
        _place(piece.at(0.5)) if piece.kind == "arc" else "",
        _form(piece),
    )


def _place(pair: Any) -> str:
    return f"({pair[0].real:.6g}, {pair[1].real:.6g})"


def _form(piece: Piece) -> str:
    if piece.kind in _STRAIGHT:
        return "straight"
    if piece.kind in ("arc", "circle"):
        return "convex" if piece.radius.real > 0 else "concave"
    return "corner" if piece.kind == "point" else "curve"
