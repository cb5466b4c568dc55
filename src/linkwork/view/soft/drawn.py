"""What bends, on paper and in films: its outline in the plane, its skin in space, in the place of straight rods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.view.motion import carry

if TYPE_CHECKING:
    from linkwork.view.display import Display
    from linkwork.view.soft.soft import Soft


def hidden_names(scene: Mapping[str, Any]) -> set[str]:
    """Names of what was drawn in the place of bodies whose own shape is shown."""
    return {name for one in scene.get("soft", ()) for name in one.hides}


def without_rods(scene: Mapping[str, Any], display: Display) -> Display:
    """A planar display without the rods that stand for what bends; its bounds still hold them."""
    hidden = hidden_names(scene)
    if not hidden:
        return display
    return replace(display, connections=[one for one in display.connections if one.name not in hidden])


def corners_of(soft: Soft, frame: int) -> Array:
    """Corners of a skin at a frame, in the frame of its body."""
    corners: Array = soft.base + np.tensordot(soft.amplitudes[frame], soft.shapes, 1)
    return corners


def outlines(scene: Mapping[str, Any], display: Display, frame: int) -> list[tuple[str, list[Array]]]:
    """Of all that bends in the plane at a frame: its colour, and its rims on paper."""
    drawn = []
    for soft in scene.get("soft", ()):
        corners = corners_of(soft, frame)[:, :2]
        placed = carry(scene["poses"][frame][soft.body], corners)
        paper = display.projection.paper(int(scene["bodies"][soft.body].get("plane", 0)), placed)
        lines = tuple(map(tuple, np.asarray(soft.skin.lines).tolist()))
        drawn.append((display.colours[soft.body], [paper[list(rim)] for rim in rims(lines, len(corners) // 2)]))
    return drawn


@lru_cache(maxsize=64)
def rims(lines: tuple[tuple[int, int], ...], front: int) -> tuple[tuple[int, ...], ...]:
    """Closed chains of the lines between corners from `front` on, which lie in front."""
    following: dict[int, list[int]] = {}
    for a, b in lines:
        if a >= front and b >= front:
            following.setdefault(a, []).append(b)
            following.setdefault(b, []).append(a)
    chains: list[tuple[int, ...]] = []
    left = set(following)
    while left:
        chain = [min(left)]
        left.discard(chain[0])
        while True:
            behind = [corner for corner in following[chain[-1]] if corner in left]
            if not behind:
                break
            chain.append(behind[0])
            left.discard(behind[0])
        chains.append(tuple(chain))
    return tuple(chains)


def soft_parts(scene: Mapping[str, Any], parts: Sequence[Any]) -> list[Any]:
    """Parts of a spatial display with skins in the place of rods and of the blocks of nodes."""
    hidden = hidden_names(scene)
    if not hidden:
        return list(parts)
    from linkwork.view.spatial.parts import BendingPart
    from linkwork.view.spatial.solids import Solid

    numbers = {number for number, body in enumerate(scene["bodies"]) if hidden & {body["name"], body.get("of")}}
    kept = [
        part
        for part in parts
        if part.name not in hidden and (part.body not in numbers or part.kind not in ("lump", "mass", "link"))
    ]
    for soft in scene["soft"]:
        faces = [tuple(int(corner) for corner in face) for face in soft.skin.triangles]
        kept.append(BendingPart("shape", soft.body, Solid(corners_of(soft, 0), faces), name=soft.name, soft=soft))
    return kept
