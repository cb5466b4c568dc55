"""Marks: the strokes and fills of which a sketch consists, the same for paper and for the browser."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from linkwork.base.late_dataclass import dataclass
from linkwork.view.glyphs.geometry import Points
from linkwork.view.motion import Motion

Fill = Literal["none", "tint", "solid", "paper"]
Line = Literal["none", "edge", "thin"]

GROUND_LAYER, WHEEL_LAYER, SUPPORT_LAYER, LINK_LAYER, BLOCK_LAYER, PIN_LAYER, POINT_LAYER = range(7)
NO_GHOST = ("hatching", "support", "axis", "pin", "coupling pin", "eye", "belt")  # kinds that faint positions leave out


@dataclass(frozen=True)
class Mark:
    """One or more chains of points drawn alike; several closed chains leave holes (even-odd rule)."""

    kind: str
    layer: int
    paths: list[Points]
    closed: bool = True
    fill: Fill = "none"
    line: Line = "edge"
    width: float = 1.2
    dash: bool = False
    anchor: Literal["body", "from", "to", "stretch"] = "body"
    train: str = ""
    """The belt that runs on what is drawn: all of it lies at one depth."""


@dataclass(frozen=True)
class Gear:
    """A gear of the scene with the teeth chosen for its sketch; `phase` is the angle of one tooth."""

    body: int
    at: tuple[float, float]
    radius: float
    internal: bool
    teeth: int
    phase: float


@dataclass
class Sketch:
    """What glyphs need to know of the whole drawing: the motion, the size of a pin, the gears."""

    motion: Motion
    unit: float
    gears: list[Gear] = field(default_factory=list)
    tooth_pitch: float = 0.0
    sides: dict[tuple[float, float], int] = field(default_factory=dict)
    """Supports by their place: -1 below it, 1 above it."""
