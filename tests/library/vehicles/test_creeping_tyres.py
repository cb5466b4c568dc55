"""Tyres that have to hold at rest without a relaxation length creep, and the run says so."""

import math

import pytest

import linkwork as lw

RUBBER = {"radius": 0.3, "stiffness": 2e5, "damping": 4000, "friction": 1.0, "model": "hsri"}
RUBBER |= {"slip_stiffness": 5e4, "cornering_stiffness": 5e4}


def stood(pull: float, **more):
    """A wheel that does not turn, on a road that falls off."""
    m = lw.Spatial("locked wheel on a slope")
    carrier, wheel = m.body("carrier", estimate=(0, 0, 0.29)), m.body("wheel", estimate=(0, 0, 0.29))
    m.mass(carrier, mass=5, inertia=(1, 1, 1))
    m.mass(wheel, mass=200, inertia=(1, 1, 1))
    m.translational("along", m.ground, carrier, at=(0, 0, 0.29), axis=(1, 0, 0))
    m.translational("lift", carrier, wheel, at=(0, 0, 0.29), axis=(0, 0, 1))
    road, hub = m.ground.frame((0, 0, 0), axis=(0, 0, 1)), wheel.frame((0, 0, 0), axis=(0, 1, 0))
    m.tyre("tyre", road, hub, **RUBBER | more)
    m.set_gravity(-pull, 0, -9.81)
    run = m.simulate(2, 11, method="radau", rtol=1e-5, atol=1e-7)
    return run, [note for note in run.notes if "creeps" in note]


def test_a_tyre_without_a_relaxation_length_is_told_to_creep_with_the_speed_it_has():
    run, (note,) = stood(1.0)
    assert note.startswith("tyre 'tyre': ") and "relaxation_along" in note
    speed = abs(float(run["wheel.vx"][-1]))
    assert 1e-4 < speed < 0.05
    assert f"creeps with {speed:.3g} m/s" in note
    assert f"{abs(float(run['tyre.along'][-1])):.3g} N" in note
    assert float(run["tyre.along"][-1]) == pytest.approx(205.0, rel=1e-3)


def test_nothing_is_told_where_the_tyre_is_a_spring_at_rest_or_holds_nothing():
    assert stood(1.0, relaxation_along=0.2, relaxation_across=0.4)[1] == []
    assert stood(0.0)[1] == []


def driven(torque: float | str, until: float, speed: float = 0.0, held: bool = False):
    """A wheel that turns on a hub with a torque; the creeping that is told. Held, its carrier does not move."""
    m = lw.Spatial("wheel on a hub")
    carrier = m.ground if held else m.body("carrier", estimate=(0, 0, 0.29), mass={"mass": 5, "inertia": [1, 1, 1]})
    weight = m.body("weight", estimate=(0, 0, 0.29), mass={"mass": 200, "inertia": [10, 10, 10]})
    wheel = m.body("wheel", estimate=(0, 0, 0.29), mass={"mass": 15, "inertia": [0.4, 0.8, 0.4]})
    speeds = {"hub.omega": speed / 0.29}
    if not held:
        m.translational("along", m.ground, carrier, at=(0, 0, 0.29), axis=(1, 0, 0))
        speeds |= {"along.speed": speed}
    m.translational("lift", carrier, weight, at=(0, 0, 0.29), axis=(0, 0, 1))
    m.revolute("hub", weight, wheel, at=(0, 0, 0.29), axis=(0, 1, 0))
    m.actuator("drive", "hub", force=torque)
    m.tyre("tyre", m.ground.frame((0, 0, 0), axis=(0, 0, 1)), wheel.frame((0, 0, 0), axis=(0, 1, 0)), **RUBBER)
    m.set_gravity(0, 0, -9.81)
    run = m.simulate(until, 21, method="radau", rtol=1e-5, atol=1e-7, speeds=speeds if speed else None)
    return run, [note for note in run.notes if "creeps" in note]


@pytest.mark.parametrize(
    ("torque", "until", "speed"), [(20, 0.2, 0.0), (-5, 0.5, 0.0), (0.1, 2.0, 0.05), (-2, 0.5, 0.08)]
)
def test_nothing_is_told_of_wheels_that_roll_slowly_speed_up_or_brake(torque: float, until: float, speed: float):
    run, told = driven(torque, until, speed)
    final = float(run["wheel.vx"][-1])
    assert 1e-3 < abs(final) < 0.1  # slower than what a wheel at rest creeps with at most
    assert final == pytest.approx(0.29 * float(run["hub.omega"][-1]), rel=0.05)
    assert told == []


def test_nothing_is_told_of_a_wheel_that_spins_where_it_is_held():
    run, told = driven(800, 0.3, held=True)
    assert float(run["hub.omega"][-1]) > 1.0
    assert told == []


def test_nothing_is_told_of_a_locked_wheel_that_has_not_come_to_a_steady_speed():
    """The pull grows with time, and so does the speed with which the damper gives way."""
    m = lw.Spatial("locked wheel that is pulled")
    wheel = m.body("wheel", estimate=(0, 0, 0.29), mass={"mass": 200, "inertia": [1, 1, 1]})
    carrier = m.body("carrier", estimate=(0, 0, 0.29), mass={"mass": 5, "inertia": [1, 1, 1]})
    m.translational("along", m.ground, carrier, at=(0, 0, 0.29), axis=(1, 0, 0))
    m.translational("lift", carrier, wheel, at=(0, 0, 0.29), axis=(0, 0, 1))
    m.tyre("tyre", m.ground.frame((0, 0, 0), axis=(0, 0, 1)), wheel.frame((0, 0, 0), axis=(0, 1, 0)), **RUBBER)
    m.actuator("pull", "along", force="200*t")
    m.set_gravity(0, 0, -9.81)
    run = m.simulate(2, 21, method="radau", rtol=1e-5, atol=1e-7)
    assert math.isclose(float(run["wheel.vx"][-1]), 400 * 0.5 / 5e4, rel_tol=0.02)
    assert not [note for note in run.notes if "creeps" in note]
