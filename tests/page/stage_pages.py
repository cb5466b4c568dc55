"""Pages with nothing but a stage, and the runs shown on it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import linkwork as lw
from linkwork.cli.model import move
from linkwork.view.page import payload
from linkwork.view.page_assets import script_text
from linkwork.view.scene import build_scene

FOLDERS = (Path("examples"), Path("src/linkwork/examples"))
PAGE = """<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,"><style>html,body{margin:0;height:100%%}#stage{height:100vh;background:#fff}
@media (prefers-color-scheme: dark){#stage{background:#15181c}}</style><div id="stage"></div>"""


@cache
def run_of(name: str, until: float | None = None, points: int | None = 60) -> Any:
    """The motion of an example."""
    root = Path(__file__).parents[2]
    file = next(root / folder / f"{name}.yaml" for folder in FOLDERS if (root / folder / f"{name}.yaml").exists())
    mechanism = lw.load(file)
    return move(mechanism, str(file), until, points)


@cache
def payload_of(name: str, until: float | None = None, points: int | None = 60) -> str:
    """What the viewer gets of an example, as JSON."""
    run = run_of(name, until, points)
    return json.dumps(payload(build_scene(run, run.mechanism.output.traces)))


def open_stage(tab: Any, given: str) -> None:
    """Show a payload on a stage that fills the tab; `stage` and `told` are globals there."""
    tab.set_content(PAGE)
    tab.add_script_tag(content=script_text())
    tab.evaluate(
        """given => {
          window.told = {hover: [], pick: [], camera: []};
          window.stage = LinkworkViewer.stage(document.getElementById("stage"), JSON.parse(given));
          for (const event of Object.keys(told)) stage.on(event, (...what) => told[event].push(what));
        }""",
        given,
    )
    settle(tab)


def settle(tab: Any) -> None:
    """Wait until two pictures have been drawn."""
    tab.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))")
