"""A part whose class is imported when a description first has one: most mechanisms have no circuit and no mesh.

`Annotated[Any, Elsewhere("linkwork.networks.catalogue", "Circuit")]` takes, refuses and writes what the class itself
does, and has its JSON Schema. It may be a union of classes, too.
"""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import Any

from pydantic_core import core_schema


class Elsewhere:
    """The class, or the union, of that name in a module."""

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name

    @cached_property
    def kind(self) -> Any:
        """The class or the union."""
        return getattr(import_module(self.module), self.name)

    @cached_property
    def adapter(self) -> Any:
        """What reads it."""
        from pydantic import TypeAdapter

        return TypeAdapter(self.kind)

    def __get_pydantic_core_schema__(self, _: Any, __: Any) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(self._read)

    def _read(self, value: Any) -> Any:
        if type(value) is self.kind:
            return value
        one_class = isinstance(self.kind, type)
        return self.kind.model_validate(value) if one_class else self.adapter.validate_python(value)

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> Any:
        # inside another schema pydantic asks once more who writes it
        return handler(core_schema.no_info_after_validator_function(_same, self.adapter.core_schema))


def _same(value: Any) -> Any:
    return value
