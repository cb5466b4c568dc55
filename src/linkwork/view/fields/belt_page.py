"""A page of a push belt: forces drawn along its path and as curves, one place of the belt read in both."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from linkwork.view.fields.field_page import numbers, write_field_page
from linkwork.view.palette import BODY_COLOURS

if TYPE_CHECKING:
    from linkwork.library.cvt.steady import SteadyState

FIELDS = {
    "push": ("push of the elements", "kN", 1e-3),
    "pull": ("pull of the rings", "kN", 1e-3),
    "axial": ("axial force of a flank", "kN/m", 1e-3),
    "flank": ("flank on elements, along", "kN/m", 1e-3),
    "ring": ("rings on elements, along", "kN/m", 1e-3),
    "sliding": ("sliding angle", "deg", 180 / np.pi),
}
"""What is drawn, with its words, its unit and how many of them are one in SI."""
_PANELS = [["push", "pull"], ["axial"], ["flank", "ring"], ["sliding"]]


def write_belt_page(states: Sequence[SteadyState], path: Path, times: Sequence[float] | None = None) -> None:
    """Write the page; a slider goes through the states where there are several, with the times of a run in s."""
    point = "point at the belt or at a curve to read one place of it."
    told, title = f"Steady state of a push-belt drive: {point}", f"Push belt at the ratio {states[0].ratio:.4g}"
    if times is not None:
        told = f"A push-belt drive through time: move the slider, {point}"
        title = f"Push belt from {times[0]:.4g} to {times[-1]:.4g} s"
    data: dict[str, object] = {
        "fields": {name: list(text[:2]) for name, text in FIELDS.items()},
        "panels": _PANELS,
        "colours": list(BODY_COLOURS),
        "states": [_state(state) for state in states],
        "names": [f"{time:.4g} s" for time in times]
        if times is not None
        else [f"state {number} of {len(states)}" for number in range(1, len(states) + 1)],
    }
    write_field_page(path, title, told, data, "belt_page.js")


def _efficiency(state: SteadyState) -> str:
    if state.moving:
        return "none while speeds change"
    return f"{state.efficiency:.4g}" if np.isfinite(state.efficiency) else "no torque"


def _state(state: SteadyState) -> dict[str, object]:
    order = np.argsort(state.place % state.path.length)
    at = (state.place % state.path.length)[order]
    line = state.path.rows(at)
    whole = {
        "ratio of speeds": f"{state.ratio:.4g}",
        "torques": f"{state.torques[0]:.4g}, {state.torques[1]:.4g} N m",
        "thrusts": f"{state.thrusts[0] / 1000:.4g}, {state.thrusts[1] / 1000:.4g} kN",
        "efficiency": _efficiency(state),
    }
    return {
        "whole": whole,
        "radii": [state.path.driving, state.path.driven],
        "distance": state.path.distance,
        "place": numbers(1000 * at),
        "ends": numbers(1000 * np.cumsum(state.path.parts)),
        "line": [numbers(line[:, k]) for k in range(4)],
        "values": {name: numbers(text[2] * getattr(state, name)[order]) for name, text in FIELDS.items()},
    }
