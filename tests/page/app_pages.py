"""Pages with the whole viewer: static ones, and live ones with a socket that the test speaks for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from page_contexts import eventually

from linkwork.view.page import embedded, page_text, payload
from linkwork.view.page_assets import script_text, style_text

HOSTILE = "</script><img src=x onerror=alert(1)> & \"'"
SOCKET = """
  const LONG = 250, {setTimeout: begin, clearTimeout: end} = window;
  window.held = new Map();
  window.setTimeout = (work, wait = 0, ...rest) => {
    const number = begin(wait < LONG ? work : () => {}, wait < LONG ? wait : 0, ...rest);
    if (wait >= LONG) held.set(number, work);
    return number;
  };
  window.clearTimeout = (number) => { held.delete(number); end(number); };
  window.later = () => { const due = [...held.values()]; held.clear(); for (const work of due) work(); };
  window.sent = []; window.sockets = [];
  window.WebSocket = class extends EventTarget {
    static OPEN = 1;
    constructor(address) {
      super();
      this.url = address;
      this.readyState = 0;
      sockets.push(this);
      setTimeout(() => { this.readyState = 1; this.dispatchEvent(new Event("open")); }, 0);
    }
    send(text) { sent.push(JSON.parse(text)); }
    close(code = 1006, reason = "") {
      this.readyState = 3;
      this.dispatchEvent(Object.assign(new Event("close"), { code, reason }));
    }
  };
  window.say = (message) => {
    sockets.at(-1).dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  };
"""


def crank_scene(frames: int = 101, until: float = 2.0, radius: float = 1.0, name: str = "crank") -> dict[str, Any]:
    """A crank that turns once in `until` about the origin, with closed forms as channels."""
    t = np.linspace(0.0, until, frames)
    angle = 2 * np.pi * t / until
    link = {"kind": "link", "points": [[0, 0], [radius, 0]]}
    pin = {"kind": "pin", "at": [0, 0], "name": "O"}
    series = {
        f"{name}.angle": angle,
        f"{name}.omega": np.full(frames, 2 * np.pi / until),
        f"{name}.tip.x": radius * np.cos(angle),
        f"{name}.tip.y": radius * np.sin(angle),
        "O.angle": angle,
        "energy.kinetic": 0.5 * angle**2,
    }
    units = dict(zip(series, ("rad", "rad/s", "m", "m", "rad", "J"), strict=True))
    events = [{"t": 0.5, "text": "first stop"}, {"t": 1.5, "text": "second stop"}]
    poses = [[[0, 0, 0], [0, 0, value]] for value in angle.tolist()]
    return {
        "linkwork_scene": 1,
        "name": f"{name} alone",
        "planes": [{"name": "xy", "origin": [0, 0, 0], "x": [1, 0, 0], "y": [0, 1, 0]}],
        "bodies": [{"name": "ground", "plane": 0, "shapes": [pin]}, {"name": name, "plane": 0, "shapes": [link]}],
        "connectors": [],
        "traces": [],
        "times": t.tolist(),
        "poses": poses,
        "channels": {channel: values.tolist() for channel, values in series.items()},
        "units": units,
        "shown": [f"{name}.angle", f"{name}.omega"],
        "events": events,
        "notes": ["a note"],
    }


def open_static(tab: Any, folder: Path, scene: dict[str, Any]) -> None:
    """Open a page from disk; the player is a global there."""
    file = folder / "page.html"
    file.write_text(page_text(scene), encoding="utf-8")
    tab.goto(file.as_uri())
    tab.evaluate("window.player = LinkworkViewer.player")
    settle(tab)


def show(tab: Any, scene: dict[str, Any], **facts: Any) -> None:
    """Show another scene in a tab that has a page, from the beginning; `facts` stand beside it in the payload."""
    tab.evaluate(
        """given => {
          player.dispose();
          window.player = LinkworkViewer.mount(document.getElementById("linkwork"), JSON.parse(given));
        }""",
        embedded({**payload(scene), **facts}),
    )
    settle(tab)


def wait(tab: Any, expression: str) -> None:
    """Wait until an expression is true in a tab; a strict page lets nobody but the debugger evaluate anything."""
    eventually(tab, lambda: bool(tab.evaluate(f"Boolean({expression})")), expression)


def live_page(address: str) -> str:
    """A page that waits for what comes through a websocket."""
    head = f'<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><style>{style_text()}</style>'
    mount = f"window.player = LinkworkViewer.mount(linkwork, null, {{link: {json.dumps(address)}}})"
    return f"{head}<body><div id='linkwork'></div><script>{script_text()}\n{mount}</script>"


def open_live(tab: Any) -> None:
    """A live page whose socket and long waits are the test's: `sent` has what it says, `say` speaks to it."""
    tab.add_init_script(SOCKET)
    tab.goto("about:blank")
    tab.set_content(live_page("ws://127.0.0.1:9/live?token=t"))
    wait(tab, "sockets.length === 1 && sockets[0].readyState === 1")


def live_again(tab: Any) -> None:
    """The same tab with a fresh viewer and a fresh socket."""
    tab.evaluate(
        """() => {
          player.dispose();
          sent.length = sockets.length = 0;
          window.player = LinkworkViewer.mount(document.getElementById("linkwork"), null, {link: "ws://127.0.0.1:9/live"});
        }"""
    )
    wait(tab, "sockets.length === 1 && sockets[0].readyState === 1")


def model(scene: dict[str, Any], watched: list[str] | None = None, **changes: Any) -> dict[str, Any]:
    """A model message with the series of the channels watched."""
    units = scene["units"]
    shown = {**scene, "channels": {name: scene["channels"][name] for name in watched or []}}
    number = {
        "name": "r",
        "value": 1.0,
        "unit": "m",
        "text": "1 m",
        "kind": "number",
        "min": 0.1,
        "max": 2.0,
        "step": 0.01,
    }
    formula = {
        "name": "d",
        "value": 2.0,
        "unit": "",
        "text": "2*r",
        "kind": "formula",
        "min": 0.2,
        "max": 4.0,
        "step": 0.01,
    }
    found = {
        "type": "model",
        "version": 1,
        "reason": "open",
        "seq": None,
        "payload": payload(shown),
        "parameters": [number, formula],
        "channels": [{"name": name, "unit": unit} for name, unit in units.items()],
        "diagnosis": {
            "headline": {"level": "ok", "text": "it moves", "names": []},
            "mobility": {"count": 1, "words": "3 coordinates - 2 equations"},
            "redundant": [{"names": ["O"], "text": "one of these follows from the others"}],
            "singular": [{"t": 1.25, "text": "stretched out"}],
            "notes": ["free: crank turns"],
            "statistics": {"steps": 120},
        },
        "analysis": {"kind": "kinematics", "options": {"until": 2.0}, "choices": ["kinematics", "simulate"]},
        "file": {"name": "crank.yaml", "dirty": False, "undo": 0, "redo": 0, "writable": True},
    }
    return found | changes


def say(tab: Any, message: dict[str, Any]) -> None:
    """Let the server say something."""
    tab.evaluate("message => say(message)", message)
    settle(tab)


def later(tab: Any) -> None:
    """Let all the time pass for which the page waits: long waits of a live page end by this alone."""
    tab.evaluate("later()")
    settle(tab)


def sent(tab: Any, kind: str) -> list[dict[str, Any]]:
    """What the page has said of one kind."""
    return list(tab.evaluate("kind => sent.filter((message) => message.type === kind)", kind))


def spot(tab: Any, body: int, along: float) -> list[float]:
    """Where a point on the x axis of a body is on the screen."""
    script = """([body, along]) => {
      const inside = player.stage.inside, box = inside.canvas.getBoundingClientRect();
      const [x, y] = inside.camera.project(inside.places.point({ body, plane: 0 }, [along, 0, 0], inside.poses));
      return [box.left + x, box.top + y];
    }"""
    return list(tab.evaluate(script, [body, along]))


def settle(tab: Any) -> None:
    """Wait until two pictures have been drawn."""
    tab.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))")
