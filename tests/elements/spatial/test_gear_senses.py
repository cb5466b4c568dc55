"""Which way a wheel follows another is read from the drawing: where they touch they have one velocity."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from spatial_tables import Table, drawing, joint

import linkwork as lw
from linkwork.base.errors import MechanismError
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


@pytest.mark.parametrize("turned", [(), ("A",), ("B",), ("A", "B")])
@pytest.mark.parametrize("kind", ["gear", "belt", "bevel_gear", "worm", "rack"])
def test_a_wheel_turns_the_same_way_whichever_end_of_its_joint_is_the_carrier(kind: str, turned: tuple[str]) -> None:
    sizes = {"worm": {"starts": 2, "teeth": 40}, "rack": {"radius": 0.5}}.get(kind, {"radii": [0.3, 0.7]})
    across = (1, 0, 0) if kind in ("bevel_gear", "rack", "worm") else (0, 0, 1)
    found = []
    for swapped in ((), turned):
        drawn = drawing(one=((0, 0, 0), (0.1, 0.2, 0.3)), two=((1, 0, 0), (-0.4, 0.5, 0.1)))
        slide = library.Translational if kind == "rack" else library.Revolute
        places = {"A": (library.Revolute, "one", (0, 0, 1), (0, 0, 0)), "B": (slide, "two", across, (0.3, 0.5, 0.2))}
        for name, (make, body, along, at) in places.items():
            between = (body, "ground") if name in swapped else ("ground", body)
            drawn.joint(name, make, between=between, at=at, axis=along)
        table = Table(drawn, joint(type=kind, joints=["A", "B"], **sizes))
        ratio = -table.row.floats[2 + 11 + 10] / table.row.floats[2 + 10]
        found.append(ratio * (-1.0) ** len(swapped))
    assert found[0] == pytest.approx(found[1], rel=1e-14)


def test_gears_on_hinges_without_a_common_carrier_are_refused_with_what_to_do() -> None:
    m = lw.Spatial("planetary")
    arm, sun, planet = (m.body(name, (0, 0, 0)) for name in ("arm", "sun", "planet"))
    m.revolute("O", m.ground, arm, at=(0, 0, 0), axis=(0, 0, 1))
    m.revolute("S", m.ground, sun, at=(0, 0, 0), axis=(0, 0, 1))
    m.revolute("P", arm, planet, at=(1, 0, 0), axis=(0, 0, 1))
    m.gear("G", "S", "P", radii=(0.6, 0.4))
    with pytest.raises(
        MechanismError, match=r"joint 'G': its joints share no body .*'S' joins .*; draw .* on their carr"
    ):
        m.validate()
    with pytest.raises(MechanismError, match="joint 'H': it binds joint 'S' to itself"):
        m.gear("H", "S", "S", ratio=2)
    del m.joints["G"]
    m.gear("Z", "O", "P", ratio=0)
    with pytest.raises(MechanismError, match="joint 'Z': its ratio is zero"):
        m.validate()
