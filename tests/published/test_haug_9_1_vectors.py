"""Haug, section 9.1: vectors, a frame from three points, circular motion."""

from __future__ import annotations

import math

import numpy as np

import linkwork as lw
from linkwork.places.spatial import rotation
from linkwork.places.spatial.rotation import Vec

A: Vec = (1.0, 2.0, 3.0)
B: Vec = (-1.0, 1.0, -1.0)


def test_example_9_1_3_sum_of_two_vectors() -> None:
    assert rotation.plus(A, B) == (0.0, 3.0, 2.0)


def test_example_9_1_4_scalar_product_and_angle() -> None:
    assert rotation.dot(A, B) == -2.0
    angle = math.acos(rotation.dot(A, B) / (rotation.length(A) * rotation.length(B)))
    assert abs(angle - 1.88) < 5e-3
    assert abs(2 * math.pi - angle - 4.40) < 5e-3
    assert abs(math.cos(angle) + 2 / math.sqrt(42)) < 1e-12


def test_example_9_1_5_vector_product() -> None:
    assert rotation.cross(A, B) == (-5.0, -2.0, 3.0)


def test_example_9_1_6_and_problem_9_1_8_frame_from_three_points_with_the_x_axis_first() -> None:
    """f = unit(Q - P), h = unit(f x (R - P)), g = h x f; the published axes, at several places of P."""
    f, g, h = np.array([1, 0, -1]) / math.sqrt(2), np.array([0, 1, 0]), np.array([1, 0, 1]) / math.sqrt(2)
    for origin in ((0, 0, 0), (1, -2, 3)):
        p = np.array(origin, dtype=float)
        mechanism = lw.Spatial()
        mechanism.body("a", origin, orientation=lw.orient.points(p, p + 3 * f, p + 0.5 * f + 2 * g))
        columns = np.array(mechanism.scope().drawn_frame("a")[1])
        np.testing.assert_allclose(columns, np.column_stack([f, g, h]), rtol=0, atol=1e-14)


def test_examples_9_1_7_to_9_1_9_circular_motion() -> None:
    """r = R (cos wt, sin wt, 0): v = R w (-sin, cos, 0), a = -w^2 r, v . r = 0; by a body that turns about z."""
    radius, speed, step = 0.4, 3.0, 1e-30
    mechanism = lw.Spatial()
    mechanism.parameters(phi=0.0)
    mechanism.body("a", orientation=lw.orient.axis_angle((0, 0, 1), "phi"))
    for t in (0.0, 0.3, 1.1):
        phi = speed * t
        there = mechanism.scope({"phi": complex(phi, step)}).into_world("a", radius, 0.0, 0.0)
        r = np.array([x.real for x in there])
        v = speed * np.array([x.imag for x in there]) / step
        np.testing.assert_allclose(r, [radius * math.cos(phi), radius * math.sin(phi), 0], rtol=0, atol=1e-15)
        np.testing.assert_allclose(v, radius * speed * np.array([-math.sin(phi), math.cos(phi), 0]), atol=1e-14)
        assert abs(v @ r) < 1e-15
