"""Derivatives of small motions are exact: closed forms of pendulums, chains and loops, matrices and mode shapes."""

from __future__ import annotations

from cmath import cos, sin, sqrt
from typing import Any

import numpy as np
import pytest
import scipy.optimize

import linkwork as lw
from linkwork.analysis.sensitivity.spectral import slope_at_zero

EXACT = 1e-12
G = 9.81


def carried(function: Any, *values: float) -> list[float]:
    """Derivatives of a formula by each of its arguments, by the complex step."""
    found = []
    for number in range(len(values)):
        moved = [complex(value, 1e-30 * (number == other)) for other, value in enumerate(values)]
        found.append(complex(function(*moved)).imag / 1e-30)
    return found


def compound_pendulum() -> lw.Planar:
    m = lw.Planar("compound pendulum")
    m.parameters(l=0.7, m=1.3, J=0.05, g=G, c=0.2)
    m.set_gravity(0, "-g")
    arm = m.body("arm", estimate=(0, 0, -1.5))
    m.mass(arm, mass="m", inertia="J", center=("l", 0))
    m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
    m.torsion_spring("oil", m.ground, arm, stiffness=0, damping="c")
    return m


def test_frequency_and_damping_of_a_compound_pendulum_to_round_off() -> None:
    found = compound_pendulum().sensitivity(["frequency(1)", "damping(1)"], analysis="linearise")

    def frequency(length: complex, mass: complex, inertia: complex, g: complex, c: complex) -> complex:
        return sqrt(mass * g * length / (inertia + mass * length**2))

    def damping(length: complex, mass: complex, inertia: complex, g: complex, c: complex) -> complex:
        return c / (2 * sqrt(mass * g * length * (inertia + mass * length**2)))

    for name, formula in (("frequency(1)", frequency), ("damping(1)", damping)):
        exact = carried(formula, 0.7, 1.3, 0.05, G, 0.2)
        np.testing.assert_allclose(list(found[name].values()), exact, rtol=EXACT, atol=1e-13)
    assert not found.notes


def chain() -> lw.Planar:
    """Three masses on a line between walls, with four springs that are all different."""
    m = lw.Planar("chain")
    m.parameters(k1=40.0, k2=55.0, k3=70.0, k4=90.0, m1=1.0, m2=1.5, m3=2.2)
    places = [m.ground.at(0, 0)]
    for number in range(1, 4):
        block = m.body(f"block{number}", estimate=(number, 0, 0))
        m.mass(block, mass=f"m{number}", inertia=1)
        m.translational(f"guide{number}", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
        places.append(block.at(0, 0))
    places.append(m.ground.at(4, 0))
    for number in range(1, 5):
        m.spring(f"spring{number}", places[number - 1], places[number], stiffness=f"k{number}", free_length=1)
    return m


def matrices(values: dict[str, float]) -> tuple[np.ndarray, np.ndarray]:
    k1, k2, k3, k4 = (values[f"k{number}"] for number in range(1, 5))
    stiffness = np.array([[k1 + k2, -k2, 0], [-k2, k2 + k3, -k3], [0, -k3, k3 + k4]])
    return stiffness, np.diag([values[f"m{number}"] for number in range(1, 4)])


@pytest.mark.parametrize("formulation", ["cartesian", "joint"])
def test_frequencies_of_a_chain_follow_rayleighs_quotient(formulation: str) -> None:
    m = chain()
    of = ["frequency(1)", "frequency(2)", "frequency(3)"]
    found = m.sensitivity(of, analysis="linearise", formulation=formulation)
    stiffness, mass = matrices(found.parameters)
    squares, modes = scipy.linalg.eigh(stiffness, mass)
    for name in found.to:
        changed = {other: float(other == name) for other in found.to}
        by_stiffness, by_mass = matrices(changed)
        for number, response in enumerate(of):
            x, square = modes[:, number], squares[number]
            exact = x @ (by_stiffness - square * by_mass) @ x / (2 * np.sqrt(square))
            assert found[response, name] == pytest.approx(exact, rel=EXACT, abs=1e-14)


def test_the_matrix_and_the_shapes_of_a_chain_are_differentiated() -> None:
    m = chain()

    def entry(model: Any) -> Any:
        row, column = model.states.index("block2.x rate"), model.states.index("block1.x")
        return model.A[row, column]

    def second(model: Any) -> Any:
        place = model.dynamics.whole.coordinates.index("block1.x")
        largest = model.dynamics.whole.coordinates.index("block3.x")
        shape = model.modes[0].shape.real
        return shape[place] / shape[largest]

    found = m.sensitivity([entry, second], ["k2", "m2"], analysis="linearise")
    assert found["entry", "k2"] == pytest.approx(1 / 1.5, rel=EXACT)
    assert found["entry", "m2"] == pytest.approx(-55 / 1.5**2, rel=EXACT)
    for name in ("k2", "m2"):
        near = []
        for share in (-2, -1, 1, 2):
            values = m.sensitivity("frequency(1)", name, analysis="linearise").parameters
            given = {key: float(value.value({}).real) for key, value in m.parameters_by_name.items()}
            given[name] = values[name] * (1 + 1e-3 * share)
            vector = scipy.linalg.eigh(*matrices(given))[1][:, 0]
            near.append(vector[0] / vector[2])
        step = 1e-3 * values[name]
        exact = (near[0] - 8 * near[1] + 8 * near[2] - near[3]) / (12 * step)
        assert found["second", name] == pytest.approx(exact, rel=1e-9)


def test_frequencies_of_a_double_pendulum_with_point_masses() -> None:
    m = lw.Planar("double pendulum")
    m.parameters(l1=0.6, l2=0.9, m1=1.2, m2=0.7)
    m.set_gravity(0, -G)
    upper, lower = m.body("upper", estimate=(0, 0, 0.1)), m.body("lower", estimate=(0, -0.6, -0.1))
    m.mass(upper, mass="m1", inertia=0, center=(0, "-l1"))
    m.mass(lower, mass="m2", inertia=0, center=(0, "-l2"))
    m.revolute("O", m.ground.at(0, 0), upper.at(0, 0))
    m.revolute("A", upper.at(0, "-l1"), lower.at(0, 0))
    found = m.sensitivity(["frequency(1)", "frequency(2)"], analysis="linearise")
    for sign, response in ((-1, "frequency(1)"), (1, "frequency(2)")):

        def frequency(l1: complex, l2: complex, m1: complex, m2: complex, sign: int = sign) -> complex:
            a, b, c = m1 * l1 * l2, -(m1 + m2) * G * (l1 + l2), (m1 + m2) * G**2
            return sqrt((-b + sign * sqrt(b * b - 4 * a * c)) / (2 * a))

        exact = carried(frequency, 0.6, 0.9, 1.2, 0.7)
        np.testing.assert_allclose(list(found[response].values()), exact, rtol=EXACT)


def sprung_slider_crank() -> lw.Planar:
    m = lw.Planar("sprung slider-crank")
    m.parameters(r=0.2, l=0.5, k=300.0, J=0.02, m=1.5, x0=0.55)
    crank = m.body("crank", estimate=(0, 0, 0.9))
    rod = m.body("rod", estimate=(0.12, 0.16, -0.3))
    slider = m.body("slider", estimate=(0.6, 0, 0))
    m.mass(crank, mass=1, inertia="J")
    m.mass(rod, mass=0, inertia=0)
    m.mass(slider, mass="m", inertia=1)
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at("r", 0), rod.at(0, 0))
    m.revolute("B", rod.at("l", 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.spring("spring", m.ground.at(-1, 0), slider.at(0, 0), stiffness="k", free_length="1 + x0")
    return m


def loop_frequency(r: complex, length: complex, k: complex, inertia: complex, m: complex, x0: complex) -> complex:
    angle: complex = 0.9
    for _ in range(60):
        root = sqrt(length**2 - (r * sin(angle)) ** 2)
        slope = -r * sin(angle) - r**2 * sin(angle) * cos(angle) / root
        angle -= (r * cos(angle) + root - x0) / slope
    return sqrt(k * slope**2 / (inertia + m * slope**2))


@pytest.mark.parametrize("formulation", ["cartesian", "joint"])
def test_the_frequency_of_a_loop_moves_with_its_equilibrium(formulation: str) -> None:
    m = sprung_slider_crank()
    found = m.sensitivity("frequency(1)", analysis="linearise", formulation=formulation)
    exact = carried(loop_frequency, 0.2, 0.5, 300.0, 0.02, 1.5, 0.55)
    assert found.values["frequency(1)"] == pytest.approx(loop_frequency(0.2, 0.5, 300, 0.02, 1.5, 0.55).real, rel=1e-13)
    np.testing.assert_allclose(list(found["frequency(1)"].values()), exact, rtol=EXACT)
    assert not found.notes


def test_a_pendulum_in_space_agrees_with_its_formula() -> None:
    m = lw.Spatial("spherical pendulum")
    m.parameters(l=0.6, mass=1.1, Jx=0.03, Jy=0.05)
    m.set_gravity(0, 0, -G)
    mass = {"mass": "mass", "center": [0, 0, "-l"], "inertia": ["Jx", "Jy", 0.02]}
    m.body("bob", (0, 0, 0), mass=mass)
    m.joint("O", lw.elements.spatial.catalogue.Universal, between=_ends())
    found = m.sensitivity(["frequency(1)", "frequency(2)"], analysis="linearise")

    def frequency(length: complex, mass: complex, inertia: complex) -> complex:
        return sqrt(mass * G * length / (inertia + mass * length**2))

    for response, inertia, own, other in (("frequency(1)", 0.05, "Jy", "Jx"), ("frequency(2)", 0.03, "Jx", "Jy")):
        exact = carried(frequency, 0.6, 1.1, inertia)
        np.testing.assert_allclose([found[response, name] for name in ("l", "mass", own)], exact, rtol=EXACT)
        assert found[response, other] == pytest.approx(0.0, abs=1e-12)


def _ends() -> list[Any]:
    return [{"ground": {"at": [0, 0, 0], "axis": [1, 0, 0]}}, {"bob": {"at": [0, 0, 0], "axis": [0, 1, 0]}}]


def test_a_steady_rotation_is_differentiated_about_a_time() -> None:
    """A pendulum on a turning table swings in the field of the centrifugal force."""
    m = lw.Planar("governor in the plane")
    m.parameters(l=0.4, w=3.0, r=0.5)
    table, arm = m.body("table"), m.body("arm", estimate=(0.5, 0, 0))
    m.mass(table, mass=1, inertia=1)
    m.mass(arm, mass=1, inertia=0, center=("l", 0))
    m.revolute("O", m.ground.at(0, 0), table.at(0, 0))
    m.revolute("A", table.at("r", 0), arm.at(0, 0))
    m.drive("motor", joint="O", angle="w*t")
    found = m.sensitivity("frequency(1)", analysis="linearise", at=0.0)
    exact = carried(lambda length, w, r: w * sqrt(r / length), 0.4, 3.0, 0.5)
    np.testing.assert_allclose(list(found["frequency(1)"].values()), exact, rtol=EXACT)


def test_a_law_with_a_kink_at_rest_is_left_to_differences_and_that_is_said() -> None:
    m = lw.Planar("drag")
    m.parameters(k=40.0, c=2.0)
    block = m.body("block", estimate=(1, 0, 0))
    m.mass(block, mass=2, inertia=1)
    m.translational("guide", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.force("pull", block, x="k*(1 - block.x) - c*block.vx*abs(block.vx)")
    found = m.sensitivity("frequency(1)", analysis="linearise")
    assert found["frequency(1)", "k"] == pytest.approx(0.5 * (20.0**0.5) / 40, rel=1e-9)
    assert found["frequency(1)", "c"] == pytest.approx(0.0, abs=1e-9)
    assert any("derivatives by 'c' come from differences" in note for note in found.notes)


def test_the_slope_of_a_stiff_function_is_found_on_a_smaller_radius() -> None:
    slope, missed = slope_at_zero(lambda x: np.array([np.tanh(40 * x), np.sin(x)]), 0.1, 0.0)
    np.testing.assert_allclose(slope, [40.0, 1.0], rtol=1e-12)
    assert missed <= 1e-12
