"""Paths on all cores: as many processes, a slice of paths each at a time. One that dies leaves its slice undone."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.end_process import PATIENCE, close_quietly, wait_for_end
from linkwork.numerics.ahead.child_environment import child_environment
from linkwork.numerics.homotopy.path_worker import receive, send, task
from linkwork.numerics.homotopy.system import Tables

_WAIT = 0.2  # s between two looks at whether the work is to end

Done = tuple[Array, dict[str, Array]]
"""Numbers of paths, and where they ended."""


def by_workers(
    tables: Tables, points: Array, numbers: Array, slices: int, accuracy: float, agreement: float, workers: int
) -> Iterator[Done | None]:
    """Ends of the paths with these numbers as they come, None now and then meanwhile; some may be left undone."""
    waiting: queue.SimpleQueue[Array] = queue.SimpleQueue()
    for part in np.array_split(numbers, max(1, -(-len(numbers) // slices))):
        waiting.put(part)
    news: queue.SimpleQueue[Done | None] = queue.SimpleQueue()
    told = task(tables, accuracy, agreement)
    feeders = [_Feeder(told, points, waiting, news) for _ in range(workers)]
    left = workers
    try:
        while left:
            try:
                done = news.get(timeout=_WAIT)
            except queue.Empty:
                yield None
                continue
            left -= done is None
            if done is not None:
                yield done
    finally:
        for feeder in feeders:
            feeder.end()


class _Feeder(threading.Thread):
    """Gives slices to one process, and its answers on; the last thing that it says is None."""

    def __init__(self, told: dict[str, Array], points: Array, waiting: Any, news: Any) -> None:
        super().__init__(daemon=True)
        self._told, self._points, self._waiting, self._news = told, points, waiting, news
        self._process = subprocess.Popen(
            [sys.executable, "-m", "linkwork.numerics.homotopy.path_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=child_environment(),
            start_new_session=True,  # Ctrl-C reaches this process, which ends the others
        )
        self.start()

    def run(self) -> None:
        asking, answering = self._process.stdin, self._process.stdout
        assert asking is not None and answering is not None
        try:
            send(asking, self._told)
            while True:
                numbers = self._waiting.get_nowait()
                send(asking, {"points": self._points[numbers]})
                answer = receive(answering)
                if answer is None:
                    break
                self._news.put((numbers, answer))
        except (queue.Empty, OSError, ValueError):
            pass
        self._news.put(None)

    def end(self) -> None:
        """End the process, by force if it does not hear."""
        self._process.terminate()
        wait_for_end(self._process)
        self.join(PATIENCE)
        close_quietly(self._process.stdin, self._process.stdout)
