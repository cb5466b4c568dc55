"""Beams by Ritz functions: deflection, frequencies, columns that buckle, patches, loads, files, refusals."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.bodies.ritz.line import Line

BAR = {"type": "stiffness", "EA": 1e7, "EI": 1, "mass": 1}
IN_SPACE = BAR | {"EI": 2, "EI_y": 3, "GJ": 1.5, "inertia": 1e-4}
CLAMPED = (1.8751040687119611, 4.694091132974175)


def clamped(**fields: Any) -> lw.Planar:
    """A beam of 1 m with EI 1 and 1 kg/m, its root in the ground."""
    m = lw.Planar("cantilever")
    beam = m.ritz_beam("bar", **{"length": 1, "section": BAR, "bending": 5} | fields)
    m.fixed("clamp", m.ground, beam.interface("root"), at=(0, 0))
    return m


def in_space(**fields: Any) -> Any:
    """The same in space."""
    m = lw.Spatial("cantilever")
    bar = m.ritz_beam("bar", **{"length": 1, "section": IN_SPACE, "bending": 3, "torsion": 2} | fields)
    m.fixed("clamp", m.ground, bar.interface("root"), at=(0, 0, 0))
    return m


def frequencies(m: Any, at: Any = None) -> list[float]:
    """In rad/s."""
    modes = (m.linearise() if at is None else m.linearise(at)).modes
    return sorted(mode.frequency for mode in modes)


def test_integrals_and_values_of_polynomials_are_exact() -> None:
    line = Line(8)
    cubic = 4.0 * line.points**3
    assert line.integral(cubic) == pytest.approx(line.points**4, abs=1e-14)
    assert line.at(np.array([0.0, 0.3, 1.0]), cubic) == pytest.approx([0.0, 0.108, 4.0], abs=1e-13)


def test_a_clamped_beam_has_the_frequencies_of_its_theory() -> None:
    m = clamped(bending=6)
    assert frequencies(m)[:2] == pytest.approx([root**2 for root in CLAMPED], rel=2e-5)


def test_a_beam_of_welded_pieces_has_the_frequencies_of_the_whole() -> None:
    m = lw.Planar("pieces")
    before: Any = None
    for number in range(4):
        piece = m.ritz_beam(
            f"bar{number}", length=0.25, section=BAR, bending=3, stations=0, estimate=(0.25 * number, 0, 0)
        )
        if before is None:
            m.fixed("clamp", m.ground, piece.interface("root"), at=(0, 0))
        else:
            m.fixed(f"weld{number}", before.interface("tip"), piece.interface("root"))
        before = piece
    assert frequencies(m)[:2] == pytest.approx([root**2 for root in CLAMPED], rel=2e-5)


def test_a_load_at_the_tip_makes_a_column_as_soft_as_euler_says() -> None:
    m = clamped()
    m.parameters(load=0)
    m.force("P", "bar@tip", x="-load")
    m.set(load=(math.pi / 2.0) ** 2)
    assert frequencies(m, m.equilibrium())[0] == pytest.approx(0.0, abs=5e-3)
    assert m.check().ok


def test_a_column_that_stands_on_its_foot_falls_under_its_own_weight_at_greenhills_height() -> None:
    m = clamped()
    m.parameters(g=0)
    m.set_gravity("-g", 0)
    m.set(g=7.8373474)  # of EI / (m L^3)
    assert frequencies(m, m.equilibrium())[0] == pytest.approx(0.0, abs=1e-2)


def test_deflections_in_space_are_those_of_both_planes_and_of_torsion() -> None:
    m = in_space()
    m.force("P", "bar@tip", y=0.003, z=0.006, torque=(0.015, 0, 0))
    rest = m.equilibrium()
    assert rest["bar@tip.y"] == pytest.approx(0.003 / 6.0, rel=2e-2)  # twisting turns the planes a little
    assert rest["bar@tip.z"] == pytest.approx(0.006 / 9.0, rel=2e-2)
    assert rest["bar@tip.x"] == pytest.approx(1.0 - 0.6 * (rest["bar@tip.y"] ** 2 + rest["bar@tip.z"] ** 2), abs=1e-9)


def test_shear_adds_what_timoshenko_says() -> None:
    m = clamped(section=BAR | {"GA": 20, "inertia": 1e-3}, shear=1)
    m.force("P", "bar@tip", y=0.001)
    assert m.equilibrium()["bar@tip.y"] == pytest.approx(0.001 * (1 / 3 + 1 / 20), rel=1e-6)


def test_patches_turn_the_tip_by_their_moment_and_spread_loads_bend_it() -> None:
    m = clamped(patches={"pair": {"begin": 0.2, "end": 0.6}}, bending=4)
    m.piezo("volts", "bar", "pair", "0.01")
    assert m.equilibrium()["bar@tip.angle"] == pytest.approx(0.01 * 0.4, rel=1e-9)
    m.beam_load("wind", "bar", y="0.001")
    assert m.equilibrium()["bar@tip.angle"] == pytest.approx(0.01 * 0.4 + 0.001 / 6, rel=1e-5)


def test_patches_add_mass_and_stiffness() -> None:
    m = clamped(patches={"pair": {"begin": 0, "end": 1, "bending_stiffness": 3, "line_density": 1}})
    assert frequencies(m)[0] == pytest.approx(math.sqrt(2.0) * CLAMPED[0] ** 2, rel=2e-5)
    assert m.mass_properties("bar").mass == pytest.approx(2.0)


def test_sizes_and_material_are_followed_and_differentiated() -> None:
    m = lw.Planar("blade")
    m.parameters(h="1 mm", E=209e9)
    bar = m.ritz_beam(
        "bar", length=0.5, section={"type": "rectangle", "width": 0.02, "height": "h"}, E="E", rho=7850, damping="1e-4"
    )
    m.fixed("clamp", m.ground, bar.interface("root"), at=(0, 0))
    m.force("P", bar.at("tip"), y=1e-3)
    y = m.equilibrium()["bar@tip.y"]
    found = m.sensitivity("'bar@tip'.y", ["h", "E"], analysis="equilibrium")
    assert found["'bar@tip'.y", "h"] == pytest.approx(-3.0 * y / 1e-3, rel=1e-5)
    assert found["'bar@tip'.y", "E"] == pytest.approx(-y / 209e9, rel=1e-5)


def test_a_file_holds_the_beam_and_not_its_modes(tmp_path: Any) -> None:
    m = in_space(places={"grip": 0.3}, rigid_tip=0.1)
    path = tmp_path / "bar.yaml"
    m.save(path)
    text = path.read_text()
    assert "ritz:" in text and "modes:" not in text
    again = lw.load(path)
    assert frequencies(again) == pytest.approx(frequencies(m), rel=1e-9)
    assert list(again.bodies_by_name["bar"].modes.interfaces)[:2] == ["root", "s1"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"length": "l"}, "'length' is 'l', but functions are made once"),
        ({"bending": 0}, "it has no functions"),
        ({"torsion": 1}, "in the plane it bends along y alone"),
        ({"shear": 1}, "the section has no stiffness against shear"),
        ({"places": {"grip": 1.2}}, "place 'grip' must lie between 0 and 1"),
        ({"places": {"s1": 0.5}}, "place 's1' has the name of a station"),
        ({"length": 1e200}, "lengths must lie between 1e-09 and 1e"),
        ({"patches": {"p": {"begin": 0.6, "end": 0.2}}}, "patch 'p' must begin before it ends"),
        ({"section": {"type": "circle", "radius": 0.01}}, "the section needs a material: give E and rho"),
    ],
)
def test_what_makes_no_beam_is_refused_in_words(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(lw.LinkworkError, match=words.replace("(", r"\(")):
        clamped(**fields)
