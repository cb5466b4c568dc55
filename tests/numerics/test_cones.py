"""Contact and friction on accelerations, against closed forms, and over random problems."""

from __future__ import annotations

from math import cos, pi, sin, tan

import numpy as np
import pytest

from linkwork.numerics.cones.cone_layout_kernel import (
    AMBIGUOUS,
    DIRECTION,
    EQUAL,
    JAMMED,
    OPEN,
    RESTING,
    SLIDE,
    SLIDING,
    SOLVED,
    STICK,
)
from linkwork.numerics.cones.cone_modes_kernel import solve_modes
from numerics.dense_contact import Cone, Problem, contact, defect, joint, random_matrix, solve_cones

GRAVITY, MASS = 9.81, 2.0


@pytest.mark.parametrize("tangents", [1, 2])
def test_a_block_on_an_incline_sticks_below_the_angle_of_friction_and_slides_above(tangents: int) -> None:
    down = np.array([0.6, 0.8]) if tangents == 2 else np.array([1.0])
    for angle in (0.2, 0.29, 0.2915, 0.5):
        b = [-GRAVITY * cos(angle), *(GRAVITY * sin(angle) * down)]
        block = Problem(np.eye(1 + tangents) / MASS, b, [contact(0, tangents, 0.3)])
        assert block.solve(solve_cones) == SOLVED
        slides = tan(angle) > 0.3
        assert block.modes == [SLIDE if slides else STICK]
        rate = GRAVITY * (sin(angle) - 0.3 * cos(angle)) if slides else 0.0
        np.testing.assert_allclose(block.x[1:], rate * down, atol=1e-11)
        np.testing.assert_allclose(block.h[0], MASS * GRAVITY * cos(angle), rtol=1e-13)
        if slides:
            np.testing.assert_allclose(block.told(DIRECTION, 3)[0][:tangents], down, atol=1e-9)


def test_slip_begins_with_the_static_coefficient_and_goes_on_with_the_kinetic_one() -> None:
    for pull, starts in ((0.35, False), (0.45, True)):
        block = Problem(np.eye(2), [-1.0, pull], [Cone(row=0, tangents=1, static=0.4, kinetic=0.3)])
        assert block.solve(solve_cones) == SOLVED
        np.testing.assert_allclose(block.h, [1.0, -0.3 if starts else -pull], rtol=1e-13)


def test_of_two_resting_blocks_in_a_row_the_one_that_can_stick_does() -> None:
    """A block is drawn by a weak spring of force 0.45 N, its neighbour by the friction of the first alone."""
    blocks = [Cone(row=0, tangents=1, static=0.4, kinetic=0.2), Cone(row=2, tangents=1, static=0.4, kinetic=0.2)]
    problem = Problem(np.eye(4), [-1.0, 0.45, -1.0, 0.3], blocks)
    assert problem.solve(solve_cones) == SOLVED
    assert problem.modes == [SLIDE, STICK]
    np.testing.assert_allclose(problem.h, [1.0, -0.2, 1.0, -0.3], rtol=1e-13)


def box(points: list[tuple[float, float]], pull: float, height: float, friction: float) -> Problem:
    """A box on the ground, pulled at a height above its centre; contact points relative to the centre."""
    inertia = 0.7
    normals = [[0.0, 1.0, x] for x, _ in points]
    tangents = [[1.0, 0.0, -y] for _, y in points]
    rows = np.array([row for pair in zip(normals, tangents, strict=True) for row in pair])
    inverse = np.diag([1 / MASS, 1 / MASS, 1 / inertia])
    b = rows @ inverse @ [pull, -MASS * GRAVITY, -pull * height]
    return Problem(rows @ inverse @ rows.T, b, [contact(2 * i, 1, friction) for i in range(len(points))])


def test_a_box_that_is_pulled_high_tips_and_one_that_is_pulled_low_slides() -> None:
    feet = [(-0.5, -1.0), (0.5, -1.0)]
    tips = box(feet, 0.4 * MASS * GRAVITY, 1.0, 0.5)
    assert tips.solve(solve_cones) == SOLVED
    assert tips.modes == [OPEN, STICK]
    slides = box(feet, 0.4 * MASS * GRAVITY, -0.9, 0.3)
    assert slides.solve(solve_cones) == SOLVED
    assert slides.modes == [SLIDE, SLIDE]
    np.testing.assert_allclose(slides.x[1], 0.1 * GRAVITY, rtol=1e-12)
    rests = box(feet, 0.2 * MASS * GRAVITY, -0.9, 0.3)
    assert rests.solve(solve_cones) == SOLVED
    assert rests.modes == [STICK, STICK] and abs(rests.x).max() < 1e-12


def test_two_feet_of_one_face_begin_to_slip_together_however_little_is_missing() -> None:
    """Only the second foot's bound has come down: a speed that is not zero is no sticking of either."""
    for missing in (1e-4, 1e-6, 1e-7):
        feet = box([(-0.4, -0.3), (0.5, -0.3)], 0.0, 0.0, 0.6)
        second = Cone(row=2, tangents=1, static=0.6 * (1 - missing), kinetic=0.6)
        pull = np.array(feet.b) + 0.6 * GRAVITY * np.array([0.0, 1.0, 0.0, 1.0])
        nudged = Problem(feet.matrix, pull, [contact(0, 1, 0.6), second])
        assert nudged.solve(solve_cones) == SOLVED
        assert nudged.modes == [SLIDE, SLIDE]
        assert 0.0 < nudged.x[1] < missing * 2 * GRAVITY


def test_four_legs_of_a_table_carry_the_same_load() -> None:
    feet = np.array([(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)])
    rows = np.column_stack([np.ones(4), feet[:, 1], -feet[:, 0]])
    matrix = rows @ np.diag([1.0, 3.0, 3.0]) @ rows.T
    for tangents in (0, 2):
        big = np.zeros((4 * (1 + tangents),) * 2)
        big[:: 1 + tangents, :: 1 + tangents] = matrix
        b = np.zeros(len(big))
        b[:: 1 + tangents] = -GRAVITY
        for j in range(tangents):
            big[1 + j :: 3, 1 + j :: 3] = 1.0
            b[1 + j :: 3] = 0.7
        table = Problem(big, b, [contact(i * (1 + tangents), tangents, 0.5) for i in range(4)])
        assert table.solve(solve_cones) == SOLVED
        np.testing.assert_allclose(table.h[:: 1 + tangents], GRAVITY / 4, rtol=1e-9)
        assert abs(table.x).max() < 1e-9
        for j in range(tangents):
            np.testing.assert_allclose(table.h[1 + j :: 3], -0.7 / 4, rtol=1e-9)


def test_a_box_on_many_points_is_carried_evenly_and_with_the_modes_fixed_too() -> None:
    points = [(x, -1.0) for x in np.linspace(-0.5, 0.5, 7)]
    problem = box(points, 0.0, 0.0, 0.4)
    assert problem.solve(solve_cones) == SOLVED
    np.testing.assert_allclose(problem.h[::2], MASS * GRAVITY / 7, rtol=1e-9)
    assert problem.solve(solve_modes)
    np.testing.assert_allclose(problem.h[::2], MASS * GRAVITY / 7, rtol=1e-9)


def rod(angle: float, friction: float, direction: float, turning: float, state: float = SLIDING) -> Problem:
    """A uniform rod of mass 1 and length 2 whose lower end touches the ground (Painleve's example)."""
    x, y = -cos(angle), -sin(angle)
    rows = np.array([[0.0, 1.0, x], [1.0, 0.0, -y]])
    inverse = np.diag([1.0, 1.0, 3.0])
    b = rows @ [0.0, -GRAVITY, 0.0] - turning**2 * np.array([y, x])
    return Problem(rows @ inverse @ rows.T, b, [contact(0, 1, friction, state=state, direction=(direction,))])


def test_a_rod_sliding_with_too_much_friction_is_jammed_or_ambiguous() -> None:
    """Critical coefficient (1 + 3 cos^2) / (3 sin cos), at least 4/3 (at tan = 2), as Genot and Brogliato print it."""
    for angle in (0.7, np.arctan(2.0), 1.25):
        critical = (1.0 + 3.0 * cos(angle) ** 2) / (3.0 * sin(angle) * cos(angle))
        assert critical >= 4 / 3 - 1e-12
        for share, falling, lifting in ((0.99, SOLVED, SOLVED), (1.01, JAMMED, AMBIGUOUS)):
            slow, fast = (rod(angle, share * critical, -1.0, turning) for turning in (0.0, 8.0))
            assert slow.solve(solve_cones) == falling
            assert fast.solve(solve_cones) == lifting
            assert slow.blamed == ([] if falling == SOLVED else [0])
            assert fast.blamed == ([] if lifting == SOLVED else [0])
            assert rod(angle, share * critical, 1.0, 0.0).solve(solve_cones) == SOLVED


def test_the_blame_falls_on_the_rod_and_not_on_the_block_beside_it() -> None:
    jammed = rod(np.arctan(2.0), 1.5, -1.0, 0.0)
    matrix = np.eye(4)
    matrix[2:, 2:] = jammed.matrix
    both = Problem(
        matrix,
        [-GRAVITY, 1.0, *np.asarray(jammed.b)],
        [contact(0, 1, 0.5), contact(2, 1, 1.5, state=SLIDING, direction=(-1.0,))],
    )
    assert both.solve(solve_cones) == JAMMED
    assert both.blamed == [1]


def test_a_joint_whose_friction_feeds_its_own_load_jams() -> None:
    """h = -mu |N|, N = 2 + l h: h = -2 mu / (1 + mu l) while mu l > -1; none below; two when mu l > 1."""
    for feedback, status in ((0.5, SOLVED), (-0.5, SOLVED), (-1.9, SOLVED), (-2.1, JAMMED), (2.1, AMBIGUOUS)):
        pin = joint(0, 1, 0.5, 0, 1, state=SLIDING, direction=(1.0,))
        problem = Problem([[1.0]], [0.0], [pin], [2.0], [[feedback]])
        assert problem.solve(solve_cones) == status
        if status != JAMMED:
            np.testing.assert_allclose(problem.h, [-1.0 / (1.0 + 0.5 * feedback)], rtol=1e-10)


def test_a_pin_holds_a_pendulum_by_the_friction_of_its_own_load() -> None:
    for moment, holds in ((0.9, True), (1.1, False)):
        pin = joint(0, 1, 0.2, 0, 2)
        problem = Problem([[1.0]], [moment], [pin], [3.0, 4.0], [[0.0], [0.0]])
        assert problem.solve(solve_cones) == SOLVED
        assert problem.modes == [STICK if holds else SLIDE]
        np.testing.assert_allclose(problem.h, [-min(moment, 1.0)], rtol=1e-12)


def test_an_equality_has_the_force_that_it_needs_and_the_others_feel_it() -> None:
    matrix = np.array([[2.0, 1.0], [1.0, 2.0]])
    problem = Problem(matrix, [1.0, -1.0], [Cone(kind=EQUAL, row=0), contact(1, 0)])
    assert problem.solve(solve_cones) == SOLVED
    np.testing.assert_allclose(problem.h, np.linalg.solve(matrix, [-1.0, 1.0]), rtol=1e-12)


def random_problem(random: np.random.Generator, tangents: int, joints: float, sliding: float, rank: float) -> Problem:
    """One to four cones with friction up to 0.7."""
    cones: list[Cone] = []
    rows = loads = 0
    for _ in range(int(random.integers(1, 5))):
        direction = random.normal(size=tangents)
        more = {
            "state": SLIDING if random.random() < sliding else RESTING,
            "direction": direction / np.linalg.norm(direction),
        }
        friction = random.uniform(0.0, 0.7)
        if random.random() < joints:
            cones.append(joint(rows, tangents, friction, loads, 2, **more))
            rows, loads = rows + tangents, loads + 2
        else:
            cones.append(contact(rows, tangents, friction, **more))
            rows += 1 + tangents
    factor = random.normal(size=(rows, max(1, int(rank * rows))))
    b = factor @ random.normal(size=factor.shape[1])
    load, load_matrix = random.normal(size=loads), 0.3 * random.normal(size=(loads, rows))
    return Problem(factor @ factor.T, b, cones, load, load_matrix)


@pytest.mark.parametrize(
    ("tangents", "joints", "sliding"),
    [(1, 0.0, 0.0), (1, 0.0, 0.4), (2, 0.0, 0.0), (2, 0.0, 0.4), (1, 0.5, 0.0), (1, 0.5, 0.4), (2, 0.5, 0.3)],
)
@pytest.mark.parametrize("rank", [1.2, 0.5])
def test_random_problems_fulfil_contact_and_friction(tangents: int, joints: float, sliding: float, rank: float) -> None:
    random = np.random.default_rng(7)
    solved = 0
    for _ in range(400):
        problem = random_problem(random, tangents, joints, sliding, rank)
        status = problem.solve(solve_cones)
        if status in (SOLVED, AMBIGUOUS):
            solved += 1
            assert defect(problem) < 1e-10
            np.testing.assert_allclose(problem.matrix @ problem.h + problem.b, problem.x, atol=1e-8)
        assert np.isnan(problem.workspace[:3]).all() and np.isnan(problem.workspace[-7:]).all()
    assert solved >= 380


def test_friction_in_three_directions_of_a_ball_is_against_the_slip() -> None:
    random = np.random.default_rng(3)
    for _ in range(300):
        problem = random_problem(random, 3, 1.0, 0.0, 1.2)
        assert problem.solve(solve_cones) == SOLVED
        assert defect(problem) < 1e-9


def test_a_plane_problem_in_space_has_the_solution_of_the_plane() -> None:
    """The second tangent has no part in it; the space is solved by Newton, the plane by pivoting."""
    random = np.random.default_rng(5)
    for _ in range(300):
        count = int(random.integers(1, 4))
        matrix, b = random_matrix(random, 2 * count, 2 * count + 1), random.normal(size=2 * count)
        friction = random.uniform(0.0, 0.4)
        plane = Problem(matrix, b, [contact(2 * i, 1, friction) for i in range(count)])
        places = [row for i in range(count) for row in (3 * i, 3 * i + 1)]
        wide, wide_b = np.eye(3 * count), np.zeros(3 * count)
        wide[np.ix_(places, places)] = matrix
        wide_b[places] = b
        space = Problem(wide, wide_b, [contact(3 * i, 2, friction) for i in range(count)])
        if plane.solve(solve_cones) == SOLVED:
            assert space.solve(solve_cones) == SOLVED
            np.testing.assert_allclose(space.x[places], plane.x, atol=1e-8 * abs(b).max())


def test_with_the_modes_found_the_forces_are_found_again() -> None:
    random = np.random.default_rng(9)
    for _ in range(400):
        problem = random_problem(random, 1, 0.4, 0.3, 1.2)
        if problem.solve(solve_cones) != SOLVED:
            continue
        h = problem.h
        assert problem.solve(solve_modes)
        np.testing.assert_allclose(problem.h, h, atol=1e-8 * abs(h).max())


def test_an_incompatible_set_of_modes_is_told() -> None:
    twice = Problem([[1.0, 1.0], [1.0, 1.0]], [-1.0, -2.0], [contact(0, 0), contact(1, 0)])
    for cone in twice.cones:
        cone.mode = SLIDE
    twice = Problem(twice.matrix, twice.b, twice.cones)
    assert not twice.solve(solve_modes)


def test_a_disc_on_an_incline_rolls_below_three_times_the_friction() -> None:
    """A homogeneous disc rolls without slip up to tan(angle) = 3 mu."""
    for angle in (0.3, pi / 4):
        rows = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 1.0]])
        inverse = np.diag([1.0, 1.0, 2.0])
        b = rows @ [GRAVITY * sin(angle), -GRAVITY * cos(angle), 0.0]
        disc = Problem(rows @ inverse @ rows.T, b, [contact(0, 1, 0.2)])
        assert disc.solve(solve_cones) == SOLVED
        assert disc.modes == [STICK if tan(angle) < 0.6 else SLIDE]
        if tan(angle) < 0.6:
            np.testing.assert_allclose(disc.h[1], -GRAVITY * sin(angle) / 3, rtol=1e-12)
