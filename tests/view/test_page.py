"""The self-contained page."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import view_scenes

from linkwork.view import write_page
from linkwork.view.page import MAX_FRAMES, page_text

HOSTILE = "</script><img src=x onerror=alert(1)><!-- \u2028 {{viewer}} & \"'"


class Elements(HTMLParser):
    """Elements of a page, and the text of its scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.scripts: list[str] = []
        self.title = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1] == "script":
            self.scripts[-1] += data
        if self.tags and self.tags[-1] == "title":
            self.title += data


def embedded_payload(text: str) -> dict[str, Any]:
    return json.loads(Elements(text).scripts[0])


def test_payload_parses_back_to_the_scene(tmp_path: Path) -> None:
    scene = view_scenes.slider_crank()
    write_page(scene, tmp_path / "page.html")
    assert [p.name for p in tmp_path.iterdir()] == ["page.html"]
    shown = embedded_payload((tmp_path / "page.html").read_text(encoding="utf-8"))["scene"]
    for key in ("linkwork_scene", "name", "planes", "traces", "units", "events", "notes", "connectors"):
        assert shown[key] == scene[key]
    assert [b["name"] for b in shown["bodies"]] == ["ground", "crank", "rod", "slider"]
    assert np.array(shown["poses"]) == pytest.approx(np.array(scene["poses"]), rel=1e-5, abs=1e-15)
    assert np.array(shown["times"]) == pytest.approx(np.array(scene["times"]), rel=1e-5)
    for name, values in scene["channels"].items():
        assert np.array(shown["channels"][name]) == pytest.approx(np.array(values), rel=1e-5)


@pytest.mark.parametrize("make", view_scenes.ALL)
def test_display_has_marks_for_every_body_that_has_shapes(make: Any) -> None:
    scene = make()
    display = embedded_payload(page_text(scene))["display"]
    assert {p["body"] for p in display["parts"]} == {i for i, b in enumerate(scene["bodies"]) if b["shapes"]}
    assert len(display["connections"]) == len(scene["connectors"])


def test_hostile_names_are_inert() -> None:
    plain = Elements(page_text(view_scenes.slider_crank()))
    scene = view_scenes.slider_crank()
    scene["name"] = HOSTILE
    scene["bodies"][1]["name"] = HOSTILE
    scene["bodies"][0]["shapes"][0]["name"] = HOSTILE
    scene["channels"][HOSTILE] = scene["channels"]["slider.x"]
    scene["events"].append({"t": 0.5, "text": HOSTILE})
    scene["notes"].append(HOSTILE)
    text = page_text(scene)
    page = Elements(text)
    assert page.tags == plain.tags
    assert page.title.strip() == HOSTILE
    shown = embedded_payload(text)["scene"]
    assert shown["name"] == shown["bodies"][1]["name"] == shown["notes"][-1] == HOSTILE
    assert not set("<>&\u2028") & set(page.scripts[0])


def test_page_asks_nothing_of_the_network() -> None:
    text = page_text(view_scenes.slider_crank())
    for name in ("http://www.w3.org/", "https://github.com/leeoniya/uPlot"):  # a namespace, and a remark in a library
        text = text.replace(name, "")
    assert not re.search(r"https?:|//[a-z0-9-]+\.[a-z]|@import|url\(", text.replace("file://", ""))
    assert not [value for name, value in Elements(text).attributes if name in ("src", "href") and value != "data:,"]
    assert "default-src 'none'" in text
    assert "innerHTML" not in text and "eval(" not in text


def test_long_runs_are_thinned_and_numbers_shortened() -> None:
    scene = view_scenes.slider_crank(frames=4001)
    text = page_text(scene)
    shown = embedded_payload(text)["scene"]
    assert len(shown["poses"]) == len(shown["times"]) == len(shown["channels"]["slider.x"]) == MAX_FRAMES
    assert shown["times"][0] == 0.0 and shown["times"][-1] == 1.0
    assert not re.search(r"\d\.\d{13}", Elements(text).scripts[0])


def test_fine_steps_of_a_late_time_and_a_large_angle_survive() -> None:
    scene = view_scenes.slider_crank(frames=5)
    scene["times"] = [1000.0, 1000.001, 1000.002, 1000.003, 1000.004]
    for f, poses in enumerate(scene["poses"]):
        poses[1][2] = 12345.0 + 1e-4 * f
    shown = embedded_payload(page_text(scene))["scene"]
    assert len(set(shown["times"])) == 5
    assert len({poses[1][2] for poses in shown["poses"]}) == 5


def test_numbers_that_are_none_become_gaps() -> None:
    scene = view_scenes.slider_crank(frames=5)
    scene["channels"]["slider.x"][2] = float("nan")
    scene["channels"]["slider.vx"][3] = float("inf")
    shown = embedded_payload(page_text(scene))["scene"]["channels"]
    assert shown["slider.x"][2] is None
    assert shown["slider.vx"][3] is None


def test_a_scene_of_one_frame_is_a_page_too() -> None:
    scene = view_scenes.four_bar(frames=2)
    scene["poses"], scene["times"] = scene["poses"][:1], scene["times"][:1]
    assert len(embedded_payload(page_text(scene))["scene"]["poses"]) == 1
