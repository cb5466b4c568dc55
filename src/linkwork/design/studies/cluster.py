"""Cluster: workers that a Dask scheduler knows, wherever they are. They need the same version of linkwork.

A worker that is lost gives its batches back to the scheduler, which hands them to others.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import queue
import threading
import time
from typing import Any

from linkwork.base.errors import AnalysisError, LinkworkError
from linkwork.design.studies.executor import Batch, Executor, Finished
from linkwork.design.studies.task import Outcome, Task, known_variants, outcomes
from linkwork.design.studies.told_notes import ToldNotes

_AHEAD = 2
"""Batches for every thread of the workers, so that none need wait."""
_WAIT = 0.2
_PATIENCE = "10s"
_LOOK = 2.0
"""Seconds between two looks at how many workers there are."""
_ONE_AT_A_TIME = threading.Lock()


Answers = tuple[list[Outcome], dict[str, tuple[str, int]]]
"""The outcomes of a batch, and what its runs had to say."""


def evaluate_batch(task: str, batch: Batch) -> Answers | str:
    """What a worker of the cluster does: the answers to a batch, or why it has none."""
    with _ONE_AT_A_TIME:  # tables of a mechanism serve one thread
        try:
            variants = known_variants(task)
        except LinkworkError as error:
            return str(error)
        variants.told.take()  # of designs by which batches were tried
        by_place = dict(outcomes(variants, [values for _, values in batch]))
        return [by_place[place] for place in range(len(batch))], variants.told.take()


class Cluster(Executor):
    """Batches as tasks of a Dask scheduler."""

    def __init__(self, task: Task, address: str, told: ToldNotes | None = None) -> None:
        self.task, self.address = task.text(), address
        self._distributed = _library()
        self._news: queue.Queue[Any] = queue.Queue()
        self._out: dict[Any, Batch] = {}
        self._again: list[Batch] = []
        self._threads, self._looked = 1, -_LOOK
        self.told = ToldNotes() if told is None else told

    def __enter__(self) -> Cluster:
        try:
            self.client = self._distributed.Client(self.address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError, TimeoutError) as error:
            raise AnalysisError(f"study: no Dask scheduler answers at '{self.address}' ({error})") from None
        if not self.client.nthreads():
            self.client.close()
            raise AnalysisError(f"study: the cluster at '{self.address}' has no workers; start some with: dask worker")
        return self

    def __exit__(self, *error: object) -> None:
        with contextlib.suppress(Exception):  # the cluster may be gone; the results are here
            self.client.cancel(list(self._out))
        self.client.close()

    def workers(self) -> int:
        """How many batches are evaluated at a time, as it was a moment ago."""
        if time.perf_counter() - self._looked > _LOOK:
            self._threads = max(1, sum(self.client.nthreads().values()))
            self._looked = time.perf_counter()
        return self._threads

    def room(self) -> int:
        return 0 if self._again else max(0, _AHEAD * self.workers() - len(self._out))

    def submit(self, batch: Batch) -> None:
        future = self.client.submit(evaluate_batch, self.task, batch, pure=False)
        self._out[future] = batch
        future.add_done_callback(self._news.put)

    def finished(self) -> Finished:
        outcomes: Finished = []
        with contextlib.suppress(queue.Empty):
            outcomes += self._came(self._news.get(timeout=_WAIT))
            while True:
                outcomes += self._came(self._news.get_nowait())
        while self._again:
            self.submit(self._again.pop())
        if not outcomes and self.client.status != "running":
            raise AnalysisError(f"study: the connection to the cluster at '{self.address}' was lost")
        return outcomes

    def _came(self, future: Any) -> Finished:
        """The outcomes of a batch; one that workers died of is tried in single variants, and then given up."""
        batch = self._out.pop(future)
        try:
            answers = future.result()
        except self._distributed.KilledWorker:
            if len(batch) > 1:
                self._again += [[one] for one in batch]
                return []
            return [(number, values, (None, "workers of the cluster died of it")) for number, values in batch]
        except (ImportError, AttributeError) as error:
            raise AnalysisError(f"study: a worker of the cluster cannot find linkwork ({error})") from None
        except (asyncio.CancelledError, concurrent.futures.CancelledError):
            raise AnalysisError(f"study: the cluster at '{self.address}' gave up its work") from None
        if isinstance(answers, str):
            raise AnalysisError(f"study: a worker of the cluster refuses the study: {answers}")
        results, told = answers
        self.told.join(told)
        return [(number, values, (good, why)) for (number, values), (good, why) in zip(batch, results, strict=True)]


def _library() -> Any:
    try:
        import distributed
    except ImportError:
        raise AnalysisError("a study on a cluster needs Dask; install it with: pip install linkwork[cluster]") from None
    return distributed
