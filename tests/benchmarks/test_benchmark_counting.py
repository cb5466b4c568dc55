"""Counted operations: the twins compute what the kernels compute, and count every operation."""

from __future__ import annotations

import numpy as np
import pytest
from bench.counting import ADD, MULTIPLY, Twins, numbers
from bench.dynamic_problems import slider_crank
from bench.loops import call_often, moment_of
from bench.machine import floor, multiply_add
from bench.profile import shown

from linkwork.system.loop import simulation_state_kernel as loop


def test_a_loop_of_multiplications_and_additions_is_counted_exactly() -> None:
    given = numbers(np.array([0.5, 0.25]))
    found = Twins().count(multiply_add, given[0], given[1], 5).total()
    assert found[ADD] == 8 * 5 + 2 + 7
    assert found[MULTIPLY] == 8 * 5 + 4
    assert floor(found, {ADD: 1.0, MULTIPLY: 2.0}) == 49 + 2 * 44


@pytest.mark.parametrize("formulation", ["projection", "joint"])
def test_the_twin_of_a_right_hand_side_gives_its_rates(formulation: str) -> None:
    moment, y = moment_of(slider_crank(), 0.1, formulation=formulation)
    k, p, w, t, dy = moment.system.k, moment.system.p, moment.w, float(moment.z[0]), np.zeros(len(y))
    twins, where = Twins(), int(moment.state[loop.RATE])
    counted = numbers(dy)
    node = twins.count(twins.bodies[where], *(numbers(each) for each in (k, p, w)), t, numbers(y), counted)
    call_often(where, k, p, w, t, y, dy, 1)
    assert np.allclose(counted.plain(), dy, rtol=1e-12, atol=1e-12 * np.max(np.abs(dy)))
    whole = node.total().total()
    parts = [each.total().total() for each in shown(node, whole)]
    assert len(parts) > 4 and 0.8 * whole < sum(parts) <= whole
