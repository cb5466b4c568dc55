"""Files that are written aside: what a killed process left is cleared, what another one is writing is not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from linkwork.base.beside import beside


def test_parts_of_processes_that_are_gone_are_cleared(tmp_path: Path) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    left = tmp_path / f".run.csv.{gone.pid}.part"
    others = [
        tmp_path / f".run.csv.{os.getppid()}.part",
        tmp_path / ".run.csv.x.part",
        tmp_path / f".other.{gone.pid}.part",
    ]
    for file in (left, *others):
        file.write_text("half", encoding="utf-8")
    assert beside(tmp_path / "run.csv") == tmp_path / f".run.csv.{os.getpid()}.part"
    assert not left.exists()
    assert all(file.exists() for file in others)
