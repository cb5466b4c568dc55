"""Compile everything once: `linkwork warmup`, or `python -m linkwork.warm` before workers start side by side."""

from __future__ import annotations

import importlib
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FunctionType

Task = Callable[[], object]
KINDS = {
    ("x", "p", "k", "a", "b", "out", "c"): ("function", ("real", "complex")),
    ("stage", "t", "pose", "twist", "memory", "p", "k", "a", "b", "c", "out"): ("constraint", ("real", "complex")),
    ("k", "p", "w", "t", "y", "dy"): ("rate", ("real",)),
    ("k", "p", "w", "t", "y", "out"): ("rate", ("real",)),
    ("k", "p", "w", "z", "i", "j", "x"): ("world", ("real", "complex")),
    ("k", "p", "w", "z", "i", "j", "t"): ("world", ("real",)),
}
"""What a kernel is, by what it takes, and the numbers it is compiled for (motions are found in real ones)."""


REAL_ONLY = ("_pair_kernel", "stepping.narrow_kernel")
"""Endings of modules of outlines that touch: for derivatives they are compiled in complex numbers when needed."""
_NEWER = "v8.1a v8.2a lse rdm crc aes sha2 dotprod fullfp16 rcpc ssbs spe ras pan"
PORTABLE = {("linux", "aarch64"): ("neoverse-n1", ",".join(f"-{name}" for name in _NEWER.split()))}
"""What a library for every processor of a kind is made for, where the compiler's generic one is slow: the order of
instructions that suits a processor of today, without any that older ones lack."""
ANALYSES, RECORD = "analyses", "record"  # what this module is told to do when it is run
FEW = 20  # tasks for which another process does not pay


@dataclass(frozen=True)
class Warmed:
    """How many functions had to be compiled, and how long it took in s."""

    compiled: int
    seconds: float

    def __str__(self) -> str:
        if self.compiled == 0:
            return f"everything is compiled already (looked at in {self.seconds:.1f} s)"
        functions = "function" if self.compiled == 1 else "functions"
        return f"compiled {self.compiled} {functions} in {self.seconds:.1f} s"


@dataclass(frozen=True)
class Made:
    """A library, how many functions it has, those that it left out with the reasons, and how long it took in s."""

    folder: Path
    functions: int
    left_out: tuple[str, ...]
    seconds: float

    def __str__(self) -> str:
        lines = [f"{self.functions} functions in {self.folder} ({self.seconds:.1f} s)"]
        return "\n".join(lines + [f"left to numba: {name}" for name in self.left_out])


def compile_library(
    folder: Path | None = None, portable: bool = False, report: Callable[[int, int], None] | None = None
) -> Made:
    """Compile everything into one library, unless there is one of these sources; numba must not be loaded yet.

    A portable library runs on every processor of its kind; another one is for this processor.
    """
    from linkwork.base.errors import LinkworkError
    from linkwork.numerics.ahead import library
    from linkwork.numerics.ahead.sources import package_hash

    begin = time.perf_counter()
    place = library.library_folder(portable) if folder is None else folder
    left_out: tuple[str, ...] = ()
    if not library.is_of(place, package_hash()):
        if portable and "numba" in sys.modules:
            raise LinkworkError("a portable library is made by a process of its own: linkwork kernels --portable")
        with _compiling_for(portable):
            left_out = _compile_into(place, portable, report)
    return Made(place, library.Library(place).index["count"], left_out, time.perf_counter() - begin)


@contextmanager
def _compiling_for(portable: bool) -> Iterator[None]:
    """Let this process and those that it starts use no library, and compile for every processor of the kind."""
    from linkwork.numerics.ahead import library

    before = dict(os.environ)
    os.environ["LINKWORK_KERNELS"] = library.NO_LIBRARY
    if portable:
        name, features = PORTABLE.get((sys.platform, platform.machine()), ("generic", ""))
        os.environ |= {"NUMBA_CPU_NAME": name, "NUMBA_CPU_FEATURES": features}
    library.forget()
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
        library.forget()


def _compile_into(place: Path, portable: bool, report: Callable[[int, int], None] | None) -> tuple[str, ...]:
    """Compile and link; the functions that had to be left out, with the reasons."""
    from linkwork.base.errors import LinkworkError
    from linkwork.numerics.ahead.build import forget_torn, library_of_kept
    from linkwork.numerics.ahead.linking import linker

    if linker(portable) is None:
        raise LinkworkError("there is no C compiler to link with: install one, or `pip install ziglang`")
    forget_torn()
    warm(report, for_library=True)
    unfit = library_of_kept(place, portable, report)
    if _more_kept(place):
        unfit = library_of_kept(place, portable, report)
    return tuple(f"{row.module}.{row.name}: {row.unfit}" for row in unfit)


def _more_kept(place: Path) -> bool:
    """Run the analyses with a library; whether they had to compile anything else."""
    from linkwork.numerics.ahead.build import kept_files

    before = set(kept_files())
    command = [sys.executable, "-m", "linkwork.warm", ANALYSES]
    subprocess.run(command, env=os.environ | {"LINKWORK_KERNELS": str(place)}, check=True, stdout=subprocess.DEVNULL)
    return set(kept_files()) != before


def ready() -> Made | Warmed:
    """Compile everything before workers start side by side: into a library where one can be linked."""
    from linkwork.numerics.ahead.linking import linker

    return warm() if linker() is None else compile_library()


def warm(report: Callable[[int, int], None] | None = None, for_library: bool = False) -> Warmed:
    """Compile what any analysis of any mechanism needs; `report` is told how many of how many tasks are done.

    What is only asked for by its address is not loaded when it is for the library.

    All of it is kept as soon as it is compiled, so that an interrupted call goes on where it was. As many processes as
    there are cores take their tasks from one list, each from another place of it: tasks that share much lie together.
    """
    from linkwork.numerics.ahead.together import ALONE
    from linkwork.numerics.jit import cache_root

    os.environ[ALONE] = "1"  # it has its own processes
    begin, day = time.perf_counter(), time.time()
    listed = tasks(for_library)
    count = min(os.cpu_count() or 1, len(listed) // FEW + 1)
    with tempfile.TemporaryDirectory(prefix="linkwork-warm-") as folder:
        others = [_helper(folder, number, count, for_library) for number in range(1, count)]
        try:
            for _ in share(listed, Path(folder), 0, count):
                if report is not None:
                    report(len(os.listdir(folder)), len(listed))
            for other in others:
                other.wait()
        finally:
            for other in others:
                other.terminate()
                other.wait()
    new = [file for file in (cache_root() / "kernels").rglob("*.nbc") if file.stat().st_mtime >= day]
    return Warmed(len(new), time.perf_counter() - begin)


def tasks(for_library: bool = False) -> list[Task]:
    """Kernels in real numbers, then in complex ones, which have little in common with them; before them analyses.

    For a library the analyses are left out: what they call is in the list of what is asked of it. The longest tasks are
    of that list, as whole loops are: they stand at both ends, for processes come from there and meet among short ones.
    """
    if not for_library:
        return [*_analyses(), *_compilations("real", for_library), *_compilations("complex", for_library)]
    return [*[*_compilations("real", for_library)][::-1], *_compilations("complex", for_library)]


def _helper(folder: str, number: int, count: int, for_library: bool) -> subprocess.Popen[bytes]:
    """Another process that takes its part of the tasks."""
    command = [sys.executable, "-m", "linkwork.warm", folder, str(number), str(count), str(int(for_library))]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def share(tasks: list[Task], folder: Path, number: int, count: int) -> Iterator[int]:
    """Do those tasks that no other process has begun: a file in the folder says so. The last process goes backwards."""
    order = list(range(len(tasks)))
    first = len(tasks) * number // max(count - 1, 1)
    for place in reversed(order) if 0 < number == count - 1 else order[first:] + order[:first]:
        try:
            (folder / str(place)).touch(exist_ok=False)
        except FileExistsError:
            continue
        yield place
        tasks[place]()


def kernels() -> Iterator[tuple[FunctionType, str, tuple[str, ...]]]:
    """Every function of the package that is called by its address: with its kind and the numbers it works in."""
    from linkwork.numerics.jit import PACKAGE

    for file in sorted(PACKAGE.rglob("*_kernel.py")):
        name = ".".join(("linkwork", *file.relative_to(PACKAGE).with_suffix("").parts))
        for body in vars(importlib.import_module(name)).values():
            if isinstance(body, FunctionType) and body.__module__ == name:
                code = body.__code__
                known = KINDS.get(code.co_varnames[: code.co_argcount])
                if known is not None:
                    kind, scalars = known
                    yield body, kind, ("real",) if name.endswith(REAL_ONLY) else scalars


def _compilations(scalar: str, for_library: bool) -> Iterator[Task]:
    from linkwork.numerics.jit import address, compiler

    make = compiler().keep if for_library else address
    done = set()
    for body, kind, scalars in kernels():
        if scalar in scalars:
            done.add(f"{body.__module__}:{body.__qualname__} {kind}:{scalar}")
            yield partial(make, body, kind, scalar)
    if for_library:
        yield from _listed(scalar, done)


def _listed(scalar: str, done: set[str]) -> Iterator[Task]:
    """The functions of the list that work in these numbers and are not done."""
    from linkwork.numerics.ahead.kernel_list import is_complex, listed_kernels

    for module, name, what in listed_kernels():
        if is_complex(what) == (scalar == "complex") and f"{module}:{name} {what}" not in done:
            yield partial(_keep, module, name, what)


def _keep(module: str, name: str, what: str) -> None:
    """Compile a function of the list; one that is not there any more, or takes other things, is passed over."""
    from linkwork.numerics.ahead.objects import function_of, types_of
    from linkwork.numerics.jit import compiler, compiling_errors

    make = compiler()
    outdated: tuple[type[Exception], ...] = (ImportError, AttributeError, TypeError, *compiling_errors())
    try:
        if ":" in what:
            make.keep(function_of(module, name), *what.split(":"))
        else:
            make.keep_entry(getattr(importlib.import_module(module), name), types_of(what))
    except outdated:
        return


def _analyses() -> Iterator[Task]:
    from linkwork.warm.small_runs import analyses

    return analyses()
