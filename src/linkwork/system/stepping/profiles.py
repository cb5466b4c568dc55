"""Profiles of the time-stepping: those with the same numbers are one class, and every two classes are packed once."""

from __future__ import annotations

from typing import Any

from linkwork.base.errors import MechanismError
from linkwork.elements.contact_point_layout_kernel import point_size
from linkwork.elements.planar.contact import profile_pair
from linkwork.numerics.jit import address

MOST_POINTS = 4
"""Points in which two profiles touch at most."""
MOST_CLASSES = 100
ENDLESS = 1e101  # reach of an outline without end: its square is still a number


class Outlines:
    """The members of a system in the plane."""

    def __init__(self, compiler: Any) -> None:
        self.compiler = compiler
        self.classes: dict[Any, int] = {}
        self.examples: list[tuple[Any, tuple[str, Any]]] = []

    def member(self, row: Any, body: str, name: str) -> tuple[int, int, list[Any]]:
        """Its class, nothing, and its bound: middle and radius."""
        profile = row.scope.body(body).profiles[name]
        chain = profile_pair.resolved(row, body, profile)
        bounds = [profile_pair._bound(piece) for piece in chain.pieces]
        endless = any(bound[2] >= profile_pair.ENDLESS for bound in bounds)
        x, y = bounds[0][:2]
        if not endless:
            low = [min(bound[axis] - bound[2] for bound in bounds) for axis in range(2)]
            high = [max(bound[axis] + bound[2] for bound in bounds) for axis in range(2)]
            x, y = 0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])
        reach = max(((bound[0] - x) ** 2 + (bound[1] - y) ** 2) ** 0.5 + bound[2] for bound in bounds)
        numbers = tuple(value for piece in chain.pieces for value in (piece.kind, *profile_pair._numbers(piece, chain)))
        curved = any(piece.curve is not None for piece in chain.pieces)
        key = (chain.closed, numbers, (body, name) if curved else None)
        if key not in self.classes:
            self.classes[key] = len(self.classes)
            self.examples.append((row, (body, profile)))
            if len(self.classes) > MOST_CLASSES:
                raise MechanismError(
                    f"{row.where}: more than {MOST_CLASSES} profiles are different from each other; "
                    "give the same profile to several bodies"
                )
        return self.classes[key], 0, [x, y, 0.0, ENDLESS if endless else reach]

    def finish(self) -> tuple[int, int, int, int]:
        """Address of the search, classes and their table, numbers that a search needs."""
        from linkwork.numerics.collision.solid_record_kernel import RECORD
        from linkwork.system.stepping.narrow_kernel import profile_points

        count, compiler = len(self.examples), self.compiler
        table, most = [], 0
        for one in self.examples:
            for other in self.examples:
                row = compiler.world.row_class(compiler.scope, one[0].where, one[0].name)
                slots = MOST_POINTS if profile_pair.slots_for(row, one[1], other[1]) > 1 else 1
                profile_pair.pack_pair(row, one[1], other[1], slots)
                memory = profile_pair.pair_memory(row, one[1], other[1], slots)
                row.ints = [0, slots, memory, *row.ints]
                floats, ints = compiler.write_between(row, 0, 1)
                body = profile_pair.kernel_body(row, one[1], other[1])
                table += [floats, ints, address(body, "constraint", "real")]
                scratch = sum(packed.scratch + 8 for packed in row.functions)
                most = max(most, memory + slots + slots * point_size(1, 3) + scratch)
        at = len(compiler.writer.ints)
        compiler.writer.ints.extend(table)
        room = MOST_POINTS * RECORD + 2 * compiler.world.pose_size + most
        return address(profile_points, "world", "real"), count, at, int(room)

    @staticmethod
    def inverse_inertia(numbers: list[Any]) -> list[float]:
        """The same places as in space: only the third of them is used."""
        inertia = float(numbers[3].real)
        return [0.0, 0.0, 1.0 / inertia if inertia > 0.0 else 0.0, 0.0, 0.0, 0.0]
