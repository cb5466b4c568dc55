"""Positions in space put, moved and compared by compiled code are those of numpy's formulas."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.plain_arrays import are_plain
from linkwork.places import layout_kernel as layout
from linkwork.places.spatial import rotations
from linkwork.system.constraints.equations import Equations
from linkwork.system.spatial.world import SPACE

BODIES = 7


def _places(seed: int, size: float) -> np.ndarray:
    q = np.random.default_rng(seed).normal(0.0, size, 6 * BODIES)
    q[3:6] = 0.0
    q[9:12] = 1e-17
    q[15:18] = 1e-3 / 3.0**0.5
    return q


@pytest.mark.parametrize("size", [1e-9, 1e-3, 1.0, 4.0])
def test_steps_and_ways_are_those_of_columns_given_as_rows_of_a_table(size: float) -> None:
    """Tables of positions go the other way, through numpy."""
    q, step = _places(1, 2.0), _places(2, size)
    assert np.allclose(SPACE.moved(BODIES, q, step), SPACE.moved(BODIES, q[None], step[None])[0], rtol=0, atol=4e-15)
    there = SPACE.moved(BODIES, q, step)
    way, table = SPACE.difference(BODIES, there, q), SPACE.difference(BODIES, there[None], q[None])[0]
    assert np.allclose(way, table, rtol=0, atol=4e-15)
    turned = rotations.product(rotations.from_vector(q[3:].reshape(-1)[:3]), rotations.from_vector(way[3:6]))
    assert np.allclose(rotations.matrices_of(turned), rotations.matrix(there[3:6]), atol=1e-14)


def test_whatever_is_not_plain_goes_the_other_way() -> None:
    q = _places(3, 1.0)
    strided = np.repeat(q, 2)[::2]
    assert not are_plain(strided, len(q)) and not are_plain(q.astype(complex), len(q)) and not are_plain(q, 5)
    assert not are_plain(q[None], len(q)) and not are_plain(list(q), len(q)) and are_plain(q, len(q))
    moved = SPACE.moved(BODIES, strided, strided)
    assert np.allclose(moved, SPACE.moved(BODIES, q, q), rtol=0, atol=4e-15)
    assert SPACE.moved(BODIES, q + 0j, q + 0j).dtype == complex


def _four_bar() -> lw.Spatial:
    m = lw.Spatial("loop")
    crank, rod, slider = m.body("crank", (0, 0.1, 0.12)), m.body("rod", (0, 0.1, 0.2)), m.body("slider", (0.2, 0, 0))
    m.revolute("O", m.ground, crank, at=(0, 0.1, 0.12), axis=(1, 0, 0))
    m.spherical("A", crank.at(0, 0, 0.08), rod.at(0, 0, 0))
    m.universal("B", rod.frame(at=(0.3, 0, 0), axis=(0, 0, 1)), slider.frame(axis=(0, 1, 0)))
    m.translational("guide", m.ground, slider, at=(0.2, 0, 0), axis=(1, 0, 0))
    m.drive("motor", joint="O", angle="2*pi*t")
    return m


def test_a_position_lies_in_the_workspace_as_the_world_says() -> None:
    system = _four_bar().system()
    q = _places(4, 1.0)[: 6 * len(system.bodies)]
    plain, other = system.workspace(), system.workspace()
    SPACE.put(system, plain, q, 0.5 * q)
    SPACE.put(system, other, np.repeat(q, 2)[::2], 0.5 * q)
    assert np.allclose(plain, other, rtol=0, atol=1e-15)
    at = int(system.k[layout.REFERENCE])
    assert np.allclose(plain[at : at + 4], rotations.from_vector(q[3:6]), rtol=0, atol=1e-15)
    one, two = Equations(system), Equations(system)
    one.evaluate(q, 0.1)
    two.evaluate(np.repeat(q, 2)[::2], 0.1)
    assert np.allclose(one.residual(), two.residual(), rtol=0, atol=1e-14)
    assert np.allclose(one.jacobian(), two.jacobian(), rtol=0, atol=1e-14)


def test_corrections_end_at_the_target_or_say_that_they_do_not() -> None:
    m = _four_bar()
    q, equations = m.assemble().q, Equations(m.system())
    target = np.zeros(equations.m)
    target[-1] = 1e-3
    there = equations.corrected(q, 0.0, target)
    assert there is not None
    equations.evaluate(there, 0.0)
    assert np.max(np.abs(equations.residual() - target)) < 1e-12
    assert equations.corrected(q, 0.0, np.full(equations.m, 50.0)) is None
    assert equations.corrected(np.full_like(q, np.nan), 0.0, target) is None
