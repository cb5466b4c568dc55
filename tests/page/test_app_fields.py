"""Fields, faults and warnings of the live page: what is shown is what the server has; the test plays the server."""

from __future__ import annotations

from collections.abc import Callable
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
def page(open_page: Callable[..., Any]) -> Any:
    """A live page that has got nothing yet."""
    tab = open_page(viewport={"width": 1280, "height": 800})
    app_pages.open_live(tab)
    return tab


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
