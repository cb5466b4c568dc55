"""Wound: how often what counts its turns in space has turned at the start.

A position in space holds no turns. Where a driver or a held value begins far from the drawing, the turns that screws,
gears, racks, belts, couplers and springs about axes have made by then follow from it: with the changes x of values from
the drawing

    driver, held value       x = C(t) - value as drawn
    gear, rack, belt, ...    sum of factor * x = what the sum is - what it is as drawn
    screw                    x of the position = pitch * x of the angle + (what `zero` asks for)
    slide, fixed             x of every angle between both bodies = 0

An angle between two bodies is the difference of two numbers, one for each body and direction of axes: angles about
parallel axes add up, as in planetary gears. What these equations do not determine is passed on otherwise, as by cranks
and rods, and is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.names import GROUND
from linkwork.base.plural import plural
from linkwork.elements.spatial.ends import drawn_product
from linkwork.elements.spatial.freedoms import COUNTER, SpatialFreedom, freedoms_of
from linkwork.elements.spatial.joints.joints import Fixed, Translational
from linkwork.elements.spatial.joints.relation import Relation
from linkwork.elements.spatial.joints.screw import Screw
from linkwork.elements.spatial.values import ANGLES, drawn_value
from linkwork.functions.value import value_at
from linkwork.places.spatial import rotation

if TYPE_CHECKING:
    from linkwork.elements.base import Element
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System

Sum = dict[Any, float]
"""Unknowns and their factors."""
_TURN = 2.0 * np.pi
_PARALLEL = 1e-6  # of a unit vector: axes that differ by less are parallel
_HALF = np.pi - 1e-6  # rad: a drawn angle beyond is half a turn either way
_NONE = 1e-9  # of a row: what of it is left is rounding
_FARTHEST = 1e10  # rad: beyond, an angle has too few digits for a position


class Wound:
    """The values of joints at the start of a run, with all turns that they have made since the drawing."""

    def __init__(self, mechanism: Mechanism, t: float, held: Mapping[str, Element], drivers: bool = True) -> None:
        self.mechanism, self.t, self.held, self.drivers = mechanism, t, held, drivers
        self._axes: list[Any] = []
        self._rows: list[Sum] = []
        self._sides: list[float] = []

    @cached_property
    def _solved(self) -> _Solved:
        """All equations, which are asked for where something has turned far, or counts turns."""
        mechanism, drivers = self.mechanism, self.mechanism.drivers if self.drivers else {}
        self._axes = []
        for name, element in [*mechanism.joints.items(), *drivers.items()]:
            self._add(self._equation(name, element))
        self._add_unturned(0)
        known, axes = _Solved(self._rows, self._sides), len(self._axes)
        for name, element in self.held.items():
            row, side = self._equation(name, element) or ({}, 0.0)
            if row and not known.determines(row):
                self._add((row, side))
        self._add_unturned(axes)
        return _Solved(self._rows, self._sides)

    @cached_property
    def _scope(self) -> Any:
        return self.mechanism.scope()

    def _row(self, name: str) -> Any:
        return self.mechanism.row_class(self._scope, f"'{name}'", name)

    # ------------------------------------------------------------------ equations

    def _add(self, equation: tuple[Sum, float] | None) -> None:
        if equation is not None:
            self._rows.append(equation[0])
            self._sides.append(equation[1])

    def _add_unturned(self, known: int) -> None:
        """Bodies on a slide or a weld turn alike, about all axes from a number on."""
        for name, element in self.mechanism.joints.items():
            if isinstance(element, Translational | Fixed) and self._is_drawn_unturned(name, element):
                first, second = element.ends(self._row(name))
                for number in range(known, len(self._axes)):
                    self._add((self._apart(number, first, second, 1.0), 0.0))

    def _is_drawn_unturned(self, name: str, element: Translational | Fixed) -> bool:
        """Whether the drawing is within a quarter turn of how the joint holds its bodies; else turns are not told."""
        row, (first, second) = self._row(name), element.frames(self._row(name))
        bodies = element.ends(row)
        products = [
            drawn_product(row, (bodies[0], one), (bodies[1], other)) for one, other in zip(first, second, strict=True)
        ]
        return all(float(np.real(product)) > 0.0 for product in products[1:])  # the first is the point

    def _equation(self, name: str, element: Element) -> tuple[Sum, float] | None:
        """What an element says about changes from the drawing; nothing for most."""
        row = self._row(name)
        if isinstance(element, Relation):
            terms = element.counted(row)
            now = element.constant(row, terms) + value_at(element.course(row), self.t)[0]
            left = now - sum(factor * drawn_value(row, value) for value, factor in terms)
            return _total([(self._change(value), factor) for value, factor in terms]), float(np.real(left))
        if isinstance(element, Screw):
            measured = freedoms_of(row, element)
            position, angle, pitch = measured["position"], measured["angle"], element.advance(row)
            changes = _total([(self._change(position), 1.0), (self._change(angle), -pitch)])
            if element.zero is None:
                return changes, 0.0
            left = pitch * (drawn_value(row, angle) - row.number(element.zero)) - drawn_value(row, position)
            return changes, float(np.real(left))
        if hasattr(element, "driven"):
            driven = element.driven(row)
            return self._change(driven), self._off(name, element, driven)
        return None

    def _off(self, name: str, element: Any, driven: SpatialFreedom) -> float:
        """By how much a value begins away from the drawing."""
        value, drawn = self._course(name, element), drawn_value(self._row(name), driven)
        if driven.kind in ANGLES and abs(drawn) > _HALF:
            drawn += _TURN * np.round((value - drawn) / _TURN) if abs(value) < _TURN else 0.0
        return value - float(np.real(drawn))

    def _change(self, freedom: SpatialFreedom) -> Sum:
        """The change of a value in terms of the unknowns."""
        if freedom.kind not in ANGLES:
            return {(freedom.kind, freedom.bodies, _real(freedom.numbers)): 1.0}
        first, second = freedom.bodies[::-1] if freedom.kind == COUNTER else freedom.bodies
        a, b, c, d, e, f, *_ = _real(freedom.numbers)
        axis = np.real(self._scope.into_world(first, *rotation.cross((a, b, c), (d, e, f)), direction=True))
        number, sign = self._direction(axis)
        return self._apart(number, first, second, sign)

    @staticmethod
    def _apart(number: int, first: str, second: str, sign: float) -> Sum:
        """The angle from one body to another about the direction of that number."""
        return {(number, body): way for body, way in ((second, sign), (first, -sign)) if body != GROUND}

    def _direction(self, axis: Array) -> tuple[int, float]:
        """The number of a direction of axes, and 1 or -1 as the axis points along it or against it."""
        for number, known in enumerate(self._axes):
            along = float(known @ axis)
            if np.linalg.norm(axis - along * known) < _PARALLEL:
                return number, float(np.sign(along))
        self._axes.append(axis / np.linalg.norm(axis))
        return len(self._axes) - 1, 1.0

    # ------------------------------------------------------------------ answers

    def change(self, freedom: SpatialFreedom) -> float | None:
        """By how much a value has changed from the drawing; None where that is not determined."""
        solved = self._solved  # which numbers the directions of axes
        return solved.value(self._change(freedom))

    def value(self, freedom: SpatialFreedom) -> float | None:
        """An angle with all its turns; None where that is not determined."""
        change = self.change(freedom)
        return None if change is None else drawn_value(self._row(""), freedom) + change

    def counting(self) -> Iterator[tuple[str, SpatialFreedom]]:
        """The angles that joints count, by the names of the joints."""
        for name, element in self.mechanism.joints.items():
            if isinstance(element, Relation):
                yield from ((name, value) for value, _ in element.counted(self._row(name)) if value.kind in ANGLES)
            elif isinstance(element, Screw):
                yield name, freedoms_of(self._row(name), element)["angle"]

    def driven(self) -> Iterator[tuple[str, float]]:
        """Drivers and held values that begin beyond half a turn from the drawing, and by how much."""
        named = [(f"driver '{name}'", name, part) for name, part in self.mechanism.drivers.items() if self.drivers]
        named += [(f"held value '{name}'", name, part) for name, part in self.held.items()]
        for words, name, element in named:
            driven = element.driven(self._row(name)) if hasattr(element, "driven") else None
            if driven is not None and driven.kind in ANGLES:
                side = self._off(name, element, driven)
                if abs(side) > np.pi:
                    yield words, side

    @property
    def needed(self) -> bool:
        """Whether anything has turned by more than a position tells by itself."""
        changes = (self.change(freedom) for _, freedom in self.counting())
        needed = any(True for _ in self.driven()) or any(abs(change or 0.0) > np.pi for change in changes)
        if needed:
            self._solved  # noqa: B018 - now, while the mechanism is as it was asked about
        return needed

    def farthest(self) -> float:
        """The largest angle."""
        values = [abs(side) for _, side in self.driven()]
        return max([*values, *(abs(self.change(freedom) or 0.0) for _, freedom in self.counting())], default=0.0)

    def require_digits(self) -> None:
        """Refuse a driver so far away that its angle has too few digits."""
        for words, side in self.driven():
            if abs(side) > _FARTHEST:
                raise AnalysisError(
                    f"{words} begins {abs(side) / _TURN:.3g} turns away, where angles have too few digits; "
                    "take whole turns off its value"
                )

    # ------------------------------------------------------------------ what is remembered at the start

    def remembered(self, system: System) -> dict[int, float]:
        """Places in the memory of a system, and what is there before the first position."""
        remembered: dict[int, float] = {}
        place = 0
        for placed in system.elements:
            element, row = placed.element, self._row(placed.name)
            values: list[SpatialFreedom] = []
            if isinstance(element, Relation):
                values = [value for value, _ in element.terms(row)]
            elif isinstance(element, Screw):
                values = [freedoms_of(row, element)["angle"]]
            for number, value in enumerate(values):
                change = self.change(value) if value.kind in ANGLES else None
                if change is not None:
                    remembered[place + number] = change
            place += len(element.memory)
        sensors: Any = system.signals.sensors() if system.signals is not None else ()
        for freedom, at in sensors:
            angle = self.value(freedom)
            if angle is not None:
                remembered[at] = angle
        return remembered

    def words(self) -> dict[str, Any]:
        """What it is found from, as plain data: time, values of the drivers or not, held values."""
        held = {name: self._course(name, element) for name, element in self.held.items()}
        return {"t": self.t, "held": held, "drivers": self.drivers}

    def _course(self, name: str, element: Any) -> float:
        """What a value that is driven or held is at the start."""
        return float(np.real(value_at(self._row(name).function(element.value), self.t)[0]))

    def told(self, system: System) -> list[str]:
        """Drivers whose turns do not reach all that counts turns, in words."""
        lost = dict.fromkeys(name for name, value in self.counting() if self.change(value) is None)
        if system.signals is not None:
            sensors: Any = system.signals.sensors()
            for freedom, _ in sensors:
                if self.value(freedom) is None:
                    lost[f"angles between '{freedom.bodies[0]}' and '{freedom.bodies[1]}'"] = None
        return [
            f"{words} begins {plural(_turns(side), 'whole turn')} from the drawing, and what follows by "
            f"other joints counts its turns from the drawing: {', '.join(lost)}"
            for words, side in self.driven()
            if lost and _turns(side)
        ]


class _Solved:
    """The unknowns as far as equations determine them."""

    def __init__(self, rows: list[Sum], sides: list[float]) -> None:
        self._columns = {
            name: number for number, name in enumerate(dict.fromkeys(name for row in rows for name in row))
        }
        matrix = np.zeros((len(rows), len(self._columns)))
        for number, row in enumerate(rows):
            for name, factor in row.items():
                matrix[number, self._columns[name]] = factor
        size = np.linalg.norm(matrix, axis=1)
        keep = size > 0.0
        matrix, side = matrix[keep] / size[keep, None], np.array(sides)[keep] / size[keep]
        _, values, right = np.linalg.svd(matrix) if matrix.size else (None, np.zeros(0), np.eye(len(self._columns)))
        self._free = right[int(np.sum(values > _NONE)) :]
        self._x = np.linalg.lstsq(matrix, side, rcond=_NONE)[0] if matrix.size else np.zeros(len(self._columns))

    def determines(self, row: Sum) -> bool:
        """Whether a sum follows from the equations."""
        return self.value(row) is not None

    def value(self, row: Sum) -> float | None:
        """The value of a sum; None where the equations leave it open."""
        if any(name not in self._columns for name in row):
            return None
        line = np.zeros(len(self._columns))
        for name, factor in row.items():
            line[self._columns[name]] = factor
        open_part = float(np.max(np.abs(self._free @ line), initial=0.0))
        return (
            float(line @ self._x) if open_part <= _NONE * max(1.0, float(np.max(np.abs(line), initial=0.0))) else None
        )


def _total(parts: list[tuple[Sum, Any]]) -> Sum:
    """Sums times factors, added up."""
    total: Sum = {}
    for changes, factor in parts:
        for name, share in changes.items():
            total[name] = total.get(name, 0.0) + share * float(np.real(factor))
    return total


def _real(numbers: tuple[Any, ...]) -> tuple[float, ...]:
    return tuple(float(np.real(number)) for number in numbers)


def _turns(angle: float) -> int:
    """The nearest number of whole turns, either way."""
    return int(np.round(abs(angle) / _TURN))
