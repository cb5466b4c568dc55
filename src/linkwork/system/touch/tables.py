"""Laying out contacts and dry friction in the tables of a system."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from linkwork.elements.contacts import Friction, Touching
from linkwork.errors import within
from linkwork.numerics.jit import address
from linkwork.system import layout_kernel as layout
from linkwork.system.signals import Signals, Switch
from linkwork.system.touch import touch_layout_kernel as touch
from linkwork.system.touch.groups import expanded
from linkwork.system.touch.point_layout_kernel import GAMMA, point_size
from linkwork.system.touch.press_layout_kernel import KEPT
from linkwork.system.touch.press_tables import PressLaw, clearance_pair, law_of, write_laws

if TYPE_CHECKING:
    from linkwork.system.compile import _Compiler
    from linkwork.system.system import System

_NEAR, _NEAR_AT_START = 1e-10, 1e-7  # of the model's length: gaps that count as closed
_STILL, _CAPTURE = 1e-9, 1e-6  # of a typical speed: slip that counts as none; speed after an impact that ends bouncing
_LAWS = {"newton": 0, "poisson": 1, "stronge": 2}
_WATCHED = ("gap or force", "friction", "element")
_SLACK = 1e-11  # of a typical gap, force, slip and of an element: numbers of contacts so near zero are zero


@dataclass
class TouchTables:
    """Contacts and frictions of one system while its tables are laid out, and afterwards their names."""

    points: list[tuple[str, int]] = field(default_factory=list)
    """Of every point the contact's name and the slot."""
    rubbing: list[str] = field(default_factory=list)
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
    laws: list[PressLaw | None] = field(default_factory=list)
    """Of every point its force law, if it has one."""
    packed: list[Any] = field(default_factory=list)
    """Rows of the contacts, for what they know of lengths."""

    def name_of(self, whom: int) -> str:
        """Whom a number of the log means: point, or -1 - place that rubs."""
        if whom < 0:
            return f"friction '{self.rubbing[-1 - whom]}'"
        name, slot = self.points[whom]
        return f"contact '{name}'" if slot == 0 else f"contact '{name}' (point {slot + 1})"


def has_touch(mechanism: Any) -> bool:
    """Whether anything touches or rubs."""
    return bool(mechanism.touching_parts or mechanism.contact_groups or mechanism.frictions)


def keep_closed(system: System, w: Any) -> None:
    """Tell a workspace, whose memory has been filled, whether anything is closed or rubs."""
    k, head = system.k, int(system.k[layout.TOUCH])
    if head == 0:
        return
    at, memory = int(k[head + touch.POINT_AT]), int(k[layout.MEMORY])
    records = [at + touch.POINT_RECORD * i for i in range(k[head + touch.POINTS])]
    modes = [memory + k[record + touch.POINT_MODE] for record in records if k[record + touch.POINT_LAW] == 0]
    closed = bool(k[head + touch.FRICTIONS] > 0 or any(w[mode].real for mode in modes))
    w[int(k[layout.TOUCH_ROOM]) + touch.CLOSED] = float(closed)


def lay_out(compiler: _Compiler, signals: Signals) -> TouchTables:
    """Put the contacts and frictions of a mechanism into its tables."""
    tables, mechanism = TouchTables(), compiler.scope.mechanism
    for name, contact in (mechanism.touching_parts | expanded(compiler)).items():
        _place_contact(tables, compiler, signals, name, contact)
    for name, friction in mechanism.frictions.items():
        _place_friction(tables, compiler, signals, name, friction)
    return tables


def _watch(signals: Signals, owner: str, text: str) -> int:
    """A new watched number; its number among the switches."""
    signals.switches.append(Switch(signals.cell(3), owner, text, 0, layout.TOUCHING))
    return len(signals.switches) - 1


def _place_contact(tables: TouchTables, compiler: _Compiler, signals: Signals, name: str, contact: Touching) -> None:
    """Put the pair of one contact, its points and what they show into the tables."""
    world, joint = compiler.world, clearance_pair(contact)
    where = f"contact '{name}'" if joint is None else f"clearance '{name}'"
    pair: Any = importlib.import_module(world.pair_module) if joint is None else joint
    row = world.row_class(compiler.scope, where, name, signals)
    with within(where):
        outlines = first, second = [pair.outline(row, reference) for reference in contact.between]
        numbers = contact.numbers(row)
        if first[0] == second[0]:
            row.fail(f"both sides are on body '{first[0]}'; name two different bodies")
        slots = contact.points_wanted or pair.slots_for(row, *outlines)
        pair.pack_pair(row, *outlines, slots)
        capture = None if contact.capture is None else row.positive(contact.capture, "capture")
    tables.packed.append(row)
    i, j = compiler.number[first[0]], compiler.number[second[0]]
    modes, memory = signals.cell(slots), signals.cell(pair.pair_memory(row, *outlines, slots))
    signals.start |= dict.fromkeys(range(memory, memory + 2 * slots), -1.0)
    row.ints = [memory, slots, modes, *row.ints]
    floats_at, ints_at = compiler._write(row, (), i, j, ())
    size, tangents = world.size, world.dimensions - 1
    columns = size * (i - 1), size * (j - 1)
    kernel = address(pair.kernel_body(row, *outlines), "constraint", compiler.scalar)
    record = [kernel, floats_at, ints_at, compiler.out, slots, len(tables.points), *columns]
    tables.pairs.append(record)
    labels = [label for label in touch.POINT_LABELS if label not in touch.IN_SPACE or world.dimensions == 3]
    for slot in range(slots):
        owner = name if slot == 0 else f"{name}[{slot + 1}]"
        own = signals.cell(touch.SHOWN)
        signals.report(owner, touch.POINT_LABELS)
        for label in set(touch.POINT_LABELS) - set(labels):
            signals.reported.pop(f"{owner}.{label}")
        signals.reported[f"{owner}.mode"] = modes + slot
        watches = [_watch(signals, where, text) for text in _WATCHED]
        tables.point_records.append(
            [len(tables.pairs) - 1, slot, compiler.out, modes + slot, own, 0, watches[0], *columns, 0, 0]
        )
        with within(where):
            part = world.row_class(compiler.scope, where, owner, signals)
            tables.laws.append(None if contact.force is None else law_of(part, contact.force))
        tables.charts.append([0, 0, ints_at, compiler.out + GAMMA - 2 * (1 + tangents), 1 + tangents, 0, 0, 2 * size])
        tables.points.append((name, slot))
        tables.numbers.append([*numbers])
        tables.captures.append(capture)
        compiler.out += point_size(tangents, size)
    compiler.out += sum(packed.scratch + 8 for packed in row.functions)
    tables.rows += slots * (1 + tangents)


def _place_friction(tables: TouchTables, compiler: _Compiler, signals: Signals, name: str, friction: Friction) -> None:
    """Put the dry friction of one joint into the tables."""
    world, where = compiler.world, f"friction '{name}'"
    module = importlib.import_module(world.friction_module)
    row = world.row_class(compiler.scope, where, name, signals)
    with within(where):
        joint = friction.rubbing_joint(row)
        numbers = friction.numbers(row)
        rubbing = module.pack_friction(row, friction, joint)
    number = next((n for n, placed in enumerate(compiler.elements) if placed.name == friction.joint), None)
    if number is None:
        row.fail(f"joint '{friction.joint}' has no equations in this analysis, so that nothing presses there")
    i, j = (compiler.number[body] for body in joint.ends(row))
    size = world.size
    row.floats, row.ints = list(rubbing.floats), list(rubbing.ints)
    floats_at, ints_at = compiler._write(row, (), i, j, ())
    mode, own = signals.cell(), signals.cell(touch.SHOWN)
    signals.report(name, touch.FRICTION_LABELS)
    signals.reported[f"{name}.mode"] = mode
    kernel = address(module.kernel_body(), "constraint", compiler.scalar)
    record = [kernel, floats_at, ints_at, compiler.out, 0, number, rubbing.tangents, rubbing.loads]
    watch, columns = _watch(signals, where, "joint friction"), (size * (i - 1), size * (j - 1))
    tables.friction_records.append([*record, mode, own, 0, watch, *columns, 0, rubbing.group])
    tables.charts.append([0, 0, ints_at, compiler.out - 2 * rubbing.tangents, rubbing.tangents, 0, 0, 2 * size])
    tables.rubbing.append(name)
    tables.moments.append(rubbing.moments)
    tables.numbers.append([*numbers[:4], float(rubbing.whole), numbers[4]])
    tables.rows += rubbing.tangents
    tables.loads += rubbing.loads
    compiler.out += rubbing.tangents * (1 + 2 * size) + rubbing.loads * world.reaction


def write(tables: TouchTables, compiler: _Compiler, length: float, switch_at: int) -> tuple[int, int]:
    """Write the table of contacts and frictions behind the others; its place in k, and the size of its room in w.

    `switch_at` is the place of the watched numbers' records.
    """
    ints, header = compiler.writer.ints, [0] * touch.HEADER
    gravity = sum(abs(value) ** 2 for value in compiler.masses.gravity) ** 0.5
    speed = (length * gravity) ** 0.5 if gravity else length
    _write_numbers(tables, compiler, speed)
    header[touch.REACH] = _write_reach(compiler, length, speed)
    _write_slacks(compiler, length, speed, switch_at)
    _write_records(tables, ints, header)
    header[: touch.FUNCTIONS] = _addresses(compiler.scalar)
    impacts = compiler.scope.mechanism.impact_request
    header[touch.TANGENTS] = compiler.world.dimensions - 1
    header[touch.IMPACT_LAW], header[touch.IN_TURN] = _LAWS[impacts.law], int(impacts.several == "in turn")
    header[touch.PRESSING] = sum(law is not None for law in tables.laws)
    room = touch.SINGLES
    for place, size in _room_sizes(tables, compiler).items():
        header[place] = room
        room += size
    at = len(ints)
    ints.extend(header)
    return at, room


def _write_numbers(tables: TouchTables, compiler: _Compiler, speed: Any) -> None:
    """Write the coefficients of all points and frictions, and the force laws."""
    ints, floats = compiler.writer.ints, compiler.writer.floats
    for number, record in enumerate(tables.point_records):
        record[touch.POINT_FLOATS] = len(floats)
        capture = tables.captures[number]
        floats.extend([*tables.numbers[number], _CAPTURE * speed if capture is None else capture])
    for number, record in enumerate(tables.friction_records):
        record[touch.F_NUMBERS] = len(floats)
        floats.extend(tables.numbers[len(tables.points) + number])
    write_laws(tables.laws, tables.point_records, ints, floats, speed)


def _write_reach(compiler: _Compiler, length: float, speed: Any) -> int:
    """Write what counts as near and as still, and the scales of forces; their place."""
    floats = compiler.writer.floats
    at = len(floats)
    masses = [value.real for value in compiler.masses.numbers[:: compiler.world.mass_numbers]]
    force = (float(sum(masses)) or 1.0) * speed**2 / length
    floats.extend([_NEAR * length, _NEAR_AT_START * length, _STILL * speed, length / force, speed / force])
    return at


def _write_slacks(compiler: _Compiler, length: float, speed: Any, switch_at: int) -> None:
    """Write how near to zero a watched number of contacts is zero."""
    ints, floats = compiler.writer.ints, compiler.writer.floats
    slacks = {"gap or force": length, "friction": speed, "element": 1.0, "joint friction": speed}
    for number, switch in enumerate(compiler.signals.switches if compiler.signals else ()):
        if switch.kind == layout.TOUCHING:
            ints[switch_at + layout.WATCH * number + layout.SLACK] = len(floats)
            floats.append(_SLACK * slacks[switch.text])


def _write_records(tables: TouchTables, ints: list[int], header: list[int]) -> None:
    """Write the records of charts, pairs, points and frictions, each with the places of the others."""
    points = len(tables.points)
    charts = _extend(ints, tables.charts)
    for number, record in enumerate(tables.point_records):
        record[touch.POINT_CHART] = charts + layout.RECORD * number
    for number, record in enumerate(tables.friction_records):
        record[touch.F_CHART] = charts + layout.RECORD * (points + number)
    header[touch.PAIRS], header[touch.PAIR_AT] = len(tables.pairs), _extend(ints, tables.pairs)
    for record in tables.point_records:
        record[touch.PAIR] = header[touch.PAIR_AT] + layout.RECORD * record[touch.PAIR]
    header[touch.POINTS], header[touch.POINT_AT] = points, _extend(ints, tables.point_records)
    header[touch.FRICTIONS] = len(tables.friction_records)
    header[touch.FRICTION_AT] = _extend(ints, tables.friction_records)


def _extend(ints: list[int], records: list[list[int]]) -> int:
    """Write records one behind the other; the place of the first."""
    at = len(ints)
    for record in records:
        ints.extend(record)
    return at


def _room_sizes(tables: TouchTables, compiler: _Compiler) -> dict[int, int]:
    """The parts of the room in w, in their order, by the place in the header that says where each begins."""
    from linkwork.numerics.cone_layout_kernel import workspace_size

    world, n, m = compiler.world, len(compiler.coordinates), len(compiler.equations)
    points, cones = len(tables.points), len(tables.points) + len(tables.friction_records)
    return {
        touch.ROWS_AT: touch.ROW * max(tables.rows, world.dimensions * points),
        touch.RESPONSES_AT: tables.rows * (n + m),
        touch.PROBLEM_AT: int(workspace_size(tables.rows, cones, tables.loads)),
        touch.LOG_AT: touch.LOG_ROWS * (touch.LOG_NUMBERS + world.reaction * len(compiler.elements)),
        touch.KEPT_AT: n + m,
        touch.CONE_AT: touch.CONE * cones,
        touch.WRENCHES_AT: world.reaction * len(compiler.elements),
        touch.TOUCHES_AT: points,
        touch.KEPT_MODES_AT: points,
        touch.PRESS_AT: (3 * KEPT + n) * points,
        touch.JOINT_ROWS_AT: tables.rows * n,
        touch.KEPT_LOAD_AT: n,
    }


def _addresses(scalar: str) -> list[int]:
    """Addresses of the functions of contacts, in the order of the layout."""
    from linkwork.system.touch import forces_kernel as forces
    from linkwork.system.touch import press_kernel, resolve_kernel, watch_kernel

    bodies = {
        touch.ADD_FORCES: forces.add_forces,
        touch.ADD_POSITION: forces.add_position,
        touch.ADD_VELOCITY: forces.add_velocity,
        touch.WATCH_TOUCH: watch_kernel.watch_touch,
        touch.RESOLVE: resolve_kernel.resolve,
        touch.SEARCH: watch_kernel.search,
        touch.PRESS: press_kernel.press,
        touch.SHOW: watch_kernel.show,
    }
    return [address(bodies[number], "world", scalar) if number in bodies else 0 for number in range(touch.FUNCTIONS)]
