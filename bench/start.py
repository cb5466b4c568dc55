"""Start-up: processor time of whole processes, best of several, beside the floor that Python and numba set."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

REPEATS = 3
_NUMBA_FLOOR = """
import numba
@numba.njit(cache=True)
def add(a, b):
    return a + b
add(1.0, 2.0)
"""


def cpu_of(command: list[str], env: dict[str, str] | None = None) -> float:
    """Processor time of a process and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def rows() -> Iterator[dict[str, Any]]:
    """Help, import, check warm and cold, and their floors."""
    python = sys.executable
    cli = [python, "-m", "linkwork.cli.main"]
    with tempfile.TemporaryDirectory() as folder:
        model = str(Path(folder) / "slider-crank.yaml")
        floor = Path(folder) / "floor.py"
        floor.write_text(_NUMBA_FLOOR)
        subprocess.run([*cli, "new", model], check=True, stdout=subprocess.DEVNULL)
        cold = {**os.environ, "LINKWORK_CACHE": str(Path(folder) / "cache")}
        commands = {
            "python alone": [python, "-c", "pass"],
            "linkwork --help": [*cli, "--help"],
            "import linkwork": [python, "-c", "import linkwork; linkwork.Planar"],
            "one cached numba function (floor)": [python, str(floor)],
            "linkwork check, warm": [*cli, "check", model],
        }
        yield {"problem": "linkwork check, first ever (cold)", "cpu_s": round(cpu_of([*cli, "check", model], cold), 2)}
        for name, command in commands.items():
            cpu_of(command)
            yield {"problem": name, "cpu_s": round(min(cpu_of(command) for _ in range(REPEATS)), 3)}
