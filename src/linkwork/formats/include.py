"""Other files in a model file, put together before names are looked up: robots (URDF), models in space, planar models.

    include: {urdf: arm.urdf, at: [0, 0, 0.5], prefix: left_}
    include: [{urdf: arm.urdf}, {model: table.yaml}]
    include: {planar: four-bar.yaml, origin: [0, 0, 1], x: [1, 0, 0], y: [0, 0, 1]}

The bodies, joints ... of an included file are those of the file that includes it: closed loops are added by joints
between them. A body may stand in both files: what the including file says of it comes on top. So do parameters.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from linkwork.base.errors import MechanismError, ModelFileError
from linkwork.base.local_file import in_folder
from linkwork.base.names import GROUND
from linkwork.bodies.spatial.bodies import SpatialBody
from linkwork.bodies.spatial.mass import SpatialMass
from linkwork.bodies.spatial.shapes import Mesh
from linkwork.bodies.spatial.solids import Convex
from linkwork.mechanism.spatial.include import Include
from linkwork.mechanism.spatial.robot import Robot

DEEPEST = 20
_OF_CONTACTS = ("contacts", "contact_groups", "clearances", "frictions")
_NAMED = ("joints", "drivers", "forces", "signals", "circuits", "events", *_OF_CONTACTS)
_ON_TOP = ("parameters", "initial")


def expanded(model: Any, name: str, folder: str | None, chain: Sequence[str] = ()) -> tuple[Any, tuple[Robot, ...]]:
    """The model with everything that it includes, and the robots among that; `name` is the file it stands in."""
    chain = (*chain, name)
    robots: list[Robot] = []
    parts: list[tuple[str, Any]] = []
    for include in model.include:
        if include.model is not None:
            file, part, more = _model(include.model, folder or "", chain)
        elif include.planar is not None:
            file, part, more = _placed(include, model.parameters, folder or "", chain)
        else:
            file, part, more = _robot(include, folder or "")
        robots += more
        parts.append((file, part))
    parts.append((name, model))
    return _merged(parts), tuple(robots)


def _robot(include: Include, folder: str) -> tuple[str, Any, tuple[Robot, ...]]:
    from linkwork.formats.urdf.parts import parts_of
    from linkwork.formats.urdf.reader import read_urdf
    from linkwork.mechanism.spatial.model import SpatialModel

    file = in_folder(folder, include.urdf or "")
    robot = read_urdf(file, include.geometry, include.collisions)
    try:
        parts = parts_of(robot, include, folder)
    except MechanismError as error:
        raise MechanismError(f"{file}: {error}") from None
    return file, SpatialModel.model_validate({"linkwork": 1, "world": "space", **parts}), (robot,)


def _model(model: str, folder: str, chain: Sequence[str]) -> tuple[str, Any, tuple[Robot, ...]]:
    file, part = _loaded(model, folder, chain)
    if part.world != "space":
        raise ModelFileError(
            f"{file}: it describes a planar mechanism; include it as 'planar: {model}', or begin it with 'world: space'"
        )
    inside = os.path.dirname(file)
    whole, robots = expanded(part, file, inside, chain)
    return file, _moved(whole, inside, folder), robots


def _placed(
    include: Include, parameters: dict[str, Any], folder: str, chain: Sequence[str]
) -> tuple[str, Any, tuple[Robot, ...]]:
    """A planar model in space; parameters of the including file come on top before it is placed."""
    from linkwork.mechanism.planar import Planar
    from linkwork.mechanism.spatial.model import SpatialModel

    file, part = _loaded(include.planar or "", folder, chain)
    if part.world != "plane":
        raise ModelFileError(f"{file}: it describes a mechanism in space; include it as 'model: {include.planar}'")
    try:
        planar = Planar.from_model(part.model_copy(update={"parameters": part.parameters | parameters}))
        placed = planar.in_space(include.origin, include.x, include.y)
    except MechanismError as error:
        raise MechanismError(f"{file}: {error}") from None
    sections = {section: getattr(placed, section) for section in (*_NAMED, "initial", "gravity")}
    if "impacts" in part.model_fields_set:
        sections["impacts"] = part.impacts
    fields = {"parameters": part.parameters, "bodies": placed.bodies_by_name, **sections}
    return file, SpatialModel(linkwork=1, world="space", **fields), ()


def _loaded(model: str, folder: str, chain: Sequence[str]) -> tuple[str, Any]:
    """The data of a model file; files that include each other are refused."""
    from linkwork.formats.model_file import load_model

    file = in_folder(folder, model)
    known = [os.path.realpath(other) for other in chain]
    if os.path.realpath(file) in known:
        names = [*chain[known.index(os.path.realpath(file)) :], file]
        raise MechanismError(f"the files include each other: {' -> '.join(names)}")
    if len(chain) > DEEPEST:
        raise MechanismError(f"files include files more than {DEEPEST} deep: {' -> '.join(chain)}")
    return file, load_model(file)


def _merged(parts: list[tuple[str, Any]]) -> Any:
    """One model of several; the last one is that which includes the others."""
    *others, (_, own) = parts
    fields: dict[str, Any] = {}
    for section in _NAMED:
        fields[section] = _distinct(section, parts)
    bodies: dict[str, SpatialBody] = _distinct("bodies", others)
    for name, body in own.bodies.items():
        bodies[name] = _on_top(bodies[name], body) if name in bodies else body
    for section in _ON_TOP:
        fields[section] = {name: entry for _, part in parts for name, entry in getattr(part, section).items()}
    if own.gravity is None:
        fields["gravity"] = next((part.gravity for _, part in others if part.gravity is not None), None)
    if "impacts" not in own.model_fields_set:
        fields["impacts"] = next(
            (part.impacts for _, part in others if "impacts" in part.model_fields_set), own.impacts
        )
    return own.model_copy(update={**fields, "bodies": bodies, "include": ()})


def _distinct(section: str, parts: list[tuple[str, Any]]) -> dict[str, Any]:
    """The entries of one section of all parts; a name that two of them define is refused."""
    distinct: dict[str, Any] = {}
    owner: dict[str, str] = {}
    for file, part in parts:
        for name, entry in getattr(part, section).items():
            if name in distinct and name != GROUND:
                word = "body" if section == "bodies" else section[:-1].replace("_", " ")
                text = f"{word} '{name}' is in '{owner[name]}' and in '{file}'"
                raise MechanismError(f"{text}; give one of them another name, or a robot a prefix")
            distinct[name] = _on_top(distinct[name], entry) if name in distinct else entry
            owner[name] = file
    return distinct


def _on_top(below: SpatialBody, above: SpatialBody) -> SpatialBody:
    """A body with what another description of it says put on top."""
    said = {name: getattr(above, name) for name in above.model_fields_set}
    for name in ("points", "frames", "solids"):
        said[name] = {**getattr(below, name), **getattr(above, name)}
    return below.model_copy(update=said)


# ---------------------------------------------------------------- mesh files, seen from another folder


def _moved(model: Any, inside: str, folder: str) -> Any:
    """The model with its mesh files named as seen from another folder."""
    if os.path.realpath(inside or ".") == os.path.realpath(folder or "."):
        return model
    bodies = {name: _moved_body(body, inside, folder) for name, body in model.bodies.items()}
    return model.model_copy(update={"bodies": bodies})


def _moved_body(body: SpatialBody, inside: str, folder: str) -> SpatialBody:
    def moved(shape: Any) -> Any:
        if not isinstance(shape, Mesh | Convex) or shape.file is None:
            return shape
        path = in_folder(inside, shape.file)
        try:
            seen = os.path.relpath(path, folder or ".").replace(os.sep, "/")
        except ValueError:  # another drive
            seen = os.path.abspath(path)
        return shape.model_copy(update={"file": seen})

    update: dict[str, Any] = {"geometry": tuple(moved(shape) for shape in body.geometry)}
    update["solids"] = {name: moved(solid) for name, solid in body.solids.items()}
    mass: SpatialMass | None = body.mass
    if mass is not None and mass.parts():
        shapes = tuple(moved(shape) for shape in mass.shapes)
        update["mass"] = mass.model_copy(update={"shapes": shapes, "mesh": mass.mesh and moved(mass.mesh)})
    return body.model_copy(update=update)
