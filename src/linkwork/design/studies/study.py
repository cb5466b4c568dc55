"""Study: many designs, of each of which a few numbers are kept, in a folder that survives any interruption."""

from __future__ import annotations

import os
import platform
import shutil
import tempfile
import time
import weakref
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import AnalysisError, shown
from linkwork.base.names import suggestion
from linkwork.base.progress import Progress
from linkwork.design.studies.executor import Batch, Executor, Finished, InProcess, Pace
from linkwork.design.studies.parts import arrow, check_columns
from linkwork.design.studies.plan import Plan
from linkwork.design.studies.results import Results
from linkwork.design.studies.store import Store
from linkwork.design.studies.task import Task, task_of
from linkwork.design.studies.variants import prepare
from linkwork.expression import resolve_parameters
from linkwork.mechanism.dimensions.given_values import refuse_other_units

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_TRIAL = 1.0
"""Seconds after which it is judged whether other processes are worth their start."""
_WORTH = 4.0
"""Seconds of work that are worth it."""
_ROWS = 1000
"""Designs that are worked out together."""
_BATCH = 0.5
"""Seconds that a batch should take."""


@dataclass(frozen=True)
class Means:
    """By whom, and where to: processes, cluster, folder."""

    folder: Any = None
    workers: int | None = None
    cluster: str | None = None
    progress: bool = True


def study(
    mechanism: Mechanism,
    plan: Plan,
    responses: Any,
    analysis: str,
    until: Any,
    points: int,
    options: Mapping[str, Any],
    means: Means,
) -> Results:
    """Evaluate every design of a plan; those that fail are kept with the reason.

    In a folder what is finished stays: the same call goes on where an interrupted one ended.
    """
    plan = _resolved(mechanism, plan)
    asked = (mechanism, plan.names, analysis, until, points, responses, options)
    task = task_of(*asked)
    count = _workers(means, task)
    # from the text, as every worker has it; kernels that are missing are compiled here, once
    variants = task.variants() if isinstance(task, Task) else prepare(*asked)
    names = [response.text for response in variants.responses]
    check_columns((plan.names, tuple(names)))
    words = {"plan": plan.data(), "task": _task_words(task, plan, names), "versions": _versions()}
    folder, kept = _folder(means.folder)
    store = Store(folder, words, plan.count + plan.follow_up(len(names)), plan.grows)
    interrupted = False
    variants.told = store.told  # without those of designs by which batches were tried
    with store:
        if variants.batches is not None:
            store.told.expect(variants.of_model)
        job = _Job(plan, store, Progress("study", store.total, show=means.progress))
        try:
            with job.bar:
                _carry_out(job, variants, task, count, means)
        except KeyboardInterrupt:
            interrupted = True
    notes = store.notes + store.told.lines()
    return Results(folder, plan, tuple(names), store.total, interrupted, notes, kept, variants.way)


@dataclass
class _Job:
    """A plan, what is finished of it, and the bar that shows it."""

    plan: Plan
    store: Store
    bar: Progress

    def keep(self, outcomes: Finished) -> None:
        """Keep finished variants."""
        for number, values, outcome in outcomes:
            self.store.add(number, values, outcome)

    def missing(self) -> Iterator[tuple[int, list[float]]]:
        """Variants that are not finished, a thousand computed at a time; those that follow from others at the end."""
        for first in range(0, self.plan.count, _ROWS):
            last = min(first + _ROWS, self.plan.count)
            wanted = list(self.store.missing(first, last))
            if wanted:
                rows = self.plan.rows(first, last)
                yield from ((number, rows[number - first].tolist()) for number in wanted)

    def following(self, rows: NDArray[np.float64]) -> Iterator[tuple[int, list[float]]]:
        """Variants that follow from the others."""
        first = self.plan.count
        yield from ((number, rows[number - first].tolist()) for number in self.store.missing(first, self.store.total))


def _carry_out(job: _Job, variants: Any, task: Task | str, count: int | None, means: Means) -> None:
    waiting = job.missing()
    if means.cluster is not None and isinstance(task, Task):
        from linkwork.design.studies.cluster import Cluster

        with Cluster(task, means.cluster, job.store.told) as cluster:
            _drain(job, waiting, cluster, Pace(_BATCH, cluster.workers()))
            _drain(job, _followers(job), cluster, Pace(_BATCH, cluster.workers()))
        return
    alone = InProcess(variants)
    if count is None or count == 1:
        pace = Pace(_BATCH, 1)
        left = _drain(job, waiting, alone, pace, _TRIAL if count is None and isinstance(task, Task) else None)
        count = _cores() if left and (job.store.total - job.store.done) > _WORTH * pace.rate else 1
    if count > 1 and isinstance(task, Task) and job.store.done < job.plan.count:
        from linkwork.design.studies.local_workers import Crew

        with Crew(task, min(count, job.plan.count - job.store.done), job.store.told) as crew:
            _drain(job, waiting, crew, Pace(_BATCH, count))
    else:
        _drain(job, waiting, alone, Pace(_BATCH, 1))
    _drain(job, _followers(job), alone, Pace(_BATCH, 1))


def _drain(
    job: _Job, waiting: Iterator[tuple[int, list[float]]], by: Executor, pace: Pace, limit: float | None = None
) -> bool:
    """Evaluate what is waiting, for so many seconds at most, writing not counted; whether some may be left."""
    spent, out, empty = 0.0, 0, False
    while not (empty and out == 0):
        over = limit is not None and spent > limit
        if over and out == 0:
            return True
        while not (over or empty) and by.room() > 0:
            batch: Batch = list(islice(waiting, pace.batch()))
            empty = not batch
            if batch:
                by.submit(batch)
                out += len(batch)
        begin = time.perf_counter()
        try:
            outcomes = by.finished() if out else []
        except KeyboardInterrupt:
            job.keep(by.left_over())
            raise
        spent += time.perf_counter() - begin
        job.keep(outcomes)
        out -= len(outcomes)
        pace.note(len(outcomes))
        job.store.flush_if_due()
        job.bar.update(job.store.done, 1, 1.0)
    return False


def _followers(job: _Job) -> Iterator[tuple[int, list[float]]]:
    """Variants that are chosen by the results of the others."""
    store = job.store
    if store.total == job.plan.count:
        return iter(())
    store.flush()
    names = store.columns[1]
    results = Results(store.folder, job.plan, names, store.total, False, [], None)
    values = np.column_stack([results.column(name)[: job.plan.count] for name in names])
    return job.following(job.plan.following(values))


def _resolved(mechanism: Mechanism, plan: Any) -> Plan:
    """The plan with what it leaves to the model; refuses one that does not fit it."""
    if not isinstance(plan, Plan):
        raise AnalysisError(
            f"study: expected a plan such as lw.plans.grid(l=[2, 3]); found {shown(plan)}. "
            "To lay a few runs over each other use overlay(until=1, l=[2, 3])"
        )
    for name in plan.names:
        if name not in mechanism.parameters_by_name:
            known = suggestion(name, mechanism.parameters_by_name, "parameters")
            raise AnalysisError(f"study: parameter '{name}' is not defined{known}")
    refuse_other_units(mechanism, plan.given)
    model = {name: float(value.real) for name, value in resolve_parameters(mechanism.parameters_by_name).items()}
    return plan.resolved(model)


def _workers(means: Means, task: Task | str) -> int | None:
    """How many processes are asked for; refuses more than one for what cannot be told to them."""
    count = means.workers
    if count is not None and (isinstance(count, bool) or not isinstance(count, int) or count < 1):
        raise AnalysisError(f"study: workers: expected a whole number from 1; found {shown(count)}")
    if isinstance(task, Task):
        return count
    if means.cluster is not None or (count or 1) > 1:
        raise AnalysisError(f"study: other processes cannot be told this study: {task}; or use workers=1")
    if means.folder is not None:
        raise AnalysisError(f"study: a folder cannot keep this study: {task}; or leave out the folder")
    return 1


def _task_words(task: Task | str, plan: Plan, responses: list[str]) -> dict[str, Any]:
    if isinstance(task, Task):
        return task.data()
    return {"names": list(plan.names), "responses": responses, "model": None}


def _folder(folder: Any) -> tuple[Path, Any]:
    """Where results go: the folder, or one that is gone with the results."""
    arrow()
    if folder is not None:
        try:
            return Path(folder), None
        except TypeError:
            raise AnalysisError(f"study: expected the name of a folder; found {shown(folder)}") from None
    kept = _Temporary()
    return kept.path, kept


class _Temporary:
    """A folder that is gone when nobody needs it."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="linkwork-study-"))
        weakref.finalize(self, shutil.rmtree, self.path, True)


def _versions() -> dict[str, str]:
    versions = {"python": platform.python_version()}
    for name in ("numpy", "scipy", "numba"):
        with suppress(metadata.PackageNotFoundError):
            versions[name] = metadata.version(name)
    return {**versions, "machine": platform.machine(), "system": platform.system()}


def _cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
