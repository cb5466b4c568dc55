"""Many viewers on one page, more than a browser has graphics for: each is seen when it is scrolled to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from app_pages import crank_scene
from page_contexts import tabs

from linkwork.view.embedded import framed_page

MOST = 3  # pages with graphics of their own that this browser keeps at a time; others have 16
COUNT = MOST + 1  # each compiles what it draws with, and the first does so twice
TALL = 240
APART = 640  # so far that the next is not near yet
SEEN = """() => { const {player} = LinkworkViewer, inside = player && player.stage && player.stage.inside;
  return Boolean(inside && inside.pictures && !inside.lost && !document.querySelector(".lw-still-picture")); }"""


def test_of_many_viewers_each_is_drawn_when_it_is_scrolled_to(launch: Callable[..., Any], tmp_path: Path) -> None:
    browser = launch(f"--max-active-webgl-contexts={MOST}")
    with tabs(browser) as open_page:
        _scroll_through(open_page, tmp_path)
    browser.close()


def _scroll_through(open_page: Callable[..., Any], tmp_path: Path) -> None:
    style = f"height:{TALL}px;width:300px;display:block;margin-bottom:{APART - TALL}px"
    frame = framed_page(crank_scene(frames=5), "crank", style)
    path = tmp_path / "many.html"
    path.write_text(f"<!doctype html><link rel=icon href='data:,'>{frame * COUNT}", encoding="utf-8")
    tab = open_page(viewport={"width": 320, "height": 260})
    warned: list[str] = []
    tab.on("console", lambda said: warned.append(said.text) if "Too many active" in said.text else None)
    tab.goto(path.as_uri())
    frames = tab.frames[1:]
    assert len(frames) == COUNT
    for number in (*range(COUNT), 0):
        tab.evaluate("top => scrollTo(0, top)", APART * number)
        wanted = [other == number for other in range(COUNT)]  # the others give theirs back a moment after they leave
        for _ in range(400):
            if [frame.evaluate(SEEN) for frame in frames] == wanted:
                break
            tab.wait_for_timeout(20)
        assert [frame.evaluate(SEEN) for frame in frames] == wanted
    assert warned == []
