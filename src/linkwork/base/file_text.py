"""The text of a model file, read with care: size checked first, and text only."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from linkwork.base.beside import beside
from linkwork.base.confined import require_inside
from linkwork.base.errors import ModelFileError

LARGEST = 16 * 1024 * 1024
"""Bytes that a model file may have."""


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file; everything that cannot be a model file is refused."""
    name = os.fspath(path)
    require_inside(name)
    try:
        status = os.stat(name)
        if stat.S_ISDIR(status.st_mode):
            raise ModelFileError(f"{name}: this is a folder; give the name of a model file")
        if not stat.S_ISREG(status.st_mode):
            raise ModelFileError(f"{name}: this is not a file; give the name of a model file")
        _check_size(name, status.st_size)
        with open(name, "rb") as file:
            content = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise ModelFileError(f"{name}: there is no such file; check the name and the folder") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ModelFileError(f"{name}: the file cannot be read: {reason}") from None
    _check_size(name, len(content))
    return decode(content, name)


def decode(content: bytes, name: str) -> str:
    """Bytes as UTF-8 text; anything else is refused, with the place of the first bad byte."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = _place(content, error.start)
        raise ModelFileError(f"{name}:{place}: this is not UTF-8 text; save the file as UTF-8") from None
    if "\0" in text:
        place = _place(content, content.index(0))
        raise ModelFileError(f"{name}:{place}: this is a binary file; a model file is YAML text")
    return text


def _check_size(name: str, size: int) -> None:
    if size > LARGEST:
        limit = f"a model file has at most {LARGEST // 2**20} MiB"
        raise ModelFileError(f"{name}:1:1: the file is too large, {size / 2**20:.0f} MiB; {limit}")


def _place(content: bytes, at: int) -> str:
    before = content[:at]
    line_start = before.rfind(b"\n") + 1
    return f"{before.count(10) + 1}:{at - line_start + 1}"


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a path to write to beside the file; it takes the file's place at the end, or vanishes on an error."""
    target = Path(os.path.realpath(path))
    aside = beside(target)
    try:
        yield aside
        if target.exists():
            aside.chmod(stat.S_IMODE(target.stat().st_mode))
        os.replace(aside, target)
    finally:
        aside.unlink(missing_ok=True)
