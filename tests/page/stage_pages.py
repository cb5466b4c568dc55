"""Pages with nothing but a stage, and the runs shown on it."""

from __future__ import annotations

import io
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.cli.model import move
from linkwork.view.page import payload
from linkwork.view.page_assets import script_text
from linkwork.view.scene import build_scene

ROOT = Path(__file__).parents[2]
FOLDERS = ("examples", "src/linkwork/examples")
PAGE = """<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,"><style>html,body{margin:0;height:100%}#place{height:100vh;background:#fff}
@media (prefers-color-scheme: dark){#place{background:#15181c}}</style><div id="place"></div>"""
SIZE = {"width": 600, "height": 400}  # small, because software draws it
EVENTS = ("hover", "pick", "camera", "drag")
LAYERS = {"names": True, "joints": False, "frames": False, "forces": False, "contacts": True, "traces": True}
LAYERS |= {"ghosts": False, "grid": True}


@cache
def run_of(name: str, points: int = 60, until: float | None = None) -> Any:
    """The motion of an example."""
    files = [ROOT / folder / f"{name}.yaml" for folder in FOLDERS]
    file = next(file for file in files if file.exists())
    return move(lw.load(file), str(file), until, points, quiet=True)


@cache
def payload_of(name: str, points: int = 60, until: float | None = None) -> str:
    """What the viewer gets of an example, as JSON."""
    run = run_of(name, points, until)
    return json.dumps(payload(build_scene(run, run.mechanism.output.traces)))


def open_stage(tab: Any, given: str) -> None:
    """Show a payload on a stage that fills the tab; `stage` and `told`, what it tells, are globals there.

    A tab that has a stage already loads the payload, with the layers and the camera of the beginning.
    """
    if not tab.evaluate("() => Boolean(window.LinkworkViewer)"):
        tab.set_viewport_size(SIZE)
        tab.set_content(PAGE)
        tab.add_script_tag(content=script_text())
    tab.evaluate(
        """([given, events, layers]) => {
          window.told = Object.fromEntries(events.map(event => [event, []]));
          const payload = JSON.parse(given);
          if (window.stage) { stage.load(payload); stage.mark(null, null); stage.show({layers}); return; }
          window.stage = LinkworkViewer.stage(document.getElementById("place"), payload);
          for (const event of events) stage.on(event, (...what) => told[event].push(what));
        }""",
        [given, EVENTS, LAYERS],
    )
    settle(tab)


def settle(tab: Any) -> None:
    """Wait until the stage has drawn what is asked for."""
    tab.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))")


def finish(tab: Any) -> None:
    """Wait until it has drawn that finely, too."""
    settle(tab)
    if tab.evaluate("() => Boolean(stage.inside && !stage.inside.detail.fine)"):
        tab.evaluate("() => stage.inside.detail.rest()")
        settle(tab)


def show(tab: Any, what: dict[str, Any]) -> None:
    """Another time or other layers."""
    tab.evaluate("what => stage.show(what)", what)
    settle(tab)


def where(tab: Any, name: str) -> tuple[float, float]:
    """Where a joint, a point or a body is in the picture."""
    x, y = tab.evaluate("name => stage.where(name)", name)
    return float(x), float(y)


def picture(tab: Any) -> np.ndarray:
    """The pixels of the tab, finely drawn."""
    if tab.evaluate("() => Boolean(window.stage)"):
        finish(tab)
    return pixels(tab)


def pixels(tab: Any) -> np.ndarray:
    """The pixels of the tab as they are, height by width by red, green, blue."""
    from PIL import Image

    return np.asarray(Image.open(io.BytesIO(tab.screenshot())).convert("RGB"), int)


def changed(before: np.ndarray, after: np.ndarray) -> int:
    """How many pixels look different."""
    return int(np.count_nonzero(np.abs(before - after).max(axis=2) > 24))
