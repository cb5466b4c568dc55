"""A test plan: scenarios with faults and the reactions that are expected, from a file, and the report of what came."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from linkwork.base.errors import LinkworkError, MechanismError, ModelFileError
from linkwork.base.file_text import read_text
from linkwork.base.text_tables import table
from linkwork.expression.given import public, publicly_made
from linkwork.formats.yaml_reader import read_tree
from linkwork.library.vehicles.car import Car
from linkwork.library.vehicles.control.bench import BenchRun, Scenario, control_bench
from linkwork.library.vehicles.control.faults import Fault
from linkwork.library.vehicles.control.unit import ControlUnit


@public
@publicly_made
@dataclass(frozen=True)
class Expectation:
    """What has to happen: a failure in the memory, or a signal that equals, is below or above a number.

    A failure may name its layer and a time before which it is found. A signal counts at the `end`, `always` or `once`.
    """

    failure: str | None = None
    layer: str | None = None
    before: float = math.inf
    signal: str | None = None
    equals: float | None = None
    below: float | None = None
    above: float | None = None
    when: Literal["end", "always", "once"] = "end"

    def __post_init__(self) -> None:
        if (self.failure is None) == (self.signal is None):
            raise MechanismError("an expectation: it is of a failure or of a signal, one of them")
        given = [self.equals, self.below, self.above]
        if self.signal is not None and all(number is None for number in given):
            raise MechanismError(f"an expectation of '{self.signal}': say what it equals, or is below or above of")

    @property
    def words(self) -> str:
        """The expectation as a sentence."""
        if self.failure is not None:
            layer = f" by the {self.layer} layer" if self.layer else ""
            early = f" before {self.before:g} s" if math.isfinite(self.before) else ""
            return f"failure of {self.failure} is found{layer}{early}"
        parts = (("equals", self.equals), ("is below", self.below), ("is above", self.above))
        told = " and ".join(f"{word} {number:g}" for word, number in parts if number is not None)
        return f"{self.signal} {told} ({self.when})"

    def judged(self, run: BenchRun) -> tuple[bool, str]:
        """Whether it happened, and what did."""
        if self.failure is not None:
            for failure in run.failures:
                if failure.signal == self.failure and self.layer in (None, failure.layer):
                    return failure.t < self.before, f"{failure.layer} at {failure.t:.3f} s: {failure.reason}"
            known = ", ".join(sorted({failure.signal for failure in run.failures})) or "none"
            return False, f"failures: {known}"
        values = run[str(self.signal)]
        values = values[-1:] if self.when == "end" else values
        good = values == values
        if self.equals is not None:
            good &= values == self.equals
        if self.below is not None:
            good &= values < self.below
        if self.above is not None:
            good &= values > self.above
        seen = f"{values[-1]:.6g}" if self.when == "end" else f"{min(values):.6g} to {max(values):.6g}"
        return bool(good.any() if self.when == "once" else good.all()), seen


@public
@publicly_made
@dataclass(frozen=True)
class PlanReport:
    """Rows of scenario, expectation, whether it held, and what was seen."""

    rows: tuple[tuple[str, str, bool, str], ...]

    @property
    def passed(self) -> bool:
        """Whether all held."""
        return all(good for _, _, good, _ in self.rows)

    def text(self) -> str:
        """The report as a table."""
        rows = [[scenario, words, "held" if good else "MISSED", seen] for scenario, words, good, seen in self.rows]
        missed = sum(not good for _, _, good, _ in self.rows)
        verdict = f"{len(rows)} expectations, {missed} missed"
        return "\n".join([*table(["scenario", "expected", "verdict", "seen"], rows, left=4), verdict])


Plan = list[tuple[Scenario, tuple[Expectation, ...]]]


@public
def read_plan(path: str | os.PathLike[str]) -> list[Any]:
    """Scenarios of a YAML file, each with its expectations, for `run_plan`."""
    name = os.fspath(path)
    data = read_tree(read_text(path), name).plain()
    if set(data) != {"scenarios"} or not isinstance(data["scenarios"], list):
        raise ModelFileError(f"{name}: a test plan has one key, scenarios, and a list of them below it")
    return [_scenario(f"{name}: scenario {number}", entry) for number, entry in enumerate(data["scenarios"], 1)]


def _scenario(where: str, entry: Any) -> tuple[Scenario, tuple[Expectation, ...]]:
    if not isinstance(entry, dict):
        raise ModelFileError(f"{where}: it is a mapping with name, speed, until ...")
    given = dict(entry)
    expected = _listed(where, given, "expect")
    faults = tuple(_made(f"{where}: fault", Fault, fault) for fault in _listed(where, given, "faults"))
    if "brake" in given:
        try:
            given["brake"] = tuple((float(t), float(torque)) for t, torque in given["brake"])
        except (TypeError, ValueError):
            raise ModelFileError(f"{where}: brake is a list of pairs of time and torque") from None
    scenario: Scenario = _made(where, Scenario, given | {"faults": faults})
    return scenario, tuple(_made(f"{where}: expectation", Expectation, each) for each in expected)


def _listed(where: str, given: dict[str, Any], key: str) -> list[Any]:
    entries = given.pop(key, [])
    if not isinstance(entries, list):
        raise ModelFileError(f"{where}: {key} is a list")
    return entries


def _made(where: str, kind: Any, given: Any) -> Any:
    known = [each.name for each in fields(kind)]
    if not isinstance(given, Mapping) or not set(given) <= set(known):
        raise ModelFileError(f"{where}: it takes {', '.join(known)}")
    try:
        return kind(**given)
    except (LinkworkError, TypeError) as error:
        raise ModelFileError(f"{where}: {error}") from None


@public
def run_plan(car: Car, plan: list[Any], *, unit: ControlUnit | None = None, seed: int = 0) -> PlanReport:
    """Run every scenario of a plan with a car and judge what happened."""
    rows: list[tuple[str, str, bool, str]] = []
    for scenario, expected in plan:
        run = control_bench(car, scenario, unit=unit, seed=seed)
        for expectation in expected:
            good, seen = expectation.judged(run)
            rows.append((scenario.name, expectation.words, good, seen))
    return PlanReport(tuple(rows))
