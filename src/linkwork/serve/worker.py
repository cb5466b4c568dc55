"""The worker: one thread that does what the pages ask, one job after the other; of those that repeat only the latest.

The event loop stays free meanwhile. A job that takes long is told to stop when the same is asked for anew, when it is
taken back, when another waits that overtakes it, or when the server ends.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

from linkwork.base.progress import observed

_PATIENCE = 0.3  # s after which a job makes room for its successor
_TELL = 0.25  # s between two words on progress, and before the first


class Stopped(Exception):
    """A job was stopped."""


@dataclass
class _Job:
    work: Callable[[], Any]
    done: asyncio.Future[Any]
    shows: bool
    """Whether it shows something: then it makes room for another that does."""


class Worker:
    """Runs jobs in a thread; used from the event loop. `tell` hears of progress, in the event loop."""

    def __init__(self, tell: Callable[[str, float], None]) -> None:
        self._thread = ThreadPoolExecutor(1, "linkwork")
        self._waiting: dict[Hashable, _Job] = {}
        self._wake = asyncio.Event()
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self._running: tuple[Hashable, float] = (None, 0.0)
        self._job: _Job | None = None
        self._taken_back = False
        self._told = 0.0
        self._ending = False
        self._pump = asyncio.create_task(self._run())

    def do(self, work: Callable[[], Any], key: Hashable = None, shows: bool = False) -> asyncio.Future[Any]:
        """Do something, at once in the order of the calls; a waiting job of the same key is dropped.

        What `shows` something else overtakes a job that shows something, once that has taken its time.
        """
        return self._put(object() if key is None else key, work, shows)

    @property
    def busy(self) -> float:
        """Seconds for which the present job has been at work; 0 without one."""
        return 0.0 if self._job is None else time.monotonic() - self._running[1]

    def take_back(self) -> bool:
        """Stop the present job; false when there is none."""
        self._taken_back = self._job is not None
        return self._taken_back

    def latest(self, key: Hashable, work: Callable[[], Any], then: Callable[[Any], None], shows: bool = False) -> None:
        """Do something unless the same is asked for again before it begins; `then` gets the result."""

        def finished(done: asyncio.Future[Any]) -> None:
            if not done.cancelled() and done.exception() is None:
                then(done.result())

        self._put(key, work, shows).add_done_callback(finished)

    def _put(self, key: Hashable, work: Callable[[], Any], shows: bool) -> asyncio.Future[Any]:
        before = self._waiting.pop(key, None)
        if before is not None:
            before.done.cancel()
        job = _Job(work, self._loop.create_future(), shows)
        self._waiting[key] = job
        self._wake.set()
        return job.done

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            if not self._waiting:
                self._wake.clear()
                continue
            key = next(iter(self._waiting))
            job = self._waiting.pop(key)
            self._running, self._job, self._taken_back = (key, time.monotonic()), job, False
            try:
                result = await self._loop.run_in_executor(self._thread, self._observed, job.work)
            except Exception as error:
                if not job.done.done():
                    job.done.set_exception(error)
                    job.done.exception()  # a job that nobody waits for fails silently
            else:
                if not job.done.done():
                    job.done.set_result(result)
            self._job = None

    def _observed(self, work: Callable[[], Any]) -> Any:
        """In the thread: the work, with its progress watched."""
        self._told = time.monotonic()
        with observed(self._watch):
            return work()

    def _watch(self, what: str, share: float) -> None:
        """In the thread, every few milliseconds: stop, or tell how far it is."""
        key, began = self._running
        now = time.monotonic()
        if self._ending or self._taken_back or (now - began > _PATIENCE and self._makes_room(key)):
            raise Stopped
        if now - self._told > _TELL:
            self._told = now
            self._loop.call_soon_threadsafe(self._tell, what, share)

    def _makes_room(self, key: Hashable) -> bool:
        """Whether somebody waits for whom the present job stops."""
        if key in self._waiting:
            return True
        shows = self._job is not None and self._job.shows
        return shows and any(job.shows for job in list(self._waiting.values()))

    async def end(self, grace: float) -> bool:
        """Stop everything; false when the thread does not come to an end in so many seconds."""
        self._ending = True
        self._pump.cancel()
        for job in self._waiting.values():
            job.done.cancel()
        self._waiting.clear()
        last = self._thread.submit(int)
        self._thread.shutdown(wait=False)
        return bool((await asyncio.to_thread(wait, [last], grace)).done)
