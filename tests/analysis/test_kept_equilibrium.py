"""A position of rest that was found is kept until something changes, and is the asker's own."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.equilibrium import equilibrium as module


@pytest.fixture
def pendulum() -> lw.Planar:
    m = lw.Planar("pendulum with a spring")
    m.set_gravity(0, -9.81)
    m.parameters(stiffness=1.0)
    bar = m.body("bar", estimate=(0, 0, 0.1))
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.mass("bar", mass=1, center=(0.5, 0), inertia=1)
    m.joint_spring("coil", "O", stiffness="stiffness")
    return m


@pytest.fixture
def sought(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A line for every search."""
    lines: list[str] = []
    search = module._sought
    monkeypatch.setattr(module, "_sought", lambda *given: lines.append("sought") or search(*given))
    return lines


def test_the_same_question_is_answered_once(pendulum: lw.Planar, sought: list[str]) -> None:
    first, again = pendulum.equilibrium(), pendulum.equilibrium()
    pendulum.set(stiffness=1.0)
    assert np.array_equal(first.q, pendulum.equilibrium().q) and np.array_equal(first.q, again.q)
    assert len(sought) == 1
    pendulum.equilibrium("equations")
    pendulum.equilibrium(near={"bar.angle": -1.5})
    assert len(sought) == 3


def test_what_changes_is_sought_anew(pendulum: lw.Planar, sought: list[str]) -> None:
    angles = [pendulum.equilibrium()["bar.angle"]]
    pendulum.set(stiffness=2.0)
    angles.append(pendulum.equilibrium()["bar.angle"])
    pendulum.set_gravity(0, -1.0)
    angles.append(pendulum.equilibrium()["bar.angle"])
    assert len(sought) == 3
    for angle, stiffness, weight in zip(angles, (1, 2, 2), (9.81, 9.81, 1.0), strict=True):
        assert stiffness * angle + 0.5 * weight * np.cos(angle) == pytest.approx(0, abs=1e-9)


def test_what_is_given_out_is_the_askers_own(pendulum: lw.Planar) -> None:
    first = pendulum.equilibrium()
    before = first.q.copy()
    first.q[:] = 7.0
    first.notes.append("mine")
    again = pendulum.equilibrium()
    assert np.array_equal(again.q, before) and "mine" not in again.notes


def test_an_optimisation_asks_for_derivatives_where_it_has_been(pendulum: lw.Planar, sought: list[str]) -> None:
    best = pendulum.optimise("abs(bar.angle + 0.5)^2", {"stiffness": (1.0, 20.0)}, analysis="equilibrium")
    stiffness = best.parameters["stiffness"]
    assert stiffness == pytest.approx(0.5 * 9.81 * np.cos(0.5) / 0.5, rel=1e-4)
    assert len(sought) <= best.evaluations + 2
