"""What the session answers: messages for all pages, and for the one that asked."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Model:
    """The message that shows a mechanism, its large part written once for all pages."""

    reason: str
    body: str

    def text(self, seq: int | None = None, reason: str | None = None) -> str:
        """The whole message; `seq` is the number of the message that it answers."""
        head = {"type": "model", "reason": reason or self.reason, "seq": seq}
        return f"{json.dumps(head)[:-1]},{self.body[1:]}"


@dataclass
class Answer:
    """Messages for all pages, and for the one that asked."""

    everyone: list[Model | dict[str, Any]] = field(default_factory=list)
    asker: list[dict[str, Any]] = field(default_factory=list)
