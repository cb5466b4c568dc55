"""What is said about energy: lost by rounding it is not missing, lost by a crude method it is."""

from __future__ import annotations

import math

import linkwork as lw


def resting_tops() -> lw.Run:
    """A ball that loses nothing, seen only where it turns: it has no kinetic energy at any point of the run."""
    m = lw.Planar("ball")
    m.set_gravity(0, -9.81)
    ball = m.body("ball", estimate=(0, 0.101, 0))
    m.mass(ball, mass=1, inertia=0.005)
    ball.profile("rim", lw.circle(0.1))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("C", "ground.floor", "ball.rim", restitution=1)
    return m.simulate(1000 * 2 * math.sqrt(0.002 / 9.81), 11, check_energy=True, progress=False)


def test_rounding_is_no_missing_energy_where_all_points_are_at_rest() -> None:
    run = resting_tops()
    assert max(run["energy.kinetic"]) < 1e-15
    assert any(note.startswith("energy adds up") for note in run.notes)


def test_energy_that_a_crude_method_loses_is_missing() -> None:
    m = lw.Planar("pendulum")
    m.set_gravity(0, -9.81)
    m.body("rod", estimate=(0.5, 0, 0))
    m.mass("rod", mass=1, inertia=0.1)
    m.revolute("O", "ground", {"rod": [-0.5, 0]})
    run = m.simulate(5, 11, method="rk4", step=0.2, check_energy=True, progress=False)
    assert any(note.startswith("energy does NOT add up: take a smaller step") for note in run.notes)


def test_a_run_that_goes_on_tells_the_energy_of_the_whole_of_it() -> None:
    m = lw.Planar("pendulum")
    m.set_gravity(0, -9.81)
    m.body("rod", estimate=(0.5, 0, 0))
    m.mass("rod", mass=1, inertia=0.1)
    m.revolute("O", "ground", {"rod": [-0.5, 0]})
    whole = m.simulate(20, 401, check_energy=True, rtol=1e-5, progress=False)
    gone_on = m.simulate(1, 21, check_energy=True, rtol=1e-5, progress=False).go_on(20, 380)
    words = [[note for note in run.notes if note.startswith("energy")] for run in (whole, gone_on)]
    assert words[0] == words[1] and len(words[0]) == 1
    unasked = m.simulate(1, 21, rtol=1e-5, progress=False).go_on(20, 380)
    assert not [note for note in unasked.notes if note.startswith("energy")]
