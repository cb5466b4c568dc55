"""Model files held against the schema, which is made once; `test_model_file` checks that it is a schema."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import jsonschema
from ruamel.yaml import YAML

from linkwork.formats.schema import json_schema

_ONE = ("items", "additionalProperties", "if", "then", "else", "not")
_LISTED = ("anyOf", "oneOf", "allOf", "prefixItems")
_NAMED = ("properties", "$defs", "patternProperties")
"""Keywords whose values are a schema, schemas in a list, and schemas by name."""


@cache
def _validator() -> Any:
    return jsonschema.Draft202012Validator(json_schema())


def check_schema(schema: Any, seen: set[str] | None = None) -> None:
    """Raise a SchemaError where it is no schema, as `Draft202012Validator.check_schema` does, in a quarter of its time.

    A schema is one if it is one with `true` in place of every schema in it, and those are schemas: most of them are the
    same but for their descriptions, and are looked at once. What stands under any other keyword is looked at in place.
    """
    seen = set() if seen is None else seen
    if not isinstance(schema, dict):
        jsonschema.Draft202012Validator.check_schema(schema)
        return
    outside, inner = dict(schema), []
    if isinstance(outside.get("description"), str):
        outside["description"] = ""
    for key in schema.keys() & {*_ONE, *_LISTED, *_NAMED}:
        value = schema[key]
        if key in _ONE:
            outside[key] = True
            inner.append(value)
        elif key in _LISTED and isinstance(value, list) and value:
            outside[key] = [True]
            inner += value
        elif key in _NAMED and isinstance(value, dict):
            outside[key] = {}
            inner += value.values()
    text = json.dumps(outside, sort_keys=True)
    if text not in seen:
        seen.add(text)
        jsonschema.Draft202012Validator.check_schema(outside)
    for one in inner:
        check_schema(one, seen)


def hold_against_schema(text: str) -> None:
    """Raise a ValidationError where the text of a model file is not as the schema says."""
    _validator().validate(YAML(typ="safe", pure=True).load(text))
