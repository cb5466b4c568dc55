"""Channels of contacts and rubbing joints: their units, and what is shown of a point with nothing near."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array

if TYPE_CHECKING:
    from linkwork.run.loads import Loads

UNITS = {
    "gap": "m",
    "gap_rate": "m/s",
    "force": "N",
    "friction": "N",
    "normal": "N",
    "reserve": "N",
    "slip": "m/s",
    "x": "m",
    "y": "m",
    "z": "m",
}
_FREE = 1e299
"""Gaps beyond this belong to points that nothing is near."""
_ALWAYS = ("force", "friction", "mode", "reserve")


def shown(values: Array, gap: Array | None, name: str) -> tuple[Array, str]:
    """A channel of a contact or friction with its unit; places of a point with nothing near are no numbers."""
    label = name.rpartition(".")[2]
    if gap is not None and label not in _ALWAYS:
        values = np.where(np.real(gap) > _FREE, np.nan, values)
    return values, UNITS.get(label, "")


def of_all(memory: Array, name: str, places: Sequence[int]) -> Array:
    """A number of a contact from those of its points: the sum of forces, the least gap, the firmest mode."""
    values = memory[:, list(places)]
    label = name.rpartition(".")[2]
    if label in ("force", "friction"):
        return np.asarray(np.sum(values, axis=1))
    chosen = np.argmin(values.real, axis=1) if label == "gap" else np.argmax(values.real, axis=1)
    return np.asarray(values[np.arange(len(values)), chosen])


def contact_channel(loads: Loads, name: str, values: Array) -> tuple[Array, str]:
    """A number that a simulation reports, with its unit where it is one of a contact or friction."""
    owner, signals = name.rpartition(".")[0], loads.system.signals
    stepping = loads.system.stepping
    if stepping is not None and name.endswith(".gap") and owner in stepping.rules:
        return shown(values, values, name)
    if signals is None or not _is_contact(loads, owner):
        return values, ""
    if name in signals.whole:
        values = of_all(loads.memory, name, signals.whole[name])
        return shown(values, values if name.endswith(".gap") else None, name)
    gap = signals.reported.get(f"{owner}.gap")
    return shown(values, None if gap is None else loads.memory[:, gap], name)


def _is_contact(loads: Loads, owner: str) -> bool:
    """Whether a name is that of a contact, of one of its points, or of a friction."""
    tables, head = loads.system.contact_tables, owner.partition("[")[0]
    return tables is not None and (head in tables.friction_names or any(head == name for name, _ in tables.points))
