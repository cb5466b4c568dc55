"""Common slips in model files, and their remedies: blanks behind colons, decimal commas, words of other programs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from linkwork.base.errors import ExpressionError, shown
from linkwork.expression.algebra import parse
from linkwork.expression.dimension_of import ANY
from linkwork.expression.dimensions import MASS, Dimension, words
from linkwork.formats.yaml_tree import Node

_NO_BLANK = re.compile(r"(?:^|[\s{,])([^\W\d][\w -]*):(?=[^\s:/,}\]])")
_GLUED = re.compile(r"([^\W\d][\w -]*):(\S.*)\Z")
_QUOTED_NAME = re.compile(r"[:\[,]\s*'[^']+'\s*[-.+*/^]")
"""A text in quotes that goes on, which YAML does not know."""
_COMMA = re.compile(r"-?\d+,\d+")
_CALLED = {
    "prismatic": "translational",
    "slider": "translational",
    "slide": "translational",
    "sliding": "translational",
    "pin": "revolute",
    "hinge": "revolute",
    "rotational": "revolute",
    "rotation": "revolute",
    "ball": "spherical",
    "rigid": "fixed",
    "weld": "fixed",
    "hooke": "universal",
    "cardan": "universal",
    "helical": "screw",
    "rod": "revolute_revolute",
    "spring_damper": "spring",
    "damper": "spring",
}
"""Words of other programs and books, and ours."""
_SPEEDS = ("speed", "velocity", "omega", "rate", "rpm", "angular_velocity")
_RATE = "a driver gives a value over time; for a speed write value: 60 rpm*t, or value: 100 mm/s*t of a slide"


def syntax_hint(text: str, line: int) -> str:
    """What may be wrong in or before a line that is no YAML."""
    lines = text.splitlines()
    for content in (lines[n - 1] for n in (line, line - 1) if 1 <= n <= len(lines)):
        match = _NO_BLANK.search(content)
        if match:
            return f"; a blank is needed behind a colon, as in '{match[1]}: ...'"
        if _QUOTED_NAME.search(content):
            return "; a formula that begins with a name in quotes stands in double quotes, as in \"'left arm'.omega*2\""
    return ""


def comma_hint(text: str, line: int, column: int) -> str:
    """Whether a number before this place was written with a decimal comma."""
    lines = text.splitlines()
    content = lines[line - 1] if 1 <= line <= len(lines) else ""
    for comma_hint in _COMMA.finditer(content):
        if comma_hint.start() < column <= comma_hint.end():
            return _point(comma_hint[0])
    return ""


def _point(number: str) -> str:
    return f"; decimals are written with a point: {number.replace(',', '.')} instead of {number}"


def glued_key(root: Node) -> tuple[Node, str] | None:
    """The first key in which a colon without a blank stands, with what to write."""
    if root.entries is not None:
        for entry in root.entries.values():
            match = _GLUED.match(str(entry.key.scalar))
            if match and entry.value.scalar is None and entry.value.items is None and entry.value.entries is None:
                return entry.key, f"a blank is missing behind the colon; write '{match[1]}: {match[2]}'"
    for node in [entry.value for entry in (root.entries or {}).values()] + (root.items or []):
        below = glued_key(node)
        if below is not None:
            return below
    return None


def remedy(entry: Any, node: Node, known: Sequence[str], steps: Sequence[str | int], world: str) -> str:
    """What to write instead, for slips that many make; nothing for others."""
    kind, field = entry["type"], str(steps[-1]) if steps else ""
    if kind == "union_tag_invalid":
        return _other_word(str(entry["ctx"]["tag"]), str(entry["ctx"]["expected_tags"]), steps)
    if kind == "union_tag_not_found":
        return _without_type(node, steps)
    if kind == "extra_forbidden" and str(entry["loc"][-1]) in _SPEEDS and "value" in known and "joint" in known:
        return f"; {_RATE}"
    if kind == "extra_forbidden":
        return _moved(str(entry["loc"][-1]), node, steps)
    if kind.endswith("too_long"):
        return _joined(node)
    if kind in ("model_type", "model_attributes_type", "dict_type") and node.scalar is not None:
        return _no_mapping(str(node.scalar), field)
    if kind in ("tuple_type", "list_type") and field == "gravity" and node.scalar is not None:
        size = str(node.scalar).lstrip("+-")
        return f"; give its components, as in gravity: [{'0, 0' if world == 'space' else '0'}, -{size}]"
    return ""


def _no_mapping(text: str, field: str) -> str:
    """A key and its value without a blank between them, or a mass as a number."""
    glued = _GLUED.fullmatch(text)
    if glued is not None:
        return f"; a blank is missing behind the colon; write '{glued[1]}: {glued[2]}'"
    if field != "mass":
        return ""
    comma = _COMMA.match(text)
    if comma is not None:
        text = text.replace(",", ".", 1)
    way = f"{_misfit(text)}; write mass: {{mass: {_as_mass(text)}}}, with center and inertia where they matter"
    return way + (_point(comma[0]) if comma is not None else "")


def _kind(text: str) -> Dimension | None:
    """What kind of quantity a number with its unit is; None where it has no unit, or cannot be read."""
    try:
        expression = parse(text)
        return expression.kind(lambda _: ANY).dimension if expression.quantity is not None else None
    except ExpressionError:
        return None


def _misfit(text: str) -> str:
    """That a quantity is none of mass."""
    kind = _kind(text)
    return "" if kind in (None, MASS) else f"; '{text}' is {words(kind)}, but a mass is needed"


def _as_mass(text: str) -> str:
    """The number with the unit that it has, or with that of a mass where it has another kind of unit."""
    quantity = parse(text).quantity if _kind(text) not in (None, MASS) else None
    return text if quantity is None else f"{quantity[0]:g} kg"


def _other_word(word: str, expected: str, steps: Sequence[str | int]) -> str:
    ours = _CALLED.get(word.lower().replace(" ", "_").replace("-", "_"))
    if ours is not None and f"'{ours}'" in expected:
        return f"; it is called '{ours}' here"
    return f"; {_RATE}" if word.lower() in _SPEEDS and steps[:1] == ["drivers"] else ""


def _without_type(node: Node, steps: Sequence[str | int]) -> str:
    """What stands for the type that is missing: another word for it, or the motion of a driver as Python has it."""
    entries = node.entries or {}
    close = [key for key in entries if key in ("typ", "Type", "kind", "tpye", "types")]
    if close:
        return f"; '{close[0]}' is written 'type' here"
    if steps[:1] != ["drivers"]:
        return ""
    for motion in ("angle", "position"):
        if motion in entries:
            value = entries[motion].value.scalar
            return f"; write type: {motion}, value: {'...' if value is None else value}"
    if any(key in _SPEEDS for key in entries):
        return f"; {_RATE}, and type: angle or type: position"
    return "; write type: angle for a joint that turns, type: position for one that slides"


def _moved(field: str, node: Node, steps: Sequence[str | int]) -> str:
    """Fields that people look for in another place or under another name."""
    section = steps[0] if steps else ""
    if section == "analysis" and field in ("type", "kind") and node.scalar is not None:
        return f"; write analysis: {{{node.scalar}: {{until: 1 s}}}}"
    if section == "output" and field in ("channels", "channel", "plot"):
        return "; channels to show are written plots: [slider.x, [slider.vx, slider.ax]], each entry one figure"
    return ""


def _joined(node: Node) -> str:
    """Two items of a list without a blank between them that may be one number with a decimal comma."""
    items = node.items or []
    for one, other in pairwise(items):
        whole = isinstance(one.scalar, int) and isinstance(other.scalar, int)
        if whole and one.line == other.line and other.column == one.column + len(shown(one.scalar)) + 1:
            return _point(f"{one.scalar},{other.scalar}")
    return ""
