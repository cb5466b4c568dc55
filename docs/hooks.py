"""What the pages take from the sources while the site is built, so that it is never out of date.

A line `<!-- equations: revolute -->` becomes the formulas of `revolute_kernel.py`, a line `<!-- fields: Revolute -->`
the table of that class's fields, and `<!-- help: check -->` what `linkwork check --help` prints.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
KERNELS = ROOT / "src" / "linkwork" / "elements" / "planar"
_MARK = re.compile(r"^<!-- (equations|fields|help): (\w*) -->$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Called by mkdocs for every page."""
    makers: dict[str, Callable[[str], str]] = {"equations": equations, "fields": fields, "help": help_of}
    return _MARK.sub(lambda mark: makers[mark[1]](mark[2]), markdown)


def equations(kernel: str) -> str:
    """The docstring of a kernel file: what it holds, its source, Phi, Phi_q, nu, gamma."""
    source = (KERNELS / f"{kernel}_kernel.py").read_text(encoding="utf-8")
    text = ast.get_docstring(ast.parse(source)) or ""
    return f'```text title="elements/planar/{kernel}_kernel.py"\n{text}\n```'


def fields(name: str) -> str:
    """The fields of an element, a force, a signal, a function or an outline, as a model file writes them."""
    import linkwork.functions
    import linkwork.signals.parts
    from linkwork.elements.planar import catalogue

    places = (catalogue, linkwork.signals.parts, linkwork.functions)
    kind = next(getattr(place, name) for place in places if hasattr(place, name))
    rows = ["| field | meaning | left out |", "|---|---|---|"]
    for field, info in kind.model_fields.items():
        if field == "type":
            continue
        default = "needed" if info.is_required() else _written(info.get_default(call_default_factory=True))
        rows.append(f"| `{info.alias or field}` | {info.description or ''} | {default} |")
    word = kind.model_fields.get("type")
    return (f"In a file: `type: {word.default}`\n\n" if word is not None else "") + "\n".join(rows)


def _written(value: Any) -> str:
    if isinstance(value, tuple):
        return f"`[{', '.join(str(part) for part in value)}]`"
    words = {None: "nothing", True: "`true`", False: "`false`"}
    return words[value] if value is None or isinstance(value, bool) else f"`{value}`"


def help_of(command: str) -> str:
    """What the command line prints with --help."""
    call = [sys.executable, "-m", "linkwork.cli.main", *([command] if command else []), "--help"]
    found = subprocess.run(call, capture_output=True, text=True, check=True, cwd=ROOT, env=_plain_terminal())
    return f"```text\n$ linkwork{f' {command}' if command else ''} --help\n\n{found.stdout.strip()}\n```"


def _plain_terminal() -> dict[str, str]:
    import os

    return {**os.environ, "COLUMNS": "100", "TERM": "dumb", "NO_COLOR": "1"}
