"""Files are written aside and then renamed, so that an interrupted write leaves no half file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from linkwork.base.beside import beside
from linkwork.base.errors import AnalysisError, shown


@contextmanager
def written_aside(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a path to write to beside `path`; it becomes `path` at the end, or vanishes on an error."""
    target = target_of(path)
    aside = beside(target)
    try:
        yield aside
        os.replace(aside, target)
    except OSError as error:
        raise AnalysisError(f"cannot write '{target}': {error.strerror or error}") from None
    finally:
        aside.unlink(missing_ok=True)


def target_of(path: str | os.PathLike[str]) -> Path:
    """The file to be written, in a folder that is there."""
    try:
        target = Path(path)
    except TypeError:
        raise AnalysisError(f"expected the name of a file to write; found {shown(path)}") from None
    try:
        folder, home = not target.name or target.is_dir(), target.parent.is_dir()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise AnalysisError(f"cannot write {shown(str(target))}: {why}") from None
    if folder:
        raise AnalysisError(f"cannot write '{target}': it is a folder; give the name of a file")
    if not home:
        raise AnalysisError(f"cannot write '{target}': there is no folder '{target.parent}'; make it first")
    return target
