"""Garcia de Jalon and Bayo, Example 10.6: ten seconds through eleven singular positions."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of
from published.mechanisms.equal_links import equal_links

SOURCE = "Garcia de Jalon and Bayo, Example 10.6"
SPEED = {"rod.end.vx": -4.0}


@cache
def run(formulation: str, method: str, tolerance: float) -> Run:
    settings = {"penalty": 1e7, "frequency": 10.0, "damping": 1.0} if formulation in ("augmented", "canonical") else {}
    if formulation == "joint-augmented":
        settings = {"penalty": 1e3}
    return equal_links().simulate(
        10.0,
        4001,
        formulation=formulation,
        settings=settings,
        method=method,
        rtol=tolerance,
        atol=tolerance,
        speeds=SPEED,
        progress=False,
    )


def crossings(found: Run) -> np.ndarray:
    """Times at which the slider passes under the crank's pin and both bars are upright."""
    x, v = found["rod.end.x"], found["rod.end.vx"]
    before = np.nonzero(x[:-1] * x[1:] < 0)[0]
    return found.t[before] - x[before] / v[before]


def cases() -> list[Case]:
    found = []
    for formulation, method, tolerance in (
        ("augmented", "adams", 1e-5),
        ("canonical", "adams", 1e-5),
        ("augmented", "adams", 1e-8),
        ("canonical", "adams", 1e-8),
        ("projection", "adams", 1e-8),
        ("partitioning", "dop853", 1e-8),
        ("hybrid", "dop853", 1e-8),
        ("null-space", "dop853", 1e-8),
        ("joint-partitioning", "dop853", 1e-8),
        ("joint-null-space", "dop853", 1e-8),
        ("joint-augmented", "adams", 1e-8),
        ("joint-canonical", "dop853", 1e-8),
    ):
        setup = f"{formulation}, {method}, tolerance {tolerance:g}"
        key = (formulation, method, tolerance)
        found.append(
            Case(SOURCE, f"singular positions passed, {setup}", 11, lambda key=key: len(crossings(run(*key))), 0)
        )
        if tolerance < 1e-6:
            found.append(
                Case(SOURCE, f"time of the last, {setup} (s)", 9.2446, lambda key=key: crossings(run(*key))[-1], 1e-4)
            )
    return found


test_cases = checks_of(cases)


def test_default_settings_pass_all_of_them() -> None:
    found = equal_links().simulate(10.0, 4001, speeds=SPEED, progress=False)
    assert found.completed and len(crossings(found)) == 11
    assert abs(crossings(found)[-1] - 9.2446) < 1e-4
    assert np.ptp(found["energy.total"]) < 1e-5 and np.max(found.violation()) < 1e-12


@pytest.mark.parametrize("formulation", ["augmented", "canonical"])
def test_both_penalty_forms_keep_the_energy_and_the_constraints(formulation: str) -> None:
    found = run(formulation, "adams", 1e-8)
    assert np.ptp(found["energy.total"]) < 1e-3 and np.max(found.violation()) < 1e-6
