"""A part inside a part whose validator is made when a description first has one.

`Annotated[Modes, LATER]` takes, refuses and writes what `Modes` does, and has its JSON Schema. Pydantic makes the
validators of everything that a part may hold together with its own, and once more for the held part alone; most bodies
have neither modes nor a mesh.
"""

from __future__ import annotations

from typing import Any

from pydantic_core import core_schema


class Later:
    """Marks such a part."""

    def __get_pydantic_core_schema__(self, kind: Any, _: Any) -> core_schema.CoreSchema:
        def read(value: Any) -> Any:
            return value if isinstance(value, kind) else kind.model_validate(value)

        return core_schema.no_info_plain_validator_function(read, metadata={_KIND: kind})

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> Any:
        from pydantic import TypeAdapter

        while _KIND not in schema.get("metadata", {}):  # validators may stand before it
            schema = schema["schema"]
        return handler(TypeAdapter(schema["metadata"][_KIND]).core_schema)


LATER = Later()
_KIND = "linkwork_later"
