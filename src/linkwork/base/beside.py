"""Where a file is written before it takes its place, and what killed processes left there."""

from __future__ import annotations

import errno
import os
from pathlib import Path

_ENDING = ".part"


def beside(target: Path) -> Path:
    """A place in the folder of a file for writing it; places of processes that are gone are cleared."""
    if not target.name:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    try:
        for name in os.listdir(target.parent):
            if name.startswith(f".{target.name}.") and name.endswith(_ENDING) and _is_orphan(name, target):
                (target.parent / name).unlink(missing_ok=True)
    except OSError:
        pass  # a folder that cannot be listed can perhaps be written
    return target.with_name(f".{target.name}.{os.getpid()}{_ENDING}")


def _is_orphan(name: str, target: Path) -> bool:
    """Whether the process whose number the name holds is gone."""
    number = name.removeprefix(f".{target.name}.").removesuffix(_ENDING)
    if not number.isdigit() or int(number) == os.getpid():
        return False
    if os.name == "nt":  # there is no harmless question to a process: a file that is in use cannot be removed anyway
        return True
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False
