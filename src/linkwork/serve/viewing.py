"""The live page of a mechanism that lives in Python: what is changed in one is seen in the other."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import tempfile
import threading
import webbrowser
from html import escape
from typing import Any

from linkwork.base.errors import AnalysisError, LinkworkError
from linkwork.base.file_text import replacing
from linkwork.formats.model_file import dumps
from linkwork.serve.app import application
from linkwork.serve.request import KINDS, Wish
from linkwork.serve.server import HOST, Server, configuration, listening
from linkwork.serve.session import Session

_SOON = 0.1  # s in which several changes in Python become one on the page
_PATIENCE = 20.0  # s that the server has to start


class Viewing:
    """A page that is open on a mechanism; it ends with `close()` or with Python.

    `m.set(...)`, and whatever else changes the mechanism, is seen on the page; what the sliders move is set in the
    mechanism. `address` is where the page is.
    """

    def __init__(self, mechanism: Any, wish: Wish, port: int, height: int) -> None:
        if wish.kind is not None and wish.kind not in KINDS:
            raise AnalysisError(f"view: analysis is one of {', '.join(KINDS)}; found {wish.kind!r}")
        self.mechanism, self.height = mechanism, height
        self._folder = tempfile.TemporaryDirectory(prefix="linkwork-")
        name = re.sub(r"[^\w-]+", "-", mechanism.name).strip("-") or "mechanism"
        self._path, self._text = os.path.join(self._folder.name, f"{name}.yaml"), ""
        self._write()
        session = Session(self._path, wish, getattr(mechanism, "folder", None))
        session.document.follower = self._moved
        self._following = False
        self._timer: threading.Timer | None = None
        self._serve(session, port)
        mechanism._viewing = self

    def _serve(self, session: Session, port: int) -> None:
        token = secrets.token_urlsafe(24)
        app, self._pages = application(session, token, framed=True)
        self._socket = listening(port)
        self.address = f"http://{HOST}:{self._socket.getsockname()[1]}/?token={token}"
        self._server = Server(configuration(app))
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._server.serve([self._socket])), name="linkwork view", daemon=True
        )
        self._thread.start()

    # ------------------------------------------------------------------ from Python to the page

    def stale(self) -> None:
        """The mechanism was changed: the page follows soon."""
        if self._following or self._server.should_exit:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = threading.Timer(_SOON, self._write)
        self._timer.daemon = True
        self._timer.start()

    def _write(self) -> None:
        """The file that the page watches; a mechanism that makes no sense for the moment is left for the next time."""
        try:
            text = dumps(self.mechanism)
        except LinkworkError:
            if not self._text:
                self._folder.cleanup()
                raise
            return
        if text != self._text:
            self._text = text
            with replacing(self._path) as aside:
                aside.write_text(text, encoding="utf-8", newline="")

    # ------------------------------------------------------------------ from the page to Python

    def _moved(self, values: dict[str, str]) -> None:
        """The page moved values: the mechanism has them, too."""
        from linkwork.serve.parameters import text_of

        now = self.mechanism.parameters_by_name
        changed = {name: text for name, text in values.items() if name in now and text_of(now[name]) != text}
        if not changed:
            return
        self._following = True
        try:
            self.mechanism.set(**changed)
        except LinkworkError:
            return  # the page says what is wrong; the mechanism keeps its values
        finally:
            self._following = False

    # ------------------------------------------------------------------ shown

    def open(self) -> Viewing:
        """Open the page in the browser."""
        threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()
        return self

    def close(self) -> None:
        """End the page."""
        self._server.should_exit = True
        self._thread.join(_PATIENCE)
        self._socket.close()
        self._folder.cleanup()
        if getattr(self.mechanism, "_viewing", None) is self:
            self.mechanism._viewing = None

    def __repr__(self) -> str:
        return f"<live page of {self.mechanism.name!r} at {self.address}>"

    def _repr_html_(self) -> str:
        address = escape(self.address, quote=True)
        frame = f'<iframe src="{address}" style="width:100%;height:{int(self.height)}px;border:0"></iframe>'
        return f'{frame}<p><a href="{address}" target="_blank">in a window of its own</a></p>'


def in_notebook() -> bool:
    """Whether Python runs in a notebook, which shows the page itself."""
    import sys

    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"
