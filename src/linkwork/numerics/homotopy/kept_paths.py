"""Ends of paths kept in a file, so that a long run that is interrupted goes on where it was."""

from __future__ import annotations

import hashlib
import os
import time
import zipfile

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.aside import target_of, written_aside
from linkwork.base.errors import AnalysisError
from linkwork.numerics.homotopy.system import Tables

_EVERY = 10.0  # s between two writings


class KeptPaths:
    """A file with the ends that are known of one homotopy; another homotopy's file is refused."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = target_of(path)
        self._written = time.monotonic()
        self._mark = ""

    def restored(self, tables: Tables, starts: Array, accuracy: float, into: dict[str, Array]) -> Array:
        """Fill in what is kept; which paths are done."""
        digest = hashlib.sha256(repr(accuracy).encode())
        for array in (*tables.table, *tables.numbers, np.ascontiguousarray(starts)):
            digest.update(np.ascontiguousarray(array).tobytes())
        self._mark = digest.hexdigest()
        done = np.zeros(len(starts), bool)
        if not self.path.exists():
            return done
        try:
            with open(self.path, "rb") as file, np.load(file, allow_pickle=False) as data:
                kept = {name: data[name] for name in ("mark", "done", *into)}
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            raise AnalysisError(
                f"'{self.path}' does not hold paths of a homotopy, or is damaged; name another file, or remove it"
            ) from None
        if str(kept["mark"]) != self._mark:
            raise AnalysisError(
                f"'{self.path}' holds paths of another task; name another file, or remove it to begin anew"
            )
        for name, array in into.items():
            array[kept["done"]] = kept[name][kept["done"]]
        return np.asarray(kept["done"])

    def keep(self, done: Array, ends: dict[str, Array], now: bool = False) -> None:
        """Write what is known, at most every few seconds."""
        if now or time.monotonic() - self._written > _EVERY:
            with written_aside(self.path) as aside, open(aside, "wb") as file:
                np.savez(file, mark=np.array(self._mark), done=done, **ends)  # type: ignore[arg-type]
            self._written = time.monotonic()
