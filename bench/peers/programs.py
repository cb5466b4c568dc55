"""The other programs: how they are found, installed and run, and from where their loops are called."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from typing import Any

PATIENCE = 120.0  # seconds by the wall clock that a program may take for a problem, all runs together


@dataclass(frozen=True)
class Program:
    """Another program: its module, its package, the script that runs it, what is called from where, where it has wheels."""

    name: str
    module: str
    package: str
    script: str
    called: str
    wheels: str

    def missing(self) -> str:
        """Why it cannot run here; empty when it can."""
        if importlib.util.find_spec(self.module) is not None:
            return ""
        return f"not installed: pip install {self.package} ({self.wheels})"

    def version(self) -> str:
        """Its version."""
        try:
            return metadata.version(self.package)
        except metadata.PackageNotFoundError:
            return "of unknown version"

    def lines(self, what: str, limit: float, patience: float = PATIENCE) -> Iterator[dict[str, Any]]:
        """What its script prints about a problem, as it comes; a run that takes too long is stopped."""
        command = [sys.executable, "-m", f"bench.peers.{self.script}", what]
        threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        environment = {**os.environ, **threads, "BENCH_LIMIT": f"{limit:g}", "PYTHONPATH": os.pathsep.join(sys.path)}
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        clock = threading.Timer(patience, process.kill)
        clock.start()
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if line.startswith("{"):
                    yield json.loads(line)
            if process.wait() != 0:
                yield {"peer": self.name, "problem": what, "stopped": f"stopped, or broken off after {patience:g} s"}
        finally:
            clock.cancel()
            process.kill()
            process.wait()


PROGRAMS = (
    Program(
        "mujoco", "mujoco", "mujoco", "bench_mujoco", "mj_step(nstep): the loop is in C", "wheels for all platforms"
    ),
    Program(
        "pinocchio",
        "pinocchio",
        "pin",
        "bench_pin",
        "aba or constraintDynamics in C++, called from an RK4 loop in Python: it has no integrator",
        "wheels for Linux and macOS",
    ),
    Program(
        "exudyn",
        "exudyn",
        "exudyn",
        "bench_exudyn",
        "SolveDynamic: the loop is in C++",
        "wheels for Linux, macOS and Windows",
    ),
    Program(
        "dartpy",
        "dartpy",
        "dartpy",
        "bench_dart",
        "World.step in C++, called from a loop in Python",
        "wheels for Linux, macOS on ARM and Windows",
    ),
)
