"""Schemes beside the usual one: motions and motions, contact between parts, limits of stability."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from linkwork.exchange.coupling import Coupled, FunctionPart, Interface, Structure


def spring_end(stiffness: float, load: float) -> FunctionPart:
    """A spring to the wall whose end takes a motion and gives the force on it."""

    def step(t: float, h: float, state: None, u: Any) -> Any:
        return None, [stiffness * u(h)[0] - load * (t + h)]

    face = Interface("motion", ("f",), ("x",))
    return FunctionPart(step, state=None, inputs=["x"], outputs=["f"], interfaces={"end": face})


def test_where_both_take_motions_that_motion_is_found_at_which_forces_balance() -> None:
    c = Coupled("two springs")
    c.add("a", spring_end(30.0, 0.0))
    c.add("b", spring_end(70.0, 5.0))
    c.glue("g", "a.end", "b.end")
    run = c.run(until=1.0, step=0.1, progress=False)
    assert run["g.x0"][1:] == pytest.approx(5.0 * run.t[1:] / 100.0, rel=1e-9)
    assert run["a.f"][1:] == pytest.approx(-run["b.f"][1:], abs=1e-9)


def touching(distance: Any, speed: Any) -> Any:
    """Two balls that press each other with a power of how deep they are; the second lies right of the first."""
    depth = np.maximum(0.1 - distance, 0.0)
    return -1e4 * depth**1.5


def test_two_balls_that_collide_between_parts_fly_on_as_in_one_model() -> None:
    c = Coupled("two balls")
    for name, mass, x, v in (("a", 1.0, 0.0, 1.0), ("b", 2.0, 0.15, -0.5)):
        c.add(name, Structure([[mass]], interfaces={"p": [0]}, x=[x], v=[v], method="exact"))
    c.spring("touch", "a.p", "b.p", law=touching)
    run = c.run(until=0.15, step=2e-4, progress=False)

    def rate(t: float, y: Any) -> Any:
        force = touching(y[1] - y[0], 0.0)
        return [y[2], y[3], force, -force / 2.0]

    single = solve_ivp(rate, (0, 0.15), [0.0, 0.15, 1.0, -0.5], rtol=1e-10, atol=1e-12)
    found = [run["a.p.x0"][-1], run["b.p.x0"][-1], run["a.p.v0"][-1], run["b.p.v0"][-1]]
    assert found == pytest.approx(single.y[:, -1], abs=1e-5)
    assert found[2:] == pytest.approx([-1.0, 0.5], abs=1e-4)  # an elastic impact of equal momenta


def largest(step: float, iterate: bool) -> float:
    c = Coupled("oscillator")
    for name, stiffness, v in (("a", 10.0, 1.0), ("b", 10.0, -1.0)):
        c.add(name, Structure([[1.0]], None, [[stiffness]], interfaces={"p": [0]}, v=[v], method="exact"))
    c.spring("s", "a.p", "b.p", stiffness=1000.0, damping=10.0)
    run = c.run(until=200 * step, step=step, iterate=iterate, interpolation="constant", progress=False)
    return float(np.abs(run["a.p.x0"]).max())


def test_without_iteration_a_step_has_a_limit_of_stability_which_iteration_moves() -> None:
    """x'' = -(k + 2 ks) x - 2 c x' of the relative motion: the spring's force is always one step old."""
    assert largest(0.004, False) < 0.1 < 1e3 < largest(0.08, False)
    assert largest(0.08, True) < 0.1
