"""The search for a closed position: compiled and in Python alike, and where it must end without one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from analysis.builders import four_bar, slider_crank
from linkwork.analysis.assembly import position
from linkwork.system.constraints.equations import Equations
from linkwork.system.constraints.rank import is_known_independent, is_known_still


def _in_space() -> lw.Spatial:
    m = lw.Spatial("spatial slider-crank")
    crank, rod = m.body("crank", (0, 0.1, 0.12)), m.body("rod", (0, 0.12, 0.2))
    slider = m.body("slider", (0.22, 0, 0.01))
    m.revolute("O", m.ground, crank, at=(0, 0.1, 0.12), axis=(1, 0, 0))
    m.spherical("A", crank.at(0, 0, 0.08), rod.at(0, 0, 0))
    m.universal("B", rod.frame(at=(0.3, 0, 0), axis=(0, 0, 1)), slider.frame(axis=(0, 1, 0)))
    m.translational("guide", m.ground, slider, at=(0.2, 0, 0), axis=(1, 0, 0))
    return m


@pytest.mark.parametrize("build", [four_bar, slider_crank, _in_space])
def test_compiled_steps_lead_where_those_of_python_do(build: Callable[[], Any], monkeypatch: Any) -> None:
    equations = Equations(build().system(drivers=False))
    random, ends = np.random.default_rng(3), []
    starts = [equations.moved(equations.system.start, random.normal(0.0, 0.1, equations.n)) for _ in range(5)]
    for compiled in (True, False):
        if not compiled:
            monkeypatch.setattr(position, "_found_at_once", lambda *_: None)
        ends.append([position.find_root(equations, start, 0.0) for start in starts])
    for one, other in zip(*ends, strict=True):
        assert one.ok and other.ok and one.steps == other.steps
        assert equations.apart(one.q, other.q) == pytest.approx(np.zeros(equations.n), abs=1e-10)


def test_a_mechanism_that_cannot_close_ends_at_its_least_gap() -> None:
    m = lw.Planar("too short")
    one, two = m.body("one", estimate=(0, 0, 0)), m.body("two", estimate=(1, 0, 0))
    m.revolute("O", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("A", one.at(0.3, 0), two.at(0, 0))
    m.revolute("B", two.at(0.3, 0), m.ground.at(1, 0))
    assembled = m.assemble()
    assert not assembled.ok
    assert sum(gap.length for gap in assembled.gaps) == pytest.approx(0.4, abs=1e-6)


@pytest.mark.parametrize("far", [1e90, 1e160])
def test_rows_that_drown_the_damping_end_the_search(far: float) -> None:
    equations = Equations(slider_crank().system(drivers=False))
    start = equations.system.start.copy()
    start[0] = far
    with np.errstate(all="ignore"):
        end = position.find_root(equations, start, 0.0, kept=0)
    assert not end.ok


@pytest.mark.parametrize("build", [four_bar, slider_crank, _in_space])
def test_one_call_closes_where_the_ways_of_python_do(build: Callable[[], Any]) -> None:
    """The nearer of two closed positions, and what is told of it: its distance, that no row is implied, no rates."""
    system = build().system(drivers=False)
    random = np.random.default_rng(5)
    for _ in range(5):
        equations = Equations(system)
        start = equations.moved(system.start, random.normal(0.0, 0.1, equations.n))
        ends = [position.approach(equations, start, 0.0), position.find_root(equations, start, 0.0)]
        expected = min(ends, key=lambda end: position.norm_of(equations.apart(end.q, start)))
        system.computed.clear()
        one = position.closed_at_once(equations, start, 0.0)
        assert one is not None and one.ok and all(end.ok for end in ends)
        assert equations.apart(one.q, expected.q) == pytest.approx(np.zeros(equations.n), abs=1e-9)
        assert one.residual == pytest.approx(np.zeros(equations.m), abs=position.CLOSED)
        assert is_known_still(system, one.q, 0.0) and is_known_independent(system, one.q, 0.0)
        rest = position.nearest_root(equations, start, one.q, 0.0)
        if one.nearest is not None:
            assert one.nearest == pytest.approx(position.norm_of(equations.apart(rest, start)), rel=1e-12)
            assert np.array_equal(rest, one.q)


def test_one_call_leaves_what_is_not_plain_to_python() -> None:
    """Drawings that are closed, and mechanisms that cannot be."""
    equations = Equations(slider_crank().system(drivers=False))
    closed = position.find_root(equations, equations.system.start, 0.0).q
    assert position.closed_at_once(equations, closed, 0.0) is None
    far = equations.system.start.copy()
    far[0] = np.nan
    assert position.closed_at_once(equations, far, 0.0) is None
    flat = Equations(_flat().system(drivers=False))
    start = flat.system.start.copy()
    start[1] = 1e-3
    end = position.closed_at_once(flat, start, 0.0)
    assert end is not None and end.ok  # it closes there, but says nothing of its rows
    assert not is_known_independent(flat.system, end.q, 0.0) and not is_known_still(flat.system, end.q, 0.0)


def _flat() -> lw.Planar:
    """A rhomboid folded flat: one row is implied by the others there."""
    m = lw.Planar("flat")
    bodies = [m.body("one", estimate=(0, 0, 0)), m.body("two", estimate=(1, 0, 0)), m.body("three", estimate=(2, 0, 0))]
    before = m.ground.at(0, 0)
    for number, body in enumerate(bodies):
        m.revolute(f"J{number}", before, body.at(0, 0))
        before = body.at(1 if number != 1 else -1, 0)
    m.revolute("last", before, m.ground.at(1, 0))
    return m
