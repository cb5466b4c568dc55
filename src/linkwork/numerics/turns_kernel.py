"""Whole turns of angles that are known up to them."""

from __future__ import annotations

from linkwork.numerics.jit import njit

TURN = 6.283185307179586


@njit
def nearest_turn(angle, wanted):
    """The angle, up to whole turns, that is nearest to another."""
    return angle + TURN * round((wanted - angle).real / TURN)
