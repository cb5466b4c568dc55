"""Suspensions against closed forms of their kinematics; roads and the bicycle against their standards and papers."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import MechanismError
from linkwork.vehicles import (
    Bicycle,
    DoubleWishbone,
    FiveLink,
    McPherson,
    SemiTrailingArm,
    SolidAxle,
    density,
    random_heights,
    road_density,
    travel_curves,
    travel_rig,
    vertical_weighting,
)

CENTRE = (0.0, 0.75, 0.3)
WISHBONE = DoubleWishbone(
    centre=CENTRE,
    lower=((0.15, 0.35, 0.2), (-0.15, 0.35, 0.2), (0.0, 0.70, 0.18)),
    upper=((0.10, 0.42, 0.45), (-0.10, 0.42, 0.45), (-0.02, 0.66, 0.42)),
    tie=((-0.12, 0.38, 0.25), (-0.14, 0.68, 0.24)),
)
STRUT = McPherson(
    centre=CENTRE,
    lower=((0.1, 0.35, 0.2), (-0.1, 0.35, 0.2), (0.0, 0.69, 0.18)),
    strut=((-0.01, 0.65, 0.4), (-0.04, 0.58, 0.8)),
    tie=((-0.13, 0.35, 0.25), (-0.14, 0.69, 0.24)),
)


def meeting(one: tuple[float, ...], other: tuple[float, ...], low: tuple[float, ...], high: tuple[float, ...]) -> float:
    """Height over the middle of the line from the contact point to where two lines meet, seen from behind."""
    a, b, c, d = (np.array(point[1:]) for point in (one, other, low, high))
    share = np.linalg.solve(np.column_stack([b - a, c - d]), c - a)
    pole = a + share[0] * (b - a)
    contact = np.array([CENTRE[1], 0.0])
    return float(contact[1] - contact[0] * (pole[1] - contact[1]) / (pole[0] - contact[0]))


def test_the_roll_centre_of_two_wishbones_is_where_the_drawing_puts_it() -> None:
    """Arms prolonged to their pole, the line from it to the contact, the middle of the car."""
    level = DoubleWishbone(
        centre=CENTRE,
        lower=((0.15, 0.35, 0.2), (-0.15, 0.35, 0.2), (0.0, 0.70, 0.18)),
        upper=((0.10, 0.42, 0.45), (-0.10, 0.42, 0.45), (0.0, 0.66, 0.42)),
        tie=((-0.14, 0.35, 0.2), (-0.14, 0.70, 0.18)),
    )
    curves = travel_curves(level, 0.05, 0.05, 11)
    assert curves.travel[5] == pytest.approx(0.0, abs=1e-12)
    expected = meeting(level.lower[0], level.lower[2], level.upper[0], level.upper[2])
    assert curves.roll_centre[5] == pytest.approx(expected, rel=1e-9)


def test_parallel_wishbones_of_one_length_keep_the_wheel_upright() -> None:
    even = DoubleWishbone(
        centre=CENTRE,
        lower=((0.15, 0.35, 0.2), (-0.15, 0.35, 0.2), (0.0, 0.70, 0.2)),
        upper=((0.10, 0.35, 0.45), (-0.10, 0.35, 0.45), (0.0, 0.70, 0.45)),
        tie=((-0.12, 0.35, 0.3), (-0.12, 0.70, 0.3)),
    )
    curves = travel_curves(even, 0.08, 0.08, 9)
    assert np.max(np.abs(curves.camber)) < 1e-12 > np.max(np.abs(curves.toe))
    assert curves.half_track == pytest.approx(0.40 + np.sqrt(0.35**2 - curves.travel**2), rel=1e-12)


def test_a_semi_trailing_arm_turns_the_axle_about_its_hinge() -> None:
    """Rodrigues' formula, the angle from the height of the wheel's centre."""
    inner, outer = np.array([0.35, 0.15, 0.3]), np.array([0.5, 0.6, 0.28])
    arm = SemiTrailingArm(centre=CENTRE, hinge=(tuple(inner), tuple(outer)))
    curves = travel_curves(arm, 0.08, 0.08, 9)
    axis = (outer - inner) / np.linalg.norm(outer - inner)

    def turned(vector: np.ndarray, angle: float) -> np.ndarray:
        along = axis * (axis @ vector)
        return along + math.cos(angle) * (vector - along) + math.sin(angle) * np.cross(axis, vector)

    for angle in (-0.1, 0.05, 0.12):
        place, axle = inner + turned(np.array(CENTRE) - inner, angle), turned(np.array([0.0, 1.0, 0.0]), angle)
        way = place[2] - CENTRE[2]
        if abs(way) < 0.08:
            found = travel_curves(arm, 0.1, -way if way < 0 else 0.1, 3) if way < 0 else travel_curves(arm, way, 0.1, 3)
            end = 0 if way < 0 else -1
            assert found.camber[end] == pytest.approx(-math.asin(axle[2]), abs=1e-9)
            assert found.toe[end] == pytest.approx(math.atan2(axle[0], axle[1]), abs=1e-9)
    assert curves.camber[0] * curves.camber[-1] < 0


def test_every_template_leaves_one_freedom_and_moves() -> None:
    links = {
        "upper front": ((0.25, 0.40, 0.45), (0.03, 0.67, 0.43)),
        "upper rear": ((-0.22, 0.39, 0.46), (-0.03, 0.67, 0.44)),
        "lower front": ((0.28, 0.37, 0.20), (0.04, 0.68, 0.19)),
        "lower rear": ((-0.25, 0.33, 0.21), (-0.05, 0.68, 0.18)),
        "toe": ((-0.12, 0.35, 0.28), (-0.15, 0.69, 0.29)),
    }
    for template in (WISHBONE, STRUT, FiveLink(centre=CENTRE, links=links)):
        assert travel_rig(template).check().mobility == 1
        curves = travel_curves(template, 0.06, 0.06, 5)
        assert np.all(np.isfinite(curves.roll_centre)) and np.max(np.abs(curves.camber)) < 0.1


def test_kingpin_caster_trail_and_scrub_radius_are_those_of_the_drawing() -> None:
    assert WISHBONE.caster == pytest.approx(math.atan(0.02 / 0.24))
    assert WISHBONE.kingpin_inclination == pytest.approx(math.atan(0.04 / 0.24))
    assert WISHBONE.caster_trail == pytest.approx(0.18 * 0.02 / 0.24)
    assert WISHBONE.scrub_radius == pytest.approx(0.75 - (0.70 + 0.18 * 0.04 / 0.24))


def test_hard_points_that_cannot_be_built_are_refused_by_name() -> None:
    with pytest.raises(MechanismError, match="both ends of the hinge"):
        SemiTrailingArm(centre=CENTRE, hinge=((0.3, 0.2, 0.3), (0.3, 0.2, 0.3)))
    with pytest.raises(MechanismError, match="five of them, not 0"):
        FiveLink(centre=CENTRE)
    with pytest.raises(MechanismError, match="left side"):
        SemiTrailingArm(centre=(0, -0.7, 0.3), hinge=((0.3, 0.2, 0.3), (0.3, 0.6, 0.3)))
    with pytest.raises(MechanismError, match="no kingpin"):
        _ = SemiTrailingArm(centre=CENTRE, hinge=((0.3, 0.2, 0.3), (0.3, 0.6, 0.3))).caster
    with pytest.raises(MechanismError, match="four rods"):
        SolidAxle(centre=CENTRE, links={})


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ({"lower": ((0.15, 0.35, 0.2), (-0.15, 0.35, 0.2), (-0.02, 0.66, 0.42))}, "both ends of the kingpin"),
        ({"lower": ((0.15, 0.35, 0.2), (-0.15, 0.35, 0.2), (0.3, 0.35, 0.2))}, "both ends of the lower arm"),
        ({"upper": ((0.1, 0.42, 0.45), (-0.1, 0.42, 0.45), (0.0, 0.42, 0.45))}, "both ends of the upper arm"),
    ],
)
def test_wishbones_without_a_kingpin_or_an_arm_are_refused(points: dict[str, Any], words: str) -> None:
    with pytest.raises(MechanismError, match=words):
        replace(WISHBONE, **points)


def test_a_tie_rod_without_a_lever_is_refused_as_steering() -> None:
    tie = ((-0.12, 0.38, 0.25), (0.0, 0.70, 0.24))
    with pytest.raises(MechanismError, match="cannot turn the wheel"):
        _ = replace(WISHBONE, upper=(*WISHBONE.upper[:2], (0.0, 0.66, 0.42)), tie=tie).rack_lever


def test_a_random_road_has_the_density_of_its_class_and_repeats_from_its_seed() -> None:
    heights = random_heights("B", 1000.0, 0.1, seed=4)
    frequencies, power = density(heights, 0.1)
    for low, high in ((0.02, 0.1), (0.1, 0.5), (0.5, 2.5)):
        band = (frequencies > low) & (frequencies < high)
        assert np.sum(power[band]) == pytest.approx(np.sum(road_density("B", frequencies[band])), rel=0.02)
    assert np.array_equal(heights, random_heights("B", 1000.0, 0.1, seed=4))
    assert not np.array_equal(heights, random_heights("B", 1000.0, 0.1, seed=5))
    with pytest.raises(MechanismError, match="ISO 8608"):
        random_heights("Z", 100.0)


def test_the_comfort_weighting_is_that_of_the_standard_s_table() -> None:
    """ISO 2631-1, Table 3: W_k times 1000, printed in whole numbers."""
    table = {1: 482, 2: 531, 4: 967, 5: 1039, 6.3: 1054, 8: 1036, 16: 768, 31.5: 405, 80: 132}
    assert 1e3 * np.abs(vertical_weighting(list(table))) == pytest.approx(list(table.values()), abs=0.8)


def test_the_bicycle_of_the_library_is_the_benchmark() -> None:
    bicycle = Bicycle()
    assert bicycle.stable_speeds == pytest.approx((4.292382536341, 6.024262014750), rel=1e-9)
    m = bicycle.mechanism()
    run = m.simulate(0.01, 2, speeds={"frame.vx": 5.0}, progress=False)
    found = m.linearise((run, 0.0)).eigenvalues
    printed = (-0.77534188219585 + 4.46486771378823j, -0.32286642900409, -14.07838969279822)
    for value in printed:
        assert np.min(np.abs(found - value)) < 1e-9
