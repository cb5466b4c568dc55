"""Scenes built from runs: which shapes each body gets, and what the views make of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gallery
import numpy as np
import pytest
from gallery import GALLERY, run_of

from linkwork.base.errors import LinkworkError, MechanismError
from linkwork.mechanism.planar import Planar
from linkwork.run.run import Event
from linkwork.view import show
from linkwork.view.page import embedded, payload
from linkwork.view.scene import build_scene, scene_at


def shapes(scene: dict[str, Any], body: str, kind: str) -> list[dict[str, Any]]:
    (found,) = [entry for entry in scene["bodies"] if entry["name"] == body]
    return [shape for shape in found["shapes"] if shape["kind"] == kind]


@pytest.mark.parametrize("mechanism", GALLERY)
def test_every_mechanism_of_the_gallery_is_drawn(mechanism: Any) -> None:
    run = run_of(mechanism(), points=13)
    scene = build_scene(run)
    moving = [entry for entry in scene["bodies"] if entry["name"] != "ground"]
    assert [entry["name"] for entry in moving] == list(run.system.bodies)
    assert all(entry["shapes"] for entry in moving)
    assert np.shape(scene["poses"]) == (13, len(moving) + 1, 3)
    assert embedded(payload(scene))
    show.draw(run)


def test_slider_crank_has_bars_pins_and_a_block_on_a_rail() -> None:
    scene = build_scene(run_of(gallery.slider_crank(), points=5))
    assert shapes(scene, "crank", "link") == [{"kind": "link", "points": [[0.0, 0.0], [0.2, 0.0]]}]
    assert shapes(scene, "ground", "pin") == [{"kind": "pin", "at": [0.0, 0.0], "name": "O"}]
    assert shapes(scene, "rod", "pin") == [{"kind": "pin", "at": [0.0, 0.0], "name": "A"}]
    assert shapes(scene, "ground", "rail") == [{"kind": "rail", "at": [0.0, 0.0], "along": [1.0, 0.0]}]
    assert shapes(scene, "slider", "block") == [{"kind": "block", "at": [0.0, 0.0], "along": [1.0, 0.0]}]
    assert not shapes(scene, "slider", "link")
    assert not shapes(scene, "ground", "link")


def test_coupler_point_makes_a_plate_with_a_name() -> None:
    scene = build_scene(run_of(gallery.four_bar(), points=5), traces=["coupler.P"])
    (plate,) = shapes(scene, "coupler", "link")
    assert len(plate["points"]) == 3
    assert shapes(scene, "coupler", "point") == [{"kind": "point", "at": [0.14, 0.12], "name": "P"}]
    assert scene["traces"] == [{"name": "coupler.P", "body": 2, "point": [0.14, 0.12]}]


def test_slide_between_moving_bodies_has_its_rail_on_the_first() -> None:
    scene = build_scene(run_of(gallery.quick_return(), points=5))
    assert len(shapes(scene, "rocker", "rail")) == 1
    assert len(shapes(scene, "block", "block")) == 1


def test_ground_given_second_still_has_the_rail() -> None:
    turned = Planar("turned")
    slider = turned.body("slider")
    turned.translational("guide", slider.line((0, 0), (1, 0)), turned.ground.line((0, 0), (1, 0)))
    turned.drive("push", joint="guide", position="-t")
    scene = build_scene(run_of(turned, points=5))
    assert shapes(scene, "ground", "rail")
    assert shapes(scene, "slider", "block")


def test_slot_is_as_long_as_its_pin_travels_and_no_bar_covers_it() -> None:
    run = run_of(gallery.quick_return_with_slot())
    scene = build_scene(run)
    (slot,) = shapes(scene, "rocker", "slot")
    travel = run["C.position"]
    (low, _), (high, _) = slot["points"]
    assert low < travel.min() and high > travel.max()
    assert high - low < 1.4 * np.ptp(travel)
    for bar in shapes(scene, "rocker", "link"):
        assert all(x <= low or x >= high for x, _ in bar["points"])


def test_gears_keep_radius_and_kind() -> None:
    scene = build_scene(run_of(gallery.planet(), points=5))
    (ring,) = shapes(scene, "ground", "gear")
    assert (ring["radius"], ring["internal"]) == (2.0, True)
    (planet,) = shapes(scene, "planet", "gear")
    assert (planet["radius"], planet["internal"]) == (0.8, False)


def test_outline_that_no_joint_lies_in_is_held_by_a_bar() -> None:
    scene = build_scene(run_of(gallery.roller_follower(), points=5))
    (bar,) = shapes(scene, "arm", "link")
    assert np.allclose(bar["points"], [[0, 0], [0.2, 0]], atol=1e-12)
    assert not shapes(scene, "cam", "link")


def test_strut_is_a_connector_between_its_points() -> None:
    scene = build_scene(run_of(gallery.excavator(), points=5))
    lift = next(entry for entry in scene["connectors"] if entry["name"] == "lift")
    assert lift["kind"] == "strut"
    assert lift["from"] == [0, 0.5, -0.5]
    assert lift["to"] == pytest.approx([1, 3**0.5, 0])


def test_ground_carries_the_plane_of_its_partner() -> None:
    scene = build_scene(run_of(gallery.planes(), points=5))
    assert [plane["name"] for plane in scene["planes"]] == ["xy", "steep"]
    assert {pin["name"]: pin.get("plane", 0) for pin in shapes(scene, "ground", "pin")} == {"O": 0, "D": 1}
    assert [pin["name"] for body in ("rod", "slider") for pin in shapes(scene, body, "pin")].count("B") == 1


def test_pendulum_hung_beside_its_frame_is_a_bar_to_the_frame() -> None:
    scene = build_scene(run_of(gallery.inclined_pin(), points=5))
    assert shapes(scene, "pendulum", "link") == [{"kind": "link", "points": [[-0.4, 0.0], [0.0, 0.0]]}]


def test_long_runs_are_thinned_with_first_and_last_frame_kept() -> None:
    run = run_of(gallery.slider_crank(), points=101)
    scene = build_scene(run, channels=["slider.x"], max_frames=10)
    assert len(scene["times"]) == len(scene["poses"]) == len(scene["channels"]["slider.x"]) == 10
    assert scene["times"][0] == 0.0 and scene["times"][-1] == 1.0
    assert scene["units"] == {"slider.x": "m"}


def test_one_position_is_a_scene_of_one_frame() -> None:
    run = run_of(gallery.four_bar(), points=3)
    scene = scene_at(run.system, run.q[1])
    assert np.allclose(scene["poses"][0][1:], run.q[1].reshape(3, 3))
    assert show.draw_position(run.system, run.q[1]) is not None


def test_files_are_chosen_by_their_ending(tmp_path: Path) -> None:
    run = run_of(gallery.slider_crank(), points=7)
    run.events.append(Event(0.4, "dead centre", "dead centre"))
    run.animate(tmp_path / "run.html", traces=["rod"])
    run.animate(tmp_path / "run.gif")
    run.plot("slider.x", "slider.vx", path=tmp_path / "plot.svg")
    run.cross_plot("slider.x", "slider.vx", path=tmp_path / "cross.pdf")
    run.draw(at=0.5, path=tmp_path / "drawing.png", ghosts=3)
    assert (tmp_path / "run.html").read_text(encoding="utf-8").startswith("<!")
    assert (tmp_path / "run.gif").read_bytes().startswith(b"GIF8")
    assert (tmp_path / "drawing.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "cross.pdf").read_bytes().startswith(b"%PDF")
    assert "<svg" in (tmp_path / "plot.svg").read_text(encoding="utf-8")
    with pytest.raises(LinkworkError, match=r"animation 'run.avi': the ending '.avi' is not known; use .html"):
        run.animate(tmp_path / "run.avi")
    with pytest.raises(LinkworkError, match=r"figure 'plot.docx': the ending '.docx' is not known"):
        run.plot("slider.x", path=tmp_path / "plot.docx")


def test_mistakes_are_explained() -> None:
    run = run_of(gallery.slider_crank(), points=5)
    with pytest.raises(LinkworkError, match="time 3 s is outside the run, which goes from 0 to 1 s"):
        run.draw(at=3.0)
    with pytest.raises(LinkworkError, match="2 runs need as many different labels"):
        show.plot([run, run], ["slider.x"], labels=["a", "a"])
    with pytest.raises(LinkworkError, match="there is no run"):
        show.plot([], ["slider.x"])
    with pytest.raises(MechanismError, match="body 'rot' is not defined; did you mean 'rod'"):
        build_scene(run, traces=["rot.tip"])


def test_runs_of_a_study_lie_over_one_another() -> None:
    run = run_of(gallery.slider_crank(), points=5)
    figure = show.plot([run, run], ["slider.x"], labels=["r = 0.2", "again"])
    texts = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    assert texts == ["r = 0.2", "again"]
