"""Messages of a page that make no sense: changed at random, read, and done to a session."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from fuzz.watch import Finding, tried
from linkwork.base.errors import LinkworkError
from linkwork.serve.answer import Model
from linkwork.serve.pages import _verb
from linkwork.serve.protocol import Cancel, Drag, Set, Watch, read_message
from linkwork.serve.session import Session

_MODEL = """linkwork: 1
name: four-bar
parameters: {a: 0.1}
bodies: {crank: {estimate: [0, 0, 0.5]}, k: {estimate: [0.09, 0.05, 0.6]}, r: {estimate: [0.3, 0, 1.6]}}
joints:
  O: {type: revolute, between: [ground, crank]}
  A: {type: revolute, between: [{crank: [a, 0]}, k]}
  B: {type: revolute, between: [{k: [0.28, 0]}, {r: [0.22, 0]}]}
  C: {type: revolute, between: [{ground: [0.3, 0]}, r]}
drivers: {D: {type: angle, joint: O, value: 0.5 + t}}
analysis: {kinematics: {until: 0.1, points: 5}}
"""
_GOOD: list[dict[str, Any]] = [
    {"type": "set", "values": {"a": 0.11}, "final": True, "seq": 1},
    {"type": "undo"},
    {"type": "redo"},
    {"type": "save"},
    {"type": "watch", "channels": ["crank.angle", "k.x"]},
    {"type": "drag", "body": "crank", "point": [0.1, 0], "target": [0, 0.1], "phase": "start", "time": 0.0},
    {"type": "drag", "body": "r", "point": [0.1, 0], "target": [0, 0.1], "phase": "move"},
    {"type": "start"},
    {"type": "analysis", "kind": "kinematics", "options": {"until": 0.2, "points": 5}},
    {"type": "analysis", "kind": "position"},
    {"type": "run"},
    {"type": "cancel"},
]
_VALUES: list[Any] = [
    *(None, True, 0, -1, 1e100, -1e100, 1e99, 1e-300, 2**53, 10**30, 0.5, "", "x", "a", "crank", "ground", "a" * 400),
    *([], [1], [1, 2], [1e100, 0], [1, 2, 3, 4], ["crank.angle"], {}, {"a": 0}, {"a": 1e100}, {"a": -5}, {"until": -1}),
]


def findings(seed: int, count: int) -> Iterator[Finding]:
    """What is wrong with so many messages; the model is written into the present folder."""
    draw = random.Random(seed)
    path = Path("messages.yaml")
    path.write_text(_MODEL, encoding="utf-8")
    session = Session(str(path))
    session.open()
    for _ in range(count):
        text = _spoiled(draw)
        found = tried(f"message {text[:200]}", partial(_done, session, text))
        if found is not None:
            yield found
        if draw.random() < 0.02:
            path.write_text(_MODEL, encoding="utf-8")
            session = Session(str(path))
            session.open()


def _spoiled(draw: random.Random) -> str:
    message = json.loads(json.dumps(draw.choice(_GOOD)))
    for _ in range(draw.choice((0, 1, 1, 2))):
        holder = message
        if isinstance(message.get("options"), dict) and draw.random() < 0.5:
            holder = message["options"]
        key = draw.choice([*holder, "surprise"])
        if draw.random() < 0.15:
            holder.pop(key, None)
        else:
            holder[key] = draw.choice(_VALUES)
    text = json.dumps(message)
    if draw.random() < 0.1:
        at = draw.randrange(len(text))
        text = draw.choice((text[:at], text[:at] + draw.choice('"{}[],:0e\0') + text[at:], text * 2, f"[{text}]"))
    return text


def _done(session: Session, text: str) -> None:
    """What the server does with a message, without its thread; all that comes of it can be sent."""
    message: Any = read_message(text)
    if isinstance(message, Set):
        answer = session.set(message.values, message.final)
    elif isinstance(message, Drag):
        json.dumps(session.drag(message), allow_nan=False)
        return
    elif isinstance(message, Watch):
        json.dumps(session.series(message.channels), allow_nan=False)
        return
    elif isinstance(message, Cancel):
        return
    else:
        answer = _verb(session, message, None)()  # type: ignore[arg-type]
    for one in (*answer.everyone, *answer.asker):
        words = one.text() if isinstance(one, Model) else json.dumps(one, allow_nan=False)
        if "internal error" in words:
            raise LinkworkError(f"internal error: {words[:300]}")
