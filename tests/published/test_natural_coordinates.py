"""Natural coordinates: the slider-crank of a course in three sets of coordinates, and the count of a human body.

Pennestri and Vita (chapter 14 of Ambrosio, Advances in Computational Multibody Systems, 2005) write the slider-crank in
relative, Cartesian and natural coordinates; Silva and Ambrosio (chapter 7) count 33 bodies, 141 natural coordinates, 97
independent equations and 44 freedoms.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import linkwork as lw
from linkwork.biomechanics import body_of_33_links
from published.case import Case
from published.case import tests_of as checks_of

COUNT = "Silva and Ambrosio 2005, 7: model of the body"


@cache
def counted() -> tuple[int, int, int, int, int]:
    """Points, unit vectors, coordinates, rank and freedoms of a tree of that kind."""
    n = body_of_33_links().natural_coordinates()
    return len(n.points), len(n.vectors), len(n.coordinates), n.rank, n.freedoms


def cases() -> list[Case]:
    printed = "3 (25 + 23) is 144, not the 141 coordinates that the text states; with 22 unit vectors it is 141"
    return [
        Case(COUNT, "points", 25, lambda: counted()[0], 0),
        Case(COUNT, "unit vectors", 23, lambda: counted()[1], 0, exact=22, exact_tolerance=0, erratum=printed),
        Case(COUNT, "natural coordinates", 141, lambda: counted()[2], 0),
        Case(COUNT, "independent equations", 97, lambda: counted()[3], 0),
        Case(COUNT, "freedoms", 44, lambda: counted()[4], 0),
    ]


test_cases = checks_of(cases)


def slider_crank() -> lw.Planar:
    m = lw.Planar("slider-crank")
    crank, rod = m.body("crank", estimate=(0, 0, 0.8)), m.body("rod", estimate=(0.7, 0.7, -0.3))
    slider = m.body("slider", estimate=(2.6, 0, 0))
    m.revolute("A0", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(1, 0), rod.at(0, 0))
    m.revolute("B", rod.at(2, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.mass(crank, mass=1, center=(0.5, 0), inertia=0.1)
    m.mass(rod, mass=1.5, center=(1, 0.1), inertia=0.4)
    m.mass(slider, mass=2, inertia=0.1)
    m.set_gravity(0, -9.81)
    m.spring("spring", m.ground.at(0, 1), rod.at(1, 0), stiffness=30, damping=1, free_length=0.3)
    return m


@pytest.mark.parametrize("formulation", ["projection", "joint"])
def test_three_sets_of_coordinates_give_one_motion_of_the_slider_crank(formulation: str) -> None:
    m = slider_crank()
    options = {"until": 1.0, "points": 11, "rtol": 1e-10, "atol": 1e-10, "speeds": {"crank.omega": 3}}
    natural, other = (m.simulate(**options, formulation=name) for name in ("natural", formulation))
    assert np.abs(natural.q - other.q).max() < 2e-9
    assert np.abs(natural.v - other.v).max() < 2e-8
    assert np.abs(natural.a - other.a).max() < 2e-7
    for joint in ("A0", "A", "B", "guide"):
        for channel in ("fx", "fy", "torque"):
            name = f"{joint}.{channel}"
            assert natural[name] == pytest.approx(other[name], abs=1e-6), name
    assert np.abs(other["A0.fx"]).max() > 50


def test_the_book_counts_two_lengths_and_a_line() -> None:
    m = slider_crank()
    n = m.natural_coordinates()
    assert n.coordinates == ("A.x", "A.y", "B.x", "B.y", "slider.p.x", "slider.p.y")
    assert n.equations == ("crank is rigid", "rod is rigid", "slider is rigid", "guide off", "guide turn")
    assert (n.rank, n.freedoms) == (5, 1)


PLACES = ((0, 0, 1), (0.5, 0.8, 0.1), (3, 0, 1.5))


def test_other_lengths_make_other_natural_coordinates() -> None:
    m = lw.Planar("four-bar")
    m.parameters(length=2.5)
    a, b, c = (m.body(name, estimate=place) for name, place in zip("abc", PLACES, strict=True))
    m.revolute("O", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("A", a.at(1, 0), b.at(0, 0))
    m.revolute("B", b.at("length", 0), c.at(1.8, 0))
    m.revolute("C", m.ground.at(3, 0), c.at(0, 0))
    for body in (a, b, c):
        m.mass(body, mass=1, center=(0.5, 0), inertia=0.2)
    m.set_gravity(0, -9.81)
    for length in (2.5, 2.4, 2.3, 2.6):
        m.set(length=length)
        options = {"until": 0.5, "points": 6, "rtol": 1e-9, "atol": 1e-9}
        natural, other = (m.simulate(**options, formulation=name) for name in ("natural", "projection"))
        assert np.abs(natural.q - other.q).max() < 2e-8, length
