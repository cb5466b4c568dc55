"""A part whose class is imported when a description first has one: most mechanisms have no circuit and no mesh.

`Annotated[Any, Elsewhere("linkwork.networks.catalogue", "Circuit")]` takes, refuses and writes what the class itself
does, and has its JSON Schema.
"""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import Any

from pydantic_core import core_schema


class Elsewhere:
    """The class of that name in a module."""

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name

    @cached_property
    def kind(self) -> Any:
        """The class."""
        return getattr(import_module(self.module), self.name)

    def __get_pydantic_core_schema__(self, _: Any, __: Any) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(self._read)

    def _read(self, value: Any) -> Any:
        return value if type(value) is self.kind else self.kind.model_validate(value)

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> Any:
        from pydantic import TypeAdapter

        return handler(TypeAdapter(self.kind).core_schema)
