"""Force laws of contacts, and joints with clearance, in the tables of a system."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from linkwork.base.late_dataclass import dataclass
from linkwork.system.contact import contact_layout_kernel as contact_layout

if TYPE_CHECKING:
    from linkwork.elements.clearance_base import Clearance
    from linkwork.elements.contact_forces import ContactForce, PackedForce
    from linkwork.elements.contacts import ContactPart

_LEAST_APPROACH, _SMOOTH = 1e-3, 1e-3  # of a typical speed: least speed of approach, smoothing of friction


@dataclass(frozen=True)
class CompliantLaw:
    """The force law of a point: its numbers, whether it is clipped, the smoothing speed of friction and its shape."""

    force: PackedForce
    clips: bool
    smooth_speed: Any
    shape: int


def law_of(row: Any, force: ContactForce) -> CompliantLaw:
    """The force law of one point."""
    smooth = None if force.smooth_speed is None else row.number(force.smooth_speed)
    if smooth is not None and not smooth.real > 0.0:
        row.fail(f"smooth_speed must be greater than zero; it is {smooth.real:g}")
    return CompliantLaw(force.pack(row), force.clipped, smooth, int(force.smoothing == "exponential"))


def write_laws(
    laws: list[CompliantLaw | None], records: list[list[int]], ints: list[int], floats: list[Any], speed: float
) -> None:
    """Write the force laws of the points."""
    for record, law in zip(records, laws, strict=True):
        if law is None:
            continue
        record[contact_layout.POINT_LAW] = len(ints)
        force = law.force
        ints.extend([force.form, len(floats), force.value, force.stored, force.depth])
        smooth = _SMOOTH * speed if law.smooth_speed is None else law.smooth_speed
        floats.extend([force.stiffness, force.exponent, force.damping, float(law.clips), smooth, float(law.shape)])
        floats.append(_LEAST_APPROACH * speed)


class ClearancePair:
    """A joint with clearance in the words of a module that packs pairs of outlines."""

    def __init__(self, clearance: Clearance) -> None:
        self.clearance = clearance

    def outline(self, row: Any, place: Any) -> tuple[str, Any]:
        """The body of a place."""
        row.scope.body(place.body)
        return place.body, place

    def slots_for(self, row: Any, first: Any, second: Any, compliant: bool = False) -> int:
        """Its points, always the same."""
        return self.clearance.slots

    def pack_pair(self, row: Any, first: Any, second: Any, slots: int) -> None:
        """Put its numbers into the row."""
        self.clearance.pack(row)

    def pair_memory(self, row: Any, first: Any, second: Any, slots: int) -> int:
        """Two numbers a slot, and one for the axis of the tangents in space."""
        return 2 * slots + 1

    def kernel_body(self, row: Any, first: Any, second: Any) -> Callable[..., Any]:
        """The kernel."""
        return self.clearance.kernel_body()


def clearance_pair(contact: ContactPart) -> ClearancePair | None:
    """What packs a joint with clearance; none for a contact of outlines."""
    from linkwork.elements.clearance_base import Clearance

    return ClearancePair(contact) if isinstance(contact, Clearance) else None
