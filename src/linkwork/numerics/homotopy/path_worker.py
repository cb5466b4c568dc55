"""A process that follows paths for another one: `python -m linkwork.numerics.homotopy.path_worker`.

It is told the tables of a homotopy once, then the starts of paths, slice after slice, and answers with their ends. All
arrays go as NumPy writes them (no pickles), with their length before them. It ends when its pipe does.
"""

from __future__ import annotations

import io
import os
import struct
import sys
from typing import IO

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.homotopy.layout_kernel import LOST
from linkwork.numerics.homotopy.system import Tables
from linkwork.numerics.homotopy.track_kernel import track

_LENGTH = struct.Struct(">Q")


def send(pipe: IO[bytes], arrays: dict[str, Array]) -> None:
    """Write arrays by name."""
    text = io.BytesIO()
    np.savez(text, **arrays)  # type: ignore[arg-type]
    pipe.write(_LENGTH.pack(text.tell()) + text.getvalue())
    pipe.flush()


def receive(pipe: IO[bytes]) -> dict[str, Array] | None:
    """Read arrays; nothing when the other side is gone."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (size,) = _LENGTH.unpack(head)
    text = pipe.read(size)
    if len(text) < size:
        return None
    with np.load(io.BytesIO(text), allow_pickle=False) as data:
        return {name: data[name] for name in data.files}


def task(tables: Tables, accuracy: float, agreement: float) -> dict[str, Array]:
    """What a worker has to know."""
    named: dict[str, Array] = {"limits": np.array([accuracy, agreement])}
    for kind, arrays in (("table", tables.table), ("number", tables.numbers), ("room", tables.room)):
        named |= {f"{kind}{number}": array for number, array in enumerate(arrays)}
    return named


def _in_order(told: dict[str, Array], kind: str) -> tuple[Array, ...]:
    count = sum(name.startswith(kind) for name in told)
    return tuple(told[f"{kind}{number}"] for number in range(count))


def main() -> None:
    """Follow slices of paths until there are no more."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints is no answer
    try:
        _serve(sys.stdin.buffer, answers)
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)


def _serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    told = receive(questions)
    if told is None:
        return
    table, numbers, room = (_in_order(told, kind) for kind in ("table", "number", "room"))
    accuracy, agreement = (float(value) for value in told["limits"])
    while (asked := receive(questions)) is not None:
        points = np.ascontiguousarray(asked["points"])
        ended, windings = np.full(len(points), LOST, np.int64), np.zeros(len(points), np.int64)
        track(points, 0, len(points), accuracy, agreement, table, numbers, room, ended, windings)
        send(answers, {"points": points, "ended": ended, "windings": windings})


if __name__ == "__main__":
    main()
