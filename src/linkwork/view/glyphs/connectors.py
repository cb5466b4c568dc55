"""Glyphs between two moving points: rod, strut, spring, beam, cylinder, gas strut, damper, muscle, band, absorber."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from linkwork.view.glyphs.geometry import Points, box, circle, rounded_hull
from linkwork.view.glyphs.marks import LINK_LAYER, PIN_LAYER, Mark, Sketch

COILS = 7
BAND = 0.3  # half the width of a muscle that goes over several points, in units
TENDON = 0.15  # of the length of a muscle, at either end
FOLDS, FOLDS_FROM = 7, 0.12


def rod(unit: float, shortest: float) -> list[Mark]:
    """A slender bar; it is stretched from end to end."""
    bar = np.array([[0.0, -0.3 * unit], [1.0, -0.3 * unit], [1.0, 0.3 * unit], [0.0, 0.3 * unit]])
    return [Mark("rod", LINK_LAYER, [bar], fill="tint", anchor="stretch"), *_eyes(unit)]


def strut(unit: float, shortest: float) -> list[Mark]:
    """A cylinder at the first end and a piston rod from the second that slides in it."""
    reach = max(0.62 * shortest, 1.5 * unit)
    cylinder = box((reach / 2 + 0.3 * unit, 0.0), (1.0, 0.0), reach / 2 - 0.3 * unit, 0.8 * unit, 0.16 * unit)
    neck = rounded_hull([(0.0, 0.0), (0.8 * unit, 0.0)], 0.3 * unit)
    piston = np.array([[0.0, -0.2 * unit], [1.0, -0.2 * unit], [1.0, 0.2 * unit], [0.0, 0.2 * unit]])
    cap = np.array([[reach - 0.35 * unit, -0.8 * unit], [reach - 0.35 * unit, 0.8 * unit]])
    return [
        Mark("piston rod", LINK_LAYER, [piston], fill="paper", anchor="stretch"),
        Mark("neck", LINK_LAYER, [neck], fill="tint", anchor="from"),
        Mark("cylinder", LINK_LAYER, [cylinder], fill="tint", anchor="from"),
        Mark("cap", LINK_LAYER, [cap], closed=False, width=1.0, anchor="from"),
        *_eyes(unit),
    ]


def cylinder(unit: float, shortest: float) -> list[Mark]:
    """A hydraulic cylinder: a stout tube with its head and foot, and a thick rod."""
    return _telescope(unit, shortest, 0.95, 0.42)


def gas_strut(unit: float, shortest: float) -> list[Mark]:
    """A gas strut: a slender tube and a thin rod."""
    return _telescope(unit, shortest, 0.55, 0.16)


def _telescope(unit: float, shortest: float, tube: float, rod: float) -> list[Mark]:
    reach = max(0.66 * shortest, 1.5 * unit)
    body = box((reach / 2 + 0.3 * unit, 0.0), (1.0, 0.0), reach / 2 - 0.3 * unit, tube * unit, 0.1 * unit)
    caps = [np.array([[x, -tube * unit], [x, tube * unit]]) for x in (reach - 0.35 * unit, 0.65 * unit)]
    bar = np.array([[0.0, -rod], [1.0, -rod], [1.0, rod], [0.0, rod]]) * [1.0, unit]
    neck = rounded_hull([(0.0, 0.0), (0.8 * unit, 0.0)], 0.3 * unit)
    return [
        Mark("piston rod", LINK_LAYER, [bar], fill="paper", anchor="stretch"),
        Mark("neck", LINK_LAYER, [neck], fill="tint", anchor="from"),
        Mark("cylinder", LINK_LAYER, [body], fill="tint", anchor="from"),
        *(Mark("cap", LINK_LAYER, [cap], closed=False, width=1.0, anchor="from") for cap in caps),
        *_eyes(unit),
    ]


def damper(unit: float, shortest: float) -> list[Mark]:
    """A dashpot: an open pot at the first end, and a plate that moves in it."""
    reach, half = max(0.6 * shortest, 1.5 * unit), 0.7 * unit
    begin = max(0.25 * reach, 0.5 * unit)
    pot = np.array([[reach, half], [begin, half], [begin, -half], [reach, -half]])
    plate = np.array([[0.45, 0.8 * half], [0.45, -0.8 * half]])
    lines = [np.array([[0.0, 0.0], [begin, 0.0]])]
    return [
        Mark("pot", LINK_LAYER, [pot], closed=False, width=1.6, anchor="from"),
        Mark("pot rod", LINK_LAYER, lines, closed=False, width=1.6, anchor="from"),
        Mark("plunger", LINK_LAYER, [plate], closed=False, width=2.4, anchor="stretch"),
        Mark("plunger", LINK_LAYER, [np.array([[0.45, 0.0], [1.0, 0.0]])], closed=False, width=1.6, anchor="stretch"),
        *_eyes(unit),
    ]


def spring(unit: float, shortest: float) -> list[Mark]:
    """A zigzag that stretches with the distance."""
    places = np.linspace(0.2, 0.8, 2 * COILS + 1)
    swing = 0.7 * unit * np.where(np.arange(len(places)) % 2, 1.0, -1.0)
    swing[[0, -1]] = 0.0
    line = np.vstack([[0.0, 0.0], np.column_stack([places, swing]), [1.0, 0.0]])
    return [Mark("spring", LINK_LAYER, [line], closed=False, width=1.5, anchor="stretch"), *_eyes(unit)]


def muscle(unit: float, shortest: float) -> list[Mark]:
    """A belly that tapers into its two tendons."""
    outline = np.array([[x, half * unit] for half, x in belly()])
    spindle = np.vstack([outline, (outline * [1.0, -1.0])[::-1]])
    return [Mark("muscle", LINK_LAYER, [spindle], fill="solid", anchor="stretch"), *_eyes(unit)]


def band(unit: float, shortest: float) -> list[Mark]:
    """A part of a muscle that goes over several points: alike all along."""
    half = BAND * unit
    strip = np.array([[0.0, half], [1.0, half], [1.0, -half], [0.0, -half]])
    return [Mark("muscle", LINK_LAYER, [strip], fill="solid", anchor="stretch"), *_eyes(unit)]


def belly() -> list[tuple[float, float]]:
    """Half widths of a muscle in units, and where along it as a share of the way."""
    places = np.linspace(0.0, 1.0, 25)
    inside = np.clip((places - TENDON) / (1.0 - 2.0 * TENDON), 0.0, 1.0)
    return [(0.12 + 0.75 * np.sin(np.pi * at) ** 1.5, float(x)) for x, at in zip(places, inside, strict=True)]


def absorber(unit: float, shortest: float) -> list[Mark]:
    """A bellows between two plates, which folds."""
    outline = np.array([[x, half * unit] for half, x in folds()])
    bellows = np.vstack([outline, (outline * [1.0, -1.0])[::-1]])
    rods = [np.array([[0.0, 0.0], [FOLDS_FROM, 0.0]]), np.array([[1.0 - FOLDS_FROM, 0.0], [1.0, 0.0]])]
    return [
        Mark("absorber rod", LINK_LAYER, rods, closed=False, width=1.6, anchor="stretch"),
        Mark("absorber", LINK_LAYER, [bellows], fill="solid", anchor="stretch"),
        *_eyes(unit),
    ]


def folds() -> list[tuple[float, float]]:
    """Half widths of an absorber in units, and where along it as a share of the way."""
    places = np.linspace(FOLDS_FROM, 1.0 - FOLDS_FROM, 2 * FOLDS + 1)
    return [(0.95 if n % 2 else 0.6, float(x)) for n, x in enumerate(places)]


def _eyes(unit: float) -> list[Mark]:
    eye = circle((0.0, 0.0), 0.34 * unit, 32)
    return [
        Mark("eye", PIN_LAYER, [eye], fill="paper", width=1.3, anchor="from"),
        Mark("eye", PIN_LAYER, [eye], fill="paper", width=1.3, anchor="to"),
    ]


def beam(unit: float, shortest: float) -> list[Mark]:
    """An element of a beam: a bar whose rounded ends lie over each other."""
    bar = np.array([[0.0, -0.22 * unit], [1.0, -0.22 * unit], [1.0, 0.22 * unit], [0.0, 0.22 * unit]])
    end = circle((0.0, 0.0), 0.22 * unit, 24)
    return [
        Mark("rod", LINK_LAYER, [bar], fill="solid", line="none", anchor="stretch"),
        Mark("end", LINK_LAYER, [end], fill="solid", line="none", anchor="from"),
        Mark("end", LINK_LAYER, [end], fill="solid", line="none", anchor="to"),
    ]


CONNECTORS: dict[str, Callable[[float, float], list[Mark]]] = {
    "rod": rod,
    "strut": strut,
    "spring": spring,
    "beam": beam,
    "cylinder": cylinder,
    "gas_strut": gas_strut,
    "damper": damper,
    "muscle": muscle,
    "band": band,
    "absorber": absorber,
}
KINDS = (*CONNECTORS, "belt")


def connector_marks(given: Mapping[str, Any], unit: float, shortest: float) -> list[Mark]:
    """The marks of one connector of a Scene that is straight."""
    return CONNECTORS[given["kind"]](unit, shortest)


def reaches(sketch: Sketch, start: list[float], end: list[float]) -> Points:
    """Distances between the ends over the motion (as seen in one plane)."""
    a = sketch.motion.path(int(start[0]), start[1:])
    b = sketch.motion.path(int(end[0]), end[1:])
    return np.hypot(*(b - a).T)
