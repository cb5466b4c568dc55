"""Whether every number of a description is the kind of quantity that its place needs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import ExpressionError, MechanismError
from linkwork.expression import Expression
from linkwork.expression import dimensions as dim
from linkwork.expression.dimension_of import ANY, Kind
from linkwork.expression.dimensions import Dimension
from linkwork.expression.units import UNITS
from linkwork.mechanism.dimensions.advice import likely_meaning
from linkwork.mechanism.dimensions.channels import channel_dimension, variable_dimension
from linkwork.mechanism.dimensions.fields import Wanted
from linkwork.mechanism.dimensions.walk import Place, places_of
from linkwork.mechanism.expressions import expressions_of

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_TURNS = frozenset(word for word, (_, _, kind) in UNITS.items() if kind == dim.PLAIN)
_TURNS_A_TIME = _TURNS | {"rpm"}
_CYCLES = frozenset(word for word in UNITS if word.endswith("Hz"))


class DimensionCheck:
    """Checks the numbers of one mechanism; what its parameters are is found once."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self.kinds: dict[str, Kind] = {}
        self.firm = {name for name in mechanism.parameters_by_name if self._parameter(name).firm}

    def concerns(self, expression: Expression) -> bool:
        """Whether an expression has a unit or a parameter with one; a bare number fits everywhere."""
        return expression.has_units or not self.firm.isdisjoint(expression.names)

    def refuse(self, where: str, part: Any, wanted: Wanted = None, path: str = "") -> None:
        """Refuse a part with a number that is another kind of quantity than its place needs."""
        for place in places_of(part, self.turns(part), path, wanted):
            if self.concerns(place.expression):
                problem = self._problem(place)
                if problem:
                    head = f"{where}: {place.path}: " if place.path else f"{where}: "
                    raise MechanismError(f"{head}{problem}")

    def _problem(self, place: Place) -> str:
        text = place.expression.text
        try:
            actual = place.expression.kind(self._known)
        except ExpressionError as error:
            return str(error)
        if place.wanted and actual.firm and actual.dimension is not None and actual.dimension not in place.wanted:
            wanted = " or ".join(dict.fromkeys(dim.words(kind) for kind in place.wanted))
            wanted = "a frequency in Hz" if place.cycles else wanted
            meant = "" if place.cycles else likely_meaning(place.expression, actual.dimension, place.wanted[0])
            given = f"{dim.words(actual.dimension)}{self._because(place.expression)}"
            return f"'{text}' is {given}, but {wanted} is needed{meant}"
        return _trap(place, self._given(place.expression))

    def _because(self, expression: Expression) -> str:
        """Where the dimension comes from, if only parameters have units."""
        if expression.has_units:
            return ""
        given = [f"{name} = {self.mechanism.parameters_by_name[name]}" for name in sorted(expression.names & self.firm)]
        return f" ({', '.join(given)})"

    def _given(self, expression: Expression) -> Expression:
        """What a parameter that stands alone was given as: its units count as if they stood there."""
        for _ in self.mechanism.parameters_by_name:
            given = self.mechanism.parameters_by_name.get(expression.text)
            if given is None:
                break
            expression = given
        return expression

    def _known(self, name: str) -> Kind:
        if name in self.mechanism.parameters_by_name:
            return self._parameter(name)
        dimension: Dimension | None = variable_dimension(name)
        return ANY if dimension is None else Kind(dimension)

    def _parameter(self, name: str) -> Kind:
        if name not in self.kinds:
            self.kinds[name] = ANY  # of a cycle, which is told elsewhere
            try:
                self.kinds[name] = self.mechanism.parameters_by_name[name].kind(self._known)
            except ExpressionError as error:
                raise MechanismError(f"parameter '{name}': {error}") from None
        return self.kinds[name]

    def turns(self, part: Any) -> bool | None:
        """Whether the freedom of a joint in which a part acts is an angle; None where it acts in none."""
        motion = getattr(part, "motion", None)
        if motion in ("rotation", "translation"):
            return bool(motion == "rotation")
        joint = self.mechanism.joints.get(getattr(part, "joint", None) or "")
        names: Iterable[str] = getattr(joint, "freedoms", None) or ()
        freedom = getattr(part, "freedom_name", None) or next(iter(names), None)
        if joint is None or freedom is None:
            return None
        return freedom.endswith("angle") or freedom in ("rx", "ry", "rz")


def refuse_misfits(
    mechanism: Mechanism,
    named: Mapping[str, Mapping[str, Any]],
    expressions: Mapping[str, Mapping[str, list[Expression]]],
) -> None:
    """Refuse numbers of the wrong kind in these parts, all whose expressions are given, in gravity and in requests.

    What fitted once is not looked at again while parts and kinds of parameters stay: other values fit as well.
    """
    check = DimensionCheck(mechanism)
    parts = [part for word, parts_of in named.items() if word != "parameter" for part in parts_of.values()]
    state = (check.kinds, [*parts, mechanism.gravity, mechanism.analysis, mechanism.output])
    if _same(mechanism.fitting, state):
        return
    for word, parts_of in named.items():
        for name, part in parts_of.items():
            unplain = [expression for expression in expressions[word][name] if expression.plain is None]
            if not any(map(check.concerns, unplain)):
                continue
            wanted = channel_dimension(name) if word == "initial value" else None
            check.refuse(f"{word} '{name}'", part, wanted)
    check.refuse("gravity", mechanism.gravity, dim.ACCELERATION)
    for word, request in (("analysis", mechanism.analysis), ("output", mechanism.output)):
        if expressions_of(request):
            check.refuse(word, request)
    mechanism.fitting = state


def _same(known: tuple[dict[str, Kind], list[Any]] | None, state: tuple[dict[str, Kind], list[Any]]) -> bool:
    if known is None or known[0] != state[0] or len(known[1]) != len(state[1]):
        return False
    return all(one is other for one, other in zip(known[1], state[1], strict=True))


def _trap(place: Place, given: Expression) -> str:
    """Units that fit by their dimension and are yet off by the size of a turn; `given` has them."""
    text, field = given.text, place.path.rpartition(".")[2]
    said = f"'{place.expression.text}'" if place.expression.text == text else f"'{place.expression.text}' = {text}"
    if field == "lead" and given.units_below & _TURNS:
        return f"{said}: the lead is the advance in one turn, a length such as 5 mm; or write 'pitch: {text}'"
    if place.cycles:
        if given.units_above & _TURNS_A_TIME:
            write = f"write {given.value() / math.tau:g} Hz" if given.quantity is not None else "1 rev/s is 1 Hz"
            return f"{said} is an angular speed, and a frequency in Hz is needed here; {write}"
    elif dim.RATE in place.wanted and given.units_above & _CYCLES:
        write = f"write {given.value():g} rev/s" if given.quantity is not None else "1 Hz is 1 rev/s"
        return f"{said} is a frequency, and an angular one in rad/s is needed here; {write}"
    return ""
