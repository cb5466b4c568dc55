"""Joints of space with clearance: rows and gammas are the derivatives of their gaps, by the complex step."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from space_states import MOTION, POSE, STEP, TWIST, State, states, triad, unit

import linkwork as lw
from kernel_call import call_kernel
from linkwork.base.errors import MechanismError
from linkwork.elements.spatial.contact.cavity_kernel import point_in_cavity
from linkwork.elements.spatial.contact.clearance_kernel import ball_in_cavity, journal_in_bearing
from linkwork.elements.spatial.contact.tilt_kernel import tilted_axes
from linkwork.expression import parse
from linkwork.functions.field import pack_field
from linkwork.functions.writer import TableWriter

GAP, GAMMA, ROWS, WIDTH = 0, 10, 13, 12
BLOB = "exp(1 - x^2 - (y + d)^2 - 2*z^2) + exp(1 - x^2 - (y - d)^2 - z^2)*sin(x*z) - 1"
FRAME = [0.1, -0.2, 0.3, *(number for axis in triad((0.2, 1, 0.4), (1, 0, 0.3)) for number in axis)]
CASES: list[tuple[Callable[..., Any], list[float], str, int]] = [
    (ball_in_cavity, [0.3, -0.2, 0.5, 0.1, 0.4, -0.3, 0.05, 0.2], "", 3),
    (journal_in_bearing, [0.3, -0.2, 0.5, *unit(1, -1, 2), 0.1, 0.4, -0.3, 0.05, 0.2], "", 3),
    (tilted_axes, [*unit(1, 2, -1), *unit(0.3, -1, 1), 0.1, 0.2, 0.3, math.cos(0.2)], "", 3),
    (point_in_cavity, [*FRAME, 0.2, -0.1, 0.4], BLOB, 1),
]


def written(kernel: Callable[..., Any], numbers: list[float], shape: str) -> Callable[[State], Any]:
    """What a kernel writes at a state of two bodies, real or complex."""

    def at(state: State) -> Any:
        pose = state.pose()
        scalar = complex if np.iscomplexobj(pose) else float
        writer = TableWriter()
        blocks = []
        if shape:
            packed = pack_field(parse(shape), {"d": 0.7})
            blocks = [writer.function(packed, "real" if scalar is float else "complex")]
        twist, memory, out = np.zeros(18, scalar), np.zeros(8, scalar), np.zeros(160, scalar)
        twist[6:] = state.twist
        k = [*writer.ints, POSE, TWIST, 2 * POSE, 2 * TWIST, 0, 1, 4, *blocks]
        p = np.array([*writer.floats, *numbers], scalar)
        a, b = len(writer.floats), len(writer.ints)
        call_kernel(kernel, MOTION, 0.0, pose, twist, memory, p, np.array(k, np.int64), out, a=a, b=b)
        return out

    return at


@pytest.mark.parametrize(("kernel", "numbers", "shape", "directions"), CASES)
def test_rows_and_gammas_are_derivatives(
    kernel: Callable[..., Any], numbers: list[float], shape: str, directions: int
) -> None:
    """To 1e-9 at random poses and twists."""
    call = written(kernel, numbers, shape)
    for state in states(20, seed=11):
        if shape:
            state = State(0.3 * state.r, state.p, state.twist)
        out = call(state)
        for column in range(WIDTH):
            slope = call(state.moved(np.eye(WIDTH)[column], 1j * STEP))[GAP].imag / STEP
            assert slope == pytest.approx(out[ROWS + column], rel=1e-9, abs=1e-11)
        change = call(state.moved(state.twist, 1j * STEP)).imag / STEP
        for row in range(directions):
            at = slice(ROWS + WIDTH * row, ROWS + WIDTH * (row + 1))
            assert -out[GAMMA + row] == pytest.approx(change[at] @ state.twist, rel=1e-9, abs=1e-9)
        assert np.linalg.norm(out[7:10]) == pytest.approx(1.0, abs=1e-12)


def test_a_cavity_has_the_value_of_its_formula() -> None:
    call = written(point_in_cavity, CASES[3][1], BLOB)
    for state in states(5):
        pose = state.pose()
        (r_1, a_1), (r_2, a_2) = ((pose[n : n + 3], pose[n + 3 : n + 12].reshape(3, 3)) for n in (16, 32))
        place = np.array(FRAME[3:]).reshape(3, 3) @ (a_1.T @ (r_2 + a_2 @ [0.2, -0.1, 0.4] - r_1) - FRAME[:3])
        env = dict(zip("xyz", map(float, place), strict=True)) | {"d": 0.7}
        assert call(state)[GAP] == pytest.approx(parse(BLOB).value(env), rel=1e-12)


# ------------------------------------------------------------------ in a mechanism


def ball(**fields: Any) -> lw.Spatial:
    """A free ball of 1 kg in a cavity of the ground."""
    m = lw.Spatial("ball in a cavity")
    m.set_gravity(0, 0, -9.81)
    m.body("ball", estimate=(0.02, 0, 0))
    m.mass("ball", mass=1, inertia=(1e-3, 1e-3, 1e-3))
    m.clearance("C", "ground", "ball", **fields)
    return m


def test_a_round_cavity_moves_a_ball_as_a_socket_does() -> None:
    """With the gap (c^2 - r^2) / (2 c), a length at the wall: impacts at the same places and times."""
    options: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13, "progress": False}
    cavity = ball(type="cavity", gap="(0.05^2 - x^2 - y^2 - z^2)/(2*0.05)", restitution=0.8).simulate(
        0.4, 81, **options
    )
    socket = ball(clearance=0.05, restitution=0.8).simulate(0.4, 81, **options)
    assert len(cavity.impacts) == len(socket.impacts) > 3
    for one, other in zip(cavity.impacts, socket.impacts, strict=True):
        assert one.t == pytest.approx(other.t, abs=1e-9)
        assert one.impulse == pytest.approx(other.impulse, rel=1e-7)
    np.testing.assert_allclose(cavity["ball.z"], socket["ball.z"], atol=1e-8)


def test_a_cavity_comes_back_from_its_file(tmp_path: Any) -> None:
    m = ball(type="cavity", gap="0.05 - x^2 - y^2 - z^2", force={"type": "hertz", "stiffness": 1e7})
    m.save(tmp_path / "cavity.yaml")
    assert lw.load(tmp_path / "cavity.yaml").clearances == m.clearances


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "clearance 'C'.*gap"),
        ({"gap": "1 - x^2 - r^2"}, "clearance 'C': expression '1-x\\^2-r\\^2': unknown name 'r'"),
        ({"gap": "1 - x^2", "friction": 0.1}, "clearance 'C': the gap of a cavity has any unit"),
        ({"gap": "1 - x^2", "clearance": 0.1}, "clearance 'C'.*clearance"),
    ],
)
def test_a_bad_cavity_is_refused_in_words(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(MechanismError, match=words):
        ball(type="cavity", **fields).simulate(0.1, 2, progress=False)


def test_a_parameter_is_not_taken_for_a_coordinate() -> None:
    m = ball(type="cavity", gap="1 - x^2")
    m.parameters(x=2)
    with pytest.raises(MechanismError, match="'x' is a coordinate here; give the parameter another name"):
        m.simulate(0.1, 2, progress=False)


# ------------------------------------------------------------------ a journal in a bearing of space


def shaft(restitution: float = 0.0, friction: float = 0.0) -> lw.Spatial:
    """2 kg in a bearing of 0.1 m with the play of 0.1 mm, the weight 10 mm off the middle; held along its axis."""
    m = lw.Spatial("shaft")
    m.set_gravity(0, 0, -9.81)
    m.body("shaft", points={"left": (-0.05, 0, 0), "right": (0.05, 0, 0)})
    m.mass("shaft", mass=2, center=(0.01, 0, 0), inertia=(1e-3, 4e-3, 4e-3))
    m.point_on_plane("collar", m.ground.frame(axis=(1, 0, 0)), "shaft")
    for end, x in (("left", -0.05), ("right", 0.05)):
        bearing = m.ground.frame(at=(x, 0, 0), axis=(1, 0, 0))
        fields = {"restitution": restitution, "friction": friction, "radius": 0.02}
        m.clearance(end, bearing, f"shaft.{end}", type="journal", clearance=1e-4, **fields)
    return m


def test_a_shaft_comes_to_lie_on_both_ends_of_its_bearing() -> None:
    """Forces by the lever: 0.04 and 0.06 of 0.1 of the weight, to 1e-9."""
    run = shaft(restitution=0.3).simulate(0.1, 101, progress=False)
    weight = 2 * 9.81
    assert run["left.force"][-1] == pytest.approx(0.4 * weight, rel=1e-9)
    assert run["right.force"][-1] == pytest.approx(0.6 * weight, rel=1e-9)
    assert run["shaft.z"][-1] == pytest.approx(-1e-4, abs=1e-12)


def test_the_orbit_of_a_journal_is_told_square_to_the_axis() -> None:
    run = shaft(restitution=0.3).simulate(0.1, 101, progress=False)
    orbit = run.orbit("left")
    assert orbit.path.shape == (101, 2)
    assert orbit.eccentricity[-1] == pytest.approx(1.0, abs=1e-9)
    assert orbit.eccentricity.max() <= 1.0 + 1e-9


def test_a_journal_in_space_moves_as_one_in_the_plane() -> None:
    """A disc in a bearing across the plane, with friction and impacts, both ways to 1e-9."""
    fields: dict[str, Any] = {"clearance": 0.01, "radius": 0.02, "restitution": 0.6, "friction": 0.1}
    flat = lw.Planar("disc")
    flat.set_gravity(0, -9.81)
    flat.body("disc", estimate=(0.004, 0, 0))
    flat.mass("disc", mass=1, inertia=1e-4)
    flat.clearance("A", "ground", "disc", **fields)
    deep = lw.Spatial("disc")
    deep.set_gravity(0, -9.81, 0)
    deep.body("disc", estimate=(0.004, 0, 0))
    deep.mass("disc", mass=1, inertia=(1e-4, 1e-4, 1e-4))
    deep.clearance("A", deep.ground.frame(axis=(0, 0, 1)), "disc", type="journal", **fields)
    options: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13, "progress": False}
    one, other = flat.simulate(0.3, 61, **options), deep.simulate(0.3, 61, **options)
    assert len(one.impacts) == len(other.impacts) > 2
    for name in ("disc.x", "disc.y"):
        np.testing.assert_allclose(one[name], other[name], atol=1e-9)


def test_a_journal_comes_back_from_its_file(tmp_path: Any) -> None:
    m = shaft()
    m.save(tmp_path / "shaft.yaml")
    assert lw.load(tmp_path / "shaft.yaml").clearances == m.clearances
