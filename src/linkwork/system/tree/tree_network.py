"""The graph of a compiled system: what topology looks at, read from its tables."""

from __future__ import annotations

from linkwork.base.names import GROUND
from linkwork.elements.spatial.joints.program import S_J
from linkwork.mechanism.contacts import bodies_in_contact, struck_bodies
from linkwork.places import layout_kernel as layout
from linkwork.system.dynamics.forces_kernel import COLUMN_I, COLUMN_J
from linkwork.system.system import System
from linkwork.topology.network import PINS, Joint, Network, slender_of


def network_of(system: System) -> Network:
    """Bodies and joints of a system; its drivers and forces make bodies loaded."""
    names, world = (GROUND, *system.bodies), system.world
    joints, loaded, heavy = [], {*_pushed(system), *_in_contact(system)}, _heavy(system)
    if system.modal:  # a tree with elastic modes keeps its rods
        loaded |= set(system.bodies)
    pins: dict[str, dict[str, tuple[float, ...]]] = {}
    for placed in system.elements:
        first, second = (names[body] for body in placed.ends)
        if placed.driver:
            loaded |= {first, second}
            continue
        element, at = placed.element, placed.floats_at
        kind, equations, own = str(getattr(element, "type", "")), len(element.equations), len(element.own)
        joints.append(Joint(placed.name, kind, first, second, equations, own, element.freedoms, world.size))
        if kind in PINS[world.name]:
            size = world.dimensions
            places = (at, at + (size if size == 2 else S_J))
            points = (tuple(float(value.real) for value in system.p[place : place + size]) for place in places)
            pins[placed.name] = dict(zip((first, second), points, strict=True))
    masses = _masses(system) if world.dimensions == 3 else {}
    return Network(
        bodies=names,
        joints=tuple(joints),
        loaded=frozenset(loaded - {GROUND}),
        massless=frozenset(body for number, body in enumerate(system.bodies) if number not in heavy),
        pins=pins,
        drivers=sum(len(placed.element.equations) for placed in system.elements if placed.driver),
        free=world.free_coordinates,
        slender=slender_of(masses),
        masses=masses,
    )


def _masses(system: System) -> dict[str, list[float]]:
    """Mass, mass centre and inertia of the bodies in space, by their numbers in the tables."""
    at, count, size = int(system.k[layout.MASS_AT]), int(system.k[layout.MASSES]), system.world.mass_numbers
    rows = system.p[system.k[layout.MASS_NUMBERS] :][: size * count].real.reshape(-1, size)
    bodies = (system.bodies[int(number)] for number in system.k[at : at + count])
    return {body: row.tolist() for body, row in zip(bodies, rows, strict=True)}


def _pushed(system: System) -> list[str]:
    """Bodies on which forces act."""
    k, size, pushed = system.k, system.world.size, []
    for number in range(k[layout.FORCES]):
        record = k[layout.FORCE_AT] + layout.RECORD * number
        columns = (int(k[record + place]) for place in (COLUMN_I, COLUMN_J))
        pushed += [system.bodies[column // size] for column in columns if column >= 0]
    return pushed


def _in_contact(system: System) -> list[str]:
    """Bodies that may touch others, rub in their joints, or are struck: forces act where a rod would have none."""
    mechanism, names = system.mechanism, (GROUND, *system.bodies)
    with_friction = {friction.joint for friction in mechanism.frictions.values()}
    at_contacts = [names[body] for placed in system.elements if placed.name in with_friction for body in placed.ends]
    if system.world.dimensions == 3:  # a blow may make a rod spin
        at_contacts += struck_bodies(mechanism)
    return bodies_in_contact(mechanism) + at_contacts


def _heavy(system: System) -> set[int]:
    """Numbers of the bodies with mass or inertia, from 0."""
    at, count = int(system.k[layout.MASS_AT]), int(system.k[layout.MASSES])
    return {int(number) for number in system.k[at : at + count]}
