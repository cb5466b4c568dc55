"""A page that asked for something long can take it back, and is answered meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from serve.running import Running, hear, tell

pytest.importorskip("starlette")

DOUBLE_PENDULUM = """
linkwork: 1
name: double pendulum
parameters: {l: 0.5}
bodies:
  u: {estimate: [0, 0, 30 deg], mass: {mass: 1, center: [l, 0]}}
  v: {estimate: [0.433, 0.25, 60 deg], mass: {mass: 1, center: [l, 0]}}
joints:
  O: {type: revolute, between: [ground, u]}
  A: {type: revolute, between: [{u: [l, 0]}, v]}
gravity: [0, -9.81]
analysis: {simulate: {until: 0.1, points: 5}}
"""
VERY_LONG = {"kind": "simulate", "options": {"until": 1e5, "points": 20000}}
Serving = Callable[[Path], Running]


def test_a_long_run_is_taken_back_and_what_was_shown_stays(serving: Serving, tmp_path: Path) -> None:
    path = tmp_path / "pendulum.yaml"
    path.write_text(DOUBLE_PENDULUM, encoding="utf-8")
    with serving(path).connect() as socket:
        first = hear(socket, "model")
        assert first["analysis"]["options"]["until"] == 0.1
        tell(socket, type="analysis", **VERY_LONG)
        hear(socket, "progress")
        tell(socket, type="cancel")
        assert "stopped" in hear(socket, "said")["text"]
        tell(socket, type="run")
        assert hear(socket, "model")["analysis"]["options"]["until"] == 0.1
        tell(socket, type="cancel")
        assert hear(socket, "said")["text"] == "nothing is being solved"


def test_messages_are_answered_while_a_long_run_goes_on(serving: Serving, tmp_path: Path) -> None:
    path = tmp_path / "pendulum.yaml"
    path.write_text(DOUBLE_PENDULUM, encoding="utf-8")
    with serving(path).connect() as socket:
        hear(socket, "model")
        for message in ({"type": "undo"}, {"type": "watch", "channels": ["u.x"]}):
            tell(socket, type="analysis", **VERY_LONG)
            hear(socket, "progress", text="simulate")
            tell(socket, **message)
            if message["type"] == "undo":
                assert hear(socket, "said")["text"] == "nothing to undo"
        tell(socket, type="set", values={"l": 0.6}, final=True)
        shown = hear(socket, "model")
        assert shown["parameters"][0]["value"] == 0.6
        assert shown["analysis"]["options"]["until"] == 0.1
