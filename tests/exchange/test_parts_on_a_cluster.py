"""Parts on workers of a Dask cluster: the numbers of one process bit for bit, and only interface data crosses."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import LinkworkError
from linkwork.exchange.coupling import ClusterPart, Coupled, CouplingError, Structure, SubsystemError


def block(v: float) -> Any:
    """What makes a mass on a spring."""
    return partial(Structure, [[1.0]], stiffness=[[1000.0]], interfaces={"p": [0]}, v=[v], method="exact")


def oscillator(a: Any, b: Any, **options: Any) -> Any:
    c = Coupled("oscillator")
    c.add("a", a)
    c.add("b", b)
    c.spring("s", "a.p", "b.p", stiffness=100)
    return c.run(until=0.05, step=0.005, progress=False, **options)


@pytest.fixture(scope="module")
def cluster() -> Any:
    distributed = pytest.importorskip("distributed")  # here: every worker of the tests reads this file
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
        ) as started,
        distributed.Client(started, set_as_default=False) as client,
    ):
        yield client


def test_parts_on_two_workers_give_the_numbers_of_one_process_bit_for_bit(cluster: Any) -> None:
    here = oscillator(block(3.0)(), block(-2.0)())
    workers = list(cluster.scheduler_info()["workers"])
    parts = [ClusterPart(cluster, block(v), worker=at) for v, at in zip((3.0, -2.0), workers, strict=True)]
    for part in parts:
        part.sent = []
    there = oscillator(*parts)
    assert np.array_equal(here.table, there.table) and there.completed
    for part in parts:
        assert part.sent is not None
        words = {each[0] for each in part.sent if isinstance(each[0], str)}
        assert words <= {"start", "attempt", "derivatives", "commit, attempt", "commit", "save"}
        numbers = [np.size(x) for each in part.sent for x in each if not isinstance(x, str) and x is not None]
        assert max(numbers) == 6  # a force as three coefficients; position and velocity come back, or their six slopes
        part.close()


def test_a_worker_that_is_lost_ends_the_run_by_name(cluster: Any) -> None:
    """An actor dies with its worker."""
    part = ClusterPart(cluster, block(1.0))
    part.start(0.0, np.zeros(1))
    part._actor = _Gone()
    with pytest.raises(SubsystemError, match="its worker is lost, and its state with it"):
        part.attempt(0.1, np.zeros((3, 1)))


def test_a_part_stays_on_its_worker_however_long_this_side_takes_to_bind_it(cluster: Any) -> None:
    """The scheduler lets go of what nobody holds: without a future that is kept the first call has no answer."""

    class Slow:
        def __getattr__(self, name: str) -> Any:
            if name == "as_current":
                time.sleep(0.5)
            return getattr(cluster, name)

    part = ClusterPart(Slow(), block(1.0), timeout=10.0)
    assert np.array_equal(part.start(0.0, np.zeros(1)), block(1.0)().start(0.0, np.zeros(1)))
    part.close()


def test_a_worker_that_cannot_be_reached_is_asked_by_the_scheduler(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def unreachable(part: ClusterPart, what: str, *given: Any) -> Any:
        asked.append(part._client.direct_to_workers)
        if part._client.direct_to_workers:
            raise SubsystemError("its worker is lost")
        return whole(part, what, *given)

    whole = ClusterPart._ask
    monkeypatch.setattr(ClusterPart, "_ask", unreachable)
    part = ClusterPart(cluster.scheduler.address, block(1.0))
    assert asked == [True, False] and part.describe() == block(1.0)().describe()
    part.close()


class _Gone:
    def ask(self, *_: Any) -> Any:
        raise OSError("connection refused")


def test_a_part_on_a_worker_goes_back_to_a_state_that_stays_there(cluster: Any) -> None:
    part, same = ClusterPart(cluster, block(1.0)), block(1.0)()
    nothing = np.zeros((3, 1))
    for each in (part, same):
        each.start(0.0, np.zeros(1))
        each.attempt(0.1, nothing)
        each.commit()
    token = part.save()
    assert token == 0
    first = part.attempt(0.1, nothing)
    part.commit()
    part.attempt(0.1, nothing)
    part.restore(token)
    assert np.array_equal(part.attempt(0.1, nothing), first)
    assert np.array_equal(first, same.attempt(0.1, nothing))
    part.close()


def test_failures_on_a_worker_are_told_with_the_part_and_the_time(cluster: Any) -> None:
    broken = partial(Structure, [[1.0]], stiffness=[[0.0]], interfaces={"p": [0]}, method="static")
    part = ClusterPart(cluster, broken)
    run = oscillator(block(1.0)(), part)
    assert not run.completed and "part 'b' at t = 0 s: it can move without force" in run.notes[-1]
    part.close()
    with pytest.raises(CouplingError, match="cannot be made on a worker"):
        ClusterPart(cluster, Structure, "heavy")
    with pytest.raises(LinkworkError, match="expected a function"):
        ClusterPart(cluster, 3)
