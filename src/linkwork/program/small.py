"""Variables declared small: what the equations are made of is linearised in them before it is solved.

With s the small coordinates and their rates, every number f of the mass matrix, the forces and the constraints becomes

    f(0) + Df(0) s

so that products of small variables and the functions of small angles go. The solution itself is not linearised.

An operation has its value at s = 0, its slope Df(0) s, and the sum of both. Sums and products with what does not depend
on s go from sum to sum; only a product of two that depend on s, or a function, asks for values and slopes apart. Where
these are so many that nothing is saved (a tyre's law behind a small angle), terms of second order that would have to be
taken out stay in: `first_order.py`.

What has no slope at s = 0 is refused by the name of its law: a selection that is decided right there between two that
differ, a step of `floor`, a root.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isclose, isnan, nan
from random import Random
from typing import Any

from linkwork.base.errors import AnalysisError
from linkwork.base.names import suggestion
from linkwork.program.elimination import is_zero
from linkwork.program.evaluation import evaluated, live
from linkwork.program.first_order import FirstOrder
from linkwork.program.laws import law_of
from linkwork.program.lines import counted
from linkwork.program.tangent import STILL, slope_of_one, slope_of_two
from linkwork.program.tape import COMPARISONS, CONSTANT, INPUT, SELECT, TABLE, Number, Tape, Truth
from linkwork.program.work import Recorded, Work

NO_VALUE = (ZeroDivisionError, ValueError, OverflowError)
SAME = 1e-12  # of numbers that are compared: where a decision falls
EQUAL, TINY = 1e-9, 1e-14  # two sides of a decision that meet, beside their size and beside nothing
EDGES = {"floor": 0.0, "round": 0.5}  # where steps are, from whole numbers on; those of trunc leave out zero
LINEARISED = ("mass", "forces", "jacobian", "residual", "speeds", "gamma", "state_rates")


class NoSlopeError(Exception):
    """An operation that has no slope where the small variables are zero."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


def linearise_small(recorded: Recorded, work: Work, names: Sequence[str]) -> None:
    """Linearise what the equations are made of in some coordinates and their rates."""
    rates = {recorded.coordinates[at]: recorded.rates[rate] for rate, at in recorded.positions_of_rates.items()}
    for name in names:
        if name not in rates:
            raise AnalysisError(
                f"program: small: there is no coordinate '{name}'{suggestion(name, rates, 'coordinates')}"
            )
    small = [*names, *(rates[name] for name in names)]
    results = [entry.place for result in LINEARISED for entry in recorded.results[result]]
    try:
        values = _with_fewer_operations(Linearised(recorded.tape, results, small))
    except NoSlopeError as error:
        needed = {recorded.tape.names.get(place) for place in live(recorded.tape, [error.place])}
        given = [name for name in names if name in needed or rates[name] in needed]
        listed = " and ".join(f"'{name}'" for name in given)
        raise AnalysisError(
            f"program: small: {law_of(recorded, work, error.place)} has no slope where {listed} and the rate are zero: "
            f"it bends, jumps or has no value there; do not declare {'it' if len(given) == 1 else 'them'} small"
        ) from None
    for result in LINEARISED:
        entries = {(entry.row, entry.column): values[entry.place] for entry in recorded.results[result]}
        recorded.add(result, recorded.shapes[result], entries)
    recorded.sums = None  # of the equations as they were
    for result in ("accelerations", "multipliers"):
        recorded.results.pop(result, None)


def _with_fewer_operations(linearised: Linearised) -> dict[int, Any]:
    """Results linear in the small variables; where that takes no fewer operations than they did, to first order."""
    tape, sums = linearised.tape, linearised.sums()
    before, after = (
        sum(counted(tape, places).values())
        for places in (linearised.results, [tape.place(value) for value in sums.values()])
    )
    if after < before:
        return sums
    whole = FirstOrder(linearised).whole
    return {place: whole[place] for place in linearised.results}


class Linearised:
    """Operations of a tape once more, linear in some inputs about zero."""

    def __init__(self, tape: Tape, results: Sequence[int], small: Sequence[str]) -> None:
        self.tape, self.results, self.order = tape, results, live(tape, results)
        self.depends = set[int]()
        for place in self.order:
            code = tape.codes[place]
            if code == INPUT:
                if tape.names[place] in small:
                    self.depends.add(place)
            elif code not in STILL and any(operand in self.depends for operand in tape.operands[place]):
                self.depends.add(place)
        self.value = replayed(tape, self.order, dict.fromkeys(small, 0.0))
        self.open = {place for place in self.order if tape.codes[place] in COMPARISONS and self._is_open(place)}
        self.needed = self._needed()
        for place in self.order:
            if place in self.needed and self._is_broken(place):
                raise NoSlopeError(place)
        self.split = dict[int, tuple[int, int]]()  # of products: whose slope is taken apart, and the other factor
        self.asked_sums, self.asked_slopes = {place for place in results if place in self.depends}, set[int]()
        self._ask()

    def sums(self) -> dict[int, Any]:
        """f(0) + Df(0) s of every result."""
        whole = {place: value for place, value in self.value.items() if place not in self.depends}
        slopes = dict.fromkeys(whole, 0.0)
        for place in self.order:
            if place not in self.depends:
                continue
            if self.tape.codes[place] == INPUT:
                whole[place] = slopes[place] = self.tape.number(place)
            elif place in self.asked_slopes:
                slopes[place] = self._tried(place, slopes, slopes)
                whole[place] = self.value[place] + slopes[place]
            elif place in self.asked_sums:
                whole[place] = self._tried(place, whole, slopes)
        return {place: whole[place] for place in self.results}

    def _is_open(self, place: int) -> bool:
        """Whether a comparison is decided right where the small variables are zero."""
        if not any(operand in self.depends for operand in self.tape.operands[place]):
            return False
        one, other = (self.value[operand] for operand in self.tape.operands[place])
        if one.__class__ is Number or other.__class__ is Number:
            return one.__class__ is other.__class__ and one.place == other.place
        return isclose(one, other, rel_tol=SAME)

    def _needed(self) -> set[int]:
        """Operations that results need at zero and beside it; not what a selection leaves out on all sides there."""
        needed, waiting = set[int](), list(self.results)
        while waiting:
            place = waiting.pop()
            if place in needed:
                continue
            needed.add(place)
            operands = self.tape.operands[place]
            if self.tape.codes[place] == SELECT and operands[0] not in self.open:
                truth = self.value[operands[0]]
                if truth.__class__ is not Truth:
                    operands = (operands[0], operands[1] if truth else operands[2])
            waiting += operands
        return needed

    def _is_broken(self, place: int) -> bool:
        """Whether an operation has no value at zero, or jumps there."""
        code, operands, value = self.tape.codes[place], self.tape.operands[place], self.value
        if value[place].__class__ is float and isnan(value[place]):
            return code != CONSTANT
        if code == SELECT and operands[0] in self.open and place not in self.depends:
            return not self._same(*(value[operand] for operand in operands[1:]))
        if code in ("floor", "round", "trunc") and operands[0] in self.depends:
            x = value[operands[0]]
            edge = x.__class__ is not Number and (x - EDGES.get(code, 0.0)) % 1.0 == 0.0
            return bool(edge and not (code == "trunc" and x == 0.0))
        return False

    def _same(self, one: Any, other: Any) -> bool:
        """Whether two numbers are the same whatever the inputs are: pieces of a curve that meet smoothly are."""
        places = [self.tape.place(one), self.tape.place(other)]
        if places[0] == places[1]:
            return True
        random = Random(1)
        names = {self.tape.names[place] for place in live(self.tape, places) if self.tape.codes[place] == INPUT}
        inputs = {name: random.uniform(0.5, 1.5) for name in sorted(names)}
        try:
            numbers = evaluated(self.tape, places, inputs)
        except NO_VALUE:
            return False
        return isclose(*numbers, rel_tol=EQUAL, abs_tol=TINY)

    def _tried(self, place: int, part: Mapping[int, Any], slopes: Mapping[int, Any]) -> Any:
        """The sum or the slope of an operation; nothing that counts where a selection leaves it out."""
        needed = place in self.needed
        if needed and self._bends(place, part):
            raise NoSlopeError(place)
        try:
            return self._made(place, part, slopes)
        except NO_VALUE:
            if needed:
                raise NoSlopeError(place) from None
            return nan

    def _bends(self, place: int, part: Mapping[int, Any]) -> bool:
        """Whether the slopes on both sides of zero differ."""
        code, operands = self.tape.codes[place], self.tape.operands[place]
        if code == "abs":
            return is_zero(self.value[operands[0]]) and not is_zero(part[operands[0]])
        if code != SELECT or operands[0] not in self.open:
            return False
        return not all(self._same(*(each[operand] for operand in operands[1:])) for each in (self.value, part))

    def _ask(self) -> None:
        """Which sums and which slopes apart from their values are needed: from the results back to the inputs."""
        for place in reversed(self.order):
            code, operands = self.tape.codes[place], self.tape.operands[place]
            if place not in self.asked_slopes | self.asked_sums:
                continue
            same = self.asked_slopes if place in self.asked_slopes else self.asked_sums
            if code == "mul" and all(operand in self.depends for operand in operands):
                self._ask_product(place, same)
                continue
            straight = {"add": 2, "sub": 2, "neg": 1, "mul": 2, "div": 1, SELECT: 3}.get(code, 0)
            same |= self.depends & set(operands[:straight])
            self.asked_slopes |= self.depends & set(operands[straight:])

    def _ask_product(self, place: int, same: set[int]) -> None:
        """x y = x(0) y + Dx(0) s y(0): what is zero there needs nothing of the other factor but its value."""
        x, y = self.tape.operands[place]
        nothing = [is_zero(self.value[each]) for each in (x, y)]
        if nothing[1] or (not nothing[0] and y in self.asked_slopes):
            x, y = y, x
        self.split[place] = x, y
        if not all(nothing):
            self.asked_slopes.add(x)
        if not any(nothing):
            same.add(y)

    def _made(self, place: int, part: Mapping[int, Any], slopes: Mapping[int, Any]) -> Any:
        """The sum or the slope of an operation, by `part`: the sums or the slopes of its operands."""
        tape, code, operands, value = self.tape, self.tape.codes[place], self.tape.operands[place], self.value
        if place in self.split:
            x, y = self.split[place]
            first = 0.0 if is_zero(value[x]) else value[x] * part[y]
            return first if is_zero(value[y]) else first + slopes[x] * value[y]
        if code in ("add", "sub"):
            return tape.binary(code, *(part[operand] for operand in operands))
        if code == "neg":
            return -part[operands[0]]
        if code == "mul":
            x, y = operands if operands[0] in self.depends else reversed(operands)
            return part[x] * value[y]
        if code == "div":
            x, y = operands
            return (part[x] - value[place] * slopes[y]) / value[y]
        if code == SELECT:
            return chosen(tape, value[operands[0]], *(part[operand] for operand in operands[1:]))
        slope = self._slope(place, slopes)
        return slope if part is slopes else value[place] + slope

    def _slope(self, place: int, slopes: Mapping[int, Any]) -> Any:
        """The slope of a function."""
        code, values = self.tape.codes[place], [self.value[operand] for operand in self.tape.operands[place]]
        changes = [slopes[operand] for operand in self.tape.operands[place]]
        if all(is_zero(change) for change in changes):
            return 0.0
        if len(changes) == 2:
            return slope_of_two(self.tape, code, self.value[place], *values, *changes)
        return slope_of_one(self.tape, code, self.value[place], *values) * changes[0]


def chosen(tape: Tape, truth: Any, one: Any, other: Any) -> Any:
    """A selection by what may be known already."""
    return tape.select(truth, one, other) if truth.__class__ is Truth else one if truth else other


def replayed(tape: Tape, outputs: Iterable[int], given: Mapping[str, Any]) -> dict[int, Any]:
    """The same operations once more with other numbers for some inputs; not a number where there is none."""
    values = dict[int, Any]()
    for place in live(tape, outputs):
        code = tape.codes[place]
        operands = [values[x] for x in tape.operands[place]]
        if any(operand.__class__ is float and isnan(operand) for operand in operands) and code != SELECT:
            values[place] = code in COMPARISONS or nan
        elif code == CONSTANT:
            values[place] = tape.values[place]
        elif code == TABLE:
            values[place] = tape.number(place)
        elif code == INPUT:
            values[place] = given.get(tape.names[place], tape.number(place))
        elif code == SELECT:
            values[place] = chosen(tape, *operands)
        elif code in COMPARISONS:
            values[place] = tape.compare(code, *operands)
        else:
            try:
                made = tape.binary(code, *operands) if len(operands) == 2 else tape.unary(code, operands[0])
            except NO_VALUE:
                made = nan
            values[place] = made
    return values
