"""Bond graphs: their motion beside equations written by hand, their causality, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as lw
from linkwork.networks.causality import Causality

FINE: Any = {"rtol": 1e-10, "atol": 1e-10}


def graph(elements: dict[str, Any], bonds: list[tuple[str, str]]) -> lw.Planar:
    m = lw.Planar("bonds")
    m.circuit("c").bond_graph("G", elements, bonds)
    return m


def test_a_bond_graph_moves_as_its_equations_by_hand() -> None:
    m = graph(
        {
            "E": {"kind": "Se", "value": 5},
            "j": {"kind": "1"},
            "R": {"kind": "R", "value": 2},
            "L": {"kind": "I", "value": 0.5},
            "z": {"kind": "0"},
            "C": {"kind": "C", "value": 0.1, "start": 1},
            "G": {"kind": "GY", "value": 2},
            "J": {"kind": "I", "value": 0.05},
            "k": {"kind": "1"},
            "d": {"kind": "R", "value": 3},
        },
        [("E", "j"), ("j", "R"), ("j", "L"), ("j", "z"), ("z", "C"), ("z", "G"), ("G", "k"), ("k", "J"), ("k", "d")],
    )
    run = m.simulate(until=2.0, points=11, **FINE)
    # v = 2 w at all times: the inertia behind the gyrator is a capacity of J/r^2 beside C, and d one conductance d/r^2
    own = solve_ivp(
        lambda _t, y: [(5 - 2 * y[0] - y[1]) / 0.5, (y[0] - 3 / 4 * y[1]) / (0.1 + 0.05 / 4)],
        (0, 2),
        [0, 1],
        method="DOP853",
        rtol=1e-11,
        atol=1e-12,
        t_eval=run.t,
    )
    assert run["c.G.C.effort"] == pytest.approx(own.y[1], abs=1e-8)
    assert run["c.G.J.flow"] == pytest.approx(own.y[1] / 2, abs=1e-8)
    assert np.abs(run["c.balance"]).max() < 1e-13
    assert m.circuits["c"].parts["G"].causality.derivative == ["J"]  # type: ignore[union-attr]
    assert "derivative causality" in str(m.topology())


def test_a_modulated_transformer_and_a_law_keep_power() -> None:
    m = graph(
        {
            "E": {"kind": "Se", "value": 5},
            "j": {"kind": "1"},
            "R": {"kind": "R", "value": "2*flow + 0.1*flow^3"},
            "T": {"kind": "MTF", "value": "2 + sin(t)"},
            "L": {"kind": "I", "value": 0.5},
        },
        [("E", "j"), ("j", "R"), ("j", "T"), ("T", "L")],
    )
    run = m.simulate(until=2.0, points=11, **FINE)

    def rate(t: float, y: Any) -> Any:
        flow = y[0] / (2 + np.sin(t))
        return [(5 - 2 * flow - 0.1 * flow**3) / (2 + np.sin(t)) / 0.5]

    own = solve_ivp(rate, (0, 2), [0], method="DOP853", rtol=1e-11, atol=1e-12, t_eval=run.t)
    assert run["c.G.L.flow"] == pytest.approx(own.y[0], abs=1e-8)
    assert np.abs(run["c.balance"]).max() < 1e-13


def test_a_bond_drives_a_joint_and_brakes_it() -> None:
    m = lw.Planar("drive")
    wheel = m.body("wheel", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), wheel.at(0, 0))
    m.mass("wheel", inertia=0.2)
    elements = {
        "E": {"kind": "Se", "value": 3},
        "j": {"kind": "1"},
        "d": {"kind": "R", "value": 0.5},
        "O": {"kind": "joint", "joint": "O"},
    }
    m.circuit("c").bond_graph("G", elements, [("E", "j"), ("j", "d"), ("j", "O")])
    run = m.simulate(until=1.0, points=6, **FINE)
    assert run["wheel.omega"] == pytest.approx(6 * (1 - np.exp(-2.5 * run.t)), abs=1e-8)
    assert run["c.delivered_power"] == pytest.approx(run["c.G.O.effort"] * run["wheel.omega"], abs=1e-12)


def test_causality_goes_from_sources_to_stores_to_the_rest() -> None:
    kinds = {"E": "Se", "j": "1", "R": "R", "L": "I", "C": "C"}
    found = Causality(kinds, [("E", "j"), ("j", "R"), ("j", "L"), ("j", "C")])
    assert found.effort_from == {0: "E", 1: "R", 2: "j", 3: "C"}
    assert (found.integral, found.derivative) == (["L", "C"], [])
    twice = Causality({"S": "Sf", "j": "1", "L": "I", "R": "R"}, [("S", "j"), ("j", "L"), ("j", "R")])
    assert twice.derivative == ["L"]


@pytest.mark.parametrize(
    ("elements", "bonds", "words"),
    [
        ({"E": {"kind": "Se", "value": 1}, "j": {"kind": "1"}}, [("E", "x")], "ends at 'x', which is no element"),
        ({"E": {"kind": "Se", "value": 1}, "T": {"kind": "TF", "value": 2}}, [("E", "T")], "'T' .TF. has 1 bonds"),
        ({"E": {"kind": "Se"}, "R": {"kind": "R", "value": 2}}, [("E", "R")], "'E' .Se. needs a value"),
        (
            {"E": {"kind": "Se", "value": 1}, "F": {"kind": "Se", "value": 2}, "j": {"kind": "0"}},
            [("E", "j"), ("F", "j")],
            "effort would be given from both ends",
        ),
    ],
)
def test_a_bond_graph_that_cannot_be_is_refused_by_name(elements: Any, bonds: Any, words: str) -> None:
    with pytest.raises(lw.LinkworkError, match=words):
        graph(elements, bonds).simulate(until=0.1)
