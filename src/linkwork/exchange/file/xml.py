"""Coupled models as XML: the same content as in YAML, by the schema `coupling.xsd`; read without entities of any kind.

An element with `entry` children is a table by name, one with `item` children a list, one with other children a record;
all else is text. `kind` tells numbers, truths and nothing apart where any value may stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as tree

from linkwork.base.aside import written_aside
from linkwork.base.errors import ModelFileError
from linkwork.exchange.file.model import CoupledModel
from linkwork.expression.given import FilePath, public

NAMESPACE = "urn:linkwork:coupling:1"
_ASSEMBLY = ("parts", "cut", "connections", "expose")
_BY_NAME = frozenset(
    (
        "parts",
        "connections",
        "expose",
        "interfaces",
        "frames",
        "ports",
        "outputs",
        "hold",
        "speeds",
        "designs",
        "parameters",
    )
)
_DEEPEST = 40


def is_xml(text: str) -> bool:
    """Whether a file is XML: YAML does not begin with an angle bracket."""
    return text.lstrip("\ufeff \t\r\n").startswith("<")


def plain_of(text: str, name: str) -> dict[str, Any]:
    """The content of a file as plain data, as YAML has it."""
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise ModelFileError(f"{name}: it declares entities or a document type; it is not read")
    try:
        root = tree.fromstring(text)
    except tree.ParseError as error:
        line, column = error.position
        raise ModelFileError(f"{name}:{line}:{column + 1}: no well-formed XML: {error}") from None
    if _label(root) != "coupled-model" or root.get("version") != "1":
        raise ModelFileError(
            f'{name}: expected <coupled-model version="1" xmlns="{NAMESPACE}">; found <{_label(root)}>'
        )
    plain: dict[str, Any] = {"coupling": 1, "name": root.get("name", "")}
    for section in root:
        value = _value(section, name, 0)
        if _label(section) == "assembly":
            plain |= value or {}
        else:
            plain[_label(section)] = value
    return plain


def _label(element: tree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _value(element: tree.Element, name: str, depth: int) -> Any:
    if depth > _DEEPEST:
        raise ModelFileError(f"{name}: elements lie more than {_DEEPEST} deep in each other")
    children = list(element)
    labels = {_label(each) for each in children}
    if labels == {"item"}:
        return [_value(each, name, depth + 1) for each in children]
    if labels == {"entry"}:
        return {_named(each, name): _value(each, name, depth + 1) for each in children}
    if children:
        return {_label(each).replace("-", "_"): _value(each, name, depth + 1) for each in children}
    if _label(element) in _BY_NAME and not (element.text or "").strip():
        return {}
    return _leaf(element, name)


def _named(element: tree.Element, name: str) -> str:
    given = element.get("name")
    if given is None:
        raise ModelFileError(f"{name}: an <entry> has no name")
    return given


def _leaf(element: tree.Element, name: str) -> Any:
    text, kind = element.text or "", element.get("kind", "text")
    if kind == "nothing":
        return None
    if kind == "truth":
        return text.strip() == "true"
    if kind == "numbers":
        return [_number(word, name) for word in text.split()]
    return _number(text.strip(), name) if kind == "number" else text


def _number(word: str, name: str) -> Any:
    try:
        return int(word) if word.lstrip("+-").isdigit() else float(word)
    except ValueError:
        raise ModelFileError(f"{name}: expected a number; found {word[:40]!r}") from None


@public
def write_xml(path: FilePath, target: FilePath) -> Path:
    """A file of a coupled model written as XML; what has its usual value is left out."""
    from linkwork.exchange.file.reader import read_coupled

    out = Path(target)
    with written_aside(out) as aside:
        aside.write_text(xml_of(read_coupled(path)), encoding="utf-8")
    return out


def xml_of(model: CoupledModel) -> str:
    """A coupled model as the text of an XML file."""
    told = model.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    root = tree.Element("coupled-model", {"xmlns": NAMESPACE, "version": "1", "name": model.name})
    if told.get("general"):
        _put(root, "general", told["general"])
    assembly = tree.SubElement(root, "assembly")
    for section in _ASSEMBLY:
        if told.get(section):
            _put(assembly, section, told[section])
    if told.get("simulation"):
        _put(root, "simulation", told["simulation"])
    tree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tree.tostring(root, encoding="unicode")}\n'


def _put(parent: tree.Element, label: str, value: Any, name: str | None = None) -> None:
    element = tree.SubElement(parent, label.replace("_", "-"), {} if name is None else {"name": name})
    if isinstance(value, Mapping):
        words = all(_is_word(each) for each in value)
        for key, each in value.items():
            if label in _BY_NAME or not words:
                _put(element, "entry", each, str(key))
            else:
                _put(element, str(key), each)
    elif isinstance(value, list) and value and all(isinstance(x, int | float) and x is not True for x in value):
        element.set("kind", "numbers")
        element.text = " ".join(map(repr, value))
    elif isinstance(value, list):
        for each in value:
            _put(element, "item", each)
    elif value is None:
        element.set("kind", "nothing")
    elif isinstance(value, bool):
        element.set("kind", "truth")
        element.text = "true" if value else "false"
    elif isinstance(value, int | float):
        element.set("kind", "number")
        element.text = repr(value)
    else:
        element.text = str(value)


def _is_word(key: object) -> bool:
    text = str(key)
    return (
        text.replace("_", "a").isalnum() and text.isascii() and not text[0].isdigit() and text not in ("item", "entry")
    )


@public
def xml_schema() -> str:
    """The XML Schema (XSD) of files of coupled models."""
    return (Path(__file__).parent / "coupling.xsd").read_text(encoding="utf-8")
