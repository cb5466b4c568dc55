"""Contact curves as profiles of bodies, and the pairs of type CONTACT as contacts between them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from linkwork.bodies.profiles import Arc, CircleElement, PointElement, PolarPolynomial, Profile, Segment
from linkwork.formats.dyn.frames import keeps_plane, pose
from linkwork.formats.dyn.naming import Names
from linkwork.formats.dyn.outline import Corner, Outline, Piece, Round, Straight, moved
from linkwork.formats.dyn.seams import KINK

if TYPE_CHECKING:
    from linkwork.formats.dyn.assembly import Assembly
    from linkwork.mechanism.planar import Planar


def add_contacts(mechanism: Planar, assembly: Assembly, names: Names) -> None:
    """Give the bodies their profiles, and the mechanism its contacts; whether one is closed follows from its gap."""
    references = {}
    for (link, surface), outline in assembly.outlines.items():
        body = names.bodies[link]
        name = names.free("curve", surface, outline.line, mechanism.bodies_by_name[body].profiles)
        mechanism.add_profile(body, name, profile_of(_on_body(assembly, link, outline)))
        references[link, surface] = f"{body}.{name}"
    for pair in assembly.contacts:
        name = names.pairs[pair.name] = names.free("pair", pair.name, pair.line)
        first, second = (pair.first_link, pair.first_surface), (pair.second_link, pair.second_surface)
        bounce = assembly.records[pair.name].restitution or 0.0
        mechanism.contact(name, references[first], references[second], restitution=bounce)


def _on_body(assembly: Assembly, link: str, outline: Outline) -> Outline:
    """The outline in the frame of its body; the fixed link's is that of the world."""
    if link != assembly.fixed:
        return outline
    place = assembly.links[link].place
    if not keeps_plane(place):
        assembly.report.fail(outline.line, f"LINK '{link}': its ARO turns curve '{outline.name}' out of the plane")
    at = pose(place)
    pieces = tuple(moved(piece, at.x, at.y, at.angle) for piece in outline.pieces)
    return Outline(outline.name, pieces, outline.closed, outline.line)


def profile_of(outline: Outline) -> Profile:
    """The outline as a profile; a POINT at which it does not turn outwards is left out, as its report says.

    Open ends have no points but those that the file writes.
    """
    kept = [piece for piece in outline.pieces if not isinstance(piece, Corner) or piece.turn >= KINK]
    elements = tuple(_element(piece) for piece in kept)
    return Profile(elements=elements, closed=outline.closed, ends="points" if outline.closed else "none")


def _element(piece: Piece) -> Any:
    """One piece as an element of a profile."""
    if isinstance(piece, Corner):
        return PointElement()
    if isinstance(piece, Straight):
        return Segment(start=piece.start, end=piece.end)
    if isinstance(piece, Round):
        fields: dict[str, Any] = {"center": piece.centre, "concave": piece.sweep < 0.0}
        if piece.whole:
            return CircleElement(**fields, radius=piece.radius, **{"from": piece.first})
        return Arc(**fields, start=piece.start, end=piece.end)
    begin = math.degrees(piece.bearing)
    return PolarPolynomial(
        coefficients=piece.coefficients,
        orders=piece.orders,
        unit="deg",
        center=piece.pole,
        shift=begin - piece.sense * piece.first,
        scale=piece.sense * piece.divisor,
        **{"from": begin, "to": begin + piece.sense * (piece.last - piece.first)},
    )
