"""Garcia de Jalon and others 2005, section 3: coordinates and equations of a five-point suspension and of a car.

The chapter gives counts and no data; the models have numbers of our own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.run.run import Run
from linkwork.system.tree.tree import cut_rows, with_tree
from linkwork.topology.counts import mobility
from published.case import Case
from published.case import tests_of as checks_of
from published.mechanisms.garcia_de_jalon_car import car, five_point_suspension


@cache
def suspension() -> tuple[lw.Spatial, list[str]]:
    return five_point_suspension()


@cache
def whole() -> tuple[lw.Spatial, list[str]]:
    return car()


def test_the_suspension_has_nine_bodies_and_three_freedoms() -> None:
    m, rods = suspension()
    report = m.check()
    assert len(m.topology().bodies) == 9 and len(rods) == 5
    assert (report.mobility, len(report.redundant)) == (3, 0)


def test_without_its_rods_the_suspension_has_8_coordinates_and_5_equations() -> None:
    """Frame 1, carrier 6, wheel 1; five distances."""
    m, rods = suspension()
    found = m.topology(remove=rods)
    assert (found.coordinates, found.equations, found.mobility) == (8, 5, 3)
    assert found.removed == tuple(rods) and found.free_bodies == ("rear carrier",)


def test_cutting_the_five_ball_joints_gives_18_coordinates_and_15_equations() -> None:
    """The same and two for each universal joint."""
    m, rods = suspension()
    found = m.topology(cut=[f"{rod} out" for rod in rods])
    assert (found.coordinates, found.equations, found.mobility) == (18, 15, 3)


def test_the_smallest_system_carries_the_carrier_on_a_rod() -> None:
    """One rod kept, 2 and 3 coordinates for the six of a floating carrier, saves an equation and a coordinate."""
    m, _ = suspension()
    assert m.topology().smallest() == (7, 4)
    assert (m.topology(remove="all").coordinates, m.topology().coordinates, m.topology().equations) == (7, 15, 12)


@cache
def equations(**tree: Any) -> tuple[int, int]:
    """Joint coordinates and closing equations of the suspension as they are simulated."""
    m, _ = five_point_suspension()
    m.tree(**tree)
    system = with_tree(m.system(dynamics=True))
    return len(system.plan.coordinates), cut_rows(system)


def removed() -> tuple[int, int]:
    return equations(remove=tuple(suspension()[1]))


def kept() -> tuple[int, int]:
    return equations(cut=tuple(f"{rod} out" for rod in suspension()[1]), remove="none")


def test_the_suspension_moves_without_its_rods_as_with_them() -> None:
    """Dropped by 20 mm onto its tyre: wheel, carrier, frame, and what the ten joints of the rods pass."""
    m, rods = five_point_suspension()

    def run(**tree: Any) -> Run:
        m.tree(**tree)
        return m.simulate(0.2, 21, formulation="joint", rtol=1e-9, atol=1e-10, progress=False)

    without, whole = run(remove=rods), run(remove="none", cut=[f"{rod} out" for rod in rods])
    for body in ("frame", "rear carrier", "rear wheel", *rods):
        for channel in ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"):
            apart = np.max(np.abs(without[f"{body}.{channel}"] - whole[f"{body}.{channel}"]))
            assert apart < 1e-6
    for joint in m.joints:
        for force in ("fx", "fy", "fz"):
            largest = np.max(np.abs(whole[f"{joint}.{force}"]))
            assert np.max(np.abs(without[f"{joint}.{force}"] - whole[f"{joint}.{force}"])) < 1e-5 * (largest + 1000)


def test_the_car_has_26_bodies_and_36_joints() -> None:
    m, rods = whole()
    found = m.topology()
    assert (len(found.bodies), len(m.joints), len(rods)) == (26, 36, 12)
    kinds = Counter(joint.kind for joint in found.network.joints)
    assert kinds == {"revolute": 6, "translational": 2, "spherical": 28}


def test_the_car_has_14_freedoms_beside_the_spins_of_its_rods() -> None:
    """By count and by rank; each of the twelve rods between ball joints can spin."""
    m, rods = whole()
    found = m.topology()
    freedoms = sum(joint.freedoms for joint in found.joints)
    assert mobility(freedoms, len(found.loops), closing=6, isolated=len(rods)) == 14
    report = m.check()
    assert (report.mobility, len(report.redundant)) == (14 + 12, 0)


def test_without_its_rods_the_car_has_32_coordinates_and_18_equations() -> None:
    """Chassis 6, rear carriers 12, wheels 4, front arms, struts and knuckles 2 (1 + 3 + 1); 12 distances, 2 balls."""
    m, rods = whole()
    found = m.topology(remove=rods)
    assert (found.coordinates, found.equations, found.mobility) == (32, 18, 14)
    assert set(found.free_bodies) == {"chassis", "rear left carrier", "rear right carrier"}
    assert len([cut for cut in found.cuts if cut in m.joints]) == 2


def test_the_car_moves_in_joint_coordinates_without_its_rods_as_in_those_of_its_bodies() -> None:
    m, rods = whole()
    runs = [
        m.simulate(0.05, 3, formulation=formulation, rtol=1e-8, atol=1e-10, progress=False)
        for formulation in ("auto", "projection")
    ]
    assert runs[0].moment.options.formulation == "joint" and len(runs[0].system.plan.rods) == len(rods)
    for channel in ("chassis.z", "front left wheel.vz", "rear right carrier.wy", "rear left toe.y"):
        assert np.max(np.abs(runs[0][channel] - runs[1][channel])) < 1e-6


def cases() -> list[Case]:
    def count(quantity: str, printed: float, ours: Callable[[], float]) -> Case:
        return Case("Garcia de Jalon 2005, 3.1", f"five-point suspension: {quantity}", printed, ours, 0.0)

    return [
        count("coordinates of the equations without the rods", 8, lambda: removed()[0]),
        count("closing equations without the rods", 5, lambda: removed()[1]),
        count("coordinates with five ball joints cut", 18, lambda: kept()[0]),
        count("closing equations with five ball joints cut", 15, lambda: kept()[1]),
    ]


test_cases = checks_of(cases)
