"""What was likely meant by a quantity of the wrong kind."""

from __future__ import annotations

from linkwork.expression import Expression
from linkwork.expression import dimensions as dim
from linkwork.expression.dimensions import Dimension

_USUAL = {
    dim.PLAIN: "deg",
    dim.LENGTH: "mm",
    dim.TIME: "s",
    dim.RATE: "rpm",
    dim.SPEED: "mm/s",
    dim.ACCELERATION: "m/s^2",
    dim.STIFFNESS: "N/mm",
    dim.INERTIA: "kg m^2",
    dim.DENSITY: "kg/m^3",
}


def likely_meaning(expression: Expression, dimension: Dimension, wanted: Dimension) -> str:
    """`; did you mean ...?`, or an example of what fits."""
    quantity = expression.quantity
    if dimension == dim.times(wanted, dim.TIME, -1) and wanted in (dim.PLAIN, dim.LENGTH):
        return f"; for what grows at that rate write {_grouped(expression)}*t"
    usual = _USUAL.get(wanted, dim.unit_text(wanted))
    if "t" in expression.names:
        return f"; a value that grows with the time is a rate times t, as in 60 {usual}/s*t"
    if quantity is None:
        return f"; its unit is {dim.unit_text(wanted)}"
    number, unit = quantity
    if unit == "t":
        return f"; t is the tonne here, the time is a factor: {number:g}*t"
    if dimension == dim.MASS and wanted == dim.FORCE:
        return f"; the weight of that mass is {expression.text}*9.81 m/s^2"
    if wanted == dim.times(dimension, dim.TIME, -1) and "/" not in unit:
        return f"; did you mean {number:g} {unit}/s?"
    return f"; did you mean {number:g} {usual}?"


def _grouped(expression: Expression) -> str:
    return expression.text if expression.quantity is not None else f"({expression.text})"
