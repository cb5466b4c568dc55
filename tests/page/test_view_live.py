"""`linkwork view` end to end: a real server, real pages in a real browser, a file that is edited beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the server needs the extra 'page'")

from serve.running import TOKEN, Running
from serve.view_models import example

MOVE = "(input, value) => { input.value = value; input.dispatchEvent(new Event('input', {bubbles: true})); }"
LET_GO = "(input) => input.dispatchEvent(new Event('change', {bubbles: true}))"
Shot = Callable[[Any, str], bytes]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """A server that shows a four-bar."""
    found = Running(example(tmp_path))
    yield found
    found.stop()


@pytest.fixture
def tab(running: Running, open_page: Callable[..., Any]) -> Any:
    """A page on it."""
    return opened(open_page(viewport={"width": 1200, "height": 700}), running)


def opened(tab: Any, running: Running) -> Any:
    """Open the page and wait for its mechanism."""
    tab.asked = []
    tab.on("request", lambda request: tab.asked.append(request.url))
    tab.goto(f"http://{running.host}/?token={TOKEN}")
    wait(tab, "LinkworkViewer.player.stage && document.querySelector('.lw-legend output')")
    return tab


def wait(tab: Any, condition: str) -> None:
    """Wait until a condition holds; the page's own policy forbids the browser to be asked in one go."""
    for _ in range(600):
        if tab.evaluate(f"Boolean({condition})"):
            return
        tab.wait_for_timeout(50)
    raise AssertionError(condition)


def eventually(tab: Any, holds: Callable[[], bool]) -> None:
    """Wait until something holds that a page alone does not know, such as what the server has."""
    for _ in range(600):
        if holds():
            return
        tab.wait_for_timeout(50)
    assert holds()


def canvas(tab: Any) -> bytes:
    """The picture of the stage, once it stands still."""
    last = b""
    for _ in range(200):
        now: bytes = tab.locator(".lw-canvas").screenshot()
        if now == last:
            return now
        last = now
        tab.wait_for_timeout(50)
    raise AssertionError("the stage does not come to rest")


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
    eventually(tab, lambda: canvas(tab) != start)
    shot(tab, "view-live")
    assert {url.split("/")[2] for url in tab.asked if not url.startswith("data:")} == {running.host}


def test_a_slider_moves_a_link_and_undo_takes_it_back(tab: Any, running: Running) -> None:
    before = canvas(tab)
    slide(tab, "a", 0.06)
    eventually(tab, lambda: running.session.document.values["a"] == "0.06")
    eventually(tab, lambda: canvas(tab) != before)
    tab.get_by_title("Undo", exact=False).click()
    eventually(tab, lambda: value(tab, "a") == 0.1)
    wait(tab, "document.querySelector('[title^=Undo]').disabled")
    assert running.session.document.values["a"] == "0.1"
    eventually(tab, lambda: canvas(tab) == before)


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
    eventually(tab, lambda: canvas(tab) != before)
    tab.locator(".lw-dragged button").click()
    eventually(tab, lambda: canvas(tab) == before)


def test_editing_the_file_reloads_and_keeps_time_and_camera(tab: Any, running: Running) -> None:
    path = Path(running.session.document.path)
    text = path.read_text(encoding="utf-8")
    tab.evaluate("LinkworkViewer.player.seek(0.4)")
    tab.get_by_label("Zoom in").click()
    camera, before = tab.evaluate("LinkworkViewer.player.stage.camera()"), canvas(tab)
    path.write_text(text.replace("c: 0.25 ", "c: 0.28 "), encoding="utf-8")
    wait(tab, "document.querySelectorAll('.lw-parameter [type=number]')[2].value === '0.28'")
    assert tab.evaluate("LinkworkViewer.player.time()") == pytest.approx(0.4, abs=1e-6)
    assert tab.evaluate("LinkworkViewer.player.stage.camera()") == camera
    eventually(tab, lambda: canvas(tab) != before)
    path.write_text(text.replace("type: revolute", "type: revolut", 1), encoding="utf-8")
    fault = tab.locator(".lw-fault")
    fault.wait_for()
    assert "four-bar.yaml:28:13" in fault.inner_text() and "revolut" in fault.inner_text()
    path.write_text(text, encoding="utf-8")
    fault.wait_for(state="hidden")
    eventually(tab, lambda: canvas(tab) == before)


def test_two_pages_share_one_document_and_saving_keeps_comments(
    tab: Any, running: Running, open_page: Callable[..., Any]
) -> None:
    other = opened(open_page(viewport={"width": 1200, "height": 700}), running)
    slide(tab, "b", 0.32)
    wait(other, "document.querySelectorAll('.lw-parameter [type=number]')[1].value === '0.32'")
    other.get_by_title("Save", exact=False).click()
    tab.get_by_text("Saved four-bar.yaml").wait_for()
    assert "  b: 0.32        # coupler\n" in Path(running.session.document.path).read_text(encoding="utf-8")
    other.close()
    slide(tab, "b", 0.3)
    wait(tab, "!document.querySelector('[title^=Save]').disabled")


def test_a_wrong_token_is_refused(running: Running, open_page: Callable[..., Any]) -> None:
    stranger = open_page()
    answer = stranger.goto(f"http://{running.host}/?token=wrong")
    assert answer.status == 403 and "token in the address is missing or wrong" in stranger.inner_text("body")
    for _ in range(100):
        if stranger.troubles:
            break
        stranger.wait_for_timeout(20)
    assert [trouble for trouble in stranger.troubles if "403" not in trouble] == []
    stranger.troubles.clear()
