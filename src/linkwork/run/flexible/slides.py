"""Notes on what slides along beams: whether it has left them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from linkwork.run.run import Run

_SLIDE = "beam_slide"
_PAST = 1e-6
"""Of the length: how far beyond its ends a point may be that counts as on the beam."""


def has_slides(run: Run) -> bool:
    """Whether the mechanism has joints along beams."""
    return any(getattr(joint, "type", "") == _SLIDE for joint in run.mechanism.joints.values())


def slide_notes(run: Run) -> list[str]:
    """Of every joint along a beam that its point has left, when."""
    notes: list[str] = []
    for name, joint in run.mechanism.joints.items():
        if getattr(joint, "type", "") != _SLIDE or f"{name}.position" not in run.system.coordinates:
            continue
        from linkwork.elements.beam_path import path_along

        beam: str = getattr(joint, "beam")  # noqa: B009 - only this kind of joint has one
        length = float(path_along(run.system.row(name), beam).stations[-1].real)
        place = np.real(run[f"{name}.position"])
        off = np.flatnonzero((place < -_PAST * length) | (place > (1 + _PAST) * length))
        if len(off):
            end = "root" if place[off[0]] < 0 else "tip"
            notes.append(
                f"joint '{name}': its point leaves beam '{beam}' by the {end} at about t = {run.t[off[0]]:.4g} s "
                "and slides on along a curve that continues it; end the run there by an event"
            )
    return notes
