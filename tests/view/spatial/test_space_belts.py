"""Belts and pulleys in space: a closed loop in the grooves, and posts that stand behind the wheels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.view.scene import build_scene
from linkwork.view.spatial.camera import camera
from linkwork.view.spatial.display import Display, arrange
from linkwork.view.spatial.parts import Part
from linkwork.view.spatial.poses import Place

R1, R2 = 0.06, 0.12


def shown(crossed: bool = False, aside: float = 0.0, axis: tuple[int, int, int] = (0, 1, 0)) -> tuple[Any, Display]:
    """Two pulleys on ground with their belt; the second may stand aside along the axis."""
    across = np.array([0.4, 0.0, 0.0] if axis[0] == 0 else [0.0, 0.4, 0.0])
    far = np.array([0.0, 0.0, 0.2]) + across + aside * np.array(axis)
    m = lw.Spatial("belt")
    one, two = m.body("one", estimate=(0, 0, 0.2)), m.body("two", estimate=tuple(far))
    m.revolute("A", m.ground, one, at=(0, 0, 0.2), axis=axis)
    m.revolute("B", m.ground, two, at=tuple(far), axis=axis)
    m.belt("belt", "A", "B", radii=(R1, R2), crossed=crossed)
    m.drive("motor", joint="A", angle="2*pi*t")
    scene = build_scene(m.kinematics(1, 5, progress=False))
    return scene, arrange(scene)


def of(display: Display, kind: str) -> list[Part]:
    return [part for part in display.parts if part.kind == kind]


@pytest.mark.parametrize("crossed", [False, True])
@pytest.mark.parametrize("aside", [0.0, 0.03])
def test_the_belt_is_one_loop_that_touches_both_pulleys_at_all_times(crossed: bool, aside: float) -> None:
    scene, display = shown(crossed, aside)
    (belt,) = of(display, "belt")
    assert belt.wire > 0.0
    for frame in (0, 3):
        points = belt.corners(Place(scene["poses"][frame]))
        assert points[0] == pytest.approx(points[-1], abs=1e-12)
        for (x, y, z), radius in (((0.0, 0.0, 0.2), R1), ((0.4, aside, 0.2), R2)):
            away = np.hypot(points[:, 0] - x, points[:, 2] - z)
            on = away < radius * (1 + 1e-9)
            assert away.min() == pytest.approx(radius, rel=1e-9) and on.sum() > 20
            assert points[on, 1] == pytest.approx(y, abs=1e-12)


@pytest.mark.parametrize("axis", [(0, 1, 0), (1, 0, 0)])
def test_the_post_of_a_wheel_stands_behind_it_on_a_shaft(axis: tuple[int, int, int]) -> None:
    _, display = shown(axis=axis)
    towards = camera("iso", display.up)[2]
    half = max(float(np.abs(part.solid.corners @ axis).max()) for part in of(display, "pulley"))
    posts = of(display, "support")
    assert len(posts) == 2
    for post in posts:
        along = post.solid.corners @ axis
        assert np.abs(along).min() > half and np.sign(along.mean()) == -np.sign(towards @ np.array(axis))
    shafts = [np.abs(part.solid.corners @ axis).max() for part in of(display, "pin") if not part.name]
    middles = [np.abs(post.solid.corners @ axis).mean() for post in posts]
    assert len(shafts) == 2 and min(shafts) > max(middles)


def test_the_post_of_a_wheel_that_lies_flat_begins_under_it() -> None:
    m = lw.Spatial("flat")
    one, two = m.body("one", estimate=(0, 0, 0.2)), m.body("two", estimate=(0.4, 0, 0.2))
    for name, body, x in (("A", one, 0.0), ("B", two, 0.4)):
        m.revolute(name, m.ground, body, at=(x, 0, 0.2), axis=(0, 0, 1))
    m.belt("belt", "A", "B", radii=(R1, R2))
    m.drive("motor", joint="A", angle="2*pi*t")
    scene = build_scene(m.kinematics(1, 3, progress=False))
    display, place = arrange(scene), Place(scene["poses"][0])
    bottom = min(float(part.corners(place)[:, 2].min()) for part in of(display, "pulley"))
    tops = [float(post.solid.corners[:, 2].max()) for post in of(display, "support")]
    assert bottom < 0.2 and max(tops) <= bottom + 1e-9
