"""Joint coordinates describe the same motion as the coordinates of the bodies, on trees and on loops of every kind."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import gallery
import numpy as np
import pytest
from bench.dynamic_problems import chain, slider_crank, squeezer
from carried import CARRIED
from joint_space import call, start_space
from rodded import RODDED

import linkwork as lw
from analysis.builders import four_bar, parallelogram
from linkwork.base.errors import AnalysisError
from linkwork.mechanism.handles import BodyHandle
from linkwork.places import layout_kernel as layout
from linkwork.run.loads import arrays_of, empty_loads
from linkwork.run.redundancy import settle_reactions
from linkwork.run.run import Run
from linkwork.system.constraints.equations import Equations
from linkwork.system.constraints.rank import rank_of
from linkwork.system.dynamics.states_kernel import at_states
from linkwork.system.formulations.formulations import FORMULATIONS, Chosen, choose
from linkwork.system.tables.compile import compile_system
from linkwork.system.tree.tree import (
    coordinate_names,
    cut_rows,
    freedoms_of,
    is_never_redundant,
    is_open,
    spanning_tree,
    with_tree,
)
from published.mechanisms.compressor import START
from published.mechanisms.compressor import running_compressor as compressor

Built = tuple[lw.Planar, float, dict[str, Any]]


def pendulum() -> Built:
    return chain(1), 1.0, {"speeds": {"rod0.omega": 2.0}}


def double_pendulum() -> Built:
    return chain(2), 0.5, {}


def chain_of_ten() -> Built:
    return chain(10), 0.3, {}


def swapped_chain() -> Built:
    """The child named first, frames off the pins, mass centres off the frames, a rigid joint in between."""
    m = lw.Planar("swapped")
    a = m.body("a", estimate=(0.3, 0.1, 0.4))
    b = m.body("b", estimate=(1.0, 0.5, 1.2))
    c = m.body("c", estimate=(1.5, 1.0, 1.4))
    d = m.body("d", estimate=(1.6, 1.1, 0.2))
    m.revolute("A", a.at(-0.1, 0.2), m.ground.at(0, 0))
    m.revolute("B", b.at(0.1, -0.3), a.at(0.7, 0.1))
    m.fixed("C", c.at(-0.2, 0.1), b.at(0.4, 0.2), angle=-0.3)
    m.revolute("D", d.at(0.05, 0.1), c.at(0.3, 0.3))
    for number, body in enumerate((a, b, c, d)):
        m.mass(body, mass=1 + number, center=(0.1 * number, 0.2), inertia=0.1 + 0.05 * number)
    m.set_gravity(0.3, -9.81)
    m.torsion_spring("twist", a, d, stiffness=3, damping=0.1, free_angle=0.2)
    return m, 1.0, {"speeds": {"a.omega": 1.0, "b.omega": -2.0, "d.omega": 0.5}}


def sliding_tree() -> Built:
    """Slides on a turning arm, one of them turned around and named the other way, with a pendulum at its end."""
    m = lw.Planar("sliding tree")
    arm = m.body("arm", estimate=(0, 0, 0.5))
    one = m.body("one", estimate=(0.6, 0.4, 0.5))
    two = m.body("two", estimate=(0.6, 0.6, 0.5 + math.pi / 2 + math.pi))
    bob = m.body("bob", estimate=(0.8, 0.4, -1.0))
    m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
    m.translational("S1", arm.line((0, 0.1), (1, 0.1)), one.line((0, 0), (1, 0)))
    m.translational("S2", two.line((0.1, 0), (1.1, 0)), one.line((0.2, 0), (0.2, 1)))
    m.revolute("P", two.at(0.3, 0), bob.at(-0.5, 0))
    for number, body in enumerate((arm, one, two, bob)):
        m.mass(body, mass=2 - 0.3 * number, center=(0.05 * number, 0.1), inertia=0.3)
    m.spring("hold", arm.at(0, 0.1), one.at(0, 0), stiffness=80, free_length=0.7, damping=2)
    m.slide_spring("back", one.line((0.2, 0), (0.2, 1)), two.at(0.1, 0), stiffness=60)
    m.set_gravity(0, -9.81)
    return m, 0.6, {"speeds": {"arm.omega": 2.0}}


def sprung_slider_crank() -> Built:
    m = slider_crank()
    m.spring("pull", m.ground.at(0.2, 0.4), BodyHandle(m, "rod").at(0.05, 0), stiffness=200, free_length=0.2)
    m.torsion_spring("turn", "crank", "rod", stiffness=4, damping=0.05)
    m.force("drag", "slider", x="-3*vx - 0.5*vx^3 + 2*sin(5*t)")
    return m, 1.0, {}


def bars() -> Built:
    m = parallelogram(drive=False, start=-1.0)
    m.mass("coupler", mass=2, center=(1, 0), inertia=0.5)
    for number in range(3):
        m.mass(f"bar{number}", mass=0.5, center=(0.5, 0), inertia=0.05)
    m.set_gravity(0, -9.81)
    return m, 1.0, {}


def light_coupler() -> Built:
    """The same with mass in the outer bars only, and a massless body between coupler and a spring."""
    m = parallelogram(drive=False, start=-1.0)
    for number in (0, 2):
        m.mass(f"bar{number}", mass=0.5, center=(0.5, 0), inertia=0.05)
    eye = m.body("eye", estimate=(1.5, -1, 0.2))
    m.fixed("welded", "coupler", eye, angle=0.3)
    m.spring("pull", m.ground.at(3, 1), eye.at(0.1, 0.2), stiffness=2, free_length=1)
    m.set_gravity(0, -9.81)
    return m, 0.3, {}


def floating() -> Built:
    """Two free bodies with a spring between them, one of which carries an arm."""
    m = lw.Planar("floating")
    one, two = m.body("one", estimate=(0, 0, 0.3)), m.body("two", estimate=(1, 0.5, -0.4))
    arm = m.body("arm", estimate=(1.2, 0.6, 1.0))
    m.revolute("P", two.at(0.2, 0.1), arm.at(-0.3, 0))
    for body in (one, two, arm):
        m.mass(body, mass=1.5, center=(0.1, -0.05), inertia=0.2)
    m.spring("s", one.at(0.1, 0), two.at(0, 0.2), stiffness=50, free_length=0.8, damping=0.5)
    m.set_gravity(0, -2)
    return m, 1.0, {"speeds": {"one.vx": 1.0, "two.omega": 3.0, "arm.omega": -1.0}}


def gas_compressor() -> Built:
    return compressor(gas=True), 0.2, START


def controlled() -> Built:
    """Own states: a PID controller holds a pendulum."""
    m = chain(2)
    m.pid("hold", "0.3 - rod0.angle", proportional=4, integral=6, derivative=0.4, filter_time=0.02)
    m.force("motor", "rod0", torque="0.1*hold")
    return m, 0.5, {}


def driven_four_bar() -> Built:
    m = four_bar()
    for body in ("crank", "coupler", "follower"):
        m.mass(body, mass=2, center=(0.1, 0.05), inertia=0.3)
    m.set_gravity(0, -9.81)
    return m, 0.5, {}


def of_gallery(name: str, free: tuple[str, ...] = ()) -> Callable[[], Built]:
    """A mechanism with gears, racks, cams, slots or couplings, every body heavy; some drivers let go."""

    def build() -> Built:
        m = getattr(gallery, name)()
        for driver in free:
            del m.drivers[driver]
        for number, body in enumerate(m.bodies_by_name):
            if body != "ground":
                m.mass(body, mass=1 + number, center=(0.01 * number, 0.02), inertia=0.1 * number)
        m.set_gravity(0.5, -9.81)
        return m, 0.2 if free else 0.05, {}

    return build


BUILT: dict[str, Callable[[], Built]] = {
    build.__name__: build
    for build in (
        pendulum,
        double_pendulum,
        chain_of_ten,
        swapped_chain,
        sliding_tree,
        sprung_slider_crank,
        bars,
        light_coupler,
        floating,
        gas_compressor,
        controlled,
        driven_four_bar,
    )
}
BUILT |= {"squeezer": lambda: (squeezer(), 0.01, {})}
BUILT |= {build.__name__: build for build in (*CARRIED, *RODDED)}
DRIVERS = {name: tuple(getattr(gallery, name)().drivers) for name in gallery.KINDS}
BUILT |= {name: of_gallery(name) for name in DRIVERS}
FREE: dict[str, Callable[[], Built]] = {f"{name}_let_go": of_gallery(name, free) for name, free in DRIVERS.items()}
FREE |= {"pendulum_on_a_driven_pin": of_gallery("inclined_pin", ("swing",))}
JOINT = [name for name, formulation in FORMULATIONS.items() if formulation.joints]


def cases() -> list[tuple[str, str]]:
    """Every mechanism in every formulation of joint coordinates; independent ones need a coordinate that is free."""
    found = []
    for formulation in JOINT:
        names = [*BUILT, *(FREE if formulation != "joint" else ())]
        if FORMULATIONS[formulation].partitions:
            names = [name for name in names if name not in DRIVERS and name != "driven_four_bar"]
        found += [(name, formulation) for name in names]
    return found


every = pytest.mark.parametrize(("name", "formulation"), cases())


@cache
def run_of(name: str, formulation: str, method: str = "dop853") -> Run:
    m, end, options = (BUILT | FREE)[name]()
    return m.simulate(
        end, 11, method=method, rtol=1e-12, atol=1e-13, formulation=formulation, progress=False, **options
    )


@every
def test_trajectories_agree_with_those_of_the_bodies_coordinates(name: str, formulation: str) -> None:
    run, expected = run_of(name, formulation), run_of(name, "projection")
    assert run.completed and len(run.t) == len(expected.t)
    assert np.max(np.abs(run.q - expected.q)) < 1e-8 * max(1.0, float(np.max(np.abs(expected.q))))
    speed = max(1.0, float(np.max(np.abs(expected.v))))
    assert np.max(np.abs(run.v - expected.v)) < 1e-8 * speed


@every
def test_constraints_hold_to_rounding(name: str, formulation: str) -> None:
    """But for the augmented Lagrangian, which damps their errors and takes none away."""
    limit = 1e-10 if formulation == "joint-augmented" else 1e-12
    assert np.max(run_of(name, formulation).violation()) < limit


def joint_accelerations(
    name: str, formulation: str = "joint", sparse: bool | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Accelerations of the bodies that follow from those of the joints, and those expected, at states of another run.

    The state moved on by an imaginary step along its rates, observed: velocities have the accelerations in their
    imaginary part.
    """
    run, step = run_of(name, "projection"), 1e-30
    chosen = choose(run.system, run.q[0], 0.0, formulation, {})
    if sparse is not None:
        chosen = replace(chosen, system=with_tree(run.system, sparse))
    twin = twin_of(chosen, sparse)
    found = []
    for index, t in enumerate(run.t):
        own = run.loads.memory[index, int(chosen.system.k[layout.STATE] - chosen.system.k[layout.MEMORY]) :]
        plain = np.concatenate([run.q[index], run.v[index], own[: int(chosen.system.k[layout.STATES])]])
        spaces = [start_space(each, run.loads.memory[index]) for each in (chosen, twin)]
        y, rates = np.zeros(len(plain)), np.zeros(len(plain))
        call(chosen.address_of(3), chosen, spaces[0], t, plain, y)
        call(chosen.address_of(0), chosen, spaces[0], t, y, rates)
        other, seen = np.zeros(len(plain), complex), np.zeros(len(plain), complex)
        call(twin.address_of(3), twin, spaces[1], t, plain.astype(complex), other)
        call(twin.address_of(2), twin, spaces[1], t + 1j * step, y + 1j * step * rates, seen)
        found.append(seen.imag[len(run.q[0]) : 2 * len(run.q[0])] / step)
    return np.array(found), run.a


def twin_of(chosen: Chosen, sparse: bool | None = None) -> Chosen:
    """The same with complex numbers."""
    system = compile_system(chosen.system.mechanism, dynamics=True, scalar="complex")
    return replace(chosen, system=with_tree(system, sparse=False if chosen.formulation.dense else sparse))


@every
def test_joint_accelerations_are_those_of_the_bodies(name: str, formulation: str) -> None:
    found, expected = joint_accelerations(name, formulation)
    assert np.max(np.abs(found - expected)) < 1e-10 * max(1.0, float(np.max(np.abs(expected))))


@every
def test_reactions_and_energies_agree(name: str, formulation: str) -> None:
    loads, expected = run_of(name, formulation).loads, run_of(name, "projection").loads
    for what in ("wrenches", "energy"):
        one, other = getattr(loads, what), getattr(expected, what)
        assert np.max(np.abs(one - other)) < 1e-8 * np.max(np.abs(other))


@pytest.mark.parametrize("name", BUILT)
def test_reactions_follow_from_the_leaves_to_the_root(name: str) -> None:
    """At the same states, without the equations of the whole: every multiplier and acceleration is recovered."""
    expected = run_of(name, "projection")
    chosen = choose(expected.system, expected.q[0], 0.0, "joint", {})
    system, run = chosen.system, replace(expected, loads=empty_loads(chosen.system, len(expected.t)), notes=[])
    own = expected.loads.memory[:, int(system.k[layout.STATE] - system.k[layout.MEMORY]) :]
    states = np.hstack([expected.q, expected.v, own[:, : int(system.k[layout.STATES])]])
    for index, t in enumerate(expected.t):
        w, a = start_space(chosen, expected.loads.memory[index]), np.zeros((1, len(system.coordinates)))
        loads = tuple(values[index : index + 1] for values in arrays_of(run.loads))
        at_states(chosen.address_of(4), system.k, system.p, w, np.array([t]), states[[index]], w, a, loads)
        assert np.max(np.abs(a - expected.a[index])) < 1e-10 * max(1.0, float(np.max(np.abs(expected.a))))
    settle_reactions(run)
    for one, other in ((run.loads.wrenches, expected.loads.wrenches), (run.loads.energy, expected.loads.energy)):
        assert np.max(np.abs(one - other)) < 1e-9 * np.max(np.abs(other))


def test_trees_have_as_many_coordinates_as_freedoms() -> None:
    counts = {"chain_of_ten": 10, "swapped_chain": 3, "sliding_tree": 4, "floating": 7, "slotted_tree": 6}
    for name, count in {**counts, "turned_tree": 8, "light_tree": 4}.items():
        system = run_of(name, "projection").system
        assert freedoms_of(system) == count and is_open(system)


def test_loops_are_cut_once_each() -> None:
    for name, count, cuts in (("squeezer", 7, 3), ("bars", 4, 2), ("gas_compressor", 3, 1), ("driven_four_bar", 3, 2)):
        m, _, _ = BUILT[name]()
        m.tree(remove="none")
        system = m.system(dynamics=True)
        assert freedoms_of(system) == count and len(spanning_tree(system)[1]) == cuts


def test_a_removed_rod_leaves_one_coordinate_and_one_equation_less() -> None:
    for name, rods in (("squeezer", 2), ("bars", 2), ("gas_compressor", 1), ("driven_four_bar", 1)):
        m, _, _ = BUILT[name]()
        sizes = []
        for remove in ("none", "all"):
            m.tree(remove=remove)
            system = with_tree(m.system(dynamics=True))
            sizes.append((freedoms_of(system), cut_rows(system)))
        assert len(system.plan.rods) == rods
        assert sizes[1] == (sizes[0][0] - rods, sizes[0][1] - rods)


@pytest.mark.parametrize("method", ["adams", "rk4", "radau"])
def test_every_method_integrates_them(method: str) -> None:
    for name in ("double_pendulum", "sprung_slider_crank", "controlled"):
        m, end, options = BUILT[name]()
        options = {**options, "step": 5e-4} if method == "rk4" else {**options, "rtol": 1e-10, "atol": 1e-11}
        run = m.simulate(end, 11, method=method, formulation="joint", progress=False, **options)
        assert np.max(np.abs(run.q - run_of(name, "projection").q)) < 1e-6


def test_a_run_goes_on_and_is_kept_on_disk(tmp_path: Path) -> None:
    m, _, _ = sprung_slider_crank()
    whole = m.simulate(0.4, 5, formulation="joint", progress=False)
    first = m.simulate(0.2, 3, formulation="joint", progress=False)
    first.save(tmp_path / "run.npz")
    for run in (first, lw.load_run(tmp_path / "run.npz")):
        assert np.array_equal(run.go_on(0.4, 2, progress=False).q, whole.q)


def test_events_see_the_bodies() -> None:
    m, _, _ = double_pendulum()
    m.event("turns", when="rod1.omega", direction="rising")
    runs = [m.simulate(1.0, 11, rtol=1e-11, atol=1e-12, formulation=f, progress=False) for f in ("joint", "projection")]
    times = [[event.t for event in run.events] for run in runs]
    assert len(times[0]) > 0 and np.allclose(times[0], times[1], atol=1e-9)


def test_a_chain_far_from_the_origin_moves_as_accurately() -> None:
    """Nothing refers to the world's origin, so that no digits are lost far from it."""
    ends = []
    for far in (0.0, 1e4):
        m = lw.Planar("far")
        rod = m.body("rod", estimate=(far + 0.5, 0, 0))
        tip = m.body("tip", estimate=(far + 1.5, 0, 0.5))
        m.revolute("A", m.ground.at(far, 0), rod.at(-0.5, 0))
        m.revolute("B", rod.at(0.5, 0), tip.at(-0.5, 0))
        for body in (rod, tip):
            m.mass(body, mass=1, inertia=1 / 12)
        m.set_gravity(0, -9.81)
        ends.append(m.simulate(1.0, 3, formulation="joint", rtol=1e-12, atol=1e-13, progress=False)["tip.angle"])
    assert np.max(np.abs(ends[0] - ends[1])) < 1e-10


def test_trees_are_simulated_in_joint_coordinates_unasked() -> None:
    m, end, options = swapped_chain()
    assert any("joint, chosen because no loop is closed" in note for note in m.simulate(end, 2, **options).notes)


def test_a_jump_of_a_speed_acts_on_a_chain() -> None:
    """An impulse on the last rod of two reaches both in either kind of coordinates."""
    m, _, _ = double_pendulum()
    m.event("hit", when="rod1.y + 0.12", direction="falling", jump={"rod1.omega": -0.5})
    runs = [m.simulate(0.4, 13, rtol=1e-11, atol=1e-12, formulation=f, progress=False) for f in ("joint", "projection")]
    assert any(event.name == "hit" for event in runs[0].events)
    assert np.max(np.abs(runs[0].q - runs[1].q)) < 1e-8


@pytest.mark.parametrize(
    ("name", "formulation"),
    [(name, "joint") for name in ("swapped_chain", "sliding_tree", "floating", "sprung_slider_crank")]
    + [("sprung_slider_crank", formulation) for formulation in ("joint-null-space", "joint-augmented")],
)
def test_the_complex_twin_differentiates_the_rates(name: str, formulation: str) -> None:
    run, step = run_of(name, "projection"), 1e-5
    chosen = choose(run.system, run.q[5], 0.0, formulation, {})
    twin = twin_of(chosen)
    plain = np.concatenate([run.q[5], run.v[5], np.zeros(int(chosen.system.k[layout.STATES]))])
    count = len(chosen.state(run.q[5], run.v[5], plain[2 * len(run.q[5]) :]))
    spaces = [start_space(each, run.loads.memory[5]) for each in (chosen, twin)]
    y, other = np.zeros(len(plain)), np.zeros(len(plain), complex)
    call(chosen.address_of(3), chosen, spaces[0], 0.0, plain, y)
    call(twin.address_of(3), twin, spaces[1], 0.0, plain.astype(complex), other)
    assert np.allclose(other.real, y, rtol=0, atol=1e-13)
    direction = np.cos(1.0 + np.arange(count))
    rates = []
    for share in (-2, -1, 1, 2):
        rates.append(np.zeros(len(plain)))
        moved = np.concatenate([y[:count] + share * step * direction, y[count:]])
        call(chosen.address_of(0), chosen, spaces[0], 0.0, moved, rates[-1])
    expected = (rates[0] - 8 * rates[1] + 8 * rates[2] - rates[3])[:count] / (12 * step)
    found = np.zeros(len(plain), complex)
    other[:count] = y[:count] + 1e-30j * direction
    call(twin.address_of(0), twin, spaces[1], 0.0, other, found)
    assert np.allclose(found.imag[:count] / 1e-30, expected, rtol=0, atol=1e-8 * np.max(np.abs(expected)))


def test_joint_coordinates_have_the_names_of_the_joints() -> None:
    m, _, _ = BUILT["turned_tree"]()
    chains = ["link.first_angle", "link.second_angle", "held.x", "held.y", "slot.position", "slot.angle"]
    assert coordinate_names(m.system(dynamics=True)) == [*chains, "wall.angle", "wall.position"]


def test_the_users_tree_is_the_one_of_the_equations() -> None:
    m, end, options = BUILT["sprung_slider_crank"]()
    expected = run_of("sprung_slider_crank", "projection")
    for cut in ("A", "B", "C"):
        m.tree(cut=cut)
        assert [placed.name for placed in m.system(dynamics=True).plan.cuts] == [cut]
        run = m.simulate(end, 11, formulation="joint", rtol=1e-12, atol=1e-13, progress=False, **options)
        assert np.max(np.abs(run.q - expected.q)) < 1e-8


def test_a_light_body_at_the_end_of_a_tree_is_named() -> None:
    m, end, options = BUILT["light_tree"]()
    m.revolute("C", BodyHandle(m, "bob").at(0.2, 0), m.body("feather", estimate=(2.0, 0.4, 0.1)))
    with pytest.raises(AnalysisError, match="moves no mass, that of 'feather'; give masses"):
        m.simulate(end, 2, formulation="joint", progress=False, **options)


def test_a_light_body_at_the_end_of_a_tree_is_held_by_a_cut() -> None:
    m, end, options = BUILT["light_tree"]()
    m.revolute("C", BodyHandle(m, "bob").at(0.2, 0), m.body("feather", estimate=(2.0, 0.4, 0.1)))
    m.pin_in_slot("eye", m.ground.line((2.2, 0), (2.2, 1)), BodyHandle(m, "feather").at(1.5, 0))
    runs = [
        m.simulate(end, 5, formulation=f, rtol=1e-11, atol=1e-12, progress=False, **options)
        for f in ("joint", "projection")
    ]
    assert runs[0].completed
    assert np.max(np.abs(runs[0].q - runs[1].q)) < 1e-8


@pytest.mark.parametrize(
    ("closed", "driven", "free"), [(False, False, True), (True, False, False), (False, True, False)]
)
def test_an_open_tree_has_no_row_that_others_imply(closed: bool, driven: bool, free: bool) -> None:
    m = lw.Planar("chain")
    before = m.ground.at(0, 0)
    for number in range(3):
        rod = m.body(f"r{number}", estimate=(number, 0.1 * number, 0))
        m.mass(rod, mass=1, inertia=0.1)
        m.revolute(f"J{number}", before, rod.at(0, 0))
        before = rod.at(1, 0)
    if closed:
        m.revolute("end", before, m.ground.at(2, 1))
    if driven:
        m.drive("motor", joint="J0", angle="t")
    system = m.system(dynamics=True)
    assert not is_never_redundant(system)
    tree = with_tree(system)
    assert is_never_redundant(tree) == free
    for q in np.random.default_rng(3).normal(size=(5, len(tree.coordinates))):
        equations = Equations(tree)
        equations.evaluate(q, 0.0)
        assert not free or rank_of(equations.jacobian()) == equations.m
