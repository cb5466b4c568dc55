"""A vector of the coordinates of a tree with elastic modes that is zero but for what is asked for at the moment."""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import COORDINATES
from linkwork.system.modal.tree.transformation_kernel import spare_at


@njit
def unit_at(k):
    """Where it lies in w; whoever changes it puts zeros back."""
    return spare_at(k) + 2 * k[COORDINATES]
