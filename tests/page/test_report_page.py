"""A report opened from disk in a real browser: no error, nothing loaded, and the mechanism in it moves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from page_contexts import eventually

import linkwork as lw
from linkwork.formats.model_file import loads
from linkwork.report.notebook import run_html

MODEL = """
linkwork: 1
name: crank & rod
bodies:
  crank: {mass: {mass: 1, inertia: 0.01}}
  rod: {mass: {mass: 1, center: [0.3, 0], inertia: 0.03}}
  slider: {estimate: [0.7, 0, 0], mass: {mass: 2, inertia: 0.01}}
joints:
  A: {type: revolute, between: [ground, crank]}
  B: {type: revolute, between: [{crank: [0.2, 0]}, rod]}
  C: {type: revolute, between: [{rod: [0.6, 0]}, slider]}
  guide: {type: translational, between: [{ground: [[0, 0], [1, 0]]}, {slider: [[0, 0], [1, 0]]}]}
drivers:
  motor: {type: angle, joint: A, value: 1 + 6*t}
"""


@pytest.fixture(scope="module")
def run() -> lw.Run:
    return loads(MODEL).inverse_dynamics(1.0, 101, progress=False)


@pytest.fixture(scope="module")
def report(run: lw.Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the run, written once."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    run.report(path)
    return path


def plays(tab: Any) -> None:
    """Clock and pixels of the stage rest until its button to play is pressed, and change then.

    A frame may have begun to play before the browser told it that motion is not wanted.
    """
    tab.locator("iframe.motion").scroll_into_view_if_needed()
    frame = tab.frame_locator("iframe.motion")
    stage, clock, play = (frame.locator(f".lw-{part}") for part in ("stage", "clock", "play"))
    play.wait_for()
    if play.get_attribute("aria-label").startswith("Pause"):
        play.click()
    begun, seen = clock.inner_text(), [b""]

    def rests() -> bool:
        if not stage.evaluate("() => LinkworkViewer.player.stage.inside.detail.fine"):
            return False
        seen.append(stage.screenshot())
        return seen[-1] == seen[-2]

    eventually(tab, rests, "the stage comes to rest")
    assert clock.inner_text() == begun
    play.click()
    eventually(tab, lambda: clock.inner_text() != begun and stage.screenshot() != seen[-1], "the mechanism moves")


def test_the_report_opens_from_disk_and_its_mechanism_moves(
    report: Path, page: Any, shot: Callable[..., bytes]
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(report.as_uri())
    assert page.title() == "crank & rod - report"
    assert page.locator("h1").inner_text() == "crank & rod"
    assert page.locator("p.verdict.good").is_visible()
    shot(page, "report-top")
    plays(page)
    shot(page, "report-motion")
    assert page.locator("#reactions td").first.inner_text() == "A"
    assert page.locator("figure img").evaluate_all("all => all.every(one => one.naturalWidth > 100)")
    assert [url for url in asked if not url.startswith(("file:", "data:", "about:"))] == []


def test_the_report_fits_narrow_screens_and_paper(report: Path, open_page: Callable[..., Any]) -> None:
    tab = open_page(viewport={"width": 420, "height": 800}, color_scheme="dark")
    tab.goto(report.as_uri())
    assert tab.evaluate("document.documentElement.scrollWidth") <= 420
    tab.emulate_media(media="print")
    assert not tab.locator("iframe.motion").is_visible()
    assert tab.locator("figure.paper img").is_visible()
    assert tab.pdf().startswith(b"%PDF")


def test_what_a_notebook_shows_of_a_run_moves(run: lw.Run, page: Any) -> None:
    page.set_content(run_html(run))
    plays(page)
