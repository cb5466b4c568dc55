"""Haug Examples 9.4.8 to 9.4.12: revolute, cylindrical, translational and screw joints, and three slider-cranks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwork.elements.base import Element
from linkwork.mechanism.spatial.spatial import Spatial
from linkwork.system.tables.compile import compile_system
from published.haug_9 import X, Y, Z, at, element, parameters, rows, two

EXACT = {"rtol": 0, "atol": 1e-14}
AXES = {"between": [{"ground": {"axis": Z, "x": X}}, {"body": {"axis": Z, "x": X}}]}
ANGLES = np.linspace(-6.0, 6.0, 25)


def test_a_revolute_joint_turns_clockwise_through_any_angle() -> None:
    """Ex. 9.4.8: e0 = cos(theta/2), e3 = -sin(theta/2)."""
    table = element(type="revolute", **AXES)
    for theta in ANGLES:
        assert np.allclose(rows(table, at(p=[np.cos(theta / 2), 0, 0, -np.sin(theta / 2)])).phi, 0.0, **EXACT)


def test_a_cylindrical_joint_turns_and_slides() -> None:
    """Ex. 9.4.9; it is valid where the points coincide, too."""
    table = element(type="cylindrical", **AXES)
    for theta in ANGLES:
        for s in (-1.0, 0.0, 0.3):
            found = rows(table, at((0, 0, s), parameters(Z, theta)))
            assert np.allclose(found.phi, 0.0, **EXACT)
            assert np.linalg.matrix_rank(found.jacobian[:, 6:]) == 4


def test_a_translational_joint_slides_with_its_x_axes_square_to_each_other() -> None:
    """Ex. 9.4.10: A2 is a quarter turn about z, as Eq. 9.4.24 wants it; the book's tables have parallel axes."""
    table = element(two(vector=(0, 0, np.pi / 2)), type="translational", **AXES)
    for s in (-1.0, 0.0, 0.3):
        found = rows(table, at((0, 0, s), parameters(Z, np.pi / 2)))
        assert np.allclose(found.phi, 0.0, **EXACT)
        assert np.linalg.matrix_rank(found.jacobian[:, 6:]) == 5


@pytest.mark.parametrize("pitch", [0.02, -0.3])
def test_a_screw_advances_with_all_its_turns(pitch: float) -> None:
    """Ex. 9.4.11: s = alpha (theta + 2 n pi - theta_0)."""
    theta_0 = 0.4
    table = element(type="screw", **AXES, pitch=pitch, zero=theta_0)
    for turned in np.arange(0.0, 30.0, 0.5):
        place = at((0, 0, pitch * (turned - theta_0)), parameters(Z, turned))
        assert np.allclose(rows(table, place).phi, 0.0, rtol=0, atol=1e-13)
        table.accept([at(), place])


def _joint(**fields: Any) -> Element:
    return element(_bare(), **fields).element


def _bare() -> Spatial:
    m = two((1, 0, 0))
    m.body("slider", estimate=(3, 0, 0))
    return m


def _absolute(*kinds: str) -> list[Element]:
    return [_joint(type=kind, on={"slider": [0, 0, 0]}, value=0) for kind in kinds]


def slider_cranks() -> dict[str, list[Element]]:
    """Ex. 9.4.12: a crank on a hinge along z, a slider along x, and a coupler in three ways (lengths are ours)."""
    turns = [
        _joint(type="dot_1", between=[{"ground": {"axis": a}}, {"slider": {"axis": b}}])
        for a, b in ((X, Y), (Y, Z), (Z, X))
    ]
    rod = {"between": [{"body": {"axis": Z}}, {"slider": {"axis": Z}}], "length": 2}
    return {
        "spherical-spherical": [
            _joint(type="spherical_spherical", **rod),
            *_absolute("absolute_y", "absolute_z"),
            *turns,
        ],
        "revolute-spherical": [_joint(type="revolute_spherical", **rod), *_absolute("absolute_y"), *turns],
        "revolute-revolute": [_joint(type="revolute_revolute", **rod), *_absolute("absolute_y"), turns[0]],
    }


@pytest.mark.parametrize("coupler", ["spherical-spherical", "revolute-spherical", "revolute-revolute"])
def test_three_couplers_of_a_slider_crank_leave_one_freedom(coupler: str) -> None:
    """Ex. 9.4.12: 13 equations each, two of them the normalisation of Euler parameters that we do not need."""
    m = _bare()
    m.add_joint("O", _joint(type="revolute", between=["ground", {"body": [-1, 0, 0]}], axis=Z))
    for number, part in enumerate(slider_cranks()[coupler]):
        m.add_joint(f"part {number}", part)
    system = compile_system(m)
    assert len(system.equations) + len(system.bodies) == 13
    assert len(system.coordinates) - len(system.equations) == 1
