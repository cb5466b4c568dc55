"""Strokes of symbols: a part lies from (0, 0) to (4, 0) with its body about the middle; lengths as in `rows.py`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

Points = list[tuple[float, float]]


@dataclass(frozen=True)
class Stroke:
    """A line, or a closed outline that may be filled with the ink or with the paper."""

    points: tuple[tuple[float, float], ...]
    fill: str = "none"
    """none, ink or paper; what is filled is closed."""
    thin: bool = False


@dataclass(frozen=True)
class Symbol:
    """Strokes and letters."""

    strokes: tuple[Stroke, ...]
    letters: tuple[tuple[str, tuple[float, float]], ...] = ()


def line(*points: tuple[float, float], thin: bool = False) -> Stroke:
    """A chain of points."""
    return Stroke(tuple(points), thin=thin)


def outline(*points: tuple[float, float], fill: str = "paper") -> Stroke:
    """A closed chain."""
    return Stroke(tuple(points), fill)


def box(low: float, high: float, half: float, fill: str = "paper") -> Stroke:
    """A rectangle along the part."""
    return outline((low, -half), (high, -half), (high, half), (low, half), fill=fill)


def arc(centre: tuple[float, float], radius: float, begin: float, end: float, count: int = 17) -> Stroke:
    """An arc between two angles in degrees."""
    angles = np.radians(np.linspace(begin, end, count))
    x, y = centre
    return line(*((x + radius * float(np.cos(a)), y + radius * float(np.sin(a))) for a in angles))


def circle(at: tuple[float, float], radius: float, fill: str = "paper") -> Stroke:
    """A circle."""
    angles = np.linspace(0.0, 2.0 * np.pi, 33)[:-1]
    return outline(*((at[0] + radius * float(np.cos(a)), at[1] + radius * float(np.sin(a))) for a in angles), fill=fill)


def arrow(tail: tuple[float, float], tip: tuple[float, float], size: float = 0.28) -> tuple[Stroke, Stroke]:
    """A line with a head."""
    along = np.subtract(tip, tail)
    along = along / np.linalg.norm(along)
    across = np.array([-along[1], along[0]])
    ends = [np.asarray(tip) - size * along + side * 0.5 * size * across for side in (1.0, -1.0)]
    head = outline(tip, *((float(x), float(y)) for x, y in ends), fill="ink")
    return line(tail, tip), head


def leads(low: float, high: float) -> tuple[Stroke, Stroke]:
    """The wires to the body of a part."""
    return line((0.0, 0.0), (low, 0.0)), line((high, 0.0), (4.0, 0.0))


def zigzag(low: float, high: float, half: float, turns: int) -> Stroke:
    """A spring."""
    xs = np.linspace(low, high, 2 * turns + 2)
    ys = [0.0, *(half * (-1.0) ** n for n in range(2 * turns)), 0.0]
    return line(*((float(x), float(y)) for x, y in zip(xs, ys, strict=True)))
