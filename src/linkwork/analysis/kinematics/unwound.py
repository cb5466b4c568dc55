"""Unwound: analyses that count turns from the drawing refuse a start in space that has made more before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.base.errors import AnalysisError

if TYPE_CHECKING:
    from linkwork.analysis.assembly.assemble import Assembly
    from linkwork.mechanism.mechanism import Mechanism


def counts_before(mechanism: Mechanism, assembly: Assembly) -> bool:
    """Whether something that counts turns has made more by the start than a position tells."""
    wound = assembly.wound
    return wound is not None and bool(wound.remembered(mechanism.system(dynamics=True)))


def require_unwound(mechanism: Mechanism, assembly: Assembly, what: str) -> None:
    """Refuse a start before which something that counts turns has made some."""
    if counts_before(mechanism, assembly):
        assert assembly.wound is not None
        far = ", ".join(words for words, _ in assembly.wound.driven()) or "a driver"
        raise AnalysisError(
            f"{mechanism.name}: {far}: it begins whole turns from the drawing, where something counts them, and "
            f"{what} counts from the drawing; take whole turns off its value, or draw the mechanism there"
        )
