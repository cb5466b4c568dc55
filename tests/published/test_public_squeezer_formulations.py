"""IVP-1: Andrews' squeezing mechanism by every formulation: 1e-8 against the published values, the best to 1e-10."""

from __future__ import annotations

from functools import cache

import pytest

from linkwork.run.run import Run
from linkwork.system.formulations.formulations import FORMULATIONS
from published.case import Case
from published.case import tests_of as checks_of
from published.mechanisms.squeezer import squeezer
from published.test_public_squeezer import EXACT, PUBLISHED, SOURCE, angles


@cache
def run(formulation: str, method: str = "dop853") -> Run:
    return squeezer().simulate(0.03, 2, method=method, rtol=1e-12, atol=1e-14, formulation=formulation, progress=False)


def cases() -> list[Case]:
    return [
        Case(
            SOURCE,
            f"{name} at t = 0.03 s, {formulation} (rad)",
            PUBLISHED[name],
            lambda name=name, formulation=formulation: angles(run(formulation))[name],
            1e-8,
            exact=EXACT[name],
            exact_tolerance=1e-10,
        )
        for formulation in FORMULATIONS
        for name in PUBLISHED
    ]


test_cases = checks_of(cases)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_adams_agrees_with_the_reference(formulation: str) -> None:
    found = angles(run(formulation, "adams"))
    assert max(abs(found[name] - EXACT[name]) for name in EXACT) < 1e-9
