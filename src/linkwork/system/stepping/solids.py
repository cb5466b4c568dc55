"""Solids of the time-stepping: each one's numbers once, whoever it touches."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.elements.spatial.contact.solid_table import BALL, HALF_SPACE, solid_table
from linkwork.numerics.jit import address

MOST_POINTS = 8
"""Points in which two solids touch at most."""
ENDLESS = 1e101  # reach of a half space: its square is still a number


class Outlines:
    """The members of a system in space."""

    def __init__(self, compiler: Any) -> None:
        self.compiler = compiler
        self.round = True

    def member(self, row: Any, body: str, name: str) -> tuple[int, int, list[Any]]:
        """Places of its ints and floats, and its bound: middle and radius."""
        member, writer = solid_table(row, body, name), self.compiler.writer
        ints, floats = len(writer.ints), len(writer.floats)
        writer.ints.extend(member.ints)
        writer.floats.extend(member.floats)
        self.round = self.round and member.kind in (BALL, HALF_SPACE)
        return ints, floats, [*member.floats[2:5], ENDLESS if member.kind == HALF_SPACE else member.reach]

    def finish(self) -> tuple[int, int, int, int]:
        """Address of the search, classes and their table, numbers that a search needs."""
        from linkwork.numerics.collision.solid_record_kernel import search_room
        from linkwork.system.stepping.narrow_kernel import ball_points, solid_points

        search = ball_points if self.round else solid_points
        return address(search, "world", "real"), 0, 0, int(search_room(MOST_POINTS, True))

    @staticmethod
    def inverse_inertia(numbers: list[Any]) -> list[float]:
        """xx, yy, zz, xy, yz, zx of the inverse of a body's inertia about its centre; zeros where it has none."""
        xx, yy, zz, xy, yz, zx = (float(value.real) for value in numbers[4:10])
        matrix = np.array([[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]])
        if not np.linalg.eigvalsh(matrix)[0] > 0.0:
            return [0.0] * 6
        if xx == yy == zz and not (xy or yz or zx):
            return [1.0 / xx] * 3 + [0.0] * 3
        inverse = np.linalg.inv(matrix)
        return [float(inverse[i, j]) for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0))]
