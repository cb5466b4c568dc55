"""Colours that change with the time: muscles by their activation, what is crushed by how far it is.

Any force `biceps` is a muscle that has a channel `biceps.activation`, or beside which there is a signal
`biceps_activation` (also that of its pieces `biceps_1`, `biceps_2`, ...): it is drawn as one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.view.palette import mix

if TYPE_CHECKING:
    from linkwork.run.run import Run
    from linkwork.view.display import Display
    from linkwork.view.spatial.parts import Part

RESTING, ACTIVE = "#7C9CC9", "#C2202B"  # a muscle at rest and fully active
WHOLE, CRUSHED = "#B9C1CB", "#B5480B"  # an absorber before and at its largest deformation
MUSCLE = "muscle"
_PIECE = re.compile(r"_\d+\Z")


def tints_of(run: Run, keep: Sequence[int]) -> list[dict[str, Any]]:
    """What changes its colour: name, channel, what it tells, shares from 0 to 1 at the frames kept, and two colours."""
    names, tints = set(run.channels()), []
    deepest = _deepest(run, names)
    for force in run.mechanism.forces:
        muscle = next((channel for channel in _activations(force) if channel in names), None)
        if muscle is not None:
            shares = np.clip(np.real(run[muscle])[keep], 0.0, 1.0)
            tints.append(_tint(force, muscle, "activation", shares, (RESTING, ACTIVE)))
        elif f"{force}.plastic" in names:
            channel = f"{force}.plastic"
            shares = _depths(run, channel)[keep] / deepest[run.unit(channel)]
            tints.append(_tint(force, channel, "deformation", shares, (WHOLE, CRUSHED)))
    return tints


def _depths(run: Run, channel: str) -> Any:
    return np.abs(np.real(run[channel]))


def _deepest(run: Run, names: set[str]) -> dict[str, float]:
    """The largest of all permanent deformations, by their units."""
    deepest: dict[str, float] = {}
    for channel in names & {f"{force}.plastic" for force in run.mechanism.forces}:
        unit = run.unit(channel)
        deepest[unit] = max(float(_depths(run, channel).max()), deepest.get(unit, 1e-300))
    return deepest


def _activations(force: str) -> list[str]:
    whole = _PIECE.sub("", force)
    return [f"{force}.activation", f"{force}_activation", f"{whole}.activation", f"{whole}_activation"]


def _tint(name: str, channel: str, tells: str, shares: Any, colours: tuple[str, str]) -> dict[str, Any]:
    return {"name": name, "channel": channel, "tells": tells, "shares": shares.tolist(), "colours": list(colours)}


def as_muscles(drawing: dict[str, Any], tints: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """A drawing in which springs that have an activation are muscles."""
    names = {tint["name"] for tint in tints if tint["tells"] == "activation"}
    given = {key: drawing[key] for key in ("connectors", "symbols") if key in drawing}
    return {
        **drawing,
        **{
            key: [{**one, "kind": MUSCLE} if one["kind"] == "spring" and one["name"] in names else one for one in items]
            for key, items in given.items()
        },
    }


def colours_at(scene: Mapping[str, Any], frame: int) -> dict[str, str]:
    """The colours of what changes it, by name, at one frame."""
    return {tint["name"]: _mixed(tint, frame) for tint in scene.get("tints", ())}


def _mixed(tint: Mapping[str, Any], frame: int) -> str:
    low, high = tint["colours"]
    return mix(low, high, float(tint["shares"][frame]))


def tinted(display: Display, scene: Mapping[str, Any], frame: int) -> Display:
    """A planar display with the colours of one frame."""
    colours = colours_at(scene, frame)
    if not colours:
        return display
    changed = [replace(one, colour=colours.get(one.name, one.colour)) for one in display.connections]
    return replace(display, connections=changed)


def tinted_parts(parts: Sequence[Part], scene: Mapping[str, Any], frame: int) -> list[Part]:
    """Parts of a spatial display with the colours of one frame."""
    colours = colours_at(scene, frame)
    return [
        replace(part, colour=colours[part.name]) if _dyed(part) and part.name in colours else part for part in parts
    ]


def _dyed(part: Part) -> bool:
    """Whether a part shows the colour: what lies between the ends, not what holds it."""
    return part.span is not None
