"""Reading YAML 1.2: data only. No tags, no merge keys, no doubled keys; limits on depth and on what aliases unfold to.

The scanner and parser are ruamel.yaml's; the tree is built here from their events, so that nothing is ever unfolded or
constructed before it is counted.
"""

from __future__ import annotations

import re
from typing import Any, NoReturn

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from linkwork.base.errors import ModelFileError
from linkwork.formats.slips import comma_hint, syntax_hint
from linkwork.formats.yaml_tree import Entry, Node

DEEPEST = 50
MOST_NODES = 100_000

_INT = re.compile(r"[-+]?[0-9]+\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_BASED = re.compile(r"0o[0-7]{1,16}\Z|0x[0-9a-fA-F]{1,16}\Z")
_INFINITE = re.compile(r"([-+]?)\.(inf|Inf|INF)\Z")
_WORDS: dict[str, Any] = dict.fromkeys(("", "~", "null", "Null", "NULL"))
_WORDS |= {word: word[0] in "tT" for word in ("true", "True", "TRUE", "false", "False", "FALSE")}
_WORDS |= {word: float("nan") for word in (".nan", ".NaN", ".NAN")}


def read_tree(text: str, name: str) -> Node:
    """The tree of a YAML text that holds one mapping; errors begin with `name:line:column:`."""
    builder = _Builder(name, text)
    try:
        for event in YAML(typ="safe", pure=True).parse(text):
            builder.take(event)
    except MarkedYAMLError as error:
        message, line, column = _syntax(error)
        builder.fail(f"{message}{syntax_hint(text, line)}", line, column)
    except (YAMLError, ValueError, IndexError, AttributeError, TypeError, AssertionError) as error:
        reason = str(error).splitlines()[0] if str(error) else "the scanner cannot read it"
        raise ModelFileError(f"{name}:{builder.line}:1: this is not valid YAML: {reason}") from None
    root = builder.root
    if root is None or (root.items is None and root.entries is None and root.scalar is None):
        builder.fail("the file is empty; begin with 'linkwork: 1'", 1, 1)
    if root.entries is None:
        builder.fail("a model file is a mapping (key: value) that begins with 'linkwork: 1'", root.line, root.column)
    return root


def _syntax(error: MarkedYAMLError) -> tuple[str, int, int]:
    mark = error.problem_mark or error.context_mark
    problem = (error.problem or "cannot be read").strip()
    message = f"this is not valid YAML: {problem}"
    if error.context:
        begin = f" that begins on line {error.context_mark.line + 1}" if error.context_mark else ""
        message = f"this is not valid YAML: {error.context}{begin}, {problem}"
    if "'\\t'" in problem:
        message += "; indent with spaces, not with tabs"
    return (message, mark.line + 1, mark.column + 1) if mark else (message, 1, 1)


def value_of(text: str) -> Any:
    """The value of a plain scalar by the core schema of YAML 1.2."""
    if text in _WORDS:
        return _WORDS[text]
    if _INT.match(text) and len(text) <= 18:
        return int(text)
    if _FLOAT.match(text):
        return float(text)
    if _BASED.match(text):
        return int(text, 0)
    infinite = _INFINITE.match(text)
    return float(f"{infinite[1]}inf") if infinite else text


class _Builder:
    """Builds the tree event by event, with its own stack, and counts as it goes."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        self.line = 1
        self.root: Node | None = None
        self.open: list[Node] = []
        self.keys: list[Node | None] = []
        self.anchors: dict[str, Node] = {}
        self.documents = 0
        self.nodes = 0

    def fail(self, message: str, line: int, column: int) -> NoReturn:
        raise ModelFileError(f"{self.name}:{line}:{column}: {message}")

    def take(self, event: Any) -> None:
        mark = event.start_mark
        self.line = mark.line + 1
        if isinstance(event, DocumentStartEvent):
            self._document(event)
        elif isinstance(event, AliasEvent):
            self._alias(event.anchor, mark.line + 1, mark.column + 1)
        elif isinstance(event, ScalarEvent):
            node = _scalar(event)
            self._begin(event, node)
            self._put(node)
        elif isinstance(event, MappingStartEvent | SequenceStartEvent):
            mapping = isinstance(event, MappingStartEvent)
            node = Node(mark.line + 1, mark.column + 1)
            node.entries, node.items = ({}, None) if mapping else (None, [])
            self._begin(event, node)
            self.open.append(node)
            self.keys.append(None)
            if len(self.open) > DEEPEST:
                self.fail(f"nested too deep; at most {DEEPEST} levels", node.line, node.column)
        elif isinstance(event, MappingEndEvent | SequenceEndEvent):
            self.keys.pop()
            self._put(self.open.pop())

    def _document(self, event: Any) -> None:
        self.documents += 1
        line, column = event.start_mark.line + 1, event.start_mark.column + 1
        if self.documents > 1:
            self.fail("a second document begins here; a model file holds one, without '---' inside", line, column)
        if event.version is not None and tuple(event.version) != (1, 2):
            version = ".".join(map(str, event.version))
            self.fail(f"YAML {version} is not supported; model files are YAML 1.2", line, column)

    def _begin(self, event: Any, node: Node) -> None:
        self.nodes += 1
        if event.tag is not None:
            self.fail(
                f"tags such as '{_short_tag(event.tag)}' are not allowed in a model file; remove it",
                node.line,
                node.column,
            )
        if event.anchor is not None:
            self.anchors[event.anchor] = node
        self._limit(self.nodes, node.line, node.column)

    def _limit(self, nodes: int, line: int, column: int) -> None:
        if nodes > MOST_NODES:
            self.fail(f"too much content: over {MOST_NODES} values once aliases are unfolded", line, column)

    def _alias(self, anchor: str, line: int, column: int) -> None:
        target = self.anchors.get(anchor)
        if target is None:
            self.fail(f"alias '*{anchor}' has no anchor '&{anchor}' before it", line, column)
        if any(node is target for node in self.open):
            self.fail(f"alias '*{anchor}' stands inside its own anchor", line, column)
        if len(self.open) + target.depth > DEEPEST:
            self.fail(f"nested too deep; at most {DEEPEST} levels", line, column)
        copy = Node(line, column, target.scalar, target.items, target.entries, None, target.size, target.depth)
        self._put(copy)

    def _put(self, node: Node) -> None:
        """Give a finished node to the mapping or sequence that is open."""
        if not self.open:
            self.root = node
            return
        parent = self.open[-1]
        parent.size += node.size
        parent.depth = max(parent.depth, node.depth + 1)
        self._limit(parent.size, node.line, node.column)
        if parent.items is not None:
            parent.items.append(node)
        elif self.keys[-1] is None:
            self._key(parent, node)
        else:
            key, self.keys[-1] = self.keys[-1], None
            assert parent.entries is not None
            parent.entries[key.scalar] = Entry(key, node)

    def _key(self, parent: Node, key: Node) -> None:
        assert parent.entries is not None
        if not isinstance(key.scalar, str):
            shown = "a list or mapping" if key.items is not None or key.entries is not None else f"{key.scalar!r}"
            meant = comma_hint(self.text, key.line, key.column) or "; put it in quotes if it is a name"
            self.fail(f"a key must be text; found {shown}{meant}", key.line, key.column)
        if key.scalar == "<<" and key.shift == 0:
            self.fail("merge keys (<<) are not supported; write the fields out", key.line, key.column)
        first = parent.entries.get(key.scalar)
        if first is not None:
            self.fail(
                f"key '{key.scalar}' is given twice, on line {first.key.line} and on line {key.line}; remove one",
                key.line,
                key.column,
            )
        self.keys[-1] = key


def _scalar(event: Any) -> Node:
    """A scalar, with the columns of its text known when it stands on one line without escapes."""
    start, end, text = event.start_mark, event.end_mark, event.value
    quotes = 1 if event.style in ("'", '"') else 0
    exact = start.line == end.line and end.column - start.column == len(text) + 2 * quotes
    value = text if event.style else value_of(text)
    return Node(start.line + 1, start.column + 1, value, shift=quotes if exact else None)


def _short_tag(tag: Any) -> str:
    return str(tag).replace("tag:yaml.org,2002:", "!!")
