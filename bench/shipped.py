"""Every model that ships as C, as Python and as an FMU, beside the engine: shares of what is allowed, one row a model.

values    all channels at 50 random states on the constraints, in C and in Python: to 1e-12 times the condition
linear    A, B, C, D of the states and some 40 outputs along 50 directions, in C: to 1e-9
FMU       100 steps of co-simulation beside our own run with the same method and steps: to 1e-9

`python -m bench shipped --only vehicle.yaml gallery/car.yaml` looks at single models.
"""

from __future__ import annotations

import math
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Container, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1] / "tests"))

import linkwork as lw
from linkwork.base.errors import AnalysisError, MechanismError
from program import shipped

Row = dict[str, Any]
WORKERS = 2
LIMIT = 1200  # seconds of processor time a model, those of the C compiler apart


def names() -> list[str]:
    """What the models are called."""
    return [_called(path) for path in shipped.SHIPPED]


def rows(only: Container[str] | None = None) -> Iterator[Row]:
    """One row a model, as soon as it is there; the last counts them."""
    good = refused = 0
    paths = [path for path in shipped.SHIPPED if only is None or _called(path) in only]
    for row in _in_processes(list(paths)):
        refused += "refused" in row
        good += "refused" not in row and not row["too far"]
        yield row
    yield {"problem": f"{len(paths)} models: {good} as the engine, {refused} refused by name as they should"}


def _in_processes(waiting: list[Path]) -> Iterator[Row]:
    """Every model in a process of its own: one that takes too long, or ends its process, costs its own row alone."""
    context, running = get_context("spawn"), dict[Any, tuple[Any, Path]]()
    while waiting or running:
        while waiting and len(running) < WORKERS:
            path = waiting.pop(0)
            ours, theirs = context.Pipe(duplex=False)
            process = context.Process(target=_send, args=(path, theirs))
            process.start()
            theirs.close()
            running[ours] = process, path
        for ready in wait(list(running)):
            process, path = running.pop(ready)
            try:
                yield ready.recv()  # type: ignore[union-attr]
            except EOFError:
                process.join()
                why = f"its process ended by itself with {process.exitcode}; the limit is {LIMIT} s"
                yield {"problem": _called(path), "too far": why}
            process.join()


def _send(path: Path, to: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
    to.send(_row(path))


def _called(path: Path) -> str:
    return "/".join(path.parts[len(shipped.ROOT.parts) :]).removeprefix("examples/")


def _row(path: Path) -> Row:
    try:
        return {"problem": _called(path)} | _measured(path)
    except Exception as error:
        return {"problem": _called(path), "too far": f"{type(error).__name__}: {error}"}


def _measured(path: Path) -> Row:
    begin = time.process_time()
    if path.stem in shipped.REFUSED:
        return {"refused": _refusal(path)}
    with tempfile.TemporaryDirectory() as folder:
        places = [Path(folder) / each for each in ("values", "linear", "fmu")]
        for place in places:
            place.mkdir()
        values = _tried(lambda: shipped.values_off(path, places[0]))
        linear = _tried(lambda: shipped.linear_off(path, places[1]))
        of_fmu = _tried(lambda: shipped.fmu_off(path, places[2]))
        if shipped.YIELDS in of_fmu[0].where:
            of_fmu = None, 0.0
    row: Row = {"channels": values[2], "C": values[0].share, "Python": values[1].share}
    row |= {
        "linear": linear[0].share if linear[0] else "redundant",
        "FMU": of_fmu[0].share if of_fmu[0] else "refused: it yields",
        "its step, s": of_fmu[-1],
    }
    offs = {"C": values[0], "Python": values[1], "linear": linear[0], "FMU": of_fmu[0]}
    far = [f"{name}: {off.where}" for name, off in offs.items() if off is not None and off.share > 1.0]
    return row | {"spent, s": time.process_time() - begin, "too far": "; ".join(far)}


def _tried(measure: Callable[[], Any]) -> tuple[Any, ...]:
    """What was measured; an error is infinitely far off."""
    try:
        measured = measure()
    except (MechanismError, AnalysisError, AssertionError, ValueError, subprocess.CalledProcessError) as error:
        off = shipped.Off(math.inf, f"{type(error).__name__}: {error}")
        return off, off, 0
    return measured if isinstance(measured, tuple) else (measured,)


def _refusal(path: Path) -> str:
    """The words by which it is refused; an error where it is not, or by others."""
    mechanism: Any = lw.load(path)
    try:
        mechanism.program()
    except AnalysisError as error:
        assert shipped.REFUSED[path.stem] in str(error), error
        return str(error)
    raise AssertionError(f"{path.stem} is not refused")
