"""The drivers of a spatial mechanism as a user adds them in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError
from linkwork.base.late_names import LateNames
from linkwork.elements.base import Element
from linkwork.expression.given import public
from linkwork.mechanism.places_given import not_driven, place, places
from linkwork.mechanism.spatial.joint_builder import Where, coupled

if TYPE_CHECKING:
    from linkwork.elements.spatial import catalogue as library
else:
    library = LateNames("linkwork.elements.spatial.catalogue")

_ON = {"x": "AbsoluteX", "y": "AbsoluteY", "z": "AbsoluteZ", "angle": "AbsoluteAngle"}
_BETWEEN = {"distance": "Distance", "position": "Along"}
_IN_JOINT = {"angle": "AngleDrive", "position": "PositionDrive"}


@public
class DriverBuilder:
    """Prescribed motions in space."""

    def add_driver(self, name: str, driver: Element) -> None:
        """Add a driver that is already described."""
        raise TypeError("a mechanism says how a driver is added")

    @staticmethod
    def _make(kind: type[Any], where: str, **fields: Any) -> Any:
        raise TypeError("a mechanism says how a part is made")

    def drive(
        self,
        name: str,
        *,
        joint: str | None = None,
        on: Where | None = None,
        between: tuple[Where, Where] | None = None,
        freedom: str | None = None,
        against: Where | None = None,
        **motion: Any,
    ) -> None:
        """Prescribe one motion as a function of t: exactly one of angle, position, distance, x, y or z.

        `joint="O", angle="2*pi*t"` turns a hinge, `joint="guide", position=...` moves a slide; `on=point, x=...` or
        `on=frame, angle=...` drives against the ground; `between=(p, q), distance=...` or `position=...` (along the
        axis of the first frame) one body against another.
        """
        given = [where for where in (joint, on, between) if where is not None]
        if len(given) != 1 or len(motion) != 1:
            raise MechanismError(
                f"driver '{name}': give one of joint=, on=, between= and one motion, as in joint='O', angle='2*pi*t'"
            )
        quantity, value = next(iter(motion.items()))
        table = _IN_JOINT if joint is not None else _ON if on is not None else _BETWEEN
        if quantity not in table:
            raise MechanismError(not_driven(name, quantity, table))
        fields: dict[str, Any] = {"value": value}
        if joint is not None:
            fields |= {"joint": joint, "freedom": freedom}
        elif on is not None:
            fields |= {"on": place(on)} | ({} if against is None else {"against": place(against)})
        elif between is not None:
            fields |= {"between": places(*between)}
        self.add_driver(name, self._make(getattr(library, table[quantity]), f"driver '{name}'", **fields))

    def drive_coupler(self, name: str, terms: Any, value: Any) -> None:
        """Prescribe a sum of factors times joint values as a function of t."""
        where = f"driver '{name}'"
        self.add_driver(name, self._make(library.Coupler, where, of=coupled(where, terms), value=value))
