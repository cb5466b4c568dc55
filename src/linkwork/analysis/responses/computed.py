"""The values of a computed channel: its formula, which may hold functions of a whole run, at every point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.analysis.responses.reader import REDUCTIONS, TIME, Call, Formula
from linkwork.analysis.responses.response import Response
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, ExpressionError, LinkworkError
from linkwork.expression import dimensions as dim
from linkwork.expression import parse
from linkwork.expression.dimension_of import ANY, RATIO, Kind, dimension_of
from linkwork.run.computed import formulas_of

if TYPE_CHECKING:
    from linkwork.run.run import Run

_UNITS = {dim.PLAIN: "1", dim.ACCELERATION: "m/s²", dim.ANGULAR_ACCELERATION: "rad/s²", dim.INERTIA: "kg m²"}
_DEEPEST = 20


def computed_channel(run: Run, name: str) -> tuple[Array, str]:
    """Values and unit of a computed channel of a run; an AnalysisError names the channel that has none."""
    text = formulas_of(run)[name]
    try:
        _refuse_cycle(run, name, ())
        response = Response(text)
        values = response.series(run)
        assert response.formula is not None
        return values, _unit(run, response.formula)
    except LinkworkError as error:
        told = str(error).removeprefix(f"response '{text}': ").removeprefix(f"response {text!r}: ")
        raise AnalysisError(f"channel '{name}' ({text}): {told}") from None


def _refuse_cycle(run: Run, name: str, above: tuple[str, ...]) -> None:
    """Refuse a channel that is computed from itself."""
    if name in above or len(above) > _DEEPEST:
        raise AnalysisError(f"computed channels form a cycle: {' -> '.join((*above, name))}")
    formulas = formulas_of(run)
    for used in Response(formulas[name]).channels(run):
        if used in formulas:
            _refuse_cycle(run, used, (*above, name))


def _unit(run: Run, formula: Formula) -> str:
    """The SI unit that follows from those of the channels, bare numbers taken as factors; nothing where none does."""
    try:
        unit = _kind(run, formula).dimension
    except ExpressionError:
        return ""
    return "" if unit is None else _UNITS.get(unit, dim.unit_text(unit))


def _kind(run: Run, formula: Formula) -> Kind:
    def known(name: str) -> Kind:
        if name in formula.calls:
            return _of_call(run, formula.calls[name])
        meant = formula.channels.get(name, name)
        if meant in run.system.env:
            definition = run.mechanism.parameters_by_name.get(meant)
            return ANY if definition is None else definition.kind(known)
        return _of_unit(run.unit(meant))

    return dimension_of(formula.node, known, bare=RATIO)


def _of_call(run: Run, call: Call) -> Kind:
    if call.name == TIME:
        return Kind(dim.TIME, True)
    if call.inner is None or call.name not in (*REDUCTIONS, "at", "at_event"):
        return ANY
    kind = _kind(run, call.inner)
    if call.name == "integral" and kind.dimension is not None:
        return Kind(dim.times(kind.dimension, dim.TIME), kind.firm)
    return kind


def _of_unit(unit: str) -> Kind:
    if unit in ("", "1"):
        return Kind(dim.PLAIN, True) if unit else ANY
    try:
        return parse(f"1 {unit}").kind(lambda name: ANY)
    except ExpressionError:
        return ANY
