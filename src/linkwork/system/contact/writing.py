"""Writing the table of contacts and dry friction, once all of them are laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.numerics.jit import address
from linkwork.places import layout_kernel as layout
from linkwork.system.contact import contact_layout_kernel as contact_layout
from linkwork.system.contact.compliant_layout_kernel import KEPT
from linkwork.system.contact.compliant_tables import write_laws

if TYPE_CHECKING:
    from linkwork.system.contact.tables import ContactTables
    from linkwork.system.tables.compiler import Compiler

_NEAR, _NEAR_AT_START = 1e-10, 1e-7  # of the model's length: gaps that count as closed
_STILL, _CAPTURE = 1e-9, 1e-6  # of a typical speed: slip that counts as none; speed after an impact that ends bouncing
_LAWS = {"newton": 0, "poisson": 1, "stronge": 2}
_SLACK = 1e-11  # of a typical gap, force, slip and of an element: numbers of contacts so near zero are zero


def write(tables: ContactTables, compiler: Compiler, length: float, switch_at: int) -> tuple[int, int]:
    """Write the table of contacts and frictions behind the others; its place in k, and the size of its room in w.

    `switch_at` is the place of the watched numbers' records.
    """
    ints, header = compiler.writer.ints, [0] * contact_layout.HEADER
    gravity = sum(value * value for value in compiler.masses.gravity) ** 0.5
    speed = (length * gravity) ** 0.5 if gravity.real else length
    _write_numbers(tables, compiler, speed)
    header[contact_layout.REACH] = _write_reach(compiler, length, speed)
    _write_slacks(compiler, length, speed, switch_at)
    _write_records(tables, ints, header)
    header[: contact_layout.FUNCTIONS] = _addresses(compiler.scalar)
    header[contact_layout.SOLVER_AT] = _solver()
    impacts = compiler.scope.mechanism.impact_request
    header[contact_layout.TANGENTS] = compiler.world.dimensions - 1
    header[contact_layout.IMPACT_LAW], header[contact_layout.IN_TURN] = (
        _LAWS[impacts.law],
        int(impacts.several == "in turn"),
    )
    lines = contact_layout.LOG_ROWS + contact_layout.LINES_A_CONE * (len(tables.points) + len(tables.friction_records))
    header[contact_layout.LOG_LINES] = lines
    header[contact_layout.COMPLIANT_POINTS] = sum(law is not None for law in tables.laws)
    room = contact_layout.SINGLES
    for place, size in _room_sizes(tables, compiler, lines).items():
        header[place] = room
        room += size
    at = len(ints)
    ints.extend(header)
    return at, room


def _write_numbers(tables: ContactTables, compiler: Compiler, speed: Any) -> None:
    """Write the coefficients of all points and frictions, and the force laws."""
    ints, floats = compiler.writer.ints, compiler.writer.floats
    for number, record in enumerate(tables.point_records):
        record[contact_layout.POINT_FLOATS] = len(floats)
        capture = tables.captures[number]
        floats.extend([*tables.numbers[number], _CAPTURE * speed if capture is None else capture])
        floats.extend(float(place) for place in tables.bounces[number])
    for number, record in enumerate(tables.friction_records):
        record[contact_layout.F_NUMBERS] = len(floats)
        floats.extend(tables.numbers[len(tables.points) + number])
    write_laws(tables.laws, tables.point_records, ints, floats, speed)


def _write_reach(compiler: Compiler, length: float, speed: Any) -> int:
    """Write what counts as near and as still, and the scales of forces; their place."""
    floats = compiler.writer.floats
    at = len(floats)
    masses = [value.real for value in compiler.masses.numbers[:: compiler.world.mass_numbers]]
    force = (float(sum(masses)) or 1.0) * speed**2 / length
    floats.extend([_NEAR * length, _NEAR_AT_START * length, _STILL * speed, length / force, speed / force, length])
    return at


def _write_slacks(compiler: Compiler, length: float, speed: Any, switch_at: int) -> None:
    """Write how near to zero a watched number of contacts is zero."""
    ints, floats = compiler.writer.ints, compiler.writer.floats
    slacks = {"gap or force": length, "friction": speed, "element": 1.0, "joint friction": speed}
    for number, switch in enumerate(compiler.signals.switches if compiler.signals else ()):
        if switch.kind == layout.OF_CONTACT:
            ints[switch_at + layout.WATCH * number + layout.SLACK] = len(floats)
            floats.append(_SLACK * slacks[switch.text])


def _write_records(tables: ContactTables, ints: list[int], header: list[int]) -> None:
    """Write the records of charts, pairs, points and frictions, each with the places of the others."""
    points = len(tables.points)
    charts = _extend(ints, tables.charts)
    for number, record in enumerate(tables.point_records):
        record[contact_layout.POINT_CHART] = charts + layout.RECORD * number
    for number, record in enumerate(tables.friction_records):
        record[contact_layout.F_CHART] = charts + layout.RECORD * (points + number)
    header[contact_layout.PAIRS], header[contact_layout.PAIR_AT] = len(tables.pairs), _extend(ints, tables.pairs)
    for record in tables.point_records:
        record[contact_layout.PAIR] = header[contact_layout.PAIR_AT] + layout.RECORD * record[contact_layout.PAIR]
    header[contact_layout.POINTS], header[contact_layout.POINT_AT] = points, _extend(ints, tables.point_records)
    header[contact_layout.FRICTIONS] = len(tables.friction_records)
    header[contact_layout.FRICTION_AT] = _extend(ints, tables.friction_records)


def _extend(ints: list[int], records: list[list[int]]) -> int:
    """Write records one behind the other; the place of the first."""
    at = len(ints)
    for record in records:
        ints.extend(record)
    return at


def _room_sizes(tables: ContactTables, compiler: Compiler, lines: int) -> dict[int, int]:
    """The parts of the room in w, in their order, by the place in the header that says where each begins.

    `lines` is the length of the log.
    """
    from linkwork.numerics.cones.cone_layout_kernel import workspace_size

    world, n, m = compiler.world, len(compiler.coordinates), len(compiler.equations)
    points, cones = len(tables.points), len(tables.points) + len(tables.friction_records)
    problem = int(workspace_size(tables.rows, cones, tables.loads))  # in complex numbers a real copy lies behind it
    return {
        contact_layout.ROWS_AT: contact_layout.ROW * max(tables.rows, world.dimensions * points),
        contact_layout.RESPONSES_AT: tables.rows * (n + m),
        contact_layout.PROBLEM_AT: problem + (problem + 1) // 2 * (compiler.scalar == "complex"),
        contact_layout.LOG_AT: lines * (contact_layout.LOG_NUMBERS + world.reaction * len(compiler.elements)),
        contact_layout.KEPT_AT: n + m,
        contact_layout.CONE_AT: contact_layout.CONE * cones,
        contact_layout.WRENCHES_AT: world.reaction * len(compiler.elements),
        contact_layout.MARKS_AT: points,
        contact_layout.KEPT_MODES_AT: points,
        contact_layout.COMPLIANT_AT: (3 * KEPT + n) * points,
        contact_layout.JOINT_ROWS_AT: tables.rows * n,
        contact_layout.KEPT_LOAD_AT: n,
    }


def _solver() -> int:
    """Address of what decides on forces and modes; it does so in real numbers."""
    from linkwork.numerics.cones.cone_solver_kernel import solve_problem

    return address(solve_problem, "world", "real")


def _addresses(scalar: str) -> list[int]:
    """Addresses of the functions of contacts, in the order of the layout."""
    from linkwork.system.contact import compliant_kernel as compliant_kernel
    from linkwork.system.contact import forces_kernel as forces
    from linkwork.system.contact import resolve_kernel, watch_kernel

    bodies = {
        contact_layout.ADD_FORCES: forces.add_forces,
        contact_layout.ADD_POSITION: forces.add_position,
        contact_layout.ADD_VELOCITY: forces.add_velocity,
        contact_layout.WATCH_CONTACTS: watch_kernel.watch_contacts,
        contact_layout.RESOLVE: resolve_kernel.resolve,
        contact_layout.SEARCH: watch_kernel.search,
        contact_layout.COMPLIANT: compliant_kernel.compliant,
        contact_layout.SHOW: watch_kernel.show,
    }
    return [
        address(bodies[number], "world", scalar) if number in bodies else 0
        for number in range(contact_layout.FUNCTIONS)
    ]
