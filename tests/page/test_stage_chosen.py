"""A chosen body keeps its colours and has an outline: not that of the pointer, not that of an error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from stage_pages import changed, open_stage, payload_of, picture, settle, show, where

ACCENT = {"light": (0x00, 0x72, 0xB2), "dark": (0x56, 0xB4, 0xE9)}
PAPER = {"light": (255, 255, 255), "dark": (0x15, 0x18, 0x1C)}


def near(pixels: np.ndarray, colour: Any) -> np.ndarray:
    """Which pixels have a colour."""
    return np.asarray(np.abs(pixels - np.array(colour)).max(axis=-1) < 30)


def across_the_rod(tab: Any) -> np.ndarray:
    """Places from the middle of the rod straight away from it, one a half pixel."""
    a, b = (np.array(where(tab, joint)) for joint in "AB")
    along = (b - a) / np.hypot(*(b - a))
    away = np.array([along[1], -along[0]])
    return np.asarray(a + 0.3 * (b - a) + np.arange(0.0, 40.0, 0.5)[:, None] * away)


def marked(tab: Any, style: str | None) -> np.ndarray:
    tab.evaluate("style => stage.mark(['rod'], style)", style)
    settle(tab)
    return picture(tab)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_chosen_body_keeps_its_colour_inside_a_rim_of_paper_and_one_of_the_accent(
    shared_page: Any, shot: Callable[..., bytes], scheme: str
) -> None:
    tab = shared_page
    tab.emulate_media(color_scheme=scheme)
    open_stage(tab, payload_of("slider-crank"))
    show(tab, {"time": 0.1, "layers": {"traces": False, "grid": False, "names": False}})
    tab.mouse.move(585, 12)
    settle(tab)
    plain, chosen = picture(tab), marked(tab, "selected")
    shot(tab, f"stage-chosen-{scheme}")
    columns, rows = np.round(across_the_rod(tab)).astype(int).T
    line, before = chosen[rows, columns], plain[rows, columns]
    accent = np.flatnonzero(near(line, ACCENT[scheme]))
    assert 4 <= len(accent) <= 12
    inside = np.flatnonzero(near(line, before[0]))
    paper = np.flatnonzero(near(line[: accent[0]], PAPER[scheme]))
    assert len(paper) > 0 and inside.min() == 0 and paper.min() > 4
    assert np.abs(line[: paper.min() - 4] - before[: paper.min() - 4]).max() < 8
    assert changed(plain, marked(tab, None)) == 0


def test_chosen_pointed_at_and_in_trouble_look_different(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("slider-crank"))
    show(shared_page, {"time": 0.1, "layers": {"traces": False, "grid": False, "names": False}})
    shared_page.mouse.move(585, 12)
    settle(shared_page)
    plain, chosen, trouble = picture(shared_page), marked(shared_page, "selected"), marked(shared_page, "error")
    marked(shared_page, None)
    a, b = (np.array(where(shared_page, joint)) for joint in "AB")
    x, y = a + 0.3 * (b - a)
    shared_page.mouse.move(x, y)
    settle(shared_page)
    settle(shared_page)
    pointed = picture(shared_page)
    column, row = round(float(x)), round(float(y))
    assert near(chosen[row, column], plain[row, column])
    assert not near(trouble[row, column], plain[row, column])
    blue = [int(near(image, ACCENT["light"]).sum()) for image in (plain, chosen, trouble, pointed)]
    assert blue[1] > blue[0] + 500 and max(abs(blue[2] - blue[0]), abs(blue[3] - blue[0])) < 100
    assert changed(plain, pointed) > 300 and changed(pointed, trouble) > 300


def test_outlines_follow_the_body_and_go_when_another_mechanism_comes(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("slider-crank"))
    marked(shared_page, "selected")
    shown = "() => [...stage.inside.things.outlines.shown.keys()].map(({carrier}) => carrier.body)"
    assert shared_page.evaluate(shown) == [2]
    follows = """() => { const [[actor, {meshes}]] = stage.inside.things.outlines.shown;
      return meshes.every((mesh) => mesh.parent === actor.group) && actor.group.parent !== null; }"""
    show(shared_page, {"time": 0.3})
    assert shared_page.evaluate(follows)
    shared_page.evaluate("() => stage.load(stage.inside.payload, {keepCamera: true})")
    settle(shared_page)
    assert shared_page.evaluate(shown) == [2] and shared_page.evaluate(follows)
    open_stage(shared_page, payload_of("four-bar"))
    assert shared_page.evaluate(shown) == []


def test_a_wheel_in_space_is_chosen_as_its_body(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("spatial-slider-crank"))
    show(shared_page, {"layers": {"names": False}})
    plain = picture(shared_page)
    shared_page.evaluate("() => stage.mark(['crank'], 'selected')")
    settle(shared_page)
    assert changed(plain, picture(shared_page)) > 100
