"""Steps need not be as short as a wheel turns fast, where nothing asks how far it has turned; elsewhere they are."""

import re

import pytest

import linkwork as lw
from linkwork.analysis.simulation.round_wheels import round_wheels
from linkwork.vehicles import real_time_saloon, saloon

SPEED, RADIUS, UNTIL = 20.0, 0.3, 4.0
HALF = 0.5  # rad: how far other bodies may turn in a step


def rig(tilt: float = 0.0, **tyre) -> lw.Spatial:
    """A wheel that rolls straight on under a weight."""
    m = lw.Spatial("wheel under a weight")
    weight, wheel = m.body("weight", estimate=(0, 0, 0.29)), m.body("wheel", estimate=(0, 0, 0.29))
    m.mass(weight, mass=200, inertia=(10, 10, 10))
    m.mass(wheel, mass=15, inertia=(0.4, 0.8, 0.4))
    carrier = m.body("carrier", estimate=(0, 0, 0.29))
    m.mass(carrier, mass=5, inertia=(1, 1, 1))
    m.translational("along", m.ground, carrier, at=(0, 0, 0.29), axis=(1, 0, 0))
    m.translational("lift", carrier, weight, at=(0, 0, 0.29), axis=(0, 0, 1))
    m.revolute("hub", weight, wheel, at=(0, 0, 0.29), axis=(0, 1, 0))
    given = {"radius": RADIUS, "stiffness": 2e5, "damping": 800, "friction": 1.0, "model": "hsri"}
    given |= {"slip_stiffness": 5e4, "cornering_stiffness": 5e4, "relaxation_along": 0.2, **tyre}
    m.tyre("tyre", m.ground.frame((0, 0, 0), axis=(0, 0, 1)), wheel.frame((0, 0, 0), axis=(tilt, 1, 0)), **given)
    m.set_gravity(0, 0, -9.81)
    return m


def run(m: lw.Spatial):
    speeds = {"along.speed": SPEED, "hub.omega": SPEED / 0.29}
    return m.simulate(UNTIL, 21, speeds=speeds, method="radau", rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("car", [saloon, real_time_saloon])
def test_wheels_of_cars_are_round(car):
    m = car().mechanism(20, driver="0.001*t")
    assert round_wheels(m) == [f"{end}_{side}_wheel" for end in ("front", "rear") for side in ("left", "right")]


def test_a_wheel_is_not_round_where_something_asks_how_it_is_turned():
    def asked_by_event(m):
        m.event("mark", when="sin(hub.angle)")

    def asked_by_signal(m):
        m.signal("place", "wheel.rx")

    def asked_by_its_torque(m):
        m.actuator("drive", "hub", force="max(0, sin(value))")

    def held_by_a_spring(m):
        m.joint_spring("spring", "hub", stiffness=1)

    for ask in (asked_by_event, asked_by_signal, asked_by_its_torque, held_by_a_spring):
        m = rig()
        assert round_wheels(m) == ["wheel"]
        ask(m)
        assert round_wheels(m) == [], ask.__name__
    m = rig()
    m.signal("turning", "hub.omega")
    m.actuator("brake", "hub", force="-10*tanh(hub.omega)")
    assert round_wheels(m) == ["wheel"]


def test_a_wheel_is_not_round_about_another_axle_or_on_a_road_that_is_not_the_same_everywhere():
    assert round_wheels(rig(tilt=0.01)) == []
    assert round_wheels(rig(surface={"type": "steps", "points": [(5, 0), (5, 0.05)]})) == []
    assert round_wheels(rig(patches=[{"x": (0, 1), "factor": 0.5}])) == []


def test_a_wheel_whose_mass_is_not_the_same_all_around_is_not_round():
    uneven = [
        {"mass": 15, "center": (1e-5, 0, 0), "inertia": (0.4, 0.8, 0.4)},
        {"mass": 15, "inertia": (0.4, 0.8, 0.41)},
        {"mass": 15, "inertia": {"xx": 0.4, "yy": 0.8, "zz": 0.4, "xy": 0.001}},
        {"mass": 15, "center": ("shift", 0, 0), "inertia": (0.4, 0.8, 0.4)},
        {"mass": 15, "inertia": ("across", 0.8, 0.4)},
    ]
    for given in uneven:
        m = rig()
        m.parameters(shift=0.0, across=0.4)
        m.mass("wheel", **given)
        assert round_wheels(m) == [], given
    m = rig()
    m.parameters(heavy=15)
    m.mass("wheel", mass="heavy", center=(0, 0.02, 0), inertia=(0.4, 0.8, 0.4))
    assert round_wheels(m) == ["wheel"]
    m.mass("wheel", shapes=[{"type": "cylinder", "axis": (0, 1, 0), "radius": 0.25, "length": 0.2, "mass": 15}])
    assert round_wheels(m) == ["wheel"]


def test_an_unbalanced_wheel_lifts_its_weight_twice_a_turn_and_every_time_is_seen():
    m = rig()
    m.mass("wheel", mass=15, center=(1e-4, 0, 0), inertia=(0.4, 0.8, 0.4))
    m.event("mark", when="weight.vz")
    speeds = {"along.speed": SPEED, "hub.omega": SPEED / 0.29}
    marked = m.simulate(UNTIL, 21, speeds=speeds, method="radau", rtol=1e-3, atol=1e-3)
    turns = UNTIL / 2 * SPEED / 0.29 / 6.283185307179586
    assert abs(sum(event.name == "mark" and event.t > UNTIL / 2 for event in marked.events) - 2 * turns) <= 2


def test_steps_on_a_flat_road_are_longer_than_a_wheel_turns_and_marks_on_it_are_all_seen():
    plain = run(rig())
    asked = rig()
    asked.event("mark", when="sin(hub.angle)")
    marked = run(asked)
    turned = float(plain["hub.angle"][-1] - plain["hub.angle"][0])
    assert turned > 200
    assert plain.statistics["steps"] < turned / HALF / 4
    assert marked.statistics["steps"] > turned / HALF
    passages = [event for event in marked.events if re.search("mark", event.name)]
    assert abs(len(passages) - turned / 3.141592653589793) <= 1
    assert float(marked["hub.angle"][-1]) == pytest.approx(float(plain["hub.angle"][-1]), rel=1e-5)
