"""The tangent of systems of several bodies: how many evaluations it takes, and that it is right."""

from __future__ import annotations

from typing import Any

import linkwork as lw
from linkwork.system.tangent.table import tangent_of
from system.tangent_probe import compare, heavy


def chain(count: int, hub: bool = False) -> lw.Planar:
    """Rods on each other or all on the first, with springs, a motor with an integral and a law that reads afar."""
    m = lw.Planar("chain")
    before: Any = m.ground
    for i in range(count):
        rod = m.body(f"rod{i}", estimate=(0.1 * i, 0.02 * i, 0.1 * i), points={"tip": (0.1, 0)})
        m.revolute(f"J{i}", before.at(0.1, 0), rod.at(0, 0))
        m.spring(f"S{i}", before.at(0.03, 0.1), rod.at(0.05, 0.02), stiffness=50 + i, damping=0.7)
        before = before if hub and i else rod
    return m


def test_tangent_of_a_chain_with_springs_needs_a_number_of_evaluations_that_does_not_grow() -> None:
    short, long = chain(12), chain(40)
    assert tangent_of(heavy(short).system(dynamics=True)).moves == tangent_of(heavy(long).system(dynamics=True)).moves
    compare(short)


def test_tangent_of_many_bodies_on_one_is_right() -> None:
    compare(heavy(chain(9, hub=True)))


def test_tangent_with_signals_and_own_states_is_right() -> None:
    m = heavy(chain(8))
    m.motor("servo", "J1", position="sin(t)", proportional=5, derivative=0.4, integral=2)
    m.force("wind", "rod6.tip", x="0.3*rod2.vx*rod7.y", y="rod1.omega")
    compare(m)
