"""Paths followed by other processes end where they end here; those kept in a file are not followed again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from known_systems import katsura

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.progress import observed
from linkwork.numerics.homotopy import paths
from linkwork.numerics.homotopy.kept_paths import KeptPaths
from linkwork.numerics.homotopy.paths import Ends, continue_paths
from linkwork.numerics.homotopy.starts import start_system
from linkwork.numerics.homotopy.system import Tables, between


def homotopy(seed: int = 1) -> tuple[Tables, Array]:
    random = np.random.default_rng(seed)
    system = katsura(6).at(())
    start, x = start_system(system, random)
    return between(system, start, complex(np.exp(2j * np.pi * random.random()))), system.with_ones(x)


def same(one: Ends, other: Ends) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("points", "ended", "windings"))


def test_two_processes_give_the_same_bits() -> None:
    tables, starts = homotopy()
    assert same(continue_paths(tables, starts, workers=2), continue_paths(tables, starts, workers=1))


def test_a_process_that_dies_leaves_its_work_to_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    tables, starts = homotopy()
    expected = continue_paths(tables, starts, workers=1)
    monkeypatch.setattr("linkwork.numerics.homotopy.path_workers.sys.executable", "/bin/false")
    assert same(continue_paths(tables, starts, workers=2), expected)


def test_an_interrupted_run_goes_on_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables, starts = homotopy()
    expected = continue_paths(tables, starts, workers=1)
    file = tmp_path / "paths.npz"

    def interrupt(_: str, share: float) -> None:
        if share > 0.4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), observed(interrupt):
        continue_paths(tables, starts, keep=KeptPaths(file), workers=1)
    followed: list[int] = []
    track = paths.track

    def counting(points: Array, *rest: object) -> None:
        followed.append(len(points))
        track(points, *rest)

    monkeypatch.setattr(paths, "track", counting)
    assert same(continue_paths(tables, starts, keep=KeptPaths(file), workers=1), expected)
    assert 0 < sum(followed) <= 0.7 * len(starts)
    followed.clear()
    assert same(continue_paths(tables, starts, keep=KeptPaths(file), workers=1), expected) and not followed


def test_files_of_other_tasks_and_damaged_ones_are_refused(tmp_path: Path) -> None:
    tables, starts = homotopy()
    file = tmp_path / "paths.npz"
    continue_paths(tables, starts, keep=KeptPaths(file), workers=1)
    with pytest.raises(AnalysisError, match="holds paths of another task"):
        continue_paths(*homotopy(seed=2), keep=KeptPaths(file))
    file.write_bytes(file.read_bytes()[:200])
    with pytest.raises(AnalysisError, match="does not hold paths of a homotopy, or is damaged"):
        continue_paths(tables, starts, keep=KeptPaths(file))
