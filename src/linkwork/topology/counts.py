"""Counts of loops and freedoms, for mechanisms in a plane and in space."""

from __future__ import annotations

PLANE, SPACE = 3, 6
"""Equations that closing a loop takes."""


def independent_loops(bodies: int, joints: int) -> int:
    """Number of independent loops of bodies, the ground among them, that hang together (Wang, Eq. 2.2.2-16)."""
    return joints - bodies + 1


def mobility(freedoms: int, loops: int, *, closing: int = PLANE, isolated: int = 0) -> int:
    """Freedoms of a mechanism by count: those of its joints less those that loops take.

    `isolated` ones move nothing else, such as the spin of a rod between two ball joints, and are not counted.
    """
    return freedoms - closing * loops - isolated
