"""Assembly, check, equilibrium, linear models and curves of positions in space."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.elements.spatial import catalogue as library
from linkwork.system.constraints.equations import Equations
from linkwork.system.tables.compile import compile_system
from spatial_models import HEAVY, flat_four_bar, pendulum, slider_crank

FREQUENCY = (2 * 9.81 * 0.5 / (0.2 + 2 * 0.25)) ** 0.5


def test_a_value_of_a_joint_a_place_or_a_rotation_can_be_held() -> None:
    m = pendulum()
    angles = {
        "A.angle": (0.5, 0.5),
        "arm.z": (-0.5 * np.sin(0.4), 0.4),
        "arm.tip.z": (-np.sin(0.4), 0.4),
        "arm.ry": (0.3, 0.3),
    }
    for name, (value, angle) in angles.items():
        found = m.assemble(hold={name: value})
        assert found.ok and found["arm.ry"] == pytest.approx(angle, abs=1e-9)
    with pytest.raises(lw.MechanismError, match="cannot be held"):
        m.assemble(hold={"arm.angle": 1})


@pytest.mark.parametrize(
    ("rate", "omega"),
    [("A.omega", 2.0), ("arm.wy", 2.0), ("arm.omega.y", 2.0), ("arm.vz", -4.0), ("arm.tip.vz", -2.0)],
)
def test_a_simulation_starts_with_the_rate_that_is_asked_for(rate: str, omega: float) -> None:
    run = pendulum().simulate(0.1, 3, speeds={rate: 2.0}, formulation="projection", progress=False)
    assert run["A.omega"][0] == pytest.approx(omega, rel=1e-12)


def test_rates_that_contradict_a_joint_are_named() -> None:
    with pytest.raises(lw.AnalysisError, match=r"arm\.wx against joint 'A'"):
        pendulum().simulate(0.1, 3, speeds={"arm.wx": 2.0}, formulation="projection")
    with pytest.raises(lw.MechanismError, match="joint 'A' has no speed; it has omega"):
        pendulum().simulate(0.1, 3, speeds={"A.speed": 2.0}, formulation="projection")


def test_bodies_without_estimates_are_hung_on_their_joints() -> None:
    m = lw.Spatial("chain")
    m.body("one", mass=HEAVY)
    m.body("two", mass=HEAVY)
    first = [{"ground": {"at": [1, 2, 3], "axis": [0, 1, 0]}}, {"one": {"at": [0.3, 0, 0], "axis": [0, 0, 1]}}]
    m.joint("A", library.Revolute, between=first)
    m.joint("B", library.Spherical, between=[{"one": [-0.3, 0, 0]}, {"two": [0, 0.5, 0]}])
    found = m.assemble()
    assert found.ok
    assert any("no estimate" in note for note in found.notes)


def test_check_counts_as_the_book_does_and_tells_of_the_spin_of_a_rod() -> None:
    m = lw.Spatial("four-bar")
    m.body("crank", (0, 0, 0))
    m.body("rod", (0.5, 0.5, 0.2))
    m.body("rocker", (1, 0, 0))
    m.joint("O", library.Revolute, between=["ground", "crank"], at=[0, 0, 0], axis=[0, 0, 1])
    m.joint("A", library.Spherical, between=[{"crank": [0.2, 0, 0]}, {"rod": [-0.5, 0, 0]}])
    m.joint("B", library.Spherical, between=[{"rod": [0.5, 0, 0]}, {"rocker": [0, 0.4, 0.3]}])
    m.joint("C", library.Revolute, between=["ground", "rocker"], at=[1, 0, 0], axis=[1, 0, 0.2])
    m.add_driver("motor", library.AngleDrive(joint="O", value="t"))
    report = m.check()
    assert (report.count_mobility, report.mobility, report.missing_drivers) == (2, 2, 1)
    assert report.book_count.startswith("4 bodies x 7 = 28 coordinates; 16 equations of joints, 6 of the ground, 4 of")
    assert len(report.motions) == 1 and report.motions[0].startswith("rod turns about ")
    assert "free: rod turns about" in report.text()


def test_redundant_equations_of_a_planar_four_bar_in_space_are_named() -> None:
    report = flat_four_bar().check()
    assert report.ok
    assert (report.count_mobility, report.mobility, len(report.redundant)) == (-2, 1, 3)
    assert {name for group in report.redundant for name in group.elements()} == {"O", "A", "B", "C"}


@pytest.mark.parametrize("method", ["energy", "equations", "settle"])
def test_a_pendulum_hangs_down_by_every_method(method: str) -> None:
    m = pendulum()
    near = {"A.angle": 1.3} if method == "equations" else None
    found = m.equilibrium(method=method, near=near, formulation="cartesian")
    assert found.stable
    assert found["arm.ry"] == pytest.approx(np.pi / 2, abs=1e-9)
    assert found.softest_stiffness == pytest.approx(9.81, rel=1e-9)
    assert found.reaction("A") == pytest.approx((0, 0, 19.62, 0, 0, 0), abs=1e-8)
    again = m.assemble(hold=found.held())
    assert again["arm.z"] == pytest.approx(-0.5, abs=1e-9)


def test_small_motions_of_a_pendulum_have_its_frequency() -> None:
    m = pendulum()
    rest = m.equilibrium(formulation="cartesian")
    outputs = ["A.angle", "euler(arm, zyx).2", "arm.e2", "arm.wy"]
    model = m.linearise(rest, outputs=outputs, formulation="cartesian")
    assert np.sort(model.eigenvalues.imag) == pytest.approx([-FREQUENCY, FREQUENCY], rel=1e-10)
    assert np.max(np.abs(model.eigenvalues.real)) < 1e-12
    assert model.C[:3, 0] == pytest.approx([1.0, 1.0, 0.5 * np.cos(np.pi / 4)], rel=1e-12)
    assert model.C[3, 1] == pytest.approx(1.0, rel=1e-12)


def test_the_stiffness_of_a_tilted_pendulum_is_that_of_its_energy_at_any_orientation() -> None:
    m = lw.Spatial("ball pendulum")
    m.set_gravity(1.0, -2.0, -9.0)
    m.body("arm", (0.4, 0.1, 0.3), mass=HEAVY, orientation={"axis": [1, 2, 3], "angle": 2.0})
    m.joint("A", library.Spherical, between=["ground", {"arm": [0.3, -0.2, 0.1]}])
    found = m.equilibrium(formulation="cartesian")
    assert found.stability == "neutral"
    lever = np.linalg.norm([0.3, -0.2, 0.1])
    weight = 2.0 * np.linalg.norm([1.0, 2.0, 9.0])
    assert found.potential_energy == pytest.approx(-weight * lever, rel=1e-10)
    assert np.sum(found.stiffness > 1e-6) == 2


def test_curves_of_positions_close_after_a_turn_of_the_crank() -> None:
    found = slider_crank().trace(starts=0, progress=False)
    assert len(found.circuits) == 1
    circuit = found.circuits[0]
    assert circuit.closed and not circuit.limits
    assert np.max(circuit.run.violation()) < 1e-9


def test_steps_and_differences_of_positions_belong_together() -> None:
    equations = Equations(compile_system(slider_crank()))
    random = np.random.default_rng(1)
    q = equations.moved(equations.system.start.real, 0.5 * random.normal(size=equations.n))
    step = 0.4 * random.normal(size=equations.n)
    assert equations.apart(equations.moved(q, step), q) == pytest.approx(step, abs=1e-12)
