"""The words of which composed joints are written: primitives, and where the axes of the two frames stand."""

from __future__ import annotations

COINCIDE, DOT_1, DOT_2, DOT_2_BACK, DISTANCE, PARALLEL, SQUARE = range(7)
"""Codes of the primitives; `composed_kernel` and `parallel_kernel` say what each means."""

Step = tuple[int, int, int]
"""One primitive and two places in the joint's numbers."""

F_I, G_I, H_I, S_J, F_J, G_J, H_J = 3, 6, 9, 12, 15, 18, 21
FIRST_CONSTANT = 24

_TURN, _FULL = ("---abc|---abc",), ("xyzabc|xyzabc",)
_POINT = ("x--abc|x--abc", "-y-abc|-y-abc", "--zabc|--zabc")
_STRUCTURE: dict[int, tuple[str, ...]] = {
    COINCIDE: _POINT,
    DOT_1: _TURN,
    DOT_2: _FULL,
    DOT_2_BACK: _FULL,
    DISTANCE: _FULL,
    PARALLEL: 3 * _TURN,
    SQUARE: _TURN,
}

POINT: Step = (COINCIDE, 0, 0)
AXES: tuple[Step, ...] = ((DOT_1, F_I, H_J), (DOT_1, G_I, H_J))
"""z'' of both frames are parallel: parallel-1 (Haug 9.4.9)."""
LINE: tuple[Step, ...] = ((DOT_2, F_I, FIRST_CONSTANT), (DOT_2, G_I, FIRST_CONSTANT))
"""The second point lies on z'' of the first frame: parallel-2 (Haug 9.4.10). Its constant is zero."""
LINE_BACK: tuple[Step, ...] = ((DOT_2_BACK, F_J, FIRST_CONSTANT), (DOT_2_BACK, G_J, FIRST_CONSTANT))
"""The first point lies on z'' of the second frame."""


def structure_of(program: tuple[Step, ...]) -> tuple[str, ...]:
    """Which entries of the rows can be nonzero."""
    return tuple(marks for code, _, _ in program for marks in _STRUCTURE[code])
