"""A box that drops on a round bar: every jump of its velocity is an impact in the log, with impulses that press."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

_SPEEDS = ("vx", "vy", "vz", "wx", "wy", "wz")


def _box_on_bar(seed: int) -> tuple[lw.Spatial, dict[str, float]]:
    """A box in any pose above a fixed capsule, without friction and restitution."""
    rng = np.random.default_rng(seed)
    q = rng.normal(size=4)
    q *= np.sign(q[0]) / np.linalg.norm(q)
    m = lw.Spatial("box on a bar")
    m.set_gravity(0, 0, -9.81)
    m.add_solid("ground", "bar", {"type": "capsule", "from": (0, -0.3, 0), "to": (0, 0.3, 0), "radius": 0.05})
    at = (float(rng.uniform(-0.03, 0.03)), float(rng.uniform(-0.1, 0.1)), 0.25)
    m.body("b", at, orientation=lw.orient.parameters(*map(float, q)))
    m.mass("b", mass=1, inertia=(0.002, 0.0025, 0.003))
    m.add_solid("b", "skin", {"type": "box", "size": (0.2, 0.12, 0.1)})
    m.contact("C", "ground.bar", "b.skin", friction=0.0, restitution=0.0)
    turns = rng.uniform(-6, 6, 3)
    speeds = {f"b.{name}": 0.0 for name in _SPEEDS}
    return m, speeds | {f"b.w{axis}": float(turn) for axis, turn in zip("xyz", turns, strict=True)}


@pytest.mark.parametrize("seed", [1, 12, 50, 97, 104, 110, 130, 131])
def test_the_energy_of_a_box_that_slides_over_its_corners_and_edges_adds_up(seed: int) -> None:
    mechanism, speeds = _box_on_bar(seed)
    run = mechanism.simulate(0.4, 5, speeds=speeds, progress=False)
    assert run.t[-1] == 0.4
    assert np.max(np.abs(run["energy.balance"])) < 1e-8


@pytest.mark.parametrize("seed", [130, 72])
def test_a_jump_of_the_velocity_is_the_sum_of_the_impulses_in_the_log(seed: int) -> None:
    mechanism, speeds = _box_on_bar(seed)
    grid = 40001
    run = mechanism.simulate(0.4, grid, speeds=speeds, progress=False)
    velocity = np.stack([run[f"b.{name}"] for name in ("vx", "vy", "vz")], axis=1)
    smooth = 3e-3  # m/s: what forces do between two rows
    impulses = np.zeros((grid - 1, 3))
    for impact in run.impacts:
        assert impact.impulse >= 0.0
        after = int(np.searchsorted(run.t, impact.t))
        normal = np.array([run[f"{impact.who}.{axis}"][after] for axis in ("nx", "ny", "nz")])
        impulses[after - 1] += impact.impulse * normal
    assert np.max(np.abs(np.diff(velocity, axis=0) - impulses)) < smooth
    assert np.max(np.abs(impulses)) > 0.1


def test_a_contact_that_is_captured_has_its_impulse_in_the_log() -> None:
    m = lw.Spatial("ball")
    m.set_gravity(0, 0, -9.81)
    m.body("ball", (0, 0, 0.2), mass={"mass": 2.0, "inertia": [0.004, 0.004, 0.004]})
    m.add_solid("ground", "floor", {"type": "plane", "normal": [0, 0, 1]})
    m.add_solid("ball", "skin", {"type": "sphere", "radius": 0.1})
    m.contact("C", "ground.floor", "ball.skin", restitution=0.5, capture=0.4)
    run = m.simulate(1.0, 11, progress=False)
    assert [impact.after > 0.4 for impact in run.impacts] == [True, False]
    last = run.impacts[-1]
    assert last.after == 0.0 and last.impulse == pytest.approx(-2.0 * last.before, rel=1e-12)
    assert np.max(np.abs(run["energy.balance"])) < 1e-9
