"""A coupled run goes on from its last committed step, or from a checkpoint when a part had died."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.exchange.coupling import Coupled, CouplingError, ProgramPart, Structure

SERVED = """
import sys
from linkwork.exchange.coupling import Structure, serve
left = int(sys.argv[2])
part = Structure([[1.0]], stiffness=[[1000.0]], interfaces={"p": [0]}, v=[-2.0], method="exact")
def read():
    global left
    line = sys.stdin.readline()
    left -= line.startswith("attempt")
    return line if left else ""
serve(part, read, lambda line: print(line, end="", flush=True), sys.argv[1])
"""


def block(v: float) -> Structure:
    return Structure([[1.0]], stiffness=[[1000.0]], interfaces={"p": [0]}, v=[v], method="exact")


def two(second: Any) -> Coupled:
    c = Coupled("two blocks")
    c.add("a", block(3.0))
    c.add("b", second)
    c.spring("s", "a.p", "b.p", stiffness=100)
    return c


def run(c: Coupled, until: float = 0.1, **options: Any) -> Any:
    return c.run(until=until, step=0.005, progress=False, **options)


def test_a_run_that_goes_on_is_the_run_that_never_stopped_bit_for_bit() -> None:
    whole, c = run(two(block(-2.0))), two(block(-2.0))
    half = run(c, until=0.05)
    again = run(c, resume=half)
    assert np.array_equal(whole.t, again.t) and np.array_equal(whole.table, again.table)
    assert again.statistics["steps"] == whole.statistics["steps"]


def test_a_program_that_died_goes_on_from_the_checkpoint_that_lies_at_its_place(tmp_path: Path) -> None:
    def program(attempts: int) -> ProgramPart:
        return ProgramPart([sys.executable, "-c", SERVED, str(tmp_path / "states"), str(attempts)])

    whole = run(two(block(-2.0)), iterate=False)
    c = two(program(13))
    ended = run(c, iterate=False, checkpoints=4)
    assert not ended.completed and "part 'b'" in ended.notes[-1] and "has ended" in ended.notes[-1]
    assert 0 < ended.checkpoint.t < ended.t[-1] < 0.1
    c.parts["b"].subsystem.close()
    c.replace("b", program(1000))
    again = run(c, iterate=False, resume=ended)
    assert again.completed and np.array_equal(whole.t, again.t) and np.array_equal(whole.table, again.table)
    c.parts["b"].subsystem.close()


def test_what_does_not_go_on_is_refused() -> None:
    c = two(block(-2.0))
    half = run(c, until=0.05)
    with pytest.raises(CouplingError, match=r"that run had steps of 0\.005 s; found 0\.01 s"):
        c.run(until=0.1, step=0.01, progress=False, resume=half)
    other = two(block(-2.0))
    other.connect("a.p.x0", "b.p.f0")
    with pytest.raises(CouplingError, match="other parts or connections"):
        run(other, resume=half)
    half.checkpoint = None
    with pytest.raises(CouplingError, match="could not save its state"):
        run(c, resume=half)
