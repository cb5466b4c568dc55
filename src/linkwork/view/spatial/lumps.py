"""How large a mass without a shape is drawn: as large as its inertia says, but not beyond the links beside it."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from linkwork.view.spatial.poses import Scene

SHARE = 0.35  # of the longest link: the longest edge of a mass beside it


def with_sized_lumps(scene: Scene) -> Scene:
    """The scene with no mass larger than a share of the longest link, or of the largest wheel where there is none.

    Inertias are often guessed, and the box that has them would hide the mechanism.
    """
    held: dict[int, list[Any]] = {}
    for symbol in scene["symbols"]:
        for end in (symbol["first"], symbol["second"]):
            held.setdefault(end["body"], []).append(np.array(end["at"], float))
    longest = max((_length(places) for number, places in held.items() if number), default=0.0)
    if longest == 0.0:  # a wheel and what it carries
        wheels = [symbol for symbol in scene["symbols"] if symbol["kind"] == "wheel" and len(symbol["sizes"])]
        longest = max((2 * float(symbol["sizes"][0]) for symbol in wheels), default=0.0)
    if longest == 0.0:
        return scene
    return {**scene, "bodies": [_sized(body, SHARE * longest) for body in scene["bodies"]]}


def _length(places: list[Any]) -> float:
    return max((float(np.linalg.norm(p - q)) for p, q in combinations(places, 2)), default=0.0)


def _sized(body: Any, most: float) -> Any:
    lump = body["lump"]
    largest = max(lump["edges"]) if lump and "edges" in lump else 0.0
    if largest <= most:
        return body
    return {**body, "lump": {**lump, "edges": [edge * most / largest for edge in lump["edges"]]}}
