"""Overlaps of the time-stepping stay small, change no velocity, and are told where they are too large."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.bodies.profiles import circle, wall


def _bowl(mechanism: lw.Planar, **law: object) -> None:
    mechanism.set_gravity(0, -10)
    mechanism.ground.profile("bowl", circle(1.0, hole=True))
    mechanism.contact("C", "ground.bowl", "disc.rim", **law)


def _disc(mechanism: lw.Planar, x: float, y: float, radius: float = 0.1, name: str = "disc") -> None:
    body = mechanism.body(name, estimate=(x, y, 0))
    mechanism.mass(name, mass=1, inertia=0.5 * radius**2)
    body.profile("rim", circle(radius))


def _run(mechanism: lw.Planar, until: float, step: float = 1e-3, points: int = 101, **options: object) -> lw.Run:
    return mechanism.simulate(until, points, method="moreau", step=step, progress=False, **options)


def test_a_disc_that_swings_in_a_bowl_does_not_sink_into_it() -> None:
    mechanism = lw.Planar("bowl")
    _disc(mechanism, 0, -0.9)
    _bowl(mechanism)
    run = _run(mechanism, 20, speeds={"disc.vx": 3.0})
    assert np.max(run["C.depth"]) < 1e-4  # the way in a step is 3e-3
    assert np.max(np.hypot(run["disc.x"], run["disc.y"])) < 0.9 + 1e-4
    assert np.max(np.abs(run["energy.balance"])) < 1e-10


def test_a_bob_on_a_rod_is_pushed_out_and_its_joint_holds() -> None:
    mechanism = lw.Planar("rod")
    mechanism.set_gravity(0, -10)
    rod = mechanism.body("rod", estimate=(0.5, 0, 0))
    mechanism.mass("rod", mass=2, inertia=0.2)
    mechanism.revolute("A", mechanism.ground.at(0, 0), rod.at(-0.5, 0))
    tip = rod.profile("tip", circle(0.05, (0.5, 0)))
    mechanism.contact("C", mechanism.ground.profile("floor", wall((0, -0.04), (-1, 0))), tip)
    run = _run(mechanism, 0.5)
    assert run["C.depth"][1] == pytest.approx(0.01 * 0.8**4, rel=2e-3)  # a fifth a step
    assert run["C.depth"][-1] < 1e-4
    assert np.max(np.abs(run["rod.omega"])) < 1e-9
    assert np.max(run["violation.position"]) < 1e-9
    assert np.max(np.abs(run["energy.balance"])) < 1e-4  # joints are projected: to second order of the push
    assert any("pushing overlaps out made" in note for note in run.notes)


def test_overlapping_discs_come_apart_by_their_masses_and_stay_at_rest() -> None:
    mechanism = lw.Planar("two")
    _disc(mechanism, 0, 0, name="one")
    _disc(mechanism, 0.198, 0, name="two")
    mechanism.contacts_among("discs", restitution=1)
    run = _run(mechanism, 0.1)
    assert run["two.x"][-1] - run["one.x"][-1] == pytest.approx(0.2, abs=2e-5)
    assert run["one.x"][-1] == pytest.approx(-run["two.x"][-1] + 0.198, abs=1e-12)
    assert np.max(np.abs(run["two.vx"])) == 0.0


def test_an_overlap_as_large_as_a_body_stops_the_run() -> None:
    mechanism = lw.Planar("deep")
    _disc(mechanism, 0, 0.05)
    mechanism.set_gravity(0, -10)
    mechanism.contact("C", mechanism.ground.profile("floor", wall((0, 0), (-1, 0))), "disc.rim")
    run = _run(mechanism, 1, step=0.05, points=21, speeds={"disc.vy": -8.0})
    assert not run.completed
    assert "contact 'C': two bodies overlap by as much as the size of the smaller one" in run.events[-1].text
    assert any("do not trust" in note for note in run.notes)
    assert any("times its size in one step" in note for note in run.notes)
