"""Things on the stage: hover names them, a click chooses them, bodies are pulled, and marks show."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from stage_pages import changed, open_stage, payload_of, picture, run_of, settle, show, where


def told(tab: Any, event: str) -> list[Any]:
    """What the stage has told since it was opened."""
    settle(tab)
    found: list[Any] = tab.evaluate("event => told[event]", event)
    return found


def hovered(tab: Any, x: float, y: float) -> Any:
    tab.mouse.move(x, y)
    return told(tab, "hover")[-1][0]


@pytest.mark.parametrize(
    ("name", "joints"), [("slider-crank", "OAB"), ("two-planes", "OAD"), ("spatial-slider-crank", "OA")]
)
def test_hovering_names_the_joint_at_its_place(shared_page: Any, name: str, joints: str) -> None:
    open_stage(shared_page, payload_of(name))
    show(shared_page, {"time": 0.2 * float(run_of(name).t[-1])})
    for joint in joints:
        x, y = where(shared_page, joint)
        thing = hovered(shared_page, x + 2, y - 2)
        assert (thing["kind"], thing["name"]) == ("joint", joint)
    assert hovered(shared_page, 585, 12) is None


def test_hovering_names_bodies_and_forces(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("excavator"))
    (ox, oy), (ex, ey) = where(shared_page, "O"), where(shared_page, "E")
    boom = hovered(shared_page, ox + 0.4 * (ex - ox), oy + 0.4 * (ey - oy))
    assert (boom["kind"], boom["name"]) == ("body", "boom")
    strut = shared_page.evaluate("() => stage.inside.payload.display.connections[0].name")
    ends = shared_page.evaluate(
        """() => { const {actors, places, poses, camera} = stage.inside;
          const {span} = actors.find(({carrier}) => carrier.span).carrier;
          return places.ends(span, poses).map((end) => camera.project(end).slice(0, 2)); }"""
    )
    middle = np.mean(np.array(ends), axis=0)
    thing = hovered(shared_page, *middle)
    assert thing["name"] == strut and "m long" in thing["text"]


def test_thin_things_are_found_beside_them(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("slider-crank"))
    (ax, ay), (bx, by) = where(shared_page, "A"), where(shared_page, "B")
    along = np.array([bx - ax, by - ay]) / np.hypot(bx - ax, by - ay)
    beside = np.array([ax, ay]) + 0.3 * np.hypot(bx - ax, by - ay) * along + np.array([-along[1], along[0]]) * -13.0
    assert hovered(shared_page, *beside)["name"] == "rod"


def test_a_click_chooses_and_a_drag_does_not(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("slider-crank"))
    x, y = where(shared_page, "A")
    shared_page.mouse.click(x, y)
    assert told(shared_page, "pick")[-1][0]["name"] == "A"
    shared_page.mouse.click(570, 40)
    assert told(shared_page, "pick")[-1][0] is None
    shared_page.mouse.move(570, 40)
    shared_page.mouse.down()
    shared_page.mouse.move(540, 60, steps=3)
    shared_page.mouse.up()
    assert len(told(shared_page, "pick")) == 2


def test_pulling_a_body_tells_where_to_in_its_plane(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("slider-crank"))
    x, y = where(shared_page, "A")
    scale = shared_page.evaluate("() => 400 / stage.camera().height")
    shared_page.mouse.move(x, y)
    shared_page.mouse.down()
    shared_page.mouse.move(x + 15, y - 20, steps=4)
    shared_page.mouse.up()
    drags = [drag for (drag,) in told(shared_page, "drag")]
    assert [drags[0]["phase"], drags[1]["phase"], drags[-1]["phase"]] == ["start", "move", "end"]
    begin, end = np.array(drags[0]["target"]), np.array(drags[-1]["target"])
    assert end - begin == pytest.approx(np.array([15, 20]) / scale, abs=1e-3 / scale)
    assert drags[0]["body"] in ("crank", "rod") and len(drags[0]["point"]) == 2


def test_pulling_in_space_stays_in_the_plane_of_the_picture(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("spatial-slider-crank"))
    x, y = where(shared_page, "A")
    shared_page.mouse.move(x, y)
    shared_page.mouse.down()
    shared_page.mouse.move(x + 25, y + 10, steps=3)
    shared_page.mouse.up()
    drags = [drag for (drag,) in told(shared_page, "drag")]
    moved = np.array(drags[-1]["target"]) - np.array(drags[0]["target"])
    towards = np.array(shared_page.evaluate("() => stage.inside.camera.rows()[2].toArray()"))
    assert np.linalg.norm(moved) > 0 and abs(moved @ towards) < 1e-9
    assert len(drags[0]["point"]) == 3


def test_marked_things_turn_red_and_back(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("slider-crank"))
    shared_page.mouse.move(585, 12)
    settle(shared_page)
    plain = picture(shared_page)
    shared_page.evaluate("() => stage.mark(['rod', 'O'], 'error')")
    settle(shared_page)
    red = picture(shared_page)
    assert changed(plain, red) > 1000
    shared_page.evaluate("() => stage.mark(['rod', 'O'], null)")
    settle(shared_page)
    assert changed(plain, picture(shared_page)) == 0
