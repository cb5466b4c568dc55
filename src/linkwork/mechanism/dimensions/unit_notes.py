"""Units that are named like a parameter: they are units, and `check` says where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.mechanism.check_numbers import named_parts
from linkwork.mechanism.expressions import expressions_of

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_SHOWN = 3


def unit_notes(mechanism: Mechanism) -> list[str]:
    """One sentence for each word that is a unit behind a / though a parameter, or the time, has that name too."""
    names = {**{name: f"the parameter '{name}'" for name in mechanism.parameters_by_name}, "t": "the time"}
    unit_notes: dict[str, list[str]] = {}
    for word, parts in named_parts(mechanism).items():
        for name, part in parts.items():
            for expression in expressions_of(part):
                for unit in expression.units_below & names.keys():
                    unit_notes.setdefault(unit, []).append(f"{word} '{name}' ({expression.text})")
    return [_sentence(unit, names[unit], list(dict.fromkeys(places))) for unit, places in sorted(unit_notes.items())]


def _sentence(unit: str, other: str, places: list[str]) -> str:
    more = f" and {len(places) - _SHOWN} more" if len(places) > _SHOWN else ""
    return (
        f"'{unit}' behind a / is a unit, not {other}, in {', '.join(places[:_SHOWN])}{more}; "
        f"to divide by {other} put what stands before it in parentheses, as in (2 m)/{unit}"
    )
