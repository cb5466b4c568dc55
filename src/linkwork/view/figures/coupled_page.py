"""A page of a coupled run: its parts and what joins them, every channel to choose from, how the gluing went; nothing
is loaded from elsewhere."""

from __future__ import annotations

import html
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.aside import written_aside
from linkwork.view.palette import BODY_COLOURS

if TYPE_CHECKING:
    from linkwork.exchange.result import CoupledRun

MOST_POINTS = 2000  # of a channel on the page; of more, evenly some
_HERE = Path(__file__).parent


def write_coupled_page(run: CoupledRun, path: Any, channels: Sequence[str] = ()) -> None:
    """Write the page; the named channels are drawn first, otherwise how the gluing went."""
    for name in channels:
        run[name]  # refuses what is not known
    every = max(1, math.ceil(len(run.t) / MOST_POINTS))
    rows = sorted({*range(0, len(run.t), every), len(run.t) - 1})
    watched = [name for name in run.names if name.endswith((".gap", ".gap_speed"))][:2]
    first = list(channels) or [*watched, *(name for name in ("iterations", "step", "condition") if name in run.names)]
    data = {
        "t": _numbers(run.t[rows]),
        "values": {name: _numbers(run[name][rows]) for name in run.names},
        "first": first or list(run.names[:3]),
        "colours": list(BODY_COLOURS),
    }
    text = json.dumps(data, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
    notes = "".join(f'<p class="note">{html.escape(note)}</p>' for note in run.notes)
    less = f" The page has every {every}th point." if every > 1 else ""
    style, script = ((_HERE / f"coupled_page.{kind}").read_text(encoding="utf-8") for kind in ("css", "js"))
    whole = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{html.escape(run.name)}</title><style>{style}</style></head><body><h1>{html.escape(run.name)}</h1>"
        f'<p class="told">{html.escape(str(run))}.{less}</p>{notes}{_diagram(run)}<main><nav>'
        '<input id="search" type="search" placeholder="Search channels" aria-label="Search channels">'
        f"{_lists(run)}</nav>"
        f'<div id="plots"></div></main><script type="application/json" id="run">{text}</script>'
        f"<script>{script}</script></body></html>"
    )
    with written_aside(path) as aside:
        aside.write_text(whole, encoding="utf-8")


def _numbers(values: Any) -> list[float | None]:
    """Numbers with eight digits; none where there is none."""
    return [float(f"{x:.8g}") if np.isfinite(x) else None for x in values]


def _lists(run: CoupledRun) -> str:
    """The channels by part, connection, and those of the whole."""
    owners = dict[str, list[str]]()
    known = [*run.parts, *run.links]
    for name in run.names:
        owner = max((each for each in known if name.startswith(f"{each}.")), key=len, default="the whole")
        owners.setdefault(owner, []).append(name)
    lists = ""
    for owner, names in owners.items():
        boxes = "".join(
            f'<label><input type="checkbox" value="{html.escape(name, True)}"> {html.escape(name)}</label>'
            for name in names
        )
        lists += f"<details><summary>{html.escape(owner)}</summary>{boxes}</details>"
    return lists


def _diagram(run: CoupledRun) -> str:
    """Parts on a circle, what joins them as lines between them."""
    if not run.parts:
        return ""
    height = 150 if len(run.parts) < 4 else 260
    places = {}
    for number, part in enumerate(run.parts):
        angle = math.pi * (1 + 2 * number / len(run.parts))
        places[part] = (400 + 280 * math.cos(angle), height / 2 + (height / 2 - 34) * math.sin(angle))
    drawn = ""
    seen = dict[tuple[str, ...], int]()
    for name, ends in run.links.items():
        points = [places[end] for end in ends]
        number = seen[ends] = seen.get(ends, 0) + 1
        x, y = (sum(each) / len(points) for each in zip(*points, strict=True))
        y += 14 * (number - 1)
        for px, py in points:
            drawn += f'<line x1="{px:.0f}" y1="{py:.0f}" x2="{x:.0f}" y2="{y:.0f}" stroke="#9aa7b4" stroke-width="2"/>'
        drawn += f'<text x="{x:.0f}" y="{y - 5:.0f}" text-anchor="middle">{html.escape(name)}</text>'
    for number, (part, (x, y)) in enumerate(places.items()):
        colour, half = BODY_COLOURS[number % len(BODY_COLOURS)], 14 + 4 * len(part)
        drawn += (
            f'<rect x="{x - half:.0f}" y="{y - 15:.0f}" width="{2 * half}" height="30" rx="6" fill="#fff" '
            f'stroke="{colour}" stroke-width="2.5"/><text x="{x:.0f}" y="{y + 4:.0f}" text-anchor="middle">'
            f"{html.escape(part)}</text>"
        )
    return f'<svg viewBox="0 0 800 {height}" role="img" aria-label="parts and what joins them">{drawn}</svg>'
