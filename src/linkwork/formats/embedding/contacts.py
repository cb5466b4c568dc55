"""What touches and rubs in the plane, in space: discs as balls, walls as planes, journals as balls in sockets.

In the plane of the mechanism a ball has the gap, the normal and the friction of the disc around the same centre. An
outline with corners, arcs or hollows has no such solid: a contact with it is refused by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from linkwork.base.errors import MechanismError
from linkwork.bodies.profiles import CircleElement, EndlessLine, Profile
from linkwork.bodies.spatial.shapes import Sphere
from linkwork.bodies.spatial.solids import HalfSpace
from linkwork.elements.planar import catalogue as planar
from linkwork.elements.planar.contact.clearance import JournalClearance
from linkwork.elements.spatial.contact.clearance import SocketClearance

if TYPE_CHECKING:
    from linkwork.bodies.spatial.shapes import Shape
    from linkwork.elements.contacts import Contact, ContactPart
    from linkwork.formats.embedding.embedding import Embedding
    from linkwork.formats.embedding.places import Site
    from linkwork.mechanism.spatial.spatial import Spatial

_WITH_FRICTION = (planar.Revolute, planar.Translational)


def add_contact_parts(embedding: Embedding, space: Spatial) -> None:
    """Add solids, contacts, joints with clearance, dry friction and the law of impacts to the mechanism in space."""
    for body, given in embedding.planar.bodies_by_name.items():
        for name, profile in given.profiles.items():
            solid = _solid(embedding.site(body), body, profile)
            if solid is not None:
                space.add_solid(body, name, solid)
    for name, contact in embedding.planar.contacts.items():
        space.add_contact(name, _contact(embedding, name, contact))
    for name, group in embedding.planar.contact_groups.items():
        _check_members(embedding, name, group.members)
        space.add_contact_group(name, group)
    for name, clearance in embedding.planar.clearances.items():
        space.add_clearance(name, _socket(embedding, name, clearance))
    for name, friction in embedding.planar.frictions.items():
        if not isinstance(embedding.planar.joints[friction.joint], _WITH_FRICTION):
            _refuse(f"friction '{name}'", f"joint '{friction.joint}' is neither a revolute nor a translational one")
        space.add_friction(name, friction)
    space.impact_request = embedding.planar.impact_request


def _solid(site: Site, body: str, profile: Profile) -> Shape | None:
    """The ball of a disc or the half-space of a wall; none for another profile."""
    first = profile.elements[0]
    if isinstance(first, CircleElement) and not first.concave and profile.material == "left":
        return Sphere(radius=first.radius, at=site.at(body, first.center))
    if isinstance(first, EndlessLine):
        x, y = first.along if profile.material == "left" else (-first.along[0], -first.along[1])
        return HalfSpace(at=site.at(body, first.at), normal=site.way(body, (y, -x)))
    return None


def _contact(embedding: Embedding, name: str, contact: Contact) -> Contact:
    where = f"contact '{name}'"
    for reference in contact.between:
        _check_profile(embedding, where, reference)
    return contact.model_copy(update={"force": _force(embedding, contact)})


def _check_profile(embedding: Embedding, where: str, reference: str) -> None:
    body, _, name = reference.partition(".")
    if _solid(embedding.site(body), body, embedding.planar.bodies_by_name[body].profiles[name]) is None:
        _refuse(where, f"profile '{reference}' is neither a disc nor a wall")


def _check_members(embedding: Embedding, name: str, members: Any) -> None:
    """Refuse a group of contacts with a profile that has no solid."""
    everyone = embedding.planar.bodies_by_name
    for member in everyone if members == "all" else members:
        body, _, profile = member.partition(".")
        for label in (profile,) if profile else everyone[body].profiles:
            _check_profile(embedding, f"contacts '{name}'", f"{body}.{label}")


def _socket(embedding: Embedding, name: str, clearance: Any) -> SocketClearance:
    """A ball in a socket for a journal in its bearing."""
    if not isinstance(clearance, JournalClearance):
        _refuse(f"clearance '{name}'", "there is no such joint with clearance in space")
    site = embedding.site(*clearance.bodies())
    first, second = (site.point(place) for place in clearance.between)
    kept = {field: getattr(clearance, field) for field in type(clearance).model_fields if field != "type"}
    return SocketClearance(**kept | {"between": (first, second), "force": _force(embedding, clearance)})


def _force(embedding: Embedding, contact: ContactPart) -> Any:
    """The force law, with its channels named as in space."""
    return None if contact.force is None else embedding.channels.part(contact.force)


def _refuse(where: str, why: str) -> NoReturn:
    raise MechanismError(
        f"{where}: it cannot be placed in space: {why}; leave it out of the plane and give it there anew, with solids "
        "such as box, cylinder and convex, or with a joint of space"
    )
