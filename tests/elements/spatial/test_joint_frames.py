"""What joints make of the frames they are given: parallel and opposite axes, crossed pins, shafts, refusals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from spatial_tables import Table, at, drawing, driver, joint, matrix, parameters

from linkwork.base.errors import MechanismError
from linkwork.mechanism.spatial.spatial import Spatial

Z = [0, 0, 1]
STILL = ((0, 0, 0), (0, 0, 0))


def pair() -> Spatial:
    return drawing(first=STILL, second=STILL)


def phi(table: Table, *places: Any) -> np.ndarray:
    return table.rows(list(places), np.zeros(table.columns)).phi


@pytest.mark.parametrize("x", [[1, 0, 0], [0, 1, 0], [0, -1, 0], [-1, 0, 0]])
def test_a_slide_takes_parallel_and_square_triads(x: list[float]) -> None:
    """The book's formula wants square x'' axes, its tables have parallel ones."""
    frames = [{"first": {"axis": Z, "x": [1, 0, 0]}}, {"second": {"axis": Z, "x": x}}]
    table = Table(pair(), joint(type="translational", between=frames))
    assert np.allclose(phi(table, at(), at((0, 0, 0.7))), 0.0, atol=1e-15)
    assert abs(phi(table, at(), at((0, 0, 0.7), parameters(Z, 0.1)))[4]) > 0.09


def test_a_slide_keeps_the_angle_that_is_declared() -> None:
    frames = [{"first": {"axis": Z, "x": [1, 0, 0]}}, {"second": {"axis": Z, "x": [1, 0, 0]}}]
    table = Table(pair(), joint(type="translational", between=frames, angle=0.3))
    assert np.allclose(phi(table, at(), at((0, 0, 0.7), parameters(Z, 0.3))), 0.0, atol=1e-15)


@pytest.mark.parametrize("kind", ["revolute", "cylindrical", "translational", "planar", "parallel_1"])
def test_axes_that_point_against_each_other_are_kept_so_and_reported(kind: str) -> None:
    """A governor's hinge has the axes +y and -y in the book's table."""
    frames = [{"first": {"axis": Z, "x": [1, 0, 0]}}, {"second": {"axis": [0, 0, -1], "x": [1, 0, 0]}}]
    against = Table(pair(), joint(type=kind, between=frames))
    assert np.allclose(phi(against, at(), at()), 0.0, atol=1e-15)
    (text,) = against.element.warnings(against.row)
    assert "points against" in text and "'second'" in text and "joint 'J'" in text
    along = Table(pair(), joint(type=kind, between=["first", "second"], at=[0, 0, 0], axis=Z))
    assert along.element.warnings(along.row) == []


def test_the_angle_of_opposite_axes_counts_about_the_first() -> None:
    drawn = pair()
    frames = [{"first": {"axis": Z, "x": [1, 0, 0]}}, {"second": {"axis": [0, 0, -1], "x": [1, 0, 0]}}]
    drawn.add_joint("A", joint(type="revolute", between=frames))
    table = Table(drawn, driver(type="angle", joint="A", value=0))
    assert np.allclose(phi(table, at(), at(p=parameters(Z, 0.4))), 0.4)


def test_a_universal_joint_drawn_once_has_its_pins_along_axis_and_x() -> None:
    table = Table(pair(), joint(type="universal", between=["first", "second"], at=[0, 0, 0], axis=Z, x=[1, 0, 0]))
    for one in np.linspace(-3, 3, 7):
        for two in np.linspace(-3, 3, 7):
            second = at(p=_product(parameters(Z, one), parameters([1, 0, 0], two)))
            assert np.allclose(phi(table, at(), second), 0.0, atol=1e-15)


def test_the_angles_of_a_universal_joint_turn_about_its_pins() -> None:
    drawn = pair()
    drawn.add_joint("U", joint(type="universal", between=["first", "second"], at=[0, 0, 0], axis=Z, x=[1, 0, 0]))
    tables = [
        Table(drawn, driver(type="angle", joint="U", freedom=name, value=0)) for name in ("first_angle", "second_angle")
    ]
    for one, two in np.random.default_rng(1).uniform(-3, 3, size=(20, 2)):
        places = {"first": at(), "second": at(p=_product(parameters(Z, one), parameters([1, 0, 0], two)))}
        values = [phi(table, *(places[name] for name in table.bodies))[0] for table in tables]
        assert np.allclose(values, [one, two], atol=1e-14)


def _product(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    e, f = p[1:], q[1:]
    return np.array([p[0] * q[0] - e @ f, *(p[0] * f + q[0] * e + np.cross(e, f))])


def _second_shaft(table: Table, bend: float, first: float) -> float:
    """Turn of the second shaft, bent by an angle about y, at which the joint's last equation holds."""

    def last(second: float) -> float:
        p = _product(parameters([0, 1, 0], bend), parameters(Z, second))
        return float(phi(table, at(p=parameters(Z, first)), at(p=p))[3])

    low, high = first - 0.5, first + 0.5
    below = last(low)
    while low < (middle := 0.5 * (low + high)) < high:  # until no number lies between
        low, high = (middle, high) if below * last(middle) > 0 else (low, middle)
    return middle


def test_shafts_of_a_constant_velocity_joint_turn_equally_at_any_bend() -> None:
    drawn = pair()
    table = Table(drawn, joint(type="constant_velocity", between=["first", "second"], at=[0, 0, 0], axis=Z))
    for bend in (0.0, 0.3, -0.9):
        for first in np.linspace(-3, 3, 13):
            assert abs(_second_shaft(table, bend, float(first)) - first) < 1e-12
            p = _product(parameters([0, 1, 0], bend), parameters(Z, float(first)))
            row = table.rows([at(p=parameters(Z, float(first))), at(p=p)], np.zeros(12)).jacobian[3]
            assert abs(row[5] + row[11]) < 1e-14 and abs(row[5]) > 0.5  # equal speeds about their own axes


def test_shafts_of_a_universal_joint_do_not_turn_equally() -> None:
    frames = [{"first": {"axis": [1, 0, 0]}}, {"second": {"axis": [0, 1, 0]}}]
    table = Table(pair(), joint(type="universal", between=frames))
    difference = [_second_shaft(table, 0.5, float(first)) - first for first in np.linspace(0.1, 1.5, 5)]
    assert max(np.abs(difference)) > 0.05


def test_a_fixed_joint_has_one_position_only() -> None:
    table = Table(pair(), joint(type="fixed", between=["first", "second"]))
    assert np.allclose(phi(table, at(), at()), 0.0, atol=1e-15)
    for axis in np.eye(3):
        assert abs(np.linalg.norm(phi(table, at(), at(p=parameters(axis, np.pi)))) - 2.0) < 1e-12


@pytest.mark.parametrize("axis", [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 2, 3]])
def test_a_body_held_at_half_a_turn_is_held_regularly(axis: list[float]) -> None:
    """The book's rows for e1, e2, e3 are singular there."""
    drawn = pair()
    turn = {"axis": axis, "angle": "180 deg"}
    table = Table(drawn, joint(type="absolute_orientation", on="second", orientation=turn))
    rows = table.rows([at(), at((1, 2, 3), parameters(axis, np.pi))], np.zeros(12))
    assert np.allclose(rows.phi, 0.0, atol=1e-14)
    turning = rows.jacobian[:, 9:]
    assert np.allclose(turning @ turning.T, np.eye(3), atol=1e-14)


def test_the_multiplier_of_a_distance_is_the_force_along_it() -> None:
    table = Table(pair(), joint(type="spherical_spherical", between=[{"first": [0, 0, 0]}, {"second": [1, 0, 0]}]))
    for place in (at((2, 1, 0.5)), at((0.1, 0, 0), parameters([1, 1, 0], 1.0))):
        row = table.rows([at(), place], np.zeros(12)).jacobian[0]
        assert abs(np.linalg.norm(row[6:9]) - 1.0) < 1e-14
        d = place.r + matrix(place.p) @ [1, 0, 0]
        assert np.allclose(row[6:9], d / np.linalg.norm(d), atol=1e-14)


@pytest.mark.parametrize(
    ("make", "fields", "text"),
    [
        (joint, {"type": "spherical_spherical", "between": ["first", "second"]}, "spherical joint"),
        (joint, {"type": "spherical_spherical", "between": ["first", "second"], "length": 0}, "greater than zero"),
        (joint, {"type": "distance", "between": ["first", "second"], "value": -1}, "greater than zero"),
        (joint, {"type": "screw", "between": ["first", "second"], "pitch": 0}, "revolute"),
        (
            joint,
            {"type": "revolute_spherical", "between": ["first", "second"], "length": 1, "offset": 2},
            "smaller than the length",
        ),
        (driver, {"type": "angle", "joint": "S", "value": "t"}, "has no angle; it has: position"),
        (driver, {"type": "position", "joint": "A", "value": "t"}, "has no position"),
        (driver, {"type": "angle", "joint": "U", "value": "t"}, "first_angle, second_angle"),
        (driver, {"type": "angle", "joint": "A", "freedom": "tilt", "value": "t"}, "it has: angle"),
        (joint, {"type": "gear", "joints": ["A", "W"], "teeth": [0, 3]}, "greater than zero"),
        (joint, {"type": "rack", "joints": ["A", "S"], "radius": -1}, "greater than zero"),
        (joint, {"type": "bevel_gear", "joints": ["A", "W"], "teeth": [2, 3]}, "must not be parallel"),
    ],
)
def test_elements_that_cannot_be_are_refused_by_name(make: Any, fields: dict[str, Any], text: str) -> None:
    drawn = pair()
    drawn.add_joint("A", joint(type="revolute", between=["first", "second"], at=[0, 0, 0], axis=Z))
    drawn.add_joint("W", joint(type="revolute", between=["ground", "second"], at=[1, 0, 0], axis=Z))
    drawn.add_joint("S", joint(type="translational", between=["ground", "second"], at=[0, 0, 0], axis=Z))
    drawn.add_joint("U", joint(type="universal", between=["first", "second"], at=[0, 0, 0]))
    with pytest.raises(MechanismError, match=text) as raised:
        Table(drawn, make(**fields))
    assert str(raised.value).startswith("joint 'J'")


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "screw", "between": ["first", "second"], "pitch": 1, "lead": 1},
        {"type": "screw", "between": ["first", "second"]},
        {"type": "gear", "joints": ["A", "B"]},
        {"type": "gear", "joints": ["A", "B"], "ratio": 2, "teeth": [1, 2]},
        {"type": "coupler", "of": []},
        {"type": "revolute", "between": ["first", "second"], "axle": [0, 0, 1]},
    ],
)
def test_contradicting_fields_are_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        joint(**fields)
