"""Mechanisms in processes of their own: the numbers of one process bit for bit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.exchange.coupling import Coupled, CoupledRun, CouplingError, ProcessPart, cut, load_coupled

EXAMPLES = Path(__file__).parents[2] / "examples"


def closed(c: Coupled, run: CoupledRun) -> CoupledRun:
    for part in c.parts.values():
        part.subsystem.close()
    return run


def test_a_cut_mechanism_in_processes_is_that_in_one_bit_for_bit() -> None:
    m = lw.load(EXAMPLES / "gallery" / "squeezer.yaml")
    here = cut(m, "E3").run(until=0.004, step=2e-4, progress=False)
    apart = cut(m, "E3", processes=True)
    there = closed(apart, apart.run(until=0.004, step=2e-4, progress=False))
    assert there.completed and np.array_equal(here.table, there.table)


def test_a_file_puts_a_mechanism_into_a_process(tmp_path: Path) -> None:
    text = (EXAMPLES / "coupling" / "two-arms.yaml").read_text()
    for name in ("arms-left.yaml", "arms-right.yaml", "arms-right-loaded.yaml"):
        (tmp_path / name).write_text((EXAMPLES / "coupling" / name).read_text())
    (tmp_path / "here.yaml").write_text(text)
    (tmp_path / "there.yaml").write_text(
        text.replace("file: arms-left.yaml", "file: arms-left.yaml\n    process: true")
    )
    here, there = (load_coupled(tmp_path / f"{where}.yaml") for where in ("here", "there"))
    assert isinstance(there.parts["left"].subsystem, ProcessPart)
    runs = [closed(c, c.run(until=0.05, step=0.005, progress=False)) if c is there else
            c.run(until=0.05, step=0.005, progress=False) for c in (here, there)]  # fmt: skip
    assert np.array_equal(runs[0].table, runs[1].table)


def test_what_cannot_go_there_is_refused() -> None:
    m = lw.Planar("free")
    m.mass(m.body("b"), mass=1.0, inertia=1.0)
    with pytest.raises(CouplingError, match="free: steps must be 1 or more"):
        ProcessPart(m, interfaces={"p": "b"}, steps=0)
    with pytest.raises(CouplingError, match=r"expected a mechanism, lw\.Planar or lw\.Spatial"):
        ProcessPart("free")


def test_nothing_of_the_current_folder_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model file is data: a module that lies where one stands stays there."""
    (tmp_path / "json.py").write_text("open('was_run', 'w').close()\n")
    monkeypatch.chdir(tmp_path)
    m = lw.Planar("free")
    m.mass(m.body("b"), mass=1.0, inertia=1.0)
    part = ProcessPart(m, interfaces={"p": "b"}, steps=np.int64(2))
    part.close()
    assert not (tmp_path / "was_run").exists()
