"""XML as a tree of tags that know their line: data only. No document types, no entities, nothing outside the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn
from xml.parsers import expat

from linkwork.base.errors import ModelFileError

DEEPEST = 50
MOST_TAGS = 200_000
MANY = 6


@dataclass(slots=True)
class Tag:
    """A tag with its attributes, the tags in it and the text between them."""

    name: str
    attributes: dict[str, str]
    line: int
    inner: list[Tag] = field(default_factory=list)
    text: str = ""
    known: dict[str, Tag] | None = field(default=None, repr=False, compare=False)
    """Of a tag with many inner ones the first of each name, once one is asked for."""

    def all(self, name: str) -> Iterator[Tag]:
        """The inner tags of that name."""
        return (tag for tag in self.inner if tag.name == name)

    def first(self, name: str) -> Tag | None:
        """The first inner tag of that name."""
        if len(self.inner) > MANY:
            if self.known is None:
                self.known = {tag.name: tag for tag in reversed(self.inner)}
            return self.known.get(name)
        for tag in self.inner:
            if tag.name == name:
                return tag
        return None


def read_xml(content: bytes, name: str) -> Tag:
    """The outermost tag of an XML text; errors begin with `name:line:`."""
    builder = _Builder(name)
    try:
        builder.parser.Parse(content, True)
    except expat.ExpatError as error:
        place = f"{name}:{error.lineno}:{error.offset + 1}"
        raise ModelFileError(f"{place}: this is not valid XML: {expat.ErrorString(error.code)}") from None
    except (ValueError, LookupError) as error:
        raise ModelFileError(f"{name}:1: this is not valid XML: {error}") from None
    if builder.root is None:
        raise ModelFileError(f"{name}:1: the file is empty")
    return builder.root


class _Builder:
    """Builds the tree from the parser's events."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.root: Tag | None = None
        self.parser = expat.ParserCreate()
        self.parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self._build()
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._refuse
        self.parser.EntityDeclHandler = self._refuse
        self.parser.ExternalEntityRefHandler = self._refuse

    def _fail(self, message: str) -> NoReturn:
        raise ModelFileError(f"{self.name}:{self.parser.CurrentLineNumber}: {message}")

    def _refuse(self, *_: Any) -> NoReturn:
        self._fail("document types (<!DOCTYPE>) and entities are not read; remove them")

    def _build(self) -> None:
        """Take in tags and text; large models have thousands of them."""
        parser, count, opened = self.parser, 0, list[Tag]()

        def begin(name: str, attributes: dict[str, str]) -> None:
            nonlocal count
            count += 1
            if count > MOST_TAGS:
                self._fail(f"there are too many tags; at most {MOST_TAGS} are read")
            if len(opened) >= DEEPEST:
                self._fail(f"tags are nested too deeply; at most {DEEPEST} levels are read")
            tag = Tag(name, attributes, parser.CurrentLineNumber, [])
            if opened:
                opened[-1].inner.append(tag)
            else:
                self.root = tag
            opened.append(tag)

        def read(text: str) -> None:
            if opened and not text.isspace():
                opened[-1].text += text

        def end(_: str) -> None:
            opened.pop()

        parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begin, end, read
