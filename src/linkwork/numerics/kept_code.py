"""Compiled code in files that may be damaged, or for which there is no room.

Every function has a file for each kind of arguments, named by what it was compiled from: the folder by the text of the
sources, the file by the function, the arguments and the processor; so nothing depends on where the program lies, and
processes side by side do not disturb each other. A file that cannot be read, or that is not what was written, is thrown
away and the function compiled again; where nothing can be written it is compiled in every process, which is said once.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType
from typing import Any

from numba.core.caching import NullCache, _Cache
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

from linkwork.numerics.ahead import together
from linkwork.numerics.ahead.sources import cache_folder, cache_root

ENDING = ".nbc"
AHEAD = ".nbl"
"""The ending of what is kept for the library alone: finished, but not for any process."""
_SUM = 4  # bytes of the checksum before the code
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


def read_kept(file: Path) -> Any:
    """What a file of compiled code holds: numba's own parts of a function."""
    content = file.read_bytes()
    if zlib.crc32(content[_SUM:]).to_bytes(_SUM, "little") != content[:_SUM]:
        raise DamagedFileError(file.name)
    return pickle.loads(content[_SUM:])


def write_kept(file: Path, content: bytes) -> None:
    """Write a file aside and put it in its place in one go."""
    aside = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        aside.write_bytes(zlib.crc32(content).to_bytes(_SUM, "little") + content)
        os.replace(aside, file)
    except OSError:
        aside.unlink(missing_ok=True)
        raise


class KeptCode(_Cache):
    """The files of one function, which a fault of theirs never stops."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._function, self._folder, self._enabled = function, folder, True

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def enable(self) -> None:
        """Keep code from now on."""
        self._enabled = True

    def disable(self) -> None:
        """Keep none."""
        self._enabled = False

    def flush(self) -> None:
        """Forget what is kept."""
        for file in self._folder.glob(f"{self._function.__qualname__}-*{ENDING}"):
            file.unlink(missing_ok=True)

    def file(self, signature: Any, codegen: Any) -> Path:
        """The file for these arguments on this processor."""
        return self._folder / file_name(self._function, signature, codegen)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for these types of arguments; None when it is not there or cannot be used."""
        file = self.file(sig, target_context.codegen())
        if not self._enabled or not file.exists():
            together.missing(self._function.__name__)
            return None
        target_context.refresh()
        try:
            return CompileResult._rebuild(target_context, *read_kept(file))
        except Exception:  # whatever a damaged pickle raises
            try:
                file.unlink(missing_ok=True)
            except OSError as error:
                self._give_up(error)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep code for other processes, if there is room."""
        if not self._enabled or data.lifted or data.library.has_dynamic_globals:
            return
        try:
            write_kept(self.file(sig, data.library.codegen), dumps(data._reduce()))
        except OSError as error:
            self._give_up(error)

    def keep(self, sig: Any, compiled: Callable[[], Any]) -> Path:
        """Compile and keep what is not kept, in the form from which the library is made; its file."""
        file = self.file(sig, cpu_target.target_context.codegen())
        ahead = file.with_suffix(AHEAD)
        if file.exists() or ahead.exists():
            return file if file.exists() else ahead
        data = compiled()
        vars(data.library)["serialize_using_object_code"] = data.library.serialize_using_bitcode
        write_kept(ahead, dumps(data._reduce()))
        return ahead

    def _give_up(self, error: BaseException) -> None:
        self.disable()
        tell_of_no_room(cache_root(), error)


def file_name(function: Callable[..., Any], signature: Any, codegen: Any) -> str:
    """The name of the file in which a function is kept for these arguments on the processor of `codegen`."""
    whole = hashlib.sha256(f"{signature} {codegen.magic_tuple()}".encode())
    for code in _codes(function.__code__):
        whole.update(code.co_code)
        told = [each for each in code.co_consts if not isinstance(each, CodeType) and each != function.__doc__]
        whole.update(f"{told} {code.co_names}".encode())
    for cell in function.__closure__ or ():
        whole.update(dumps(cell.cell_contents))
    plain = function.__qualname__.replace("<", "").replace(">", "")
    return f"{plain}-{whole.hexdigest()[:16]}{ENDING}"


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function and of those within it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


def kept_code(function: Callable[..., Any]) -> Any:
    """Where the code of a function is kept; nowhere when its folder cannot be written."""
    folder = cache_folder(Path(function.__code__.co_filename).resolve())
    if folder is None:
        tell_of_no_room(cache_root(), OSError("the folder cannot be written"))
        return NullCache()
    return KeptCode(function, folder)
