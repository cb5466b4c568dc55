"""Rods that joint coordinates do without move as the bodies that they are."""

from __future__ import annotations

import gallery
import numpy as np
import pytest
from bench.dynamic_problems import squeezer
from joint_space import call, start_space
from rodded import RODDED, skewed_rod, turning_coupler

import linkwork as lw
from linkwork.places import layout_kernel as layout
from linkwork.run.run import Run
from linkwork.system.formulations.formulations import FORMULATIONS, choose
from linkwork.system.tree.tree import coordinate_names

MECHANISMS = {build.__name__: build for build in RODDED}
MECHANISMS |= {"squeezer": lambda: (squeezer(), 0.01, {})}
MECHANISMS |= {
    name: lambda name=name: (heavy(getattr(gallery, name)()), 0.2, {})
    for name in ("four_bar", "slider_crank", "quick_return")
}
every = pytest.mark.parametrize("name", MECHANISMS)


def heavy(m: lw.Planar) -> lw.Planar:
    """A mechanism of the gallery without its driver, every body with a mass centre off all lines."""
    m.drivers.clear()
    m._changed()
    for number, body in enumerate(m.bodies_by_name):
        if body != "ground":
            m.mass(body, mass=1 + number, center=(0.03 * number, 0.05), inertia=0.1 * number)
    m.set_gravity(0.5, -9.81)
    return m


def rods_of(m: lw.Planar) -> tuple[str, ...]:
    """The rods that the equations of a mechanism do without."""
    system = m.system(dynamics=True)
    return tuple(system.bodies[rod.body - 1] for rod in system.plan.rods)


def accelerations(run: Run, remove: str | tuple[str, ...], index: int) -> dict[str, float]:
    """Accelerations of the joint coordinates at a state of a run, by name."""
    m = run.system.mechanism
    m.tree(remove=remove)
    system = m.system(dynamics=True)
    chosen = choose(system, run.q[index], 0.0, "joint", {})
    own = run.loads.memory[index, int(system.k[layout.STATE] - system.k[layout.MEMORY]) :]
    plain = np.concatenate([run.q[index], run.v[index], own[: int(system.k[layout.STATES])]])
    y, rates, w = np.zeros(len(plain)), np.zeros(len(plain)), start_space(chosen, run.loads.memory[index])
    call(chosen.addresses()[3], chosen, w, run.t[index], plain, y)
    call(chosen.addresses()[0], chosen, w, run.t[index], y, rates)
    names = coordinate_names(system)
    return dict(zip(names, rates[len(names) : 2 * len(names)], strict=True))


@every
def test_accelerations_without_rods_are_those_with_them(name: str) -> None:
    m, end, options = MECHANISMS[name]()
    rods = rods_of(m)
    run = m.simulate(end, 6, formulation="projection", progress=False, **options)
    assert rods
    for index in range(len(run.t)):
        without, whole = (accelerations(run, remove, index) for remove in (rods, "none"))
        largest = max(1.0, *(abs(value) for value in whole.values()))
        assert len(without) == len(whole) - len(rods)
        for coordinate in without.keys() & whole.keys():
            assert abs(without[coordinate] - whole[coordinate]) < 1e-10 * largest


@every
def test_motion_without_rods_is_that_with_them(name: str) -> None:
    m, end, options = MECHANISMS[name]()
    options = {**options, "formulation": "joint", "rtol": 1e-12, "atol": 1e-13, "progress": False}
    without = m.simulate(end, 6, **options)
    m.tree(remove="none")
    whole = m.simulate(end, 6, **options)
    assert without.system.plan.rods and not whole.system.plan.rods
    assert np.max(np.abs(without.q - whole.q)) < 1e-8 * max(1.0, float(np.max(np.abs(whole.q))))
    assert np.max(np.abs(without.v - whole.v)) < 1e-8 * max(1.0, float(np.max(np.abs(whole.v))))
    energy = np.max(np.abs(whole.loads.energy))
    assert np.max(np.abs(without.loads.energy - whole.loads.energy)) < 1e-8 * energy


@pytest.mark.parametrize("formulation", [name for name, each in FORMULATIONS.items() if each.joints])
def test_a_removed_rod_counts_its_turns(formulation: str) -> None:
    m, end, options = turning_coupler()
    for points, rtol in ((301, 1e-6), (2, 1e-3)):
        run = m.simulate(end, points, formulation=formulation, rtol=rtol, atol=1e-8, progress=False, **options)
        turned, crank = np.ptp(run["coupler.angle"]), np.ptp(run["crank.angle"])
        assert abs(turned - crank) < np.pi and turned > 3 * 2 * np.pi


def test_a_rod_on_which_something_acts_stays_a_body() -> None:
    m, _, _ = skewed_rod()
    assert rods_of(m) == ("rod",)
    m.force("push", "rod", x="1")
    assert rods_of(m) == ("crank",)
    m.drive("motor", joint="O", angle="t")
    assert rods_of(m) == ()


def test_energy_is_kept_without_a_rod() -> None:
    m, end, options = skewed_rod()
    run = m.simulate(5 * end, 51, formulation="joint", rtol=1e-11, atol=1e-12, progress=False, **options)
    assert run.system.plan.rods and np.ptp(run["energy.total"]) < 1e-8 * np.max(run["energy.kinetic"])
