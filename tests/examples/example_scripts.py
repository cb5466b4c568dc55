"""Examples in Python, each run once for all the tests that look at it."""

from __future__ import annotations

import atexit
import contextlib
import functools
import runpy
import shutil
import tempfile
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@functools.cache
def script_of(name: str) -> tuple[dict[str, Any], Path]:
    """The names of a script after it ran, and the folder, empty before, with what it left there."""
    folder = Path(tempfile.mkdtemp(prefix="example-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with contextlib.chdir(folder):
        return runpy.run_path(str(EXAMPLES / name)), folder
