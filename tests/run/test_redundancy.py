"""Redundant constraints: which reactions are unique, the least ones, and those that follow from stiffness."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from analysis.builders import parallelogram, slider_crank
from linkwork.base.errors import AnalysisError
from linkwork.run.redundancy import uniqueness
from linkwork.run.run import Run
from run.load_builders import door

pytestmark = pytest.mark.both_coordinates


def three_bars(centre: float) -> lw.Planar:
    """Three massless parallel bars at x = 0, 1, 2 carry a heavy coupler with its mass centre at `centre`."""
    m = parallelogram(drive=False, start=-1.0)
    m.mass("coupler", mass=2, center=(centre, 0), inertia=0.5)
    m.set_gravity(0, -9.81)
    return m


def bar_forces(run: Run) -> tuple[np.ndarray, np.ndarray]:
    """Force along each bar on the coupler (frames by bars), and what they must add up to by Newton's law."""
    angle = run["bar0.angle"]
    along = np.stack([np.cos(angle), np.sin(angle)])
    forces = np.stack([run[f"C{n}.fx"] * along[0] + run[f"C{n}.fy"] * along[1] for n in range(3)], axis=-1)
    needed = 2 * (run["coupler.ax"] * along[0] + (run["coupler.ay"] + 9.81) * along[1])
    return forces, needed


@pytest.mark.parametrize("centre", [1.0, 1.4])
def test_three_bars_share_the_least_forces(centre: float) -> None:
    """Sum and moment are given; the least forces are linear along the coupler: N/3 + N (c - 1)(x - 1)/2."""
    run = three_bars(centre).simulate(1.0, 11, rtol=1e-11, atol=1e-12, progress=False)
    forces, needed = bar_forces(run)
    for n in range(3):
        assert np.allclose(forces[:, n], needed / 3 + needed * (centre - 1) * (n - 1) / 2, atol=1e-7)
        assert np.allclose(run[f"G{n}.along"] ** 2 + run[f"G{n}.across"] ** 2, forces[:, n] ** 2, atol=1e-6)


def test_three_bars_with_stiffness_share_as_springs_do() -> None:
    """The coupler moves down by a + b x against springs: S_i = k_i (a + b x_i)."""
    stiffness = {"C0": 1e8, "C1": 3e8, "C2": 2e8}
    run = three_bars(1.4).simulate(1.0, 11, rtol=1e-11, atol=1e-12, stiffness=stiffness, progress=False)
    forces, needed = bar_forces(run)
    k, x = np.array([1.0, 3.0, 2.0]), np.arange(3.0)
    matrix = np.array([[k.sum(), (k * x).sum()], [(k * (x - 1.4)).sum(), (k * x * (x - 1.4)).sum()]])
    a, b = np.linalg.solve(matrix, [1.0, 0.0])
    assert np.allclose(forces, needed[:, None] * (k * (a + b * x)), atol=1e-7)
    assert "follow from the given stiffnesses" in run.notes[-1]


def test_the_motion_and_the_balance_do_not_depend_on_the_sharing() -> None:
    run = three_bars(1.4).simulate(1.0, 11, progress=False)
    stiff = three_bars(1.4).simulate(1.0, 11, stiffness={"C0": 1e5, "C2": 1e9}, progress=False)
    assert np.array_equal(run.q, stiff.q)
    assert not np.allclose(run["C0.fx"], stiff["C0.fx"])
    for one in (run, stiff):
        for body in ("coupler", "bar0", "bar1", "bar2"):
            free = one.free_body(body)
            assert np.max(np.abs(free.imbalance())) < 1e-9 * free.largest_force()


def test_of_a_door_the_couple_is_unique_and_the_weight_is_shared() -> None:
    run = door()
    assert np.allclose(run["low.fx"], 80) and np.allclose(run["high.fx"], -80)
    assert np.allclose(run["low.fy"], 100) and np.allclose(run["high.fy"], 100)
    assert run.loads is not None
    unique = run.loads.unique
    assert unique.doubtful() == {"low": ("fy",), "high": ("fy",)} and not unique
    assert unique["low.fx"].all() and not unique["low.fy"].any() and not unique["high"].any()
    assert "'low' (fy), 'high' (fy)" in run.notes[-1] and "model's length" in run.notes[-1]
    assert "low*" in run.reactions() and "low: fy not unique" in unique.text()
    assert run.label("low.fy") == "low.fy (not unique)" and run.label("low.fx") == "low.fx"


def test_hinges_of_a_door_take_the_weight_by_their_stiffness() -> None:
    run = door(stiffness={"low": 3e6, "high": 1e6})
    assert np.allclose(run["low.fy"], 150) and np.allclose(run["high.fy"], 50)
    assert np.allclose(run["low.fx"], 80)


def test_a_rigid_hinge_takes_what_a_soft_one_leaves() -> None:
    """One named joint only: the other is rigid beside it and takes all that it can."""
    run = door(stiffness={"high": 1e6})
    assert np.allclose(run["low.fy"], 200) and np.allclose(run["high.fy"], 0, atol=1e-9)


def test_a_beam_on_three_springs() -> None:
    """F_i = k_i (a + b x_i) with the sum 600 N and the moment of the load at x = 3."""
    x, k = np.array([0.0, 2.0, 5.0]), np.array([2e6, 5e6, 1e6])
    m = lw.Planar("beam")
    beam = m.body("beam", estimate=(0, 0, 0))
    m.revolute("A", m.ground.at(0, 0), beam.at(0, 0))
    m.absolute_y("B", beam.at(2, 0), 0)
    m.absolute_y("C", beam.at(5, 0), 0)
    m.force("load", beam.at(3, 0), y=-600)
    run = m.inverse_dynamics(1.0, 2, stiffness=dict(zip("ABC", k, strict=True)), progress=False)
    a, b = np.linalg.solve([[k.sum(), (k * x).sum()], [(k * x).sum(), (k * x * x).sum()]], [600.0, 1800.0])
    assert np.allclose([run[f"{name}.fy"][0] for name in "ABC"], k * (a + b * x), rtol=1e-9)
    least = m.inverse_dynamics(1.0, 2, progress=False)
    a, b = np.linalg.solve([[3, x.sum()], [x.sum(), (x * x).sum()]], [600.0, 1800.0])
    assert np.allclose([least[f"{name}.fy"][0] for name in "ABC"], a + b * x, rtol=1e-9)


def test_torques_are_shared_by_the_stated_length_or_by_their_own_stiffness() -> None:
    """A block on two parallel slides: force and couple are shared; with rigid-turning stiffness the couple moves."""
    m = lw.Planar("two slides")
    block = m.body("block", estimate=(0, 0, 0))
    m.translational("one", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.translational("two", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.drive("hold", joint="one", position="0")
    m.force("turn", "block", torque=12)
    equal = m.inverse_dynamics(1.0, 2, progress=False)
    assert np.allclose(equal["one.torque"], -6) and np.allclose(equal["two.torque"], -6)
    run = m.inverse_dynamics(1.0, 2, stiffness={"one": (1e6, 2e3), "two": (1e6, 1e3)}, progress=False)
    assert np.allclose(run["one.torque"], -8) and np.allclose(run["two.torque"], -4)


def test_in_a_singular_position_the_reactions_are_not_unique() -> None:
    """A driven parallelogram is determined when open; flat, its four pins can push along the one line they share."""
    m = lw.Planar("parallelogram")
    left, coupler, right = (m.body(name) for name in ("left", "coupler", "right"))
    m.revolute("A", m.ground.at(0, 0), left.at(0, 0))
    m.revolute("B", left.at(1, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(2, 0), right.at(1, 0))
    m.revolute("D", m.ground.at(2, 0), right.at(0, 0))
    m.drive("motor", joint="A", angle="t")
    t = np.array([0.0, 0.3])
    q = np.stack([[0, 0, a, np.cos(a), np.sin(a), 0, 2, 0, a] for a in t])
    unique = uniqueness(m.system(), t, q)
    assert not unique["A.fx"][0] and unique["A.fy"][0] and unique["motor"][0]
    assert unique.table[1].all() and set(unique.doubtful()) == set("ABCD")


def test_without_redundancy_all_reactions_are_unique() -> None:
    m = slider_crank()
    m.mass("rod", mass=2, inertia=1)
    run = m.inverse_dynamics(1.0, 11, stiffness={"A": 1e6}, progress=False)
    assert run.loads is not None and run.loads.unique and run.loads.unique.table.shape == (11, 5, 3)
    assert run.loads.unique.text() == "all reactions are unique"
    assert "no stiffness was needed" in run.notes[-1]


def test_stiffness_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(AnalysisError, match="no joint 'hihg'; did you mean 'high'"):
        door(stiffness={"hihg": 1.0})
    with pytest.raises(AnalysisError, match="positive number in N/m"):
        door(stiffness={"high": -1.0})
