"""Laying out contacts and dry friction in the tables of a system."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import within
from linkwork.base.late_dataclass import dataclass
from linkwork.elements.bounce_layout_kernel import GIVEN
from linkwork.elements.contact_point_layout_kernel import GAMMA, point_size
from linkwork.elements.worlds import friction_of, pair_of
from linkwork.numerics.jit import address
from linkwork.places import layout_kernel as layout
from linkwork.signals.records import Signals, Switch
from linkwork.system.contact import contact_layout_kernel as contact_layout
from linkwork.system.contact.compliant_tables import CompliantLaw, clearance_pair, law_of
from linkwork.system.contact.groups import expanded

if TYPE_CHECKING:
    from linkwork.elements.contacts import ContactPart, Coulomb, Friction
    from linkwork.functions.packed import Packed
    from linkwork.system.system import System
    from linkwork.system.tables.compiler import Compiler

_RESULTS = 8  # numbers that a function of one variable or of an outline writes, besides its scratch
_WATCHED = ("gap or force", "friction", "element")
_WHOLE = ("force", "friction", "gap", "mode")  # of a contact with several points: of all of them


@dataclass
class ContactTables:
    """Contacts and frictions of one system while its tables are laid out, and afterwards their names."""

    points: list[tuple[str, int]] = field(default_factory=list)
    """Of every point the contact's name and the slot."""
    friction_names: list[str] = field(default_factory=list)
    """Of every joint that rubs the friction's name."""
    moments: list[bool] = field(default_factory=list)
    """Whether the torque of its reaction counts beside the force."""
    pairs: list[list[int]] = field(default_factory=list)
    point_records: list[list[int]] = field(default_factory=list)
    friction_records: list[list[int]] = field(default_factory=list)
    charts: list[list[int]] = field(default_factory=list)
    rows: int = 0
    loads: int = 0
    numbers: list[list[Any]] = field(default_factory=list)
    captures: list[Any] = field(default_factory=list)
    bounces: list[tuple[int, int]] = field(default_factory=list)
    """Of every point where the law of its restitution is written, and where in the memory it works; 0 where none."""
    laws: list[CompliantLaw | None] = field(default_factory=list)
    """Of every point its force law, if it has one."""
    parts: dict[str, ContactPart] = field(default_factory=dict)
    """What touches by name, members of groups too."""
    errors: dict[str, float | None] = field(default_factory=dict)
    """Of contacts with a fast-scale model how far its shapes are off between its places; None where it has no such."""
    packed: list[Any] = field(default_factory=list)
    """Rows of the contacts, for what they know of lengths."""

    def name_of(self, whom: int) -> str:
        """Whom a number of the log means: point, or -1 - place that rubs."""
        if whom < 0:
            return f"friction '{self.friction_names[-1 - whom]}'"
        name, slot = self.points[whom]
        return f"contact '{name}'" if slot == 0 else f"contact '{name}' (point {slot + 1})"


def has_contact(mechanism: Any) -> bool:
    """Whether anything touches or rubs."""
    return bool(mechanism.touching_parts or mechanism.contact_groups or mechanism.frictions)


def keep_closed(system: System, w: Any) -> None:
    """Tell a workspace, whose memory has been filled, whether anything is closed or rubs."""
    k, head = system.k, int(system.k[layout.CONTACTS])
    if head == 0:
        return
    at, memory = int(k[head + contact_layout.POINT_AT]), int(k[layout.MEMORY])
    records = [at + contact_layout.POINT_RECORD * i for i in range(k[head + contact_layout.POINTS])]
    modes = [
        memory + k[record + contact_layout.POINT_MODE]
        for record in records
        if k[record + contact_layout.POINT_LAW] == 0
    ]
    closed = bool(k[head + contact_layout.FRICTIONS] > 0 or any(w[mode].real for mode in modes))
    w[int(k[layout.CONTACT_ROOM]) + contact_layout.CLOSED] = float(closed)


def lay_out(compiler: Compiler, signals: Signals) -> ContactTables:
    """Put the contacts and frictions of a mechanism into its tables."""
    tables, mechanism = ContactTables(), compiler.scope.mechanism
    for name, contact in (mechanism.touching_parts | expanded(compiler)).items():
        _place_contact(tables, compiler, signals, name, contact)
    for name, friction in mechanism.frictions.items():
        _place_friction(tables, compiler, signals, name, friction)
    return tables


def _watch(signals: Signals, owner: str, text: str) -> int:
    """A new watched number; its number among the switches. Behind its three numbers lie those of its course."""
    signals.switches.append(Switch(signals.cell(contact_layout.WATCH_CELLS), owner, text, 0, layout.OF_CONTACT))
    return len(signals.switches) - 1


def _place_contact(
    tables: ContactTables, compiler: Compiler, signals: Signals, name: str, contact: ContactPart
) -> None:
    """Put the pair of one contact, its points and what they show into the tables."""
    from linkwork.elements.contacts import restitution_law  # a description without contacts imports none of it
    from linkwork.elements.restitution import FastScale, PackedFastScale

    world, joint = compiler.world, clearance_pair(contact)
    where = f"contact '{name}'" if joint is None else f"clearance '{name}'"
    pair: Any = pair_of(world) if joint is None else joint
    row = world.row_class(compiler.scope, where, name, signals)
    with within(where):
        outlines = first, second = [pair.outline(row, reference) for reference in contact.between]
        numbers = _with_law(compiler, row, contact, contact.numbers(row))
        bounces = restitution_law(contact, row)
        if first[0] == second[0]:
            row.fail(f"both sides are on body '{first[0]}'; name two different bodies")
        slots = contact.points_wanted or pair.slots_for(row, *outlines, contact.force is not None)
        pair.pack_pair(row, *outlines, slots)
        capture = None if contact.capture is None else row.above_zero(contact.capture, "capture")
    tables.packed.append(row)
    tables.parts[name] = contact
    if isinstance(bounces, PackedFastScale):
        tables.errors[name] = bounces.error
    i, j = compiler.number[first[0]], compiler.number[second[0]]
    modes, memory = signals.cell(slots), signals.cell(pair.pair_memory(row, *outlines, slots))
    signals.start |= dict.fromkeys(range(memory, memory + 2 * slots), -1.0)
    row.ints = [memory, slots, modes, *row.ints]
    floats_at, ints_at = compiler.write_between(row, i, j)
    size, tangents = world.size, world.dimensions - 1
    columns = size * (i - 1), size * (j - 1)
    kernel = address(pair.kernel_body(row, *outlines), "constraint", compiler.scalar)
    tables.laws += _laws(compiler, signals, contact, slots, (where, name))
    record = [kernel, floats_at, ints_at, compiler.out, slots, len(tables.points), *columns]
    tables.pairs.append(record)
    law = 0 if bounces is None else compiler.writer.function(bounces, compiler.scalar)
    law = -law if isinstance(contact.restitution, FastScale) else law
    labels = [
        label for label in contact_layout.POINT_LABELS if label not in contact_layout.IN_SPACE or world.dimensions == 3
    ]
    for slot in range(slots):
        own = signals.cell(contact_layout.SHOWN)
        first_label = signals.cell(len(contact_layout.POINT_LABELS))
        owners = [name] if slots == 1 else [name, f"{name}[1]"] if slot == 0 else [f"{name}[{slot + 1}]"]
        for owner in owners:
            places = {label: first_label + number for number, label in enumerate(contact_layout.POINT_LABELS)}
            signals.reported |= {f"{owner}.{label}": places[label] for label in labels}
            signals.reported[f"{owner}.mode"] = modes + slot
        watches = [_watch(signals, where, text) for text in _WATCHED]
        tables.point_records.append(
            [len(tables.pairs) - 1, slot, compiler.out, modes + slot, own, 0, watches[0], *columns, 0, 0]
        )
        tables.charts.append([0, 0, ints_at, compiler.out + GAMMA - 2 * (1 + tangents), 1 + tangents, 0, 0, 2 * size])
        tables.points.append((name, slot))
        tables.numbers.append([*numbers])
        tables.captures.append(capture)
        tables.bounces.append((law, 0 if bounces is None else _place_bounce(signals, owners, bounces)))
        compiler.out += point_size(tangents, size)
    for label in _WHOLE if slots > 1 else ():
        signals.whole[f"{name}.{label}"] = [signals.reported[f"{name}[{slot + 1}].{label}"] for slot in range(slots)]
    compiler.out += sum(packed.scratch + _RESULTS for packed in row.functions)
    tables.rows += slots * (1 + tangents)


def _place_bounce(signals: Signals, owners: list[str], law: Packed) -> int:
    """The numbers of the law of a point's restitution in the memory, which a run keeps: each point has its own."""
    cell = signals.cell(max(GIVEN, _RESULTS + law.scratch))
    signals.reported |= {f"{owner}.restitution": cell for owner in owners}
    return cell


def _laws(
    compiler: Compiler, signals: Signals, contact: ContactPart, slots: int, names: tuple[str, str]
) -> list[CompliantLaw | None]:
    """The force laws of a contact's points, before the points take their room: laws of the user take some, too."""
    if contact.force is None:
        return [None] * slots
    with within(names[0]):
        row = compiler.world.row_class(compiler.scope, *names, signals)
        return [law_of(row, contact.force) for _ in range(slots)]


def _with_law(compiler: Compiler, row: Any, part: Coulomb, numbers: tuple[Any, ...]) -> tuple[Any, ...]:
    """The numbers of a contact or friction; those of sliding say where a law of the user stands, if there is one."""
    if not part.depends_on_speed(row):
        return numbers
    law = part.packed_law(row)
    first, _, static, _, *rest = numbers
    law_record = first, float(compiler.out), static, -float(compiler.writer.function(law, compiler.scalar)), *rest
    compiler.out += _RESULTS + law.scratch
    return law_record


def _place_friction(tables: ContactTables, compiler: Compiler, signals: Signals, name: str, friction: Friction) -> None:
    """Put the dry friction of one joint into the tables."""
    world, where = compiler.world, f"friction '{name}'"
    module = friction_of(world)
    row = world.row_class(compiler.scope, where, name, signals)
    with within(where):
        joint = friction.friction_joint(row)
        numbers = _with_law(compiler, row, friction, friction.numbers(row))
        of_joint = module.pack_friction(row, friction, joint)
    number = next((n for n, placed in enumerate(compiler.elements) if placed.name == friction.joint), None)
    if number is None:
        row.fail(f"joint '{friction.joint}' has no equations in this analysis, so that nothing presses there")
    i, j = (compiler.number[body] for body in joint.ends(row))
    size = world.size
    row.floats, row.ints = list(of_joint.floats), list(of_joint.ints)
    floats_at, ints_at = compiler.write_between(row, i, j)
    mode, own = signals.cell(), signals.cell(contact_layout.SHOWN)
    signals.report(name, contact_layout.FRICTION_LABELS)
    signals.reported[f"{name}.mode"] = mode
    kernel = address(module.kernel_body(), "constraint", compiler.scalar)
    record = [kernel, floats_at, ints_at, compiler.out, number, of_joint.tangents, of_joint.loads]
    watch, columns = _watch(signals, where, "joint friction"), (size * (i - 1), size * (j - 1))
    tables.friction_records.append([*record, mode, own, 0, watch, *columns, 0, of_joint.group])
    tables.charts.append([0, 0, ints_at, compiler.out - 2 * of_joint.tangents, of_joint.tangents, 0, 0, 2 * size])
    tables.friction_names.append(name)
    tables.moments.append(of_joint.moments)
    tables.numbers.append([*numbers[:4], float(of_joint.whole), numbers[4]])
    tables.rows += of_joint.tangents
    tables.loads += of_joint.loads
    compiler.out += of_joint.tangents * (1 + 2 * size) + of_joint.loads * world.reaction
