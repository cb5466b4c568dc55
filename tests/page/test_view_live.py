"""`linkwork view` end to end: a real server, real pages in a real browser, a file that is edited beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from app_pages import wait
from page_contexts import WIDE, eventually

pytest.importorskip("starlette", reason="the server needs the extra 'page'")

from served_pages import opened, served

from serve.running import Running, put
from serve.test_long_jobs import DOUBLE_PENDULUM, VERY_LONG
from serve.view_models import example

MOVE = "(input, value) => { input.value = value; input.dispatchEvent(new Event('input', {bubbles: true})); }"
LET_GO = "(input) => input.dispatchEvent(new Event('change', {bubbles: true}))"
REMEMBER = """() => { const place = document.querySelector(".lw-said");
  window.said = [];
  new MutationObserver(() => said.push(...[...place.children].map((line) => line.innerText)))
    .observe(place, {childList: true}); }"""
"""What the page says goes away after some seconds."""
Shot = Callable[[Any, str], bytes]


@pytest.fixture
def running(tmp_path: Path, served_tab: Any) -> Iterator[Running]:
    """A server that shows a four-bar."""
    with served(served_tab, example(tmp_path)) as started:
        yield started


@pytest.fixture
def tab(running: Running, served_page: Any) -> Any:
    """A page on it."""
    return opened(served_page, running)


FINE = "LinkworkViewer.player.stage.inside.detail.fine"


def looks(tab: Any, holds: Callable[[bytes], bool], what: str) -> None:
    """Wait until the picture of the stage is as it should be."""
    eventually(tab, lambda: holds(canvas(tab)), what)


def canvas(tab: Any) -> bytes:
    """The picture of the stage, once it stands still."""
    seen = [b""]

    def rests() -> bool:
        if not tab.evaluate(FINE):
            return False
        seen.append(tab.locator(".lw-canvas").screenshot())
        return seen[-1] == seen[-2] and bool(tab.evaluate(FINE))

    eventually(tab, rests, "the stage comes to rest")
    return seen[-1]


def value(tab: Any, name: str) -> float:
    """What the field of a parameter says."""
    row = tab.locator(".lw-parameter", has=tab.get_by_label(name, exact=True))
    return float(row.locator("[type=number]").input_value())


def slide(tab: Any, name: str, number: float) -> None:
    """Move a slider and let it go."""
    slider = tab.get_by_role("slider", name=name, exact=True)
    slider.evaluate(MOVE, number)
    slider.evaluate(LET_GO)


def test_the_mechanism_is_seen_and_moves_and_nothing_is_loaded_from_outside(
    tab: Any, running: Running, shot: Shot
) -> None:
    assert tab.title().startswith("four-bar.yaml")
    start = canvas(tab)
    assert len(start) > 3000
    tab.evaluate("LinkworkViewer.player.play()")
    wait(tab, "LinkworkViewer.player.time() > 0.02")
    tab.evaluate("LinkworkViewer.player.pause()")
    looks(tab, lambda now: now != start, "the mechanism has moved")
    shot(tab, "view-live")
    assert {url.split("/")[2] for url in tab.asked if not url.startswith("data:")} == {running.host}


def test_a_slider_moves_a_link_and_undo_takes_it_back(tab: Any, running: Running) -> None:
    before = canvas(tab)
    slide(tab, "a", 0.06)
    eventually(tab, lambda: running.session.document.values["a"] == "0.06", "the server has the value")
    looks(tab, lambda now: now != before, "the link has moved")
    tab.get_by_title("Undo", exact=False).click()
    eventually(tab, lambda: value(tab, "a") == 0.1, "the field has the value from before")
    wait(tab, "document.querySelector('[title^=Undo]').disabled")
    assert running.session.document.values["a"] == "0.1"
    looks(tab, lambda now: now == before, "the link is where it was")


def test_a_slider_brought_back_to_where_it_was_comes_to_rest_too(tab: Any, running: Running) -> None:
    """The browser tells of no change then."""
    slider = tab.locator('[type=range][aria-label="a"]')
    box = slider.bounding_box()
    least, most, now = (float(slider.evaluate(f"(range) => range.{name}")) for name in ("min", "max", "value"))
    x = box["x"] + 8 + (box["width"] - 16) * (now - least) / (most - least)
    y = box["y"] + box["height"] / 2
    whole = running.session.solution.frames
    tab.mouse.move(x, y)
    tab.mouse.down()
    start = float(slider.evaluate("(range) => range.value"))
    tab.mouse.move(x + 60, y, steps=4)
    eventually(tab, lambda: running.session.solution.frames < whole, "the slider moves")
    tab.mouse.move(x, y, steps=4)
    assert float(slider.evaluate("(range) => range.value")) == start
    tab.mouse.up()
    eventually(tab, lambda: running.session.solution.frames == whole, "the mechanism is shown in full")
    tab.get_by_label("a", exact=True).first.wait_for()
    assert value(tab, "a") == start


def test_lost_assembly_is_shown_in_red_and_the_mechanism_stays(tab: Any, shot: Shot) -> None:
    slide(tab, "b", 0.2)
    slide(tab, "d", 0.6)
    fault = tab.locator(".lw-fault")
    fault.wait_for()
    assert "cannot be assembled" in fault.inner_text()
    shot(tab, "view-fault")
    slide(tab, "d", 0.3)
    fault.wait_for(state="hidden")


def test_a_body_is_dragged_and_the_others_follow(tab: Any, shot: Shot) -> None:
    before = canvas(tab)
    box = tab.locator(".lw-canvas").bounding_box()
    camera = tab.evaluate("LinkworkViewer.player.stage.camera()")
    scale = box["height"] / camera["height"]

    def at(x: float, y: float) -> tuple[float, float]:
        right, up = x - camera["target"][0], y - camera["target"][1]
        return box["x"] + box["width"] / 2 + right * scale, box["y"] + box["height"] / 2 - up * scale

    tab.mouse.move(*at(0.06, 0.0))
    tab.mouse.down()
    for part in (0.3, 0.6, 1.0):
        tab.mouse.move(*at(0.06 * (1 - part), 0.06 * part))
    tab.mouse.up()
    tab.locator(".lw-dragged").wait_for()
    shot(tab, "view-dragged")
    looks(tab, lambda now: now != before, "the bodies have moved")
    tab.locator(".lw-dragged button", has_text="Back").click()
    looks(tab, lambda now: now == before, "the bodies are where they were")


def test_editing_the_file_reloads_and_keeps_time_and_camera(tab: Any, running: Running) -> None:
    path = Path(running.session.document.path)
    text = path.read_text(encoding="utf-8")
    tab.evaluate("LinkworkViewer.player.seek(0.4)")
    tab.get_by_label("Zoom in").click()
    camera, before = tab.evaluate("LinkworkViewer.player.stage.camera()"), canvas(tab)
    put(path, text.replace("c: 0.25 ", "c: 0.28 "))
    wait(tab, "document.querySelectorAll('.lw-parameter [type=number]')[2].value === '0.28'")
    assert tab.evaluate("LinkworkViewer.player.time()") == pytest.approx(0.4, abs=1e-6)
    assert tab.evaluate("LinkworkViewer.player.stage.camera()") == camera
    looks(tab, lambda now: now != before, "the mechanism of the file")
    put(path, text.replace("type: revolute", "type: revolut", 1))
    fault = tab.locator(".lw-fault")
    fault.wait_for()
    assert "four-bar.yaml:28:13" in fault.inner_text() and "revolut" in fault.inner_text()
    put(path, text)
    fault.wait_for(state="hidden")
    looks(tab, lambda now: now == before, "the mechanism as it was")


def test_two_pages_share_one_document_and_saving_keeps_comments(
    tab: Any, running: Running, open_page: Callable[..., Any]
) -> None:
    other = opened(open_page(viewport=WIDE), running)
    slide(tab, "b", 0.32)
    wait(other, "document.querySelectorAll('.lw-parameter [type=number]')[1].value === '0.32'")
    tab.evaluate(REMEMBER)
    other.get_by_title("Save", exact=False).click()
    wait(tab, "said.includes('Saved four-bar.yaml')")
    assert "  b: 0.32        # coupler\n" in Path(running.session.document.path).read_text(encoding="utf-8")
    other.close()
    slide(tab, "b", 0.3)
    wait(tab, "!document.querySelector('[title^=Save]').disabled")


def test_a_wrong_token_is_refused(running: Running, open_page: Callable[..., Any]) -> None:
    stranger = open_page()
    stranger.expects = "403"
    answer = stranger.goto(f"http://{running.host}/?token=wrong")
    assert answer.status == 403 and "token in the address is missing or wrong" in stranger.inner_text("body")


@pytest.fixture
def pendulum(tmp_path: Path, served_tab: Any) -> Iterator[Running]:
    """A server that shows a double pendulum."""
    path = tmp_path / "pendulum.yaml"
    path.write_text(DOUBLE_PENDULUM, encoding="utf-8")
    with served(served_tab, path) as started:
        yield started


def test_a_press_of_stop_ends_a_long_run_and_what_was_shown_stays(
    pendulum: Running, served_page: Any, shot: Shot
) -> None:
    tab = opened(served_page, pendulum)
    tab.evaluate(REMEMBER)
    tab.evaluate("(asked) => LinkworkViewer.used.live.send({type: 'analysis', ...asked})", VERY_LONG)
    stop = tab.locator(".lw-progress button")
    stop.wait_for(state="visible")
    shot(tab, "stop")
    stop.click()
    wait(tab, "said.some((text) => text.includes('stopped'))")
    wait(tab, "document.querySelector('.lw-progress').hidden")
    assert tab.evaluate("LinkworkViewer.player.stage !== null") and tab.locator(".lw-fault").is_hidden()
