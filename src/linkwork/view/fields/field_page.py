"""One file with everything in it: numbers as JSON, style and script; nothing is loaded from elsewhere."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.base.aside import written_aside

_HERE = Path(__file__).parent


def numbers(values: Any) -> list[float | None]:
    """Numbers with six digits; none where there is none."""
    return [float(f"{x:.6g}") if np.isfinite(x) else None for x in np.ravel(values)]


def write_field_page(path: Path, title: str, told: str, data: dict[str, object], script: str) -> None:
    """Write a page whose script finds its numbers in the element `data` and draws into `main`."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
    style, shared, own = (
        (_HERE / name).read_text(encoding="utf-8") for name in ("field_page.css", "field_page.js", script)
    )
    whole = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{html.escape(title)}</title><style>{style}</style></head><body><h1>{html.escape(title)}</h1>"
        f'<p class="told">{html.escape(told)}</p><main></main>'
        f'<script type="application/json" id="data">{text}</script><script>{shared}\n{own}</script></body></html>'
    )
    with written_aside(path) as aside:
        aside.write_text(whole, encoding="utf-8")
