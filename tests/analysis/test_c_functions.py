"""The compiled equations as C functions: what their addresses compute, what their tables hold, what is refused."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from bench.dynamic_problems import chain, slider_crank

import linkwork as lw
from linkwork.base.errors import AnalysisError

PART = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3, ctypes.c_double, *[ctypes.c_void_p] * 2)


def pendulum() -> lw.Planar:
    m = lw.Planar("pendulum")
    bar = m.body("bar", estimate=(0, 0, 0.3))
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.mass(bar, mass=2, center=(0.5, 0), inertia=0.1)
    m.set_gravity(0, -9.81)
    return m


def test_the_rate_is_the_equation_of_motion() -> None:
    """(J + m l^2) alpha = -m g l cos(angle), by a plain call of the address."""
    c = pendulum().c_functions(0.01, formulation="joint", hold={"bar.angle": 0.3})
    model, out = c.model(), np.zeros(len(c.y))
    PART(c.rate)(model.k, model.p, model.w, 0.0, model.y, out.ctypes.data)
    assert c.y[0] == pytest.approx(0.3)
    assert out[1] == pytest.approx(-2 * 9.81 * 0.5 * np.cos(0.3) / (0.1 + 2 * 0.25), rel=1e-14)


@pytest.mark.parametrize(("method", "formulation"), [("rk4", "projection"), ("dop853", "joint"), ("radau", "auto")])
def test_steps_lead_where_a_simulation_leads(method: str, formulation: str) -> None:
    m = slider_crank()
    c = m.c_functions(0.001, method=method, formulation=formulation, rtol=1e-10, atol=1e-12)
    assert c.advance(100) == 0 and c.t == pytest.approx(0.1) and c.length == 0.001
    own = m.simulate(0.1, 2, rtol=1e-12, atol=1e-13, progress=False)
    n = own.q.shape[1]
    assert np.max(np.abs(c.observed()[:n] - own.q[-1])) < 1e-7
    assert c.names[:3] == tuple(m.system().coordinates[:3]) and c.names[n].endswith(".vx")


def test_one_call_for_many_steps_is_many_calls_for_one() -> None:
    several, single = (chain(3).c_functions(0.001, formulation="joint") for _ in range(2))
    several.advance(20)
    for _ in range(20):
        single.advance()
    assert np.array_equal(several.y, single.y) and several.t == single.t


def test_functions_of_one_mechanism_do_not_disturb_each_other() -> None:
    m = chain(2)
    one, other = m.c_functions(0.001), m.c_functions(0.001)
    before = other.y.copy()
    one.advance(10)
    assert np.array_equal(other.y, before) and not np.array_equal(one.y, before)


def test_a_flag_is_an_input() -> None:
    m = pendulum()
    m.flag("torque", 1.0)
    m.force("motor", "bar", torque="torque")
    pushed, left = m.c_functions(0.001), m.c_functions(0.001)
    assert left.w[left.inputs["torque"]] == 1.0
    pushed.w[pushed.inputs["torque"]] = 100.0
    for c in (pushed, left):
        c.advance(100)
    spin = pushed.observed()[pushed.index("bar.omega")] - left.observed()[left.index("bar.omega")]
    assert spin > 5.0


def test_laws_that_switch_do_so_inside_the_steps() -> None:
    """Friction without event location is off by no more than a step is long."""
    m = pendulum()
    m.force("friction", "bar", torque="if(omega > 0, -1, 1)")
    errors = []
    for step in (1e-3, 1e-4):
        c = m.c_functions(step, hold={"bar.angle": -1.0})
        c.advance(round(1.5 / step))
        own = m.simulate(1.5, 2, hold={"bar.angle": -1.0}, rtol=1e-11, atol=1e-12, progress=False)
        errors.append(abs(c.observed()[c.index("bar.angle")] - own["bar.angle"][-1]))
    assert errors[0] < 1e-3 and errors[1] < 1e-4


def test_a_step_that_fails_says_so_and_keeps_the_state() -> None:
    m = pendulum()
    m.force("burst", "bar", torque="1/(0.01 - t)^3")
    c = m.c_functions(0.005)
    assert c.advance(5) == 3
    assert np.all(np.isfinite(c.y)) and c.t < 0.011


def test_the_header_names_inputs_and_observed_numbers() -> None:
    m = pendulum()
    m.flag("motor_torque")
    c = m.c_functions(0.001)
    text = c.header()
    assert f"#define LINKWORK_INPUT_MOTOR_TORQUE {c.inputs['motor_torque']}" in text
    assert f"#define LINKWORK_OBSERVED_BAR_OMEGA {c.index('bar.omega')}" in text
    assert len(c.names) == c.model().observed and len(c.y) == c.model().states


def test_what_a_loop_outside_cannot_do_is_refused() -> None:
    m = pendulum()
    for step in (0.0, -1):
        with pytest.raises(AnalysisError, match=f"c_functions: give the length of a step in s, above 0.*{step!r}"):
            m.c_functions(step)
    for step in ("long", float("nan")):
        with pytest.raises(AnalysisError, match=f"c_functions: step: expected a number; found {step!r}"):
            m.c_functions(step)  # type: ignore[arg-type]
    with pytest.raises(AnalysisError, match="no C step by method 'adams'; methods are: rk4, dop853, radau"):
        m.c_functions(0.01, method="adams")
    with pytest.raises(AnalysisError, match="omga' is not observed; did you mean"):
        m.c_functions(0.01).index("bar.omga")
    for count in (1.5, -1, True):
        with pytest.raises(
            AnalysisError, match=f"(how many steps to make, a|expected a) whole number.*; found {count}"
        ):
            m.c_functions(0.01).advance(count)
    m.event("down", when="bar.angle")
    with pytest.raises(AnalysisError, match="event 'down' needs Python"):
        m.c_functions(0.01)
