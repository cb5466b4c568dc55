"""Reading a file of a coupled model, and making its parts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from linkwork.base.errors import LinkworkError, ModelFileError
from linkwork.base.file_text import read_text
from linkwork.base.names import suggestion
from linkwork.exchange.calculix import CalculixPart
from linkwork.exchange.calculix_motion import CalculixMotion
from linkwork.exchange.coupled import Coupled
from linkwork.exchange.cut import cut
from linkwork.exchange.file.model import (
    BallsEntry,
    CalculixEntry,
    CoupledEntry,
    CoupledModel,
    CutEntry,
    FmuEntry,
    ForceEntry,
    JointEntry,
    MechanismEntry,
    ProgramEntry,
    SpringEntry,
    StructureEntry,
)
from linkwork.exchange.file.xml import is_xml, plain_of
from linkwork.exchange.fmu.part import FmuPart
from linkwork.exchange.mechanism_part import MechanismPart
from linkwork.exchange.process_part import ProcessPart
from linkwork.exchange.program_part import ProgramPart
from linkwork.exchange.structure import Structure
from linkwork.exchange.subsystem import CouplingError, Interface
from linkwork.expression.given import FilePath, public
from linkwork.formats.yaml_reader import read_tree
from linkwork.formats.yaml_tree import find

_DEEPEST = 8  # coupled models inside each other


def read_coupled(path: FilePath) -> CoupledModel:
    """The file, YAML or XML, as data; an error tells line and column."""
    name = str(path)
    text = read_text(name)
    if is_xml(text):
        return _read_xml(text, name)
    root = read_tree(text, name)
    try:
        return CoupledModel.model_validate(root.plain())
    except ValidationError as error:
        first = error.errors()[0]
        steps = tuple(step for step in first["loc"] if step not in _TAGS)
        entry = find(root, steps).entry
        at = entry.key if first["type"] in ("missing", "extra_forbidden") else entry.value
        where = "".join(f"{step}: " if step is steps[-1] else f"{step}." for step in steps)
        raise ModelFileError(f"{name}:{at.line}:{at.column}: {where}{_said(first)}") from None


def _said(error: Any) -> str:
    """The words of an error, without those of the library that found it."""
    known = {"missing": "it is missing", "extra_forbidden": "it is not known here"}
    return known.get(error["type"]) or str(error["msg"]).removeprefix("Value error, ")


def _read_xml(text: str, name: str) -> CoupledModel:
    try:
        return CoupledModel.model_validate(plain_of(text, name))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"] if step not in _TAGS)
        raise ModelFileError(f"{name}: {where}{': ' if where else ''}{_said(first)}") from None


_TAGS = (
    "mechanism",
    "structure",
    "fmu",
    "program",
    "calculix",
    "coupled",
    "glue",
    "spring",
    "joint",
    "force",
    "balls",
    "signal",
)


@public
def load_coupled(path: FilePath, *, code: bool = False, designs: Mapping[str, str] | None = None) -> Coupled:
    """Read a coupled model with all its parts.

    FMUs and programs are code: with `code=True` those that the file names are started, otherwise it is refused.
    `designs={"left": "light"}` takes another design of a part.
    """
    return _loaded(Path(path), code, dict(designs or {}), 0)


def _loaded(path: Path, code: bool, designs: dict[str, str], depth: int) -> Coupled:
    if depth > _DEEPEST:
        raise CouplingError(f"{path}: coupled models lie more than {_DEEPEST} deep in each other; one names itself")
    model = read_coupled(path)
    loaded = Coupled(model.name or path.stem)
    for name in designs:
        if name not in model.parts:
            raise CouplingError(f"{path}: there is no part '{name}'{suggestion(name, model.parts, 'parts')}")
    for name, entry in model.parts.items():
        chosen = _designed(name, entry, designs.get(name, entry.design))
        try:
            loaded.add(name, _part(chosen, path.parent, code, depth))
        except LinkworkError as error:
            raise type(error)(f"{path}: part '{name}': {error}") from None
    if model.cut is not None:
        add_cut(loaded, path, model.cut)
    for name, connection in model.connections.items():
        connect(loaded, name, connection)
    for name, inner in model.expose.items():
        loaded.expose(name, inner)
    return loaded


def add_cut(coupled: Coupled, path: Path, entry: CutEntry) -> None:
    """The pieces of a mechanism that is cut, and its joints between them."""
    from linkwork.formats.model_file import load

    given = entry.model_dump(exclude={"file", "joints"})
    try:
        cut(load(path.parent / entry.file), *entry.joints, into=coupled, **given)
    except LinkworkError as error:
        raise type(error)(f"{path}: cut: {error}") from None


def connect(coupled: Coupled, name: str, entry: Any) -> None:
    """A connection as the file says it."""
    if isinstance(entry, SpringEntry):
        coupled.spring(name, *entry.between, entry.stiffness, entry.damping)
    elif isinstance(entry, JointEntry):
        coupled.joint(name, *entry.between, entry.joint, measure=entry.measure)
    elif isinstance(entry, ForceEntry):
        coupled.force(name, *entry.between, entry.force)
    elif isinstance(entry, BallsEntry):
        numbers = entry.stiffness, entry.exponent, entry.damping, entry.friction, entry.smooth_speed
        coupled.balls(name, *entry.between, entry.radii, *numbers)
    elif entry.type == "glue":
        coupled.glue(name, *entry.between, measure=entry.measure, components=entry.components)
    else:
        coupled.connect(entry.source, entry.target, entry.factor)


def _designed(name: str, entry: Any, design: str) -> Any:
    """A part with the fields of one of its designs."""
    if not design:
        return entry
    if design not in entry.designs:
        known = suggestion(design, entry.designs, "designs")
        raise CouplingError(f"part '{name}' has no design '{design}'{known}")
    given = entry.model_dump(exclude={"design", "designs"}, by_alias=True) | entry.designs[design]
    try:
        return type(entry).model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise CouplingError(f"part '{name}', design '{design}': {where}: {_said(first)}") from None


def _part(entry: Any, folder: Path, code: bool, depth: int) -> Any:
    """The subsystem of an entry; files are those of the folder of the model."""
    given = entry.model_dump(exclude={"type", "file", "design", "designs"})
    if isinstance(entry, StructureEntry):
        return Structure(given.pop("mass"), given.pop("damping"), given.pop("stiffness"), **given)
    if isinstance(entry, MechanismEntry):
        from linkwork.formats.model_file import load

        kind = ProcessPart if given.pop("process") else MechanismPart
        return kind(load(folder / entry.file), **given)
    if isinstance(entry, CoupledEntry):
        return _loaded(folder / entry.file, code, {}, depth + 1).as_part(tolerance=entry.tolerance)
    if not code:
        raise CouplingError(
            f"it is code ({_code_of(entry)}), which runs only when you "
            "say so: --code on the command line, code=True in Python"
        )
    if isinstance(entry, FmuEntry):
        faces = {
            name: Interface(
                face.takes,
                tuple(face.force),
                tuple(face.position),
                tuple(face.velocity),
                face.kind,
                turn=tuple(face.turn),
                scale=face.scale,
            )
            for name, face in entry.interfaces.items()
        }
        return FmuPart(folder / entry.file, **(given | {"interfaces": faces}))
    if isinstance(entry, CalculixEntry):
        moving, damping = given.pop("moving"), given.pop("damping")
        if moving:
            return CalculixMotion(folder / entry.file, damping=damping, **given)
        return CalculixPart(folder / entry.file, **given)
    return _program(entry, folder)


def _code_of(entry: Any) -> str:
    """What would be run."""
    if isinstance(entry, CalculixEntry):
        return entry.program
    return str(entry.file if isinstance(entry, FmuEntry) else entry.command or entry.address)


def _program(entry: ProgramEntry, folder: Path) -> ProgramPart:
    if entry.address is not None:
        host, _, port = entry.address.rpartition(":")
        if not host or not port.isdigit():
            raise CouplingError(f"address: expected host:port; found '{entry.address}'")
        return ProgramPart(entry.command, address=(host, int(port)), timeout=entry.timeout)
    command = list(entry.command or [])
    if command and "/" in command[0]:
        command[0] = str(folder / command[0])
    return ProgramPart(command or None, timeout=entry.timeout)
