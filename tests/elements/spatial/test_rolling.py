"""Rolling and blades: rows, contact and gamma at random states off the constraint, by the complex step."""

from __future__ import annotations

import numpy as np
import pytest
from space_states import Call, State, slope, states, triad, unit

from linkwork.elements.spatial.joints.knife_edge_kernel import knife_edge
from linkwork.elements.spatial.joints.rolling_kernel import rolling

TOLERANCE = 1e-10
F, G, H = triad((0.3, -0.5, 0.8), (1.0, 0.2, 0.1))
PLANE = (0.3, -0.2, 0.5, *F, *G, *H)
AXIS = unit(-0.2, 0.4, 0.7)
CENTRE = (-0.4, 0.7, 0.1)
BLADE = (*PLANE[:3], *H, *CENTRE, *AXIS)

CASES = {
    "disc": (Call(rolling, (*PLANE, *CENTRE, *AXIS, 0.6, 0.0), (3,)), 3, 1),
    "wheel": (Call(rolling, (*PLANE, *CENTRE, *AXIS, 0.6, 0.2), (3,)), 3, 1),
    "sphere": (Call(rolling, (*PLANE, *CENTRE, *AXIS, 0.0, 0.6), (3,)), 3, 1),
    "disc at rest": (Call(rolling, (*PLANE, *CENTRE, *AXIS, 0.6, 0.0), (1,)), 1, 1),
    "knife edge": (Call(knife_edge, BLADE, (0, 1)), 1, 0),
    "skate": (Call(knife_edge, BLADE, (1, 1)), 2, 1),
    "skate at rest": (Call(knife_edge, BLADE, (1, 0)), 1, 1),
}
each_case = pytest.mark.parametrize(("call", "rows", "holonomic"), CASES.values(), ids=CASES)


@each_case
def test_rows_of_positions_are_the_gradient_of_phi(call: Call, rows: int, holonomic: int) -> None:
    for state in states(8):
        out = call.at(state)
        matrix = out[3 * rows : 15 * rows].reshape(rows, 12)
        for equation in range(rows):
            for column in range(12):
                expected = slope(call, state, np.eye(12)[column], equation)
                if equation < holonomic:
                    assert abs(matrix[equation, column] - expected) <= TOLERANCE * max(1.0, abs(expected))
                else:
                    assert expected == 0.0 and out[equation] == 0.0
        assert np.all(out[rows : 2 * rows] == 0.0)


@each_case
def test_gamma_is_exact_off_the_constraint(call: Call, rows: int, holonomic: int) -> None:
    """At constant twists d/dt (rows v) = -gamma."""
    for state in states(8):
        out = call.at(state)
        moved = slope(call, state, state.twist, slice(3 * rows, 15 * rows)).reshape(rows, 12) @ state.twist
        assert np.max(np.abs(moved + out[2 * rows : 3 * rows])) <= TOLERANCE * max(1.0, np.max(np.abs(moved)))


@pytest.mark.parametrize(("call", "rest"), [("disc", "disc at rest"), ("skate", "skate at rest")])
def test_where_only_positions_count_the_contact_is_left(call: str, rest: str) -> None:
    rows = CASES[call][1]
    for state in states(3):
        whole, alone = CASES[call][0].at(state), CASES[rest][0].at(state)
        assert alone[0] == whole[0] and alone[2] == whole[2 * rows]
        assert np.array_equal(alone[3:15], whole[3 * rows : 3 * rows + 12])


def upright(spin: float, speed: float, lean: float = 0.0, radius: float = 0.5) -> State:
    """A disc about y on the plane z = 0, leaning about x, that moves along x."""
    p = np.array([np.cos(lean / 2), np.sin(lean / 2), 0.0, 0.0])
    twist = np.zeros(12)
    twist[6], twist[10] = speed, spin
    return State(np.array([[0.0] * 3, [1.0, 2.0, radius * np.cos(lean)]]), np.array([[1.0, 0, 0, 0], p]), twist)


WORLD = (0.0, 0.0, 0.0, *np.eye(3).ravel())


@pytest.mark.parametrize("lean", [0.0, 0.4, -0.9])
def test_a_leaning_disc_that_rolls_straight_on_satisfies_its_equations(lean: float) -> None:
    call = Call(rolling, (*WORLD, 0, 0, 0, 0, 1, 0, 0.5, 0.0), (3,), grounded=True)
    state = upright(3.0, 1.5, lean)
    out = call.at(state)
    assert abs(out[0]) < 1e-15
    assert np.max(np.abs(out[9:45].reshape(3, 12) @ np.r_[np.zeros(6), state.twist[6:]])) < 1e-15
    slipping = call.at(upright(3.0, 1.6, lean))[9:45].reshape(3, 12)[:, 6:] @ upright(3.0, 1.6, lean).twist[6:]
    assert slipping == pytest.approx([0.0, 0.1, 0.0])


def test_a_sphere_and_a_wheel_of_full_tread_roll_alike() -> None:
    sphere = Call(rolling, (*PLANE, *CENTRE, *AXIS, 0.0, 0.6), (3,))
    wheel = Call(rolling, (*PLANE, *CENTRE, *AXIS, 1e-12, 0.6), (3,))
    for state in states(4):
        assert np.max(np.abs(sphere.at(state)[:45] - wheel.at(state)[:45])) < 1e-10


def test_a_knife_edge_moves_along_its_blade_only() -> None:
    call = Call(knife_edge, (0, 0, 0, 0, 0, 1, 0.2, 0, 0, 1, 0, 0), (0, 1), grounded=True)
    state = State(np.zeros((2, 3)), np.array([[1.0, 0, 0, 0]] * 2), np.zeros(12))
    row = call.at(state)[3:15]
    assert row == pytest.approx([0, -1, 0, 0, 0, -0.2, 0, 1, 0, 0, 0, 0.2])
