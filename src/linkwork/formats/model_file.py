"""Model files: a mechanism written in YAML, read with line and column in every error, written with comments kept."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from linkwork.base.errors import MechanismError, ModelFileError, shown, within
from linkwork.base.file_text import read_text, replacing
from linkwork.base.local_file import reading_from
from linkwork.expression.explain_fields import first_error
from linkwork.expression.given import public
from linkwork.formats.positions import mechanism_error, validation_error
from linkwork.formats.schema import json_schema
from linkwork.formats.worlds import WORLDS, mechanism_class, model_class
from linkwork.formats.yaml_reader import read_tree
from linkwork.formats.yaml_tree import Node
from linkwork.mechanism.convert import FORMAT
from linkwork.mechanism.model import Model
from linkwork.mechanism.requests import check_requests
from linkwork.topology.validate import validate

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

__all__ = ["dumps", "json_schema", "load", "load_model", "loads", "save"]

Path = str | os.PathLike[str]


@public
def load(path: Path) -> Any:
    """Read a model file; a ModelFileError says what is wrong, on which line, and what to do."""
    if os.fspath(path).lower().endswith(".urdf"):
        name = os.path.basename(os.fspath(path))
        raise ModelFileError(
            f"{os.fspath(path)}: a URDF file is not a model file; read it with linkwork.load_urdf, "
            f"or put 'include: {{urdf: {name}}}' into a model file with 'world: space'"
        )
    if os.fspath(path).lower().endswith(".dyn"):
        raise ModelFileError(f"{os.fspath(path)}: a .DYN file is not a model file; read it with linkwork.load_dyn")
    return loads(read_text(path), os.fspath(path), os.path.dirname(os.fspath(path)))


@public
def loads(text: str, name: str = "<text>", folder: str | None = None) -> Any:
    """Read a mechanism, planar or spatial, from the text of a model file; `name` begins every error.

    Files that the model names are looked for in `folder`.
    """
    root = read_tree(text, name)
    model = _model(root, name, folder)
    try:
        model, robots = _expanded(model, name, folder)
        mechanism: Any = mechanism_class(model.world).from_model(model, folder)
        if robots:
            mechanism.robots = robots
        validate(mechanism)
        check_requests(mechanism)
    except MechanismError as error:
        raise mechanism_error(name, root, str(error)) from None
    return mechanism


def _expanded(model: Any, name: str, folder: str | None) -> tuple[Any, tuple[Any, ...]]:
    """The model with the files that it includes."""
    if not getattr(model, "include", ()):
        return model, ()
    from linkwork.formats.include import expanded

    with within("include"):
        return expanded(model, name, folder)


def load_model(path: Path) -> Model:
    """Read a model file as data, without checking that its parts fit together."""
    return _model(read_tree(read_text(path), os.fspath(path)), os.fspath(path), os.path.dirname(os.fspath(path)))


def _model(root: Node, name: str, folder: str | None) -> Model:
    _check_version(root, name)
    world = _world(root, name)
    try:
        with reading_from(folder):
            return model_class(world).model_validate(root.plain())
    except ValidationError as error:
        problem = validation_error(name, root, first_error(error), world)
        if root.child("world") is None and _fits_space(root):
            raise ModelFileError(f"{problem}; for a mechanism in space begin the file with 'world: space'") from None
        raise problem from None


def _fits_space(root: Node) -> bool:
    """Whether a file that does not say its world is one of space."""
    data = root.plain()
    try:
        model_class("space").model_validate(data | {"world": "space"} if isinstance(data, dict) else data)
    except ValidationError:
        return False
    return True


def _world(root: Node, name: str) -> str:
    """What the file says as its world: the plane when it says nothing."""
    entry = root.child("world")
    if entry is None:
        return "plane"
    world = entry.value.plain()
    if world not in WORLDS:
        place = f"{name}:{entry.value.line}:{entry.value.column}"
        raise ModelFileError(f"{place}: world: expected {' or '.join(WORLDS)}; found {shown(world)}")
    return str(world)


def _check_version(root: Node, name: str) -> None:
    entry = root.child("linkwork")
    if entry is None:
        place = f"{name}:{root.line}:{root.column}"
        raise ModelFileError(
            f"{place}: 'linkwork: {FORMAT}', the version of the file format, is missing; begin with it"
        )
    version = entry.value.plain()
    if version != FORMAT or isinstance(version, bool):
        place = f"{name}:{entry.value.line}:{entry.value.column}"
        raise ModelFileError(
            f"{place}: version {version!r} of the file format is not known; this program reads version {FORMAT}"
        )


def dumps(mechanism: Mechanism) -> str:
    """The mechanism as the text of a model file."""
    from linkwork.formats.yaml_writer import new_text

    return new_text(mechanism)


@public
def save(mechanism: Mechanism, path: Path) -> None:
    """Write a model file; comments and notation of a file that is already there are kept."""
    from linkwork.formats.yaml_writer import updated_text

    try:
        text = updated_text(mechanism, _existing(path))
        with replacing(path) as aside:
            aside.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ModelFileError(f"{os.fspath(path)}: the file cannot be written: {error.strerror}") from None


def _existing(path: Path) -> Any:
    """The text of the file that is there, if it can be one to update."""
    if not os.path.exists(path):
        return None
    try:
        return read_text(path)
    except ModelFileError:
        return None
