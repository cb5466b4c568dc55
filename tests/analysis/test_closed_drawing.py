"""A simulation from a drawing that is closed starts there, as assembling it would, and from nowhere else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.assembly.drawn import closed_drawing


def chain(off: float = 0.0) -> lw.Planar:
    m = lw.Planar("chain")
    m.set_gravity(0, -9.81)
    before, x, y = m.ground.at(0, 0), 0.0, 0.0
    for number, angle in enumerate((-0.5, -0.7, 0.3)):
        rod = m.body(f"rod{number}", estimate=(x + (off if number else 0.0), y, angle))
        x, y = x + float(np.cos(angle)), y + float(np.sin(angle))
        m.mass(rod, mass=1.0, center=(0.5, 0), inertia=0.1)
        m.revolute(f"J{number}", before, rod.at(0, 0))
        before = rod.at(1, 0)
    return m


def arm() -> lw.Spatial:
    m = lw.Spatial("arm")
    m.set_gravity(0, 0, -9.81)
    first, second = m.body("first", (0, 0, 0)), m.body("second", (0.3, 0, 0.1))
    for link in (first, second):
        m.mass(link, mass=1.0, center=(0.1, 0.02, 0), inertia=(0.02, 0.03, 0.025))
    m.revolute("A", m.ground, first, at=(0, 0, 0), axis=(0, 0, 1))
    m.revolute("B", first, second, at=(0.3, 0, 0.1), axis=(0, 1, 0))
    return m


def started(m: Any) -> Any:
    return closed_drawing(m, m.system(dynamics=True), 0.0)


@pytest.mark.parametrize("build", [chain, arm])
def test_a_closed_drawing_is_what_assembling_it_gives(build: Any) -> None:
    drawn, assembled = started(build()), build().assemble()
    assert np.array_equal(drawn.q, assembled.q)
    assert (drawn.ok, drawn.branch, drawn.notes) == (True, assembled.branch, assembled.notes)
    run = build().simulate(until=0.1, points=3, progress=False)
    through = build().simulate(until=0.1, points=3, branch=assembled, progress=False)
    assert np.array_equal(run.q, through.q) and run.notes == through.notes


def test_an_open_drawing_is_assembled() -> None:
    assert started(chain(1e-6)) is None
    run = chain(1e-6).simulate(until=0.1, points=3, progress=False)
    assert np.max(np.abs(run.q[0] - chain(1e-6).assemble().q)) < 1e-11


def without_estimate(m: lw.Planar) -> None:
    free = m.body("free")
    m.mass(free, mass=1.0, center=(0, 0), inertia=0.1)
    m.revolute("K", m.ground.at(0, 0), free.at(0, 0))


MOVED: dict[str, Any] = {
    "a driver": lambda m: m.drive("motor", joint="J0", angle="-0.5 + t"),
    "an initial value": lambda m: m.initially(rod0_angle=-0.5),
    "a body without an estimate": without_estimate,
}


@pytest.mark.parametrize("what", MOVED)
def test_what_has_to_be_looked_at_is_assembled(what: str) -> None:
    m = chain()
    MOVED[what](m)
    assert started(m) is None
