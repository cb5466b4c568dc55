"""What the builders of all domains share."""

from __future__ import annotations

from typing import Any

from linkwork.expression import Expression
from linkwork.expression.part import made
from linkwork.networks.part import NetworkPart

Num = float | str | Expression


class PartBuilder:
    """Adds parts to a circuit by name."""

    name: str

    def add(self, name: str, part: NetworkPart) -> None:
        """Add a part that is already described."""
        raise TypeError("a circuit says how a part is added")

    def _part(self, name: str, kind: type[NetworkPart], **fields: Any) -> None:
        given = {field: value for field, value in fields.items() if value is not None}
        self.add(name, made(kind, f"part '{self.name}.{name}'", **given))
