"""What contacts do to the freedoms of a mechanism: nothing while they are open, one equation a closed point.

A contact is a virtual joint until it closes (Wang, 2.5): the count of the joints stays, and a closed point takes one
freedom away, one that sticks all of its directions of sliding as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.base.late_dataclass import dataclass
from linkwork.elements.clearance_base import Clearance
from linkwork.elements.worlds import pair_of

if TYPE_CHECKING:
    from linkwork.elements.contacts import ContactPart
    from linkwork.mechanism.mechanism import Mechanism


@dataclass(frozen=True)
class ContactCount:
    """The equations of a contact, open and closed."""

    kind: str
    """contact or clearance"""
    name: str
    between: str
    points: int
    """Most points that are closed at once."""
    closed: int
    """Equations of a closed point that slides; none with a force law."""
    sticking: int
    """Equations of a closed point that sticks."""

    def __str__(self) -> str:
        several = f", at most {self.points} points at once" if self.points > 1 else ""
        if self.closed == 0:
            return f"{self.kind} {self.name} ({self.between}): 0 equations, a force law{several}"
        stuck = f", {self.sticking} where it sticks" if self.sticking > self.closed else ""
        each = " a point" if self.points > 1 else ""
        return f"{self.kind} {self.name} ({self.between}): open 0 equations, closed {self.closed}{each}{stuck}{several}"


def contact_counts(mechanism: Mechanism) -> list[ContactCount]:
    """The counts of all contacts and joints with clearance."""
    return [_count(mechanism, name, contact) for name, contact in mechanism.touching_parts.items()]


def _count(mechanism: Mechanism, name: str, contact: ContactPart) -> ContactCount:
    row: Any = mechanism.row_class(mechanism.scope(), f"contact '{name}'", name)
    points = contact.slots if isinstance(contact, Clearance) else contact.points_wanted
    if points is None:
        pair: Any = pair_of(mechanism.world)
        outlines = [pair.outline(row, reference) for reference in contact.between]
        points = pair.slots_for(row, *outlines, contact.force is not None)
    has_friction = row.number(contact.friction).real > 0.0
    closed = 0 if contact.force is not None else 1
    sticking = closed + (mechanism.world.dimensions - 1 if closed and has_friction else 0)
    kind = "clearance" if isinstance(contact, Clearance) else "contact"
    return ContactCount(kind, name, " - ".join(map(str, contact.between)), points, closed, sticking)
