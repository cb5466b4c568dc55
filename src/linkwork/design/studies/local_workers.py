"""Worker processes on this machine. One that dies is replaced, and its work done again by another."""

from __future__ import annotations

import contextlib
import queue
import subprocess
import sys
import tempfile
import threading
from collections import Counter, deque
from typing import Any

from linkwork.base.end_process import PATIENCE, close_quietly, wait_for_end
from linkwork.base.errors import AnalysisError
from linkwork.design.studies.executor import Batch, Executor, Finished
from linkwork.design.studies.pipe_messages import receive, send
from linkwork.design.studies.task import Task
from linkwork.design.studies.told_notes import ToldNotes
from linkwork.numerics.ahead.child_environment import child_environment

_AHEAD = 2
"""Batches that a worker has, so that it need not wait."""
_DEATHS = 3
"""Workers that a variant may be with when they die, until it is called the cause."""
_WAIT = 0.2
"""Seconds between two looks at whether the study is to end."""


class Worker:
    """A process with its pipes and the variants that it has."""

    def __init__(self, task: str, news: queue.Queue[tuple[Worker, Any]]) -> None:
        self.batches: deque[dict[int, list[float]]] = deque()
        self.ready = False
        self.words = tempfile.TemporaryFile()  # noqa: SIM115 - closed when the worker ends
        self.process = subprocess.Popen(
            [sys.executable, "-m", "linkwork.design.studies.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.words,
            env=child_environment(),
            start_new_session=True,  # Ctrl-C reaches the study, which tells its workers
        )
        self._listener = threading.Thread(target=self._listen, args=(news,), daemon=True)
        self._listener.start()
        self.tell(task)

    def tell(self, message: Any) -> None:
        """Send a message; one that is dead hears nothing, and its end is told by the listener."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            send(self.process.stdin, message)

    def _listen(self, news: queue.Queue[tuple[Worker, Any]]) -> None:
        assert self.process.stdout is not None
        message: Any = True
        while message is not None:
            try:
                message = receive(self.process.stdout)
            except (OSError, ValueError):
                message = None
            news.put((self, message))

    def last_words(self) -> str:
        """How the process ended and the last line it wrote."""
        code = self.process.wait()
        self.words.seek(0)
        lines = self.words.read().decode(errors="replace").strip().splitlines()
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return f"{how}{f': {lines[-1]}' if lines else ''}"

    def end(self) -> None:
        """End the process, by force if it does not hear."""
        self.process.terminate()
        wait_for_end(self.process)
        self._listener.join(PATIENCE)
        close_quietly(self.process.stdin, self.process.stdout, self.words)


class Crew(Executor):
    """So many workers, each with a copy of the model."""

    def __init__(self, task: Task, workers: int, told: ToldNotes | None = None) -> None:
        self.task, self.count = task.text(), workers
        self._news: queue.Queue[tuple[Worker, Any]] = queue.Queue()
        self._workers: list[Worker] = []
        self._again: deque[tuple[int, list[float]]] = deque()
        self._deaths: Counter[int] = Counter()
        self.told = ToldNotes() if told is None else told

    def __enter__(self) -> Crew:
        for _ in range(self.count):
            self._workers.append(Worker(self.task, self._news))
        return self

    def __exit__(self, *error: object) -> None:
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.end()

    def room(self) -> int:
        return 0 if self._again else sum(_AHEAD - len(worker.batches) for worker in self._workers)

    def submit(self, batch: Batch) -> None:
        worker = min(self._workers, key=lambda one: len(one.batches))
        worker.batches.append(dict(batch))
        worker.tell(batch)

    def finished(self) -> Finished:
        outcomes: Finished = []
        with contextlib.suppress(queue.Empty):
            outcomes += self._heard(*self._news.get(timeout=_WAIT))
            while True:
                outcomes += self._heard(*self._news.get_nowait())
        while self._again and any(len(worker.batches) < _AHEAD for worker in self._workers):
            self.submit([self._again.popleft()])
        return outcomes

    def _heard(self, worker: Worker, message: Any) -> Finished:
        """What a worker says; nothing at all is its end."""
        if message is None:
            return self._replace(worker)
        if "refused" in message:
            raise AnalysisError(message["refused"])
        worker.ready = worker.ready or "ready" in message
        self.told.join(message.get("told", {}))
        heard: Finished = []
        for number, values, (responses, reason) in message.get("finished", ()):
            del worker.batches[0][number]
            if not worker.batches[0]:
                worker.batches.popleft()
            heard.append((number, values, (responses, reason)))
        return heard

    def _replace(self, worker: Worker) -> Finished:
        """Put another in the place of a worker that died; the variant that it was with three times is the cause."""
        words = worker.last_words()
        worker.end()
        if not worker.ready:
            raise AnalysisError(f"study: a worker process could not start ({words}); use workers=1 to stay in this one")
        self._workers[self._workers.index(worker)] = Worker(self.task, self._news)
        failed: Finished = []
        for place, batch in enumerate(worker.batches):
            for number, values in batch.items():
                self._deaths[number] += place == 0
                if len(batch) == 1 and self._deaths[number] >= _DEATHS:
                    failed.append((number, values, (None, f"the worker process died of it, {words}")))
                else:
                    self._again.append((number, values))
        return failed
