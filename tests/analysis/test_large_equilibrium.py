"""Rest of mechanisms with many free motions: found on the pattern of their equations."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.equilibrium import balance as balances
from linkwork.analysis.equilibrium.balance import Balance
from linkwork.analysis.equilibrium.descent import is_large
from linkwork.analysis.formulation import dynamics_in
from linkwork.analysis.linear import linear_at_rest

LINKS, LINK = 30, 0.1


def hanging() -> lw.Planar:
    """A chain of equal slender links between two pins at one height, drawn roughly."""
    m = lw.Planar("chain")
    m.set_gravity(0, -9.81)
    before = m.ground.at(0, 0)
    for number in range(LINKS):
        place = (0.08 * number, -0.05 * min(number, LINKS - number), 0.0)
        body = m.body(f"b{number}", estimate=place, mass={"mass": 0.1, "center": (LINK / 2, 0), "inertia": 1e-4})
        m.revolute(f"J{number}", before, body.at(0, 0))
        before = body.at(LINK, 0)
    m.revolute("end", before, m.ground.at(2.0, 0))
    return m


def grid(dimensions: int) -> Any:
    """Masses between springs, free of all joints, the outer ones held by the ground."""
    m: Any = lw.Planar("grid") if dimensions == 2 else lw.Spatial("grid")
    m.set_gravity(*[0.0] * (dimensions - 1), -9.81)
    inertia: Any = 0.01 if dimensions == 2 else (0.01, 0.02, 0.03)
    rest = [0.0] * (dimensions - 1)
    before = m.ground.at(-0.3, *rest)
    for number in range(10):
        body = m.body(f"b{number}", estimate=(0.3 * number, 0.0, 0.0), mass={"mass": 0.2, "inertia": inertia})
        m.spring(f"S{number}", before, body.at(-0.1, 0.02, *rest[1:]), stiffness=200 + 10 * number, free_length=0.05)
        before = body.at(0.1, *rest)
    m.spring("end", before, m.ground.at(3.0, *rest), stiffness=300, free_length=0.05)
    return m


@pytest.mark.parametrize("formulation", ["joint", "cartesian"])
def test_a_hanging_chain_is_a_discrete_catenary(formulation: str) -> None:
    """Tension is constant along x and grows by the weight of a link from one to the next: so do the slopes."""
    rest = hanging().equilibrium(formulation=formulation)
    assert rest.stability == "stable"
    ends = [rest.poses[f"b{number}"][:2] for number in range(LINKS)]
    steps = np.diff([*ends, (2.0, 0.0)], axis=0)
    found = steps[:, 1] / steps[:, 0]
    assert np.hypot(*steps.T) == pytest.approx(LINK, abs=1e-9)
    assert np.diff(found, 2) == pytest.approx(0.0, abs=1e-8)
    assert np.diff(found)[0] > 0.01


def test_small_motions_of_a_chain_drawn_straight_out_are_those_about_its_hanging_rest() -> None:
    """Rods on the first one's pin, drawn level: M and K of small turns from the places of the centres by hand.

    On the way down matrices are singular; warnings of numbers that overflow fail every test.
    """
    rods, mass, inertia, g = 20, 0.1, 1e-4, 9.81
    lengths = 0.1 + 0.01 * np.arange(rods)
    m = lw.Planar("rods")
    m.set_gravity(0, -g)
    before = m.ground.at(0, 0)
    for number, length in enumerate(lengths.tolist()):
        own = {"mass": mass, "center": (length / 2, 0), "inertia": inertia}
        rod = m.body(f"r{number}", estimate=(0.1 * number, 0, 0), mass=own)
        m.revolute(f"J{number}", before, rod.at(0, 0))
        before = rod.at(length, 0)
    found = np.sort(np.abs(m.linearise().eigenvalues.imag))[::2]
    to_centres = np.tril(np.broadcast_to(lengths, (rods, rods)), -1) + np.diag(lengths / 2)
    matrix = mass * to_centres.T @ to_centres + inertia * np.eye(rods)
    stiffness = g * mass * np.sum(to_centres, axis=0)
    squares = np.linalg.eigvals(stiffness[:, None] * np.linalg.inv(matrix))
    assert found == pytest.approx(np.sort(np.sqrt(squares.real)), rel=1e-7)


@pytest.mark.parametrize("dimensions", [2, 3])
def test_stiffness_on_the_pattern_is_that_of_full_matrices(dimensions: int, monkeypatch: pytest.MonkeyPatch) -> None:
    m = grid(dimensions)
    rest = m.equilibrium()
    dynamics, _ = dynamics_in(m, rest.q, "cartesian", "equilibrium")
    balance = Balance(m, 0.0, dynamics)
    at = balance.at(dynamics.gathered(rest.q)[0])
    assert is_large(dynamics.whole, at.freedoms)
    sparse = balance.stiffness(at)
    monkeypatch.setattr(balances, "is_large", lambda *_: False)
    balance.couplings = None
    assert sparse == pytest.approx(balance.stiffness(at), rel=1e-12, abs=1e-10 * np.max(np.abs(sparse)))


@pytest.mark.parametrize("model", [partial(grid, 2), partial(grid, 3), hanging])
def test_small_motions_on_the_pattern_are_those_of_full_matrices(
    model: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    m = model()
    m.spring("D", m.ground.at(*[0.0] * m.world.dimensions), "b3", stiffness=1, free_length=0.5, damping=2.5)
    rest = m.equilibrium()
    fast = m.linearise(rest)
    assert linear_at_rest.columns_at_rest(fast.about, fast.dynamics) is not None
    monkeypatch.setattr(linear_at_rest, "is_large", lambda *_: False)
    full = m.linearise(rest)
    assert fast.states == full.states
    np.testing.assert_allclose(fast.A, full.A, rtol=1e-9, atol=1e-9 * np.max(np.abs(full.A)))
