"""How a joint rubs, in numbers for the tables, and what is refused: the same in the plane and in space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from linkwork.places.base_row import BaseRow


@dataclass(frozen=True)
class JointFriction:
    """The directions in which a joint rubs and the loads that press there.

    Loads come in groups of `group` rows; what presses is the sum of the lengths of the groups. With `whole` friction
    itself is a part of the load, as in a pin: the coefficient is then mu / sqrt(1 + mu^2). `moments` says whether the
    torque of the reaction counts beside its force.
    """

    tangents: int
    loads: int
    group: int
    floats: tuple[Any, ...]
    ints: tuple[int, ...] = ()
    whole: bool = False
    moments: bool = False


def required(row: Any, value: Any, field: str, what: str) -> Any:
    """Value of a field that this joint needs, above zero."""
    if value is None:
        row.fail(f"give {field}=..., {what}")
    return row.positive(value, field)


def refuse_field(row: Any, value: Any, field: str, why: str) -> None:
    """Refuse a field that means nothing for this joint."""
    if value is not None:
        row.fail(f"{field} is given, but {why}")


def refuse(row: BaseRow, name: str, joint: Any, known: str) -> NoReturn:
    """Refuse a joint whose friction is not known."""
    row.fail(
        f"joint '{name}' is of type {joint.type}, whose dry friction is not known; it is known for {known}; "
        "use a force with a law of your own, or leave the friction out"
    )
