"""What bushes give, against levers and springs by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from linkwork.base.errors import MechanismError
from linkwork.vehicles import (
    Axle,
    Bush,
    CompliantArm,
    FiveLink,
    SemiTrailingArm,
    compliance_curves,
    saloon,
    travel_curves,
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


def test_travel_is_that_of_rigid_hinges_and_cars_refuse_bushes() -> None:
    soft, rigid = (travel_curves(arm, points=5) for arm in (TRAILING, replace(TRAILING, bush=None)))
    assert np.array_equal(soft.toe, rigid.toe)
    with pytest.raises(MechanismError, match="bushes are for rigs"):
        Axle(TRAILING, {"stiffness": 2e5})
    with pytest.raises(MechanismError, match="it has no bushes"):
        CompliantArm(centre=(0, 0.75, 0.3), hinge=((-0.4, 0.2, 0.3), (-0.4, 0.6, 0.3)), bush=Bush())
    with pytest.raises(MechanismError, match="radial must be positive"):
        Bush(0.0)
