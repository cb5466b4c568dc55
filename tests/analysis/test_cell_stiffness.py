"""Stiffness and damping of hyperelastic cells of second order in closed form, beside the complex step."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.equilibrium import descent
from linkwork.analysis.equilibrium.descent import Descent
from linkwork.base.arrays import Array
from linkwork.system.dynamics.dynamics import dynamics_of

SOFT = {"youngs_modulus": 1e5, "poissons_ratio": 0.3, "density": 1000}


def block(dimensions: int, law: str = "neo-hooke", cells: int = 2) -> Any:
    """A soft bar, held at one end and with a rigid body at the other, that sags."""
    m: Any = lw.Spatial("block") if dimensions == 3 else lw.Planar("block")
    size = (0.3, 0.1, 0.1)[:dimensions]
    shape = {"type": "box" if dimensions == 3 else "rectangle", "size": size, "divisions": (cells, 1, 1)[:dimensions]}
    sets = {"root": {"face": "-x"}, "tip": {"face": "+x"}}
    m.set_gravity(*(0, 0, -9.81)[3 - dimensions :])
    solid = m.hyperelastic("b", shape=shape, order=2, law=law, material=SOFT, sets=sets, damping=0.01)
    solid.attach("root", "ground")
    place, turning = ((0.3, 0.05, 0.05), (1e-4,) * 3) if dimensions == 3 else ((0.3, 0.05, 0), 1e-4)
    m.body("plate", estimate=place, mass={"mass": 0.1, "inertia": turning})
    solid.attach("tip", "plate")
    return m


def matrices(m: Any, q: Array) -> tuple[Descent, Array, Array]:
    """K and -dQ/dv in a position."""
    way = Descent(dynamics_of(m), 0.0, 1.0)
    full = []
    for entries in (way.stiffness(q, way.at(q)[2]), way.damping(q)):
        matrix = np.zeros((way.n, way.n))
        np.add.at(matrix, (way.rows, way.columns), entries)
        full.append(matrix)
    return way, *full


@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize("law", ["neo-hooke", "saint-venant"])
def test_the_closed_form_is_the_complex_step(monkeypatch: pytest.MonkeyPatch, dimensions: int, law: str) -> None:
    m = block(dimensions, law)
    q = m.equilibrium().q
    way, stiffness, damping = matrices(m, q)
    assert way.cells is not None
    monkeypatch.setattr(descent, "cells_of", lambda system: None)
    other, expected, damped = matrices(m, q)
    assert other.cells is None and len(way.pattern.rows) < len(other.pattern.rows)
    for ours, theirs in ((stiffness, expected), (damping, damped)):
        assert np.abs(theirs).max() > 0.0
        assert np.abs(ours - theirs).max() < 1e-13 * np.abs(theirs).max()


@pytest.mark.parametrize("dimensions", [2, 3])
def test_nodes_that_are_turned_are_moved(monkeypatch: pytest.MonkeyPatch, dimensions: int) -> None:
    """The springs that keep nodes from turning are known in closed form about no turn alone."""
    m = block(dimensions)
    q = m.equilibrium().q.copy()
    q[matrices(m, q)[0].cells.turned[7]] = 0.3
    way, stiffness, damping = matrices(m, q)
    assert way.cells is None
    monkeypatch.setattr(descent, "cells_of", lambda system: None)
    _, expected, damped = matrices(m, q)
    assert np.abs(stiffness - expected).max() < 1e-14 * np.abs(expected).max()
    assert np.abs(damping - damped).max() < 1e-14 * np.abs(damped).max()


def test_laws_beside_cells_are_in_the_matrices(monkeypatch: pytest.MonkeyPatch) -> None:
    """A law that pulls at the plate by what a node does couples bodies as no cell does."""
    m = block(2)
    m.force("pull", "plate", x="-3*b_4.y^2", y="-40*plate.y")
    q = m.equilibrium(method="equations").q
    way, stiffness, _ = matrices(m, q)
    assert way.cells is not None
    monkeypatch.setattr(descent, "cells_of", lambda system: None)
    expected = matrices(m, q)[1]
    assert np.abs(stiffness - expected).max() < 1e-13 * np.abs(expected).max()
    assert np.abs(expected - expected.T).max() > 1e-7 * np.abs(expected).max()
