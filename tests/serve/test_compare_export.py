"""Frozen runs, curves beside, what is kept in the file, exports, and the live page of a mechanism in Python."""

from __future__ import annotations

import json
import time
import urllib.request
from pathlib import Path
from typing import Any

import numpy as np
from websockets.sync.client import connect

import linkwork as lw
from linkwork.serve.answer import Answer, Model
from linkwork.serve.protocol import Keep
from linkwork.serve.session import Session
from serve.view_models import example


def opened(path: Path) -> tuple[Session, dict[str, Any]]:
    session = Session(str(path))
    return session, message_of(session.open())


def message_of(answer: Answer) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(next(each for each in answer.everyone if isinstance(each, Model)).text())
    return found


def test_a_frozen_run_keeps_its_curves_while_a_slider_moves(tmp_path: Path) -> None:
    session, _ = opened(example(tmp_path))
    (frozen,) = session.freeze(True, ["rocker.angle"]).asker
    before = frozen["series"]["rocker.angle"]
    name = next(iter(session.document.values))
    value = session.document.parameters()[0]["value"]
    session.set({name: 1.05 * value}, True)
    (again,) = session.frozen(["rocker.angle", "rocker.omega"])
    assert again["series"]["rocker.angle"] == before
    assert session.series(["rocker.angle"])["series"]["rocker.angle"] != before
    assert len(again["times"]) == len(again["series"]["rocker.omega"])
    session.freeze(False, [])
    assert session.frozen(["rocker.angle"]) == []


def test_measured_data_and_fixed_axes_of_the_file_come_to_the_page(tmp_path: Path) -> None:
    path = example(tmp_path)
    (tmp_path / "rig.csv").write_text("t,rocker.angle (deg)\n0,90\n1,80\n")
    text = path.read_text()
    extra = "  beside: {rig: rig.csv}\n  axes: {rocker.angle: [0, 180 deg]}\n"
    assert "\noutput:\n" in text
    path.write_text(text.replace("\noutput:\n", f"\noutput:\n{extra}"))
    _, message = opened(path)
    scene = message["payload"]["scene"]
    (rig,) = scene["beside"]
    assert rig["label"] == "rig" and rig["measured"] and rig["times"] == [0, 1]
    unit = {channel["name"]: channel["unit"] for channel in message["channels"]}["rocker.angle"]
    factor = 1.0 if unit == "deg" else np.pi / 180
    np.testing.assert_allclose(rig["series"]["rocker.angle"], [90 * factor, 80 * factor], rtol=1e-4)
    np.testing.assert_allclose(scene["axes"]["rocker.angle"], [0, 180 * factor], rtol=1e-5)


def test_plots_and_ranges_of_sliders_are_kept_in_the_file_beside_its_comments(tmp_path: Path) -> None:
    path = example(tmp_path)
    session, message = opened(path)
    entry = next(each for each in message["parameters"] if each["kind"] == "number")
    ends = (0.5 * entry["value"], 1.5 * entry["value"])
    look = Keep(type="keep", plots=[["rocker.angle", "rocker.omega"]], sliders={entry["name"]: ends})
    again = message_of(session.keep(look))
    found = next(each for each in again["parameters"] if each["name"] == entry["name"])
    np.testing.assert_allclose((found["min"], found["max"]), ends, rtol=1e-5)
    model = lw.load(path)
    assert model.output.plots == [["rocker.angle", "rocker.omega"]]
    comments = [line.partition("#")[2] for line in path.read_text().splitlines() if "#" in line]
    assert len(comments) >= path.read_text().count("#") - 1 and comments


def test_what_is_shown_is_copied_as_python_that_runs(tmp_path: Path) -> None:
    session, message = opened(example(tmp_path))
    entry = next(each for each in message["parameters"] if each["kind"] == "number")
    session.set({entry["name"]: 1.01 * entry["value"]}, True)
    (given,) = session.export("python", [["rocker.angle"], ["gone.x"]], [("rocker.angle", "rocker.omega")]).asker
    plots = given["text"].splitlines()[-2:]
    assert plots == ["run.plot('rocker.angle')", "run.cross_plot('rocker.angle', 'rocker.omega')"]
    scope: dict[str, Any] = {}
    exec(given["text"], scope)
    shown = session.solution
    assert shown is not None and shown.run is not None
    np.testing.assert_allclose(scope["run"]["rocker.angle"], shown.run["rocker.angle"])


def test_films_and_reports_wait_to_be_fetched(tmp_path: Path) -> None:
    session, _ = opened(example(tmp_path))
    (made,) = session.export("html", [["rocker.angle"], ["rocker.omega"]], [("rocker.angle", "rocker.omega")]).asker
    path = session.exports.path(made["name"])
    assert path is not None
    text = Path(path).read_text()
    assert "<h1>" in text
    for caption in ("rocker.angle over time.", "rocker.omega over time.", "rocker.omega over rocker.angle."):
        assert caption in text, caption
    assert session.exports.path("../secret") is None
    session.exports.clear()
    assert not Path(path).exists()


def test_numbers_are_exported_at_all_time_points_with_all_digits(tmp_path: Path) -> None:
    session, _ = opened(example(tmp_path))
    names = ["rocker.angle", "rocker.omega"]
    (made,) = session.export("csv", [names, ["rocker.angle"]], [("rocker.angle", "rocker.omega")]).asker
    path, shown = session.exports.path(made["name"]), session.solution
    assert path is not None and shown is not None and shown.run is not None
    heading, *lines = Path(path).read_text().splitlines()
    assert [column.partition(" (")[0] for column in heading.split(",")] == ["t", *names]
    table = np.array([line.split(",") for line in lines], dtype=float)
    for column, name in enumerate(names, start=1):
        values, unit = shown.run.with_unit(name)
        np.testing.assert_allclose(table[:, column], shown.run.mechanism.units.shown(unit)[0] * values, rtol=1e-15)
    session.exports.clear()


def test_the_live_page_of_a_mechanism_in_python_goes_both_ways(tmp_path: Path) -> None:
    m = lw.load(example(tmp_path))
    name = next(name for name, value in m.parameters_by_name.items() if not value.names)
    view = m.view(browser=False)
    try:
        with urllib.request.urlopen(view.address) as page:
            assert "frame-ancestors http://127.0.0.1:*" in page.headers["content-security-policy"]
        address = view.address.replace("http://", "ws://").replace("/?", "/live?")
        with connect(address, origin=view.address.partition("/?")[0], max_size=None, open_timeout=60) as page:
            first = heard(page, "model")
            start = value_of(first, name)
            page.send(json.dumps({"type": "set", "values": {name: 1.02 * start}, "final": True, "seq": 1}))
            assert abs(value_of(heard(page, "model"), name) / start - 1.02) < 1e-9
            moved = m.parameters_by_name[name].quantity
            assert moved is not None and abs(moved[0] / start - 1.02) < 1e-9
            m.set(**{name: f"{1.03 * start} {moved[1]}"})
            while abs(value_of(heard(page, "model"), name) / start - 1.03) > 1e-9:
                time.sleep(0.01)
            page.send(json.dumps({"type": "export", "what": "python", "plots": [["rocker.angle"]]}))
            said, given = [], json.loads(page.recv(timeout=60))
            while given["type"] != "exported":
                said.append(given)
                given = json.loads(page.recv(timeout=60))
            assert not any("not saved" in str(words) for words in said)
            scope: dict[str, Any] = {"m": m}
            exec(given["text"], scope)
            assert scope["m"] is m and len(scope["run"]["rocker.angle"]) > 1
    finally:
        view.close()
    assert "_viewing" not in m.__getstate__()


def heard(page: Any, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(page.recv(timeout=60))
        if message["type"] == kind:
            return message


def value_of(message: dict[str, Any], name: str) -> float:
    return float(next(each["value"] for each in message["parameters"] if each["name"] == name))
