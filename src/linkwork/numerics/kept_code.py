"""Compiled code in files that may be damaged, or for which there is no room.

A file that cannot be read, or that is not what was written, is thrown away and the function compiled again; where
nothing can be written it is compiled in every process, which is said once. This module is in no kernel's hash: changing
it compiles nothing again.
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core import ccallback
from numba.core.caching import FunctionCache, IndexDataCacheFile, NullCache

_told = False


def tell_of_no_room(folder: Any, error: BaseException) -> None:
    """Say once in a process that compiled code cannot be kept, and why."""
    global _told
    if not _told:
        _told = True
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        print(
            f"compiled code cannot be kept in {folder} ({why}): it is compiled anew in every run; "
            "make room there, or set LINKWORK_CACHE to another folder",
            file=sys.stderr,
            flush=True,
        )


class DamagedFileError(Exception):
    """A file is not what was written."""


class CheckedFile(IndexDataCacheFile):
    """Files with compiled code, each with its checksum beside it; one without is believed."""

    _cache_path: str
    _index_name: str

    def _sum_path(self, name: str) -> Path:
        return Path(self._cache_path) / f"{name}.sum"

    def _save_data(self, name: str, data: Any) -> None:
        self._sum_path(name).unlink(missing_ok=True)
        super()._save_data(name, data)
        content = (Path(self._cache_path) / name).read_bytes()
        self._sum_path(name).write_text(f"{zlib.crc32(content)} {len(content)}", encoding="ascii")

    def _load_data(self, name: str) -> Any:
        beside = self._sum_path(name)
        if beside.exists():
            content = (Path(self._cache_path) / name).read_bytes()
            if beside.read_text(encoding="ascii") != f"{zlib.crc32(content)} {len(content)}":
                raise DamagedFileError(name)
        return super()._load_data(name)

    def throw_away(self) -> None:
        """Remove the index and all that it may name."""
        folder, base = Path(self._cache_path), self._index_name.removesuffix(".nbi")
        for file in folder.iterdir():
            if file.name == self._index_name or (file.name.startswith(f"{base}.") and ".nbc" in file.name):
                file.unlink(missing_ok=True)


class KeptCode(FunctionCache):
    """The files of one function, which a fault of theirs never stops."""

    _cache_file: CheckedFile

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = CheckedFile(
            cache_path=self._cache_path,
            filename_base=self._impl.filename_base,
            source_stamp=self._impl.locator.get_source_stamp(),
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for these types of arguments; None when it is not there or cannot be used."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # whatever a damaged pickle raises
            try:
                self._cache_file.throw_away()
            except OSError as error:
                self._give_up(error)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep code for other processes, if there is room."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: BaseException) -> None:
        self.disable()
        tell_of_no_room(os.path.dirname(self._cache_path), error)


def kept_code(function: Callable[..., Any]) -> Any:
    """Where the code of a function is kept; nowhere when its folder cannot be written."""
    try:
        return KeptCode(function)
    except (RuntimeError, OSError) as error:
        from linkwork.numerics.jit import cache_root

        tell_of_no_room(cache_root(), error)
        return NullCache()


def keep_callbacks() -> None:
    """Let functions that are called by address be kept in the same way."""
    vars(ccallback)["FunctionCache"] = kept_code
