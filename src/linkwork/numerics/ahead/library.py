"""Kernels compiled ahead: finding the library, holding it against the sources, and what it has of them.

A library lies in a folder with its index: in the package, as a wheel of the platform brings it, or in the user's cache,
where `linkwork kernels` puts it. A function is taken from it only if the text of its module and of everything that the
module imports is, but for comments, that from which it was compiled; all else is left to numba. Nothing here imports
numba or numpy.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import mmap
import os
import platform
import sys
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from linkwork.base.worker import is_worker
from linkwork.numerics.ahead.sources import PACKAGE, cache_root, code_digest, digest, package_hash

FORMAT = 1
INDEX = "index.json"
ANY = "any"
"""The processor of a library that runs on every one of its platform."""
NO_LIBRARY = "none"
_MOST = 3  # libraries of the cache that are looked at, newest first


class RefusedError(Exception):
    """A library that cannot be used; the text says why."""


def platform_name() -> str:
    """The system and the kind of machine for which machine code is made."""
    return f"{sys.platform}-{platform.machine().lower()}"


@cache
def processor() -> str:
    """A short name for the abilities of this processor: code made for it may not run on another."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            first = file.read(6000).split("\n\n")[0]
        words = ("model name", "flags", "Features", "CPU implementer", "CPU part", "isa")
        text = "\n".join(line for line in first.splitlines() if line.startswith(words))
    except OSError:
        text = platform.processor()
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def folders() -> Iterator[Path]:
    """Where a library may lie, in the order in which it is looked for; `LINKWORK_KERNELS` names one, or none."""
    chosen = os.environ.get("LINKWORK_KERNELS")
    if chosen:
        if chosen != NO_LIBRARY:
            yield Path(chosen)
        return
    if (PACKAGE / "kernels" / INDEX).exists():
        yield PACKAGE / "kernels"
    try:
        built = [path for path in libraries().iterdir() if (path / INDEX).exists()]
        yield from sorted(built, key=lambda path: path.stat().st_mtime, reverse=True)[:_MOST]
    except OSError:
        return


def libraries() -> Path:
    """Where the libraries lie that were made on this machine."""
    return cache_root() / "libraries"


def library_folder(portable: bool) -> Path:
    """The folder in the cache for a library of these sources."""
    runs_on = ANY if portable else processor()
    return libraries() / f"{platform_name()}-{runs_on}-{package_hash()}"


class Library:
    """One library with its index; its code is loaded when something of it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.index = _read_index(folder)
        self._agreeing: dict[str, bool] = {}
        self._code: Any = None
        self._table: Any = None

    def agrees(self, module: str) -> bool:
        """Whether the module and all it imports are those that were compiled; False for one that is not in here."""
        known = self._agreeing.get(module)
        if known is None:
            files = self.index["modules"].get(module)
            known = files is not None and all(map(self._is_compiled, files))
            self._agreeing[module] = known
        return known

    def _is_compiled(self, number: int) -> bool:
        """Whether a file is the one that was compiled: to the letter, which is soon seen, or but for its comments."""
        name = self.index["files"][number]
        if _digest(name) == self.index["sums"][number]:
            return True
        codes = self.index.get("codes")  # an older library has none
        return codes is not None and _code_digest(name) == codes[number]

    def has(self, module: str) -> bool:
        """Whether anything of a module was compiled for this library, be it of other sources."""
        return module in self.index["modules"]

    def address(self, name: str) -> int | None:
        """The machine address of a kernel by "module:name:kind:numbers"."""
        place = self.index["addresses"].get(name)
        return None if place is None else int(self.load()[place])

    def entry(self, name: str) -> Callable[..., Any] | None:
        """What Python calls, by "module:name": it returns NotImplemented for arguments it does not take."""
        variants = self.index["entries"].get(name)
        if variants is None:
            return None
        table, count = self.load(), len(variants)
        takes = (ctypes.c_char_p * count)(*(takes.encode() for takes, _, _ in variants))
        gives = (ctypes.c_char_p * count)(*(gives.encode() for _, gives, _ in variants))
        functions = (ctypes.c_void_p * count)(*(table[place] for _, _, place in variants))
        make = self._code.linkwork_entry
        make.restype = ctypes.py_object
        made: Callable[..., Any] = make(name.encode(), ctypes.c_int64(count), takes, gives, functions)
        return made

    def load(self) -> Any:
        """The table of addresses; the code is held against its sum before it is loaded."""
        if self._table is None:
            file = self.folder / self.index["library"]
            if _content(file) != self.index["content"]:
                raise RefusedError(f"{file} is damaged")
            try:
                self._code = ctypes.PyDLL(str(file))
            except OSError as error:
                raise RefusedError(f"{file} cannot be loaded: {error}") from None
            self._code.linkwork_start.restype = None
            self._code.linkwork_start(
                ctypes.py_object((float, complex, bool, tuple, None, NotImplemented, RuntimeError))
            )
            self._table = (ctypes.c_size_t * self.index["count"]).in_dll(self._code, "linkwork_table")
        return self._table


def _content(file: Path) -> list[int]:
    """Size and sum of a file, which is not copied for that."""
    try:
        with file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as content:
            return [len(content), zlib.crc32(content)]
    except (OSError, ValueError):  # none, or empty
        return [0, 0]


def is_of(folder: Path, package: str) -> bool:
    """Whether a whole library of the sources with this hash lies in a folder."""
    try:
        library = Library(folder)
        library.load()
    except RefusedError:
        return False
    return bool(library.index["package"] == package)


def _read_index(folder: Path) -> dict[str, Any]:
    """The index of a library that was made for this machine."""
    try:
        index: dict[str, Any] = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        form, made_for, runs_on = index["format"], index["platform"], index["processor"]
    except (OSError, ValueError, KeyError, TypeError):
        raise RefusedError(f"{folder / INDEX} is damaged") from None
    if form != FORMAT:
        raise RefusedError(f"{folder} is of another version of the program")
    if made_for != platform_name():
        raise RefusedError(f"{folder} is for {made_for}, this is {platform_name()}")
    if runs_on not in (ANY, processor()):
        raise RefusedError(f"{folder} is for another processor")
    return index


@cache
def _digest(name: str) -> str:
    return digest(PACKAGE / name)


@cache
def _code_digest(name: str) -> str:
    return code_digest(PACKAGE / name)


_opened: list[Library] | None = None
_told: set[Path] = set()


def tell(folder: Path, text: str) -> None:
    """Say once why a library is not used; worker processes keep silent."""
    if folder not in _told and not is_worker():
        _told.add(folder)
        print(f"kernels compiled ahead are not used: {text}; numba compiles what it needs", file=sys.stderr, flush=True)


def opened() -> list[Library]:
    """The libraries for this machine, best first."""
    global _opened
    if _opened is None:
        _opened = []
        for folder in folders():
            try:
                _opened.append(Library(folder))
            except RefusedError as error:
                tell(folder, str(error))
    return _opened


def forget() -> None:
    """Look for libraries anew when next something is asked for."""
    global _opened
    _opened = None
    _told.clear()
    _digest.cache_clear()
    _code_digest.cache_clear()


def _find(module: str, ask: Callable[[Library], Any]) -> Any:
    """What the first library has that is of these sources."""
    others = None
    for library in list(opened()):
        if not library.agrees(module):
            others = others or (library if library.has(module) else None)
            continue
        try:
            answer = ask(library)
        except RefusedError as error:
            tell(library.folder, str(error))
            opened().remove(library)
            continue
        if answer is not None:
            return answer
    if others is not None:
        tell(others.folder, f"{others.folder} is of other sources ({module} or what it imports has changed)")
    return None


def address_ahead(function: Callable[..., Any], kind: str, scalar: str) -> int | None:
    """The address of a function compiled ahead; None when it is not there."""
    return named_address(function.__module__, function.__qualname__, kind, scalar)


def named_address(module: str, name: str, kind: str, scalar: str) -> int | None:
    """The same by the names of the module, which need not be imported for it, and of the function."""
    place: int | None = _find(module, lambda each: each.address(f"{module}:{name}:{kind}:{scalar}"))
    return place


def entry_ahead(function: Callable[..., Any]) -> Callable[..., Any] | None:
    """What Python calls instead of a function, compiled ahead; None when it is not there."""
    return named_entry(function.__module__, function.__qualname__)


def named_entry(module: str, name: str) -> Callable[..., Any] | None:
    """The same by the names of the module, which need not be imported for it, and of the function."""
    entry: Callable[..., Any] | None = _find(module, lambda each: each.entry(f"{module}:{name}"))
    return entry
