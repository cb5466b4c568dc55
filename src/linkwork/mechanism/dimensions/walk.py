"""Going through the numbers of a part, each with its place in words and what is wanted there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from pydantic import BaseModel

from linkwork import functions
from linkwork.expression import Expression
from linkwork.expression import dimensions as dim
from linkwork.expression.dimensions import Dimension
from linkwork.functions.base import Function
from linkwork.mechanism.dimensions.channels import channel_dimension, variable_dimension
from linkwork.mechanism.dimensions.fields import ByName, Cycles, Each, Either, Wanted, wanted_of


class Place(NamedTuple):
    """A number of a part: where it stands, and one of the dimensions it may have (none: any)."""

    path: str
    expression: Expression
    wanted: tuple[Dimension, ...]
    cycles: bool = False
    """Whether it is a frequency in Hz."""


_OF_ALPHA = ("Polar", "Parametric", "PointOnCurve")
"""Kinds whose functions are not of the time."""


def places_of(
    part: Any,
    turns_of: Callable[[Any], bool | None],
    path: str = "",
    wanted: Wanted = None,
    variable: Dimension | None = dim.TIME,
    turns: bool | None = None,
) -> Iterator[Place]:
    """Every number in a part; `turns_of` says of it, and of parts in it that name a joint of their own, whether the
    freedom that they act in is an angle, and `turns` what holds around it."""
    if isinstance(part, Expression):
        yield Place(path, part, _choices(wanted, turns), isinstance(wanted, Cycles))
    elif isinstance(part, Function):
        of = variable_dimension(part.of) if part.of else variable
        for place in _of_function(part, path, _choices(wanted, turns), of):
            of_value = isinstance(wanted, Cycles) and place.wanted == (dim.RATE,)
            yield place._replace(cycles=place.cycles or of_value)
    elif isinstance(part, BaseModel):
        variable = None if type(part).__name__ in _OF_ALPHA else variable
        own = turns_of(part)
        turns = turns if own is None else own
        fields = _fields(type(part))
        meshed = ("mass", "modes") if "flexible" in fields and getattr(part, "flexible", None) is not None else ()
        for name, label in fields.items():
            value = getattr(part, name)
            if value is None or name in meshed:  # computed; their formulas hold numbers with units of their own
                continue
            inner = f"{path}.{label}" if path else label
            yield from places_of(value, turns_of, inner, wanted_of(part, name), variable, turns)
    elif isinstance(part, dict):
        for name, value in part.items():
            kind: Wanted = channel_dimension(name) if isinstance(wanted, ByName) else wanted
            yield from places_of(value, turns_of, f"{path}.{name}" if path else str(name), kind, variable, turns)
    elif isinstance(part, tuple | list):
        for number, value in enumerate(part):
            kind = _entry(wanted, number, len(part), isinstance(value, tuple | list))
            yield from places_of(value, turns_of, f"{path}[{number}]", kind, variable, turns)


def _entry(wanted: Wanted, number: int, count: int, nested: bool) -> Wanted:
    """What an entry of a list takes, where the list itself takes that; `nested` is an entry that is a list."""
    if not isinstance(wanted, Each):
        return wanted
    if nested:
        return Each(wanted.entries) if wanted.rows else None
    entries = {len(each): each for each in (wanted.plane, wanted.entries)}.get(count, ())
    return entries[number] if entries and not wanted.rows else None


@cache
def _fields(kind: type[BaseModel]) -> dict[str, str]:
    """What the fields of a kind of part are called in words."""
    return {name: field.alias or name for name, field in kind.model_fields.items()}


def _choices(wanted: Wanted, turns: bool | None) -> tuple[Dimension, ...]:
    if isinstance(wanted, Either):
        both = (wanted.sliding, wanted.turning)
        return both if turns is None else (both[int(turns)],)
    if isinstance(wanted, Cycles):
        return (dim.RATE,)
    return () if wanted is None or isinstance(wanted, Each | ByName) else (wanted,)


def _of_function(
    function: Any, path: str, wanted: tuple[Dimension, ...], variable: Dimension | None
) -> Iterator[Place]:
    """The numbers of a function of one variable whose value is wanted."""
    along = () if variable is None else (variable,)

    def place(expression: Expression | None, field: str, kind: tuple[Dimension, ...]) -> Iterator[Place]:
        if expression is not None:
            yield Place(f"{path}.{field}" if field else path, expression, kind)

    if isinstance(function, functions.Formula | functions.Constant):
        yield from place(function.value, "" if isinstance(function, functions.Formula) else "value", wanted)
    elif isinstance(function, functions.Polynomial):
        for power, coefficient in enumerate(function.coefficients):
            below = tuple(dim.times(kind, one, -power) for kind in wanted for one in along)
            yield from place(coefficient, f"coefficients[{power}]", below)
    elif isinstance(function, functions.Harmonic):
        yield from place(function.amplitude, "amplitude", wanted)
        yield from place(function.mean, "mean", wanted)
        yield from place(function.phase, "phase", (dim.PLAIN,))
        yield from place(function.frequency, "frequency", tuple(dim.to_power(one, -1) for one in along))
    elif isinstance(function, functions.Table):
        for number, (x, y) in enumerate(function.points):
            yield from place(x, f"points[{number}][0]", along)
            yield from place(y, f"points[{number}][1]", wanted)
        yield from place(function.period, "period", along)
        for cutoff in place(function.cutoff, "cutoff", tuple(dim.to_power(one, -1) for one in along)):
            yield cutoff._replace(cycles=along == (dim.TIME,))
    elif isinstance(function, functions.Move):
        for power, field in enumerate(("distance", "speed", "acceleration", "jerk")):
            below = tuple(dim.times(kind, one, -power) for kind in wanted for one in along)
            yield from place(getattr(function, field), field, below)
        yield from place(function.begin, "begin", along)
        yield from place(function.start, "start", wanted)
    elif isinstance(function, functions.Piecewise):
        for number, piece in enumerate(function.pieces):
            yield from place(piece.until, f"pieces[{number}].until", along)
            yield from _of_function(piece.function, f"{path}.pieces[{number}]", wanted, variable)
        yield from place(function.period, "period", along)
        yield from place(function.start, "start", along)
