"""A model file with other values of its parameters, and everything else, comments too, as it was written."""

from __future__ import annotations

from collections.abc import Mapping

from ruamel.yaml import YAML
from ruamel.yaml.nodes import MappingNode

from linkwork.errors import MechanismError


def with_parameters(text: str, values: Mapping[str, float]) -> str:
    """The text of a model file that was read before, with these parameters, in SI units."""
    root = YAML(typ="safe", pure=True).compose(text)
    entries = {key.value: value for key, value in root.value} if isinstance(root, MappingNode) else {}
    section = entries.get("parameters")
    known = {key.value: value for key, value in section.value} if isinstance(section, MappingNode) else {}
    missing = [name for name in values if name not in known]
    if missing:
        raise MechanismError(f"parameter '{missing[0]}' is not in the section 'parameters' of the file")
    places = sorted(((known[name], value) for name, value in values.items()), key=lambda one: -one[0].start_mark.index)
    for node, value in places:
        text = f"{text[: node.start_mark.index]}{float(value)!r}{text[node.end_mark.index :]}"
    return text
