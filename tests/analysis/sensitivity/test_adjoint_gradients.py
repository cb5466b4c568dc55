"""The discrete adjoint: the direct gradient to 1e-9, for trees and loops, many parameters, signals and energies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.sensitivity.adjoint import adjoint
from linkwork.analysis.sensitivity.dynamic import simulate_tangents
from linkwork.base.errors import AnalysisError
from linkwork.numerics.analytic import STEP

TIGHT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-12}


def chain(count: int) -> lw.Planar:
    """Rods with dampers in their joints, five parameters each."""
    m = lw.Planar("chain")
    m.set_gravity(0, -9.81)
    before, other = m.ground.at(0, 0), m.ground
    for i in range(count):
        values = {f"l{i}": 0.1, f"c{i}": 0.05 + 0.001 * i, f"m{i}": 0.1 + 0.01 * i, f"J{i}": 1e-4, f"d{i}": 1e-3}
        length, centre, mass, inertia, damping = m.parameters(**values)
        rod = m.body(f"rod{i}", estimate=(0.088 * i, -0.048 * i, -0.5))
        m.mass(rod, mass=mass, center=(centre, 0), inertia=inertia)
        m.revolute(f"J{i}", before, rod.at(0, 0))
        m.torsion_spring(f"s{i}", other, rod, damping=damping)
        before, other = rod.at(length, 0), rod
    return m


def controlled() -> lw.Planar:
    """A four-bar whose crank is held by a controller with a filter of its own, and a spring across two bodies."""
    m = lw.Planar("four-bar")
    r, length, _, mass = m.parameters(r=0.2, l=0.6, gain=3.0, m2=0.8)
    crank, coupler, rocker = (
        m.body("crank", (0, 0, 1.0)),
        m.body("coupler", (0.1, 0.17, 0.3)),
        m.body("rocker", (0.7, 0, 1.4)),
    )
    m.mass(crank, mass=0.5, center=(r / 2, 0), inertia=0.002)
    m.mass(coupler, mass=mass, center=(length / 2, 0), inertia=0.03)
    m.mass(rocker, mass=0.6, center=(0.2, 0), inertia=0.01)
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(r, 0), coupler.at(0, 0))
    m.revolute("B", coupler.at(length, 0), rocker.at(0.4, 0))
    m.revolute("C", m.ground.at(0.7, 0), rocker.at(0, 0))
    m.filter("slow", "rocker.angle", time_constant=0.1)
    m.force("hold", crank, torque="gain*(1.2 - slow) - 0.3*crank.omega")
    m.spring("tie", crank.at(r, 0), rocker.at(0.2, 0), stiffness=20.0, free_length=0.5, damping=0.1)
    return m


def both(m: Any, names: list[str], responses: list[Any], until: float, **options: Any) -> tuple[Any, Any]:
    """The gradients by the adjoint and by the direct method in the same coordinates."""
    found = adjoint(m, names, responses, until, 11, **options)
    tangents = simulate_tangents(m, names, until, 11, progress=False, formulation="projection", **options)[1]
    direct = [[float(np.imag(response(one.run))) / STEP for one in tangents] for response in responses]
    return found.gradient, np.array(direct)


def close(found: Any, exact: Any) -> None:
    for own, other in zip(found, exact, strict=True):
        np.testing.assert_allclose(own, other, atol=1e-9 * np.max(np.abs(other)))


def test_the_gradient_of_a_chain_is_the_direct_one() -> None:
    m = chain(4)
    names = list(m.parameters_by_name)
    responses = [
        lambda run: run["rod3.x"][-1],
        lambda run: np.sum(run["rod3.vy"] ** 2),
        lambda run: run["J0.fy"][5] + run["energy.lost"][-1] + run.system.env["m1"] * run["energy.kinetic"][3],
    ]
    close(*both(m, names, responses, 0.5, **TIGHT))


def test_the_gradient_of_a_controlled_loop_is_the_direct_one() -> None:
    responses = [lambda run: run["crank.angle"][-1], lambda run: run["slow"][4], lambda run: np.sum(run["tie.energy"])]
    close(*both(controlled(), ["r", "l", "gain", "m2"], responses, 0.5, **TIGHT))


def test_initial_rates_and_held_values_carry_parameters() -> None:
    m = chain(2)
    m.parameters(w=3.0, a=-0.4)
    options = {"speeds": {"rod0.omega": "w"}, "hold": {"rod0.angle": "a"}, **TIGHT}
    close(*both(m, ["w", "a", "l0", "m1"], [lambda run: run["rod1.y"][-1]], 0.4, **options))


def test_a_driven_loop_has_the_direct_gradient() -> None:
    m = controlled()
    m.parameters(w=2.0)
    m.drive("motor", joint="O", angle="1 + w*t")
    responses = [lambda run: run["motor.torque"][-1], lambda run: run["energy.driven"][-1]]
    close(*both(m, ["r", "w", "gain"], responses, 0.4, **TIGHT))


def test_a_response_may_have_a_value() -> None:
    class Last:
        def value(self, run: Any) -> Any:
            return run["rod1.x"][-1]

    found = adjoint(chain(2), ["l0", "m1"], [Last()], 0.3, 4)
    exact = adjoint(chain(2), ["l0", "m1"], [lambda run: run["rod1.x"][-1]], 0.3, 4)
    np.testing.assert_array_equal(found.gradient, exact.gradient)
    assert found.values[0] == found.run["rod1.x"][-1]


def test_the_adjoint_is_the_same_whatever_the_number_of_parameters_asked_for() -> None:
    m = chain(3)
    names = list(m.parameters_by_name)
    alone = [adjoint(m, [name], [lambda run: run["rod2.x"][-1]], 0.3, 4).gradient[0, 0] for name in names]
    together = adjoint(m, names, [lambda run: run["rod2.x"][-1]], 0.3, 4).gradient[0]
    np.testing.assert_allclose(together, alone, rtol=1e-10, atol=1e-13)


def test_events_are_refused_with_a_way_out() -> None:
    m = chain(1)
    m.event("low", "rod0.angle", direction="falling", jump={"rod0.omega": -0.5})
    with pytest.raises(AnalysisError, match=r"not through blows.*use method='direct'"):
        adjoint(m, ["l0"], [lambda run: run["rod0.x"][-1]], 0.5, 3, hold={"rod0.angle": 0.1})


def test_other_methods_are_refused() -> None:
    with pytest.raises(AnalysisError, match="leave the method out"):
        adjoint(chain(1), ["l0"], [lambda run: run["rod0.x"][-1]], 0.5, 3, method="radau")
