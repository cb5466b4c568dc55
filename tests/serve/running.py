"""A running server for tests: in a thread of the test, on a free port, and how to talk to it as a page does."""

from __future__ import annotations

import asyncio
import json
import os
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from linkwork.serve.app import application
from linkwork.serve.server import Server, configuration, listening
from linkwork.serve.session import Session

TOKEN = "token-of-the-test"
PATIENCE = 180.0
"""Seconds that anything may take on a machine that is busy with other things."""
PATIENT: dict[str, Any] = {"max_size": None, "open_timeout": PATIENCE, "ping_interval": None}
"""Options of a websocket that is not given up while the server has no time for it."""


class Running:
    """A server that runs."""

    def __init__(self, path: Path, port: int = 0, session: Any = None) -> None:
        self.session = session or Session(str(path))
        app, self.pages = application(self.session, TOKEN)
        self.pages.grace = PATIENCE
        self.socket = listening(port)
        self.port = self.socket.getsockname()[1]
        self.host = f"127.0.0.1:{self.port}"
        self.server = Server(configuration(app))
        self._thread = threading.Thread(target=lambda: asyncio.run(self.server.serve([self.socket])), daemon=True)
        self._thread.start()
        self._stack = ExitStack()

    def connect(self, token: str = TOKEN, origin: str | None = None, **options: Any) -> ClientConnection:
        """A websocket as a page has it."""
        address = f"ws://{self.host}/live?token={token}"
        own: Any = origin or f"http://{self.host}"
        return self._stack.enter_context(connect(address, origin=own, close_timeout=1, **PATIENT, **options))

    def stop(self) -> None:
        """End the server and all that it began."""
        try:
            self._stack.close()
        finally:
            self.server.should_exit = True
            self._thread.join(PATIENCE)
            self.socket.close()
        assert not self._thread.is_alive() and self.pages.ended


def put(path: Path, text: str) -> None:
    """Write a file whole or not at all, so that nobody who watches it reads half of it."""
    aside = path.with_name("aside")
    aside.write_text(text, encoding="utf-8")
    os.replace(aside, path)


def eventually(holds: Callable[[], bool], what: str) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(0.02)


def tell(socket: ClientConnection, **message: Any) -> None:
    """Say something to the server."""
    socket.send(json.dumps(message))


def hear(socket: ClientConnection, kind: str, **values: Any) -> dict[str, Any]:
    """The next message of a kind and with these values."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        message: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
        if message["type"] == kind and all(message.get(name) == value for name, value in values.items()):
            return message
    raise AssertionError(f"no message {kind} {values}")
