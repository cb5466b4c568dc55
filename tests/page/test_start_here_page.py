"""Start from here in the browser: a body is dragged, the button pressed, and the run begins there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import app_pages
import pytest
from app_pages import crank_scene, model, say, sent, wait
from page_contexts import eventually

pytest.importorskip("starlette", reason="the server needs the extra 'page'")

from served_pages import opened, served

from serve.running import Running

PENDULUM = """\
linkwork: 1
name: pendulum
bodies:
  arm:
    estimate: [0, 0, -90 deg]  # hangs
    points: {tip: [1, 0]}
    mass: {mass: 1, center: [0.5, 0]}
joints:
  O: {type: revolute, between: [ground, arm]}
gravity: [0, -9.81]
analysis: {simulate: {until: 0.5, points: 51}}
output: {plots: [[arm.angle]], traces: [arm.tip]}
"""
BUTTON = "Start from here"
POSE = {"type": "pose", "poses": [[0, 0, 0], [0, 0, 1.25]], "ok": True, "text": ""}


@pytest.fixture
def running(tmp_path: Path, served_tab: Any) -> Iterator[Running]:
    """A server that shows a pendulum at rest."""
    path = tmp_path / "pendulum.yaml"
    path.write_text(PENDULUM, encoding="utf-8")
    with served(served_tab, path) as started:
        yield started


def drag(tab: Any, *places: tuple[float, float]) -> None:
    """Take what lies at the first place and pull it over the others."""
    box = tab.locator(".lw-canvas").bounding_box()
    camera = tab.evaluate("LinkworkViewer.player.stage.camera()")
    scale = box["height"] / camera["height"]
    for number, (x, y) in enumerate(places):
        right, up = x - camera["target"][0], y - camera["target"][1]
        tab.mouse.move(box["x"] + box["width"] / 2 + right * scale, box["y"] + box["height"] / 2 - up * scale)
        if number == 0:
            tab.mouse.down()
    tab.mouse.up()
    tab.locator(".lw-dragged").wait_for()


def begins(running: Running) -> float:
    """The angle at which the run begins that the server shows."""
    solution = running.session.solution
    assert solution is not None and solution.run is not None
    return float(solution.run["arm.angle"][0])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_body_is_dragged_and_the_run_starts_there(
    running: Running, served_page: Any, shot: Callable[[Any, str], bytes], scheme: str
) -> None:
    served_page.emulate_media(color_scheme=scheme)
    tab = opened(served_page, running)
    tab.evaluate("LinkworkViewer.player.seek(0.3)")
    drag(tab, (0.0, -0.6), (0.3, -0.5), (0.5, -0.35), (0.55, -0.2))
    shot(tab, f"start-dragged-{scheme}")
    tab.locator(".lw-dragged button", has_text=BUTTON).click()
    eventually(tab, lambda: begins(running) > -1.0, "the run begins where the arm was dragged")
    tab.locator(".lw-dragged").wait_for(state="hidden")
    assert begins(running) == pytest.approx(-0.35, abs=0.1)
    wait(tab, "LinkworkViewer.player.time() === 0")
    there = tab.evaluate("LinkworkViewer.player.stage.inside.poses[1][2]")
    assert there == pytest.approx(begins(running), abs=1e-5)
    wait(tab, "document.title.startsWith('●')")
    shot(tab, f"start-shown-{scheme}")
    tab.keyboard.press("Control+z")
    eventually(tab, lambda: begins(running) < -1.5, "undo leads back")
    tab.keyboard.press("Control+Shift+z")
    eventually(tab, lambda: begins(running) > -1.0, "redo leads there again")
    wait(tab, "document.title.startsWith('●')")
    tab.keyboard.press("Control+s")
    wait(tab, "!document.title.startsWith('●')")
    assert "# hangs\n" in Path(running.session.document.path).read_text(encoding="utf-8")
    assert begins(running) == pytest.approx(there, abs=1e-5)


@pytest.fixture
def live(live_page: Any) -> Any:
    """A live page whose server is the test."""
    app_pages.live_again(live_page)
    say(live_page, model(crank_scene(), ["crank.angle"]))
    return live_page


def test_the_button_and_the_key_ask_for_it_only_while_something_is_dragged(live: Any) -> None:
    live.keyboard.press("s")
    assert sent(live, "start") == [] and not live.locator(".lw-dragged").is_visible()
    x, y = app_pages.spot(live, 1, 0.6)
    live.mouse.move(x, y)
    live.mouse.down()
    live.mouse.move(x + 40, y + 10, steps=4)
    say(live, {**POSE, "seq": 1})
    live.mouse.move(x + 60, y + 20)
    live.mouse.up()
    live.keyboard.press("s")
    assert [message["type"] for message in live.evaluate("sent")][-1] == "start"
    assert [message["phase"] for message in sent(live, "drag")][-1] == "end"
    live.locator(".lw-dragged button", has_text=BUTTON).click()
    assert len(sent(live, "start")) == 2
    say(live, model(crank_scene(), ["crank.angle"], version=2, reason="start"))
    assert not live.locator(".lw-dragged").is_visible() and live.evaluate("player.time()") == 0
    live.keyboard.press("?")
    assert "start from where a body was dragged" in live.locator(".lw-help").inner_text()


def test_a_page_without_a_server_has_no_such_button(static_page: Any) -> None:
    app_pages.show(static_page, crank_scene())
    assert static_page.get_by_text(BUTTON).count() == 0
