"""Files are written aside and then renamed, so that an interrupted write leaves no half file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def written_aside(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a path to write to beside `path`; it becomes `path` at the end, or vanishes on an error."""
    target = Path(path)
    aside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        yield aside
        os.replace(aside, target)
    finally:
        aside.unlink(missing_ok=True)
