"""Which way a wheel follows another is read from the drawing: where they touch they have one velocity."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from spatial_tables import Table, drawing, joint

from linkwork.elements.spatial import catalogue as library

WHERE = np.array([0.2, -0.4, 0.9])


def ratio(first: dict[str, Any], second: dict[str, Any], **fields: Any) -> float:
    """How much the second joint's value changes with a radian of the first."""
    drawn = drawing(one=((0, 0, 0), (0.1, 0.2, 0.3)), two=((1, 0, 0), (-0.4, 0.5, 0.1)))
    for name, body, place in (("A", "one", first), ("B", "two", second)):
        kind = place.pop("kind", library.Revolute)
        drawn.joint(name, kind, between=("ground", body), **place)
    table = Table(drawn, joint(joints=["A", "B"], **fields))
    factors = {0: table.row.floats[2 + 10], 1: table.row.floats[2 + 11 + 10]}
    return -factors[1] / factors[0]


def axis(at: Any, along: Any, **more: Any) -> dict[str, Any]:
    return {"at": tuple(np.add(WHERE, at)), "axis": tuple(along), **more}


def rim(at: Any, along: Any, point: Any) -> np.ndarray:
    """Velocity of the rim of a wheel that turns with one radian a second."""
    return np.cross(along, np.subtract(point, at))


@pytest.mark.parametrize("turn", [1, -1])
@pytest.mark.parametrize("other", [1, -1])
def test_gears_touch_without_slip(turn: int, other: int) -> None:
    h, k = np.array([0, 0, turn]), np.array([0, 0, other])
    external = ratio(axis((0, 0, 0), h), axis((0.7, 0, 0), k), type="gear", radii=[0.4, 0.3])
    assert np.allclose(rim((0, 0, 0), h, (0.4, 0, 0)), external * rim((0.7, 0, 0), k, (0.4, 0, 0)))
    internal = ratio(axis((0, 0, 0), h), axis((0.1, 0, 0), k), type="gear", radii=[0.4, 0.3], internal=True)
    assert np.allclose(rim((0, 0, 0), h, (0.4, 0, 0)), internal * rim((0.1, 0, 0), k, (0.4, 0, 0)))


@pytest.mark.parametrize("turn", [1, -1])
@pytest.mark.parametrize("other", [1, -1])
def test_bevel_gears_touch_without_slip(turn: int, other: int) -> None:
    """Axes along x and along a slanted line through the origin; the pitch cones touch along the line between."""
    h, k = turn * np.array([1.0, 0, 0]), other * np.array([np.cos(1.2), np.sin(1.2), 0])
    touch = np.array([np.cos(0.5), np.sin(0.5), 0])
    radii = [float(np.sin(0.5)), float(np.sin(0.7))]
    one, two = np.cos(0.5) * np.array([1.0, 0, 0]), np.cos(0.7) * np.array([np.cos(1.2), np.sin(1.2), 0])
    found = ratio(axis(one, h), axis(two, k), type="bevel_gear", radii=radii)
    assert np.allclose(rim(one, h, touch), found * rim(two, k, touch))


@pytest.mark.parametrize("crossed", [False, True])
@pytest.mark.parametrize("other", [1, -1])
def test_a_belt_moves_with_both_rims(other: int, crossed: bool) -> None:
    found = ratio(
        axis((0, 0, 0), (0, 0, 1)), axis((2, 0, 0), (0, 0, other)), type="belt", radii=[0.4, 0.3], crossed=crossed
    )
    same_side, opposite = (0, 0.4, 0), (2, -0.3 if crossed else 0.3, 0)
    belt = rim((0, 0, 0), (0, 0, 1), same_side), rim((2, 0, 0), (0, 0, other), opposite)
    assert np.allclose(belt[0][0], found * belt[1][0])


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("side", [1, -1])
def test_a_rack_moves_with_the_rim_of_its_pinion(way: int, side: int) -> None:
    slide = axis((0.3, 0.2 * side, 0), (way, 0, 0), kind=library.Translational)
    found = ratio(axis((0, 0, 0), (0, 0, 1)), slide, type="rack", radius=0.2)
    assert np.allclose(rim((0, 0, 0), (0, 0, 1), (0, 0.2 * side, 0)), found * np.array([way, 0, 0]))


@pytest.mark.parametrize("hand", ["right", "left"])
@pytest.mark.parametrize("side", [1, -1])
def test_a_worm_moves_the_rim_of_its_wheel_as_a_nut_that_cannot_turn(side: int, hand: str) -> None:
    """A nut on a right-handed thread that turns once about its axis moves one lead against that axis."""
    worm, wheel = axis((0, 0, 0), (1, 0, 0)), axis((0, 0.5 * side, 0), (0, 0, 1))
    found = ratio(worm, wheel, type="worm", starts=2, teeth=40, hand=hand)
    assert abs(abs(found) - 2 / 40) < 1e-15
    speed = found * rim((0, 0.5 * side, 0), (0, 0, 1), (0, 0, 0))[0]
    assert (speed < 0) == (hand == "right")


def test_wheels_whose_drawing_does_not_tell_are_asked_for_a_ratio() -> None:
    with pytest.raises(Exception, match="give 'ratio'"):
        ratio(axis((0, 0, 0), (1, 0, 0)), axis((0, 0, 0), (0, 1, 0)), type="bevel_gear", teeth=[10, 20])
    assert ratio(axis((0, 0, 0), (1, 0, 0)), axis((0, 0, 0), (0, 1, 0)), type="bevel_gear", ratio=-0.5) == -0.5
