"""Many loops in joint coordinates: one sparse factor, linear in the loops, with the same results as the dense one."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from bench.dynamic_problems import chain
from scipy.integrate import solve_ivp
from test_joint_coordinates import bars, call, joint_accelerations, start_space

import linkwork as lw
from linkwork.places import layout_kernel as layout
from linkwork.system.constraints import rank
from linkwork.system.constraints.equations import Equations
from linkwork.system.formulations.choose_formulation import compared
from linkwork.system.formulations.formulations import choose
from linkwork.system.tree.closures import table_products
from linkwork.system.tree.tree import with_tree
from linkwork.system.tree.tree_kernel import SPARSE

HANGING = -math.pi / 2


def windows(count: int, from_hanging: float, beam_mass: float = 1.0) -> lw.Planar:
    """Links of 1 m on pins 1 m apart, all joined at their ends by beams of 1 m, all of 1 kg."""
    m = lw.Planar(f"{count} windows")
    m.set_gravity(0, -9.81)
    angle = HANGING + from_hanging
    x, y = math.cos(angle), math.sin(angle)
    links = []
    for i in range(count + 1):
        link = m.body(f"link{i}", estimate=(i + x / 2, y / 2, angle))
        m.mass(link, mass=1, inertia=1 / 12)
        m.revolute(f"G{i}", m.ground.at(i, 0), link.at(-0.5, 0))
        links.append(link)
    for i in range(count):
        beam = m.body(f"beam{i}", estimate=(i + x + 0.5, y, 0))
        if beam_mass:
            m.mass(beam, mass=beam_mass, inertia=beam_mass / 12)
        m.revolute(f"L{i}", links[i].at(0.5, 0), beam.at(-0.5, 0))
        m.revolute(f"R{i}", beam.at(0.5, 0), links[i + 1].at(0.5, 0))
    return m


def swing(count: int, times: np.ndarray, start: float, rate: float, beam_mass: float = 1.0) -> np.ndarray:
    """The angle from hanging: all links turn alike, and the beams do not turn."""
    inertia, weight = (count + 1) / 3 + beam_mass * count, ((count + 1) / 2 + beam_mass * count) * 9.81
    found = solve_ivp(
        lambda _, y: [y[1], -weight / inertia * math.sin(y[0])],
        (0, times[-1]),
        [start, rate],
        method="DOP853",
        rtol=1e-13,
        atol=1e-14,
        t_eval=times,
    )
    return np.array(found.y[0])


def rates(m: lw.Planar, sparse: bool, speeds: dict[str, Any] | None = None) -> np.ndarray:
    """Rates of the state in joint coordinates at the start, closed loops solved by a dense or a sparse factor."""
    run = m.simulate(0.01, 2, formulation="projection", speeds=speeds or {}, progress=False)
    chosen = replace(choose(run.system, run.q[0], 0.0, "joint", {}), system=with_tree(run.system, sparse))
    k = chosen.system.k
    assert bool(k[k[layout.TREE] + SPARSE] > 0) == sparse
    plain = np.concatenate([run.q[0], run.v[0], np.zeros(int(k[layout.STATES]))])
    w, y, found = start_space(chosen, run.loads.memory[0]), np.zeros(len(plain)), np.zeros(len(plain))
    call(chosen.addresses()[3], chosen, w, 0.0, plain, y)
    call(chosen.addresses()[0], chosen, w, 0.0, y, found)
    return found


@pytest.mark.parametrize("beam_mass", [1.0, 0.0])
def test_dense_and_sparse_factor_give_the_same_rates(beam_mass: float) -> None:
    m = windows(3, 1.0, beam_mass)
    one, other = (rates(m, sparse, {"link0.omega": 2.0}) for sparse in (False, True))
    assert np.max(np.abs(one)) > 1.0
    assert np.max(np.abs(one - other)) < 1e-11


def test_redundant_parallel_links_are_borne_by_either_factor() -> None:
    m, _, _ = bars()
    one, other = (rates(m, sparse) for sparse in (False, True))
    assert np.max(np.abs(one)) > 1.0
    assert np.max(np.abs(one - other)) < 1e-9


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("name", ["squeezer", "bars", "planes", "inclined_pin", "roller_follower", "flat_follower"])
def test_accelerations_are_those_of_the_bodies_by_either_factor(name: str, sparse: bool) -> None:
    found, expected = joint_accelerations(name, sparse=sparse)
    assert np.max(np.abs(found - expected)) < 1e-10 * max(1.0, float(np.max(np.abs(expected))))


def numbers(m: lw.Planar) -> int:
    """How many numbers the joint formulation needs, tables and workspace."""
    system = with_tree(m.system(dynamics=True))
    chosen = choose(system, system.start, 0.0, "joint", {})
    return len(chosen.system.k) + len(chosen.workspace(1e-6, np.zeros(0)))


def test_tables_and_workspace_are_linear_in_the_loops() -> None:
    one, two, three = (numbers(windows(count, 1.0)) for count in (20, 40, 60))
    assert three - two == pytest.approx(two - one, rel=0.02)


def test_tables_and_workspace_are_linear_in_the_bodies_of_a_tree() -> None:
    one, two, three = (numbers(chain(count)) for count in (20, 40, 60))
    assert three - two == two - one


def test_products_of_a_factorisation_are_linear_in_the_loops() -> None:
    counts = []
    for count in (20, 40, 60):
        k = with_tree(windows(count, 1.0).system(dynamics=True)).k
        counts.append(table_products(k, int(k[k[layout.TREE] + SPARSE])))
    assert counts[2] - counts[1] == pytest.approx(counts[1] - counts[0], rel=0.02)


def test_forty_windows_swing_as_one_pendulum() -> None:
    run = windows(40, math.pi / 3).simulate(1.0, 11, rtol=1e-11, atol=1e-13, progress=False)
    assert any("formulation: joint, chosen because a right-hand side takes about" in note for note in run.notes)
    expected = swing(40, run.t, math.pi / 3, 0.0)
    for link in ("link0", "link20", "link40"):
        assert np.max(np.abs(run[f"{link}.angle"] - HANGING - expected)) < 1e-8
    assert np.max(run.violation()) < 1e-12


def test_windows_without_mass_in_their_beams_swing_as_one_pendulum() -> None:
    run = windows(5, 1.0, 0.0).simulate(1.0, 11, rtol=1e-11, atol=1e-13, formulation="joint", progress=False)
    assert np.max(np.abs(run["link5.angle"] - HANGING - swing(5, run.t, 1.0, 0.0, 0.0))) < 1e-8


@pytest.mark.parametrize("count", [1, 3])
def test_windows_pass_flat_positions(count: int) -> None:
    """Thrown over the top and on: where all links lie flat the loops could go on in other ways."""
    m = windows(count, math.pi)
    run = m.simulate(2.0, 21, rtol=1e-10, atol=1e-12, speeds={"link0.omega": -1.0}, progress=False)
    expected = swing(count, run.t, math.pi, -1.0)
    assert run.completed and expected[-1] < -math.pi
    assert np.max(np.abs(run["link0.angle"] - HANGING - expected)) < 1e-6
    assert np.max(np.abs(run["beam0.angle"])) < 1e-9


def ring(count: int) -> lw.Planar:
    """Links of 1 m and the ground in one loop, a regular polygon."""
    m = lw.Planar("ring")
    x, y, before = 0.0, 0.0, m.ground.at(0, 0)
    for i in range(count):
        angle = 2 * math.pi * (i + 1) / (count + 1)
        body = m.body(f"link{i}", estimate=(x, y, angle))
        m.mass(body, mass=1, center=(0.5, 0), inertia=1 / 12)
        m.revolute(f"J{i}", before, body.at(0, 0))
        x, y, before = x + math.cos(angle), y + math.sin(angle), body.at(1, 0)
    m.revolute("last", before, m.ground.at(x, y))
    return m


def test_auto_takes_the_coordinates_with_fewer_products() -> None:
    """The longer the loop, the more joints are coupled with each other; those of the bodies have neighbours only."""
    ratios = []
    for count in (4, 20, 80):
        _, joint, bodies = compared(ring(count).system(dynamics=True))
        ratios.append(joint / bodies)
    assert ratios[0] < 0.7 and ratios[0] < ratios[1] < 1.0 < ratios[2]
    run = ring(80).simulate(0.01, 2, progress=False)
    assert any("formulation: projection, chosen because a right-hand side takes about" in note for note in run.notes)


def test_auto_allows_redundant_links_with_explicit_and_implicit_methods() -> None:
    for method, name in (("dop853", "joint"), ("radau", "projection")):
        run = bars()[0].simulate(0.2, 2, method=method, progress=False)
        assert any(f"formulation: {name}, chosen" in note and "redundant" in note for note in run.notes)
        assert run.statistics["evaluations"] < 1000


def test_starting_a_simulation_makes_no_dense_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Equations) -> None:
        raise AssertionError("a dense matrix")

    monkeypatch.setattr(Equations, "jacobian", refuse)
    for formulation in ("joint", "projection"):
        assert windows(3, 1.0).simulate(0.01, 2, formulation=formulation, progress=False).completed


def test_the_rank_of_large_systems_is_that_of_dense_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for m in (bars()[0], windows(3, 1.0), windows(3, math.pi / 2)):
        system = m.system(dynamics=True)
        equations = Equations(system)
        equations.evaluate(m.assemble().q, 0.0)
        found.append(rank.rank_at(equations))
        monkeypatch.setattr(rank, "_DENSE", 0)
        assert rank.rank_at(equations) == found[-1]
        monkeypatch.undo()
    assert found == [11, 20, 17]


@pytest.mark.parametrize("points", [6, 11])
def test_driven_windows_pass_flat_positions_on_a_coarse_grid(points: int) -> None:
    """Where forty ways meet no curve can be followed, and points beside it are nearly singular: finer steps go on."""
    m = windows(40, math.pi)
    m.drive("motor", joint="G0", angle="pi/2 - 2*t")
    run = m.kinematics(until=1.0, points=points, progress=False)
    assert run.completed and len(run.t) == points
    assert np.max(np.abs(run["link20.angle"] - math.pi / 2 + 2 * run.t)) < 1e-7
    assert [event.kind for event in run.events if event.kind != "interpolated"] == ["bifurcation"]
    assert run.events[0].t == pytest.approx(math.pi / 4, abs=1e-7)
