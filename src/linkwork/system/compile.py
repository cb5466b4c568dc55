"""Compile: from the words of a mechanism to the flat tables of a System."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.elements.base import Element
from linkwork.errors import ExpressionError, MechanismError
from linkwork.mechanism.check_numbers import LARGEST
from linkwork.mechanism.expression import resolve_parameters
from linkwork.mechanism.expression.recorded import diagonal, largest, smallest
from linkwork.numerics.jit import address
from linkwork.numerics.ldl import analyse
from linkwork.system import layout_kernel as layout
from linkwork.system.masses import NO_MASSES as _NO_MASSES
from linkwork.system.row import Row
from linkwork.system.scope import GROUND, Scope
from linkwork.system.signals import Signals
from linkwork.system.stepping.tables import SteppingTables
from linkwork.system.stepping.tables import lay_out as lay_out_stepping
from linkwork.system.stepping.tables import write as write_stepping
from linkwork.system.system import Equation, Placed, System
from linkwork.system.touch.tables import TouchTables, has_touch, lay_out
from linkwork.system.touch.writing import write as write_touch
from linkwork.system.world import World
from linkwork.system.writer import TableWriter

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_RESULTS = 8  # numbers that a function writes at most


def compile_system(
    mechanism: Mechanism,
    *,
    drivers: bool | Iterable[str] = True,
    held: Mapping[str, Element] | None = None,
    overrides: Mapping[str, Any] | None = None,
    scalar: str = "real",
    time_free: bool = False,
    unit_weights: bool = False,
    dynamics: bool = False,
    rolling: bool | None = None,
    stepping: bool = False,
    touching: bool | None = None,
) -> System:
    """Tables of the mechanism with all, some or none of its drivers, and extra elements that hold values.

    `unit_weights` measures metres and radians alike, as the book's assembly does; otherwise lengths are scaled by the
    model's length. `dynamics` adds masses and forces. `rolling` keeps equations of velocities only, such as those of
    rolling; left out, they are there with the masses. `stepping` lays contacts out for the time-stepping.
    `touching` tells whether contacts and dry friction are there; left out, they are in real numbers only.
    """
    env = resolve_parameters(mechanism.parameters_by_name, overrides)
    scope = mechanism.scope(env)
    chosen = _chosen(mechanism, drivers, held or {})
    masses = mechanism.world.masses(scope) if dynamics else None
    if not (dynamics if rolling is None else rolling):
        chosen = [(name, _at_rest(element), driver) for name, element, driver in chosen]
        chosen = [item for item in chosen if item[1].equations]
    compiler = _Compiler(scope, chosen, scalar, time_free, unit_weights, masses, stepping)
    compiler.touches = scalar == "real" if touching is None else touching
    return compiler.system()


def laid_out(system: System, env: dict[str, Any]) -> tuple[_Compiler, list[Row]]:
    """The numbers of a system laid out for other values of the parameters, in the same places; rows of its elements."""
    scope = system.mechanism.scope(env)
    chosen = [(placed.name, placed.element, placed.driver) for placed in system.elements]
    masses = system.world.masses(scope) if system.signals is not None else None
    compiler = _Compiler(scope, chosen, system.scalar, system.time_free, False, masses, False)
    return compiler, compiler.lay_out()


def _at_rest(element: Element) -> Element:
    """The element without its equations of velocities."""
    return element.without_rolling() if element.nonholonomic else element


def _chosen(
    mechanism: Mechanism, drivers: bool | Iterable[str], held: Mapping[str, Element]
) -> list[tuple[str, Element, bool]]:
    names = set(mechanism.drivers) if drivers is True else set() if drivers is False else set(drivers)
    joints = [(name, joint, False) for name, joint in mechanism.joints.items()]
    driven = [(name, driver, True) for name, driver in mechanism.drivers.items() if name in names]
    return joints + driven + [(name, element, True) for name, element in held.items()]


def _row(scope: Scope, name: str, driver: bool) -> Row:
    row: Row = scope.mechanism.row_class(scope, f"{'driver' if driver else 'joint'} '{name}'", name)
    return row


def _packed(scope: Scope, name: str, element: Element, driver: bool) -> tuple[Row, tuple[str, str]]:
    """The filled row of a joint or driver."""
    return _filled(_row(scope, name, driver), element)


def _filled(row: Row, element: Element) -> tuple[Row, tuple[str, str]]:
    """The row filled by its element, with every error naming it."""
    scope = row.scope
    try:
        ends = element.ends(row)
        for body in ends:
            scope.body(body)
        element.pack(row)
    except ExpressionError as error:
        row.fail(str(error))
    except MechanismError as error:
        if str(error).startswith(row.where):
            raise
        row.fail(str(error))
    if not all(-LARGEST <= value.real <= LARGEST for value in row.floats):
        row.fail(f"a number of this element is not finite or beyond {LARGEST:g}")
    return row, ends


class _Compiler:
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
        self.world: World = scope.mechanism.world
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
        rows = [_packed(self.scope, *item) for item in self.chosen]
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
        row, ends = _filled(row, force)
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
                row = _row(self.scope, placed.name, placed.driver)
                column_scale[list(placed.own)] = [unit / speed for speed in placed.element.own_speeds(row)]
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
        k, p = self._tables(pattern, len(weights), column_scale, row_scale, entry_scale, length)
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

    def _tables(
        self, pattern: Any, weights: int, column_scale: Any, row_scale: Any, entry_scale: list[float], length: float
    ) -> tuple[Any, Any]:
        ints, floats = self.writer.ints, self.writer.floats
        n, m, signals = len(self.coordinates), len(self.equations), self.signals
        header = {
            layout.BODIES: len(self.bodies),
            layout.COORDINATES: n,
            layout.EQUATIONS: m,
            layout.ELEMENTS: len(self.records),
            layout.OWN: n - self.size * len(self.bodies) - int(self.time_free),
            layout.COLUMNS: self.size,
            layout.REACTION: self.world.reaction,
            layout.TIME_FREE: int(self.time_free),
            layout.SCATTER: len(self.entries),
            layout.WEIGHTS: weights,
            layout.FORCES: len(self.forces),
            layout.STATES: len(signals.states) if signals is not None else 0,
            layout.REMEMBERING: sum(record[layout.REMEMBERS] for record in self.records + self.signal_records),
            layout.SIGNALS: len(self.signal_records),
            layout.SWITCHES: len(signals.switches) if signals is not None else 0,
            layout.SAMPLERS: len(signals.samplers) if signals is not None else 0,
        }
        samplers = signals.samplers if signals is not None else []
        periods = [len(floats) + number for number in range(len(samplers))]
        floats.extend(sampler.period for sampler in samplers)
        masses = self.masses or _NO_MASSES
        header[layout.MASSES] = len(masses.bodies)
        for place, values in (
            (layout.COLUMN_SCALE, column_scale),
            (layout.ROW_SCALE, row_scale),
            (layout.ENTRY_SCALE, entry_scale),
            (layout.REACTION_POINT, self.reaction_points),
            (layout.MASS_NUMBERS, masses.numbers),
            (layout.GRAVITY, masses.gravity),
            (layout.MASS_SCALE, [masses.scale(column_scale)]),
        ):
            header[place] = len(floats)
            floats.extend(values)
        sections = {
            layout.ELEMENT_AT: [value for record in self.records for value in record],
            layout.SCATTER_AT: [value for i, (out, _, _) in enumerate(self.entries) for value in (out, weights + i)],
            layout.MASS_AT: masses.bodies,
            layout.FORCE_AT: [value for record in self.forces for value in record],
            layout.SIGNAL_AT: [value for record in self.signal_records for value in record],
            layout.SWITCH_AT: [
                value
                for watch in (signals.switches if signals is not None else ())
                for value in (watch.place, watch.direction, watch.kind, watch.action)
            ],
            layout.SAMPLER_AT: [
                value for sampler, at in zip(samplers, periods, strict=True) for value in (sampler.place, at)
            ],
            layout.PATTERN: pattern.table.tolist(),
        }
        functions = self.world.functions(self.scalar)
        if functions:
            sections[layout.WORLD] = functions
            header[layout.CHARTS] = 1
        for place, values in sections.items():
            header[place] = len(ints)
            ints.extend(values)
        if self.touch is not None:
            header[layout.TOUCH], header[layout.TOUCH_ROOM] = write_touch(
                self.touch, self, length, header[layout.SWITCH_AT]
            )
        if self.stepping is not None:
            header[layout.STEPPING], header[layout.STEPPING_ROOM] = write_stepping(self.stepping, self, n, m)
        memory = self.memory if signals is None else signals.size
        header |= workspace_places(self.world, header, n, m, memory, self.out, pattern)
        header[layout.STATE] = header[layout.MEMORY] + (0 if signals is None else signals.first_state)
        header[layout.STATE_RATE] = header[layout.STATE] + header[layout.STATES]
        for place, value in header.items():
            ints[place] = value
        dtype = np.complex128 if self.scalar == "complex" else np.float64
        return np.array(ints, np.int64), np.array(floats, dtype)


def _moves(element: Element) -> bool:
    """Whether the element's equations depend on time."""
    return "value" in type(element).model_fields


def workspace_places(
    world: World, header: dict[int, int], n: int, m: int, memory: int, out: int, pattern: Any
) -> dict[int, int]:
    """Where each part of the workspace begins."""
    bodies, own = header[layout.BODIES], header[layout.OWN]
    sizes = {
        layout.POSE: world.pose_size * (bodies + 1) + own,
        layout.TWIST: world.size * (bodies + 1) + own,
        layout.MEMORY: memory,
        layout.OUT: out,
        layout.VALUES: pattern.value_count,
        layout.FACTOR: pattern.factor_count,
        layout.RHS: n + m,
        layout.X: n + m,
        layout.WORK: max(pattern.refine_work, pattern.solve_work),
        layout.Q: n,
        layout.V: n,
        layout.A: n,
        layout.Q0: n,
        layout.V0: n,
        layout.A0: n,
        layout.RIGHT: n,
        layout.LEFT: m,
        layout.FLOATS: 16,
        layout.LOAD: n,
        layout.MULTIPLIERS: m,
        layout.ENERGY: layout.ENERGIES,
        layout.REFERENCE: world.references(bodies),
        layout.TOUCH_ROOM: header.get(layout.TOUCH_ROOM, 0),
        layout.STEPPING_ROOM: header.get(layout.STEPPING_ROOM, 0),
    }
    places, at = {}, 0
    for place, size in sizes.items():
        places[place] = at
        at += size
    places[layout.WORKSPACE] = at
    return places


def model_length(rows: list[Row]) -> Any:
    """A length typical of the mechanism: the widest spread of places on a moving body, radius or link.

    The ground counts only when nothing else has a size: a long row of small mechanisms is not large.
    """
    places: dict[str, list[tuple[Any, ...]]] = {}
    lengths = [0.0]
    for row in rows:
        lengths += row.lengths
        for body, *place in row.seen:
            places.setdefault(body, []).append(tuple(place))
    spreads = {body: _spread(points) for body, points in places.items()}
    fixed = spreads.pop(GROUND, 0.0)
    return largest([*lengths, *spreads.values()]) or fixed or 1.0


def _spread(points: list[tuple[Any, ...]]) -> Any:
    """Diagonal of the box around points."""
    return diagonal(largest(values) - smallest(values) for values in zip(*points, strict=True))


def refill(system: System, overrides: Mapping[str, Any]) -> System:
    """The same tables with the numbers of other parameter values."""
    mechanism = system.mechanism
    if system.signals is not None:
        stepping, touching = system.stepping is not None, system.touch is not None
        kept: dict[str, Any] = {"scalar": system.scalar, "stepping": stepping, "touching": touching}
        return compile_system(mechanism, overrides=overrides, dynamics=True, **kept)
    env = resolve_parameters(mechanism.parameters_by_name, overrides)
    scope, world = mechanism.scope(env), mechanism.world
    p = system.p.copy()
    start = system.start.copy()
    for number, body in enumerate(system.bodies):
        start[world.size * number : world.size * (number + 1)] = scope.drawn_pose(body)
    rows = []
    for placed in system.elements:
        row, _ = _packed(scope, placed.name, placed.element, placed.driver)
        rows.append(row)
        at = placed.floats_at
        for packed in reversed(row.functions):
            flat = _flat_floats(packed)
            at_function = at - len(flat)
            p[at_function:at] = flat
            at = at_function
        p[placed.floats_at : placed.floats_at + len(row.floats)] = row.floats
        if placed.own:
            start[list(placed.own)] = placed.element.start(row)
    return _rescaled(system.replaced(env=env, p=p, start=start), rows)


def _rescaled(system: System, rows: list[Row]) -> System:
    """The system in units of the model length that its new rows have, to the last bit as if compiled for them."""
    length = model_length(rows)
    column_scale, row_scale = system.column_scale.copy(), system.row_scale.copy()
    world = system.mechanism.world
    column_scale[: world.size * len(system.bodies)] = np.tile(world.column_units(length), len(system.bodies))
    for placed, row in zip(system.elements, rows, strict=True):
        if placed.own:
            column_scale[list(placed.own)] = [length / speed for speed in placed.element.own_speeds(row)]
    for number, equation in enumerate(system.equations):
        row_scale[number] = 1.0 / length if equation.unit == "length" else 1.0
    new = row_scale[system.entry_rows] * column_scale[system.entry_columns]
    for place, values in ((layout.COLUMN_SCALE, column_scale), (layout.ROW_SCALE, row_scale)):
        at = int(system.k[place])
        system.p[at : at + len(values)] = values
    at = int(system.k[layout.ENTRY_SCALE])
    system.p[at : at + len(new)] = np.where(system.p[at : at + len(new)].real < 0, -new, new)
    return system.replaced(length=length, column_scale=column_scale, row_scale=row_scale)


def _flat_floats(packed: Any) -> list[Any]:
    """Numbers of a function and its parts in the order in which the writer lays them out."""
    writer = TableWriter()
    writer.function(packed, "real")
    return writer.floats
