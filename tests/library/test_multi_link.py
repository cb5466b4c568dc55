"""Four-link and trapezoidal suspensions, stops and damper tables, anti-dive: counts and closed forms."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import MechanismError
from linkwork.library.vehicles.suspensions import AXLE
from linkwork.mechanism.spatial.handles import SpatialBodyHandle
from linkwork.mechanism.spatial.spatial import Spatial
from linkwork.vehicles import (
    Axle,
    Bush,
    FiveLink,
    FourLink,
    SemiTrailingArm,
    TrapezoidalArm,
    anti_dive,
    anti_lift,
    real_time_saloon,
    travel_curves,
)

LINKS = FourLink(
    centre=(0.0, 0.75, 0.3),
    lower=(((0.05, 0.35, 0.2), (0.02, 0.68, 0.18)), ((-0.30, 0.36, 0.2), (-0.03, 0.68, 0.18))),
    upper=(((0.22, 0.42, 0.52), (0.03, 0.62, 0.5)), ((-0.16, 0.42, 0.52), (-0.02, 0.62, 0.5))),
    tie=((-0.14, 0.36, 0.24), (-0.14, 0.68, 0.22)),
)
ARM = TrapezoidalArm(
    centre=(-2.6, 0.75, 0.3),
    inner=((-2.4, 0.35, 0.2), (-2.8, 0.35, 0.2)),
    outer=((-2.4, 0.68, 0.2), (-2.8, 0.68, 0.2)),
    camber_rod=((-2.6, 0.40, 0.45), (-2.6, 0.68, 0.42)),
)


def test_four_links_as_bodies_have_the_loops_and_freedoms_of_the_paper() -> None:
    """7 bodies, 11 joints: 4 loops; 27 freedoms of joints less 24 less the spin of the tie rod are 2."""
    m = Spatial("four-link front")
    rack = m.body("rack", (0, 0, 0.24), mass={"mass": 3.0, "inertia": (0.1, 0.01, 0.1)})
    m.translational("rack guide", m.ground, rack, at=(0, 0, 0.24), axis=(0, 1, 0))
    replace(LINKS, bodies=True).add(m, "wheel", m.ground, 1, rack)
    assert len([name for name in m.bodies_by_name if name != "ground"]) == 7 and len(m.joints) == 11
    freedoms = {"universal": 2, "spherical": 3, "translational": 1}
    assert sum(freedoms[joint.type] for joint in m.joints.values()) == 27
    assert m.check().mobility == 2 + 1


def test_four_links_and_the_tie_rod_guide_a_wheel_as_five_rods_do() -> None:
    rods = dict(zip("abcde", (*LINKS.lower, *LINKS.upper, LINKS.tie), strict=True))
    five = travel_curves(FiveLink(centre=LINKS.centre, links=rods), 0.05, 0.05, 5)
    four = travel_curves(LINKS, 0.05, 0.05, 5)
    for name in ("toe", "camber", "half_track", "roll_centre"):
        assert getattr(four, name) == pytest.approx(getattr(five, name), abs=1e-9)
    assert np.ptp(five.camber) > 0.01


def test_rods_as_bodies_guide_a_wheel_as_rods_of_given_lengths_do() -> None:
    paths = []
    for bodies in (False, True):
        m: Any = Spatial("rig")
        links = replace(LINKS, bodies=bodies)
        carrier = links.add(m, "wheel", m.ground)
        m.drive("jack", on=carrier, z="0.25 + 0.1*t")
        if bodies:  # a tie rod between two balls would spin
            tie = SpatialBodyHandle(m, "wheel tie rod")
            m.dot_1("spin", m.ground.frame(axis=(0, 0, 1)), tie.frame(axis=(1, 0, 0)))
        assert len([name for name in m.bodies_by_name if name != "ground"]) == (6 if bodies else 1)
        run = m.kinematics(1.0, 5, progress=False)
        channels = [f"wheel carrier.{point}{axis}" for point in ("", f"{AXLE}.") for axis in "xyz"]
        paths.append(np.array([run[channel] for channel in channels]))
    assert paths[1] == pytest.approx(paths[0], abs=1e-9)
    assert np.ptp(paths[0][1]) > 1e-3


def test_the_kingpin_goes_through_the_points_where_the_rods_meet() -> None:
    low, high = LINKS.kingpin()
    for point, rods in ((low, LINKS.lower), (high, LINKS.upper)):
        for inner, outer in rods:
            along, to = np.subtract(outer, inner), np.subtract(point, inner)
            assert np.linalg.norm(np.cross(along, to)) / np.linalg.norm(along) < 5e-3
    assert low[1] > 0.68 and LINKS.kingpin_inclination == pytest.approx(
        math.atan2(low[1] - high[1], high[2] - low[2]), rel=1e-12
    )


def test_a_trapezoidal_arm_with_parallel_hinges_is_a_four_bar_seen_from_behind() -> None:
    """No toe; camber and track are those of a plane four-bar of arm and rod."""
    curves = travel_curves(ARM, 0.05, 0.05, 11)
    assert np.max(np.abs(curves.toe)) < 1e-12
    arm, rod, upright = 0.33, math.dist((0.40, 0.45), (0.68, 0.42)), math.dist((0.68, 0.2), (0.68, 0.42))
    for travel, camber in zip(curves.travel, curves.camber, strict=True):

        def missed(angle: float, lean: float) -> float:
            ball = np.array([0.35 + arm * math.cos(angle), 0.2 + arm * math.sin(angle)])
            end = ball + upright * np.array([math.sin(lean), math.cos(lean)])
            return math.dist(end, (0.40, 0.45)) - rod

        # the wheel's centre lies 0.07 m outside of and 0.1 m above the outer hinge
        rises = math.asin((travel + 0.1 - 0.1 * math.cos(camber) + 0.07 * math.sin(camber)) / arm)
        assert missed(rises, float(camber)) == pytest.approx(0.0, abs=1e-9)


def test_anti_lift_of_a_trailing_arm_is_that_of_its_pole() -> None:
    arm = SemiTrailingArm(centre=(-2.6, 0.75, 0.3), hinge=((-2.2, 0.15, 0.4), (-2.2, 0.65, 0.4)))
    assert anti_lift(arm, wheelbase=2.6, height=0.5, share=0.4) == pytest.approx(0.4 * 2.6 / 0.5 * 0.4 / 0.4, rel=1e-6)
    leading = SemiTrailingArm(centre=(0.0, 0.75, 0.3), hinge=((-0.8, 0.15, 0.2), (-0.8, 0.65, 0.2)))
    assert anti_dive(leading, wheelbase=2.6, height=0.5) == pytest.approx(0.6 * 2.6 / 0.5 * 0.2 / 0.8, rel=1e-6)


def test_stops_and_damper_tables_pull_as_they_say() -> None:
    car = real_time_saloon()
    table = ((-2.0, -3000.0), (0.0, 0.0), (2.0, 8000.0))
    front = replace(car.front, damper=table, bump_stop=(0.03, 2e5), rebound_stop=(0.05, 1e5))
    kicked = car.starting_speeds(10.0) | {"chassis.vz": -1.5}
    options: dict[str, Any] = {"speeds": kicked, "rtol": 1e-5, "atol": 1e-6, "progress": False}
    hard: Any = replace(car, front=front).mechanism(10.0)
    run = hard.simulate(0.6, 121, **options)
    length, speed = run["front_left_spring.length"], run["front_left_spring.length_rate"]
    load, bar = car.loads[0], 9e3 * (length - run["front_right_spring.length"])
    pull = 26e3 * (length - 0.4 - load / 26e3) + bar + np.interp(speed, *zip(*table, strict=True))
    pull += -2e5 * np.maximum(0.0, 0.37 - length) + 1e5 * np.maximum(0.0, length - 0.45)
    assert run["front_left_spring.strength"] == pytest.approx(pull, rel=1e-9, abs=1e-6)
    assert np.min(length) < 0.37 and np.min(speed) < 0.0 < np.max(speed)  # it is pushed onto its stops
    soft: Any = car.mechanism(10.0)
    assert np.min(soft.simulate(0.6, 121, **options)["front_left_spring.length"]) < np.min(length) - 0.005


def test_dampers_and_stops_that_cannot_be_are_refused() -> None:
    axle = real_time_saloon().front
    fields: dict[str, Any] = {"suspension": axle.suspension, "tyre": axle.tyre}
    with pytest.raises(MechanismError, match="speeds rise"):
        Axle(**fields, damper=((1.0, 0.0), (0.0, 0.0)))
    for driving in (((-1.0, 1500.0), (1.0, -1500.0)), ((-1.0, -500.0), (0.0, 0.0), (0.5, 900.0), (1.0, 800.0))):
        with pytest.raises(MechanismError, match="force of its damper falls"):
            Axle(**fields, damper=driving)
    for offset in (((-1.0, -100.0), (1.0, 900.0)), ((0.5, 0.0), (1.0, 900.0))):
        with pytest.raises(MechanismError, match="no force at the speed zero"):
            Axle(**fields, damper=offset)
    with pytest.raises(MechanismError, match="bump_stop: travel must be positive"):
        Axle(**fields, bump_stop=(-0.1, 1e5))
    with pytest.raises(MechanismError, match="they have no `bodies`"):
        replace(LINKS, bush=Bush(), bodies=True)


@pytest.mark.parametrize("measure", [anti_dive, anti_lift])
def test_an_axle_does_not_brake_more_than_the_whole(measure: Any) -> None:
    for share in (1.5, -0.1):
        with pytest.raises(MechanismError, match="part of the braking, 0 to 1"):
            measure(LINKS, wheelbase=2.6, height=0.5, share=share)
    assert measure(LINKS, wheelbase=2.6, height=0.5, share=0.0) == 0.0
