"""The JSON Schema of model files, for editors and other programs."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from linkwork import functions
from linkwork.expression import Expression
from linkwork.expression.number import written
from linkwork.formats.worlds import WORLDS, model_class
from linkwork.mechanism.model import Model, sections


class _Schema(GenerateJsonSchema):
    """Shows defaults as a model file writes them."""

    def encode_default(self, dft: Any) -> Any:
        return super().encode_default(_shown(dft))


def _shown(value: Any) -> Any:
    if isinstance(value, Expression):
        return written(value)
    if isinstance(value, functions.Formula):
        return written(value.value)
    return [_shown(item) for item in value] if isinstance(value, tuple | list) else value


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a model file: that of a spatial mechanism where it says `world: space`, else a planar one."""
    return deepcopy(_made())


@cache
def _made() -> dict[str, Any]:
    """The schema, which takes seconds: made once, since the kinds of parts stay."""
    models = [model_class(world) for world in WORLDS]
    places, schema = models_json_schema(
        [(model, "validation") for model in models], by_alias=True, schema_generator=_Schema
    )
    references = [places[model, "validation"] for model in models]
    for model, reference in zip(models, references, strict=True):
        _allow_nothing(model, schema["$defs"][reference["$ref"].rpartition("/")[2]])
    plane, space = references
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Linkwork mechanism",
        "description": "A mechanism as `linkwork` reads it: bodies, joints, drivers and what to do with them.",
        "type": "object",
        "if": {"properties": {"world": {"const": "space"}}, "required": ["world"]},
        "then": space,
        "else": plane,
        **schema,
    }


def _allow_nothing(model: type[Model], schema: dict[str, Any]) -> None:
    """Sections and bodies may have nothing after their colon."""
    properties = schema["properties"]
    bodies = properties["bodies"]
    bodies["additionalProperties"] = _or_nothing(bodies["additionalProperties"])
    for name in sections(model):
        properties[name] = _or_nothing(properties[name])


def _or_nothing(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema, or nothing after the colon; what describes it stays outside."""
    outside: dict[str, Any] = {key: schema[key] for key in ("title", "description", "default") if key in schema}
    inside = {key: value for key, value in schema.items() if key not in outside}
    return {**outside, "anyOf": [inside, {"type": "null"}]}
