"""The shape that all curves of the Magic Formula have."""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import atan


@njit
def size(x):
    """|x|."""
    return x if x.real >= 0.0 else -x


@njit
def bent(c, stiff, e):
    """C atan(B s - E (B s - atan(B s))) of B s."""
    return c * atan(stiff - e * (stiff - atan(stiff)))
