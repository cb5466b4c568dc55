"""Plots of the page as the file has them, what lies beside told apart, and lists that keep up with the motion."""

from __future__ import annotations

from typing import Any

import app_pages
import pytest
from page_contexts import WIDE

PLOTTED = "LinkworkViewer.used.plots.boxes.map((box) => box.names)"
ASKED = [["crank.angle"], ["crank.omega", "O.angle", "energy.kinetic"], ["crank.tip.x", "crank.angle"]]
BESIDE = [
    {"label": label, "times": [0.0, 2.0], "series": {"crank.angle": [0.0, end]}, "measured": measured}
    for label, end, measured in (("old", 5.0, False), ("older", 4.0, False), ("rig", 6.0, True), ("rig 2", 6.1, True))
]


@pytest.fixture
def tab(static_page: Any) -> Any:
    static_page.set_viewport_size(WIDE)
    app_pages.show(static_page, app_pages.crank_scene() | {"plots": ASKED, "beside": BESIDE})
    return static_page


def test_the_page_keeps_plots_as_the_file_has_them_and_tells_apart_what_lies_beside(tab: Any) -> None:
    split = [["crank.angle"], ["crank.omega", "O.angle"], ["energy.kinetic"], ["crank.tip.x", "crank.angle"]]
    assert tab.evaluate(PLOTTED) == split  # a third unit has no axis in one plot
    named = [names.inner_text().split("\n") for names in tab.locator(".lw-beside:not([hidden])").all()]
    assert named == [["old", "older", "rig", "rig 2"]] * 2
    looks = """() => { const {used, series} = LinkworkViewer;
      return used.kept.of("crank.angle").map((one) => JSON.stringify(series.besideStyle(one))); }"""
    before = tab.evaluate(looks)
    assert len(set(before)) == len(BESIDE)
    tab.evaluate("LinkworkViewer.used.kept.freeze()")  # stays last when the next payload comes
    tab.evaluate("LinkworkViewer.used.kept.load(LinkworkViewer.used.record.scene)")
    assert tab.evaluate(looks)[:-1] == before
    drawn = tab.evaluate("LinkworkViewer.pictures.svg(LinkworkViewer.used)")
    assert drawn.count("<text") > 4 and all(f">{one['label']}</text>" in drawn for one in BESIDE)


def test_other_plots_in_the_file_are_shown_and_the_same_ones_change_nothing(tab: Any) -> None:
    tab.evaluate("LinkworkViewer.used.plots.remove('energy.kinetic')")
    kept = tab.evaluate(PLOTTED)
    tab.evaluate(
        "(scene) => { LinkworkViewer.used.record.scene.plots = scene; LinkworkViewer.used.plots.load(); }", ASKED
    )
    assert tab.evaluate(PLOTTED) == kept
    tab.evaluate(
        "(scene) => { LinkworkViewer.used.record.scene.plots = scene; LinkworkViewer.used.plots.load(); }",
        [["O.angle"]],
    )
    assert tab.evaluate(PLOTTED) == [["O.angle"]]


def test_lists_and_plots_tell_the_same_time_while_it_plays(tab: Any) -> None:
    """Both are read in one go between two pictures: what one of them asks for must not come a picture late."""
    tab.evaluate("LinkworkViewer.used.panels.open('channels')")
    app_pages.settle(tab)
    pairs = tab.evaluate(
        """() => new Promise((done) => {
          const pairs = [], list = [...document.querySelectorAll(".lw-channels button")]
            .find((press) => press.title === "crank.tip.x").querySelector(".value");
          const plot = () => [...document.querySelectorAll(".lw-legend li")]
            .find((row) => row.innerText.includes("crank.tip.x")).querySelector("output");
          LinkworkViewer.used.player.play();
          const look = () => { pairs.push([list.textContent, plot().textContent]);
            if (pairs.length < 9) return requestAnimationFrame(look);
            LinkworkViewer.used.player.pause();
            done(pairs); };
          requestAnimationFrame(look); })"""
    )
    assert len({one for one, _ in pairs}) > 2
    assert [one for one, _ in pairs] == [other for _, other in pairs]
