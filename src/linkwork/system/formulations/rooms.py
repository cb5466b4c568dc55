"""How many numbers a formulation keeps behind the workspace."""

from __future__ import annotations

CANONICAL_KINDS = 3
"""Of "canonical", behind what it shares with "augmented": which rates the steps have."""


def null_space_room(n: int, m: int) -> int:
    """Of "null-space" with n coordinates and m equations, as laid out in its kernel."""
    return 2 * n * n + 7 * n + m + m * (n + 1) + m * m + 2 * m


def trees_room(n: int, m: int) -> int:
    """Of "trees", as laid out in its kernel."""
    return null_space_room(n, m) + m + m * (n + 1) + 2 * m * n + m * m + 3 * m
