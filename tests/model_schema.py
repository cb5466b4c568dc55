"""Model files held against the schema, which is made once; `test_model_file` checks that it is a schema."""

from __future__ import annotations

from functools import cache
from typing import Any

import jsonschema
from ruamel.yaml import YAML

from linkwork.formats.schema import json_schema


@cache
def _validator() -> Any:
    return jsonschema.Draft202012Validator(json_schema())


def hold_against_schema(text: str) -> None:
    """Raise a ValidationError where the text of a model file is not as the schema says."""
    _validator().validate(YAML(typ="safe", pure=True).load(text))
