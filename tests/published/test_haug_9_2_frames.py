"""Haug, section 9.2: direction cosines, transformation of points, the angle about a common axis."""

from __future__ import annotations

import math

import numpy as np
import pytest

import linkwork as lw

ROOT = math.sqrt(2)


@pytest.mark.parametrize("phi", [0.0, 0.3, 1.2, -0.8])
def test_example_9_2_1_direction_cosines_of_a_tilted_frame(phi: float) -> None:
    """z' in the x-y plane, x' raised by phi above it: the same by points, by columns and by turns."""
    c, s = math.cos(phi), math.sin(phi)
    f, g, h = (c / ROOT, c / ROOT, s), (-s / ROOT, -s / ROOT, c), (1 / ROOT, -1 / ROOT, 0.0)
    expected = np.column_stack([f, g, h])
    ways = {
        "matrix": lw.orient.matrix(expected),
        "points": lw.orient.points((0, 0, 0), f, g),
        "turns": lw.orient.euler("45 deg", "90 deg", phi, order="zxz"),
    }
    for way in ways.values():
        mechanism = lw.Spatial()
        mechanism.body("a", orientation=way)
        np.testing.assert_allclose(mechanism.scope().drawn_frame("a")[1], expected, rtol=0, atol=1e-14)


def test_problem_9_2_1_frame_on_the_diagonal() -> None:
    """f = [1,1,1]/sqrt 3, h = [-1,1,0]/sqrt 2, so g = h x f = [1,1,-2]/sqrt 6."""
    f, h = np.array([1, 1, 1]) / math.sqrt(3), np.array([-1, 1, 0]) / ROOT
    mechanism = lw.Spatial()
    body = mechanism.body("a")
    row = mechanism.row_class(mechanism.scope(), "joint 'A'")
    _, x, y, z = row.frame(body.frame(axis=(-1, 1, 0), x=(1, 1, 1)))
    np.testing.assert_allclose(np.column_stack([x, z]), np.column_stack([f, h]), rtol=0, atol=1e-15)
    np.testing.assert_allclose(y, np.array([1, 1, -2]) / math.sqrt(6), rtol=0, atol=1e-15)


@pytest.mark.parametrize("phi", [0.0, 0.4, 2.0, 4.0])
def test_example_9_2_2_rotation_about_z(phi: float) -> None:
    """A of Eq. 9.2.17; s' = [1,1,1] goes to [c - s, s + c, 1]."""
    c, s = math.cos(phi), math.sin(phi)
    mechanism = lw.Spatial()
    mechanism.parameters(phi=phi)
    mechanism.body("a", orientation=lw.orient.axis_angle((0, 0, 1), "phi"))
    scope = mechanism.scope()
    np.testing.assert_allclose(scope.drawn_frame("a")[1], [[c, -s, 0], [s, c, 0], [0, 0, 1]], rtol=0, atol=1e-15)
    np.testing.assert_allclose(scope.into_world("a", 1.0, 1.0, 1.0), [c - s, s + c, 1], rtol=0, atol=1e-15)
    np.testing.assert_allclose(scope.into_body("a", c - s, s + c, 1.0), [1, 1, 1], rtol=0, atol=1e-15)


def test_example_9_2_3_the_angle_about_a_common_axis_in_all_quadrants() -> None:
    """cos = f_i . f_j, sin = g_i . f_j (9.2.28, 9.2.29), turns counted: the angle runs on where 9.2.31 jumps."""
    angle = np.deg2rad(np.arange(0.0, 1081.0, 45.0))
    A = lw.orient.matrices(np.column_stack([np.cos(angle / 2), 0 * angle, 0 * angle, np.sin(angle / 2)]))
    found = lw.orient.angles(A, "zxz")
    np.testing.assert_allclose(found[:, 0] + found[:, 2], angle, rtol=0, atol=1e-12)
    np.testing.assert_allclose(lw.orient.vectors(A)[:, 2], angle, rtol=0, atol=1e-12)


def test_problem_9_3_3_the_angle_comes_back_from_the_matrix() -> None:
    phi = 0.7
    c, s = math.cos(phi), math.sin(phi)
    axis, angle = lw.orient.axes_and_angles([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    np.testing.assert_allclose([*axis, angle], [0, 0, 1, phi], rtol=0, atol=1e-14)
