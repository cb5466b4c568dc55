"""Whether every number of a description is the kind of quantity that its place needs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import ExpressionError, MechanismError
from linkwork.expression import Expression
from linkwork.expression import dimensions as dim
from linkwork.expression.algebra import node_of
from linkwork.expression.dimension_of import ANY, RATIO, Kind, dimension_of
from linkwork.expression.dimensions import Dimension
from linkwork.mechanism.dimensions.advice import likely_meaning
from linkwork.mechanism.dimensions.channels import channel_dimension, variable_dimension
from linkwork.mechanism.dimensions.fields import Wanted
from linkwork.mechanism.dimensions.turns import Counts, counts_of, of_variable
from linkwork.mechanism.dimensions.walk import Place, places_of
from linkwork.mechanism.expressions import expressions_of

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


Fitting = tuple[dict[str, tuple[Kind, Counts]], list[Any]]
"""What parameters tell, and the parts."""


class DimensionCheck:
    """Checks the numbers of one mechanism, some of its parameters as `given`; what they are is found once."""

    def __init__(self, mechanism: Mechanism, given: Mapping[str, Expression] | None = None) -> None:
        self.mechanism = mechanism
        self.parameters = {**mechanism.parameters_by_name, **(given or {})}
        self.kinds: dict[str, Kind] = {}
        self.firm = {name for name in self.parameters if self._parameter(name).firm}
        self.counts: dict[str, Counts] = {}
        self.telling = self.firm | {name for name in self.parameters if any(one.tells for one in self._count(name))}

    def concerns(self, expression: Expression) -> bool:
        """Whether an expression has a unit or a parameter that comes from one; a bare number fits everywhere."""
        return expression.has_units or not self.telling.isdisjoint(expression.names)

    def refuse(self, where: str, part: Any, wanted: Wanted = None, path: str = "") -> None:
        """Refuse a part with a number that is another kind of quantity than its place needs."""
        for place in places_of(part, self.turns, path, wanted):
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
        return self._trap(place)

    def _because(self, expression: Expression) -> str:
        """Where the dimension comes from, if only parameters have units."""
        return "" if expression.has_units else self._listed(expression.names & self.firm)

    def _listed(self, names: Iterable[str]) -> str:
        """What parameters were given as."""
        return f" ({', '.join(f'{name} = {self.parameters[name]}' for name in sorted(names))})"

    def _given(self, expression: Expression) -> Expression:
        """What a parameter that stands alone was given as."""
        for _ in self.parameters:
            given = self.parameters.get(expression.text)
            if given is None:
                break
            expression = given
        return expression

    def _trap(self, place: Place) -> str:
        """Units that fit by their dimension and are yet off by the size of a turn."""
        field = place.path.rpartition(".")[2]
        if field != "lead" and dim.RATE not in place.wanted:
            return ""
        counts = counts_of(node_of(place.expression), self._count)
        given = self._given(place.expression)
        text, whole = given.text, given.quantity is not None
        said = f"'{place.expression.text}'"
        if text != place.expression.text:
            said += f" = {text}"
        elif telling := place.expression.names & self.telling:
            said += self._listed(telling)
        if field == "lead":
            wrong = any(count.is_for_each_turn for count in counts)
            lead = f"{said}: the lead is the advance in one turn, a length such as 5 mm; or write 'pitch: {text}'"
            return lead if wrong else ""
        if place.cycles:
            if any(count.is_angular for count in counts):
                write = f"write {given.value() / math.tau:g} Hz" if whole else "1 rev/s is 1 Hz: divide it by (1 rev)"
                return f"{said} is an angular speed, and a frequency in Hz is needed here; {write}"
        elif any(count.is_of_cycles for count in counts) and self._is_rate(place):
            write = f"write {given.value():g} rev/s" if whole else "1 Hz is 1 rev/s: multiply it by (1 rev)"
            return f"{said} is a frequency, and an angular one in rad/s is needed here; {write}"
        return ""

    def _is_rate(self, place: Place) -> bool:
        """Whether it is a rate where a speed could stand as well: 2*f*r is none."""
        if len(place.wanted) == 1:
            return True
        try:
            return dimension_of(node_of(place.expression), self._known, RATIO).dimension == dim.RATE
        except ExpressionError:
            return False

    def _count(self, name: str) -> Counts:
        parameter = self.parameters.get(name)
        if parameter is None:
            return of_variable(variable_dimension(name))
        if name not in self.counts:
            self.counts[name] = frozenset()  # of a cycle, which is told elsewhere
            self.counts[name] = counts_of(node_of(parameter), self._count)
        return self.counts[name]

    def _known(self, name: str) -> Kind:
        if name in self.parameters:
            return self._parameter(name)
        dimension: Dimension | None = variable_dimension(name)
        return ANY if dimension is None else Kind(dimension)

    def _parameter(self, name: str) -> Kind:
        if name not in self.kinds:
            self.kinds[name] = ANY  # of a cycle, which is told elsewhere
            try:
                self.kinds[name] = self.parameters[name].kind(self._known)
            except ExpressionError as error:
                raise MechanismError(f"parameter '{name}': {error}") from None
        return self.kinds[name]

    def turns(self, part: Any) -> bool | None:
        """Whether the freedom of a joint in which a part acts is an angle; None where it acts in none."""
        motion = getattr(part, "motion", None)
        if motion in ("rotation", "translation"):
            return bool(motion == "rotation")
        named = getattr(part, "joint", None)
        joint = self.mechanism.joints.get(named) if isinstance(named, str) else None
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
    told = {name: (kind, check.counts[name]) for name, kind in check.kinds.items()}
    state = (told, [*parts, mechanism.gravity, mechanism.analysis, mechanism.output])
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


def _same(known: Fitting | None, state: Fitting) -> bool:
    if known is None or known[0] != state[0] or len(known[1]) != len(state[1]):
        return False
    return all(one is other for one, other in zip(known[1], state[1], strict=True))
