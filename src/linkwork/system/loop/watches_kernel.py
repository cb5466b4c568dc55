"""Watched numbers: where they lie, and what is known of their sides."""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import MEMORY, SWITCH_AT, WATCH, WATCHED

FREE, ARMED, UNARMED, UNSET = 0.0, 1.0, 2.0, 3.0
ROUNDING = 1e-3  # of the slack: numbers of contacts this near zero have no sign


@njit
def place_of(k, watch):
    """Where in the workspace the numbers of a watch lie."""
    return k[MEMORY] + k[k[SWITCH_AT] + WATCH * watch + WATCHED]
