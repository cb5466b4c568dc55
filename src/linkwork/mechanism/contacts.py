"""What touches or rubs in a mechanism: contacts that open and close, joints that stick and slip.

Contacts with a force law are plain forces and are not meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.base.errors import AnalysisError

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


def contact_names(mechanism: Mechanism) -> list[str]:
    """Contacts without a force law and frictions, as sentences name them."""
    parts = mechanism.touching_parts.items()
    contacts = [f"contact '{name}'" for name, contact in parts if contact.force is None]
    groups = [f"contacts '{name}'" for name in mechanism.contact_groups]
    return contacts + groups + [f"friction '{name}'" for name in mechanism.frictions]


def bodies_in_contact(mechanism: Mechanism) -> list[str]:
    """Bodies with a part in some contact."""
    bodies = [body for contact in mechanism.touching_parts.values() for body in contact.bodies()]
    everyone = list(mechanism.bodies_by_name)
    return bodies + [body for group in mechanism.contact_groups.values() for body in group.bodies(everyone)]


def struck_bodies(mechanism: Mechanism) -> list[str]:
    """Bodies whose speeds events change: by factors, or by impulses at their points."""
    named = [name for event in mechanism.events.values() for name in (*event.jump, *event.impulse)]
    return [name.partition(".")[0] for name in named if name.partition(".")[0] in mechanism.bodies_by_name]


def refuse_contacts(mechanism: Mechanism, what: str, instead: str) -> None:
    """Refuse an analysis that would leave contacts and dry friction out."""
    contacts = contact_names(mechanism)
    if contacts:
        raise AnalysisError(f"{mechanism.name}: {what} knows no {_kinds(contacts)} such as {contacts[0]}; {instead}")


def _kinds(contacts: list[str]) -> str:
    """Contacts, dry friction, or both."""
    kinds = {"contact": "contacts", "contacts": "contacts", "friction": "dry friction"}
    return " and ".join(dict.fromkeys(kinds[one.partition(" ")[0]] for one in contacts))
