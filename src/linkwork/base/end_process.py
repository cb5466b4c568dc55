"""How processes that this one has started are ended: they are waited for, and ended by force if they do not hear."""

from __future__ import annotations

import contextlib
import subprocess
from typing import Any

PATIENCE = 5.0  # s that a process has to end by itself, and a thread that listened to it


def wait_for_end(process: subprocess.Popen[Any]) -> None:
    """Wait until a process that was told to end has done so."""
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def close_quietly(*files: Any) -> None:
    """Close pipes and files of a process that may be gone; what it did not take is lost."""
    for file in files:
        with contextlib.suppress(OSError, ValueError):
            if file is not None:
                file.close()
