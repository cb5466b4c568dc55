"""Files that a model names: local ones only, of a bearable size, read at once."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from linkwork.base.confined import require_inside
from linkwork.base.errors import MechanismError

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_FOLDER = ContextVar("folder", default="")


@contextmanager
def reading_from(folder: str | None) -> Iterator[None]:
    """While the data of a model file is checked: files that it names are counted from its folder."""
    before = _FOLDER.set(folder or "")
    try:
        yield
    finally:
        _FOLDER.reset(before)


def reading_folder() -> str:
    """The folder from which files that data names are counted; the present one where no model file is read."""
    return _FOLDER.get()


def beside(mechanism: Any, file: str) -> str:
    """The path of a file that a model names, counted from the folder of the model file."""
    return in_folder(getattr(mechanism, "folder", None) or "", file)


def in_folder(folder: str, file: str) -> str:
    """The path of a file named in another one of this folder; addresses of the network are refused."""
    if _ADDRESS.match(file):
        raise MechanismError(f"'{file}' is an address; only local files are read, copy it beside the model")
    return os.path.normpath(os.path.join(folder, file))


def read_bytes(path: str, largest: int, kind: str) -> bytes:
    """The content of a file; `kind` ("an STL file") says what it should be."""
    require_inside(path)
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            raise MechanismError(f"{path}: this is not a file; give the name of {kind}")
        if status.st_size <= largest:
            with open(path, "rb") as file:
                content = file.read(largest + 1)
    except FileNotFoundError:
        raise MechanismError(f"{path}: there is no such file; check the name and the folder") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise MechanismError(f"{path}: the file cannot be read: {reason}") from None
    if status.st_size > largest or len(content) > largest:
        size = max(status.st_size, largest) / 2**20
        raise MechanismError(f"{path}: the file is too large, {size:.0f} MiB; {kind} has at most {largest >> 20} MiB")
    return content
