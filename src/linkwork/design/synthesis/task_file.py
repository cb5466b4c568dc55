"""A synthesis as a YAML file: targets, free parameters and options, in the words of the Python functions."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from typing import Any

from linkwork.base.errors import AnalysisError, ModelFileError
from linkwork.base.file_text import read_text
from linkwork.design.synthesis.targets import Position, function, path, poses, position
from linkwork.formats.yaml_reader import read_tree

KINDS: dict[str, Callable[..., Any]] = {"path": path, "function": function, "poses": poses, "position": position}
OPTIONS = ("conditions", "limits", "starts", "seed", "search", "keep", "steps")


def read_task(file: str | os.PathLike[str]) -> tuple[list[Position], dict[str, Any], dict[str, Any]]:
    """Targets, free parameters with their bounds, and options of a file."""
    name = os.fspath(file)
    data = read_tree(read_text(file), name).plain()
    known = ("targets", "free", *OPTIONS)
    for key in data:
        if key not in known:
            raise ModelFileError(f"{name}: '{key}' is not known here; there are: {', '.join(known)}")
    for key, kind, what in (("targets", list, "a list"), ("free", dict, "a mapping of parameters to bounds")):
        if not isinstance(data.get(key), kind):
            raise ModelFileError(f"{name}: '{key}' is missing or not {what}")
    positions: list[Position] = []
    for number, entry in enumerate(data["targets"], 1):
        made = _target(f"{name}: target {number}", entry)
        positions += [made] if isinstance(made, Position) else made
    return positions, data["free"], {key: data[key] for key in OPTIONS if key in data}


def _target(where: str, entry: Any) -> Any:
    if not isinstance(entry, dict) or len(entry) != 1 or next(iter(entry)) not in KINDS:
        raise ModelFileError(f"{where}: begin it with one of: {', '.join(KINDS)}")
    kind, fields = next(iter(entry.items()))
    known = inspect.signature(KINDS[kind]).parameters
    needed = [key for key, parameter in known.items() if parameter.default is parameter.empty]
    if not isinstance(fields, dict) or not set(needed) <= set(fields) <= set(known):
        raise ModelFileError(f"{where}: {kind} takes {', '.join(known)}; needed are: {', '.join(needed)}")
    try:
        return KINDS[kind](**fields)
    except AnalysisError as error:
        raise ModelFileError(f"{where}: {error}") from None
