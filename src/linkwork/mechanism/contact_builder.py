"""Contacts, dry friction and impacts of a mechanism as a user adds them in Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError
from linkwork.base.late_names import LateNames
from linkwork.expression.given import public
from linkwork.mechanism.handles import Num
from linkwork.mechanism.places_given import places

if TYPE_CHECKING:
    from linkwork.elements.clearance_base import Clearance
    from linkwork.elements.contacts import Contact, ContactGroup, Friction
    from linkwork.elements.impact_request import ImpactRequest

parts = LateNames("linkwork.elements.contacts", ImpactRequest="linkwork.elements.impact_request")


@public
class ContactBuilder:
    """What may touch, what rubs, and how impacts are computed."""

    impact_request: ImpactRequest

    def add_contact(self, name: str, contact: Contact) -> None:
        """Add a contact that is already described."""
        raise TypeError("a mechanism says how a contact is added")

    def add_clearance(self, name: str, clearance: Clearance) -> None:
        """Add a joint with clearance that is already described."""
        raise TypeError("a mechanism says how a clearance is added")

    @property
    def clearance_kinds(self) -> tuple[type[Clearance], ...]:
        """The joints with clearance of this world; the first is meant when none is named."""
        raise TypeError("a mechanism says what joints with clearance it knows")

    def add_friction(self, name: str, friction: Friction) -> None:
        """Add a friction that is already described."""
        raise TypeError("a mechanism says how a friction is added")

    def add_contact_group(self, name: str, group: ContactGroup) -> None:
        """Add a group of contacts that is already described."""
        raise TypeError("a mechanism says how a group of contacts is added")

    def _changed(self) -> None:
        raise TypeError("a mechanism says what a change does")

    @staticmethod
    def _make(kind: type[Any], where: str, **fields: Any) -> Any:
        raise TypeError("a mechanism says how a part is made")

    def contact(
        self,
        name: str,
        first: str,
        second: str,
        restitution: Num = 0,
        friction: Num = 0,
        static_friction: Num | None = None,
        points: int | None = None,
        **more: Any,
    ) -> None:
        """Let two outlines touch: profiles in the plane, solids in space, such as "cam.edge" and "follower.tip".

        `more` are the other fields of a contact: tangential_restitution, stribeck_speed, capture, force.
        """
        fields = {"restitution": restitution, "friction": friction, "static_friction": static_friction, **more}
        where = f"contact '{name}'"
        self.add_contact(
            name, self._make(parts.Contact, where, between=(str(first), str(second)), points=points, **fields)
        )

    def clearance(
        self, name: str, first: Any, second: Any, clearance: Num | None = None, type: str = "", **more: Any
    ) -> None:
        """A joint with play: a journal in a bearing or a block in a guide (plane), a ball in a socket (space).

        The first place is the bearing, guide or socket. In space `type="journal"` keeps a point near the axis of a
        bearing, `type="tilt"` lets the axes of two frames tilt, and `type="cavity"` keeps a point in a cavity of any
        shape, whose `gap` is a formula of x, y, z instead of a clearance. `more` are the other fields: radius of the
        journal or ball, length and width of a block; restitution, friction, static_friction, force ... as of a contact.
        """
        known = {kind.model_fields["type"].default: kind for kind in self.clearance_kinds}
        chosen = type or next(iter(known))
        if chosen not in known:
            raise MechanismError(f"clearance '{name}': there is no type '{chosen}'; known are: {', '.join(known)}")
        play = {} if clearance is None else {"clearance": clearance}
        fields = {"between": places(first, second), **play, **more}
        self.add_clearance(name, self._make(known[chosen], f"clearance '{name}'", **fields))

    def contacts_among(
        self,
        name: str,
        members: str | Sequence[str] = "all",
        restitution: Num = 0,
        friction: Num = 0,
        joined: bool = False,
        **more: Any,
    ) -> None:
        """Let any two of many outlines touch: "all", or a list of profiles, solids or whole bodies.

        Bodies that a joint holds together do not touch unless `joined`. Up to some hundred pairs are followed one by
        one, as if each were a contact; method "moreau" takes any number. `more`: static_friction, stribeck_speed.
        """
        listed = members if isinstance(members, str) else tuple(str(member) for member in members)
        fields = {"members": listed, "restitution": restitution, "friction": friction, "joined": joined, **more}
        self.add_contact_group(name, self._make(parts.ContactGroup, f"contacts '{name}'", **fields))

    def friction(
        self,
        name: str,
        joint: str,
        friction: Num,
        radius: Num | None = None,
        static_friction: Num | None = None,
        **more: Any,
    ) -> None:
        """Dry friction in a joint, from the joint's own reaction.

        `more` are the other fields of a friction: length, preload, stribeck_speed, smooth_speed.
        """
        fields = {"friction": friction, "radius": radius, "static_friction": static_friction, **more}
        self.add_friction(name, self._make(parts.Friction, f"friction '{name}'", joint=joint, **fields))

    def impacts(self, law: str = "newton", several: str = "together") -> None:
        """Say what restitution means (newton, poisson, stronge) and how several impacts at one time are computed."""
        self.impact_request = self._make(parts.ImpactRequest, "impacts", law=law, several=several)
        self._changed()
