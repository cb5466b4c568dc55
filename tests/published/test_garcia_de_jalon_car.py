"""Garcia de Jalon and others 2005, section 3: coordinates and equations of a five-point suspension and of a car.

The chapter gives counts and no data; the models have numbers of our own.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import linkwork as lw
from linkwork.topology.counts import mobility
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


def test_the_car_moves_in_the_formulation_that_is_chosen() -> None:
    """Its rods are slender: the coordinates of the bodies keep the digits of their spins."""
    m, _ = whole()
    run = m.simulate(0.05, 3, rtol=1e-6, atol=1e-8, progress=False)
    assert run.completed
    assert run.moment.options.formulation == "projection"
