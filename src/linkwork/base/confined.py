"""Reading confined to one folder: while a page is served, a model may name files beside and below it only."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from linkwork.base.errors import ModelFileError


class _Allowed(NamedTuple):
    folder: str
    files: tuple[str, ...]
    read: set[str]


_allowed: ContextVar[_Allowed | None] = ContextVar("allowed", default=None)


@contextmanager
def only_inside(folder: str, *files: str) -> Iterator[set[str]]:
    """Let nothing be read inside but the files in this folder and these ones; gives those read.

    Links are followed to where they lead now; the folder and the files given are without links, as they were when they
    were chosen.
    """
    read: set[str] = set()
    before = _allowed.set(_Allowed(folder, files, read))
    try:
        yield read
    finally:
        _allowed.reset(before)


def require_inside(path: str) -> None:
    """Refuse a file that may not be read now."""
    allowed = _allowed.get()
    if allowed is None:
        return
    realpath = os.path.realpath(path)
    if realpath not in allowed.files and not realpath.startswith(os.path.join(allowed.folder, "")):
        raise ModelFileError(
            f"{path}: it lies outside the folder of the model; a page shows files of that folder only: copy it there"
        )
    allowed.read.add(realpath)
