"""The page of a coupled run, opened from disk in a real browser: parts, channels to choose from, curves that change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from page_contexts import eventually

from linkwork.exchange.coupling import Coupled, Structure


def written(folder: Path) -> Path:
    c = Coupled("blocks & springs")
    for name, x in (("left", 0.1), ("right", 0.1)):
        c.add(name, Structure([[1.0]], None, [[40.0]], interfaces={"p": [0]}, x=[x], method="exact"))
    c.glue("G", "left.p", "right.p")
    return c.run(until=1.0, step=0.01, progress=False).page(folder / "run.html")


def test_the_page_shows_parts_and_the_channels_that_are_chosen(page: Any, tmp_path: Path) -> None:
    page.goto(written(tmp_path).as_uri())
    assert page.locator("h1").inner_text() == "blocks & springs"
    parts = page.locator("svg[aria-label='parts and what joins them'] text").all_text_contents()
    assert {"left", "right", "G"} <= set(parts)
    curves = page.locator("#plots svg, #plots canvas")
    eventually(page, lambda: curves.count() > 0, "curves are drawn")
    shown = "".join(page.locator("#plots .name").all_text_contents())
    assert "left.p.x0" not in shown
    page.locator("#search").fill("left.p.x0")
    box = page.locator("input[value='left.p.x0']")
    eventually(page, box.is_visible, "the search opens the list of the channel")
    box.click()
    eventually(
        page,
        lambda: "left.p.x0" in "".join(page.locator("#plots .name").all_text_contents()),
        "the chosen channel is drawn",
    )
