"""Memory: many moves and many reloads leave nothing behind."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from linkwork.serve.document import MOST_STEPS
from linkwork.serve.protocol import Drag
from linkwork.serve.session import Session
from serve.running import Running, hear, tell
from serve.view_models import example

MOVES, RELOADS, SPOKEN, DRAGS = 500, 20, 25, 30
PER_MOVE = 20e6 / 10_000
"""Bytes that a move may leave: 20 MB in ten thousand."""
PER_RELOAD = 20e6 / 200
"""Bytes that a reload may leave: 20 MB in two hundred."""


ROUNDS = 6


def resident() -> int:
    """Bytes of memory in use by this process."""
    gc.collect()
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * 4096


def left_behind(work: Callable[[], None], bound: float) -> list[int]:
    """Bytes that rounds of some work leave, until one is within the bound: what leaks does so in every round.

    In one round the process may also take memory for what is its own, a megabyte at a time.
    """
    found: list[int] = []
    while len(found) < ROUNDS and (not found or found[-1] >= bound):
        before = resident()
        work()
        found.append(resident() - before)
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="the memory in use is read from /proc")
def test_moves_drags_and_reloads_leave_no_memory_behind(tmp_path: Path) -> None:
    path = example(tmp_path)
    session = Session(str(path))
    session.open()
    text = path.read_text(encoding="utf-8")

    def move(count: int) -> None:
        for number in range(count):
            session.set({"a": 0.08 + 0.0002 * (number % 100)}, final=number % 100 == 99)
        for number in range(DRAGS):
            target = [0.1, 0.001 * (number % 50)]
            session.drag(Drag(type="drag", body="crank", point=[0.1, 0.0], target=target, phase="start", time=0.0))

    def read_again(count: int) -> None:
        for number in range(count):
            path.write_text(text.replace("b: 0.3 ", f"b: 0.3{number % 10}"), encoding="utf-8")
            session.reload()

    move(120)
    read_again(8)
    moved = left_behind(lambda: move(MOVES), PER_MOVE * MOVES)
    assert moved[-1] < PER_MOVE * MOVES, moved
    read = left_behind(lambda: read_again(RELOADS), PER_RELOAD * RELOADS)
    assert read[-1] < PER_RELOAD * RELOADS, read


@pytest.mark.skipif(sys.platform != "linux", reason="the memory in use is read from /proc")
def test_pages_that_come_and_go_leave_no_memory_behind(tmp_path: Path) -> None:
    running = Running(example(tmp_path))

    def visit(count: int) -> None:
        for number in range(count):
            page = running.connect()
            tell(page, type="set", seq=1, values={"a": 0.1 + 0.0001 * number}, final=True)
            hear(page, "model", seq=1)
            page.close()

    try:
        visit(10)
        bound = PER_MOVE * SPOKEN + 4e6
        left = left_behind(lambda: visit(SPOKEN), bound)
        assert left[-1] < bound, left
    finally:
        running.stop()
    assert running.pages.pages == set()


@pytest.mark.skipif(sys.platform != "linux", reason="the memory in use is read from /proc")
def test_starts_that_are_chosen_undone_and_read_over_leave_no_memory_behind(tmp_path: Path) -> None:
    path = example(tmp_path)
    path.write_text(path.read_text(encoding="utf-8").partition("# What is driven")[0], encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    session = Session(str(path))
    session.open()

    def start(count: int) -> None:
        for number in range(count):
            target = [0.1, 0.001 * (1 + number % 50)]
            session.drag(Drag(type="drag", body="crank", point=[0.1, 0.0], target=target, phase="start", time=0.0))
            session.start()
            session.set({"a": 0.1 + 0.0001 * (number % 7)}, final=True)
            session.undo()
            if number % 10 == 9:
                path.write_text(text.replace("b: 0.3 ", f"b: 0.3{number // 10 % 10}"), encoding="utf-8")
                session.reload()

    start(110)
    assert session.document.file()["dirty"]
    left = left_behind(lambda: start(100), PER_MOVE * 300 + PER_RELOAD * 10)
    assert left[-1] < PER_MOVE * 300 + PER_RELOAD * 10, left
    assert session.document.file()["undo"] <= MOST_STEPS
