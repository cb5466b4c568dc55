"""Bodies with elastic modes in the tables: columns of modes, frames of interfaces, entries of the mass matrix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.base.late_dataclass import dataclass
from linkwork.base.names import GROUND
from linkwork.bodies.modes import ModalNumbers, evaluate
from linkwork.numerics.jit import address
from linkwork.places import layout_kernel as layout
from linkwork.places.interfaces import interface_name, is_interface, owner_of
from linkwork.system.modal import modal_layout_kernel as places

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System
    from linkwork.system.tables.compiler import Compiler
    from linkwork.system.world import SystemWorld


def bodies_with_modes(mechanism: Mechanism) -> list[str]:
    """Names of the bodies that are not rigid."""
    return [name for name, body in mechanism.bodies_by_name.items() if name != GROUND and body.modes is not None]


def refuse_modes(mechanism: Mechanism, what: str, instead: str) -> None:
    """Refuse what bodies with elastic modes are not made for yet."""
    bodies = bodies_with_modes(mechanism)
    if bodies:
        raise AnalysisError(
            f"{mechanism.name}: {what} does not take the elastic modes of body '{bodies[0]}' yet; {instead}"
        )


def refuse_in_contact(mechanism: Mechanism) -> None:
    """Refuse contacts, clearances and dry friction at bodies with elastic modes; beside them they are followed."""
    modal = set(bodies_with_modes(mechanism))
    ends: dict[str, Sequence[str]] = {
        f"contact '{name}'": contact.bodies() for name, contact in mechanism.touching_parts.items()
    }
    everyone = list(mechanism.bodies_by_name)
    ends |= {f"contacts '{name}'": group.bodies(everyone) for name, group in mechanism.contact_groups.items()}
    for name, friction in mechanism.frictions.items():
        ends[f"friction '{name}'"] = _joined(mechanism.joints.get(friction.joint))
    for what, bodies in ends.items():
        closed = next((body for body in bodies if owner_of(body) in modal), None)
        if closed is not None:
            raise MechanismError(
                f"{what}: body '{owner_of(closed)}' bends, and its own frame touches nothing; give what touches to one "
                "of its interfaces, as in body.interface('tip').profile(...), or weld a body without mass there"
            )


def _joined(joint: Any) -> list[str]:
    """The bodies that a joint is between, as its description names them."""
    ends = getattr(joint, "between", ())
    return [end if isinstance(end, str) else end.body for end in ends]


@dataclass(frozen=True)
class ModalBody:
    """A body with modes: its number from 0 on, the first column of its modes, its mass, numbers of the modes."""

    name: str
    number: int
    column: int
    labels: tuple[str, ...]
    mass: Any
    numbers: ModalNumbers

    @property
    def columns(self) -> range:
        """The columns of its modes."""
        return range(self.column, self.column + self.numbers.count)

    def unit(self, length: float, mode: int) -> float:
        """What counts as one unit of a mode: by it a typical particle moves by the model's length."""
        share = self.numbers.mass[mode * (self.numbers.count + 1)].real / self.mass.real
        return float(length / share**0.5)


def modal_bodies(scope: Any, bodies: Sequence[str], size: int) -> tuple[ModalBody, ...]:
    """The bodies that have modes; columns of modes stand behind those of all bodies."""
    modal_bodies, column = [], size * len(bodies)
    for number, name in enumerate(bodies):
        body = scope.mechanism.bodies_by_name[name]
        if body.modes is None:
            continue
        row = scope.mechanism.row_class(scope, f"body '{name}'", name)
        numbers = evaluate(body.modes, row)
        modal_bodies.append(ModalBody(name, number, column, body.modes.labels, _mass(scope, row), numbers))
        column += numbers.count
    return tuple(modal_bodies)


def _mass(scope: Any, row: Any) -> Any:
    """The mass of the undeformed body."""
    if scope.mechanism.world.dimensions == 2:
        from linkwork.bodies.mass import evaluate as in_plane

        mass = in_plane(scope.body(row.name).mass, scope, row).mass
    else:
        from linkwork.bodies.spatial.mass import evaluate as in_space

        mass = in_space(scope.body(row.name).mass, scope, row).mass
    if mass.real <= 0.0:
        row.fail("a body with modes needs a mass; give it one")
    return mass


@dataclass
class _Frame:
    """An interface: its body, and the place of its record in the int table."""

    body: ModalBody
    record: int
    pose: int
    twist: int


class ModalTables:
    """The bodies with modes of one system while its tables are laid out."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.bodies = modal_bodies(compiler.scope, compiler.bodies, compiler.size)
        self.frames: dict[str, _Frame] = {}
        self.force_ends: list[list[int]] = []
        self.held: list[list[int]] = []
        self.attached: dict[int, int] = {}
        """Of every element that is attached to an interface, by its number: where the record of its kernel lies."""
        self.floats_at = 0
        self.room = 0

    def __bool__(self) -> bool:
        return bool(self.bodies)

    @property
    def labels(self) -> list[str]:
        """Names of the coordinates."""
        return [f"{body.name}.{label}" for body in self.bodies for label in body.labels]

    @property
    def start(self) -> list[Any]:
        """Their values when the motion starts."""
        return [value for body in self.bodies for value in body.numbers.start]

    def columns(self, name: str) -> range | None:
        """The column of a mode such as `beam.q1`; none where the name is something else."""
        if name not in self.labels:
            return None
        first = self.compiler.size * len(self.compiler.bodies) + self.labels.index(name)
        return range(first, first + 1)

    def rows(self) -> list[Any]:
        """What tells of the sizes of these bodies, as rows of elements do."""
        return _size_rows(self.bodies, self.compiler.scope)

    def write(self, own: int) -> None:
        """Numbers of the bodies and frames into the tables; `own` coordinates stand before the frames."""
        writer, world, count = self.compiler.writer, self.compiler.world, len(self.compiler.bodies)
        size, pose = world.size, world.pose_size
        refuse_in_contact(self.compiler.scope.mechanism)
        self.floats_at = len(writer.floats)
        next_pose, next_twist = pose * (count + 1) + own, size * (count + 1) + own
        for body in self.bodies:
            writer.floats.extend(body.numbers.numbers())
            for name, values in body.numbers.interfaces.items():
                record = [next_pose, next_twist, pose * (body.number + 1), size * (body.number + 1)]
                record += [body.numbers.count, *self._mode_places(body), len(writer.floats)]
                record.append(len(writer.floats) + _first_order(body, world) if body.numbers.is_curved else 0)
                frame = _Frame(body, len(writer.ints), next_pose, next_twist)
                self.frames[interface_name(body.name, name)] = frame
                writer.ints.extend(record)
                writer.floats.extend(values)
                next_pose += pose
                next_twist += size
        self.room = next_pose

    def _mode_places(self, body: ModalBody) -> tuple[int, int]:
        """Where its first mode lies in the tables of poses and twists."""
        return self.compiler.own_places(body.column)

    def pose_room(self) -> tuple[int, int]:
        """Numbers that frames take in the tables of poses and of twists, with the room for a block of masses."""
        if not self.bodies:
            return 0, 0
        widest = max(self.compiler.size + body.numbers.count for body in self.bodies)
        world, frames = self.compiler.world, len(self.frames)
        return world.pose_size * frames + widest * widest, world.size * frames

    # ------------------------------------------------------------------ elements at frames

    def ends(self, row: Any, names: tuple[str, str], reads: bool = False) -> tuple[_Frame | None, _Frame | None]:
        """The frames of two ends; refuses a body with modes by itself unless it is only read."""
        for name in names:
            flexible = any(body.name == name for body in self.bodies)
            if flexible and not reads:
                known = ", ".join(frame for frame in self.frames if owner_of(frame) == name)
                row.fail(f"body '{name}' has elastic modes; attach to one of its interfaces: {known or 'none yet'}")
        first, second = (self.frames[name] if is_interface(name) else None for name in names)
        return first, second

    def behind(self, ends: tuple[_Frame | None, _Frame | None]) -> tuple[int, ...]:
        """The columns of modes that an element has behind its others."""
        return tuple(column for frame in ends if frame is not None for column in frame.body.columns)

    def places(self, numbers: tuple[int, int], ends: tuple[_Frame | None, _Frame | None]) -> list[int]:
        """Where the kernel of an element finds poses and twists of its ends."""
        places, world = [], self.compiler.world
        for number, frame in zip(numbers, ends, strict=True):
            rigid = [world.pose_size * number, world.size * number]
            places += rigid if frame is None else [frame.pose, frame.twist]
        return places

    def record(self, floats: int, ints: int, out: int, shape: tuple[int, int], ends: Sequence[_Frame | None]) -> int:
        """The record of the kernel of an element's kind; the ints of the element itself come right behind it."""
        at = len(self.compiler.writer.ints)
        records = [0 if frame is None else frame.record for frame in ends]
        self.compiler.writer.ints.extend([0, floats, ints, out, *shape, *records])
        return at

    def kernel(self) -> int:
        """Address of the kernel of an element that is attached to frames."""
        if self.compiler.world.dimensions == 2:
            from linkwork.system.modal.planar_attached_kernel import attached_in_plane as kernel
        else:
            from linkwork.system.modal.spatial_attached_kernel import attached_in_space as kernel
        return address(kernel, "constraint", self.compiler.scalar)

    # ------------------------------------------------------------------ masses

    def entries(self) -> list[tuple[int, int]]:
        """Entries of the mass matrix that the modes add, lower triangle."""
        return mass_entries(self.bodies, self.compiler.size)

    def typical(self, known: list[float]) -> list[float]:
        """Which entries are there: all of those of bodies with modes."""
        typical, each = list(known), len(self.compiler.world.mass_entries([0]))
        for body in self.bodies:
            at = each * self.compiler.masses.bodies.index(body.number)
            typical[at : at + each] = [1.0] * each
        return typical + [1.0] * len(self.entries())

    def table(self) -> int:
        """The table of bodies with modes, behind what is written so far; where it begins."""
        ints, dynamic = self.compiler.writer.ints, self.compiler.masses is not None
        records = list(self._body_records()) if dynamic else []
        at = len(ints)
        bodies_at = at + places.TABLE
        ends_at = bodies_at + places.BODY_RECORD * len(records)
        held_at = ends_at + places.FORCE_END * len(self.force_ends)
        head = [len(records), bodies_at, len(self.force_ends), ends_at, len(self.held), held_at, self.room]
        ints.extend(head + [value for part in (records, self.force_ends, self.held) for one in part for value in one])
        return at

    def _body_records(self) -> Iterator[list[int]]:
        """Of every body with modes its record; the entries of its mass matrix are written before it."""
        compiler, floats = self.compiler, self.floats_at
        each, size = len(compiler.world.mass_entries([0])), compiler.size
        extra = each * len(compiler.masses.bodies)
        for body in self.bodies:
            number, n = compiler.masses.bodies.index(body.number), body.numbers.count
            shared = [
                (each * number + place, row, column)
                for place, (row, column) in enumerate(compiler.world.mass_entries([0]))
            ]
            added = [
                (extra + place, *(_local(body, column, size) for column in entry))
                for place, entry in enumerate(mass_entries([body], size))
            ]
            at = len(compiler.writer.ints)
            compiler.writer.ints.extend(value for entry in shared + added for value in entry)
            curved = floats + len(body.numbers.numbers()) - len(body.numbers.bent) if body.numbers.is_curved else 0
            yield [number, body.number, n, body.column, floats, len(shared), len(added), at, curved]
            extra += len(added)
            floats += len(body.numbers.numbers()) + sum(map(len, body.numbers.interfaces.values()))


def _first_order(body: ModalBody, world: SystemWorld) -> int:
    """How many numbers of an interface stand before those of second order: its place, and S and R of every mode."""
    return world.dimensions + world.size * body.numbers.count


def _size_rows(bodies: Sequence[ModalBody], scope: Any) -> list[Any]:
    """Rows in which the interfaces of each body have been seen."""
    size_rows, dimensions = [], scope.mechanism.world.dimensions
    for body in bodies:
        row = scope.mechanism.row_class(scope, f"body '{body.name}'", body.name)
        row.seen += [(body.name, *values[:dimensions]) for values in body.numbers.interfaces.values()]
        size_rows.append(row)
    return size_rows


def modal_rows(system: System) -> list[Any]:
    """What tells of the sizes of the bodies with modes of a system, as rows of elements do."""
    return _size_rows(system.modal, system.mechanism.scope(dict(system.env)))


def _local(body: ModalBody, column: int, size: int) -> int:
    """The place of a column among those of its body."""
    return column - size * body.number if column < body.column else column - body.column + size


def mass_entries(bodies: Sequence[ModalBody], size: int) -> list[tuple[int, int]]:
    """Entries of the mass matrix that modes add: with the body's own columns, and with each other."""
    mass_entries = []
    for body in bodies:
        for row in body.columns:
            mass_entries += [(row, size * body.number + column) for column in range(size)]
            mass_entries += [(row, other) for other in range(body.column, row + 1)]
    return mass_entries


def functions(world: SystemWorld, scalar: str) -> list[int]:
    """Addresses of the functions of a world in which bodies have modes, in the order of the layout."""
    if world.dimensions == 2:
        from linkwork.system.modal import planar_kernel as plane
        from linkwork.system.modal import planar_step_kernel as planar_step

        table: dict[int, Any] = {layout.CHART_LOAD: plane.force_ends}
        module: Any = plane
        step: Any = planar_step
    else:
        from linkwork.system.modal import spatial_kernel as module
        from linkwork.system.modal import spatial_step_kernel as step

        table = {layout.CHART_LOAD: module.chart_load}
    table |= {
        layout.LOAD_MASSES: module.load_masses,
        layout.WEIGHT: module.weight,
        layout.REACTIONS: module.reactions,
        layout.ADD_INERTIA: module.add_inertia,
        layout.INERTIA_COLUMNS: module.inertia_columns,
        layout.MULTIPLY_MASSES: module.multiply_masses,
        layout.SHIFT: step.shift,
        layout.TO_CENTRES: step.to_centres,
        layout.TAKE_OUT_SPIN: step.take_out_spin,
        layout.STEP_INERTIA: step.step_inertia,
    }
    known = world.functions(scalar)
    return [address(table[place], "world", scalar) if place in table else known[place] for place in range(len(known))]


def with_numbers(system: System, scope: Any, p: Any) -> tuple[ModalBody, ...]:
    """The bodies with modes for other values of the parameters, their numbers put into the table p."""
    bodies, at = modal_bodies(scope, system.bodies, system.world.size), system.modal_at
    for body in bodies:
        for values in (body.numbers.numbers(), *body.numbers.interfaces.values()):
            p[at : at + len(values)] = values
            at += len(values)
    return bodies
