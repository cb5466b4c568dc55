"""What the pages take from the sources while the site is built, so that it is never out of date.

A line `<!-- equations: revolute -->` becomes the head of `revolute_kernel.py`, folded away, and a line
`<!-- fields: Revolute -->` the table of that class's fields. A name that begins with `space.` is one of space:
`<!-- fields: space.Revolute -->`, `<!-- equations: space.tyre -->`. For several classes in a row,
`<!-- described: space.Box space.Cube -->` puts the word of each, what its docstring says, and its fields.
`<!-- include: errata-numbers.md -->` puts a file that `make docs` has written.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
KERNELS = ROOT / "src" / "linkwork" / "elements"
SPACE = "space."
_MARK = re.compile(r"^( *)<!-- (equations|fields|described|include): ([\w. -]*) -->$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Called by mkdocs for every page."""
    makers: dict[str, Callable[[str], str]] = {"equations": equations, "fields": fields, "described": described}
    makers["include"] = lambda file: (ROOT / "docs" / file).read_text(encoding="utf-8")
    return _MARK.sub(lambda mark: textwrap.indent(makers[mark[2]](mark[3]), mark[1]), markdown)


def equations(kernel: str) -> str:
    """The docstring of a kernel file: what it holds, its source, Phi, Phi_q, nu, gamma; folded away."""
    folder = "spatial" if kernel.startswith(SPACE) else "planar"
    (path,) = (KERNELS / folder).rglob(f"{kernel.removeprefix(SPACE)}_kernel.py")
    file = path.relative_to(KERNELS).as_posix()
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    block = textwrap.indent(f"```text\n{text}\n```", "    ")
    return f'??? quote "All rows and right-hand sides, as at the head of elements/{file}"\n\n{block}'


def fields(name: str) -> str:
    """The fields of an element, a force, a signal, a function or an outline, as a model file writes them."""
    kind = kind_of(name)
    rows = ["| field | meaning | left out |", "|---|---|---|"]
    for field, info in kind.model_fields.items():
        if field == "type":
            continue
        default = "needed" if info.is_required() else _written(info.get_default(call_default_factory=True))
        rows.append(f"| `{info.alias or field}` | {info.description or ''} | {default} |")
    word = kind.model_fields.get("type")
    return (f"In a file: `type: {word.default}`\n\n" if word is not None else "") + "\n".join(rows)


def described(names: str) -> str:
    """Several kinds one after the other: the word, the docstring, the fields folded away."""
    parts = []
    for name in names.split():
        kind = kind_of(name)
        text = inspect.cleandoc(kind.__doc__ or "")
        table = textwrap.indent(fields(name), "    ")
        word = kind.model_fields.get("type")
        parts.append(f'**`{name if word is None else word.default}`** {text}\n\n??? note "Fields"\n\n{table}')
    return "\n\n".join(parts)


def kind_of(name: str) -> Any:
    """A class of the library by its name."""
    import linkwork.functions
    import linkwork.signals.controllers
    import linkwork.signals.delay
    import linkwork.signals.machine
    import linkwork.signals.parts
    from linkwork.bodies import sections
    from linkwork.bodies.ritz import description as ritz
    from linkwork.bodies.spatial import shapes
    from linkwork.elements import contact_forces, contacts, impact_request
    from linkwork.elements.planar import catalogue
    from linkwork.elements.planar.contact import clearance
    from linkwork.elements.spatial import catalogue as in_space
    from linkwork.elements.spatial import force_catalogue
    from linkwork.elements.spatial.contact import clearance as space_clearance
    from linkwork.mechanism.beams import planar as beams
    from linkwork.mechanism.spatial import beams as space_beams
    from linkwork.networks.parts import (
        bonds,
        brushless,
        electrical,
        electronics,
        hydraulic,
        machines,
        magnetic,
        maps,
        mechanical,
        pneumatic,
        pumps,
        thermal,
        transducers,
        valves,
    )

    places: tuple[Any, ...] = (
        catalogue,
        linkwork.signals.parts,
        linkwork.signals.controllers,
        linkwork.signals.delay,
        linkwork.signals.machine,
        impact_request,
        linkwork.functions,
        contacts,
        contact_forces,
        clearance,
        beams,
        ritz,
        sections,
        electrical,
        hydraulic,
        thermal,
        mechanical,
        bonds,
        electronics,
        machines,
        pneumatic,
        transducers,
        valves,
        brushless,
        magnetic,
        pumps,
        maps,
    )
    if name.startswith(SPACE):
        places = (in_space, force_catalogue, shapes, space_clearance, space_beams)
    return next(
        getattr(place, name.removeprefix(SPACE)) for place in places if hasattr(place, name.removeprefix(SPACE))
    )


def _written(value: Any) -> str:
    if isinstance(value, tuple):
        return f"`[{', '.join(str(part) for part in value)}]`"
    words = {None: "nothing", True: "`true`", False: "`false`"}
    return words[value] if value is None or isinstance(value, bool) else f"`{value}`"
