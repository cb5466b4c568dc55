"""Time-stepping in space: rolling, boxes, spin, and many spheres in a box."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

_G = 9.81


def _run(mechanism: lw.Spatial, until: float, step: float, points: int = 11, **options: object) -> lw.Run:
    return mechanism.simulate(until, points, method="moreau", step=step, progress=False, **options)


def _ball(mechanism: lw.Spatial, name: str, at: tuple[float, float, float], radius: float = 0.1) -> None:
    mechanism.body(name, estimate=at)
    mechanism.mass(name, mass=1, inertia=(0.4 * radius**2,) * 3)
    mechanism.add_solid(name, "skin", {"type": "sphere", "radius": radius})


def _space() -> lw.Spatial:
    mechanism = lw.Spatial("space")
    mechanism.set_gravity(0, 0, -_G)
    mechanism.add_solid("ground", "floor", {"type": "plane", "normal": (0, 0, 1)})
    return mechanism


def test_a_sliding_sphere_comes_to_roll() -> None:
    mechanism = _space()  # NSM-6
    _ball(mechanism, "ball", (0, 0, 0.1 - 1e-9))
    mechanism.contact("C", "ground.floor", "ball.skin", friction=0.2)
    run = _run(mechanism, 0.5, 1e-3, speeds={"ball.vx": 2.0}, rtol=1e-10)
    assert run["ball.vx"][-1] == pytest.approx(1.428571429, abs=1e-6)
    assert run["ball.x"][-1] == pytest.approx(0.499282282 + 1.428571429 * (0.5 - 0.291247998), abs=2e-3)


def test_a_box_falls_flat_and_rests_on_four_corners() -> None:
    mechanism = _space()
    mechanism.body("box", estimate=(0, 0, 0.15))
    mechanism.mass("box", mass=2, inertia=(0.01, 0.02, 0.03))
    mechanism.add_solid("box", "hull", {"type": "box", "size": (0.4, 0.3, 0.2)})
    mechanism.contact("C", "ground.floor", "box.hull", friction=0.5)
    run = _run(mechanism, 0.5, 1e-3)
    assert run["C.contacts"][-1] == 4
    assert run["C.force"][-1] == pytest.approx(2 * _G, rel=1e-3)
    assert run["box.z"][-1] == pytest.approx(0.1, abs=2e-3)


def test_a_box_that_starts_in_the_floor_is_lifted_out_and_nothing_moves_by_itself() -> None:
    mechanism = _space()
    mechanism.body("box", estimate=(0, 0, 0.098))
    mechanism.mass("box", mass=2, inertia=(0.01, 0.02, 0.03), center=(0.05, 0.02, 0.01))
    mechanism.add_solid("box", "hull", {"type": "box", "size": (0.4, 0.3, 0.2)})
    mechanism.contact("C", "ground.floor", "box.hull", friction=0.5)
    run = _run(mechanism, 0.2, 1e-3, rtol=1e-10)
    assert run["box.z"][-1] == pytest.approx(0.1, abs=1e-4)
    assert np.max(np.abs(run["box.vz"])) < 1e-8
    assert run["energy.total"][-1] - run["energy.total"][0] == pytest.approx(2 * _G * 0.002, rel=2e-2)
    assert np.max(np.abs(run["energy.balance"])) < 1e-12


def test_a_free_top_keeps_its_energy() -> None:
    mechanism = lw.Spatial("top")
    mechanism.body("top", estimate=(0, 0, 0))
    mechanism.mass("top", mass=1, inertia=(0.01, 0.02, 0.025), center=(0.1, 0.2, -0.1))
    mechanism.add_solid("top", "skin", {"type": "sphere", "radius": 0.1})
    mechanism.add_solid("ground", "floor", {"type": "plane", "at": (0, 0, -9), "normal": (0, 0, 1)})
    mechanism.contact("C", "ground.floor", "top.skin")
    speeds = {"top.omega.x": 0.1, "top.omega.y": 8.0, "top.omega.z": 0.2}
    run = _run(mechanism, 2.0, 1e-3, speeds=speeds)
    assert np.ptp(run["energy.total"]) < 1e-9 * run["energy.total"][0]


def test_spheres_settle_in_a_box_and_their_energy_adds_up() -> None:
    mechanism = _space()
    rng, side = np.random.default_rng(1), 3
    for number in range(27):
        place = np.array([number % side, number // side % side, number // side**2]) + 0.5
        x, y, z = 0.11 * place + rng.uniform(-1e-3, 1e-3, 3)
        _ball(mechanism, f"b{number}", (float(x), float(y), float(z)), 0.05)
    wide = 0.11 * side
    for name, at, normal in (
        ("west", (0, 0, 0), (1, 0, 0)),
        ("east", (wide, 0, 0), (-1, 0, 0)),
        ("south", (0, 0, 0), (0, 1, 0)),
        ("north", (0, wide, 0), (0, -1, 0)),
    ):
        mechanism.add_solid("ground", name, {"type": "plane", "at": at, "normal": normal})
    mechanism.contacts_among("grains", restitution=0.1, friction=0.3)
    run = _run(mechanism, 0.3, 1e-3, points=31, rtol=1e-4)
    assert np.max(np.abs(run["energy.balance"])) < 1e-9
    rises = np.maximum(np.diff(run["energy.total"]), 0.0)  # by pushing overlaps out only
    assert np.sum(rises) < 3e-3 * run["energy.lost"][-1]
    assert np.max(run["grains.depth"]) < 3e-3
    for number in range(27):
        assert np.min(run[f"b{number}.z"]) > 0.045
    assert any("sweeps a step" in note for note in run.notes)


@pytest.mark.parametrize(("center", "share"), [((0, 0, 0), 1e-9), ((0.03, 0.02, 0.05), 1e-6)])
def test_a_body_that_spins_in_a_ball_joint_keeps_its_energy(center: tuple[float, float, float], share: float) -> None:
    """The torque of the spin is that of the mean spin, for bodies in joints as for free ones.

    About its centre it keeps the energy but for what the passes leave; else the projection onto the joint takes
    some, of second order in the step.
    """
    mechanism = lw.Spatial("spinning")
    mechanism.body("b", estimate=(0, 0, 0))
    mechanism.mass("b", mass=1, inertia=(0.01, 0.02, 0.035), center=center)
    mechanism.add_solid("b", "skin", {"type": "sphere", "radius": 0.01})
    mechanism.add_solid("ground", "floor", {"type": "plane", "normal": (0, 0, 1), "at": (0, 0, -1)})
    mechanism.contact("C", "ground.floor", "b.skin")
    mechanism.spherical("ball", "ground", "b", at=(0, 0, 0))
    run = _run(mechanism, 1.0, 1e-3, speeds={"b.wx": 5, "b.wy": 3, "b.wz": -4})
    assert np.ptp(run["energy.kinetic"]) < share * run["energy.kinetic"][0]
    assert np.ptp(run["b.wx"]) > 1.0
