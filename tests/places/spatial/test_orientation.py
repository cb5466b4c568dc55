"""Orientations: every way of giving them means the same rotation, and results run on without jumps."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.places.spatial import rotation
from linkwork.places.spatial.orientation import ORDERS, from_angles

CLOSE = 1e-14
EXACT = {"rtol": 0.0, "atol": CLOSE}


def turned(orientation: Any, **parameters: float) -> Any:
    """The rotation matrix of an orientation."""
    mechanism = lw.Spatial()
    if parameters:
        mechanism.parameters(**parameters)
    mechanism.body("a", orientation=orientation)
    return np.array(mechanism.scope().drawn_frame("a")[1])


def about(axis: str, angle: float) -> Any:
    n = "xyz".index(axis)
    c, s = np.cos(angle), np.sin(angle)
    matrix = np.zeros((3, 3))
    i, j = (n + 1) % 3, (n + 2) % 3
    matrix[n, n] = 1.0
    matrix[i, i] = matrix[j, j] = c
    matrix[j, i], matrix[i, j] = s, -s
    return matrix


def random_matrices(count: int) -> Any:
    p = np.random.default_rng(7).normal(size=(count, 4))
    return lw.orient.matrices(p / np.linalg.norm(p, axis=1, keepdims=True))


def half_turns() -> Any:
    axes = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (-1, 0, 1), (0, -1, 1), (1, -2, 3)]
    return np.array([2 * np.outer(u, u) / np.dot(u, u) - np.eye(3) for u in np.array(axes, dtype=float)])


@pytest.mark.parametrize("order", ORDERS)
def test_angles_are_turns_about_the_frames_own_axes_one_after_the_other(order: str) -> None:
    a, b, c = 0.3, -0.7, 2.1
    expected = about(order[0], a) @ about(order[1], b) @ about(order[2], c)
    np.testing.assert_allclose(turned(lw.orient.euler(a, b, c, order)), expected, **EXACT)


def test_bryant_angles_are_those_in_the_order_x_y_z() -> None:
    expected = turned(lw.orient.euler(0.1, 0.2, 0.3, "xyz"))
    np.testing.assert_allclose(turned(lw.orient.bryant(0.1, 0.2, 0.3)), expected, **EXACT)


@pytest.mark.parametrize("order", ORDERS)
def test_angles_of_a_rotation_give_it_back(order: str) -> None:
    everything = np.concatenate([random_matrices(50), half_turns(), [np.eye(3)], axes_in_line(order)])
    for A in everything:
        a, b, c = (float(angle) for angle in lw.orient.angles(A, order))
        again = np.array(rotation.matrix_of(from_angles((a, b, c), order)))
        np.testing.assert_allclose(again, A, rtol=0, atol=4 * CLOSE)


def axes_in_line(order: str) -> Any:
    """Rotations whose first and third turn cannot be told apart."""
    middle = (0.0, np.pi) if order[0] == order[2] else (np.pi / 2, -np.pi / 2)
    return [about(order[0], 0.4) @ about(order[1], b) @ about(order[2], 0.9) for b in middle]


@pytest.mark.parametrize("order", ORDERS)
def test_angles_run_on_through_full_turns_and_through_the_singular_place(order: str) -> None:
    t = np.linspace(0.0, 1.0, 501)
    start = 1.0 if order[0] == order[2] else 0.2
    wanted = np.stack([0.5 + 15 * t, start - 6 * t, 0.3 - 9 * t], axis=1)
    A = np.array([rotation.matrix_of(from_angles(tuple(float(x) for x in row), order)) for row in wanted])
    np.testing.assert_allclose(lw.orient.angles(A, order), wanted, rtol=0, atol=1e-12)


def test_where_two_turns_cannot_be_told_apart_the_first_angle_is_kept() -> None:
    A = np.array([about("z", 0.4) @ about("x", b) @ about("z", 0.9) for b in (0.2, 0.1, 0.0, -0.1)])
    expected = [[0.4, b, 0.9] for b in (0.2, 0.1, 0.0, -0.1)]
    np.testing.assert_allclose(lw.orient.angles(A, "zxz"), expected, rtol=0, atol=1e-13)


def test_euler_parameters_of_a_matrix_give_it_back_also_at_half_a_turn() -> None:
    for A in np.concatenate([random_matrices(50), half_turns(), [np.eye(3)]]):
        rows: Any = tuple(tuple(float(x) for x in row) for row in A)
        p = rotation.parameters_of(rows)
        np.testing.assert_allclose(rotation.matrix_of(p), A, **EXACT)
        np.testing.assert_allclose(lw.orient.quaternions(A), p, **EXACT)
        np.testing.assert_allclose(turned(lw.orient.parameters(*p)), A, **EXACT)
        np.testing.assert_allclose(turned(lw.orient.matrix(rows)), A, **EXACT)
        np.testing.assert_allclose(turned(lw.orient.vector(*rotation.to_vector(p))), A, **EXACT)
        np.testing.assert_allclose(lw.orient.matrices(lw.orient.from_vectors(lw.orient.vectors(A))), A, **EXACT)


def test_euler_parameters_of_a_run_do_not_jump() -> None:
    angle = np.linspace(0.0, 6 * np.pi, 301)
    A = np.array([about("z", chi) for chi in angle])
    p = lw.orient.quaternions(A)
    np.testing.assert_allclose(p[:, 0], np.cos(angle / 2), **EXACT)
    np.testing.assert_allclose(p[:, 3], np.sin(angle / 2), **EXACT)
    assert max(np.linalg.norm(b - a) for a, b in pairwise(p)) < 0.1


def test_rotation_vectors_count_the_turns() -> None:
    angle = np.linspace(0.0, 9 * np.pi, 401)
    axis = np.array([2.0, -1.0, 2.0]) / 3.0
    p = np.column_stack([np.cos(angle / 2), np.sin(angle / 2)[:, None] * axis])
    A = lw.orient.matrices(p)
    np.testing.assert_allclose(lw.orient.vectors(A), angle[:, None] * axis, rtol=0, atol=1e-12)
    axes, angles = lw.orient.axes_and_angles(A)
    np.testing.assert_allclose(angles, angle, rtol=0, atol=1e-12)
    np.testing.assert_allclose(axes[1:], np.tile(axis, (400, 1)), rtol=0, atol=1e-12)


def test_small_rotation_vectors_lose_no_digits() -> None:
    for size in (1e-3, 1e-5, 1e-9, 1e-300, 0.0):
        vector = (0.6 * size, 0.0, -0.8 * size)
        np.testing.assert_allclose(rotation.to_vector(rotation.from_vector(vector)), vector, rtol=1e-14, atol=0)


def test_three_parameters_have_an_e0_that_is_not_negative() -> None:
    e = (0.1, -0.2, 0.3)
    e0 = np.sqrt(1 - 0.14)
    np.testing.assert_allclose(turned(lw.orient.parameters(*e)), lw.orient.matrices([e0, *e]), **EXACT)
    np.testing.assert_allclose(turned(lw.orient.parameters(0, 0, 1)), np.diag([-1, -1, 1]), **EXACT)


def test_every_number_may_be_an_expression() -> None:
    expected = about("z", 0.25)
    np.testing.assert_allclose(turned(lw.orient.axis_angle((0, 0, "k"), "k/8"), k=2.0), expected, **EXACT)
    np.testing.assert_allclose(turned(lw.orient.vector(0, 0, "k/8"), k=2.0), expected, **EXACT)
    np.testing.assert_allclose(turned(lw.orient.parameters(0, 0, "sin(k/16)"), k=2.0), expected, **EXACT)
    rows = [["cos(k/8)", "-sin(k/8)", 0], ["sin(k/8)", "cos(k/8)", 0], [0, 0, 1]]
    np.testing.assert_allclose(turned(lw.orient.matrix(rows), k=2.0), expected, **EXACT)
    points = ((0, 0, 0), ("cos(k/8)", "sin(k/8)", 0), (0, 1, 0))
    np.testing.assert_allclose(turned(lw.orient.points(*points), k=2.0), expected, **EXACT)


WAYS = {
    "axis": lw.orient.axis_angle((1, "k", 3), "k"),
    "euler": lw.orient.euler("k", "2*k", 0.3),
    "parameters": lw.orient.parameters("cos(k/2)", 0, "sin(k/2)", 0),
    "three parameters": lw.orient.parameters("k/5", 0.1, 0.2),
    "matrix": lw.orient.matrix([["cos(k)", 0, "sin(k)"], [0, 1, 0], ["-sin(k)", 0, "cos(k)"]]),
    "points": lw.orient.points((0, 0, 0), (1, "k", 0), ("k", 1, 1)),
    "vector": lw.orient.vector("k", 0.1, 0),
    "no turn": lw.orient.vector("k - 0.7", 0, "0.7 - k"),
}


@pytest.mark.parametrize("way", WAYS)
def test_derivatives_pass_through_by_the_complex_step(way: str) -> None:
    mechanism = lw.Spatial()
    mechanism.parameters(k=0.7)
    mechanism.body("a", (0, 0, "k"), orientation=WAYS[way])

    def pose(k: complex) -> Any:
        scope = mechanism.scope({"k": k})
        return np.array([*scope.drawn_pose("a"), *scope.into_body("a", 1.0, 2.0, 3.0)])

    step = 1e-6
    slope = (pose(0.7 + step) - pose(0.7 - step)) / (2 * step)
    np.testing.assert_allclose(pose(complex(0.7, 1e-30)).imag / 1e-30, slope, rtol=0, atol=1e-8)


def test_rounded_data_are_scaled_and_it_is_said() -> None:
    scope = lw.Spatial().scope()
    rounded = lw.orient.parameters(0.7072, 0, 0.7072, 0)
    assert rounded.warnings(scope) == ["the parameters e0, e1, e2, e3 have the norm 1.00013; they were scaled to 1"]
    np.testing.assert_allclose(rounded.evaluate(scope), (0.5**0.5, 0, 0.5**0.5, 0), **EXACT)
    three = lw.orient.parameters(0.7072, 0, 0.7072)
    assert three.evaluate(scope)[0] == 0.0
    assert "they were scaled to 1" in three.warnings(scope)[0]
    printed = lw.orient.matrix([[0.7071, -0.7071, 0], [0.7071, 0.7071, 0], [0, 0, 1]])
    assert "the nearest rotation was taken" in printed.warnings(scope)[0]
    np.testing.assert_allclose(turned(printed), about("z", np.pi / 4), **EXACT)
    assert lw.orient.parameters(1, 0, 0, 0).warnings(scope) == []


@pytest.mark.parametrize(
    ("orientation", "message"),
    [
        (lw.orient.parameters(1, 1, 0, 0), r"'parameters' e0, e1, e2, e3 have the norm 1\.41421, but .* is 1"),
        (lw.orient.parameters(0.9, 0.9, 0), r"e1, e2, e3 have the norm 1\.27279, but at most 1 is possible"),
        (lw.orient.axis_angle((0, 0, 0), 1), "the 'axis' of the orientation is zero"),
        (lw.orient.points((0, 0, 0), (1, 1, 1), (2, 2, 2)), "the 'points' P, Q, R lie on one line"),
        (lw.orient.matrix([[1, 0, 0], [0, 1, 0], [0, 0, 2]]), "are not perpendicular unit vectors"),
        (lw.orient.matrix([[1, 0, 0], [0, 1, 0], [0, 0, -1]]), "mirrors"),
    ],
)
def test_what_is_no_rotation_is_refused(orientation: Any, message: str) -> None:
    with pytest.raises(MechanismError, match=message):
        turned(orientation)


def test_an_orientation_is_given_in_one_way() -> None:
    with pytest.raises(MechanismError, match=r"give an orientation in one way: .*; found euler and vector"):
        lw.Spatial().body("a", orientation={"euler": (0, 0, 0), "vector": (0, 0, 0)})
    with pytest.raises(MechanismError, match="order 'abc' is not known"):
        lw.orient.angles(np.eye(3), "abc")
