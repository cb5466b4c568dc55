"""Muscles of the plane as they are drawn: tangents of the circles that they go round, on the right sides."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.view.display import arrange
from linkwork.view.frame import connection_ends
from linkwork.view.scene import build_scene


def across(a: Any, b: Any) -> float:
    """The cross product of two vectors of the plane."""
    return float(a[0] * b[1] - a[1] * b[0])


def between_circles(first: str, second: str) -> tuple[lw.Planar, list[tuple[np.ndarray, float, float]]]:
    """A body on a slide, pulled by a muscle round two circles; their centres, radii and the way that it turns there."""
    m = lw.Planar("two circles")
    m.carriage("weight", at=(0.4, 0.0), along=(0, 1), mass=1)
    circles = [((0.0, 0.0), 0.05, first), ((0.2, 0.0), 0.03, second)]
    rounds = [{"round": {"ground": list(at)}, "radius": radius, "side": side} for at, radius, side in circles]
    path = [m.ground.at(-0.2, 0.0), *rounds, {"weight": [0, 0]}]
    m.muscle("band", path, strength=5, optimal_length=0.5, tendon="stiff", activation=0.3, excitation=0.3)
    turns = {"left": 1.0, "right": -1.0}
    return m, [(np.array(at), radius, turns[side]) for at, radius, side in circles]


@pytest.mark.parametrize("second", ["left", "right"])
@pytest.mark.parametrize("first", ["left", "right"])
def test_a_muscle_round_two_circles_is_drawn_as_long_as_it_is(first: str, second: str) -> None:
    """Straight pieces leave every circle along a tangent, on the side that it has; with the arcs they are the path."""
    m, circles = between_circles(first, second)
    run = m.simulate(until=0.02, points=3, progress=False)
    scene = build_scene(run)
    display = arrange(scene)
    pieces = [connection_ends(display, one, scene["poses"][0]) for one in display.connections if one.name == "band"]
    assert len(pieces) == 3
    length = sum(float(np.hypot(*(end - start))) for start, end in pieces)
    for (centre, radius, turn), before, after in zip(circles, pieces, pieces[1:], strict=False):
        arms = before[1] - centre, after[0] - centre
        for arm, (start, end) in zip(arms, (before, after), strict=True):
            assert np.hypot(*arm) == pytest.approx(radius, rel=1e-9)
            heading = (end - start) / np.hypot(*(end - start))
            assert across(arm, heading) == pytest.approx(turn * radius, rel=1e-9)  # a tangent, with the right turn
        swept = np.arctan2(across(*arms), arms[0] @ arms[1])
        assert turn * swept >= 0.0
        length += radius * abs(swept)
    assert length == pytest.approx(float(run["band.length"][0]), rel=1e-9)
