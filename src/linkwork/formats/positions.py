"""Where in a model file an error sits: from validation errors and from messages to line and column."""

from __future__ import annotations

import re
from typing import Any

from linkwork.base.errors import ExpressionError, ModelFileError
from linkwork.expression import parse
from linkwork.expression.explain_fields import sentence
from linkwork.formats.known_fields import known_fields, other_world
from linkwork.formats.slips import glued_key, remedy
from linkwork.formats.yaml_tree import Node, Reached, find

_SECTION_OF = {
    "parameter": "parameters",
    "plane": "planes",
    "bodies": "bodies",
    "body": "bodies",
    "joint": "joints",
    "driver": "drivers",
    "force": "forces",
    "signal": "signals",
    "event": "events",
    "contact": "contacts",
    "clearance": "clearances",
    "friction": "frictions",
    "channel": "channels",
    "initial value": "initial",
}
_WORD_OF = {section: word for word, section in _SECTION_OF.items()}
_SUBJECT = re.compile(rf"(?:(point|frame|outline|profile|solid) of '([^']*)'|({'|'.join(_SECTION_OF)})) '([^']*)'")
_QUOTED = re.compile(r"'([^']*)'")
_UNKNOWN_NAME = re.compile(r"unknown name '(\w+)'")
_FIELD = re.compile(r": (\w+) (?:must|\()")
_CYCLE = re.compile(r"parameters form a cycle: (\w+)")
_REQUEST = re.compile(r"(analysis|output|tree|include|gravity|impacts)\b")


def validation_error(name: str, root: Node, entry: Any, world: str = "plane") -> ModelFileError:
    """A validation error with the position of the value or key that is wrong."""
    place = find(root, (*entry["loc"], *entry.get("ctx", {}).get("inner", ())))
    kind = place.entry.value.child("type")
    if entry["type"] == "union_tag_invalid" and kind is not None:
        line, column = kind.value.line, kind.value.column
    elif entry["type"] in ("missing", "extra_forbidden", "union_tag_not_found"):
        line, column = place.entry.key.line, place.entry.key.column
    else:
        line, column = place.entry.value.inside(entry.get("ctx", {}).get("column"))
    steps = place.steps[:-1] if entry["type"] == "extra_forbidden" else place.steps
    known = known_fields(steps, _kind_at(root, steps), world)
    glued = glued_key(root)
    if glued is not None:
        key, meant = glued
        return ModelFileError(f"{name}:{key.line}:{key.column}: '{key.scalar}': {meant}")
    meant = remedy(entry, place.entry.value, known, place.steps, world)
    hint = _elsewhere(entry, world)
    if meant and not hint:
        said = sentence(entry)
        said = said.partition(";")[0] if entry["type"] == "union_tag_invalid" else said
        return ModelFileError(f"{name}:{line}:{column}: {_subject(steps)}{said}{meant}")
    return ModelFileError(f"{name}:{line}:{column}: {_subject(steps)}{sentence(entry, known)}{hint}")


def _elsewhere(entry: Any, world: str) -> str:
    """`; it is known in space`, where a type is one of the other world."""
    kind = str(entry["ctx"]["tag"]) if entry["type"] == "union_tag_invalid" else ""
    other = other_world(kind, world) if kind else None
    if other is None:
        return ""
    known = f"; '{kind}' is known in the {other}" if other == "plane" else f"; '{kind}' is known in {other}"
    said = "says 'world: space'" if world == "space" else "does not say 'world: space'"
    return f"{known}, but this file {said}"


def _kind_at(root: Node, steps: list[str | int]) -> Any:
    kind = find(root, steps).entry.value.child("type")
    return kind.value.scalar if kind is not None else None


def _subject(steps: list[str | int]) -> str:
    """`joint 'A': between[1]: `, the place in words."""
    if not steps:
        return ""
    section, *inner = steps
    head = str(section)
    if section in _WORD_OF and inner:
        head = f"{_WORD_OF[str(section)]} '{inner[0]}'"
        inner = inner[1:]
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in inner).lstrip(".")
    return f"{head}: {path}: " if path else f"{head}: "


def mechanism_error(name: str, root: Node, message: str) -> ModelFileError:
    """An error in words (`joint 'A': ...`) with the position of the part it speaks of."""
    entry, rest = _entry_of(root, message)
    line, column = _inside(entry, rest)
    return ModelFileError(f"{name}:{line}:{column}: {message}")


def _entry_of(root: Node, message: str) -> tuple[Reached, str]:
    """The part that the message begins with, and the rest of the message without its advice."""
    about = message.partition(";")[0]
    subject = _SUBJECT.match(message)
    cycle = _CYCLE.match(message)
    request = _REQUEST.match(message)
    if cycle:
        return find(root, ("parameters", cycle[1])), ""
    if request:
        return find(root, (request[1],)), about[request.end() :]
    if subject is None:
        return find(root, ()), ""
    inner, owner, word, item = subject.groups()
    if inner:
        return find(root, ("bodies", owner, f"{inner}s", item)), ""
    return find(root, (_SECTION_OF[word], item)), about[subject.end() :]


def _inside(outer: Reached, rest: str) -> tuple[int, int]:
    """The first word quoted in the message that stands in the part, else the field it begins with, else the key."""
    unknown = _UNKNOWN_NAME.search(rest)
    for node in outer.entry.value.walk() if unknown else ():
        place = unknown and re.search(rf"\b{re.escape(unknown[1])}\b", str(node.scalar))
        if isinstance(node.scalar, str) and place and _canonical(node.scalar) is not None:
            return node.inside(place.start() + 1)
    for word in _QUOTED.findall(rest):
        for node in outer.entry.value.walk():
            if _says(node.scalar, word):
                return node.line, node.column
    field = _FIELD.match(rest)
    entry = outer.entry.value.child(field[1]) if field else None
    if entry is not None:
        return entry.value.line, entry.value.column
    return outer.entry.key.line, outer.entry.key.column


def _says(scalar: Any, word: str) -> bool:
    if not isinstance(scalar, str):
        return False
    if scalar == word or scalar.partition(".")[0] == word or scalar.rpartition(".")[2] == word:
        return True
    return _canonical(scalar) == word


def _canonical(text: str) -> str | None:
    try:
        return parse(text).text
    except ExpressionError:
        return None
