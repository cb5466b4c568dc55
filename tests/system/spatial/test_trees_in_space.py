"""Joint coordinates in space against the coordinates of the bodies: accelerations, motions, reactions, conservation."""

from __future__ import annotations

import numpy as np
import pytest
from random_trees import LOOPS, TREES, chain, tree_of

import linkwork as lw
from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout
from linkwork.run.run import Run
from linkwork.system.dynamics.states_kernel import at_states
from linkwork.system.formulations.formulations import Chosen, choose
from linkwork.system.system import System
from linkwork.system.tables.compile import compile_system
from linkwork.system.tree.joint_motion_kernel import gather_at
from linkwork.system.tree.tree import freedoms_of

JOINTS = ("joint", "joint-partitioning", "joint-null-space", "joint-augmented", "joint-canonical")
TIGHT = {"rtol": 1e-11, "atol": 1e-13, "progress": False}


class Parts:
    """The parts of a formulation, called at single states."""

    def __init__(self, system: System, name: str) -> None:
        self.chosen: Chosen = choose(system, system.start, 0.0, name, {})
        self.states = int(system.k[layout.STATES])
        self.n = len(system.coordinates)
        tolerances = self.chosen.tolerances(1e-12, 1e-13, np.zeros(self.states))[1]
        self.w = self.chosen.workspace(1e-12, tolerances)

    def call(self, part: int, y: Array, size: int) -> Array:
        """What one of rate, correct, observe, renew and solve makes of a state."""
        from linkwork.run.loads import arrays_of, empty_loads

        system, out = self.chosen.system, np.zeros(size)
        loads, a = tuple(arrays_of(empty_loads(system, 1))), np.zeros((1, self.n))
        at_states(
            self.chosen.address_of(part), system.k, system.p, self.w, np.zeros(1), y[None, :].copy(), out, a, loads
        )
        return out

    def part_of(self, place: int, count: int) -> Array:
        """Numbers of the workspace."""
        at = int(self.chosen.system.k[place])
        return self.w[at : at + count].copy()


def joint_state(parts: Parts, seed: int) -> tuple[Array, Array]:
    """A random state of the joints, and coordinates (charts at zero) and velocities of the bodies there."""
    system, n = parts.chosen.system, parts.n
    count = freedoms_of(system)
    start = np.concatenate([system.world.charted(system, system.start), np.zeros(n + parts.states)])
    z = parts.call(3, start, 2 * count + parts.states)
    rng = np.random.default_rng(seed)
    z[:count] += 0.5 * rng.normal(size=count)
    z[count : 2 * count] = rng.normal(size=count)
    return z, parts.call(2, z, 2 * n + parts.states)


@pytest.mark.parametrize("name", TREES)
def test_a_tree_accelerates_and_reacts_as_its_bodies_do(name: str) -> None:
    system = compile_system(TREES[name](), dynamics=True)
    joint, bodies = Parts(system, "joint"), Parts(system, "projection")
    n, m, world = joint.n, len(system.equations), system.world
    _, y = joint_state(joint, 5)
    q, v = world.position(joint.chosen.system, joint.w, y[:n]), y[n : 2 * n]
    joint.call(4, y, len(y))
    world.put(system, bodies.w, q, v)
    bodies.call(4, np.concatenate([world.charted(system, q), y[n:]]), len(y))
    expected, found = (parts.part_of(layout.A, n) for parts in (bodies, joint))
    assert np.max(np.abs(found - expected)) < 1e-11 * np.max(np.abs(expected))
    expected, found = (parts.part_of(layout.MULTIPLIERS, m) for parts in (bodies, joint))
    assert np.max(np.abs(found - expected)) < 1e-11 * np.max(np.abs(expected), initial=1.0)


@pytest.mark.parametrize("name", TREES)
def test_joint_coordinates_are_found_again_in_the_bodies(name: str) -> None:
    parts = Parts(compile_system(TREES[name](), dynamics=True), "joint")
    system, n = parts.chosen.system, parts.n
    z, y = joint_state(parts, 6)
    count = freedoms_of(system)
    for place, values in ((layout.Q, y[:n]), (layout.V, y[n : 2 * n])):
        parts.w[system.k[place] :][:n] = values
    found = np.zeros(2 * count)
    gather_at(system.k, system.p, parts.w, found, False)
    assert np.max(np.abs(found - z[: 2 * count])) < 1e-12


def apart(one: Run, other: Run) -> float:
    """How far two runs are apart, in positions and velocities."""
    world, bodies = one.system.world, len(one.system.bodies)
    return float(max(np.max(np.abs(world.difference(bodies, one.q, other.q))), np.max(np.abs(one.v - other.v))))


def assert_alike(one: Run, other: Run) -> None:
    """Two runs have the same motion and the same reactions."""
    assert apart(one, other) < 1e-8
    size = np.max(np.abs(one.loads.wrenches), initial=1.0)
    assert np.max(np.abs(one.loads.wrenches - other.loads.wrenches)) < 1e-8 * size


@pytest.mark.parametrize("name", TREES)
def test_a_tree_moves_as_its_bodies_do(name: str) -> None:
    m = TREES[name]()
    joint, bodies = (m.simulate(1.0, 11, formulation=kind, **TIGHT) for kind in ("joint", "projection"))
    assert_alike(joint, bodies)
    energy = np.sum(joint.loads.energy[:, :3], axis=1)
    assert np.ptp(energy) < 1e-8 * np.max(np.abs(joint.loads.energy))


@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_moves_as_its_bodies_do(name: str) -> None:
    m = LOOPS[name]()
    bodies = m.simulate(0.5, 6, formulation="projection", **TIGHT)
    for formulation in JOINTS[:-1] if name == "rolling" else JOINTS:
        assert_alike(m.simulate(0.5, 6, formulation=formulation, **TIGHT), bodies)


def test_momenta_of_joints_are_refused_where_something_rolls() -> None:
    with pytest.raises(lw.AnalysisError, match="'roll' rolls or slides along a blade"):
        LOOPS["rolling"]().simulate(0.1, 3, formulation="joint-canonical", progress=False)


def momentum(run: Run, m: lw.Spatial) -> tuple[Array, Array]:
    """Momentum and moment of momentum about the origin, one row an instant."""
    from linkwork.places.spatial import rotations
    from linkwork.system.spatial.masses import SpatialMasses

    numbers = np.reshape(SpatialMasses(m.scope()).numbers, (-1, 10)).astype(float)
    linear, angular = np.zeros((len(run.t), 3)), np.zeros((len(run.t), 3))
    for body, (mass, *rest) in enumerate(numbers):
        center, (xx, yy, zz, xy, yz, zx) = np.array(rest[:3]), rest[3:]
        inertia = np.array([[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]])
        q, v = run.q[:, 6 * body : 6 * body + 6], run.v[:, 6 * body : 6 * body + 6]
        matrix = rotations.matrix(q[:, 3:])
        lever = matrix @ center
        speed = v[:, :3] + np.einsum("tij,tj->ti", matrix, np.cross(v[:, 3:], center))
        linear += mass * speed
        spin = np.einsum("tij,tj->ti", matrix, v[:, 3:] @ inertia)
        angular += mass * np.cross(q[:, :3] + lever, speed) + spin
    return linear, angular


def test_a_floating_tree_keeps_its_momentum() -> None:
    m = tree_of(("free", "revolute", "spherical", "universal", "cylindrical"), (-2, 0, 0, 2, 1), 9)
    m.set_gravity(0, 0, 0)
    speeds = {"b0.wx": 2.0, "b0.wy": -1.0, "b1.wx": 1.0, "b2.wz": 3.0, "b3.wy": 1.5}
    run = m.simulate(2.0, 21, formulation="joint", speeds=speeds, **TIGHT)
    for found in momentum(run, m):
        assert np.max(np.abs(found - found[0])) < 1e-8 * np.max(np.abs(found))


def test_a_ball_joint_turns_many_times() -> None:
    m = chain("spherical", 2, 3)
    m.set_gravity(0, 0, 0)
    speeds = {"b0.wx": 9.0, "b0.wy": 1.0, "b1.wz": 14.0}
    joint, bodies = (m.simulate(3.0, 16, formulation=kind, speeds=speeds, **TIGHT) for kind in ("joint", "projection"))
    assert joint.statistics["fresh starts"] > 10
    assert apart(joint, bodies) < 1e-7


def test_a_tree_without_loops_is_simulated_in_its_joints() -> None:
    run = chain("revolute", 3).simulate(0.1, 3, progress=False)
    assert any("formulation: joint, chosen" in str(note) for note in run.notes)


def test_a_body_between_hinges_is_no_rod_in_space() -> None:
    m = LOOPS["bricard"]()
    m.tree(remove=["b2"])
    with pytest.raises(lw.MechanismError, match="'b2' is no rod: it needs two spherical"):
        m.simulate(0.1, 3, formulation="joint", progress=False)
