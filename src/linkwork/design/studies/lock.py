"""A lock on a folder: one process at a time writes a study. It is gone with the process, however that ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO, Any, ClassVar

from linkwork.base.errors import AnalysisError


class FolderLock:
    """Held by the process that writes into a folder."""

    NAME: ClassVar[str] = "lock"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file: IO[Any] | None = None

    def take(self) -> None:
        """Hold the lock, or say who does."""
        path = self.folder / self.NAME
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise AnalysisError(f"study: the folder '{self.folder}' cannot be written: {error.strerror}") from None
        try:
            _hold(self._file)
        except OSError:
            self._file.close()
            self._file = None
            raise AnalysisError(
                f"study: another process is writing into the folder '{self.folder}'; wait for it, or name another"
            ) from None

    def release(self) -> None:
        """Let it go."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _hold(file: IO[Any]) -> None:
    if sys.platform == "win32":
        import msvcrt

        os.lseek(file.fileno(), 0, os.SEEK_SET)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
