"""Parameters as sliders: their number in the unit they are written in, and the range over which they are moved."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from linkwork.base.errors import ModelFileError
from linkwork.expression import Expression, parse, resolve_parameters
from linkwork.expression.number import written
from linkwork.mechanism.display_units import DisplayUnits

_LEAST, _MOST, _STEPS = 0.1, 2.0, 500.0  # shares of the value; steps that it is wide
_TURN = {"deg": 180.0, "rad": 3.2, "rev": 0.5}
_DIGITS = 12
SI = DisplayUnits()


def text_of(value: Expression) -> str:
    """A parameter as a file has it: `200 mm`, `0.3`, `2*r`."""
    return str(written(value))


def with_number(name: str, text: str, number: float, units: DisplayUnits = SI, meant: str = "") -> str:
    """The text of a parameter with another number, in the unit it is shown in; formulas of others are refused.

    `meant` is the SI unit that it has by its places; a bare number stays one where it is shown in that.
    """
    value = parse(text)
    if value.names:
        others = ", ".join(sorted(value.names))
        raise ModelFileError(f"parameter '{name}' is a formula, {text}; change {others} instead, or edit the file")
    written_in = (value.quantity or (0.0, ""))[1]
    unit = units.shown_quantity(written_in)[1]
    if not written_in and meant:
        factor, shown = units.shown(meant)
        unit = "" if factor == 1.0 else shown
    return f"{_short(number)} {unit}".rstrip()


def _short(number: float) -> str:
    """A number without the round-off of a slider."""
    number_shown = float(f"{number:.{_DIGITS}g}")
    return str(int(number_shown)) if number_shown.is_integer() and abs(number_shown) < 1e15 else repr(number_shown)


def described(
    values: Mapping[str, str],
    base: Mapping[str, str],
    comments: Mapping[str, str],
    units: DisplayUnits = SI,
    meant: Mapping[str, str] = MappingProxyType({}),
) -> list[dict[str, Any]]:
    """All parameters with their sliders; ranges follow from `base`, the file, and so stay while a slider moves.

    The text of a number is the comment behind it in the file, that of a formula the formula. `meant` has the SI units
    of parameters by their places, for those that are written without one.
    """
    now = {name: parse(text) for name, text in values.items()}
    env = resolve_parameters(now)
    quantities = {
        name: _quantity(parse(base.get(name, text)), units, meant.get(name, "")) for name, text in values.items()
    }
    sizes = {"": 1.0}  # bare numbers may be of any kind: a modulus says nothing of an offset
    for number, unit in filter(None, quantities.values()):
        if number:
            sizes[unit] = min(sizes.get(unit, math.inf), abs(number))
    described = []
    for name, value in now.items():
        quantity = _quantity(value, units, meant.get(name, ""))
        if quantity is None:  # a formula
            factor, unit = units.shown(meant.get(name, ""))
            quantity = float(f"{factor * env[name].real:.{_DIGITS}g}"), unit
        number, unit = quantity
        start = quantities[name] or (number, unit)
        low, high, step = slider(start[0], start[1], sizes.get(start[1], 1.0))
        entry: dict[str, Any] = {"name": name, "value": number, "unit": unit}
        entry |= {"kind": "formula", "text": text_of(value)} if value.names else {"kind": "number"}
        entry.setdefault("text", comments.get(name, ""))
        described.append(entry | {"min": min(low, number), "max": max(high, number), "step": step})
    return described


def _quantity(value: Expression, units: DisplayUnits, meant: str) -> tuple[float, str] | None:
    """Number and unit in which a parameter is shown, if it was given as a number."""
    quantity = value.quantity
    if quantity is None:
        return None
    bare = meant and not quantity[1]
    factor, unit = units.shown(meant) if bare else units.shown_quantity(quantity[1])
    return (quantity[0], unit) if factor == 1.0 else (float(f"{factor * quantity[0]:.{_DIGITS}g}"), unit)


def slider(number: float, unit: str, size: float) -> tuple[float, float, float]:
    """Least and largest value and step of a slider around a number; `size` is that of its smallest neighbour."""
    if number == 0.0:
        reach = _TURN.get(unit, size)
        return -reach, reach, _round_step(2.0 * reach / _STEPS)
    step = _round_step(abs(number) / _STEPS)
    ends = sorted((_multiple(_LEAST * number, step), _multiple(_MOST * number, step)))
    return ends[0], ends[1], step


def _round_step(size: float) -> float:
    """The largest of 1, 2, 5 times a power of ten that is not above a size."""
    power = 10.0 ** math.floor(math.log10(size))
    return float(f"{next(k for k in (5, 2, 1) if k * power <= size * (1 + 1e-9)) * power:.3g}")


def _multiple(value: float, step: float) -> float:
    return float(f"{round(value / step) * step:.{_DIGITS}g}")
