"""BaseRow: the table row of one element while it is being packed, in the plane and in space alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from linkwork.base.errors import MechanismError

if TYPE_CHECKING:
    from linkwork.expression import Expression
    from linkwork.functions import Outline, TimeFunction
    from linkwork.functions.base import Function
    from linkwork.functions.packed import Packed
    from linkwork.signals.records import Signals


class BaseRow:
    """Numbers and functions of one element; `where` ("joint 'A'") begins every error."""

    scope: Any

    def __init__(self, scope: Any, where: str, name: str = "", signals: Signals | None = None) -> None:
        self.scope = scope
        self.where = where
        self.name = name
        self.signals = signals
        self.floats: list[Any] = []
        self.ints: list[int] = []
        self.functions: list[Packed] = []
        self.seen: list[tuple[Any, ...]] = []
        self.lengths: list[Any] = []

    def fail(self, message: str) -> NoReturn:
        """Refuse the element, naming it."""
        raise MechanismError(f"{self.where}: {message}")

    def add(self, *values: Any) -> None:
        """Put numbers into the float table."""
        self.floats.extend(values)

    def number(self, value: Expression) -> Any:
        """Value of a number."""
        return self.scope.number(value)

    def positive(self, value: Expression, what: str) -> Any:
        """Value of a length that must be above zero: it counts where the size of the mechanism is asked for."""
        result = self.above_zero(value, what)
        self.lengths.append(result)
        return result

    def above_zero(self, value: Expression, what: str) -> Any:
        """Value of a number that is no length and must be above zero."""
        result = self.scope.number(value)
        if result.real <= 0.0:
            self.fail(f"{what} must be greater than zero; it is {result.real:g}")
        return result

    def not_negative(self, value: Expression, what: str, why: str) -> Any:
        """Value of a number that must not be below zero, and the reason or the remedy."""
        result = self.scope.number(value)
        if result.real < 0.0:
            self.fail(f"{what} must not be negative; it is {result.real:g}: {why}")
        return result

    def packed(self, function: Function, variable: str) -> Packed:
        """A function with its numbers."""
        return function.pack(self.scope.env, variable)

    def function(self, function: TimeFunction) -> Packed:
        """Add a function of time."""
        if function.of not in ("", "t"):
            self.fail(f"it is a function of t and cannot be one of '{function.of}'")
        packed = self.packed(function, "t")
        self.functions.append(packed)
        return packed

    def start_value(self, function: TimeFunction) -> float:
        """Real value of a function of time where its range begins, or at t = 0."""
        return float(self.carried_start(function).real)

    def carried_start(self, function: TimeFunction) -> Any:
        """The same, complex where a parameter is."""
        from linkwork.functions.value import value_at

        fixed = getattr(function, "value", None)
        if fixed is not None and not fixed.names - self.scope.env.keys():
            return self.number(fixed)
        packed = function.pack(self.scope.env, "t")
        scalar = "complex" if packed.carries else "real"
        return value_at(packed, packed.range[0].real if packed.range else 0.0, scalar=scalar)[0]

    def held_value(self, function: TimeFunction) -> Any:
        """Value of a function that does not change with time, complex where a parameter is."""
        fixed = getattr(function, "value", None)
        return self.start_value(function) if fixed is None else self.number(fixed)

    def curve(self, outline: Outline) -> Packed:
        """Add an outline."""
        packed = outline.pack(self.scope.env)
        self.functions.append(packed)
        return packed

    # ------------------------------------------------------------------ forces and signals

    @property
    def table(self) -> Signals:
        """The signals of the tables that are being laid out."""
        if self.signals is None:
            self.fail("laws are known to forces and signals only")
        return self.signals

    def freedom(self, freedom: Any) -> None:
        """Add a freedom: its kind, its numbers."""
        self.ints += freedom.places(self.table)
        self.add(*freedom.numbers)

    def law(
        self, law: Function, variables: Mapping[str, int] | None = None, into: int | None = None, free: bool = False
    ) -> int:
        """Place of the value of a law in the memory; a free one decides anew whenever it is asked, without events."""
        return self.table.law(self, law, variables or {}, into, free)

    def measured(self, freedom: Any, *names: str) -> dict[str, int]:
        """Names for the value and the rate of a freedom, as the variables of a law."""
        place = self.table.measure(freedom)
        return dict(zip(names, (place, place + 1), strict=True))

    def channel(self, name: str) -> int:
        """Place of a channel or signal."""
        return self.table.channel(name)

    def state(self, label: str) -> tuple[int, int]:
        """Places of an own state and of its rate."""
        return self.table.state(f"{self.name}.{label}" if label else self.name)

    def cell(self, count: int = 1) -> int:
        """Room for numbers in the memory."""
        return self.table.cell(count)

    def report(self, *labels: str) -> int:
        """Room for numbers that the element writes down, each a channel of the run: `drive.left`."""
        return self.table.report(self.name, labels)

    def switch(self, text: str) -> int:
        """A switch of this element."""
        return self.table.switch(self.where, text)

    def signal(self, kernel: str, floats: Sequence[Any], ints: Sequence[int]) -> None:
        """A kernel of `linkwork.signals`."""
        self.table.record(kernel, floats, ints)

    def copy(self, place: int, into: int) -> None:
        """A number of the memory copied to another place of it."""
        self.table.copy(place, into)

    def flag(self, value: Any) -> int:
        """A number that only events change."""
        return self.table.cell(1, value)

    def sampler(self, place: int, period: Any, late: float = 0.0) -> None:
        """A sampled controller whose numbers lie at `place`; its first sample is so late behind the start."""
        if complex(period).imag != 0.0:
            self.fail("the time between samples carries no derivatives; take method='differences'")
        self.table.sampler(place, float(period.real), self.name, late)

    def name_signal(self, place: int) -> None:
        """Make the signal known before its law is read, so that the law may use it."""
        self.table.places[self.name] = place
