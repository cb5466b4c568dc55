"""Every place of rest is listed once, whichever way the mechanism lies, and an unstable one tells of others."""

from __future__ import annotations

from math import cos, pi, sin

import pytest

import linkwork as lw
from linkwork.elements.spatial import catalogue as library


def across(angle: float, gravity: float = 9.81, size: float = 1.0, stiffness: float = 3000.0) -> lw.Planar:
    """A carriage between two springs that are too long: two places of rest and one between them."""
    x, y = cos(angle), sin(angle)
    m = lw.Planar("two springs across a guide")
    m.set_gravity(0, -gravity)
    m.carriage("c", at=(0, 0), along=(x, y), mass=1)
    for name, side in (("k1", 1), ("k2", -1)):
        m.spring(
            name, m.ground.at(-side * y * size, side * x * size), "c", stiffness=stiffness, free_length=1.05 * size
        )
    return m


@pytest.mark.parametrize("angle", [0.0, 0.3, 0.5 * pi, 0.75 * pi, pi, -0.5 * pi])
def test_three_places_are_three_whichever_way_the_guide_lies(angle: float) -> None:
    found = across(angle).equilibria(starts=40)
    along = sorted(one["c.x"] * cos(angle) + one["c.y"] * sin(angle) for one in found)
    assert len(found) == 3
    assert [one.stability for one in found].count("stable") == 2
    assert along[0] < -0.25 < along[1] < 0.25 < along[2]


@pytest.mark.parametrize(("size", "stiffness"), [(0.01, 3e5), (100.0, 3e3), (1.0, 3e7)])
def test_three_places_are_three_in_any_size_and_stiffness(size: float, stiffness: float) -> None:
    found = across(0.5 * pi, 0.0, size, stiffness).equilibria(starts=40)
    assert sorted(one["c.y"] / size for one in found) == pytest.approx([-0.320156, 0.0, 0.320156], abs=1e-6)


def test_three_places_are_three_in_space() -> None:
    m = lw.Spatial("two springs across a guide")
    m.set_gravity(0, 0, -9.81)
    m.body("c", estimate=(0, 0, 0), mass={"mass": 1.0, "inertia": [1.0, 1.0, 1.0]})
    m.joint("guide", library.Translational, between=["ground", "c"], at=[0, 0, 0], axis=[0, 0, 1])
    for name, x in (("k1", 1), ("k2", -1)):
        m.spring(name, m.ground.at(x, 0, 0), "c", stiffness=3000, free_length=1.05)
    assert len(m.equilibria(starts=20)) == 3


def test_an_unstable_place_by_the_equations_tells_of_the_stable_one_below_it() -> None:
    m = across(0.5 * pi)
    found = m.equilibrium(method="equations")
    below = m.equilibrium()
    assert (found.stability, below.stability) == ("unstable", "stable")
    (note,) = (note for note in found.notes if "unstable" in note)
    assert f"another one, stable, at c.y = {below['c.y']:.6g} ({below.potential_energy:.6g} J)" in note
    assert "method='energy' leads there" in note and "`equilibria` looks for all" in note
    assert note in found.text()
    assert not any("unstable" in note for note in below.notes)
