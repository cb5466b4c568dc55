"""The ideal of a compromise is the least within the bounds, not the nearest one to the design given."""

from __future__ import annotations

from typing import Any

import pytest

import linkwork as lw

FREE = {"k": (60, 400)}
OVER: dict[str, Any] = {"until": 3, "points": 61}


def shaken(k: float = 100.0) -> lw.Planar:
    """A mass on a spring under 10 cos(5 t): its largest way has a local least at k = 100, and the least at 400."""
    m = lw.Planar("mass on a spring")
    m.parameters(k=k)
    b = m.body("b", estimate=(0, 0, 0))
    m.mass("b", mass=1, inertia=1)
    m.translational("g", m.ground.line((0, 0), (1, 0)), b.line((0, 0), (1, 0)))
    m.spring("s", m.ground.at(-1, 0), b.at(0, 0), stiffness="k", free_length=1)
    m.force("F", b, x="10*cos(5*t)")
    return m


def test_the_ideal_of_a_compromise_is_the_least_within_the_bounds() -> None:
    found = shaken().compromise(["max(b.x)", "k"], FREE, **OVER)
    (note,) = (note for note in found.notes if note.startswith("ideal: max(b.x)"))
    assert float(note.split("=")[1].split(",")[0]) == pytest.approx(0.0459226, rel=1e-5)
    assert "searches ended" in note and "23 designs over the bounds; not proven the least" in note


def test_the_first_level_of_a_hierarchy_is_the_least_within_the_bounds() -> None:
    found = shaken().compromise(["max(b.x)", "k"], FREE, way="hierarchical", worsening=0.2, **OVER)
    assert found.values["max(b.x)"] == pytest.approx(1.2 * 0.0459226, rel=1e-5)
    assert found.parameters["k"] > 350
    assert any(note.startswith("level 1: max(b.x) = 0.0459226") for note in found.notes)


def test_a_compromise_does_not_depend_on_the_design_given() -> None:
    found = shaken(395.0).compromise(["max(b.x)", "k"], FREE, **OVER)
    assert found.parameters["k"] == pytest.approx(100.0, abs=0.01)


def test_without_bounds_it_is_said_that_the_least_is_a_near_one() -> None:
    found = shaken().compromise(["(k - 90)^2", "k"], {"k": (60, None)}, way="hierarchical", until=0.1, points=3)
    assert any("no bounds for 'k'" in note for note in found.notes)
