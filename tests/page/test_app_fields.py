"""Fields, faults and warnings of the live page: what is shown is what the server has; the test plays the server."""

from __future__ import annotations

from typing import Any

import app_pages
import pytest
from app_pages import crank_scene, model, say, sent

SHOWN = ["crank.angle", "crank.omega"]
FIELDS = ".lw-parameter input[type=number]"


def two_parameters(r: float, s: float) -> list[dict[str, Any]]:
    """Two lengths that can be moved."""
    number = model(crank_scene())["parameters"][0]
    return [number | {"value": r}, number | {"name": "s", "value": s}]


@pytest.fixture
def page(live_page: Any) -> Any:
    """A live page that has got nothing yet."""
    live_page.set_viewport_size({"width": 1280, "height": 800})
    app_pages.live_again(live_page)
    return live_page


def test_undo_in_a_field_is_that_of_the_model_and_no_field_sticks(page: Any) -> None:
    def shown() -> list[str]:
        return [field.input_value() for field in page.locator(FIELDS).all()]

    say(page, model(crank_scene(), SHOWN, parameters=two_parameters(1.0, 1.0)))
    for number, value in enumerate(("1.2", "1.4")):
        page.locator(FIELDS).nth(number).click()
        page.keyboard.press("Control+a")
        page.keyboard.type(value)
        page.keyboard.press("Enter")
    say(page, model(crank_scene(), SHOWN, version=2, seq=99, parameters=two_parameters(1.2, 1.4)))
    for _ in range(2):
        page.keyboard.press("Control+z")
    page.keyboard.press("Control+y")
    assert [message["type"] for message in page.evaluate("sent") if message["type"] not in ("watch", "set")] == [
        "undo",
        "undo",
        "redo",
    ]
    assert shown() == ["1.2", "1.4"]
    say(page, model(crank_scene(), SHOWN, version=3, parameters=two_parameters(1.0, 1.0)))
    assert shown() == ["1", "1"]
    before = len(sent(page, "set"))
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.press("Control+z")
    page.locator(FIELDS).nth(0).evaluate("field => { field.value = 9; field.dispatchEvent(new Event('input')); }")
    assert shown() == ["1", "1"]
    assert len(sent(page, "undo")) == 2 and len(sent(page, "set")) == before


def test_the_page_says_what_the_stage_shows_and_tells_redundancy_on_it(page: Any, shot: Any) -> None:
    alert = page.get_by_role("alert")
    fault = {"type": "fault", "place": None, "text": "no such joint", "stage": "file", "names": []}
    say(page, fault)
    assert "Nothing can be shown yet" in alert.inner_text()
    assert page.locator(".lw-rail button:visible").count() == 0
    say(page, model(crank_scene(), SHOWN, stands="The parts are apart."))
    say(page, fault)
    assert "The parts are apart." in alert.inner_text() and "Nothing" not in alert.inner_text()

    warned = model(crank_scene(), SHOWN, version=2)
    text = "1 redundant equation: take one away. Or let it slide"
    warned["diagnosis"]["headline"] = {"level": "warning", "text": text, "names": ["O"]}
    say(page, warned)
    words = alert.inner_text()
    assert "1 redundant equation: take one away" in words and "slide" not in words
    assert page.evaluate("[...player.stage.inside.marks]") == [["O", "error"]]
    shot(page, "app-live-redundant")
    alert.get_by_text("Diagnosis").click()
    assert page.locator(".lw-headline").inner_text() == text
    alert.get_by_label("Hide this").click()
    say(page, warned | {"version": 3})
    assert alert.count() == 0 and page.evaluate("player.stage.inside.marks.size") == 0


def test_one_channel_over_another_is_drawn_and_what_grows_stays_in_the_picture(page: Any, shot: Any) -> None:
    pair = ["crank.tip.x", "crank.tip.y"]
    scene = crank_scene() | {"cross": [pair, ["gone.x", "crank.tip.y"]]}
    say(page, model(scene, [*SHOWN, *pair]))
    cross = page.locator(".lw-cross")
    assert cross.count() == 1 and "crank.tip.y over crank.tip.x" in cross.inner_text()
    app_pages.wait(page, "sent.some((one) => one.type === 'watch' && one.channels.includes('crank.tip.y'))")
    box = cross.locator("path[fill=none]").evaluate("path => { const b = path.getBBox(); return [b.width, b.height]; }")
    assert box[0] == pytest.approx(box[1], abs=0.3) and box[0] > 50
    assert cross.locator("output").inner_text() == "1 m, 0 m"
    shot(page, "app-live-cross")

    before = page.evaluate("player.stage.camera().height")
    say(page, model(crank_scene(radius=2.0) | {"cross": [pair]}, [*SHOWN, *pair], version=2))
    x, y = app_pages.spot(page, 1, 2.0)
    stage = page.locator(".lw-canvas").bounding_box()
    assert stage["x"] < x < stage["x"] + stage["width"] and stage["y"] < y < stage["y"] + stage["height"]
    assert page.evaluate("player.stage.camera().height") > before
    cross.get_by_label("Close this plot").click()
    say(page, model(crank_scene() | {"cross": [pair]}, [*SHOWN, *pair], version=3))
    assert cross.count() == 0


def test_events_close_together_are_told_apart_and_the_tab_key_stops_once_in_their_list(page: Any) -> None:
    scene = crank_scene()
    scene["events"] = [{"t": 1.0380001 + k * 1e-6, "text": f"hit {k}"} for k in range(40)]
    say(page, model(scene, SHOWN))
    page.locator("[role=tab][data-key=events]").click()
    app_pages.wait(page, "document.querySelector('.lw-events button')")
    times = page.locator(".lw-events .value").all_inner_texts()
    assert len(set(times)) == len(times) > 10
    assert page.locator(".lw-events button[tabindex='0']").count() == 1
    page.locator(".lw-events button").first.focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.number") == "1"
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.dataset.number") == "39"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.lw-events')") is None
    assert page.evaluate("player.time()") == 0.0
