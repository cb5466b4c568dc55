"""Stills and films draw what bends as it bends, in the plane and in space."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.view.display import arrange
from linkwork.view.scene import build_scene
from linkwork.view.soft.drawn import corners_of, outlines, rims, soft_parts, without_rods
from linkwork.view.spatial.drawing import Sheet
from linkwork.view.spatial.poses import Place

SECTION = {"type": "rectangle", "width": 0.01, "height": 0.01}


def hanging(dimensions: int) -> Any:
    m: Any = lw.Planar("hanging") if dimensions == 2 else lw.Spatial("hanging")
    m.set_gravity(*(0.0,) * (dimensions - 1), -9.81)
    end = (0.0,) * dimensions
    arm = m.beam("arm", end, (1.0, *end[1:]), section=SECTION, E=2.1e8, nu=0.3, rho=7850, elements=4)
    m.fixed("clamp", m.ground, arm.node("root"), at=end)
    return m.simulate(until=0.2, points=5, progress=False)


def test_a_beam_is_drawn_through_its_nodes() -> None:
    run = hanging(2)
    scene = build_scene(run, (), channels=())
    display = without_rods(scene, arrange(scene))
    assert not [one for one in display.connections if one.kind == "beam"]
    ((_, [outline]),) = outlines(scene, display, 4)
    for node in ("arm_1", "arm_2", "arm_tip"):
        place = np.array([run[f"{node}.x"][4], run[f"{node}.y"][4]])
        assert np.hypot(*(outline - place).T).min() == pytest.approx(0.006, rel=0.05)  # half as thick as it is seen
    assert np.ptp(outline[:, 1]) > 0.1  # it bends
    labels = {patch.get_label() for patch in run.draw(at=0.2, ghosts=2).axes[0].patches}
    assert "_bent" in labels


def test_the_skin_of_a_beam_in_space_is_where_its_tip_is() -> None:
    run = hanging(3)
    scene = build_scene(run, (), channels=())
    sheet = Sheet(scene)
    (part,) = [one for one in sheet.display.parts if one.name == "arm"]
    tip = np.array([run[f"arm_tip.{axis}"][4] for axis in "xyz"])
    corners = part.corners(Place(scene["poses"][4], 4))
    assert np.linalg.norm(corners - tip, axis=1).min() < 0.01
    assert soft_parts(scene, [part]) != [part]  # it does not stand for itself


def test_films_paint_what_bends(tmp_path: Any) -> None:
    for dimensions in (2, 3):
        path = tmp_path / f"{dimensions}.gif"
        hanging(dimensions).animate(path)
        assert path.stat().st_size > 3000


def test_a_rim_with_a_hole_is_two_chains() -> None:
    ring = ((4, 5), (5, 6), (6, 7), (7, 4), (8, 9), (9, 10), (10, 8), (0, 1))
    assert rims(ring, 4) == ((4, 5, 6, 7), (8, 9, 10))


def test_a_skin_at_rest_is_its_base() -> None:
    (soft,) = build_scene(hanging(2), (), channels=())["soft"]
    still = replace(soft, amplitudes=0.0 * soft.amplitudes)
    assert np.array_equal(corners_of(still, 2), soft.base)
