"""The graph of a mechanism."""

from __future__ import annotations

import subprocess
import sys

import linkwork as lw
from linkwork.topology.graph import graph_of, islands


def mechanism() -> lw.Planar:
    m = lw.Planar()
    a, b, c, d = m.bodies("a", "b", "c", "d")
    m.revolute("O", m.ground, a)
    m.revolute("P", a.at(1, 0), b)
    m.revolute("Q", c, d)
    m.drive("motor", joint="O", angle="t")
    return m


def test_bodies_are_nodes_and_joints_and_drivers_are_edges() -> None:
    graph = graph_of(mechanism())
    assert list(graph) == ["ground", "a", "b", "c", "d"]
    assert {key: {first, second} for first, second, key in graph.edges(keys=True)} == {
        "O": {"ground", "a"},
        "motor": {"ground", "a"},
        "P": {"a", "b"},
        "Q": {"c", "d"},
    }
    assert graph.edges["ground", "a", "motor"]["driver"]


def test_islands_do_not_touch_the_ground() -> None:
    m = mechanism()
    assert islands(graph_of(m)) == [["c", "d"]]
    m.drive("other", between=("b", "d"), angle=0)
    assert islands(graph_of(m)) == []


def test_networkx_is_imported_only_for_a_graph() -> None:
    code = "import sys, linkwork as lw; lw.Planar('x').body('a'); print('networkx' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
