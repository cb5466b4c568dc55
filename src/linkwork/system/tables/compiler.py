"""The compiler lays the elements of a mechanism out in tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.base.names import GROUND
from linkwork.elements.base import Element
from linkwork.elements.forces_base import SOLID_KERNELS
from linkwork.functions.writer import TableWriter
from linkwork.numerics.jit import address
from linkwork.numerics.ldl import analyse
from linkwork.places import layout_kernel as layout
from linkwork.places.interfaces import is_interface, owner_of
from linkwork.places.row import Row
from linkwork.places.scope import Scope
from linkwork.signals.records import Signals
from linkwork.system.contact.tables import ContactTables, has_contact, lay_out
from linkwork.system.modal.tables import ModalTables
from linkwork.system.stepping.tables import SteppingTables
from linkwork.system.stepping.tables import lay_out as lay_out_stepping
from linkwork.system.system import Equation, Placed, System
from linkwork.system.tables.model_length import model_length
from linkwork.system.tables.packing import filled_row, packed_row, row_of
from linkwork.system.tables.strand_rows import strand_rows
from linkwork.system.tables.tables import write_tables
from linkwork.system.world import world_of

_RESULTS = 8  # numbers that a function writes at most


class Compiler:
    """Lays the elements of a mechanism out in tables."""

    def __init__(
        self,
        scope: Scope,
        chosen: list[tuple[str, Element, bool]],
        scalar: str,
        time_free: bool,
        unit: bool,
        masses: Any,
        stepping: bool,
    ) -> None:
        self.scope = scope
        self.world = world_of(scope.mechanism)
        self.size = self.world.size
        self.chosen = chosen
        self.scalar = scalar
        self.time_free = time_free
        self.unit = unit
        self.masses = masses
        self.forces: list[list[int]] = []
        self.reaction_points: list[Any] = []
        self.bodies = tuple(name for name in scope.mechanism.bodies_by_name if name != GROUND)
        self.number = {GROUND: 0} | {name: i + 1 for i, name in enumerate(self.bodies)}
        self.writer = TableWriter()
        self.writer.ints.extend([0] * layout.HEADER)
        self.modal = ModalTables(self)
        self.coordinates = [f"{body}.{what}" for body in self.bodies for what in self.world.body_coordinates]
        self.coordinates += self.modal.labels
        self.start = [value for body in self.bodies for value in scope.drawn_pose(body)] + self.modal.start
        self.equations: list[Equation] = []
        self.elements: list[Placed] = []
        self.records: list[list[int]] = []
        self.entries: list[tuple[int, int, int]] = []  # place in out, row, column
        self.memory = 0
        self.out = 0
        self.signals: Signals | None = None
        self.signal_records: list[list[int]] = []
        self.force_names: list[str] = []
        self.contact_tables: ContactTables | None = None
        self.with_contacts = scalar == "real"
        self.steps_in_time = stepping
        self.stepping: SteppingTables | None = None

    def system(self) -> System:
        mechanism = self.scope.mechanism
        if not self.bodies and not mechanism.signals:
            raise MechanismError("the mechanism has no bodies; add one with body(...)")
        heavy = not self.bodies or any(body.mass is not None for body in mechanism.bodies_by_name.values())
        if not mechanism.joints and not mechanism.drivers and not heavy:
            raise MechanismError("the mechanism has no joints; add one, as in revolute('A', ...)")
        rows = self.lay_out()
        contact_rows = [
            packed for tables in (self.contact_tables, self.stepping) if tables is not None for packed in tables.packed
        ]
        length = model_length(rows + contact_rows + self.modal.rows() + strand_rows(self.scope))
        if self.time_free:
            self.coordinates.append("time")
            self.start.append(0.0)
        return self._finish(length)

    def lay_out(self) -> list[Row]:
        """Numbers of joints, drivers and forces into the tables; the rows of joints and drivers."""
        rows = [packed_row(self.scope, *item) for item in self.chosen]
        own_at = self.size * len(self.bodies) + len(self.modal.labels)
        if self.modal:
            self.modal.write(len(self.modal.labels) + sum(len(element.own) for _, element, _ in self.chosen))
        owned = [own_at := own_at + len(element.own) for _, element, _ in self.chosen]
        for item, (row, ends), after in zip(self.chosen, rows, owned, strict=True):
            self._place(item, row, ends, after - len(item[1].own))
        if self.masses is not None:
            self._place_forces()
        return [row for row, _ in rows]

    def _place(self, item: tuple[str, Element, bool], row: Row, ends: tuple[str, str], own_at: int) -> None:
        name, element, driver = item
        i, j = (self.number[owner_of(body)] for body in ends)
        frames = self.modal.ends(row, ends, reads="." in name)
        if i == j:
            row.fail(f"it joins body '{ends[0]}' to itself; name two different bodies")
        own = tuple(own_at + n for n in range(len(element.own)))
        for label, value in zip(element.own, element.start(row), strict=True):
            self.coordinates.append(f"{name}.{label}")
            self.start.append(value)
        others = tuple(self._columns(element.others(row)))
        floats_at, ints_at = self._write(row, element.memory, self.modal.places((i, j), frames), own, others)
        rows, columns = len(element.equations), 2 * self.size + len(own) + len(others)
        scratch = sum(packed.scratch + _RESULTS for packed in row.functions)
        if any(frames):
            number, kernel_out = len(self.elements), self.out
            self.out += rows * (3 + columns) + scratch
            self.modal.attached[number] = self.modal.record(floats_at, ints_at, kernel_out, (rows, columns), frames)
            others += (modes := self.modal.behind(frames))
            columns, scratch = columns + len(modes), 0
            ints_at = self._write_ends(self.modal.places((i, j), (None, None)), own, others)
            if frames[1] is not None:
                self.modal.held.append([number, frames[1].record])
        first = len(self.equations)
        self.equations += [Equation(name, label, unit, driver) for label, unit in element.equations.items()]
        self._scatter(element, first, (i, j), own, others, frames)
        at = (ends[0] if is_interface(ends[0]) else "", ends[1] if is_interface(ends[1]) else "")
        self.elements.append(Placed(name, element, driver, (i, j), first, own, floats_at, at))
        self.records.append([0, floats_at, ints_at, self.out, rows, first, int(bool(element.memory)), columns])
        self.reaction_points += element.reaction_point(row)
        self.out += rows * (3 + columns) + scratch

    def _place_forces(self) -> None:
        """Forces, and the signals and events around them."""
        mechanism = self.scope.mechanism
        mechanism.solve_circuits(self.scope)
        signals = Signals(self.scope, self.scalar, self.memory, self._put_signal)
        self.signals = signals
        contacts = self.steps_in_time or (self.with_contacts and has_contact(mechanism))
        later = {name: part for name, part in mechanism.signals.items() if part.results_only and not contacts}
        for name in mechanism.signals:
            if name not in later:
                signals.channel(name)
        for name, force in mechanism.forces.items():
            self._place_force(name, force, signals)
        for name, event in mechanism.events.items():
            signals.event(name, event)
        if later:
            signals.end_of_needed()
        for name in later:
            signals.channel(name)
        if self.steps_in_time:
            self.stepping = lay_out_stepping(self, signals)
        elif self.with_contacts and has_contact(mechanism):
            self.contact_tables = lay_out(self, signals)

    def _put_signal(
        self,
        kernel: Any,
        ends: tuple[str, str],
        floats: Sequence[Any],
        ints: Sequence[int],
        functions: Sequence[Any],
        scratch: int,
        remembers: bool,
    ) -> None:
        """Lay out one signal."""
        row = self.world.row_class(self.scope, "signal")
        row.floats, row.ints, row.functions = list(floats), list(ints), list(functions)
        floats_at, ints_at, where = self._write_reader(row, ends, address(kernel, "constraint", self.scalar), True)
        self.signal_records.append([where, floats_at, ints_at, self.out, 0, 0, int(remembers), 0])
        self.out += scratch + sum(packed.scratch + _RESULTS for packed in functions)

    def _place_force(self, name: str, force: Element, signals: Signals) -> None:
        row = self.world.row_class(self.scope, f"force '{name}'", name, signals)
        row, ends = filled_row(row, force)
        kernel = address(force.kernel_body(), "constraint", self.scalar)
        others = tuple(force.others(row))
        floats_at, ints_at, where = self._write_reader(row, ends, kernel, False, others)
        columns = []
        for side, end in enumerate(ends):
            frame = self.modal.frames.get(end)
            columns.append(self.size * (0 if frame is not None else self.number[end]) - self.size)
            if frame is not None:
                self.modal.force_ends.append([len(self.forces), side, frame.record])
        solid = 2 + len(others) if force.kernel in SOLID_KERNELS else 0  # its edges and spokes know all nodes of a cell
        own = int(solid > 0 and hasattr(force, "nodes"))  # the record that stands for the cell
        self.forces.append([where, floats_at, ints_at, self.out, solid, own, *columns])
        self.force_names.append(name)
        self.out += self.world.force_results + sum(packed.scratch + _RESULTS for packed in row.functions)

    def _columns(self, names: Iterable[str]) -> Iterator[int]:
        """Columns of moving bodies, and of modes."""
        for body in names:
            mode = self.modal.columns(body)
            if mode is not None:
                yield from mode
                continue
            if is_interface(body):
                raise MechanismError(f"interface '{body}' can only be one of the two ends of an element")
            first = self.size * (self.number[body] - 1)
            yield from range(first, first + self.size)

    def _write_reader(
        self, row: Row, ends: tuple[str, str], kernel: int, reads: bool, others: tuple[str, ...] = ()
    ) -> tuple[int, int, int]:
        """A force or a signal into the tables: where its numbers and its ints begin, and the address of its kernel.

        The second end may be a mode, such as `rod.q1`, whose places in the tables of poses and twists come behind, as
        do those of all columns of other bodies that a force knows.
        """
        mode = tuple(self.modal.columns(ends[1]) or ())
        if mode:
            ends = (ends[0], GROUND)
        numbers = (self.number[owner_of(ends[0])], self.number[owner_of(ends[1])])
        frames = self.modal.ends(row, ends, reads)
        known = mode + tuple(self._columns(others))
        floats_at, ints_at = self._write(row, (), self.modal.places(numbers, frames), known)
        if not any(frames):
            return floats_at, ints_at, kernel
        at = self.modal.record(floats_at, ints_at, self.out, (0, 0), frames)
        self.writer.ints[at] = kernel
        return floats_at, self._write_ends(self.modal.places(numbers, (None, None)), (), ()), self.modal.kernel()

    def write_between(self, row: Row, i: int, j: int) -> tuple[int, int]:
        """Numbers and functions of what stands between two rigid bodies into the tables; where they begin."""
        return self._write(row, (), self.modal.places((i, j), (None, None)), ())

    def own_places(self, column: int) -> tuple[int, int]:
        """Where a coordinate behind those of the bodies lies in the tables of poses and twists, the ground first."""
        pose, size = self.world.pose_size, self.size
        return column + pose + (pose - size) * len(self.bodies), column + size

    def _write_ends(self, ends: list[int], own: tuple[int, ...], others: tuple[int, ...]) -> int:
        """The places of ends, own coordinates and other columns into the int table; where they begin."""
        at, size, pose = len(self.writer.ints), self.size, self.world.pose_size
        self.writer.ints.extend(ends)
        for column in own + others:
            if column >= size * len(self.bodies):
                self.writer.ints.extend(self.own_places(column))
            else:
                body, place = divmod(column, size)
                self.writer.ints.extend([pose * (body + 1) + place, column + size])
        return at

    def _write(
        self, row: Row, memory: tuple[str, ...], ends: list[int], own: tuple[int, ...], others: tuple[int, ...] = ()
    ) -> tuple[int, int]:
        """Numbers and functions of the element into the tables; where they begin."""
        blocks = [self.writer.function(packed, self.scalar) for packed in row.functions]
        floats_at = len(self.writer.floats)
        self.writer.floats.extend(row.floats)
        ints_at = self._write_ends(ends, own, others)
        if memory:
            self.writer.ints.append(self.memory)
            self.memory += len(memory)
        self.writer.ints.extend(row.ints)
        self.writer.ints.extend(blocks)
        return floats_at, ints_at

    def _scatter(
        self,
        element: Element,
        first: int,
        ends: tuple[int, int],
        own: tuple[int, ...],
        others: tuple[int, ...],
        frames: tuple[Any, Any],
    ) -> None:
        """Which entries of its rows go where; a frame turns all its columns into turns of its body."""
        behind = own + others
        size, rows, width = self.size, len(element.equations), 2 * self.size + len(behind)
        for row, marks in enumerate(element.structure()):
            marks = marks.replace("|", "") + "x" * len(others)
            for side, frame in enumerate(frames):
                if frame is not None:
                    turns = size * side + self.world.dimensions
                    marks = marks[:turns] + "x" * (size * (side + 1) - turns) + marks[size * (side + 1) :]
            for local, mark in enumerate(marks):
                if local >= 2 * size:
                    column = behind[local - 2 * size]
                else:
                    column = size * (ends[local // size] - 1) + local % size
                if mark != "-" and column >= 0:
                    self.entries.append((self.out + rows * 3 + row * width + local, first + row, column))
            if self.time_free and _moves(element):
                self.entries.append((self.out + rows + row, first + row, -1))

    def _finish(self, length: float) -> System:
        n, m = len(self.coordinates), len(self.equations)
        columns = [n - 1 if column < 0 else column for _, _, column in self.entries]
        column_scale = np.ones(n)
        unit = 1.0 if self.unit else length
        column_scale[: self.size * len(self.bodies)] = np.tile(self.world.column_units(unit), len(self.bodies))
        for placed in self.elements:
            if placed.own:
                row = row_of(self.scope, placed.name, placed.driver)
                column_scale[list(placed.own)] = [unit / speed.real for speed in placed.element.own_speeds(row)]
        for body in self.modal.bodies:
            column_scale[list(body.columns)] = [body.unit(unit, mode) for mode in range(body.numbers.count)]
        row_scale = np.array([1.0 / unit if equation.unit == "length" else 1.0 for equation in self.equations])
        for number, (record, placed) in enumerate(zip(self.records, self.elements, strict=True)):
            record[layout.ADDRESS] = address(placed.element.kernel_body(), "constraint", self.scalar)
            if number in self.modal.attached:
                self.writer.ints[self.modal.attached[number]] = record[layout.ADDRESS]
                record[layout.ADDRESS] = self.modal.kernel()
        weights = [(column, column) for column in range(n)]
        if self.masses is not None:
            weights = self.masses.entries() + self.modal.entries()
        pattern = analyse(
            n,
            m,
            [row for row, _ in weights],
            [column for _, column in weights],
            [row for _, row, _ in self.entries],
            columns,
            None if self.masses is None else self.modal.typical(self.masses.typical()) + [1.0] * len(columns),
            self.scalar,
        )
        signs = [-1.0 if column < 0 else 1.0 for _, _, column in self.entries]
        entry_scale = [
            sign * row_scale[row] * column_scale[column]
            for sign, (_, row, _), column in zip(signs, self.entries, columns, strict=True)
        ]
        k, p = write_tables(self, pattern, len(weights), column_scale, row_scale, entry_scale, length)
        return System(
            mechanism=self.scope.mechanism,
            env=self.scope.env,
            bodies=self.bodies,
            elements=tuple(self.elements),
            coordinates=tuple(self.coordinates),
            equations=tuple(self.equations),
            length=length,
            scalar=self.scalar,
            k=k,
            p=p,
            start=np.array(self.start, np.complex128 if self.scalar == "complex" else np.float64),
            column_scale=column_scale,
            row_scale=row_scale,
            entry_rows=np.array([row for _, row, _ in self.entries], np.int64),
            entry_columns=np.array(columns, np.int64),
            time_free=self.time_free,
            forces=tuple(self.force_names),
            signals=self.signals,
            contact_tables=self.contact_tables,
            stepping=self.stepping,
            modal=self.modal.bodies,
            modal_at=self.modal.floats_at,
            frames={name: frame.record for name, frame in self.modal.frames.items()},
        )


def _moves(element: Element) -> bool:
    """Whether the element's equations depend on time."""
    return "value" in type(element).model_fields
