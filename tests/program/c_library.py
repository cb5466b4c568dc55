"""A program in C, compiled into a library and called with numbers."""

from __future__ import annotations

import ctypes as c
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.program.program import Program

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


class CLibrary:
    """The functions of a program by their names; what they fill is returned."""

    def __init__(self, program: Program, folder: Path, level: str = "-O0") -> None:
        source, target = folder / "model.c", folder / "model.so"
        source.write_text(program.source("c", "model"), encoding="utf-8")
        options = ["-std=c99", level, "-fPIC", "-shared", "-w", str(source), "-o", str(target), "-lm"]
        subprocess.run([str(COMPILER), *options], check=True)
        self.library, self.shapes = c.CDLL(str(target)), program.recorded.shapes

    def call(self, function: str, t: float, state: list[Any], *results: str) -> list[np.ndarray]:
        """A function of q, v, x, u, which fills vectors of the sizes of these results."""
        given = [np.ascontiguousarray(each, float) for each in (*state, [0.0])]
        out = [np.zeros(int(np.prod(self.shapes[name])) + 1) for name in results]
        pointers = [each.ctypes.data_as(c.c_void_p) for each in (*given, *out)]
        getattr(self.library, f"model_{function}")(c.c_double(t), *pointers)
        return [values[:-1].reshape(self.shapes[name]) for values, name in zip(out, results, strict=True)]

    def move(self, q: list[float], d: Any) -> list[float]:
        """Positions moved by steps of the rates' coordinates."""
        moved, step = np.array(q, float), np.ascontiguousarray(d, float)
        self.library.model_move(moved.ctypes.data_as(c.c_void_p), step.ctypes.data_as(c.c_void_p))
        return [float(x) for x in moved]

    def close(self, t: float, q: Any, v: Any, x: Any, u: Any) -> tuple[list[float], list[float]]:
        """Positions and rates on the constraints."""
        given = [np.array([*each, 0.0], float) for each in (q, v, x, u, ())]
        pointers = [each.ctypes.data_as(c.c_void_p) for each in given]
        if self.library.model_close(c.c_double(t), *pointers) < 0:
            raise ValueError("no position on the constraints was found")
        return [float(each) for each in given[0][:-1]], [float(each) for each in given[1][:-1]]
