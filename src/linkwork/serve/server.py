"""The server itself: on the loopback address, until Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn

from linkwork.serve.app import application
from linkwork.serve.served import Served

HOST = "127.0.0.1"
LARGEST_FRAME = 1024 * 1024
"""Bytes of a websocket message after which a connection is closed unread."""


class Server(uvicorn.Server):
    """Ends on the first signal without a word; the second one ends it at once."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take Ctrl-C and the wish of the system to end, for as long as the server runs."""
        main = threading.current_thread() is threading.main_thread()
        numbers = (signal.SIGINT, signal.SIGTERM) if main else ()
        before = {number: signal.signal(number, self._signalled) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _signalled(self, *_: Any) -> None:
        self.force_exit = self.should_exit
        self.should_exit = True


def listening(port: int) -> socket.socket:
    """A socket on the loopback address; port 0 takes a free one."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
    except OSError:
        listening.close()
        raise
    listening.listen(128)
    return listening


def serve(session: Served, port: int, ready: Callable[[str], None]) -> None:
    """Serve a session until a signal ends it; `ready` gets the address."""
    token = secrets.token_urlsafe(24)
    app, pages = application(session, token)
    with contextlib.closing(listening(port)) as connection:
        ready(f"http://{HOST}:{connection.getsockname()[1]}/?token={token}")
        asyncio.run(Server(configuration(app)).serve([connection]))
    if not pages.ended:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)  # code that is being compiled cannot be interrupted


def configuration(app: Any) -> uvicorn.Config:
    """How the server runs: no log, small messages; on the way to the same machine no compression and no pings.

    A page that is gone is known by its connection; one that waits for code to be compiled is not gone.
    """
    return uvicorn.Config(
        app,
        log_config=None,
        log_level="critical",
        access_log=False,
        lifespan="on",
        http="h11",
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=30,
        h11_max_incomplete_event_size=16 * 1024,
        limit_concurrency=200,
    )
