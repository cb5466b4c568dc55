"""Servers that run as long as a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the server needs the extra 'page'")

from serve.running import Running


@pytest.fixture
def serving() -> Iterator[Callable[[Path], Running]]:
    """Start servers for model files; all end with the test."""
    running: list[Running] = []

    def started(path: Path) -> Running:
        running.append(Running(path))
        return running[-1]

    yield started
    for one in running:
        one.stop()
