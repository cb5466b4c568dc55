"""A mechanism that has travelled far moves as it did where it came from: nothing refers to the world's origin."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from joint_space import call, start_space
from rodded import floating_cart

import linkwork as lw
from linkwork.places import layout_kernel as layout
from linkwork.run.run import Run
from linkwork.system.formulations.formulations import choose
from linkwork.system.tree.tree import freedoms_of

FAR = 1e6
DIGITS = np.spacing(FAR)  # what a position out there can tell


def vehicle(remove: str) -> lw.Planar:
    """The cart with its arms and their tie, and torsion springs in place of the spring that holds it to the ground."""
    m, _, _ = floating_cart()
    del m.forces["up"]
    m.torsion_spring("front spring", "cart", "front", stiffness=20, damping=0.5, free_angle=-1.3)
    m.force("drag", "cart", x="-0.3*vx")
    m.tree(remove=remove)
    return m


@cache
def near_run(remove: str) -> Run:
    m = vehicle(remove)
    return m.simulate(0.5, 6, formulation="joint", progress=False, speeds={"cart.omega": 1.0, "cart.vx": 30.0})


def accelerations(run: Run, index: int, far: float) -> np.ndarray:
    """Accelerations of the joints at a state of the run, moved by `far` in x and half of it in y."""
    q = run.q[index] + np.tile([far, 0.5 * far, 0.0], len(run.system.bodies))
    chosen = choose(run.system.mechanism.system(dynamics=True), q, 0.0, "joint", {})
    plain = np.concatenate([q, run.v[index], np.zeros(int(chosen.system.k[layout.STATES]))])
    y, rates, w = np.zeros(len(plain)), np.zeros(len(plain)), start_space(chosen, run.loads.memory[index])
    call(chosen.addresses()[3], chosen, w, run.t[index], plain, y)
    call(chosen.addresses()[0], chosen, w, run.t[index], y, rates)
    count = freedoms_of(chosen.system)
    return rates[count : 2 * count]


@pytest.mark.parametrize("remove", ["tie", "none"])
def test_accelerations_a_million_metres_away_are_those_at_the_origin(remove: str) -> None:
    run = near_run(remove)
    for index in range(len(run.t)):
        near = accelerations(run, index, 0.0)
        away = accelerations(run, index, FAR)
        assert np.max(np.abs(away - near)) < 100 * DIGITS * np.max(np.abs(near))


def test_a_vehicle_travels_a_million_metres_and_swings_as_if_it_stood() -> None:
    """A uniform motion of the whole changes no angle; rates start from the smallest that fulfil the constraints."""
    found = []
    for speed in (0.0, FAR / 0.5):
        m = vehicle("tie")
        del m.forces["drag"]
        speeds = {"cart.omega": 1.0, "cart.vx": speed, "cart.vy": 0.0, "front.omega": 2.0}
        run = m.simulate(0.5, 6, formulation="joint", rtol=1e-9, atol=1e-10, speeds=speeds, progress=False)
        found.append(run.q[:, [run.system.index(f"{body}.angle") for body in run.system.bodies]])
        assert abs(run["cart.x"][-1] - 0.5 * speed) < 10.0
    assert np.max(np.abs(found[1] - found[0])) < 1e-7
