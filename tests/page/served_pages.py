"""Pages of real servers: one tab for all of them, with a fresh viewer for each server."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app_pages import wait

from linkwork.view.page_assets import asset
from serve.running import TOKEN, Running


@contextmanager
def served(tab: Any, path: Path, session: Any = None) -> Iterator[Running]:
    """A server for a model file, at the address that the tab knows from the one before if that is still free."""
    try:
        running = Running(path, getattr(tab, "port", 0), session)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        running = Running(path, session=session)
    tab.port = running.port
    try:
        yield running
    finally:
        running.stop()


def opened(tab: Any, running: Running) -> Any:
    """Show what a server shows and wait for its mechanism.

    A tab that has the page of this address begins anew with a fresh viewer, as the page itself begins: what it draws
    with is compiled already.
    """
    if tab.url.startswith(f"http://{running.host}/?token={TOKEN}"):
        tab.evaluate(asset("boot.js"))
    else:
        tab.goto(f"http://{running.host}/?token={TOKEN}")
    wait(tab, "LinkworkViewer.player.stage && document.querySelector('.lw-legend output')")
    return tab
