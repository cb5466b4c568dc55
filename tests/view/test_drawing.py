"""The drawing of a Scene on paper."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest
import view_scenes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from linkwork.base.errors import LinkworkError
from linkwork.view import draw
from linkwork.view.display import arrange
from linkwork.view.frame import paper_spines, placed_marks
from linkwork.view.glyphs.teeth import choose_teeth
from linkwork.view.labels import _covering, place_labels
from linkwork.view.motion import Motion, carry


def kinds(figure: Figure) -> Counter[str]:
    """How many marks of each kind a figure shows."""
    return Counter(patch.get_label().lstrip("_") for patch in figure.axes[0].patches)


def pixels(figure: Figure) -> Any:
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())


@pytest.mark.parametrize("make", view_scenes.ALL)
def test_every_scene_draws_something_dark_and_something_coloured(make: Any) -> None:
    image = pixels(draw(make(), frame=3)).astype(int)
    spread = image[..., :3].max(axis=2) - image[..., :3].min(axis=2)
    assert (spread > 60).sum() > 500
    assert (image[..., :3].sum(axis=2) < 250).sum() > 200


def test_slider_crank_shows_each_glyph_once_for_each_thing() -> None:
    figure = draw(view_scenes.slider_crank())
    found = kinds(figure)
    assert found["link"] == 2
    assert found["pin"] == 3
    assert found["support"] == 1
    assert found["rail"] == found["block"] == found["point"] == 1
    assert sorted(text.get_text() for text in figure.axes[0].texts) == ["A", "B", "O", "rod.middle"]
    assert figure.axes[0].get_aspect() == 1.0


def test_names_can_be_left_out_and_ghosts_added() -> None:
    scene = view_scenes.slider_crank()
    assert not draw(scene, names=False).axes[0].texts
    ghosts = kinds(draw(scene, ghosts=5))
    assert ghosts["link"] == 2 * (1 + 5)
    assert ghosts["pin"] == 3


def test_drawing_goes_into_given_axes() -> None:
    figure = Figure()
    axes = figure.add_subplot()
    assert draw(view_scenes.four_bar(), ax=axes) is figure
    assert kinds(figure)["link"] == 3


def test_rail_is_as_long_as_the_slider_travels() -> None:
    scene = view_scenes.slider_crank(r=0.2, length=0.5)
    rail = next(m for part in arrange(scene).parts for m in part.marks if m.kind == "rail")
    x = rail.paths[0][:, 0]
    assert 0.1 < x.min() < 0.3
    assert 0.7 < x.max() < 0.9


def test_flat_face_covers_where_the_cam_touches_and_does_not_cut_into_it() -> None:
    scene = view_scenes.cam_and_flat()
    face = next(m for part in arrange(scene).parts for m in part.marks if m.kind == "flat")
    x, y = np.vstack(face.paths).T
    assert x.min() <= -0.03 and x.max() >= 0.03
    assert y.min() == pytest.approx(0.0, abs=1e-9)


def test_gears_share_a_pitch_and_mesh_tooth_in_gap_all_the_time() -> None:
    scene = view_scenes.gear_train()
    gears, pitch = choose_teeth(Motion(scene))
    assert [g.teeth * pitch / (2 * np.pi * g.radius) for g in gears] == pytest.approx([1, 1, 1])
    driver, idler = gears[0], gears[1]
    for poses in scene["poses"]:
        here = (driver.phase + poses[1][2]) * driver.teeth / (2 * np.pi)
        there = -(idler.phase + poses[2][2] - np.pi) * idler.teeth / (2 * np.pi)
        assert (here - there) % 1.0 == pytest.approx(0.5)


def test_two_planes_are_projected_and_near_things_come_last() -> None:
    scene = view_scenes.two_planes()
    display = arrange(scene)
    assert not display.projection.flat
    assert len(display.sheets) == 2
    order = [colour for colour, mark, *_ in placed_marks(display, scene["poses"][0]) if mark.kind == "link"]
    depth = {
        part.body: display.projection.depth(part.plane, carry(scene["poses"][0][part.body], [[0.1, 0]]))
        for part in display.parts
        if part.body
    }
    near = max(depth, key=lambda body: depth[body])
    assert order[-1] == display.colours[near]


def test_one_plane_is_drawn_true_to_scale() -> None:
    scene = view_scenes.four_bar()
    scene["planes"] = [{"name": "zx", "origin": [1, 2, 3], "x": [0, 0, 1], "y": [1, 0, 0]}]
    display = arrange(scene)
    assert display.projection.flat
    points = np.array([[0.3, 0.1], [-2.0, 5.0]])
    assert display.projection.paper(0, points) == pytest.approx(points)


def test_strut_slides_and_keeps_its_cylinder() -> None:
    scene = view_scenes.strut_lifted_boom()
    display = arrange(scene)

    def length(frame: int, kind: str) -> float:
        marks = placed_marks(display, scene["poses"][frame])
        points = next(np.vstack(paths) for _, mark, paths, _ in marks if mark.kind == kind)
        return float(np.hypot(*np.ptp(points, axis=0)))

    assert length(-1, "cylinder") == pytest.approx(length(0, "cylinder"), rel=0.1)
    assert length(-1, "piston rod") > 1.3 * length(0, "piston rod")


def test_names_keep_clear_of_links() -> None:
    scene = view_scenes.slider_crank()
    display = arrange(scene)
    for frame in range(0, 60, 7):
        figure = draw(scene, frame=frame)
        texts = [t for t in figure.axes[0].texts if t.get_text() in "AO"]
        centres = np.array([t.get_position() for t in texts])
        covered = _covering(centres, np.array([0.006, 0.006]), paper_spines(display, scene["poses"][frame]))
        assert covered.max() == 0.0


def test_wrong_frame_and_wrong_shape_are_told() -> None:
    scene = view_scenes.slider_crank()
    with pytest.raises(LinkworkError, match="frame 99 does not exist; it has 61 frames"):
        draw(scene, frame=99)
    scene["bodies"][1]["shapes"].append({"kind": "blob"})
    with pytest.raises(LinkworkError, match=r"body 'crank': no shape 'blob'; shapes are: link"):
        draw(scene)


def test_names_that_look_like_formulas_are_written_as_they_are() -> None:
    scene = view_scenes.slider_crank()
    scene["name"] = r"$\frac$ and 50 % of $x"
    scene["bodies"][0]["shapes"][0]["name"] = "$_^$"
    figure = draw(scene)
    pixels(figure)
    assert "$_^$" in [text.get_text() for text in figure.axes[0].texts]


def test_a_very_long_name_is_clipped_in_the_middle() -> None:
    scene = view_scenes.slider_crank()
    scene["bodies"][0]["shapes"][0]["name"] = "a" * 190 + " at the end"
    texts = [text.get_text() for text in draw(scene).axes[0].texts]
    assert "a" * 27 + "…a at the end" in texts
    assert max(map(len, texts)) <= 40


def test_importing_the_views_does_not_import_matplotlib() -> None:
    code = "import sys, linkwork.view; sys.exit('matplotlib' in sys.modules or 'PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_names_of_pins_close_together_stand_at_their_own_pins() -> None:
    anchors = np.array([[0.0, 0.0], [0.1, 0.0], [0.05, 0.06]])
    half = np.tile([0.035, 0.012], (3, 1))
    centres = place_labels(anchors, half, np.zeros((0, 5)), 0.012)
    for anchor, centre, size in zip(anchors, centres, half, strict=True):
        away = np.hypot(*np.maximum(np.abs(anchors - centre) - size, 0.0).T)
        own = np.hypot(*(anchors - anchor).T) == 0.0
        assert away[own][0] < 0.6 * away[~own].min()
