"""Motions and profiles as formulas of the expression language, exact, to be used in drivers and outlines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork import expression
from linkwork.design.cams.followers import turned
from linkwork.expression import Expression, as_expression, symbol
from linkwork.functions import Parametric, Piecewise
from linkwork.functions.expression import Formula
from linkwork.functions.piecewise import Piece

if TYPE_CHECKING:
    from linkwork.design.cams.cam import Cam
    from linkwork.design.cams.motion import Motion


def driver_function(motion: Motion, speed: Any, variable: str) -> Piecewise:
    """The motion as a function of a variable; the angle is speed times the variable."""
    rate, time = as_expression(speed), symbol(variable)
    plain = rate.plain == 1.0
    angle = time if plain else rate * time

    def place(value: float) -> Expression:
        return as_expression(value) if plain else value / rate

    values = [wave.value(angle, expression) for wave in motion.waves]
    ends: list[Expression | None] = [place(wave.end) for wave in motion.waves]
    if motion.closed:
        pieces = map(_piece, values, [*ends[:-1], None])
        return Piecewise(pieces=tuple(pieces), period=place(motion.period))
    values = [motion.levels[0], *values, motion.levels[-1]]
    return Piecewise(pieces=tuple(map(_piece, values, [as_expression(0.0), *ends, None])))


def profile_outline(cam: Cam) -> Parametric:
    """The profile of a cam as an outline whose parameter is the angle of the cam."""
    alpha, motion = symbol("alpha"), cam.motion
    columns: tuple[list[Piece], list[Piece]] = ([], [])
    for number, wave in enumerate(motion.waves):
        s, v = (wave.derivative(order).value(alpha, expression) for order in (0, 1))
        point = cam.follower.contact(expression, cam.base_radius, cam.sense, s, v)
        last = number == len(motion.waves) - 1
        for column, value in zip(columns, turned(cam.sense, expression, alpha, point), strict=True):
            column.append(_piece(value, None if last else as_expression(wave.end)))
    x, y = (Piecewise(pieces=tuple(column)) for column in columns)
    return Parametric(x=x, y=y, **{"from": 0, "to": motion.period}, closed=True)


def _piece(value: Any, until: Expression | None = None) -> Piece:
    return Piece(until=until, function=Formula(value=as_expression(value)))
