"""Freedoms and force kernels in space at random states: gradients, rates, potentials and powers.

A force at rest is minus the gradient of its potential; at any state -Q'v = dV/dt + power lost - power given.
"""

from __future__ import annotations

import numpy as np
import pytest
from space_states import ACCEPT, Call, State, slope, states, triad, unit

from linkwork.elements.spatial.forces.actuator_kernel import actuator
from linkwork.elements.spatial.forces.bushing_kernel import bushing
from linkwork.elements.spatial.forces.point_force_kernel import point_force
from linkwork.elements.spatial.forces.spring_kernel import spring
from linkwork.elements.spatial.forces.stop_kernel import stop
from linkwork.elements.spatial.freedom_kernel import (
    ALONG,
    ANGLE,
    DIFFERENCE,
    DISTANCE,
    ENERGY,
    GIVEN,
    LOST,
    SPIN,
    STRENGTH,
    TURNED,
    freedom,
)
from linkwork.signals.measure_space_kernel import measure_space

TOLERANCE = 1e-10
F, G, H = triad((0.3, -0.5, 0.8), (1.0, 0.2, 0.1))
S_I, S_J = (0.3, -0.2, 0.5), (-0.4, 0.7, 0.1)
QUATERNION = unit(0.7, -0.2, 0.4, 0.5)

NUMBERS = {
    ANGLE: (*F, *G, *unit(0.2, 0.9, -0.3)),
    DISTANCE: (*S_I, *S_J, 0.0, 0.0, 0.0),
    ALONG: (*S_I, *S_J, *H),
    DIFFERENCE: (*S_I, *S_J, *unit(0.6, 0.0, 0.8)),
    TURNED: (*H, *QUATERNION, 0.0, 0.0),
    SPIN: (*H, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0),
}
LAW, LAW_VALUE, ACCEPTED = 0, 1.7, 1
each_kind = pytest.mark.parametrize("kind", NUMBERS, ids=["angle", "distance", "along", "difference", "turned", "spin"])


def probe(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """A kernel that only measures a freedom: value and rate behind the gradient."""
    value, rate = freedom(pose, twist, memory, p, k, a, b, c, out)
    out[c + 12] = value
    out[c + 13] = rate


def in_freedom(kernel, kind: int, *numbers: float, ints: tuple[int, ...] = ()) -> Call:
    return Call(kernel, (*NUMBERS[kind], *numbers), (kind, ACCEPTED, *ints), {LAW: LAW_VALUE})


@each_kind
def test_the_gradient_of_a_freedom_is_exact_for_every_pose(kind: int) -> None:
    call = in_freedom(probe, kind)
    for state in states(8):
        out = call.at(state)
        assert out[13] == pytest.approx(out[:12] @ state.twist, rel=1e-13, abs=1e-13)
        if kind == SPIN:
            continue
        for column in range(12):
            assert abs(slope(call, state, np.eye(12)[column], 12) - out[column]) <= TOLERANCE * max(1, abs(out[column]))


def test_the_spin_about_an_axis_is_the_rate_of_the_angle_while_the_axes_agree() -> None:
    first = states(1)[0]
    turned = State(first.r, np.array([first.p[0], first.p[0]]), first.twist)
    f, g, h = np.eye(3)
    spin = Call(probe, (*h, 1.0, *[0.0] * 5), (SPIN, ACCEPTED)).at(turned)
    angle = Call(probe, (*f, *g, *f), (ANGLE, ACCEPTED)).at(turned)
    assert spin[13] == pytest.approx(angle[13], rel=1e-13)


def test_a_sensor_counts_the_turns_of_an_angle() -> None:
    """The accepted angle decides which turn is meant; only an accepted step changes it."""
    state = states(1)[0]
    call = Call(measure_space, NUMBERS[ANGLE], (ANGLE, 7, 5))
    call.at(state)
    near = call.kept[5]
    call.memory = {7: near + 6 * np.pi + 1.0}
    call.at(state)
    assert call.kept[5] == pytest.approx(near + 6 * np.pi, rel=1e-14)
    assert call.kept[7] == near + 6 * np.pi + 1.0
    call.at(state, ACCEPT)
    assert call.kept[7] == pytest.approx(near + 6 * np.pi, rel=1e-14)


def test_a_spring_of_zero_length_has_no_direction_and_no_force() -> None:
    state = State(np.zeros((2, 3)), np.array([[1.0, 0, 0, 0]] * 2), states(1)[0].twist)
    call = Call(spring, (*[0.0] * 9, 5.0, 0.2, 0.3, 0.0, 0.0), (DISTANCE, ACCEPTED, LAW, 3))
    out = call.at(state)
    assert np.all(out[:12] == 0.0)
    assert out[STRENGTH] == pytest.approx(-1.0)


def force_cases() -> list:
    """Every force kernel with numbers: name, call, and whether all of it comes from a potential at rest."""
    found = []
    for kind, name in zip(NUMBERS, ["angle", "distance", "along", "difference", "turned"], strict=False):
        found += [
            (f"spring {name}", in_freedom(spring, kind, 7.0, 0.3, 0.6, 0.0, 0.0, ints=(LAW, 3))),
            (f"tension {name}", in_freedom(spring, kind, 7.0, 0.3, 0.6, 1.0, 1.0, ints=(LAW, 3))),
            (f"stop {name}", in_freedom(stop, kind, 7.0, 0.6, -0.3, 0.4, ints=(3, 3))),
            (f"actuator {name}", in_freedom(actuator, kind, ints=(LAW,))),
        ]
    found.append(("torque", in_freedom(actuator, SPIN, ints=(LAW,))))
    numbers = np.random.default_rng(2).normal(size=(2, 6, 6))
    stiffness, damping = (part @ part.T for part in numbers)
    floats = (*S_I, *F, *G, *H, *S_J, *QUATERNION, *stiffness.ravel(), *damping.ravel())
    laws = {20 + number: 0.3 * number - 1.0 for number in range(6)}
    found.append(("bushing", Call(bushing, floats, tuple(laws), dict(laws))))
    found.append(("force", Call(point_force, (*S_J, 0.0), tuple(laws), dict(laws), grounded=True)))
    found.append(("following force", Call(point_force, (*S_J, 1.0), tuple(laws), dict(laws), grounded=True)))
    return found


each_force = pytest.mark.parametrize("call", [pytest.param(call, id=name) for name, call in force_cases()])


@each_force
def test_the_powers_of_a_force_in_space_add_up(call: Call) -> None:
    for state in states(10):
        out = call.at(state)
        scale = max(1.0, float(np.abs(out[:12]) @ np.abs(state.twist)))
        rate = slope(call, state, state.twist, ENERGY)
        assert abs(-out[:12] @ state.twist - (rate + out[LOST] - out[GIVEN])) <= TOLERANCE * scale
        assert out[LOST] >= -TOLERANCE * scale


@each_force
def test_the_potential_of_a_force_in_space_has_the_force_as_its_gradient(call: Call) -> None:
    """At rest and without laws the wrenches are minus the gradient of the potential, in every direction."""
    quiet = Call(call.kernel, call.floats, call.ints, {}, call.grounded)
    for state in states(6):
        rest = state.with_twist(np.zeros(12))
        out = quiet.at(rest)
        for column in range(12):
            expected = -slope(quiet, rest, np.eye(12)[column], ENERGY)
            assert abs(out[column] - expected) <= TOLERANCE * max(1.0, np.max(np.abs(out[:12])))


@each_force
def test_a_force_in_space_makes_no_momentum(call: Call) -> None:
    """Force and moment about the world's origin on both bodies cancel, but for forces that come from the world."""
    if call.grounded or call.ints[0] == DIFFERENCE:
        return
    for state in states(4):
        out = call.at(state)
        pose = state.pose()
        force, moment = np.zeros(3), np.zeros(3)
        for body in range(2):
            at = 16 * (body + 1)
            turn = pose[at + 3 : at + 12].reshape(3, 3)
            push = out[6 * body : 6 * body + 3]
            force += push
            moment += turn @ out[6 * body + 3 : 6 * body + 6] + np.cross(pose[at : at + 3], push)
        assert np.max(np.abs(force)) <= 1e-12 * np.max(np.abs(out[:12]))
        assert np.max(np.abs(moment)) <= 1e-11 * np.max(np.abs(out[:12]))


def test_a_small_bushing_is_six_separate_springs() -> None:
    """Displaced and turned a little, force and torque are the stiffnesses times the displacements."""
    turn = 1e-7
    state = State(
        np.array([[0.0, 0, 0], [0.01, -0.02, 0.03]]),
        np.array([[1.0, 0, 0, 0], [1.0, 0.5 * turn, -turn, 1.5 * turn]]),
        np.zeros(12),
    )
    stiffness = np.diag([100.0, 200.0, 300.0, 4e6, 5e6, 6e6])
    floats = (0, 0, 0, *np.eye(3).ravel(), 0, 0, 0, 1, 0, 0, 0, *stiffness.ravel(), *[0.0] * 36)
    out = Call(bushing, floats, tuple(range(20, 26))).at(state)
    assert out[6:9] == pytest.approx([-1.0, 4.0, -9.0], rel=1e-12)
    assert out[9:12] == pytest.approx([-0.4, 1.0, -1.8], rel=1e-6)
