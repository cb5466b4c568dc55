"""A recorded right-hand side compiled by the C compiler that is there, and kept for the next run."""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import subprocess
import tempfile
from functools import cache
from hashlib import sha256
from pathlib import Path

from linkwork.base.errors import AnalysisError
from linkwork.numerics.jit import cache_root

_OPTIONS = ("-std=c99", "-O2", "-fPIC", "-shared", "-w")
_NATIVE = ("-march=native", "-ffp-contract=fast")  # as numba compiles the tables: for the processor that is there
_opened: dict[str, ctypes.CDLL] = {}


def compiler() -> str | None:
    """The C compiler that is there."""
    return next((compiler for compiler in map(shutil.which, ("cc", "gcc", "clang")) if compiler), None)


def library(text: str) -> ctypes.CDLL:
    """The library of some C, from this process, from the user's cache, or made now.

    Every simulation has its own copy in this process only if its text differs: it keeps no state but the address of
    the tables' kernel, which is the same for all.
    """
    with_what = compiler()
    if with_what is None:
        raise AnalysisError(
            "simulate: compiled: there is no C compiler (cc, gcc or clang); leave `compiled` out to use the tables"
        )
    told = [with_what, *_OPTIONS, *_NATIVE, _processor(), text]
    key = sha256("\n".join(told).encode()).hexdigest()[:32]
    if key not in _opened:
        kept = _kept(key)
        if kept is not None and kept.exists():
            _opened[key] = ctypes.CDLL(str(kept))
        else:
            _opened[key] = _made(with_what, text, kept)
    return _opened[key]


@cache
def _processor() -> str:
    """What the processor is and can do: a library for one is not loaded on another that shares the cache."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    known = {line for line in lines if line.startswith(("model name", "flags", "Features", "CPU part"))}
    return "\n".join(sorted(known))


def _kept(key: str) -> Path | None:
    """Where the library is kept; nowhere where there is no room."""
    folder = cache_root() / "programs"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder / f"{key}.so"


def _made(with_what: str, text: str, kept: Path | None) -> ctypes.CDLL:
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "rate.c", Path(folder) / "rate.so"
        source.write_text(text, encoding="utf-8")
        for native in (_NATIVE, ()):
            call = [with_what, *_OPTIONS, *native, str(source), "-o", str(target), "-lm"]
            told = subprocess.run(call, capture_output=True, text=True, check=False)
            if told.returncode == 0:
                break
        if told.returncode != 0:
            raise AnalysisError(f"simulate: compiled: the C compiler failed: {told.stderr.strip().splitlines()[-1]}")
        opened = ctypes.CDLL(str(target))
        if kept is not None:
            aside = kept.with_suffix(f".{os.getpid()}")
            try:
                shutil.copyfile(target, aside)
                os.replace(aside, kept)
            except OSError:
                aside.unlink(missing_ok=True)
        return opened
