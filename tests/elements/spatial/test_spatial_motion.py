"""Motions under spatial forces, rolling and tyres against closed forms."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from spatial_force_cases import KINDS

from linkwork.bodies.spatial.mass import SpatialMass
from linkwork.elements.spatial import catalogue
from linkwork.elements.spatial.joints.rolling import KnifeEdge, RollingDisc, RollingSphere
from linkwork.mechanism.spatial.spatial import Spatial

G, SLOPE = 9.81, 0.3
FLOOR = {"ground": {"axis": [0, 0, 1], "x": [1, 0, 0]}}


def body(mass: float, inertia: list[float], position: Any = (0, 0, 0), **options: Any) -> Spatial:
    """A mechanism with one body, `b`."""
    m = Spatial("motion")
    m.body("b", position, mass=SpatialMass.model_validate({"mass": mass, "inertia": inertia}), **options)
    return m


def add_force(m: Spatial, name: str, kind: str, **fields: Any) -> None:
    m.add_force(name, m._make(KINDS[kind], f"force '{name}'", **fields))


def add_drive(m: Spatial, name: str, kind: Any, **fields: Any) -> None:
    m.add_driver(name, m._make(kind, f"driver '{name}'", **fields))


def downhill(m: Spatial) -> float:
    """Gravity on a slope that falls along x; the acceleration along it."""
    m.set_gravity(G * math.sin(SLOPE), 0, -G * math.cos(SLOPE))
    return G * math.sin(SLOPE)


def test_a_skate_on_a_slope_runs_a_cycloid() -> None:
    """Turning evenly it does not run away downhill: x = a/(2 w^2) sin^2 wt, y = a/(2 w^2) (wt - sin(2 wt)/2)."""
    m, w = body(2.0, [0.3, 0.4, 0.5]), 2.0
    a = downhill(m) / (2 * w * w)
    m.joint("flat", catalogue.PlanarJoint, between=("ground", "b"), at=(0, 0, 0), axis=(0, 0, 1))
    m.joint("edge", KnifeEdge, plane=FLOOR, blade={"b": {"axis": [1, 0, 0]}})
    add_drive(m, "turn", catalogue.AngleDrive, joint="flat", value=f"{w}*t")
    run = m.simulate(3.0, 31, rtol=1e-10, atol=1e-10)
    assert_allclose(run["b.x"], a * np.sin(w * run.t) ** 2, atol=1e-8)
    assert_allclose(run["b.y"], a * (w * run.t - 0.5 * np.sin(2 * w * run.t)), atol=1e-8)


@pytest.mark.parametrize(
    ("kind", "inertia", "share", "place"),
    [
        (RollingSphere, 0.4, 5 / 7, {"sphere": "b"}),
        (RollingDisc, 0.5, 2 / 3, {"disc": {"b": {"axis": [0, 1, 0]}}}),
    ],
    ids=["sphere", "disc"],
)
def test_what_rolls_down_a_slope_has_its_share_of_gravity(kind: Any, inertia: float, share: float, place: Any) -> None:
    radius = 0.5
    moment = 2.0 * inertia * radius**2
    m = body(2.0, [moment] * 3, (0, 0, radius))
    a = downhill(m) * share
    m.joint("rolling", kind, plane=FLOOR, radius=radius, **place)
    run = m.simulate(2.0, 21, rtol=1e-10, atol=1e-10)
    assert_allclose(run["b.x"], 0.5 * a * run.t**2, atol=1e-7)
    assert_allclose(run["b.wy"], a * run.t / radius, atol=1e-7)
    assert_allclose(run["b.z"], radius, atol=1e-9)


def test_a_disc_that_falls_from_rest_turns_about_its_tangent() -> None:
    """(J + m R^2) lean'^2 / 2 = m g R (cos lean_0 - cos lean) while it falls over without slip."""
    mass, radius, start = 2.0, 0.5, 0.2
    across = mass * radius**2 / 4
    place = (0, 0, radius * math.cos(start))
    m = body(mass, [across, 2 * across, across], place, orientation={"axis": [1, 0, 0], "angle": start})
    m.set_gravity(0, 0, -G)
    m.joint("rolling", RollingDisc, plane=FLOOR, disc={"b": {"axis": [0, 1, 0]}}, radius=radius)
    run = m.simulate(0.5, 11, rtol=1e-10, atol=1e-10)
    lean = run["b.rx"]
    energy = 0.5 * (across + mass * radius**2) * run["b.wx"] ** 2
    assert lean[-1] > 0.6
    assert_allclose(energy, mass * G * radius * (math.cos(start) - np.cos(lean)), atol=1e-7)
    assert_allclose(run["b.z"], radius * np.cos(lean), atol=1e-8)


def test_a_torque_turns_a_hinge_through_many_turns_against_its_spring() -> None:
    """J a'' = n - k a from rest: a = n/k (1 - cos wt), over several turns and back."""
    inertia, torque, stiffness = 2.0, 12.0, 0.5
    m = body(1.0, [1.0, 1.5, inertia])
    m.joint("hinge", catalogue.Revolute, between=("ground", "b"), at=(0, 0, 0), axis=(0, 0, 1))
    add_force(m, "push", "torque", axis=FLOOR, on="b", torque=torque)
    add_force(m, "back", "torsion_spring", between=("ground", "b"), axis=(0, 0, 1), stiffness=stiffness)
    m.signal("angle", "hinge.angle")
    run = m.simulate(14.0, 57, rtol=1e-10, atol=1e-10)
    expected = torque / stiffness * (1 - np.cos(math.sqrt(stiffness / inertia) * run.t))
    assert expected.max() > 7 * 2 * math.pi
    assert_allclose(run["angle"], expected, atol=1e-6)
    assert_allclose(run["hinge.angle"], expected, atol=1e-6)
    assert_allclose(run["back.strength"], stiffness * expected, atol=1e-6)


def test_inverse_dynamics_counts_the_turns_of_a_torsion_spring() -> None:
    m, stiffness = body(1.0, [1.0, 1.5, 2.0]), 0.5
    m.joint("hinge", catalogue.Revolute, between=("ground", "b"), at=(0, 0, 0), axis=(0, 0, 1))
    add_drive(m, "turn", catalogue.AngleDrive, joint="hinge", value="3*t")
    add_force(m, "back", "torsion_spring", between=("ground", "b"), axis=(0, 0, 1), stiffness=stiffness)
    run = m.inverse_dynamics(6.0, 31)
    assert_allclose(run["back.strength"], stiffness * 3 * run.t, atol=1e-9)
    assert_allclose(np.abs(run["turn.tz"]), stiffness * 3 * run.t, atol=1e-9)


@pytest.mark.parametrize("model", ["linear", "hsri", "brush", "magic"])
def test_a_wheel_put_on_a_moving_road_comes_to_roll_with_it(model: str) -> None:
    """Whatever the law, the impulse of the road is P = V / (1/m + q^2/J), and the wheel ends at the speed P/m."""
    mass, moment, radius, stiffness, speed = 20.0, 0.8, 0.3, 1e5, 2.0
    loaded = radius - mass * G / stiffness
    m = body(mass, [0.5, moment, 0.5], (0, 0, loaded))
    m.body("road", (0, 0, 0), mass=SpatialMass.model_validate({"mass": 1.0, "inertia": [1, 1, 1]}))
    m.set_gravity(0, 0, -G)
    m.joint("plane", catalogue.PlanarJoint, between=("ground", "b"), at=(0, 0, 0), axis=(0, 1, 0))
    m.joint("belt", catalogue.Translational, between=("ground", "road"), at=(0, 0, 0), axis=(1, 0, 0))
    add_drive(m, "pull", catalogue.PositionDrive, joint="belt", value=f"{speed}*t")
    laws: dict[str, Any] = {"slip_stiffness": 3e4, "cornering_stiffness": 3e4}
    if model == "magic":
        curve = {"B": 10, "C": 1.5, "D": 0.8}
        laws = {"longitudinal": curve, "lateral": curve}
    places = {"road": {"road": {"axis": [0, 0, 1]}}, "wheel": {"b": {"axis": [0, 1, 0]}}}
    numbers = {"radius": radius, "stiffness": stiffness, "damping": 300, "friction": 0.8}
    add_force(m, "tyre", "tyre", model=model, **laws, **places, **numbers)
    run = m.simulate(1.5, 61, rtol=1e-8, atol=1e-8)
    impulse = speed / (1 / mass + loaded**2 / moment)
    assert_allclose(run["b.vx"][-1], impulse / mass, rtol=1e-5)
    assert_allclose(run["b.wy"][-1], -impulse * loaded / moment, rtol=1e-5)
    assert_allclose(run["tyre.load"], mass * G, rtol=1e-6)
    assert run["tyre.grip"].max() <= 1.0 + 1e-6
    assert run["tyre.grip"].max() > 0.5


def test_a_dropped_wheel_settles_on_its_load() -> None:
    mass, radius, stiffness = 20.0, 0.3, 1e5
    m = body(mass, [0.5, 0.8, 0.5], (0, 0, 0.4))
    m.set_gravity(0, 0, -G)
    m.joint("plane", catalogue.PlanarJoint, between=("ground", "b"), at=(0, 0, 0), axis=(0, 1, 0))
    laws = {"slip_stiffness": 3e4, "cornering_stiffness": 3e4}
    numbers = {"radius": radius, "stiffness": stiffness, "damping": 800, "friction": 0.8}
    add_force(m, "tyre", "tyre", road=FLOOR, wheel={"b": {"axis": [0, 1, 0]}}, **laws, **numbers)
    run = m.simulate(2.0, 101)
    assert run["tyre.load"].min() == 0.0
    assert run["tyre.load"][-1] == pytest.approx(mass * G, rel=1e-5)
    assert run["b.z"][-1] == pytest.approx(radius - mass * G / stiffness, abs=1e-6)
    assert any("contact with the road" in event.text for event in run.events)


def test_a_bushing_swings_with_the_frequencies_of_its_stiffnesses() -> None:
    """A body held by a bushing at its mass centre, displaced along z and let go."""
    m = body(2.0, [0.5, 0.8, 0.6], (0, 0, 0))
    m.set_gravity(0, 0, -G)
    stiffness = (300.0, 400.0, 500.0, 20.0, 30.0, 40.0)
    add_force(m, "mount", "bushing", between=("ground", "b"), at=(0, 0, 0), axis=(0, 0, 1), stiffness=stiffness)
    run = m.simulate(1.0, 21, rtol=1e-10, atol=1e-10)
    expected = -2.0 * G / 500.0 * (1 - np.cos(math.sqrt(500.0 / 2.0) * run.t))
    assert_allclose(run["b.z"], expected, atol=1e-8)
    assert_allclose(run["mount.z"], expected, atol=1e-8)


def test_a_car_dropped_on_its_tyres_comes_to_rest() -> None:
    """Four tyres that roll freely, the mass centre off the middle: loads by the lever rule, no slip left."""
    mass, front, rear = 1200.0, 1.2, 1.3
    m = body(mass, [400.0, 1500.0, 1600.0], (0, 0, 0.5))
    m.set_gravity(0, 0, -G)
    numbers = {"radius": 0.3, "stiffness": 2e5, "damping": 3000, "friction": 0.9, "cornering_stiffness": 6e4}
    for number, (x, y) in enumerate([(front, 0.7), (front, -0.7), (-rear, 0.7), (-rear, -0.7)]):
        wheel = {"b": {"at": [x, y, -0.2], "axis": [0, 1, 0]}}
        add_force(m, f"tyre{number}", "tyre", model="brush", spins=False, road=FLOOR, wheel=wheel, **numbers)
    run = m.simulate(3.0, 31)
    loads = [run[f"tyre{number}.load"][-1] for number in range(4)]
    share = mass * G / 2 / (front + rear)
    assert loads == pytest.approx([share * rear] * 2 + [share * front] * 2, rel=1e-3)
    assert abs(run["b.vz"][-1]) < 1e-5 and abs(run["b.vx"][-1]) < 1e-5


def test_a_leaning_disc_rolls_in_a_circle() -> None:
    """Steady rolling: (J + m R^2) W s sin a - I W^2 sin a cos a + m g R cos a = 0.

    The plane of the disc is inclined by a, it goes round with W, s is its angular velocity about its axis; the centre
    runs on a circle of radius R s / W.
    """
    mass, radius, inclined, round_trip = 2.0, 0.5, 1.1, 1.3
    across, axial = mass * radius**2 / 4, mass * radius**2 / 2
    sine, cosine = math.sin(inclined), math.cos(inclined)
    spin = (across * round_trip**2 * sine * cosine - mass * G * radius * cosine) / (
        (axial + mass * radius**2) * round_trip * sine
    )
    place = (0, 0, radius * sine)
    m = body(mass, [across, across, axial], place, orientation={"axis": [1, 0, 0], "angle": inclined})
    m.set_gravity(0, 0, -G)
    m.joint("rolling", RollingDisc, plane=FLOOR, disc={"b": {"axis": [0, 0, 1]}}, radius=radius)
    speeds = {"b.omega.x": 0, "b.omega.y": round_trip * sine, "b.omega.z": spin}
    run = m.simulate(6.0, 61, speeds=speeds, rtol=1e-10, atol=1e-10)
    path = -radius * spin / round_trip
    assert_allclose(run["b.z"], radius * sine, atol=1e-7)
    assert_allclose(run["b.x"], path * np.sin(round_trip * run.t), atol=1e-6)
    assert_allclose(run["b.y"], path * (1 - np.cos(round_trip * run.t)), atol=1e-6)
