"""Parametric: the numbers of a system as a recorded function of parameters, played again by compiled code.

Laying a mechanism out takes Python about a millisecond; playing what was recorded once takes microseconds. What cannot
be recorded, such as an area inside an outline, says so, and the tables are laid out anew for each value as always.
Nothing but the order of the equations and their patterns is kept from the mechanism as it was recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.expression import resolve_parameters
from linkwork.expression.recorded import Recorded, Tape
from linkwork.places import layout_kernel as layout
from linkwork.system.system import System
from linkwork.system.tables.model_length import model_length
from linkwork.system.tables.refill import laid_out
from linkwork.system.tables.strand_rows import strand_rows
from linkwork.system.tree.tree_plan import plan_of

KINDS = 4
"""Arrays of a system that follow from parameters: numbers, start, scales of columns and of rows."""


class NotRecorded(Exception):
    """The tables do not follow from the parameters by arithmetic that can be recorded."""


class Parametric:
    """The numbers of some systems of one mechanism, as they follow from the values of named parameters.

    Each system comes with the one that it was before it got a tree, or once more itself. Their numbers and starts are
    changed in place: they must belong to nobody else. What `check` asks of the parameters is asked again at every play.
    """

    def __init__(
        self,
        systems: Sequence[tuple[System, System]],
        names: Sequence[str],
        check: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        self.names, tape = tuple(names), Tape()
        mechanism = systems[0][0].mechanism
        if systems[0][0].modal:
            raise NotRecorded("bodies with elastic modes are laid out anew")
        now = resolve_parameters(mechanism.parameters_by_name)
        inputs = {name: tape.input(now[name].real) for name in names}
        try:
            env = resolve_parameters(mechanism.parameters_by_name, inputs)
            if check is not None:
                check(env)
            self.parts = [_Part(system, bare, env) for system, bare in systems]
        except (TypeError, AttributeError) as error:
            raise NotRecorded(str(error)) from error
        follow = {name: value.place for name, value in env.items() if isinstance(value, Recorded)}
        self._followers, self._places = list(follow), np.array(list(follow.values()), np.int64)
        self._plain = {name: value for name, value in env.items() if not isinstance(value, Recorded)}
        self.steps, self.values = np.array(tape.steps, np.int64), np.array(tape.values)

    def play(self, values: Sequence[float]) -> bool:
        """Put the numbers for these values into the systems; false when they are laid out otherwise."""
        if not self.follow(values):
            return False
        for part in self.parts:
            part.take(self.values)
        return True

    def follow(self, values: Sequence[float]) -> bool:
        """Find the numbers for these values, and leave the systems as they are; false as for `play`."""
        from linkwork.numerics.tape_kernel import play

        self.values[: len(self.names)] = values
        return bool(play(self.steps, self.values) < 0)

    def length(self, part: int) -> float:
        """The model length of one of the systems at the values last played."""
        known = self.parts[part]
        return known.system.length if known.length is None else float(self.values[known.length])

    @property
    def followers(self) -> tuple[list[str], NDArray[np.int64]]:
        """The parameters that follow from the values, with their places on the tape."""
        return self._followers, self._places

    @property
    def others(self) -> dict[str, Any]:
        """The parameters that do not."""
        return self._plain

    def environment(self) -> dict[str, Any]:
        """All parameters at the values last played."""
        return self._plain | dict(zip(self._followers, self.values[self._places].tolist(), strict=True))


class _Part:
    """One system, whose numbers are its own, and where they come from."""

    def __init__(self, system: System, bare: System, env: dict[str, Any]) -> None:
        if system.contact_tables is not None or system.stepping is not None:
            raise TypeError("contacts are laid out anew")
        if any(placed.own for placed in system.elements):
            raise TypeError("coordinates of outlines are scaled anew")
        self.system = system
        recorded = _Recorded(bare, env)
        numbers = recorded.numbers | (recorded.tree_numbers() if system is not bare else {})
        self.memory = _targets(recorded.memory)
        self.length = recorded.length.place if isinstance(recorded.length, Recorded) else None
        self._filled = [
            (system.p, *_targets(numbers)),
            (system.start, *_targets(dict(enumerate(recorded.start)))),
            (system.column_scale, *_targets(dict(enumerate(recorded.columns)))),
            (system.row_scale, *_targets(dict(enumerate(recorded.rows)))),
        ]
        self._taken = [each for each in self._filled if len(each[1])]

    @property
    def numbers(self) -> tuple[Array, Array]:
        """Places of the numbers that follow from the values, and their places on the tape."""
        return self._filled[0][1:]

    @property
    def starts(self) -> tuple[Array, Array]:
        """The same of the estimates."""
        return self._filled[1][1:]

    @property
    def filled(self) -> list[tuple[Array, Array, Array]]:
        """Numbers, start, scales of columns and of rows, each with places that follow from the values, and whence."""
        return self._filled

    def take(self, x: Array) -> None:
        """Numbers of the tape into the tables."""
        for numbers, places, sources in self._taken:
            numbers[places] = x[sources]


class _Recorded:
    """A system laid out with recorded parameters: numbers by their places, starts, scales, memory at the start."""

    def __init__(self, bare: System, env: dict[str, Any]) -> None:
        self.bare, self.env = bare, env
        laid, rows = laid_out(bare, env)
        self.start, masses = laid.start, laid.masses
        self.memory = laid.signals.initial() if laid.signals is not None else {}
        self.length = model_length(rows + strand_rows(laid.scope))
        units = bare.world.column_units(self.length) * len(bare.bodies)
        self.columns = units + [1.0] * (len(bare.coordinates) - len(units))
        self.rows = [1.0 / self.length if equation.unit == "length" else 1.0 for equation in bare.equations]
        signs = np.sign(bare.p[int(bare.k[layout.ENTRY_SCALE]) :][: len(bare.entry_rows)].real)
        entries = [
            float(sign) * self.rows[row] * self.columns[column]
            for sign, row, column in zip(signs, bare.entry_rows, bare.entry_columns, strict=True)
        ]
        self.numbers: dict[int, Any] = dict(enumerate(laid.writer.floats))
        for place, values in (
            (layout.COLUMN_SCALE, self.columns),
            (layout.ROW_SCALE, self.rows),
            (layout.ENTRY_SCALE, entries),
            (layout.REACTION_POINT, laid.reaction_points),
            (layout.MASS_NUMBERS, masses.numbers if masses is not None else ()),
            (layout.GRAVITY, masses.gravity if masses is not None else ()),
            (layout.MASS_SCALE, [masses.scale(self.columns)] if masses is not None else ()),
        ):
            self.numbers |= dict(enumerate(values, int(bare.k[place])))

    def tree_numbers(self) -> dict[int, Any]:
        """The numbers of the tree, which stand behind all others."""
        bare, p = self.bare, np.array(list(self.bare.p), object)
        for place, value in self.numbers.items():
            p[place] = value
        columns = np.empty(len(self.columns), object)
        columns[:] = self.columns
        system = bare.replaced(p=p, env=self.env, column_scale=columns)
        vars(system)["plan"] = plan_of(system, bare)
        table = bare.world.tree_table(system)
        table.finished(np.concatenate([bare.k, table.table()]))
        return dict(enumerate(table.points, len(p)))


def _targets(numbers: dict[int, Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Places of recorded numbers, and their places on the tape."""
    pairs = [(place, value.place) for place, value in numbers.items() if isinstance(value, Recorded)]
    return tuple(np.array(column, np.int64) for column in zip(*pairs, strict=True)) if pairs else (_NONE, _NONE)  # type: ignore[return-value]


_NONE = np.zeros(0, np.int64)
