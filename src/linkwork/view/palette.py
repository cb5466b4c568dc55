"""Colours that readers tell apart, the first six colour-blind ones too (Okabe and Ito, 2008), and who gets them."""

from __future__ import annotations

BODY_COLOURS = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#D55E00",
    "#56B4E9",
    "#CC79A7",
    "#7A5BC0",
    "#8F9A00",
    "#7B4A2B",
    "#00616B",
)
GROUND = "#5F6670"
PAPER = "#FFFFFF"
INK = "#22262B"
GRID = "#E3E6EA"


def body_colour(body: int) -> str:
    """Colour of a body by its number; ground, number 0, is grey."""
    return GROUND if body == 0 else BODY_COLOURS[(body - 1) % len(BODY_COLOURS)]


def mix(colour: str, other: str, share: float) -> str:
    """Blend two `#rrggbb` colours, taking `share` of the second."""
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def tint(colour: str) -> str:
    """Light fill that belongs to a body's colour."""
    return mix(colour, PAPER, 0.55)


def edge(colour: str) -> str:
    """Dark outline that belongs to a body's colour."""
    return mix(colour, "#000000", 0.35)


def trace(colour: str) -> str:
    """Line of a path that a point of a body leaves on paper: dark enough to be seen on white."""
    return mix(colour, "#000000", 0.2)
