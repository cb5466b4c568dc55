"""Texts on the stage: none over another, none cut off, names at their own joints, large forces before small ones."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from stage_pages import SIZE, open_stage, payload_of, run_of, settle, show

PLANAR = ["gallery/jansen-leg", "gallery/scissor-lift", "gallery/belt-drive", "gallery/watt-engine"]
PLACED = "() => stage.inside.overlay.labels.placed"
MOST = 40


@cache
def pushed(name: str, copies: int = 1) -> str:
    """An example with a force, and in the plane a torque, at each of its joints; they are made up."""
    given = json.loads(payload_of(name))
    numbers = np.random.default_rng(7)
    items = []
    for part in given["display"]["parts"]:
        for label in part["labels"] * copies:
            force = numbers.normal(size=2) * numbers.uniform(20, 900)
            own = {"name": f"{label['text']} {len(items)}", "body": part["body"], "plane": part["plane"]}
            torque = [float(numbers.uniform(-8, 8))] if len(items) % 3 == 0 else []
            items.append({**own, "doubtful": False, "at": label["at"], "force": force.tolist(), "torque": torque})
    sizes = [float(np.hypot(*item["force"])) for item in items]
    given["scene"]["forces"] = {"items": items, "force": max(sizes), "torque": 8.0}
    return json.dumps(given)


def texts(tab: Any) -> list[dict[str, Any]]:
    """What is written beside things: text, middle, half sizes, anchor, and whether it has a line."""
    return [box for box in tab.evaluate(PLACED) if box["text"]]


def overlapping(boxes: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Pairs of texts of which one covers the other."""
    found = []
    for one, other in combinations(boxes, 2):
        apart = np.abs(np.subtract(one["at"], other["at"])) - np.add(one["half"], other["half"])
        if apart.max() < -1e-9:
            found.append((one["text"], other["text"]))
    return found


def cut_off(boxes: list[dict[str, Any]]) -> list[str]:
    """Texts that reach over a border of the picture."""
    most = np.array([SIZE["width"], SIZE["height"]])
    low = [np.subtract(box["at"], box["half"]).min() for box in boxes]
    high = [np.subtract(most, np.add(box["at"], box["half"])).min() for box in boxes]
    return [box["text"] for box, a, b in zip(boxes, low, high, strict=True) if min(a, b) < 0]


@pytest.mark.parametrize("name", PLANAR)
def test_no_text_covers_another_and_none_is_cut_off(shared_page: Any, name: str) -> None:
    open_stage(shared_page, pushed(name))
    end = float(run_of(name).t[-1])
    for share in (0.0, 0.3, 0.55, 0.8):
        show(shared_page, {"time": share * end, "layers": {"forces": True}})
        every = shared_page.evaluate(PLACED)
        written = [box for box in every if box["text"]]
        assert len(written) > 8
        assert [pair for pair in overlapping(every) if pair != ("", "")] == []
        assert cut_off(written) == []


def test_texts_stay_in_a_picture_that_is_looked_at_closely(shared_page: Any) -> None:
    open_stage(shared_page, pushed("gallery/jansen-leg"))
    shared_page.evaluate("() => stage.inside.camera.zoom(2.6, 300, 150)")
    show(shared_page, {"layers": {"forces": True}})
    written = texts(shared_page)
    assert len(written) > 3 and cut_off(written) == [] and overlapping(written) == []


def test_small_forces_stay_unwritten_where_there_is_no_room_and_hovering_tells_them(shared_page: Any) -> None:
    open_stage(shared_page, pushed("gallery/watt-engine", copies=8))
    show(shared_page, {"layers": {"forces": True, "names": False}})
    written = {box["text"] for box in texts(shared_page)}
    arrows = shared_page.evaluate(
        "() => stage.inside.forces.arrows.map(({name, text, share, start, tip}) => ({name, text, share, start, tip}))"
    )
    arrows.sort(key=lambda arrow: -arrow["share"])
    shown = [f"{arrow['name']} {arrow['text']}" in written for arrow in arrows]
    assert all(shown[:12]) and not all(shown) and len(arrows) > MOST
    assert np.mean(shown[: len(shown) // 2]) > np.mean(shown[len(shown) // 2 :])
    left_out = [arrow for arrow, is_shown in zip(arrows, shown, strict=True) if not is_shown]
    near = """([x, y]) => stage.inside.forces.near(x, y, 6).text"""
    for arrow in left_out[:3]:
        assert "N" in shared_page.evaluate(near, arrow["tip"][:2])


@pytest.mark.parametrize("name", PLANAR)
def test_a_name_stands_at_its_own_joint_or_has_a_line_to_it(shared_page: Any, name: str) -> None:
    open_stage(shared_page, payload_of(name))
    show(shared_page, {"layers": {"names": "all"}})  # those, too, that would hide the mechanism
    end = float(run_of(name).t[-1])
    for share in (0.0, 0.4, 0.7):
        show(shared_page, {"time": share * end})
        anchors = shared_page.evaluate(
            """() => { const {model, places, poses, camera} = stage.inside;
              return model.labels.filter(({kind}) => kind === "joint")
                .map((label) => camera.project(places.point(label, label.at, poses)).slice(0, 2)); }"""
        )
        written = texts(shared_page)
        assert len(written) == shared_page.evaluate("() => stage.inside.model.labels.length")
        for box in written:
            near = np.maximum(np.abs(np.array(anchors) - box["at"]) - box["half"], 0.0)
            others = np.hypot(*(np.array(anchors) - box["anchor"]).T) > 3
            own = np.maximum(np.abs(np.subtract(box["anchor"], box["at"])) - box["half"], 0.0)
            assert box["led"] or (np.hypot(*near[others].T) > np.hypot(*own)).all(), box["text"]
            assert np.hypot(*own) < 60


def test_names_keep_their_side_while_the_mechanism_moves_a_little(shared_page: Any) -> None:
    open_stage(shared_page, payload_of("gallery/jansen-leg"))
    show(shared_page, {"time": 0.0})
    before = {box["text"]: np.subtract(box["at"], box["anchor"]) for box in texts(shared_page)}
    show(shared_page, {"time": 0.004 * float(run_of("gallery/jansen-leg").t[-1])})
    for box in texts(shared_page):
        assert np.subtract(box["at"], box["anchor"]) == pytest.approx(before[box["text"]], abs=1.0)


def test_a_marked_name_is_written_even_where_there_is_no_room(shared_page: Any) -> None:
    open_stage(shared_page, pushed("gallery/watt-engine", copies=8))
    shared_page.evaluate("() => stage.mark(['D'], 'selected')")
    show(shared_page, {"layers": {"forces": True}})
    settle(shared_page)
    assert "D" in [box["text"] for box in texts(shared_page)]


def test_names_that_would_hide_the_mechanism_wait_until_one_looks_closer_or_asks(shared_page: Any) -> None:
    given = json.loads(payload_of("gallery/jansen-leg"))
    labels = [label for part in given["display"]["parts"] for label in part["labels"]]
    for number, label in enumerate(labels):
        label["text"] = f"a joint with a rather long name {number}"
    open_stage(shared_page, json.dumps(given))
    show(shared_page, {"time": 0.0})
    assert texts(shared_page) == []
    shared_page.evaluate("(name) => stage.mark([name], 'selected')", labels[0]["text"])
    settle(shared_page)
    assert [box["text"] for box in texts(shared_page)] == [labels[0]["text"]]
    show(shared_page, {"layers": {"names": "all"}})
    assert len(texts(shared_page)) > 5
    show(shared_page, {"layers": {"names": True}})
    assert len(texts(shared_page)) == 1
    shared_page.evaluate("() => stage.inside.camera.zoom(6, 300, 150)")
    show(shared_page, {"time": 0.001})
    assert len(texts(shared_page)) > 1 or shared_page.evaluate("() => !stage.inside.overlay.crowded")
