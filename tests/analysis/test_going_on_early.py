"""A run that went on is the run that never stopped, also where its end had a say in the very first step."""

from __future__ import annotations

import pytest

import linkwork as lw


@pytest.mark.parametrize("method", ["dop853", "adams"])
@pytest.mark.parametrize("law", ["10*t^3", "10*sin(5*t)", "10*cos(5*t)"])
@pytest.mark.parametrize("end", [1e-4, 1e-2, 0.3])
def test_where_the_first_run_ends_changes_no_digit(law: str, method: str, end: float) -> None:
    """From a law that is zero at the start the first length is a guess; cut by the end and refused, it was another."""
    m = lw.Planar("mass on a spring")
    b = m.body("b", estimate=(0, 0, 0))
    m.mass("b", mass=1, inertia=1)
    m.translational("g", m.ground.line((0, 0), (1, 0)), b.line((0, 0), (1, 0)))
    m.spring("s", m.ground.at(-1, 0), b.at(0, 0), stiffness=100, free_length=1)
    m.force("F", b, x=law)
    whole = m.simulate(1, 3, method=method, progress=False)
    gone_on = m.simulate(end, 2, method=method, progress=False).go_on(1, 2)
    assert gone_on["b.x"][-1] == whole["b.x"][-1]
    assert gone_on.statistics["steps"] == whole.statistics["steps"]
