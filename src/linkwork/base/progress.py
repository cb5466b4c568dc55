"""Progress: a bar for anything that takes longer than a second, the budget of resumable loops, a word on compiling."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token
from types import TracebackType
from typing import Any

from linkwork.base.worker import is_worker

_QUIET = 1.0  # s before a bar appears
Observer = Callable[[str, float], None]
"""Told what is going on and which share of it is done; an error that it raises ends the work."""
_observer: ContextVar[Observer | None] = ContextVar("observer", default=None)


@contextmanager
def observed(observer: Observer) -> Iterator[None]:
    """Tell somebody about the progress of everything done inside."""
    before = _observer.set(observer)
    try:
        yield
    finally:
        _observer.reset(before)


_bars: ContextVar[bool] = ContextVar("bars", default=True)


def shows_bars() -> bool:
    """Whether the call that is going on may show bars; `progress=False` forbids them."""
    return _bars.get()


class WithoutBars:
    """Show none inside; many calls forbid them, and functions as contexts take longer."""

    __slots__ = ("_before",)
    _before: Token[bool]

    def __enter__(self) -> None:
        self._before = _bars.set(False)

    def __exit__(self, *_: object) -> None:
        _bars.reset(self._before)


_stop: ContextVar[Callable[[], bool] | None] = ContextVar("stop", default=None)


@contextmanager
def stopped_by(asked: Callable[[], bool]) -> Iterator[None]:
    """Let long runs done inside end where they are, with what they have, once `asked` says so."""
    before = _stop.set(asked)
    try:
        yield
    finally:
        _stop.reset(before)


_asked_last = [-math.inf]  # when a loop asked whether to stop
_ASKING = 2.0  # s within which a loop that asks has asked again


def stop_asked() -> bool:
    """Whether somebody wants what is going on to end with what it has."""
    asked = _stop.get()
    _asked_last[0] = time.monotonic()
    return asked is not None and asked()


def can_be_stopped() -> bool:
    """Whether a loop is running that asks, now and then, whether to stop: not while code is being compiled."""
    return time.monotonic() - _asked_last[0] < _ASKING


_told_of_compiling = False


def tell_of_compiling() -> None:
    """Say once that code is going to be compiled; worker processes keep silent."""
    global _told_of_compiling
    if not _told_of_compiling and not is_worker():
        _told_of_compiling = True
        print("compiling kernels (first run only) ...", file=sys.stderr, flush=True)


class Progress:
    """Watches a resumable loop; shows a bar on a terminal when it takes long."""

    def __init__(self, what: str, total: int, show: bool = True) -> None:
        self.what, self.total = what, total
        self.show = show and sys.stderr.isatty()
        self._begin = self._last = time.perf_counter()
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def update(self, done: int, budget: int, interval: float) -> int:
        """Report how much is done; returns the budget that makes the next slice take about `interval` seconds."""
        now = time.perf_counter()
        elapsed, self._last = now - self._last, now
        observer = _observer.get()
        if observer is not None:
            observer(self.what, done / max(self.total, 1))
        if self.show and now - self._begin > _QUIET:
            self._display(done)
        if elapsed < 0.5 * interval:
            return min(2 * budget, 10_000_000)
        return max(1, budget // 2) if elapsed > 2.0 * interval else budget

    def show_share(self, done: int, total: int) -> None:
        """Report work whose slices are not chosen here."""
        self.update(round(self.total * done / total), 1, 1.0)

    def _display(self, done: int) -> None:
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
            self._bar = Bar(*columns, console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task(self.what, total=self.total)
            self._bar.start()
        self._bar.update(self._task, completed=done)
