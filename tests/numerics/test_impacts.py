"""Impacts by the laws of Newton, Poisson and Stronge, together and one after another, with and without friction."""

from __future__ import annotations

from math import copysign

import numpy as np
import pytest

from linkwork.numerics.cones.cone_layout_kernel import (
    EQUAL,
    KIND,
    MODE,
    OPEN,
    PRELOAD,
    RESTING,
    SLIDE,
    SLIDING,
    SOLVED,
    STATE,
    STICK,
)
from linkwork.numerics.cones.impact_kernel import RAISED, energy_lost, impact_newton, impact_poisson
from linkwork.numerics.cones.impact_sequence_kernel import impact_sequence
from linkwork.numerics.cones.impulse_kernel import NEWTON, POISSON, STRONGE, impact_single
from numerics.dense_contact import Array, Cone, Problem, contact, joint, random_matrix

LAWS = [NEWTON, POISSON, STRONGE]


def balls(count: int, restitution: float) -> tuple[Problem, Array]:
    """Touching balls of mass 1 in a row, the first arriving with speed 1; the problem and the rows of the gaps."""
    rows = np.eye(count - 1, count, k=1) - np.eye(count - 1, count)
    speed = np.zeros(count)
    speed[0] = 1.0
    cones = [contact(i, 0, restitution=restitution) for i in range(count - 1)]
    return Problem(rows @ rows.T, rows @ speed, cones), rows


def speeds_after(problem: Problem, rows: Array) -> Array:
    """Speeds of balls after an impact of the first."""
    start = np.zeros(rows.shape[1])
    start[0] = 1.0
    return start + rows.T @ problem.h


@pytest.mark.parametrize("law", [impact_newton, impact_poisson])
def test_three_touching_balls_struck_at_once_part_with_minus_one_third_and_two_thirds(law: object) -> None:
    problem, rows = balls(3, 1.0)
    assert problem.solve(law) == SOLVED
    np.testing.assert_allclose(speeds_after(problem, rows), [-1 / 3, 2 / 3, 2 / 3], atol=1e-14)
    assert abs(problem.solve(energy_lost)) < 1e-14


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("count", [3, 5])
def test_in_newtons_cradle_only_the_last_ball_leaves(law: int, count: int) -> None:
    problem, rows = balls(count, 1.0)
    assert problem.solve(impact_sequence, law) == SOLVED
    np.testing.assert_allclose(speeds_after(problem, rows), [0.0] * (count - 1) + [1.0], atol=1e-14)


@pytest.mark.parametrize("law", LAWS)
def test_a_central_impact_loses_the_known_energy(law: int) -> None:
    for restitution in (0.0, 0.3, 0.8, 1.0):
        mass, speed = 1.0 / (1 / 2.0 + 1 / 3.0), 1.7
        one = Problem([[1 / mass]], [-speed], [contact(0, 0, restitution=restitution)])
        assert one.solve(impact_single, 0, law) == SOLVED
        np.testing.assert_allclose(one.x, [restitution * speed], atol=1e-14)
        lost = (1.0 - restitution**2) / 2 * mass * speed**2
        np.testing.assert_allclose(one.solve(energy_lost), lost, atol=1e-13)


@pytest.mark.parametrize("law", [impact_newton, impact_poisson, *LAWS])
def test_a_spinning_disc_grips_or_slides_as_it_bounces(law: object) -> None:
    """W is 1/m and 3/m without coupling: impulse of friction -m u_T/3, at most mu (1 + e) m v."""
    for slip in (0.5, 4.0, -4.0):
        restitution, friction, mass, speed = 0.6, 0.25, 2.0, 1.5
        cone = contact(0, 1, friction, restitution=restitution)
        disc = Problem(np.diag([1.0, 3.0]) / mass, [-speed, slip], [cone])
        status = disc.solve(impact_single, 0, law) if isinstance(law, int) else disc.solve(law)
        assert status == SOLVED
        bound = friction * (1.0 + restitution) * mass * speed
        impulse = -copysign(min(mass * abs(slip) / 3, bound), slip)
        np.testing.assert_allclose(disc.h, [(1.0 + restitution) * mass * speed, impulse], rtol=1e-12)
        grips = mass * abs(slip) / 3 < bound
        assert disc.told(MODE) == [OPEN]
        assert disc.told(STATE) == [RESTING if grips else SLIDING]


def test_a_superball_reverses_its_slip_and_keeps_its_energy() -> None:
    ball = Problem(np.diag([1.0, 3.5]), [-1.0, 0.8], [contact(0, 1, 5.0, restitution=1.0, tangential=1.0)])
    assert ball.solve(impact_newton) == SOLVED
    np.testing.assert_allclose(ball.x, [1.0, -0.8], atol=1e-14)
    assert abs(ball.solve(energy_lost)) < 1e-14


def follow(matrix: Array, before: Array, friction: float, restitution: float, steps: int) -> Array:
    """Impulses of a plane impact by the energetic law, in many small steps of the normal impulse."""
    impulse, step = np.zeros(2), 4.0 / matrix[0, 0] * abs(before).max() / steps
    compression = expansion = 0.0
    for _ in range(1000 * steps):
        x = matrix @ impulse + before
        stick = -(x[1] + matrix[1, 0] * step) / matrix[1, 1]
        change = np.array([step, np.clip(stick, -friction * step, friction * step)])
        work = (x + 0.5 * matrix @ change)[0] * step
        if work < 0.0:
            compression -= work
        else:
            expansion += work
            if expansion >= restitution**2 * compression:
                return impulse
        impulse += change
    raise AssertionError("the impact did not end")


def test_stronges_law_agrees_with_small_steps_through_slip_reversal_and_sticking() -> None:
    random, modes = np.random.default_rng(2), set()
    for _ in range(12):
        matrix, before = random_matrix(random, 2, 3), random.normal(size=2)
        before[0] = -abs(before[0])
        friction, restitution = random.uniform(0.1, 1.0), random.uniform(0.3, 1.0)
        problem = Problem(matrix, before, [contact(0, 1, friction, restitution=restitution)])
        assert problem.solve(impact_single, 0, STRONGE) == SOLVED
        expected = follow(matrix, before, friction, restitution, 4000)
        np.testing.assert_allclose(problem.h, expected, atol=4e-3 * abs(expected).max())
        modes.add((problem.told(STATE)[0], bool(problem.x[1] * before[1] > 0.0)))
    assert {state for state, _ in modes} == {RESTING, SLIDING}


def test_in_space_a_plane_impact_is_that_of_the_plane() -> None:
    random = np.random.default_rng(4)
    for _ in range(40):
        matrix, before = random_matrix(random, 2, 3), random.normal(size=2)
        before[0] = -abs(before[0])
        friction, restitution, angle = random.uniform(0.1, 1.0), random.uniform(0.0, 1.0), random.uniform(0.0, 6.0)
        turn = np.array([[1.0, 0.0, 0.0], [0.0, np.cos(angle), -np.sin(angle)], [0.0, np.sin(angle), np.cos(angle)]])
        wide = np.eye(3) * matrix[1, 1]
        wide[:2, :2] = matrix
        plane = Problem(matrix, before, [contact(0, 1, friction, restitution=restitution)])
        space = Problem(turn @ wide @ turn.T, turn @ [*before, 0.0], [contact(0, 2, friction, restitution=restitution)])
        for law in (POISSON, STRONGE):
            assert plane.solve(impact_single, 0, law) == space.solve(impact_single, 0, law) == SOLVED
            np.testing.assert_allclose(turn.T @ space.h, [*plane.h, 0.0], atol=1e-7 * abs(plane.h).max())


def energy_before(matrix: Array, before: Array) -> float:
    """The energy that impulses could take."""
    return float(0.5 * before @ np.linalg.solve(matrix, before))


def random_impact(random: np.random.Generator, tangents: int, most: int) -> Problem:
    """Some contacts with friction up to 1.5, each with its own restitution."""
    count = int(random.integers(1, most + 1))
    rows = count * (1 + tangents)
    cones = [
        contact(i * (1 + tangents), tangents, random.uniform(0.0, 1.5), restitution=random.uniform(0.0, 1.0))
        for i in range(count)
    ]
    before = random.normal(size=rows)
    before[0] = -abs(before[0])
    return Problem(random_matrix(random, rows, rows + 1), before, cones)


@pytest.mark.parametrize(("tangents", "times"), [(1, 10_000), (2, 3_000)])
def test_poissons_law_never_raises_the_energy_and_nothing_approaches_after(tangents: int, times: int) -> None:
    random = np.random.default_rng(11)
    for _ in range(times):
        problem = random_impact(random, tangents, 3)
        assert problem.solve(impact_poisson) == SOLVED
        assert problem.solve(energy_lost) >= -1e-9 * energy_before(problem.matrix, problem.b)
        assert problem.x[:: 1 + tangents].min() >= -1e-8 * abs(problem.b).max()


@pytest.mark.parametrize(("tangents", "times"), [(1, 10_000), (2, 300)])
def test_stronges_law_never_raises_the_energy(tangents: int, times: int) -> None:
    random = np.random.default_rng(12)
    for _ in range(times):
        problem = random_impact(random, tangents, 1)
        assert problem.solve(impact_single, 0, STRONGE) == SOLVED
        assert problem.solve(energy_lost) >= -1e-9 * energy_before(problem.matrix, problem.b)
        assert problem.x[0] >= -1e-9 * abs(problem.b).max()


@pytest.mark.parametrize("law", [POISSON, STRONGE])
def test_impacts_one_after_another_end_and_never_raise_the_energy(law: int) -> None:
    random = np.random.default_rng(13)
    for _ in range(500):
        problem = random_impact(random, 1, 3)
        assert problem.solve(impact_sequence, law) == SOLVED
        assert problem.solve(energy_lost) >= -1e-9 * energy_before(problem.matrix, problem.b)
        assert problem.x[::2].min() >= -1e-8 * abs(problem.b).max()


def test_newtons_law_fulfils_its_rule_and_says_when_it_raises_the_energy() -> None:
    random, raised = np.random.default_rng(14), 0
    for _ in range(2000):
        problem = random_impact(random, 1, 2)
        status = problem.solve(impact_newton)
        assert status in (SOLVED, RAISED)
        lost = problem.solve(energy_lost)
        assert (lost < -1e-9 * energy_before(problem.matrix, problem.b)) <= (status == RAISED)
        raised += status == RAISED
        for cone in problem.cones:
            gap = problem.x[cone.row] + cone.restitution * min(0.0, problem.b[cone.row])
            assert gap > -1e-9 and problem.h[cone.row] > -1e-9 and abs(gap * problem.h[cone.row]) < 1e-8
    assert 0 < raised < 200


@pytest.mark.parametrize("law", [impact_newton, impact_poisson, *LAWS])
def test_a_pin_rubs_with_its_impulsive_load_and_without_its_preload(law: object) -> None:
    pin = joint(1, 1, 0.2, 0, 1, preload=100.0)
    problem = Problem(np.eye(2), [-1.0, 3.0], [contact(0, 0, restitution=0.5), pin], [0.0], [[2.0, 0.0]])
    status = problem.solve(impact_single, 0, law) if isinstance(law, int) else problem.solve(law)
    assert status == SOLVED
    np.testing.assert_allclose(problem.h, [1.5, -0.2 * 2.0 * 1.5], rtol=1e-12)
    assert problem.told(PRELOAD) == [0.0, 100.0]
    assert problem.told(KIND) == [pin.kind - 1.0, pin.kind]


def test_a_ball_that_strikes_a_block_on_the_ground_is_stopped_by_the_ground() -> None:
    """The block cannot move down: the ball bounces as from a wall, and the ground takes the same impulse."""
    matrix = np.array([[2.0, -1.0], [-1.0, 1.0]])
    for cones in ([contact(0, 0, restitution=0.7), contact(1, 0)], [contact(0, 0, restitution=0.7), Cone(EQUAL, 1)]):
        problem = Problem(matrix, [-1.0, 0.0], cones)
        assert problem.solve(impact_single, 0, STRONGE) == SOLVED
        np.testing.assert_allclose(problem.x, [0.7, 0.0], atol=1e-14)
        np.testing.assert_allclose(problem.h, [1.7, 1.7], rtol=1e-13)


def test_an_impact_without_restitution_leaves_the_contact_closed_and_sliding_or_sticking() -> None:
    for friction, mode in ((0.2, SLIDE), (2.0, STICK)):
        block = Problem(np.eye(2), [-1.0, 1.0], [contact(0, 1, friction)])
        assert block.solve(impact_poisson) == SOLVED
        assert block.told(MODE) == [mode]


def test_a_sliding_tip_that_jams_is_struck_until_it_stops() -> None:
    """Impact without collision: W_NN < mu W_NT drives the contact until the slip has ended, then it is let go."""
    matrix = np.array([[1.6, -1.2], [-1.2, 3.4]])
    tip = Problem(matrix, [-1e-9, -1.0], [contact(0, 1, 1.6, restitution=0.0)])
    assert tip.solve(impact_single, 0, STRONGE) == SOLVED
    assert tip.h[0] > 0.1 and abs(tip.x[1]) < 1e-9 and abs(tip.x[0]) < 1e-9
