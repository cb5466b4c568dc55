"""`simulate(compiled="model")`: the loop calls a right-hand side made for one mechanism, with the tables' numbers."""

from __future__ import annotations

import ctypes
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.simulation import compiled
from linkwork.analysis.simulation.simulate import begin
from linkwork.base.errors import AnalysisError
from linkwork.numerics.integrators import integrator_state_kernel as place
from linkwork.program.loop.model_rate import model_rate
from linkwork.system.loop import simulation_state_kernel as loop
from program.test_readable import inverted

EXAMPLES = Path(__file__).parents[2] / "examples"
RATE = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3, ctypes.c_double, *[ctypes.c_void_p] * 2)
pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is there")


def switched() -> lw.Planar:
    """A pendulum with an own state, an input, a law that decides, a sampled controller and an event."""
    m = lw.Planar("switched")
    bob = m.body("bob", estimate=(0, 0, -1.0))
    m.revolute("O", m.ground.at(0, 0), bob.at(0, 0))
    m.mass(bob, mass=1, center=(0.5, 0), inertia=0.01)
    m.set_gravity(0, -9.81)
    m.flag("grip")
    m.force("stop", bob, torque="if(bob.angle > -1.2, -30*(bob.angle + 1.2), 0) - 0.1*bob.omega + grip")
    m.event("passes", "bob.omega", put={"grip": 0.5})
    return m


def evaluations_differ(m: Any, **options: Any) -> float:
    """The largest difference of both right-hand sides about a state of the motion, of the largest number."""
    begun = begin(m, until=0.3, **options)
    moment = compiled_run(begun)
    k, p, size = moment.tables.k, moment.tables.p, int(moment.s[place.SIZE])
    tables, own = int(moment.state[loop.RATE]), model_rate(begun.system, moment, begun.assembly.q, begun.v)
    random, worst = np.random.default_rng(3), 0.0
    for _ in range(20):
        y = moment.z[moment.s[place.Y] :][:size] + 1e-3 * random.normal(size=size)
        seen = []
        for address in (tables, own):
            w, dy = moment.w.copy(), np.zeros(size)
            RATE(address)(k.ctypes.data, p.ctypes.data, w.ctypes.data, 0.3, y.ctypes.data, dy.ctypes.data)
            seen.append(dy)
        worst = max(worst, np.max(np.abs(seen[0] - seen[1])) / max(np.max(np.abs(seen[0])), 1.0))
    return float(worst)


def compiled_run(begun: Any) -> Any:
    """The moment at the end of a run by the tables."""
    return begun.followed(begun.loop, "tables", False).moment


@pytest.mark.parametrize("name", ["slider-crank", "gallery/squeezer", "heavy-top", "gallery/governor"])
def test_an_evaluation_is_that_of_the_tables(name: str) -> None:
    assert evaluations_differ(lw.load(EXAMPLES / f"{name}.yaml"), formulation="joint") < 1e-12


def test_a_run_is_that_of_the_tables_with_work_and_reactions() -> None:
    m: Any = lw.load(EXAMPLES / "slider-crank.yaml")
    one, other = (m.simulate(until=1.0, formulation="joint", compiled=each) for each in ("tables", "model"))
    assert compiled.NOTE in other.notes and compiled.NOTE not in one.notes
    for name in ("slider.x", "energy.lost", "energy.driven"):
        assert other[name] == pytest.approx(one[name], rel=1e-9, abs=1e-11 * max(np.abs(one[name]).max(), 1.0))
    assert other.statistics["steps"] == one.statistics["steps"]


def test_laws_that_decide_flags_and_events_are_followed() -> None:
    m = switched()
    one, other = (m.simulate(until=3.0, formulation="joint", compiled=each) for each in ("tables", "model"))
    assert [event.kind for event in other.events] == [event.kind for event in one.events] and len(one.events) > 3
    assert other["bob.angle"] == pytest.approx(one["bob.angle"], abs=1e-9)


@pytest.mark.parametrize(
    "law",
    [
        "max(0, cart.x)",
        "min(0.2, cart.x)",
        "max(0, min(1, cart.x - 0.1))",
        "abs(cart.x)",
        "sign(cart.x)",
        "max(0, cart.x - 5)",
    ],
)
def test_every_decision_of_a_law_is_the_one_of_the_tables(law: str) -> None:
    """Sides are held in steps and changed at events: a decision that is left out would give one of both sides."""
    m = lw.Planar("cart")
    cart = m.body("cart")
    m.mass(cart, mass=1, inertia=1)
    m.translational("rail", m.ground.line((0, 0), (1, 0)), cart.line((0, 0), (1, 0)))
    m.signal("wanted", law)
    m.actuator("push", "rail", force="10*wanted")
    start: dict[str, Any] = {"hold": {"cart.x": -0.5}, "speeds": {"cart.vx": 3.0}}
    one, other = (m.simulate(0.5, 11, formulation="joint", compiled=each, **start) for each in ("tables", "model"))
    assert other["cart.x"] == pytest.approx(one["cart.x"], abs=1e-9)


def test_a_flat_position_is_stepped_over_as_by_the_tables() -> None:
    m = lw.Planar("parallelogram")
    one, two, rod = m.body("one"), m.body("two", estimate=(2, 0, 0)), m.body("rod", estimate=(0, 1, 0))
    m.revolute("A", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("B", m.ground.at(2, 0), two.at(0, 0))
    m.revolute("C", one.at(1, 0), rod.at(0, 0))
    m.revolute("D", two.at(1, 0), rod.at(2, 0))
    for body in (one, two, rod):
        m.mass(body, mass=1, inertia=0.1)
    start: dict[str, Any] = {"hold": {"one.angle": 1.0, "two.angle": 1.0}, "speeds": {"one.omega": 3.0}}
    runs = [m.simulate(until=3.0, formulation="joint", compiled=each, **start) for each in ("tables", "model")]
    for run in runs:
        assert run["one.angle"] == pytest.approx(1.0 + 3.0 * run.t, abs=1e-6)
    assert [event.kind for event in runs[0].events] == [event.kind for event in runs[1].events]


def test_a_long_run_changes_to_its_own_right_hand_side_and_a_short_one_does_not(monkeypatch: Any) -> None:
    m = inverted()
    assert compiled.NOTE not in m.simulate(until=1.0).notes
    monkeypatch.setattr(compiled, "FIRST_LOOK", 5)
    monkeypatch.setattr(compiled, "WORTH", 10)
    run, again = m.simulate(until=1.0), m.simulate(until=1.0)
    assert compiled.NOTE in run.notes and np.array_equal(run.q, again.q)
    assert run.q == pytest.approx(m.simulate(until=1.0, compiled="tables").q, abs=1e-7)


def test_what_has_no_right_hand_side_of_its_own_is_refused_by_name() -> None:
    m = switched()
    with pytest.raises(AnalysisError, match="expected auto, model or tables; found 'modl'"):
        m.simulate(until=1.0, compiled="modl")
    with pytest.raises(AnalysisError, match="right-hand side of formulation 'joint', and this run takes 'projection'"):
        m.simulate(until=1.0, formulation="projection", compiled="model")
    with pytest.raises(AnalysisError, match="'alpha' has equations of its own"):
        m.simulate(until=1.0, method="alpha", compiled="model")
    redundant: Any = lw.load(EXAMPLES / "redundant-parallelogram.yaml")
    with pytest.raises(AnalysisError, match="follow from others"):
        redundant.simulate(until=0.1, formulation="joint", compiled="model")
