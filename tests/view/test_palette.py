"""Colours of bodies and of their paths: told apart, and seen on white."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from linkwork.view.palette import BODY_COLOURS, trace


def linear(colour: str) -> np.ndarray:
    parts = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(colour: str) -> np.ndarray:
    """CIE L*a*b* under D65."""
    matrix = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    x, y, z = np.cbrt(matrix @ linear(colour) / [0.9505, 1.0, 1.089])
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_ten_colours_are_told_apart() -> None:
    assert len(BODY_COLOURS) >= 9
    for one, other in combinations(BODY_COLOURS, 2):
        assert np.linalg.norm(lab(one) - lab(other)) > 25, (one, other)


def test_paths_are_seen_on_white() -> None:
    for colour in BODY_COLOURS:
        brightness = float(linear(trace(colour)) @ [0.2126, 0.7152, 0.0722])
        assert 1.05 / (brightness + 0.05) > 2.5, colour
