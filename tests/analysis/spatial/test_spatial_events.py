"""Events, jumps, switches and samples in space: at exact times, with the impulses that the bodies allow."""

from __future__ import annotations

from math import exp, pi, sqrt
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.places.spatial.rotations import matrix
from linkwork.run.run import Run
from spatial_models import slider_crank

EXACT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13, "progress": False}
IMPACTS = [0.451523641, 1.083656738, 1.526149907, 1.835895124, 2.052716777]
"""NSM-1 of the public cases: a ball falls from 1 m and bounces with e = 0.7."""
INERTIA = np.array([0.3, 0.2, 0.4])


def ball() -> lw.Spatial:
    """A body that nothing holds above a floor; its spin is that of no principal axis."""
    m = lw.Spatial("ball")
    m.body("ball", (0, 0, 1), mass={"mass": 2.0, "inertia": list(INERTIA)}, points={"tip": (0.3, 0.1, -0.2)})
    m.set_gravity(0, 0, -9.81)
    return m


SPIN = {"ball.omega.x": 5.0, "ball.omega.y": -3.0, "ball.omega.z": 4.0, "ball.vx": 0.5}


def times_of(run: Run, name: str) -> list[float]:
    return [event.t for event in run.events if event.name == name]


def spins(run: Run, row: int) -> np.ndarray:
    """The moment of momentum of the ball about its centre, in the world."""
    found: np.ndarray = matrix(run.q[row, 3:6]) @ (INERTIA * run.v[row, 3:6])
    return found


@pytest.mark.parametrize(
    "given",
    [
        {"formulation": "projection"},
        {"formulation": "joint"},
        {"formulation": "canonical"},
        {"formulation": "joint-canonical"},
        {"method": "adams"},
        {"method": "radau"},
        {"method": "rk4", "step": 0.002},
    ],
    ids=lambda given: next(iter(given.values())),
)
def test_a_spinning_ball_bounces_at_the_published_times(given: dict[str, Any]) -> None:
    m = ball()
    m.event("impact", "ball.z", direction="falling", jump={"ball.vz": -0.7})
    run = m.simulate(2.2, 23, speeds=SPIN, **EXACT, **given)
    assert np.allclose(times_of(run, "impact"), IMPACTS, rtol=0, atol=1e-8)
    assert np.allclose(run["ball.vx"], 0.5, rtol=0, atol=1e-9)
    assert np.allclose([spins(run, row) for row in range(len(run.t))], spins(run, 0), rtol=0, atol=1e-7)
    assert abs(run["energy.balance"]).max() < 1e-7


def test_a_blow_at_a_corner_turns_the_body_and_keeps_what_it_leaves_free() -> None:
    """An elastic blow on a smooth floor: energy, and the moment of momentum about the point that is hit, stay."""
    m = ball()
    m.event("blow", "ball.tip.z", direction="falling", jump={"ball.tip.vz": -1.0}, times=1)
    rest = m.simulate(1.0, 2, speeds=SPIN, **EXACT)
    t = times_of(rest, "blow")[0]
    run = m.simulate(t + 1e-7, 3, speeds=SPIN, **EXACT)
    m.events["blow"] = m.events["blow"].model_copy(update={"jump": {}})
    m._changed()
    before = m.simulate(t, 3, speeds=SPIN, **EXACT)
    point = np.array([before[f"ball.tip.{axis}"][-1] for axis in "xyz"])

    def momentum(found: Run) -> np.ndarray:
        r, v = found.q[-1, :3], found.v[-1, :3]
        whole: np.ndarray = spins(found, -1) + 2.0 * np.cross(r - point, v)
        return whole

    assert run["ball.tip.vz"][-1] == pytest.approx(-before["ball.tip.vz"][-1], abs=1e-4)
    assert abs(run["ball.tip.vz"][-1]) > 1.0
    assert np.allclose(momentum(run), momentum(before), rtol=0, atol=1e-5)
    assert run["energy.total"][-1] == pytest.approx(before["energy.total"][-1], abs=1e-9)
    assert run["ball.vx"][-1] == pytest.approx(0.5, abs=1e-11)
    assert np.max(np.abs(run.v[-1, 3:6] - before.v[-1, 3:6])) > 1.0


def test_a_jump_of_a_joint_keeps_the_joints() -> None:
    """Two links on skew hinges; the second rebounds from the first, and the first joint feels it."""
    m = lw.Spatial("robot")
    m.body("one", (0.5, 0, 0), mass={"mass": 1.0, "inertia": [0.1, 0.1, 0.1]})
    m.body("two", (1.5, 0, 0), mass={"mass": 1.0, "inertia": [0.1, 0.1, 0.1]})
    m.revolute("O", "ground", "one", at=(0, 0, 0), axis=(0, 0, 1))
    m.revolute("A", "one", "two", at=(1, 0, 0), axis=(0, 1, 1))
    m.event("clap", "A.angle - 0.4", direction="rising", jump={"A.omega": -0.5})
    runs = [
        m.simulate(1.0, 101, formulation=name, speeds={"A.omega": 2.0}, **EXACT) for name in ("projection", "joint")
    ]
    (first,), (other,) = (times_of(run, "clap") for run in runs)
    assert first == pytest.approx(other, abs=1e-9)
    for run in runs:
        after = int(np.searchsorted(run.t, first))
        assert run["A.omega"][after] == pytest.approx(-0.5 * run["A.omega"][after - 1], abs=0.02)
        assert abs(run["O.omega"][after] - run["O.omega"][after - 1]) > 0.3
        assert np.max(run.violation()) < 1e-11 and np.max(np.abs(run["energy.balance"])) < 1e-8
    assert np.max(np.abs(runs[0].v - runs[1].v)) < 1e-8


def arm(**mass: Any) -> lw.Spatial:
    """An arm on a hinge about a skew axis; its moment about it is 0.5 kg m^2."""
    m = lw.Spatial("arm")
    m.body("arm", (0, 0, 0), mass={"mass": 2.0, "inertia": [0.5, 0.5, 0.5]} | mass)
    m.revolute("R", "ground", "arm", at=(0, 0, 0), axis=(1, 2, 2), x=(0, 1, -1))
    return m


@pytest.mark.parametrize("formulation", ["projection", "joint"])
def test_a_stop_made_of_a_spring_switches_on_and_off_at_exact_times(formulation: str) -> None:
    """The arm meets the stop, is its oscillator for half a period, and leaves with the speed it came with."""
    m = arm()
    m.end_stop("stop", "R", upper=1.5, stiffness=800.0)
    run = m.simulate(2.0, 5, speeds={"R.omega": 2.0}, formulation=formulation, **EXACT)
    begin, length = 0.75, pi * sqrt(0.5 / 800.0)
    switches = [event.t for event in run.events if event.kind == "switch"]
    assert switches == pytest.approx([begin, begin + length], abs=1e-9)
    assert run["R.omega"][-1] == pytest.approx(-2.0, abs=1e-9)
    assert run["R.angle"][-1] == pytest.approx(1.5 - 2.0 * (2.0 - begin - length), abs=1e-9)


@pytest.mark.parametrize("given", [{"formulation": "projection"}, {"formulation": "joint"}, {"method": "adams"}])
def test_a_sampled_controller_moves_a_joint_as_the_difference_equation_says(given: dict[str, Any]) -> None:
    """Torque constant between samples: angle and rate go by x + T w + T^2 u / 2 J, w + T u / J."""
    m, period = arm(), 0.05
    m.sampled("u", "1.2 - R.angle", period=period, proportional=3.0)
    m.actuator("motor", "R", force="u - 0.8*R.omega")
    run = m.simulate(1.0, 21, **EXACT, **given)
    decay = exp(-0.8 / 0.5 * period)
    angle, rate, expected = 0.0, 0.0, []
    for _ in run.t:
        expected.append((angle, rate))
        goal = 3.0 * (1.2 - angle) / 0.8
        angle += goal * period + (rate - goal) * (1.0 - decay) * 0.5 / 0.8
        rate = goal + (rate - goal) * decay
    assert np.allclose(np.stack([run["R.angle"], run["R.omega"]], axis=1), expected, rtol=0, atol=1e-8)


def test_turns_are_watched_however_far_the_body_has_turned() -> None:
    m = arm()
    m.event("tick", "sin(R.angle)", direction="rising")
    run = m.simulate(3.0, 4, speeds={"R.omega": 40.0}, **EXACT)
    expected = 2.0 * pi * np.arange(1, 20) / 40.0
    assert np.allclose(times_of(run, "tick"), expected[expected < 3.0], rtol=0, atol=1e-9)
    assert run["R.angle"][-1] == pytest.approx(120.0, abs=1e-8)


def test_a_law_that_is_not_finite_is_named() -> None:
    m = arm()
    m.signal("grip", "sqrt(1.3 - R.angle)")
    m.actuator("motor", "R", force="grip")
    run = m.simulate(2.0, 11, speeds={"R.omega": 1.0}, progress=False)
    assert not run.completed and "signal 'grip'" in run.events[-1].text


def test_a_slider_that_is_driven_beyond_its_reach_locks_and_names_the_driver() -> None:
    m = slider_crank()
    del m.drivers["motor"]
    m.drive("pull", joint="G", position="0.05*t", freedom="position")
    run = m.simulate(4.0, 41, speeds={}, progress=False)
    assert not run.completed and run.events[-1].kind == "lock-up"
    assert "driver 'pull'" in run.events[-1].text
