"""Laying out the time-stepping in the tables of a system: members, rules, groups, who is linked to whom, the room."""

from __future__ import annotations

import importlib
from dataclasses import field
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError, within
from linkwork.base.late_dataclass import dataclass
from linkwork.elements.worlds import pair_of
from linkwork.signals.records import Signals
from linkwork.system.contact.groups import joined_bodies, members_of
from linkwork.system.stepping import layout_kernel as layout

if TYPE_CHECKING:
    from linkwork.elements.contacts import Contact, ContactGroup
    from linkwork.system.tables.compiler import Compiler

_A_MEMBER, _AT_LEAST = 12, 256  # room for contacts
_LINKED_NUMBERS = 4_000_000  # most numbers for the answers of linked bodies
_NEIGHBOURS = 64  # room for members that are near one, a member


@dataclass
class SteppingTables:
    """What the time-stepping of one system needs, while its tables are laid out; afterwards the names of its rules."""

    rules: list[str] = field(default_factory=list)
    most: int = 0
    packed: list[Any] = field(default_factory=list)
    """Rows of the contacts, for what they know of lengths."""
    numbers: list[list[Any]] = field(default_factory=list)
    shown: list[int] = field(default_factory=list)
    members: dict[tuple[str, str], int] = field(default_factory=dict)
    records: list[list[Any]] = field(default_factory=list)
    pairs: list[tuple[int, int, int]] = field(default_factory=list)
    groups: list[tuple[int, list[int]]] = field(default_factory=list)
    joined: bool = False
    outlines: Any = None
    notes: list[str] = field(default_factory=list)
    """What a run should say of data that the method does not use."""


def lay_out(compiler: Compiler, signals: Signals) -> SteppingTables:
    """Members and rules of all contacts and groups of contacts."""
    tables, mechanism = SteppingTables(), compiler.scope.mechanism
    tables.outlines = importlib.import_module(compiler.world.stepping_module).Outlines(compiler)
    _refuse(mechanism)
    pair = pair_of(compiler.world)
    for name, contact in mechanism.contacts.items():
        where = f"contact '{name}'"
        row = compiler.world.row_class(compiler.scope, where, name, signals)
        with within(where):
            if contact.force is not None or contact.tangential_restitution.value(dict(compiler.scope.env)) != 0.0:
                row.fail("method 'moreau' knows impacts with restitution and friction only; leave out the rest")
            sides = [_named(compiler, row, pair, reference) for reference in contact.between]
            if sides[0][0] == sides[1][0]:
                row.fail(f"both outlines are on body '{sides[0][0]}'; name two different bodies")
            _refuse_law(row, contact)
            rule = _rule(tables, signals, where, name, contact.numbers(row))
            first, second = (_member(tables, compiler, row, *side) for side in sides)
        tables.pairs.append((first, second, rule))
        tables.packed.append(row)
    for name, group in mechanism.contact_groups.items():
        where = f"contacts '{name}'"
        row = compiler.world.row_class(compiler.scope, where, name, signals)
        with within(where):
            _refuse_law(row, group)
            rule = _rule(tables, signals, where, name, group.numbers(row))
            listed = [_member(tables, compiler, row, *side) for side in members_of(compiler, name, group)]
        tables.groups.append((rule, listed))
        tables.joined = tables.joined or group.joined
        tables.packed.append(row)
    return tables


def _refuse(mechanism: Any) -> None:
    """Refuse what only the event-driven methods know."""
    if mechanism.frictions:
        name = next(iter(mechanism.frictions))
        raise MechanismError(
            f"friction '{name}': method 'moreau' has no dry friction in joints; use method 'dop853', or leave it out"
        )
    if mechanism.clearances:
        name = next(iter(mechanism.clearances))
        raise MechanismError(f"clearance '{name}': method 'moreau' has no joints with clearance; use method 'dop853'")
    law, contacts = mechanism.impact_request.law, mechanism.contacts or mechanism.contact_groups
    if law != "newton" and contacts:
        raise MechanismError(
            f"impacts: method 'moreau' has Newton's law of restitution only, not '{law}'; use method 'dop853'"
        )
    if mechanism.impact_request.several == "in turn" and contacts:
        raise MechanismError(
            "impacts: method 'moreau' solves all impacts of a step together, not 'in turn'; leave out several, "
            "or use method 'dop853'"
        )


def _named(compiler: Compiler, row: Any, pair: Any, reference: str) -> tuple[str, str]:
    """Body and name of an outline."""
    body, named = pair.outline(row, reference)
    outlines = getattr(compiler.scope.body(body), compiler.world.outlines)
    if isinstance(named, str):
        return body, named
    return body, next(name for name, item in outlines.items() if item is named)


def _refuse_law(row: Any, part: Contact | ContactGroup) -> None:
    """Refuse a coefficient or a restitution that is a law of the speed."""
    from linkwork.elements.contacts import follows_law  # a description without contacts does not import it

    if follows_law(part, row):
        row.fail("method 'moreau' takes a number for restitution, not a law of the speed; use method 'dop853'")
    if part.depends_on_speed(row):
        row.fail("method 'moreau' takes a number for friction, not a law of the speed; use method 'dop853'")


def _rule(tables: SteppingTables, signals: Signals, where: str, name: str, numbers: tuple[Any, ...]) -> int:
    """A new rule: restitution and coefficient of friction, and channels; a note on friction that is not used."""
    unused = ["static_friction"] if numbers[2] != numbers[1] else []
    unused += ["stribeck_speed"] if numbers[3] != 0.0 else []
    if unused:
        tables.notes.append(
            f"{where}: method 'moreau' has one coefficient of friction, that of sliding ({numbers[1].real:g}); "
            f"{' and '.join(unused)} {'are' if len(unused) > 1 else 'is'} not used"
        )
    tables.rules.append(name)
    tables.numbers.append([numbers[0], numbers[1]])
    tables.shown.append(signals.report(name, layout.RULE_LABELS))
    signals.start[signals.reported[f"{name}.gap"]] = layout.APART
    return len(tables.rules) - 1


def _member(tables: SteppingTables, compiler: Compiler, row: Any, body: str, name: str) -> int:
    """The number of a member, new or known."""
    if (body, name) not in tables.members:
        ints, floats, bound = tables.outlines.member(row, body, name)
        tables.members[body, name] = len(tables.records)
        tables.records.append([compiler.number[body], ints, floats, bound])
    return tables.members[body, name]


def write(tables: SteppingTables, compiler: Compiler, n: int, m: int, length: float) -> tuple[int, int]:
    """Write the table behind the others; its place in k, and the size of its room in w. `length` is the model's."""
    from linkwork.numerics.collision.broad_phase_kernel import BOX, broad_phase_room
    from linkwork.system.stepping.together_kernel import share_together_room

    ints, bodies, count = compiler.writer.ints, len(compiler.bodies), len(tables.records)
    header = [0] * layout.HEADER
    header[layout.NARROW], classes, class_at, searching = tables.outlines.finish()
    header[layout.CLASSES], header[layout.CLASS_AT] = classes, class_at
    header[layout.MOST_FOUND] = importlib.import_module(compiler.world.stepping_module).MOST_POINTS
    _write_members(tables, compiler, header, length)
    _write_groups(tables, compiler, header)
    _write_bodies(tables, compiler, header)
    linked = header[layout.LINKED]
    tables.most = header[layout.MOST] = max(_AT_LEAST, _A_MEMBER * count)
    if linked:
        header[layout.MOST_LINKED] = max(16, min(tables.most, _LINKED_NUMBERS // (18 * linked)))
    header[layout.MOST_NEAR] = _NEIGHBOURS * count if tables.groups else 0
    header[layout.TABLE] = 1 << (2 * max(tables.most, count) - 1).bit_length()
    sizes = {
        layout.BODY_AT: layout.BODY * (bodies + 1),
        layout.PLACE_AT: 3 * count,
        layout.CONTACT_AT: layout.CONTACT * tables.most,
        layout.OLD_AT: (layout.OLD_CONTACT + 1) * tables.most,
        layout.CHAIN_AT: header[layout.TABLE],
        layout.CELL_AT: int(broad_phase_room(count)),
        layout.BOXES_AT: BOX * count,
        layout.NEAR_AT: 2 * header[layout.MOST_NEAR],
        layout.LINK_AT: 18 * linked * header[layout.MOST_LINKED],
        layout.FOUND_AT: searching,
        layout.KEPT_AT: 4 * bodies,
        layout.ACCELERATION_AT: n,
        layout.SHARED_AT: share_together_room(min(layout.MOST_SHARED, tables.most)),
    }
    room = layout.SINGLES
    for place, size in sizes.items():
        header[place] = room
        room += size
    at = len(ints)
    ints.extend(header)
    return at, room


def _write_members(tables: SteppingTables, compiler: Compiler, header: list[int], length: float) -> None:
    """Members, pairs and rules; a point has no size by which overlaps could be measured, and takes the model's."""
    ints, floats = compiler.writer.ints, compiler.writer.floats
    for record in tables.records:
        bound, record[layout.M_BOUND] = record[layout.M_BOUND], len(floats)
        floats.extend([*bound, bound[layout.M_RADIUS] or length])
    header[layout.MEMBERS], header[layout.MEMBER_AT] = len(tables.records), len(ints)
    for record in tables.records:
        ints.extend(record)
    header[layout.PAIRS], header[layout.PAIR_AT] = len(tables.pairs), len(ints)
    for pair in tables.pairs:
        ints.extend(pair)
    places = []
    for numbers in tables.numbers:
        places.append(len(floats))
        floats.extend(numbers)
    header[layout.RULES], header[layout.RULE_AT] = len(tables.rules), len(ints)
    for place, shown in zip(places, tables.shown, strict=True):
        ints.extend([place, shown])


def _write_groups(tables: SteppingTables, compiler: Compiler, header: list[int]) -> None:
    """Groups and their members."""
    ints, records = compiler.writer.ints, []
    for rule, listed in tables.groups:
        records.append([rule, len(listed), len(ints)])
        ints.extend(listed)
    header[layout.GROUPS], header[layout.GROUP_AT] = len(records), len(ints)
    for record in records:
        ints.extend(record)


def _write_bodies(tables: SteppingTables, compiler: Compiler, header: list[int]) -> None:
    """Which bodies are joined, which are linked, which have mass, and their inverse inertias."""
    ints, floats, bodies = compiler.writer.ints, compiler.writer.floats, len(compiler.bodies)
    joined = sorted(joined_bodies(compiler)) if not tables.joined else []
    header[layout.JOINED_AT] = len(ints)
    partners: list[list[int]] = [[other for body, other in joined if body == number] for number in range(bodies + 1)]
    start, starts = bodies + 2, []
    for others in partners:
        starts.append(start)
        start += len(others)
    ints.extend([*starts, start, *(other for others in partners for other in others)])
    held = {end for placed in compiler.elements for end in placed.ends if end > 0}
    masses = compiler.masses
    number = {body + 1: place for place, body in enumerate(masses.bodies)}
    linked = sorted(held | (set(range(1, bodies + 1)) - set(number)))
    place = {body: position for position, body in enumerate(linked)}
    header[layout.LINKED], header[layout.LINKED_AT] = len(linked), len(ints)
    ints.extend(linked)
    header[layout.LINK_OF_AT] = len(ints)
    ints.extend(place.get(body, -1) for body in range(bodies + 1))
    header[layout.MASS_OF_AT] = len(ints)
    ints.extend(number.get(body, -1) for body in range(bodies + 1))
    header[layout.INVERSE_AT] = len(floats)
    size = compiler.world.mass_numbers
    for position in range(len(masses.bodies)):
        floats.extend(tables.outlines.inverse_inertia(masses.numbers[size * position : size * (position + 1)]))
