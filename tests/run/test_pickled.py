"""Mechanisms and runs go to other processes by pickling: the description goes, and is compiled there again."""

from __future__ import annotations

import multiprocessing
import pickle
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.expression import as_expression


def crank() -> lw.Planar:
    m = lw.Planar("crank")
    m.parameters(l=0.5)
    bar = m.body("bar", estimate=(0, 0, 0), points={"end": ("l", 0)})
    m.mass("bar", mass=1, inertia=0.1)
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.drive("motor", joint="O", angle="2*pi*t + if(t < 1, 0, (t - 1)^2)")
    return m


def top() -> lw.Spatial:
    m = lw.Spatial("top")
    bob = m.body("bob", estimate=(1, 0, 0))
    m.mass("bob", mass=1, inertia=(0.1, 0.2, 0.3))
    m.set_gravity(0, 0, -9.81)
    m.spherical("pin", m.ground, bob, at=(0, 0, 0))
    return m


@pytest.mark.parametrize("text", ["1/3", "0.1 + 2*l", "30 deg", "if(t < 1, sin(t), 2)", "-(a^2)^0.5", "12 rpm"])
def test_expressions_are_the_same_after_pickling(text: str) -> None:
    one = as_expression(text)
    other = pickle.loads(pickle.dumps(one))
    assert other == one
    values = dict.fromkeys(one.names, 0.7)
    assert other.value(values) == one.value(values)


@pytest.mark.parametrize("make", [crank, top])
@pytest.mark.parametrize("analysed", [False, True])
def test_a_mechanism_moves_as_before(make: Any, analysed: bool) -> None:
    m = make()
    analysis = {"until": 0.2, "points": 5, "progress": False}
    before = m.simulate(**analysis) if analysed else None
    again = pickle.loads(pickle.dumps(m))
    run = again.simulate(**analysis)
    before = before or m.simulate(**analysis)
    for channel in before.channels():
        assert np.array_equal(run[channel], before[channel], equal_nan=True)


@pytest.mark.parametrize("make", [crank, top])
def test_a_run_keeps_all_and_goes_on(make: Any) -> None:
    run = make().simulate(until=0.2, points=5, progress=False)
    again = pickle.loads(pickle.dumps(run))
    assert again.channels() == run.channels()
    for channel in run.channels():
        assert np.array_equal(again[channel], run[channel], equal_nan=True)
    one, other = (each.go_on(until=0.3, points=2, progress=False) for each in (run, again))
    assert np.array_equal(one.q, other.q)


def _last_angle(m: lw.Planar) -> float:
    return float(m.kinematics(until=0.25, points=3, progress=False)["bar.angle"][-1])


def test_a_spawned_process_is_given_a_mechanism() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(_last_angle, (crank(),)) == pytest.approx(np.pi / 2)
