"""Functions of a state against closed forms, differences, and what simulate does."""

from __future__ import annotations

from math import cos, sin

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError

L1, C1, C2, M1, M2, J1, J2, G = 0.5, 0.2, 0.15, 2.0, 1.5, 0.03, 0.02, 9.81


def two_links(turned_round: bool = False) -> lw.Planar:
    m = lw.Planar("two links")
    m.set_gravity(0, -G)
    one, two = m.body("one", estimate=(0, 0, 0.3)), m.body("two", estimate=(0.5, 0.1, 0.5))
    m.mass("one", mass=M1, center=(C1, 0), inertia=J1)
    m.mass("two", mass=M2, center=(C2, 0), inertia=J2)
    m.add_point("two", "tip", (0.4, 0.1))
    m.revolute("O", m.ground.at(0, 0), one.at(0, 0))
    pins = (one.at(L1, 0), two.at(0, 0))
    m.revolute("A", *(reversed(pins) if turned_round else pins))
    return m


def six_axis_arm() -> lw.Spatial:
    """A chain with six pins about different axes, and a spring that counts turns."""
    m = lw.Spatial("arm")
    m.set_gravity(0, 0, -G)
    before, axes = m.ground, ((0, 0, 1), (0, 1, 0), (0, 1, 0), (1, 0, 0), (0, 1, 0), (1, 0, 0))
    for i, axis in enumerate(axes):
        link = m.body(f"l{i}", (0.2 * i, 0.03 * i, 0.1 * i))
        m.mass(link, mass=1.0 + 0.3 * i, center=(0.1, 0.02, 0.01), inertia=(0.02, 0.03, 0.025))
        m.revolute(f"J{i}", before, link, at=(0.2 * i, 0.03 * i, 0.1 * i), axis=axis)
        before = link
    m.add_point("l5", "tool", (0.2, 0.1, 0.0))
    m.joint_spring("coil", "J1", stiffness=3.0, damping=0.2)
    return m


def four_bar() -> lw.Planar:
    m = lw.Planar("four-bar")
    m.set_gravity(0, -G)
    crank, rod, rocker = m.body("crank", (0, 0, 1.0)), m.body("rod", (0.2, 0.3, 0.2)), m.body("rocker", (1, 0, 1.4))
    for body, length in ((crank, 0.4), (rod, 1.0), (rocker, 0.7)):
        m.mass(body, mass=length, center=(length / 2, 0), inertia=length**3 / 12)
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.4, 0), rod.at(0, 0))
    m.revolute("B", rod.at(1.0, 0), rocker.at(0.7, 0))
    m.revolute("C", m.ground.at(1, 0), rocker.at(0, 0))
    return m


def slopes(function, q):
    """Central differences by each coordinate, the coordinates last."""
    h = 1e-5
    return np.stack([(function(q + h * e) - function(q - h * e)) / (2 * h) for e in np.eye(len(q))], axis=-1)


@pytest.mark.parametrize("turned_round", [False, True])
def test_two_links_have_the_matrix_and_the_bias_of_the_closed_form(turned_round):
    f = two_links(turned_round).functions()
    sign = -1.0 if turned_round else 1.0
    q1, q2, v1, v2 = 0.7, -0.4, 1.2, 0.5
    q, v = {"O.angle": q1, "A.angle": sign * q2}, {"O.angle": v1, "A.angle": sign * v2}
    inner = J2 + M2 * C2**2
    mixed = inner + M2 * L1 * C2 * cos(q2)
    first = J1 + M1 * C1**2 + M2 * L1**2 + mixed + M2 * L1 * C2 * cos(q2)
    matrix = np.array([[first, sign * mixed], [sign * mixed, inner]])
    h = M2 * L1 * C2 * sin(q2)
    far = M2 * G * C2 * cos(q1 + q2)
    weight = np.array([(M1 * C1 + M2 * L1) * G * cos(q1) + far, sign * far])
    bias = weight + np.array([-h * (2 * v1 * v2 + v2**2), sign * h * v1**2])
    assert f.coordinates == ("O.angle", "A.angle")
    assert f.mass_matrix(q) == pytest.approx(matrix, rel=1e-13)
    assert f.gravity(q) == pytest.approx(weight, rel=1e-13)
    assert f.bias(q, v) == pytest.approx(bias, rel=1e-12)
    torques = np.array([0.3, -0.8])
    expected = np.linalg.solve(matrix, torques - bias)
    assert f.accelerations(q, v, torques) == pytest.approx(expected, rel=1e-11)
    assert f.inverse_dynamics(q, v, expected) == pytest.approx(torques, abs=1e-12)


def test_an_arm_in_space_agrees_with_energy_momentum_and_differences():
    f = six_axis_arm().functions()
    random = np.random.default_rng(3)
    q, v, a = (random.normal(0.0, 0.8, 6) for _ in range(3))
    q[1] = 8.0  # more than a turn: the spring knows
    assert f.kinetic_energy(q, v) == pytest.approx(0.5 * v @ f.mass_matrix(q) @ v, rel=1e-12)
    assert slopes(f.potential_energy, q) == pytest.approx(f.gravity(q) - f.forces(q), rel=1e-7, abs=1e-7)
    begin = f.start[1]
    assert f.forces(q, v)[1] == pytest.approx(-3.0 * 8.0 - 0.2 * v[1], rel=1e-12) and begin == pytest.approx(0.0)
    assert f.jacobian("l5.tool", q)[:3] == pytest.approx(slopes(lambda x: f.position("l5.tool", x), q), abs=1e-9)
    turning = np.einsum("ijc,c->ij", slopes(lambda x: f.orientation("l5", x), q), v) @ f.orientation("l5", q).T
    omega = f.jacobian("l5.tool", q)[3:] @ v
    assert np.array([turning[2, 1], turning[0, 2], turning[1, 0]]) == pytest.approx(omega, abs=1e-8)
    masses = [1.0 + 0.3 * i for i in range(6)]
    speeds = [f.jacobian(f"l{i}.center", q)[:3] @ v for i in range(6)]
    assert f.momentum(q, v)[:3] == pytest.approx(sum(m * u for m, u in zip(masses, speeds, strict=True)), rel=1e-12)
    torques = f.inverse_dynamics(q, v, a)
    assert torques == pytest.approx(f.mass_matrix(q) @ a + f.bias(q, v) - f.forces(q, v), rel=1e-11)
    assert f.accelerations(q, v, torques) == pytest.approx(a, rel=1e-9)
    assert f.accelerations(q, v) @ f.mass_matrix(q) @ v == pytest.approx(v @ (f.forces(q, v) - f.bias(q, v)), rel=1e-9)


def test_accelerations_are_those_of_a_simulation_of_tree_and_loop():
    for m, names in ((six_axis_arm(), [f"J{i}" for i in range(6)]), (four_bar(), ["O", "A", "C"])):
        run, f = m.simulate(until=0.3, points=4, progress=False), m.functions()
        joints = [name.partition(".")[0] for name in f.coordinates]
        assert set(joints) <= set(names) | {"B"}
        q, v, a = (
            np.stack([run[f"{joint}.{label}"] for joint in joints], axis=-1) for label in ("angle", "omega", "alpha")
        )
        assert f.accelerations(q, v) == pytest.approx(a, rel=1e-6, abs=1e-7)
        assert f.energy(q, v) == pytest.approx(run["energy.total"], rel=1e-7, abs=1e-8)
        assert f.residual(q) == pytest.approx(np.zeros((4, len(f.constraints))), abs=1e-9)


def test_rows_of_a_loop_are_the_derivative_of_its_residual():
    f = four_bar().functions()
    assert len(f.coordinates) == 3 and len(f.constraints) == 2
    q = f.start + np.array([0.1, -0.2, 0.15])
    assert np.max(np.abs(f.residual(q))) > 1e-3
    assert f.constraint_jacobian(q) == pytest.approx(slopes(f.residual, q), abs=1e-9)


def test_slides_free_bodies_and_balls_count_as_told():
    m = lw.Spatial("slide, ball and a free body")
    m.set_gravity(0, 0, -G)
    sled, arm, free = m.body("sled", (0.3, 0, 0)), m.body("arm", (0.3, 0, 0)), m.body("free", (0, 0, 2))
    for body in (sled, arm, free):
        m.mass(body, mass=2.0, center=(0.1, 0, 0.05), inertia=(0.1, 0.2, 0.25))
    m.translational("guide", m.ground, sled, at=(0.1, 0, 0), axis=(1, 0, 0))
    m.spherical("S", sled.at(0, 0, 0), arm.at(0, 0, 0))
    f = m.functions()
    assert set(f.coordinates) == {"guide.position", "S.rx", "S.ry", "S.rz"} | {
        f"free(free).{label}" for label in ("x", "y", "z", "rx", "ry", "rz")
    }
    run = m.simulate(until=0.1, points=3, progress=False)
    place = f.coordinates.index("guide.position")
    assert f.start[place] == pytest.approx(run["guide.position"][0], abs=1e-12)
    assert f.position("sled", {"guide.position": f.start[place] + 0.25}) == pytest.approx([0.55, 0, 0])
    assert f.accelerations(f.start)[place] == pytest.approx(run["guide.acceleration"][0], abs=1e-9)
    q, v = f.start + 0.1, np.linspace(-1.0, 1.0, len(f.coordinates))
    assert f.kinetic_energy(q, v) == pytest.approx(0.5 * v @ f.mass_matrix(q) @ v, rel=1e-12)


def test_many_states_in_one_call_are_the_states_one_by_one():
    f = two_links().functions()
    random = np.random.default_rng(1)
    q, v = random.normal(size=(5, 2)), random.normal(size=(5, 2))
    for name in ("bias", "accelerations", "momentum", "energy"):
        many, function = getattr(f, name)(q, v), getattr(f, name)
        assert np.array_equal(many, [function(q[i], v[i]) for i in range(5)])
    assert f.mass_matrix(q).shape == (5, 2, 2) and f.jacobian("two.tip", q).shape == (5, 3, 2)
    named = f.bias({"O.angle": q[:, 0], "A.angle": q[:, 1]}, v)
    assert np.array_equal(named, f.bias(q, v))
    assert f.bias({"O.angle": q[:, 0]}, v[0])[2] == pytest.approx(f.bias([q[2, 0], f.start[1]], v[0]))


def test_functions_keep_their_parameters_and_refuse_what_they_cannot_know():
    m = two_links()
    m.parameters(c=0.1)
    m.joint_spring("s", "O", stiffness="c")
    f = m.functions()
    before = f.forces([0.5, 0.0])
    m.set(c=7.0)
    assert np.array_equal(f.forces([0.5, 0.0]), before)
    assert m.functions().forces([0.5, 0.0])[0] == pytest.approx(-3.5)
    with pytest.raises(AnalysisError, match=r"expected 2 numbers.*O.angle, A.angle"):
        f.bias([1.0, 2.0, 3.0])
    with pytest.raises(AnalysisError, match=r"no coordinate 'O.angel'; did you mean 'O.angle'"):
        f.bias({"O.angel": 1.0})
    with pytest.raises(AnalysisError, match="no body 'tow'; did you mean 'two'"):
        f.jacobian("tow", [0.0, 0.0])
    with pytest.raises(AnalysisError, match="no point 'tipp'"):
        f.jacobian("two.tipp", [0.0, 0.0])
    m.friction("rub", "O", 0.1, radius=0.01)
    with pytest.raises(AnalysisError, match="friction 'rub'"):
        m.functions()


def test_arrays_are_not_looked_at_before_the_kernel_gets_them() -> None:
    """Of a state of arrays no element is read in Python: a look at each array took as long as the function itself."""
    from linkwork.analysis import state_functions
    from linkwork.expression.given_kinds import kind_of

    kind = kind_of("State | None", vars(state_functions))
    assert kind is not None and {np.ndarray, type(None)} <= kind.quick
