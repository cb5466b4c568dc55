"""Ctrl-C while code is being compiled: numba may swallow it or turn it into another error; it must end the command."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

_AGAIN = 0.05
"""Seconds after which an interruption that was swallowed is raised again."""


@contextmanager
def keeping_results() -> Iterator[Callable[[], bool]]:
    """The first Ctrl-C inside lets a simulation that runs end where it is; any other one ends the command as usual.

    Gives a function that tells whether it was pressed.
    """
    from linkwork.base.progress import can_be_stopped, stopped_by

    pressed: list[bool] = []
    here = threading.current_thread() is threading.main_thread()
    before: Any = signal.getsignal(signal.SIGINT) if here else None

    def once(*given: Any) -> None:
        signal.signal(signal.SIGINT, before)
        if not can_be_stopped():
            before(*given)
            return
        pressed.append(True)
        print("interrupted: writing what there is; press Ctrl-C again to end at once", file=sys.stderr, flush=True)

    if here and callable(before):
        signal.signal(signal.SIGINT, once)
    try:
        with stopped_by(lambda: bool(pressed)):
            yield lambda: bool(pressed)
    finally:
        if here and callable(before):
            signal.signal(signal.SIGINT, before)


class Interrupts:
    """Remembers that Ctrl-C was pressed, so that whatever error follows counts as an interruption."""

    def __init__(self) -> None:
        self.seen = False
        self._again: threading.Timer | None = None

    def __enter__(self) -> Interrupts:
        self._hook = sys.unraisablehook
        self._handler: Any = None
        here = threading.current_thread() is threading.main_thread()
        self._active = here and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
        if self._active:
            self._handler = signal.signal(signal.SIGINT, self._interrupted)
            sys.unraisablehook = self._swallowed
        return self

    def __exit__(self, *error: object) -> None:
        if self._again is not None:
            self._again.cancel()
        if self._active:
            sys.unraisablehook = self._hook
            signal.signal(signal.SIGINT, self._handler or signal.default_int_handler)

    def _interrupted(self, *_: object) -> None:
        self.seen = True
        raise KeyboardInterrupt

    def _swallowed(self, unraisable: Any) -> None:
        """An interruption inside a callback of compiled code, which Python can only report: raise it again."""
        if not issubclass(unraisable.exc_type, KeyboardInterrupt):
            self._hook(unraisable)
            return
        self._again = threading.Timer(_AGAIN, _thread.interrupt_main)
        self._again.daemon = True
        self._again.start()

    def caused(self, error: BaseException | None) -> bool:
        """Whether an error is an interruption, or followed from one."""
        while error is not None and not self.seen:
            self.seen = isinstance(error, KeyboardInterrupt)
            error = error.__cause__ or error.__context__
        return self.seen
