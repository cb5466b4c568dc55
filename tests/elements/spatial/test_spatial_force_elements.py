"""Every force of the spatial catalogue in a system: forces of a potential, powers, turns counted, words refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from spatial_force_cases import CASES, FREEDOMS, SLIP, TYRE, Case, force, joints, numbered, two_bodies

from linkwork.base.errors import MechanismError
from linkwork.elements.spatial.force_catalogue import FORCES, RollingDisc, RollingSphere
from linkwork.places import layout_kernel as layout
from linkwork.places.layout_kernel import ACCEPT, MOTION
from linkwork.places.spatial import rotations
from linkwork.system.constraints.equations_kernel import evaluate
from linkwork.system.dynamics.forces_kernel import apply_forces
from linkwork.system.spatial.world import SPACE
from linkwork.system.system import System
from linkwork.system.tables.compile import compile_system

STEP = 1e-30
TOLERANCE = 1e-10

each_force = pytest.mark.parametrize("case", numbered())


class Loaded:
    """A system with one force, evaluated at states."""

    def __init__(self, case: Case, scalar: str = "real") -> None:
        self.system: System = compile_system(case(), dynamics=True, scalar=scalar)
        self.w = self.system.workspace()

    def at(self, q: NDArray, v: NDArray, step: NDArray | float = 0.0, stage: int = MOTION) -> tuple[NDArray, NDArray]:
        """Generalised forces, and the energies: gravity, of forces, powers lost and given.

        `step` is a small change of position, in world axes and body axes, also an imaginary one.
        """
        system, k, w = self.system, self.system.k, self.w
        n = len(system.coordinates)
        SPACE.put(system, w, q, v)
        w[k[layout.Q] : k[layout.Q] + n] += step
        evaluate(k, system.p, w, stage, system.dtype(0.4))
        apply_forces(k, system.p, w, system.dtype(0.4))
        return w[k[layout.LOAD] :][:n].copy(), w[k[layout.ENERGY] + 1 :][:4].copy()

    def signal(self, name: str) -> float:
        """The value of a signal at the last state."""
        assert self.system.signals is not None
        return float(self.w[self.system.k[layout.MEMORY] + self.system.signals.places[name]].real)


def states(count: int = 6, n: int = 12) -> list[tuple[NDArray, NDArray]]:
    """Random states of two bodies, or of so many columns."""
    random = np.random.default_rng(7)
    return [tuple(random.normal(size=(2, n))) for _ in range(count)]


def test_every_spatial_force_of_the_catalogue_has_a_case() -> None:
    assert set(CASES) == {kind.model_fields["type"].default for kind in FORCES}


@each_force
def test_the_powers_of_every_spatial_force_add_up(case: Case) -> None:
    """Along the motion the potential's rate is exact; the rest of the power is lost or given."""
    real, twin = Loaded(case), Loaded(case, "complex")
    for q, v in states(n=len(real.system.coordinates)):
        load, energy = real.at(q, v)
        rate = twin.at(q, v, 1j * STEP * v)[1][1].imag / STEP
        scale = max(1.0, float(np.abs(load) @ np.abs(v)))
        assert abs(-load @ v - (rate + energy[2] - energy[3])) <= TOLERANCE * scale


@each_force
def test_every_spatial_force_is_minus_the_gradient_of_its_potential_at_rest(case: Case) -> None:
    kind = case().forces["F"].type
    real, twin = Loaded(case), Loaded(case, "complex")
    n = len(real.system.coordinates)
    zero = np.zeros(n)
    for q, _ in states(3, n):
        load, energy = real.at(q, zero)
        if kind in ("force", "torque", "actuator", "motor"):
            assert energy[1] == 0.0
            continue
        if kind == "muscle":
            pytest.skip("what it gives has a corner at rest; its powers are tried above, its gradients in test_muscles")
        given = np.array([_given(real, q, column) for column in range(n)])
        slopes = np.array([twin.at(q, zero, 1j * STEP * np.eye(n)[column])[1][1].imag for column in range(n)]) / STEP
        assert np.max(np.abs(load + slopes - given)) <= 1e-7 * max(1.0, np.max(np.abs(load)))


def _given(loaded: Loaded, q: NDArray, column: int) -> float:
    """Generalised force of the law at rest: the power that it gives for a small speed, per speed."""
    small = 1e-7 * np.eye(len(q))[column]
    return (loaded.at(q, small)[1][3] - loaded.at(q, -small)[1][3]) / 2e-7


@pytest.mark.parametrize(("joint", "freedom"), FREEDOMS, ids=[" ".join(names) for names in FREEDOMS])
def test_a_spatial_actuator_does_the_virtual_work_of_its_freedom(joint: str, freedom: str) -> None:
    """Q = F ds/dq for the freedom that the joint measures, by the complex step through the compiled sensor."""
    real = Loaded(force("actuator", joint=joint, freedom=freedom, force=3.0))
    spring = Loaded(force("joint_spring", joint=joint, freedom=freedom, force=3.0))

    def sensed() -> Case:
        m = joints()
        m.signal("s", f"{joint}.{freedom}")
        return m

    twin = Loaded(sensed, "complex")
    assert twin.system.signals is not None
    place = twin.system.k[layout.MEMORY] + twin.system.signals.places["s"]
    zero = np.zeros(12)
    for q, _ in states(3):
        push, _ = real.at(q, zero)
        assert np.array_equal(spring.at(q, zero)[0], -push)
        slopes = []
        for column in range(12):
            twin.at(q, zero, 1j * STEP * np.eye(12)[column])
            slopes.append(twin.w[place].imag / STEP)
        assert push == pytest.approx(3.0 * np.array(slopes), rel=TOLERANCE, abs=TOLERANCE)


def test_a_torsion_spring_and_a_sensor_count_whole_turns() -> None:
    """Only accepted positions count; a position that is tried and thrown away does not."""

    def build() -> Case:
        m = two_bodies()
        fields = {"between": ("ground", "second"), "axis": (0, 0, 1), "stiffness": 2.0}
        m.add_force("F", m._make(FORCES[1], "force 'F'", **fields))
        m.signal("turned", "F.angle")
        return m

    loaded, q, zero = Loaded(build), np.zeros(12), np.zeros(12)
    for angle in np.arange(0.0, 15.0, 1.0):
        q[11] = angle
        load, _ = loaded.at(q, zero)
        assert loaded.signal("turned") == pytest.approx(angle, abs=1e-12)
        assert load[11] == pytest.approx(-2.0 * angle, abs=1e-11)
        tried = q.copy()
        tried[11] += 2.5
        loaded.at(tried, zero)
        loaded.at(q, zero, stage=ACCEPT)


def test_laws_read_places_rotations_and_angular_velocities_of_a_body() -> None:
    def build() -> Case:
        m = two_bodies()
        for name in ("second.x", "second.vz", "second.ry", "second.wx", "second.omega.x"):
            m.signal(name.replace(".", "_"), name)
        m.sensor("distance", "distance(first, second)")
        return m

    loaded = Loaded(build)
    for q, v in states(3):
        q[9:] *= 0.5
        loaded.at(q, v)
        assert loaded.signal("second_x") == pytest.approx(q[6])
        assert loaded.signal("second_vz") == pytest.approx(v[8])
        assert loaded.signal("second_ry") == pytest.approx(q[10])
        turn = rotations.matrix(q[9:])
        assert loaded.signal("second_wx") == pytest.approx(turn[0] @ v[9:])
        assert loaded.signal("second_omega_x") == pytest.approx(v[9])
        assert loaded.signal("distance") == pytest.approx(math.dist(q[:3], q[6:9]))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"model": "linear", **TYRE}, "needs cornering_stiffness"),
        ({"model": "magic", **TYRE}, "needs the curve 'lateral'"),
        ({"model": "magic", **SLIP, **TYRE}, "does not know cornering_stiffness, slip_stiffness"),
        ({"lateral": {"B": 9, "C": 1.3, "D": 1}, **SLIP, **TYRE}, "only the model 'magic' knows lateral"),
        ({**SLIP, **TYRE, "radius": 0}, "radius must be greater than zero"),
    ],
)
def test_a_tyre_says_which_numbers_its_model_needs(fields: dict, said: str) -> None:
    with pytest.raises(MechanismError, match=f"force 'F': .*{said}"):
        compile_system(force("tyre", **fields)(), dynamics=True)


def test_a_bushing_refuses_matrices_without_a_potential() -> None:
    matrix = np.eye(6)
    matrix[0, 1] = 0.3
    with pytest.raises(MechanismError, match="not symmetric"):
        compile_system(force("bushing", between=("first", "second"), stiffness=matrix.tolist())(), dynamics=True)
    with pytest.raises(MechanismError, match="negative"):
        compile_system(force("bushing", between=("first", "second"), damping=(1, 1, 1, 1, 1, -1))(), dynamics=True)


def test_a_disc_that_lies_flat_is_told() -> None:
    m = two_bodies()
    plane = {"ground": {"axis": [0, 0, 1]}}
    m.joint("upright", RollingDisc, plane=plane, disc={"first": {"axis": [0, 1, 0]}}, radius=0.5)
    m.joint("flat", RollingDisc, plane=plane, disc={"first": {"axis": [0, 0, 1]}}, radius=0.5)
    m.joint("ball", RollingSphere, plane=plane, sphere="second", radius=0.5)
    scope = SPACE.scope_class(m, {})
    told = {name: joint.warnings(SPACE.row_class(scope, f"joint '{name}'", name)) for name, joint in m.joints.items()}
    assert [name for name, warnings in told.items() if warnings] == ["flat"]
    assert "lies flat" in told["flat"][0]
