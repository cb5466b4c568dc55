"""Watching files by looking at them five times a second, which works on every file system and with every editor.

A change counts when the file has stayed the same for one look, so that half a file is not read; editors that put a new
file in the place of the old one leave a moment without any, which is waited over.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterable

PERIOD = 0.2  # s
_GONE = 5  # looks without the file after which it counts as deleted
Signature = tuple[int, int, int] | None


def signature(path: str) -> Signature:
    """What changes when a file does; none when there is no file."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


class Watch:
    """A file and those that it includes."""

    def __init__(self, path: str, others: Callable[[], Iterable[str]]) -> None:
        self.path, self.others = path, others
        self._seen: dict[str, Signature] = {}
        self._before: dict[str, Signature] = {}
        self._missed = 0
        self.accept()

    def accept(self) -> None:
        """Take the files as they are for known."""
        self._seen = self._before = self._look()
        self._missed = 0

    def _look(self) -> dict[str, Signature]:
        return {path: signature(path) for path in (self.path, *self.others())}

    def changed(self) -> str | None:
        """One look: `changed`, `gone`, or nothing new."""
        now, before = self._look(), self._before
        self._before = now
        if now[self.path] is None:
            self._missed += 1
            if self._missed == _GONE and self._seen.get(self.path) is not None:
                self._seen = now
                return "gone"
            return None
        self._missed = 0
        known = {path: self._seen.get(path, mark) for path, mark in now.items()}
        if now != before or now == known:
            return None
        self._seen = now
        return "changed"

    async def run(self, changed: Callable[[], Awaitable[None]], gone: Callable[[], Awaitable[None]]) -> None:
        """Look for ever."""
        while True:
            await asyncio.sleep(PERIOD)
            what = self.changed()
            if what is not None:
                await (changed() if what == "changed" else gone())
