"""Far from the origin: positions have fewer digits there, and everything else is as it is at home."""

from __future__ import annotations

from math import cos, sin

import numpy as np
import pytest

import linkwork as lw

FAR = (1e5, 3e5, 1e6, 1e7)
FORMULATIONS = [
    "direct",
    "projection",
    "partitioning",
    "hybrid",
    "augmented",
    "canonical",
    "null-space",
    "joint",
    "joint-partitioning",
]
FORMULATIONS += ["joint-null-space", "joint-canonical"]
DIGITS = 2e-14
"""Of the distance over the shortest link: what an angle may differ by; coordinates there are rounded to 1e-16 of it."""


def _vehicle(x: float) -> lw.Planar:
    """Two bodies drawn closed, with a spring between them."""
    m = lw.Planar("vehicle with a flap")
    m.set_gravity(0, -9.81)
    cab = m.body("cab", estimate=(x, 0, 0.1))
    flap = m.body("flap", estimate=(x + 0.5 * cos(0.1), 0.5 * sin(0.1), -0.5))
    m.mass(cab, mass=5, inertia=1)
    m.mass(flap, mass=1, center=(0.5, 0), inertia=0.1)
    m.revolute("A", cab.at(0.5, 0), flap.at(0, 0))
    m.torsion_spring("k", "cab", "flap", stiffness=20)
    return m


def _four_bar(x: float, y: float = 0.0, driven: bool = True) -> lw.Planar:
    m = lw.Planar("four-bar")
    a, b = m.body("a", estimate=(x, y, 0.9)), m.body("b", estimate=(x + 0.06, y + 0.08, 0.4))
    c = m.body("c", estimate=(x + 0.3, y, 1.5))
    m.revolute("O", m.ground.at(x, y), a.at(0, 0))
    m.revolute("P", a.at(0.1, 0), b.at(0, 0))
    m.revolute("Q", b.at(0.28, 0), c.at(0.22, 0))
    m.revolute("R", m.ground.at(x + 0.3, y), c.at(0, 0))
    for body, length in ((a, 0.1), (b, 0.28), (c, 0.22)):
        m.mass(body, mass=1, center=(length / 2, 0), inertia=length**2 / 12)
    m.set_gravity(0, -9.81)
    if driven:
        m.drive("motor", joint="O", angle="0.9 + t")
    return m


def _spatial(x: float, driven: bool = True) -> lw.Spatial:
    """The same four-bar in space, with a ball joint in the place of one pin."""
    m = lw.Spatial("four-bar in space")
    m.set_gravity(0, -9.81, 0)
    places = {"a": ((x, 0, 0), 0.9, 0.1), "b": ((x + 0.06, 0.08, 0), 0.4, 0.28), "c": ((x + 0.3, 0, 0), 1.5, 0.22)}
    made = []
    for name, (place, angle, length) in places.items():
        inertia = [0.001, length**2 / 12, length**2 / 12]
        mass = {"mass": 1, "center": (length / 2, 0, 0), "inertia": inertia}
        made.append(m.body(name, place, orientation={"axis": (0, 0, 1), "angle": angle}, mass=mass))
    a, b, c = made
    m.revolute("O", m.ground.frame((x, 0, 0)), a.frame((0, 0, 0)))
    m.revolute("P", a.frame((0.1, 0, 0)), b.frame((0, 0, 0)))
    m.spherical("Q", b.at(0.28, 0, 0), c.at(0.22, 0, 0))
    m.revolute("R", m.ground.frame((x + 0.3, 0, 0)), c.frame((0, 0, 0)))
    if driven:
        m.drive("motor", joint="O", angle="0.9 + t")
    return m


def _near(x: float) -> float:
    """What an angle may differ by at a distance."""
    return 1e-9 + DIGITS * x / 0.1


@pytest.mark.parametrize("x", FAR)
def test_pair_drawn_exactly_keeps_its_start_and_accelerates_as_at_home(x: float) -> None:
    home, run = (_vehicle(where).simulate(until=0.01, points=2, progress=False) for where in (0.0, x))
    assert run["flap.angle"][0] == -0.5
    assert run["flap.alpha"][0] == pytest.approx(home["flap.alpha"][0], rel=_near(x))
    assert not any("estimates" in note for note in run.notes)


@pytest.mark.parametrize("formulation", ["cartesian", "joint"])
@pytest.mark.parametrize("x", FAR)
def test_driven_four_bar_runs_far_away_as_at_home(x: float, formulation: str) -> None:
    home, run, aside = (
        _four_bar(*where).kinematics(until=6, points=31, formulation=formulation, progress=False)
        for where in ((0.0, 0.0), (x, 0.0), (0.0, -x))
    )
    for found in (run, aside):
        assert found.completed and not found.events
        assert np.max(found.violation()) < 1e-13 * x
        for channel in ("c.angle", "c.omega", "c.alpha"):
            assert found[channel] == pytest.approx(home[channel], abs=10 * _near(x))


@pytest.mark.parametrize("formulation", ["cartesian", "joint"])
def test_driven_four_bar_in_space_runs_far_away_as_at_home(formulation: str) -> None:
    home, run = (
        _spatial(x).kinematics(until=6, points=31, formulation=formulation, progress=False) for x in (0.0, 1e6)
    )
    assert run.completed
    assert run["c.rz"] == pytest.approx(home["c.rz"], abs=_near(1e6))


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_every_formulation_simulates_far_away_as_at_home(formulation: str) -> None:
    for make, channel in ((_four_bar, "c.angle"), (_spatial, "c.rz")):
        home, run = (
            make(x, driven=False).simulate(until=0.3, points=4, formulation=formulation, progress=False)
            for x in (0.0, 1e6)
        )
        assert run.completed
        assert run[channel] == pytest.approx(home[channel], abs=_near(1e6))


@pytest.mark.parametrize("method", ["adams", "radau", "rk4", "alpha", "trapezoidal", "midpoint"])
def test_every_method_simulates_far_away_as_at_home(method: str) -> None:
    options = {} if method in ("adams", "radau") else {"step": 1e-2}
    home, run = (
        _four_bar(x, driven=False).simulate(until=0.3, points=4, method=method, progress=False, **options)
        for x in (0.0, 1e6)
    )
    assert run.completed
    assert run["c.angle"] == pytest.approx(home["c.angle"], abs=_near(1e6))


def test_analyses_of_a_position_answer_far_away_as_at_home() -> None:
    home, far = _four_bar(0.0), _four_bar(1e6)
    assert [branch["c.angle"] for branch in far.branches()] == pytest.approx(
        [branch["c.angle"] for branch in home.branches()], abs=_near(1e6)
    )
    assert far.check().assembly is not None and far.check().mobility == home.check().mobility
    torques = [m.inverse_dynamics(until=6, points=13, progress=False)["motor.torque"] for m in (home, far)]
    assert torques[1] == pytest.approx(torques[0], abs=_near(1e6))
    rests = [_four_bar(x, driven=False).equilibrium()["c.angle"] for x in (0.0, 1e6)]
    assert rests[1] == pytest.approx(rests[0], abs=_near(1e6))
