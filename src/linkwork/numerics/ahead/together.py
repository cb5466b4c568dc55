"""A first run that has no library: what it will need is compiled side by side, and it is said how far that is.

What a run needs is known only while it goes on. But the kernels that it has imported when the first of them is missing
are nearly all of it, and the list of what is asked of the library says with which arguments they are called. Further
processes compile these, from the end of the list, and keep them, while the run compiles what it asks for and finds the
others done. Whatever is compiled is kept at once, so that an interruption loses one function of each process.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from linkwork.base.progress import shows_bars
from linkwork.base.worker import is_worker
from linkwork.numerics.ahead.sources import PACKAGE

ALONE = "LINKWORK_COMPILE_ALONE"
"""Set in processes that must not start others: those that compile for somebody."""
_FEW = 12  # functions for which another process does not pay
_PATIENCE = 3.0  # s after which it is said that something is compiled
_PAUSE = 0.3  # s between two looks at what is done


class Task:
    """What a run has to compile before it can go on."""

    def __init__(self) -> None:
        self.begin, self.files = time.perf_counter(), list(_missing())
        self.others = [] if is_alone() else _others(len(self.files))
        self.name, self.looked, self.done = "", 0.0, 0
        self.told = False
        self.timer = threading.Timer(_PATIENCE, self.tell)
        self.timer.daemon = True
        self.timer.start()

    def text(self) -> str:
        """What is compiled, how many of how many, how long it takes still."""
        self.done = sum(file.exists() for file in self.files)
        spent, left = time.perf_counter() - self.begin, len(self.files) - self.done
        still = f", about {spent / self.done * left:.0f} s left" if self.done > 2 and left > 0 else ""
        return f"{self.name}, {self.done} of about {max(len(self.files), self.done + 1)}{still}"

    def tell(self) -> None:
        """Say it in a line of its own, once."""
        if _depth > 0 and not self.told and not _bar() and not is_worker():
            self.told = True
            told = f"compiling kernels, on a first run only: {self.text()}; `linkwork kernels` compiles all at once"
            print(told, file=sys.stderr, flush=True)

    def tick(self, name: str) -> None:
        """A function is begun."""
        self.name, now = name, time.perf_counter()
        if now - self.begin > _PATIENCE:
            self.tell()
        if _bar() and now - self.looked > _PAUSE and now - self.begin > 1.0:
            self.looked = now
            print(f"\r\x1b[Kcompiling kernels (first run only): {self.text()}", end="", file=sys.stderr, flush=True)

    def pause(self) -> None:
        """Leave the terminal to others."""
        if _bar() and self.looked > 0.0:
            self.looked = 0.0
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def stop(self) -> None:
        """End the other processes: nobody waits for them."""
        self.timer.cancel()
        for other in self.others:
            other.terminate()
        for other in self.others:
            other.wait()


_task: Task | None = None
_depth = 0


def _bar() -> bool:
    return shows_bars() and sys.stderr.isatty() and not is_worker()


def is_alone() -> bool:
    """Whether this process compiles by itself: it does so for another one, or for the library."""
    return bool(os.environ.get(ALONE)) or is_worker()


@contextmanager
def for_a_run() -> Iterator[None]:
    """Inside, a function is found or compiled that a run asks for."""
    global _depth
    _depth += 1
    try:
        yield
    finally:
        _depth -= 1
        if _task is not None and _depth == 0:
            _task.pause()


def missing(name: str) -> None:
    """A function that is asked for is kept nowhere."""
    global _task
    if _depth > 0 and not os.environ.get(ALONE):
        if _task is None:
            import atexit

            _task = Task()
            atexit.register(_task.stop)
        _task.tick(name)


def tick(name: str) -> None:
    """A function is prepared for those that call it."""
    if _task is not None and _depth > 0:
        _task.tick(name)


def _wanted() -> Iterator[tuple[str, str, str]]:
    """What is asked for in real numbers of modules that are imported."""
    from linkwork.numerics.ahead.kernel_list import is_complex, listed_kernels

    for module, name, what in listed_kernels():
        if not is_complex(what) and module in sys.modules:
            yield module, name, what


def _missing() -> Iterator[Path]:
    """The files in which these will be kept, where they are not yet."""
    from numba.core.registry import cpu_target

    from linkwork.numerics.ahead import intrinsics
    from linkwork.numerics.ahead.objects import function_of, types_of
    from linkwork.numerics.kept_code import KeptCode, kept_code

    codegen = cpu_target.target_context.codegen()
    for module, name, what in _wanted():
        with suppress(AttributeError):
            function = function_of(module, name)
            told: Any = intrinsics.signature_of(*what.split(":")) if ":" in what else types_of(what)
            kept = kept_code(function)
            if isinstance(kept, KeptCode) and not kept.file(told, codegen).exists():
                yield kept.file(told, codegen)


def _others(count: int) -> list[subprocess.Popen[bytes]]:
    """Processes that share the work: one less than there are cores."""
    number = min((os.cpu_count() or 1) - 1, count // _FEW)
    modules = sorted({module for module, _, _ in _wanted()})
    program = f"from linkwork.numerics.ahead.together import work\nwork({modules!r}, %d, {number})"
    known = [str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    env = os.environ | {ALONE: "1", "PYTHONPATH": os.pathsep.join(known)}
    quiet = subprocess.DEVNULL
    return [
        subprocess.Popen([sys.executable, "-c", program % place], env=env, stdin=quiet, stdout=quiet, stderr=quiet)
        for place in range(number)
    ]


def work(modules: list[str], place: int, number: int) -> None:
    """Compile what another process will need of these modules, every so many-th of it, the last first."""
    import importlib

    from linkwork.numerics.ahead.objects import function_of, types_of
    from linkwork.numerics.jit import address, compiler

    compiler()
    for module in modules:
        importlib.import_module(module)
    for module, name, what in list(_wanted())[::-1][place::number]:
        with suppress(Exception):  # it is only help: who needs the function says what is wrong with it
            if ":" in what:
                address(function_of(module, name), *what.split(":"))
            else:
                getattr(sys.modules[module], name).dispatcher.compile(types_of(what))
