"""Channels as people see them: in the display units of the mechanism, round-off shown as zero."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from linkwork.run.run import Run

NOISE = 1e-12  # of the model's length, or of the largest number of the same kind: smaller ones are shown as zero
_OF_FORCES = 1e-11  # of the largest reaction
_NO_ACTION = ("formulation: ", "energy adds up")
"""How notes begin that tell how the program did its work, and that it went well."""
_DRAWN = "pointing against the one drawn"  # a formulation that was taken because of it is something to act on
_MEASURES = ("violation", "energy")
"""Whose small numbers say something."""


def displayed(run: Run, name: str) -> tuple[NDArray[np.float64], str]:
    """A channel in the unit in which it is shown, and that unit."""
    values, unit = run.with_unit(name)
    factor, text = run.mechanism.units.shown(unit)
    return factor * without_noise(run, values, unit, name), text


def display_unit(run: Run, name: str) -> str:
    """The unit in which a channel is shown."""
    return run.mechanism.units.shown(run.unit(name))[1]


def notes_to_act_on(notes: list[str]) -> list[str]:
    """Notes without the remarks on how the program did its work, which `run.notes` has."""
    return [note for note in notes if _DRAWN in note or not note.startswith(_NO_ACTION)]


def without_noise(run: Run, values: Any, unit: str = "", name: str = "") -> NDArray[np.float64]:
    """Numbers with round-off shown as zero."""
    real = np.asarray(np.real(values), float)
    return np.where(np.abs(real) < _noise(run, unit, name), 0.0, real)


def _noise(run: Run, unit: str, name: str) -> float:
    length = float(run.system.length)
    if name.partition(".")[0] in _MEASURES:
        return NOISE * length
    if unit in ("N", "N m") and run.loads is not None:
        largest = float(np.max(np.abs(np.real(run.loads.wrenches)), initial=0.0))
        return max(NOISE * length, _OF_FORCES * largest * (1.0 if unit == "N" else min(length, 1.0)))
    rates = {"m/s": run.v, "rad/s": run.v, "m/s²": run.a, "rad/s²": run.a}.get(unit)
    if rates is None or not np.size(rates):
        return NOISE * length
    largest = float(np.max(np.abs(np.real(rates)), initial=0.0))
    return max(NOISE * length, NOISE * largest if np.isfinite(largest) else 0.0)
