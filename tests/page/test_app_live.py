"""The live page in a real browser; the test plays the server."""

from __future__ import annotations

import math
from typing import Any

import app_pages
import pytest
from app_pages import crank_scene, model, say, sent

SHOWN = ["crank.angle", "crank.omega"]
MOVE = "(input, value) => { input.value = value; input.dispatchEvent(new Event('input')); }"


@pytest.fixture
def tab(live_page: Any) -> Any:
    """The tab for all tests that play the server."""
    return live_page


@pytest.fixture
def page(tab: Any) -> Any:
    """The tab with a fresh live page that has got its first model."""
    app_pages.live_again(tab)
    say(tab, model(crank_scene(), SHOWN))
    return tab


def test_the_first_model_fills_the_page_and_the_page_watches_what_it_plots(page: Any) -> None:
    assert page.locator("h1").inner_text() == "crank alone"
    assert page.title() == "crank.yaml – Linkwork"
    app_pages.wait(page, "sent.some((message) => message.type === 'watch')")
    assert sent(page, "watch")[-1]["channels"] == SHOWN
    assert page.locator(".lw-legend .name").all_inner_texts() == SHOWN
    assert page.get_by_label("Plot energy.kinetic").count() == 1


def test_a_channel_plotted_later_is_asked_for_and_drawn_when_it_comes(page: Any) -> None:
    page.locator("[role=tab][data-key=channels]").click()
    page.get_by_label("Plot energy.kinetic").click()
    app_pages.wait(page, "sent.at(-1)?.channels.includes('energy.kinetic')")
    outputs = page.locator(".lw-legend output")
    assert outputs.all_inner_texts()[-1] == "…"
    say(page, {"type": "channels", "version": 7, "series": {"energy.kinetic": [1.0] * 101}})
    assert outputs.all_inner_texts()[-1] == "…"
    say(page, {"type": "channels", "version": 1, "series": {"energy.kinetic": [1.5] * 101}})
    assert outputs.all_inner_texts()[-1] == "1.5 J"


def test_what_is_hovered_is_watched_while_it_is(page: Any) -> None:
    page.mouse.move(*app_pages.spot(page, 1, 0.6))
    app_pages.wait(page, "sent.at(-1)?.channels.includes('crank.tip.y')")
    say(page, {"type": "channels", "version": 1, "series": {"crank.tip.y": [0.25] * 101}})
    app_pages.wait(page, "document.querySelector('.lw-card').innerText.includes('0.25 m')")
    page.mouse.move(2, 2)
    app_pages.wait(page, "!sent.at(-1).channels.includes('crank.tip.y')")


def test_a_new_model_keeps_time_camera_and_plots(page: Any) -> None:
    page.evaluate("player.seek(0.8)")
    page.get_by_label("Zoom in").click()
    camera = page.evaluate("player.stage.camera()")
    say(page, model(crank_scene(frames=31, radius=1.4), SHOWN, version=2, reason="file"))
    assert page.evaluate("player.time()") == 0.8
    assert page.evaluate("player.stage.camera()") == camera
    assert page.locator(".lw-legend .name").all_inner_texts() == SHOWN
    say(page, model(crank_scene(until=0.5), SHOWN, version=3))
    assert page.evaluate("player.time()") == 0.5


def test_curves_that_a_new_model_does_not_have_are_taken_away(page: Any) -> None:
    scene = crank_scene()
    other = {**scene, "channels": {**scene["channels"]}, "units": {**scene["units"], "crank.omega": "1/s"}}
    say(page, model(other, SHOWN, version=2))
    assert page.locator(".lw-legend output").all_inner_texts() == ["0 rad · 0°", "3.1416 1/s"]
    del other["units"]["crank.angle"]
    say(page, model(other, ["crank.omega"], version=3))
    assert page.locator(".lw-legend .name").all_inner_texts() == ["crank.omega"]
    del other["units"]["crank.omega"]
    say(page, model({**other, "shown": ["energy.kinetic"]}, ["energy.kinetic"], version=4))
    assert page.locator(".lw-legend .name").all_inner_texts() == ["energy.kinetic"]


def test_one_set_is_under_way_and_the_latest_value_wins(page: Any) -> None:
    slider = page.get_by_role("slider", name="r", exact=True)
    for value in (1.1, 1.2, 1.3):
        slider.evaluate(MOVE, value)
    assert sent(page, "set") == [{"type": "set", "seq": 1, "values": {"r": 1.1}, "final": False}]
    say(page, model(crank_scene(radius=1.1), SHOWN, version=2, seq=1, reason="set"))
    assert sent(page, "set")[1:] == [{"type": "set", "seq": 2, "values": {"r": 1.3}, "final": False}]
    assert page.locator(".lw-parameter input[type=number]").input_value() == "1.3"
    slider.evaluate("input => input.dispatchEvent(new Event('change'))")
    assert len(sent(page, "set")) == 2
    say(page, model(crank_scene(radius=1.3), SHOWN, version=3, seq=2, reason="set"))
    assert sent(page, "set")[2:] == [{"type": "set", "seq": 3, "values": {"r": 1.3}, "final": True}]


def test_a_slider_is_moved_by_keys_and_a_field_by_typing(page: Any) -> None:
    page.get_by_role("slider", name="r", exact=True).focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("player.time()") == 0.0
    assert [message["values"] for message in sent(page, "set")] == [{"r": pytest.approx(1.01)}]
    say(page, model(crank_scene(), SHOWN, seq=1))
    say(page, model(crank_scene(), SHOWN, seq=2))
    page.locator(".lw-parameter input[type=number]").fill("1.75")
    page.keyboard.press("Enter")
    say(page, model(crank_scene(), SHOWN, seq=3))
    assert sent(page, "set")[-1]["values"] == {"r": 1.75}
    assert sent(page, "set")[-1]["final"] is True


def test_the_ends_of_a_slider_can_be_changed(page: Any) -> None:
    page.get_by_label("Largest value of the slider of r").click()
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    assert page.get_by_role("slider", name="r", exact=True).get_attribute("max") == "5"
    say(page, model(crank_scene(), SHOWN, version=2))
    assert page.get_by_role("slider", name="r", exact=True).get_attribute("max") == "5"


def test_formulas_are_shown_and_cannot_be_moved(page: Any) -> None:
    row = page.locator(".lw-parameter", has_text="2*r")
    assert row.inner_text() == "d\n2\n= 2*r"
    assert row.locator("input").count() == 0


def test_undo_redo_and_save_follow_the_file(page: Any) -> None:
    assert page.get_by_label("Undo").is_disabled() and page.get_by_label("Save").is_disabled()
    file = {"name": "crank.yaml", "dirty": True, "undo": 1, "redo": 1, "writable": True}
    say(page, model(crank_scene(), SHOWN, version=2, file=file))
    assert page.title() == "● crank.yaml – Linkwork"
    page.get_by_label("Save").click()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+Shift+z")
    page.get_by_label("Redo").click()
    kinds = [message["type"] for message in page.evaluate("sent") if message["type"] != "watch"]
    assert kinds == ["save", "undo", "redo", "redo"]
    say(page, {"type": "saved", "name": "crank.yaml"})
    assert page.get_by_text("Saved crank.yaml").is_visible()


def test_undo_and_save_follow_what_was_set_before_them(page: Any) -> None:
    slider = page.get_by_role("slider", name="r", exact=True)
    slider.evaluate(MOVE, 1.1)
    assert page.get_by_label("Undo").is_enabled() and page.get_by_label("Save").is_enabled()
    slider.evaluate(MOVE, 1.2)
    slider.evaluate("input => input.dispatchEvent(new Event('change'))")
    page.keyboard.press("Control+s")
    page.keyboard.press("Control+z")
    told = [(message["type"], message.get("values")) for message in page.evaluate("sent") if message["type"] != "watch"]
    assert told == [("set", {"r": 1.1}), ("set", {"r": 1.2}), ("save", None), ("undo", None)]
    assert sent(page, "set")[-1]["final"] is True
    say(page, model(crank_scene(), SHOWN, version=2, seq=1, reason="set"))
    assert len(sent(page, "set")) == 2


def test_a_fault_is_red_names_its_place_and_keeps_the_mechanism(page: Any, shot: Any) -> None:
    place = {"file": "crank.yaml", "line": 12, "column": 5}
    text = "joint 'O' is <b>open</b>"
    say(page, {"type": "fault", "place": place, "text": text, "stage": "assemble", "names": ["O"]})
    words = page.get_by_role("alert").inner_text()
    assert "crank.yaml:12:5" in words and text in words and "cannot be assembled" in words
    assert page.evaluate("[...player.stage.inside.marks]") == [["O", "error"]]
    assert page.locator("h1").inner_text() == "crank alone"
    shot(page, "app-live-fault")
    say(page, model(crank_scene(), SHOWN, version=2))
    assert page.get_by_role("alert").count() == 0
    assert page.evaluate("player.stage.inside.marks.size") == 0


def test_a_fault_frees_the_slider_for_its_next_value(page: Any) -> None:
    slider = page.get_by_role("slider", name="r", exact=True)
    slider.evaluate(MOVE, 1.9)
    slider.evaluate(MOVE, 1.2)
    say(page, {"type": "fault", "place": None, "text": "it does not reach", "stage": "assemble", "names": []})
    assert [message["values"]["r"] for message in sent(page, "set")] == [1.9, 1.2]


def test_a_fault_tells_the_values_that_led_to_it(page: Any) -> None:
    told = model(crank_scene())
    told["parameters"][0]["value"] = 1.9
    file = told["file"] | {"dirty": True, "undo": 1}
    fault = {"type": "fault", "place": None, "text": "it does not reach", "stage": "assemble", "names": []}
    say(page, fault | {"parameters": told["parameters"], "file": file})
    assert page.locator(".lw-parameter input[type=number]").input_value() == "1.9"
    assert page.get_by_label("Undo").is_enabled()


def test_a_fault_may_come_before_any_mechanism(tab: Any) -> None:
    app_pages.live_again(tab)
    say(tab, {"type": "fault", "place": None, "text": "no such joint", "stage": "file", "names": ["O"]})
    assert "no such joint" in tab.get_by_role("alert").inner_text()
    tab.keyboard.press("Space")
    tab.keyboard.press("f")
    say(tab, model(crank_scene(), SHOWN))
    assert tab.get_by_role("alert").count() == 0


def test_a_file_that_is_gone_is_not_called_a_mistake(page: Any) -> None:
    text = "crank.yaml: there is no such file any more"
    say(page, {"type": "fault", "place": None, "text": text, "stage": "file", "names": []})
    words = page.get_by_role("alert").inner_text()
    assert words.startswith("The file\n") and text in words and "mistake" not in words


def test_a_lock_up_is_told_on_the_stage_as_long_as_it_holds(page: Any, shot: Any) -> None:
    locked = model(crank_scene(), SHOWN, version=2)
    locked["diagnosis"]["headline"] = {
        "level": "error",
        "text": "lock-up at t = 0.7 s: it is stretched",
        "names": ["O"],
    }
    say(page, locked)
    words = page.get_by_role("alert").inner_text()
    assert "lock-up at t = 0.7 s: it is stretched" in words and "last good" not in words
    shot(page, "app-live-locked")
    say(page, locked | {"version": 3})
    assert page.get_by_role("alert").count() == 1
    say(page, model(crank_scene(), SHOWN, version=4))
    assert page.get_by_role("alert").count() == 0


def test_before_the_first_model_the_page_says_what_it_waits_for(tab: Any) -> None:
    app_pages.live_again(tab)
    state = tab.locator(".lw-state")
    assert state.inner_text() == "Reading and compiling …"
    assert tab.locator(".lw-head button:enabled").count() == 1
    say(tab, {"type": "progress", "text": "kinematics", "share": 0.4})
    assert state.inner_text() == "kinematics …"
    say(tab, model(crank_scene(), SHOWN))
    assert not state.is_visible()
    assert tab.get_by_label("Run it again").is_enabled()


def test_a_very_long_name_stays_on_the_stage(page: Any) -> None:
    scene = crank_scene()
    scene["bodies"][0]["shapes"][0]["name"] = "a" * 190 + " at the end"
    say(page, model(scene, SHOWN, version=2))
    page.evaluate("player.stage.show({layers: {names: 'all'}})")
    placed = "player.stage.inside.overlay.labels.placed.map((label) => label.text)"
    page.wait_for_function(f"{placed}.includes('{'a' * 27}…a at the end')")


def test_a_body_is_dragged_and_the_poses_that_come_back_are_shown(page: Any) -> None:
    page.evaluate("player.seek(0.5)")
    app_pages.settle(page)
    x, y = app_pages.spot(page, 1, 0.6)
    page.mouse.move(x, y)
    page.mouse.down()
    assert sent(page, "drag") == []
    page.mouse.move(x + 40, y + 10, steps=4)
    first = sent(page, "drag")
    assert [message["phase"] for message in first] == ["start"] and first[0]["body"] == "crank"
    say(page, {"type": "pose", "seq": 1, "poses": [[0, 0, 0], [0, 0, 1.25]], "ok": True, "text": ""})
    assert page.evaluate("player.stage.inside.poses[1][2]") == 1.25
    page.mouse.up()
    say(page, {"type": "pose", "seq": 2, "poses": [[0, 0, 0], [0, 0, 1.0]], "ok": True, "text": ""})
    assert [message["phase"] for message in sent(page, "drag")] == ["start", "move", "end"]
    assert page.locator(".lw-dragged").is_visible()
    page.keyboard.press("ArrowRight")
    app_pages.settle(page)
    assert page.evaluate("player.stage.inside.poses[1][2]") == pytest.approx(math.pi * 0.52, rel=1e-3)
    assert not page.locator(".lw-dragged").is_visible()


def test_the_diagnosis_leads_to_singular_positions(page: Any) -> None:
    page.locator("[role=tab][data-key=diagnosis]").click()
    panel = page.locator(".lw-diagnosis")
    assert "it moves" in panel.inner_text() and "steps\t120" in panel.inner_text()
    panel.get_by_text("stretched out").click()
    assert page.evaluate("player.time()") == 1.25


def test_the_analysis_is_chosen_and_its_time_changed(page: Any) -> None:
    page.locator(".lw-analysis select").select_option("simulate")
    page.locator(".lw-options input").fill("3")
    page.keyboard.press("Enter")
    asked = sent(page, "analysis")
    assert asked[0] == {"type": "analysis", "kind": "simulate", "options": {}}
    assert asked[1]["options"] == {"until": 3}


def test_the_numbers_of_an_analysis_are_sent_together(page: Any) -> None:
    grid = {"kind": "kinematics", "options": {"until": 2.0, "points": 101}, "choices": ["kinematics"]}
    say(page, model(crank_scene(), SHOWN, version=2, analysis=grid))
    page.locator(".lw-options input[name=points]").fill("51")
    page.keyboard.press("Enter")
    assert sent(page, "analysis")[-1]["options"] == {"until": 2, "points": 51}


def test_on_a_phone_the_numbers_of_the_analysis_are_under_a_button(page: Any) -> None:
    size = page.viewport_size
    page.set_viewport_size({"width": 390, "height": 700})
    until = page.locator(".lw-options input").first
    assert not until.is_visible()
    page.get_by_title("Numbers of the analysis").click()
    box = until.bounding_box()
    assert until.is_visible() and box["x"] > 0 and box["x"] + box["width"] < 390
    page.get_by_title("Numbers of the analysis").click()
    assert not until.is_visible()
    page.set_viewport_size(size)


def test_progress_and_words_are_shown(page: Any) -> None:
    say(page, {"type": "progress", "text": "simulating", "share": 0.4})
    assert page.get_by_role("progressbar").get_attribute("aria-valuenow") == "40"
    say(page, {"type": "said", "level": "warning", "text": "a bad message"})
    assert page.get_by_text("a bad message").is_visible()
    say(page, model(crank_scene(), SHOWN, version=2))
    assert page.get_by_role("progressbar").count() == 0


def test_the_page_survives_the_server_and_finds_it_again(page: Any) -> None:
    page.evaluate("sockets.at(-1).close()")
    assert page.get_by_text("The server is gone; trying again").is_visible()
    assert page.locator("h1").inner_text() == "crank alone"
    app_pages.wait(page, "sent.at(-1)?.type === 'watch'")
    page.evaluate("sent.length = 0")
    app_pages.later(page)
    app_pages.wait(page, "sockets.length === 2 && sockets[1].readyState === 1")
    app_pages.wait(page, "sent.at(-1)?.type === 'watch'")
    assert not page.locator(".lw-state").is_visible()
    page.evaluate("sockets.at(-1).close(1013, '20 pages are open already; close one')")
    assert "20 pages are open already; close one" in page.locator(".lw-state").inner_text()
    page.evaluate("sockets.at(-1).close(4403)")
    assert page.get_by_text("The server refuses this page").is_visible()
