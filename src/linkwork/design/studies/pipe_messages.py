"""Messages between processes: JSON with its length before it, through a pipe. Numbers keep every bit."""

from __future__ import annotations

import json
import struct
from typing import IO, Any

_LENGTH = struct.Struct(">Q")


def send(pipe: IO[bytes], message: Any) -> None:
    """Write a message."""
    text = json.dumps(message).encode()
    pipe.write(_LENGTH.pack(len(text)) + text)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    """Read a message; None when the other side is gone."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    text = pipe.read(length)
    return json.loads(text) if len(text) == length else None
