"""The compiler lays the elements of a mechanism out in tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.base.names import GROUND
from linkwork.elements.base import Element
from linkwork.functions.writer import TableWriter
from linkwork.numerics.jit import address
from linkwork.numerics.ldl import analyse
from linkwork.places import layout_kernel as layout
from linkwork.places.row import Row
from linkwork.places.scope import Scope
from linkwork.signals.records import Signals
from linkwork.system.contact.tables import TouchTables, has_touch, lay_out
from linkwork.system.stepping.tables import SteppingTables
from linkwork.system.stepping.tables import lay_out as lay_out_stepping
from linkwork.system.system import Equation, Placed, System
from linkwork.system.tables.model_length import model_length
from linkwork.system.tables.packing import filled_row, packed_row, row_of
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
        self.coordinates = [f"{body}.{what}" for body in self.bodies for what in self.world.body_coordinates]
        self.start = [value for body in self.bodies for value in scope.drawn_pose(body)]
        self.equations: list[Equation] = []
        self.elements: list[Placed] = []
        self.records: list[list[int]] = []
        self.entries: list[tuple[int, int, int]] = []  # place in out, row, column
        self.memory = 0
        self.out = 0
        self.signals: Signals | None = None
        self.signal_records: list[list[int]] = []
        self.force_names: list[str] = []
        self.touch: TouchTables | None = None
        self.touches = scalar == "real"
        self.steps_in_time = stepping
        self.stepping: SteppingTables | None = None

    def system(self) -> System:
        if not self.bodies:
            raise MechanismError("the mechanism has no bodies; add one with body(...)")
        mechanism = self.scope.mechanism
        heavy = any(body.mass is not None for body in mechanism.bodies_by_name.values())
        if not mechanism.joints and not mechanism.drivers and not heavy:
            raise MechanismError("the mechanism has no joints; add one, as in revolute('A', ...)")
        rows = self.lay_out()
        touching = [packed for tables in (self.touch, self.stepping) if tables is not None for packed in tables.packed]
        length = model_length(rows + touching)
        if self.time_free:
            self.coordinates.append("time")
            self.start.append(0.0)
        return self._finish(length)

    def lay_out(self) -> list[Row]:
        """Numbers of joints, drivers and forces into the tables; the rows of joints and drivers."""
        rows = [packed_row(self.scope, *item) for item in self.chosen]
        own_at = self.size * len(self.bodies)
        owned = [own_at := own_at + len(element.own) for _, element, _ in self.chosen]
        for item, (row, ends), after in zip(self.chosen, rows, owned, strict=True):
            self._place(item, row, ends, after - len(item[1].own))
        if self.masses is not None:
            self._place_forces()
        return [row for row, _ in rows]

    def _place(self, item: tuple[str, Element, bool], row: Row, ends: tuple[str, str], own_at: int) -> None:
        name, element, driver = item
        i, j = (self.number[body] for body in ends)
        if i == j:
            row.fail(f"it joins body '{ends[0]}' to itself; name two different bodies")
        own = tuple(own_at + n for n in range(len(element.own)))
        for label, value in zip(element.own, element.start(row), strict=True):
            self.coordinates.append(f"{name}.{label}")
            self.start.append(value)
        others = tuple(self._columns(element.others(row)))
        floats_at, ints_at = self._write(row, element.memory, i, j, own, others)
        rows, columns = len(element.equations), 2 * self.size + len(own) + len(others)
        first = len(self.equations)
        self.equations += [Equation(name, label, unit, driver) for label, unit in element.equations.items()]
        self._scatter(element, first, (i, j), own, others)
        self.elements.append(Placed(name, element, driver, (i, j), first, own, floats_at))
        self.records.append([0, floats_at, ints_at, self.out, rows, first, int(bool(element.memory)), columns])
        self.reaction_points += element.reaction_point(row)
        self.out += rows * (3 + columns) + sum(packed.scratch + _RESULTS for packed in row.functions)

    def _place_forces(self) -> None:
        """Forces, and the signals and events around them."""
        mechanism = self.scope.mechanism
        signals = Signals(self.scope, self.scalar, self.memory, self._put_signal)
        self.signals = signals
        for name in mechanism.signals:
            signals.channel(name)
        for name, force in mechanism.forces.items():
            self._place_force(name, force, signals)
        for name, event in mechanism.events.items():
            signals.event(name, event)
        if self.steps_in_time:
            self.stepping = lay_out_stepping(self, signals)
        elif self.touches and has_touch(mechanism):
            self.touch = lay_out(self, signals)

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
        i, j = (self.number[body] for body in ends)
        floats_at, ints_at = self._write(row, (), i, j, ())
        where = address(kernel, "constraint", self.scalar)
        self.signal_records.append([where, floats_at, ints_at, self.out, 0, 0, int(remembers), 0])
        self.out += scratch + sum(packed.scratch + _RESULTS for packed in functions)

    def _place_force(self, name: str, force: Element, signals: Signals) -> None:
        row = self.world.row_class(self.scope, f"force '{name}'", name, signals)
        row, ends = filled_row(row, force)
        i, j = (self.number[body] for body in ends)
        floats_at, ints_at = self._write(row, (), i, j, ())
        where = address(force.kernel_body(), "constraint", self.scalar)
        self.forces.append([where, floats_at, ints_at, self.out, 0, 0, self.size * (i - 1), self.size * (j - 1)])
        self.force_names.append(name)
        self.out += self.world.force_results + sum(packed.scratch + _RESULTS for packed in row.functions)

    def _columns(self, bodies: Iterable[str]) -> Iterator[int]:
        """Columns of moving bodies."""
        for body in bodies:
            first = self.size * (self.number[body] - 1)
            yield from range(first, first + self.size)

    def _write(
        self, row: Row, memory: tuple[str, ...], i: int, j: int, own: tuple[int, ...], others: tuple[int, ...] = ()
    ) -> tuple[int, int]:
        """Numbers and functions of the element into the tables; where they begin."""
        blocks = [self.writer.function(packed, self.scalar) for packed in row.functions]
        floats_at, ints_at = len(self.writer.floats), len(self.writer.ints)
        self.writer.floats.extend(row.floats)
        size, pose = self.size, self.world.pose_size
        self.writer.ints.extend([pose * i, size * i, pose * j, size * j])
        for column in own:  # poses and twists hold the ground first
            self.writer.ints.extend([column + pose + (pose - size) * len(self.bodies), column + size])
        for column in others:
            body, place = divmod(column, size)
            self.writer.ints.extend([pose * (body + 1) + place, column + size])
        if memory:
            self.writer.ints.append(self.memory)
            self.memory += len(memory)
        self.writer.ints.extend(row.ints)
        self.writer.ints.extend(blocks)
        return floats_at, ints_at

    def _scatter(
        self, element: Element, first: int, ends: tuple[int, int], own: tuple[int, ...], others: tuple[int, ...]
    ) -> None:
        behind = own + others
        size, rows, width = self.size, len(element.equations), 2 * self.size + len(behind)
        for row, marks in enumerate(element.structure()):
            marks = marks.replace("|", "") + "x" * len(others)
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
        row_scale = np.array([1.0 / unit if equation.unit == "length" else 1.0 for equation in self.equations])
        for record, placed in zip(self.records, self.elements, strict=True):
            record[layout.ADDRESS] = address(placed.element.kernel_body(), "constraint", self.scalar)
        weights = self.masses.entries() if self.masses is not None else [(column, column) for column in range(n)]
        pattern = analyse(
            n,
            m,
            [row for row, _ in weights],
            [column for _, column in weights],
            [row for _, row, _ in self.entries],
            columns,
            None if self.masses is None else self.masses.typical() + [1.0] * len(columns),
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
            touch=self.touch,
            stepping=self.stepping,
        )


def _moves(element: Element) -> bool:
    """Whether the element's equations depend on time."""
    return "value" in type(element).model_fields
