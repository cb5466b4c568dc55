"""Row: the table row of one element while it is being packed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from linkwork.errors import MechanismError
from linkwork.mechanism.places import Line, Point
from linkwork.system.scope import Scope

if TYPE_CHECKING:
    from linkwork.functions import Outline, TimeFunction
    from linkwork.functions.packed import Packed
    from linkwork.mechanism.expression import Expression


class Row:
    """Numbers and functions of one element; `where` ("joint 'A'") begins every error."""

    def __init__(self, scope: Scope, where: str, name: str = "") -> None:
        self.scope = scope
        self.where = where
        self.name = name
        self.floats: list[Any] = []
        self.functions: list[Packed] = []
        self.seen: list[tuple[str, float, float]] = []
        self.lengths: list[float] = []

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
        """Value of a number that must be above zero."""
        result = self.scope.number(value)
        if result.real <= 0.0:
            self.fail(f"{what} must be greater than zero; it is {result.real:g}")
        self.lengths.append(float(result.real))
        return result

    def point(self, place: Point) -> tuple[Any, Any]:
        """Coordinates of a point in its body's frame."""
        x, y = self.scope.point(place)
        self.seen.append((place.body, float(x.real), float(y.real)))
        return x, y

    def line(self, place: Line) -> tuple[Any, Any, Any, Any, Any]:
        """Start, unit direction and length of a line in its body's frame."""
        line = self.scope.line(place)
        self.seen.append((place.body, float(line[0].real), float(line[1].real)))
        return line

    def function(self, function: TimeFunction) -> Packed:
        """Add a function of time."""
        packed = function.pack(self.scope.env, "t")
        self.functions.append(packed)
        return packed

    def start_value(self, function: TimeFunction) -> float:
        """Real value of a function of time where its range begins, or at t = 0."""
        from linkwork.functions.value import value_at

        fixed = getattr(function, "value", None)
        if fixed is not None and not fixed.names - self.scope.env.keys():
            return float(self.number(fixed).real)
        packed = function.pack(self.scope.env, "t")
        return float(value_at(packed, packed.range[0] if packed.range else 0.0)[0])

    def curve(self, outline: Outline) -> Packed:
        """Add an outline."""
        packed = outline.pack(self.scope.env)
        self.functions.append(packed)
        return packed
