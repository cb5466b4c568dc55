"""The runner as one file of C."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linkwork.base.aside import written_aside
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import FilePath
from linkwork.program.fmu.core import StateVector, c_of_core
from linkwork.program.program import Program, identifier, program
from linkwork.program.work import refuse_yielding

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


def runner(
    mechanism: Mechanism,
    path: FilePath,
    step: float,
    parameters: Sequence[str] = (),
    outputs: Sequence[str] = (),
    coordinates: str = "joints",
    speeds: Mapping[str, Any] | None = None,
    hold: Mapping[str, Any] | None = None,
    branch: int = 0,
) -> Path:
    """Write a runner of the mechanism in fixed steps as one file of C."""
    target = Path(path)
    text = runner_text(
        mechanism, identifier(target.stem), step, parameters, outputs, coordinates, speeds, hold, branch
    )[0]
    with written_aside(target) as aside:
        aside.write_text(text, encoding="utf-8")
    return target


def runner_text(
    mechanism: Mechanism,
    name: str,
    step: float,
    parameters: Sequence[str] = (),
    outputs: Sequence[str] = (),
    coordinates: str = "joints",
    speeds: Mapping[str, Any] | None = None,
    hold: Mapping[str, Any] | None = None,
    branch: int = 0,
) -> tuple[str, Program]:
    """The C of a runner, and the program that it runs, which knows the order of its inputs and outputs."""
    if not 0.0 < step < inf:
        raise AnalysisError(f"runner: step: expected a finite time above zero, in s; found {step}")
    refuse_yielding(mechanism, "runner")
    options: dict[str, Any] = {"nearest": True, "lawful": True, "hold": hold, "branch": branch}
    written = program(mechanism, parameters, coordinates, outputs, speeds, **options)
    text = c_of_core(written, StateVector(written), name, "", float(step))
    own = (files("linkwork.program.real_time") / "runner.c").read_text(encoding="utf-8")
    return "#define _DEFAULT_SOURCE\n#define _POSIX_C_SOURCE 200809L\n" + text + own, written
