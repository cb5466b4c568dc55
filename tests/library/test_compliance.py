"""What bushes give, against levers and springs by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import MechanismError
from linkwork.run.run import Run
from linkwork.vehicles import (
    Bush,
    Car,
    CompliantArm,
    FiveLink,
    SemiTrailingArm,
    compliance_curves,
    ramp_steer,
    saloon,
    travel_curves,
    wheel_angle,
)

RADIAL, AXIAL, APART, ARM, RADIUS = 8e6, 1.5e6, 0.5, 0.4, 0.3
TRAILING = SemiTrailingArm(
    centre=(-2.6, 0.75, RADIUS), hinge=((-2.2, 0.15, 0.3), (-2.2, 0.65, 0.3)), bush=Bush(RADIAL, AXIAL, 0.0)
)


def test_a_trailing_arm_gives_as_two_springs_on_a_lever() -> None:
    """Turning stiffness k d^2 / 2 about the middle of the hinge; along the hinge two springs."""
    curves = compliance_curves(TRAILING, force=20.0, torque=2.0, points=3)
    turning, aside = RADIAL * APART**2 / 2, 0.75 - 0.4
    hand = {
        ("side", "toe"): ARM / turning,
        ("side", "camber"): -RADIUS / turning,
        ("side", "across"): 1 / (2 * AXIAL) + ARM**2 / turning,
        ("driving", "toe"): aside / turning,
        ("driving", "along"): 1 / (2 * RADIAL) + aside**2 / turning,
        ("braking", "toe"): aside / turning,
        ("aligning", "toe"): 1 / turning,
        ("aligning", "across"): ARM / turning,
    }
    for (load, name), slope in hand.items():
        assert getattr(curves, load).gradient(name) == pytest.approx(slope, rel=1e-4), (load, name)
    with pytest.raises(MechanismError, match="have a gradient"):
        curves.side.gradient("roll")


def test_five_rods_give_as_the_sum_over_their_lines() -> None:
    """Small loads: K = sum k u u^T of the rods' lines, with the height of the wheel held."""
    suspension = saloon().rear.suspension
    assert isinstance(suspension, FiveLink)
    centre, lines = np.array(suspension.centre), []
    for inner, outer in suspension.links.values():
        along = np.subtract(outer, inner) / np.linalg.norm(np.subtract(outer, inner))
        lines.append(np.concatenate([along, np.cross(np.subtract(outer, centre), along)]))
    stiffness = 8e6 * np.sum([np.outer(line, line) for line in lines], axis=0)
    free = [0, 1, 3, 4, 5]
    push = np.array([0.0, 1.0, 0.0, suspension.radius, 0.0, 0.0])  # outwards at the contact
    gives = np.zeros(6)
    gives[free] = np.linalg.solve(stiffness[np.ix_(free, free)], push[free])
    curves = compliance_curves(suspension, force=10.0, torque=1.0, points=3)
    assert curves.side.gradient("toe") == pytest.approx(-gives[5], rel=1e-3)
    assert curves.side.gradient("across") == pytest.approx(gives[1], rel=1e-3)


def on_bushes(car: Car, bush: Bush, *words: str) -> Car:
    changed: Any = {word: getattr(car, word) for word in words}
    return replace(
        car, **{word: replace(axle, suspension=replace(axle.suspension, bush=bush)) for word, axle in changed.items()}
    )


def turned(car: Car) -> Run:
    rack = ramp_steer(0.02 * car.rack_lever, begin=0.0, within=0.3)
    run: Run = car.run(1.2, 13, speed=20, driver=rack, method="radau", rtol=1e-5, atol=1e-7)
    return run


def test_the_rear_wheels_of_a_car_on_bushes_steer_by_their_compliance() -> None:
    """What they turn more than on rigid rods is the gradient of a wheel on the rig times its side force."""
    runs = [turned(car) for car in (saloon(), on_bushes(saloon(), Bush(), "rear"))]
    own = [wheel_angle(run, "rear")[-1] for run in runs]
    force = np.mean([runs[1][f"rear_{side}_tyre.across"][-1] for side in ("left", "right")])
    gradient = compliance_curves(saloon().rear.suspension, points=3).side.gradient("toe")
    rolled = own[0] * runs[1]["chassis.omega.z"][-1] / runs[0]["chassis.omega.z"][-1]  # as it rolls more, or less
    assert abs(gradient * force) > 1e-4
    assert own[1] - rolled == pytest.approx(-gradient * force, rel=0.05)


def test_a_car_on_very_stiff_bushes_is_one_on_hinges() -> None:
    stiff = Bush(8e9, 8e9, 2e5, damping=2e-6)
    rigid, soft, hard = (
        turned(car) for car in (saloon(), *(on_bushes(saloon(), b, "front", "rear") for b in (Bush(), stiff)))
    )
    for name in ("chassis.y", "chassis.omega.z"):
        assert hard[name][-1] == pytest.approx(rigid[name][-1], rel=2e-4)
        assert abs(soft[name][-1] / rigid[name][-1] - 1) > 2e-3
    assert not any("leave it out" in note for note in soft.notes)


def test_a_car_on_bushes_starts_as_level_as_one_on_hinges() -> None:
    """Its carriers go with it from the start: the rear rests where it is drawn, in front it sinks as the other does."""
    rigid, soft = (
        car.run(0.5, 51, speed=20, method="radau", rtol=1e-5, atol=1e-7)
        for car in (saloon(), on_bushes(saloon(), Bush(), "front", "rear"))
    )
    assert np.ptp(soft["rear_left carrier.z"]) < 1e-4
    for name in ("chassis.z", "front_left carrier.z", "rear_left carrier.z"):
        assert soft[name] == pytest.approx(rigid[name], abs=2e-5)
    assert np.max(np.abs(soft["chassis.y"])) < 1e-6


def test_travel_is_that_of_rigid_hinges() -> None:
    soft, rigid = (travel_curves(arm, points=5) for arm in (TRAILING, replace(TRAILING, bush=None)))
    assert np.array_equal(soft.toe, rigid.toe)
    with pytest.raises(MechanismError, match="it has no bushes"):
        CompliantArm(centre=(0, 0.75, 0.3), hinge=((-0.4, 0.2, 0.3), (-0.4, 0.6, 0.3)), bush=Bush())
    with pytest.raises(MechanismError, match="radial must be positive"):
        Bush(0.0)
