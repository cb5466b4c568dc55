"""Modes that are held: `beam.q1` while assembling, `beam.q1_rate` at the start, all where there are no masses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linkwork.base.names import GROUND
from linkwork.elements.freedoms import rate_names
from linkwork.elements.mode import ModeHold
from linkwork.expression import as_expression

if TYPE_CHECKING:
    from linkwork.elements.base import Element
    from linkwork.mechanism.mechanism import Mechanism


def mode_element(mechanism: Mechanism, name: str, value: Any, order: int = 0) -> ModeHold | None:
    """The element that holds a mode, or of order 1 its rate, of this name; none where it is not one of a mode."""
    body, _, label = name.partition(".")
    modes = getattr(mechanism.bodies_by_name.get(body), "modes", None)
    for known in modes.labels if modes is not None else ():
        if rate_names(known)[order] == label:
            return ModeHold(on=body, label=known, columns=2 * mechanism.world.size, value=value)
    return None


def held_modes(mechanism: Mechanism, held: Mapping[str, Element]) -> list[tuple[str, Element, bool]]:
    """Elements that hold all modes of a mechanism at their start, but for those that are held otherwise."""
    taken = {(element.on, element.label) for element in held.values() if isinstance(element, ModeHold)}
    held_modes: list[tuple[str, Element, bool]] = []
    for body, described in mechanism.bodies_by_name.items():
        if body == GROUND or described.modes is None:
            continue
        start = described.modes.start or (as_expression(0),) * len(described.modes.labels)
        for label, value in zip(described.modes.labels, start, strict=False):
            if (body, label) not in taken:
                name = f"{body}.{label}"
                element = mode_element(mechanism, name, value)
                assert element is not None
                held_modes.append((name, element, False))
    return held_modes
