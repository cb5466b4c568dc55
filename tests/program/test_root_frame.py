"""Trees recorded as seen from what a pin carries, or from the body that carries all: the same by fewer operations."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.program import joint_recorder
from linkwork.program.program import Program
from linkwork.vehicles import telelever_motorcycle


def arm(axis: Any = (0, 0, 1), gravity: Any = (0, 0, -9.81)) -> lw.Spatial:
    """Three links, the first on a pin that stands anyhow."""
    m = lw.Spatial("arm")
    m.parameters(m=1.5)
    m.set_gravity(*gravity)
    before: Any = m.ground
    for number, pin in enumerate((axis, (0, 1, 0), (1, 0, 0))):
        place = (0.3 + 0.2 * number, 0.1, 0.1 * number)
        link = m.body(f"link{number}", place)
        m.mass(link, mass="m", center=(0.1, 0.02, 0.01), inertia=(0.02, 0.03, 0.025))
        m.revolute(f"J{number}", before, link, at=place, axis=pin)
        before = link
    return m


def by_matrix(p: Program, values: dict[str, float]) -> Any:
    """Accelerations by mass matrix and forces, which are recorded in the axes of the world."""
    return np.linalg.solve(p.evaluate("mass", values), p.evaluate("forces", values))


@pytest.mark.parametrize("gravity", [(0, 0, -9.81), (1.0, -3.0, 9.0)])
@pytest.mark.parametrize("axis", [(0, 0, 1), (1, 2, -0.5)])
@pytest.mark.parametrize("kept", [(), ("m",)])
def test_accelerations_are_those_of_the_axes_of_the_world(axis: Any, gravity: Any, kept: tuple[str, ...]) -> None:
    p = arm(axis, gravity).program(kept, coordinates="joints")
    random = np.random.default_rng(2)
    for _ in range(3):
        values = {name: float(x) for name, x in zip((*p.coordinates, *p.rates), random.normal(size=6), strict=True)}
        values |= dict.fromkeys(kept, 0.8)
        accelerations, true = p.evaluate("accelerations", values), by_matrix(p, values)
        assert accelerations == pytest.approx(true, rel=1e-11, abs=1e-11 * np.abs(true).max())


def test_it_takes_fewer_operations_and_leaves_alone_what_more_than_weight_acts_on() -> None:
    def operations(m: lw.Spatial) -> tuple[int, int]:
        p = m.program(coordinates="joints")
        return sum(p.count("accelerations").values()), sum(p.count("mass", "forces").values())

    solved, of_the_world = operations(arm())
    assert solved < 0.8 * of_the_world
    pushed = arm()
    pushed.force("push", "link2", x="3 + link0.x")
    p = pushed.program(coordinates="joints")
    values = {"J0.angle": 0.4, "J1.angle": -0.3, "J2.angle": 0.2, "J0.omega": 1.0, "J2.omega": -2.0}
    assert p.evaluate("accelerations", values) == pytest.approx(by_matrix(p, values), rel=1e-11)


class Seen:
    """The equations of a mechanism along the axes of the body that carries all, and along those of the world."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, m: Any, forced: bool = False) -> None:
        """`forced`: those of the body are taken whatever they cost; they are recorded first."""
        entered: list[Any] = []

        class Entered(joint_recorder.OwnAxes):
            def __enter__(self) -> None:
                entered.append(self.work)
                super().__enter__()

        with monkeypatch.context() as patched:
            patched.setattr(joint_recorder, "OwnAxes", Entered)
            if forced:
                patched.setattr(joint_recorder, "_cost", lambda work, motion: 0)
            self.own = m.program(coordinates="joints")
        assert entered
        monkeypatch.setattr(joint_recorder, "hangs_on_one_body", lambda work: False)
        self.world = m.program(coordinates="joints")

    def state(self) -> dict[str, float]:
        """A state beside the start, with unit quaternions."""
        random, p = np.random.default_rng(3), self.own
        names = (*p.coordinates, *p.rates, *p.states, *p.inputs)
        start = dict(zip(p.coordinates, p.recorded.start, strict=True)) | p.recorded.begin
        state = {name: start.get(name, 0.0) + 0.2 * float(random.normal()) for name in names}
        for turn in p.recorded.turns:
            four = p.coordinates[turn.position : turn.position + 4]
            length = math.hypot(*(state[name] for name in four))
            state |= {name: state[name] / length for name in four}
        return state


def test_a_machine_in_the_axes_of_its_frame_has_the_same_equations(monkeypatch: pytest.MonkeyPatch) -> None:
    """A motorcycle with a loop in its fork, tyres, springs and own states."""
    seen = Seen(monkeypatch, telelever_motorcycle("telelever").mechanism(speed=20.0))
    state = seen.state()
    for result in ("mass", "forces", "jacobian", "gamma", "residual", "accelerations", "multipliers"):
        one, other = (p.evaluate(result, state) for p in (seen.own, seen.world))
        assert one == pytest.approx(other, rel=1e-9, abs=1e-11 * max(1.0, float(np.abs(other).max(initial=0.0))))
    counts = [sum(p.count("accelerations", "state_rates").values()) for p in (seen.own, seen.world)]
    assert counts[0] < 0.97 * counts[1]


def test_a_body_that_is_held_elsewhere_too_keeps_its_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that bind to the ground are along the axes of the world, whatever carries the rest."""
    m = lw.Spatial("two that float")
    m.set_gravity(0, 0, -9.81)
    one, two = m.body("one", (0, 0, 0)), m.body("two", (0.5, 0.1, 0))
    for body in (one, two):
        m.mass(body, mass=2, center=(0.1, 0.02, 0.03), inertia=(0.02, 0.03, 0.04))
    m.revolute("pin", one, two, at=(0.3, 0, 0), axis=(0.1, 1, 0.3))
    m.distance("rod", m.ground.at(0, 0, 1), two.at(0.2, 0, 0), value=1.1)
    seen = Seen(monkeypatch, m, forced=True)
    assert seen.own.source("python") != seen.world.source("python")
    state = seen.state()
    for result in ("mass", "forces", "jacobian", "gamma", "accelerations", "multipliers"):
        ours, other = (p.evaluate(result, state) for p in (seen.own, seen.world))
        assert ours == pytest.approx(other, rel=1e-10, abs=1e-10)
