"""What hangs together in a mechanism."""

from __future__ import annotations

import linkwork as lw
from linkwork.topology.graph import islands, neighbours


def mechanism() -> lw.Planar:
    m = lw.Planar()
    a, b, c, d = m.bodies("a", "b", "c", "d")
    m.revolute("O", m.ground, a)
    m.revolute("P", a.at(1, 0), b)
    m.revolute("Q", c, d)
    m.drive("motor", joint="O", angle="t")
    return m


def test_joints_and_drivers_make_neighbours_of_bodies() -> None:
    around = {body: list(others) for body, others in neighbours(mechanism()).items()}
    assert around == {"ground": ["a"], "a": ["ground", "b"], "b": ["a"], "c": ["d"], "d": ["c"]}


def test_islands_do_not_touch_the_ground() -> None:
    m = mechanism()
    assert islands(m) == [["c", "d"]]
    m.drive("other", between=("b", "d"), angle=0)
    assert islands(m) == []


def test_islands_come_in_the_order_of_the_description() -> None:
    m = lw.Planar()
    a, b, c, d, e = m.bodies("a", "b", "c", "d", "e")
    m.revolute("P", e, b)
    m.revolute("Q", d, a)
    m.revolute("R", b, c)
    assert islands(m) == [["a", "d"], ["b", "c", "e"]]
