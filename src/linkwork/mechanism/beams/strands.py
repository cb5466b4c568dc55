"""What bends by nodes of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


def strands_of(mechanism: Mechanism) -> list[str]:
    """Names of the beams, cables and solids, whose nodes no driver moves."""
    return [*mechanism.beams, *mechanism.cables, *mechanism.solids]
