"""What waits to be sent to one page: news take the place of what they make old, so that a slow page stays small."""

from __future__ import annotations

import asyncio

_REPLACES = {
    "model": ("model", "fault", "channels", "progress"),
    "fault": ("fault", "progress"),
    "pose": ("pose",),
    "progress": ("progress",),
}
MOST = 100
"""Messages that wait at most; a page that says too much waits for them to go."""


class Outbox:
    """Messages in the order in which they go."""

    def __init__(self) -> None:
        self._waiting: list[tuple[str, str]] = []
        self._filled, self._room = asyncio.Event(), asyncio.Event()
        self._room.set()

    def put(self, kind: str, text: str) -> None:
        """Let a message go; the same words are not said twice."""
        old = _REPLACES.get(kind, ())
        self._waiting = [(other, words) for other, words in self._waiting if other not in old and words != text]
        self._waiting.append((kind, text))
        self._filled.set()
        if len(self._waiting) >= MOST:
            self._room.clear()

    async def take(self) -> str:
        """The next message."""
        while not self._waiting:
            self._filled.clear()
            await self._filled.wait()
        text = self._waiting.pop(0)[1]
        self._room.set()
        return text

    async def room(self) -> None:
        """Wait until few enough messages wait."""
        await self._room.wait()
