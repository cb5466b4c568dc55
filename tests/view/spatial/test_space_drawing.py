"""Spatial scenes on paper: order of painting, views, names, ghosts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import space_models as models
from matplotlib.backends.backend_agg import FigureCanvasAgg

from linkwork.base.errors import LinkworkError
from linkwork.view.frames import painted
from linkwork.view.spatial import solids
from linkwork.view.spatial.camera import angles, camera
from linkwork.view.spatial.display import arrange
from linkwork.view.spatial.drawing import Sheet, draw
from linkwork.view.spatial.painter import Painter
from linkwork.view.spatial.parts import Part
from linkwork.view.spatial.poses import Place

Z = np.array([0.0, 0.0, 1.0])


def pixels(figure: Any) -> Any:
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba()).astype(int)


def test_views_look_from_where_an_engineer_expects() -> None:
    assert camera("front", Z) == pytest.approx(np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]]))
    assert camera("top", Z) == pytest.approx(np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1]]))
    assert camera("right", Z) == pytest.approx(np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]]))
    assert camera("front", np.array([0.0, 1.0, 0.0])) == pytest.approx(np.eye(3))
    towards = camera((30.0, 40.0), Z)[2]
    assert np.degrees([np.arctan2(towards[1], towards[0]), np.arcsin(towards[2])]) == pytest.approx([30.0, 40.0])


@pytest.mark.parametrize("view", ["iso", "front", "top", "right", (10.0, -80.0)])
def test_a_camera_is_a_right_handed_frame(view: Any) -> None:
    for up in (*np.eye(3), *-np.eye(3)):
        rows = camera(view, up)
        assert rows @ rows.T == pytest.approx(np.eye(3), abs=1e-12)
        assert np.linalg.det(rows) == pytest.approx(1.0)
        assert rows[1] @ up >= -1e-12


def test_a_plane_is_not_seen_edge_on() -> None:
    for angle in np.linspace(0.0, np.pi, 13):
        normal = np.array([np.cos(angle), np.sin(angle), 0.0])
        assert abs(normal @ camera("iso", Z, normal)[2]) > 0.4


@pytest.mark.parametrize("view", ["left", (1.0, 2.0, 3.0), (0.0, 120.0), None, 3])
def test_a_wrong_view_is_told(view: Any) -> None:
    with pytest.raises(LinkworkError, match="view"):
        angles(view)


def test_near_faces_are_painted_last_and_far_sides_not_at_all() -> None:
    display = arrange(models.scene_of(models.crank()))
    at = [solids.box(0.1, 0.1, 0.1).placed([0.0, y, 0.0], np.eye(3)) for y in (0.0, 1.0, -1.0)]
    parts = [
        Part("shape", 0, solid, colour) for solid, colour in zip(at, ("#ff0000", "#00ff00", "#0000ff"), strict=True)
    ]
    painted = Painter(display, parts).paint(Place([[0, 0, 0, 1, 0, 0, 0]]), camera("front", Z), np.zeros(3))
    fills = [i for i, outline in enumerate(painted.outlines) if len(outline) == 4]
    assert len(fills) == 3  # only the front of each box
    assert [int(np.argmax(painted.fills[i, :3])) for i in fills] == [1, 0, 2]
    assert len(painted.outlines) == 3 + 3 * 4  # with its four edges


def test_a_drawing_shows_bodies_names_and_axes() -> None:
    figure = draw(models.scene_of(models.crank()))
    image = pixels(figure)
    spread = image[..., :3].max(axis=2) - image[..., :3].min(axis=2)
    assert (spread > 60).sum() > 500
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert {"O", "A", "B", "S", "x", "y", "z"} <= set(texts)
    legend = figure.axes[0].get_legend()
    assert legend is not None and [t.get_text() for t in legend.get_texts()] == ["crank", "rod", "slider"]
    assert not {"O", "A"} & {t.get_text() for t in draw(models.scene_of(models.crank()), names=False).axes[0].texts}


def test_everything_stays_inside_the_drawing_at_any_time() -> None:
    scene = models.scene_of(models.crank(), {"crank": (3.0, 0.0, 0.0)}, frames=9)
    for view in ("iso", "front", "top", "right"):
        sheet = Sheet(scene, view)
        for poses in scene["poses"]:
            place = Place(poses)
            for part in sheet.display.parts:
                seen = sheet.paper(part.corners(place), np.zeros(3))
                assert np.all(seen > sheet.low - 2 * sheet.display.unit)
                assert np.all(seen < sheet.high + 2 * sheet.display.unit)


def test_ghosts_are_faint_positions_of_what_moves() -> None:
    scene = models.scene_of(models.crank(), {"crank": (1.0, 0.0, 0.0)}, frames=9)
    solids_of = [c for c in draw(scene, ghosts=4).axes[0].collections if c.get_label() == "_solids"]
    assert len(solids_of) == 1 + 4
    assert sorted({float(c.get_facecolor()[0, 3]) for c in solids_of}) == [pytest.approx(0.2), 1.0]


def test_a_frame_that_is_not_there_is_told() -> None:
    with pytest.raises(LinkworkError, match="frame 7 does not exist; it has 1 frames"):
        draw(models.scene_of(models.crank()), frame=7)


def test_names_that_look_like_formulas_are_written_as_they_are() -> None:
    scene = models.scene_of(models.crank())
    scene["name"] = r"$\frac$ and 50 % of $x"
    scene["bodies"][1]["name"] = "$_^$"
    pixels(draw(scene))


def test_a_frame_in_space_is_the_drawing_but_for_rims() -> None:
    scene = models.scene_of(models.crank())
    film = next(painted(scene, [0], 120))
    canvas = FigureCanvasAgg(draw(scene, 0))
    canvas.draw()
    ours, drawn = (np.asarray(each.buffer_rgba())[:, :, :3].astype(int) for each in (film, canvas))
    clock = ours.shape[0] // 10
    assert ours.shape == drawn.shape and (ours[clock:] < 200).any()
    assert (np.abs(ours - drawn).sum(axis=2)[clock:] > 90).mean() < 5e-3
