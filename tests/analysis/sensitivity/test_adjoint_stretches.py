"""The discrete adjoint through switches of laws, events and breaks of functions of time, and in space."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.responses import Response
from linkwork.analysis.sensitivity.adjoint import adjoint
from linkwork.analysis.sensitivity.dynamic import simulate_tangents
from linkwork.base.errors import AnalysisError
from linkwork.elements.spatial import catalogue as library
from linkwork.numerics.analytic import STEP

TIGHT: dict[str, Any] = {"rtol": 1e-12, "atol": 1e-13}


def same(m: Any, responses: list[Any], until: float, points: int = 11, **options: Any) -> Any:
    """The adjoint's gradient by all parameters is the direct one to 1e-9."""
    names = list(m.parameters_by_name)
    found = adjoint(m, names, responses, until, points, **options)
    run, tangents = simulate_tangents(m, names, until, points, progress=False, formulation="projection", **options)
    for own, response in zip(found.gradient, responses, strict=True):
        value = response.value if isinstance(response, Response) else response
        direct = np.array([float(np.imag(value(one.run))) / STEP for one in tangents])
        assert np.max(np.abs(direct)) > 0.0
        np.testing.assert_allclose(own, direct, rtol=0, atol=1e-9 * np.max(np.abs(direct)))
    return run


def bumped(law: str, **more: float) -> lw.Planar:
    """A pendulum on a block that slides, with a law that changes."""
    m = lw.Planar("bumped")
    m.parameters(l=0.5, k=40.0, m2=0.7, x0=0.1, **more)
    m.set_gravity(0, -9.81)
    block, bob = m.body("block", estimate=(0, 0, 0)), m.body("bob", estimate=(0, 0, 1.2))
    m.mass(block, mass=1.0, inertia=0.1)
    m.mass(bob, mass="m2", center=(0, "-l"), inertia=0.01)
    m.translational("guide", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.revolute("pin", block.at(0, 0), bob.at(0, 0))
    m.force("law", block, x=law)
    return m


def test_a_law_that_changes_sides_several_times() -> None:
    m = bumped("if(block.x > x0, -k*(block.x - x0) - 3, 0) - 2*block.x")
    responses = [
        lambda run: run["block.x"][-1],
        lambda run: np.sum(run["bob.vx"] ** 2),
        lambda run: run["energy.kinetic"][-1] + run["pin.fy"][3],
    ]
    run = same(m, responses, 2.0, **TIGHT)
    assert len(run.events) == 2


def test_a_function_of_time_that_jumps_at_a_parameter() -> None:
    m = bumped("if(t < t1^2, k*x0, -3) - 2*block.x", t1=0.8)
    same(m, [lambda run: run["block.x"][-1], lambda run: np.sum(run["bob.angle"])], 1.5, 11, **TIGHT)


def test_times_of_events_and_values_at_them() -> None:
    m = bumped("-k*block.x")
    m.event("passes", "block.x - x0", direction="rising")
    responses = [Response("time(passes)"), Response("at_event(bob.omega, passes)"), Response("max(bob.omega)")]
    run = same(m, responses, 1.2, 121, **TIGHT)
    assert any(event.name == "passes" for event in run.events)


def test_the_verb_has_the_adjoint_for_events() -> None:
    m = bumped("if(block.x > x0, -k*(block.x - x0), 0) - 2*block.x")
    options: dict[str, Any] = {"analysis": "simulate", "until": 1.0, "points": 101, **TIGHT}
    direct, back = (m.sensitivity("final(bob.x)", method=method, **options) for method in ("direct", "adjoint"))
    np.testing.assert_allclose(back.gradient(), direct.gradient(), rtol=1e-8, atol=1e-10)


def test_blows_are_refused_with_a_way_out() -> None:
    m = bumped("-k*block.x")
    m.event("hit", "block.x - x0", direction="rising", jump={"block.vx": -0.5})
    with pytest.raises(AnalysisError, match="method='direct'"):
        adjoint(m, ["k"], [lambda run: run["block.x"][-1]], 1.0, 11)


def spatial_chain(count: int = 3) -> lw.Spatial:
    """Rods on universal and ball joints, with dampers and a spring."""
    m = lw.Spatial("spatial chain")
    m.set_gravity(0, 0, -9.81)
    before: Any = "ground"
    for i in range(count):
        m.parameters(**{f"l{i}": 0.3 + 0.02 * i, f"m{i}": 0.5 + 0.1 * i, f"J{i}": 0.004})
        mass = {"mass": f"m{i}", "center": [f"l{i}/2", 0, 0], "inertia": [0.001, f"J{i}", f"J{i}"]}
        m.body(f"rod{i}", (0.3 * i, 0, 0), mass=mass)
        start = [0, 0, 0] if i == 0 else [f"l{i - 1}", 0, 0]
        ends = [{before: start}, {f"rod{i}": [0, 0, 0]}]
        m.joint(f"B{i}", library.Spherical, between=ends)
        before = f"rod{i}"
    m.parameters(k=30.0)
    m.spring("tie", m.ground.at(0.4, 0.5, 0.2), f"rod{count - 1}", stiffness="k", free_length=0.3, damping=0.4)
    return m


def test_a_chain_in_space_has_the_direct_gradient() -> None:
    m = spatial_chain()
    responses = [
        lambda run: run["rod2.z"][-1],
        lambda run: np.sum(run["rod1.vx"] ** 2) + np.sum(run["rod2.omega.y"]),
        lambda run: run["B0.fz"][4] + run["energy.lost"][-1],
    ]
    same(m, responses, 0.5, **TIGHT)


def test_a_body_that_turns_far_gets_new_charts_on_the_way() -> None:
    m = spatial_chain(1)
    options = {"speeds": {"rod0.wx": 9.0, "rod0.wy": 4.0, "rod0.wz": 6.0}, **TIGHT}
    run = same(m, [lambda run: run["rod0.omega.y"][-1], lambda run: np.sum(run["energy.kinetic"])], 1.0, **options)
    assert run.statistics["fresh starts"] >= 2


def test_a_loop_in_space_with_a_driver() -> None:
    from sensitive_models import spatial_engine

    responses = [lambda run: run["slider.x"][-1], lambda run: run["motor.torque"][2]]
    same(spatial_engine(), responses, 0.1, 5, rtol=1e-10, atol=1e-11)


@pytest.mark.parametrize("gap", [0.0, 0.01])
def test_what_begins_at_the_start_itself_leaves_the_derivatives_of_the_state_that_is_started_from(gap: float) -> None:
    """A carriage that touches an absorber as the run begins; what comes to the start through the switch was lost."""
    m = lw.Planar("carriage on an absorber")
    m.parameters(v=2.0, level=1e4)
    m.carriage("c", at=(0, 0), along=(1, 0), mass=1000)
    m.absorber("A", "c", m.ground.at(1 + gap, 0), free_length=1, stiffness=1e6, levels=("level",))
    found = m.sensitivity(
        ["final(A.absorbed)"], analysis="simulate", method="adjoint", until=0.5, points=51, speeds={"c.vx": "v"}
    )
    assert found["final(A.absorbed)", "v"] == pytest.approx(2000, rel=1e-6)  # of m v^2 / 2, less the rise
    assert found["final(A.absorbed)", "level"] == pytest.approx(-1e4 / 1e6, rel=1e-6)
