"""The whole body by stature and mass: what it weighs and how tall it is, its freedoms, its fall, its counts."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.biomechanics import Motion, Skeleton, body_of_33_links, forward, inverse_dynamics, whole_body
from linkwork.library.biomechanics.subject.whole_body import segment_rows


def _center(body: Skeleton, values: np.ndarray) -> np.ndarray:
    places = body.places(values)
    whole = sum(one.mass for one in body.bodies)
    return np.asarray(sum(one.mass * (places[one.name] @ [*one.center, 1.0])[:3] for one in body.bodies) / whole)


@pytest.mark.parametrize(("stature", "mass"), [(1.70, 70.0), (1.95, 101.5)])
def test_it_has_the_mass_and_stature_that_are_asked_for(stature: float, mass: float) -> None:
    body = whole_body(stature, mass)
    assert len(body.bodies) == 33 and len(body.coordinates) == 44
    assert sum(one.mass > 0 for one in body.bodies) == 16
    assert sum(one.mass for one in body.bodies) == pytest.approx(mass, rel=1e-12)
    rows, places = segment_rows(stature, mass), body.places(body.start())
    chain = sum(rows[name].length for name in ("head", "thorax", "abdomen", "pelvis", "thigh", "shank"))
    shank = places["left shank"][1, 3]
    assert shank - rows["shank"].length == pytest.approx(stature - chain)  # what is left is below the ankle
    assert places["pelvis"][1, 3] + chain - rows["thigh"].length - rows["shank"].length == pytest.approx(stature)
    # men carry their center of mass at 55 to 57 hundredths of their stature
    assert 0.55 < _center(body, body.start())[1] / stature < 0.57


def test_a_woman_has_the_masses_and_lengths_of_women() -> None:
    woman = whole_body(1.735, 61.9, "female")
    assert sum(one.mass for one in woman.bodies) == pytest.approx(61.9, rel=1e-12)
    by_name = {one.name: one for one in woman.bodies}
    assert by_name["left thigh"].mass == pytest.approx(0.1478 * 61.9, rel=2e-4)
    rows = segment_rows(1.735, 61.9, "female")
    assert rows["thigh"].length == 0.3685 and rows["thigh"].center == pytest.approx(0.3612 * 0.3685)
    assert rows["thigh"].radii == pytest.approx((0.369 * 0.3685, 0.364 * 0.3685, 0.162 * 0.3685))
    assert 0.54 < _center(woman, woman.start())[1] / 1.735 < 0.57
    assert body_of_33_links(1.7, 60.0, "female").natural_coordinates().counts()["freedoms"] == 44
    with pytest.raises(AnalysisError, match="the table has male and female bodies, none of the sex 'woman'"):
        whole_body(1.7, 60.0, "woman")


def test_thorax_abdomen_and_pelvis_of_women_are_together_the_tables_whole_trunk() -> None:
    """Three rows against a fourth, from cervicale to hips, that the program does not have; radii have three digits.

    (Of men the table's own trunk has its center 3 mm higher than its three parts.)
    """
    mass, length, center, *radii = 0.4257, 0.6148, 0.4964, 0.307, 0.292, 0.147
    rows = segment_rows(1.735, 1.0, "female")
    parts, above = [rows[name] for name in ("thorax", "abdomen", "pelvis")], 0.0
    places = []
    for one in parts:
        places.append(above + one.center)
        above += one.length
    whole = sum(one.mass for one in parts)
    middle = sum(one.mass * place for one, place in zip(parts, places, strict=True)) / whole
    assert (whole, above) == pytest.approx((mass, length), rel=2e-4)
    assert middle == pytest.approx(center * length, rel=5e-4)
    for axis, radius in enumerate(radii):
        apart = [0.0 if axis == 2 else place - middle for place in places]
        second = sum(one.mass * (one.radii[axis] ** 2 + off**2) for one, off in zip(parts, apart, strict=True))
        assert (second / whole) ** 0.5 == pytest.approx(radius * length, abs=0.0005 * length + 2e-4)


def test_segments_grow_as_the_table_says() -> None:
    one, two = segment_rows(1.741, 73.0), segment_rows(2 * 1.741 / 1.5, 146.0)
    assert one["thigh"].length == 0.4222 and one["thigh"].mass == pytest.approx(0.1416 * 73)
    assert one["thigh"].radii == pytest.approx((0.329 * 0.4222, 0.329 * 0.4222, 0.149 * 0.4222))
    for name in one:
        assert two[name].mass == pytest.approx(2 * one[name].mass)
        assert two[name].length == pytest.approx(one[name].length / 0.75)


def test_standing_needs_the_weight_at_the_pelvis_and_falling_bodies_fall() -> None:
    body, time = whole_body(1.7, 70.0), np.linspace(0, 1, 11)
    net = inverse_dynamics(Motion(body, time, np.tile(body.start(), (11, 1))))
    left = net.residuals()
    assert left["pelvis y"] == pytest.approx(70 * 9.80665, rel=1e-12) and left["pelvis x"] < 1e-9
    speeds = 0.5 * np.random.default_rng(1).standard_normal(44)
    run = forward(body, body.start(), speeds, 0.0, until=0.2, points=5)
    centers = np.array([_center(body, row) for row in run.values])
    assert np.diff(centers, 2, axis=0) / 0.05**2 == pytest.approx(np.tile((0, -9.80665, 0), (3, 1)), abs=1e-8)


def test_the_teaching_form_keeps_its_counts_and_that_with_masses_tells_its_own() -> None:
    assert str(body_of_33_links().natural_coordinates()) == (
        "141 natural coordinates: 25 points, 22 unit vectors\n102 equations, rank 97, 44 freedoms"
    )
    heavy = body_of_33_links(1.7, 70.0)
    counts = heavy.natural_coordinates().counts()
    assert counts["freedoms"] == 44 and counts["coordinates"] - counts["rank"] == 44
    assert len(heavy.bodies_by_name) == 1 + 33  # the ground is one of them


def test_what_is_no_person_is_refused() -> None:
    with pytest.raises(AnalysisError, match="a stature of 170 m: is it in cm"):
        whole_body(170, 70)
    with pytest.raises(AnalysisError, match="a mass of 70000 kg: is it in g"):
        whole_body(1.7, 70000)
    with pytest.raises(MechanismError, match="mass must be positive"):
        whole_body(1.7, 0)
    with pytest.raises(AnalysisError, match="both a stature and a mass"):
        body_of_33_links(1.7)
