"""Studies on a cluster: a real scheduler and two workers, one of which is killed half-way."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from design.studies.model import QUICK, contents, slider_crank
from linkwork import plans
from linkwork.base.errors import AnalysisError
from linkwork.design.studies.store import Store
from linkwork.numerics.ahead.child_environment import child_environment

PLAN = plans.sobol(60, r=(0.1, 0.3), l=(0.15, 0.6))
PATIENCE = "300s"
RESPONSES = ["final(slider.x)", "max(slider.vx)"]


def _started(program: str, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"distributed.cli.{program}", *arguments, "--no-dashboard"]
    env = child_environment() | {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": PATIENCE}
    return subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _address(told: Path, scheduler: subprocess.Popen[bytes]) -> str:
    """What the scheduler tells of itself, once it has written all of it."""
    while True:
        assert scheduler.poll() is None
        with contextlib.suppress(OSError, ValueError):
            return str(json.loads(told.read_text())["address"])
        time.sleep(0.05)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Address of a scheduler, and its two workers."""
    distributed = pytest.importorskip("distributed")  # here: every worker of the tests reads this file
    told = tmp_path / "scheduler.json"
    local = ("--scheduler-file", str(told))
    processes = [_started("dask_scheduler", "--host", "127.0.0.1", "--port", "0", *local)]
    try:
        address = _address(told, processes[0])
        for name in ("one", "two"):
            single = ("--no-nanny", "--nthreads", "1", "--name", name, "--local-directory", str(tmp_path / name))
            processes.append(_started("dask_worker", address, *single))
        with distributed.Client(address, timeout=PATIENCE, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=PATIENCE)
        yield address, processes[1:]
    finally:
        for process in processes:
            process.kill()
            process.wait()


def test_a_worker_killed_half_way_changes_nothing(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is lost, nothing is there twice, and every byte is as computed in one process."""
    address, workers = cluster
    numbers: list[int] = []
    add = Store.add

    def killing(self: Store, number: int, values: Any, outcome: Any) -> None:
        numbers.append(number)
        if len(numbers) == 15:
            workers[0].kill()
        add(self, number, values, outcome)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "add", killing)
        patch.setattr("linkwork.design.studies.cluster._PATIENCE", PATIENCE)
        far = slider_crank().study(PLAN, RESPONSES, folder=tmp_path / "far", cluster=address, **QUICK)
    assert workers[0].wait() == -9 and workers[1].poll() is None
    assert sorted(numbers) == list(range(60)) and far.complete and far.failed
    slider_crank().study(PLAN, RESPONSES, folder=tmp_path / "near", workers=1, **QUICK)
    assert contents(tmp_path / "far") == contents(tmp_path / "near")


def test_a_cluster_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("linkwork.design.studies.cluster._PATIENCE", "1s")
    with pytest.raises(AnalysisError, match=r"no Dask scheduler answers at 'tcp://127.0.0.1:1'"):
        slider_crank().study(PLAN, RESPONSES, cluster="tcp://127.0.0.1:1", **QUICK)
