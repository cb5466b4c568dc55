"""Gauges on bodies with modes: what laws, sensors and results read of deflection, curvature, strain and stress."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import LinkworkError

E, WIDTH, HEIGHT, LENGTH = 209e9, 0.02, 1e-3, 0.5
LOAD = 0.1


def blade() -> lw.Planar:
    """A clamped blade with a load at its tip, a strain gauge near its root and damping by what its tip is told."""
    m = lw.Planar("blade")
    m.parameters(thick=HEIGHT)
    arm = m.ritz_beam(
        "arm",
        length=LENGTH,
        section={"type": "rectangle", "width": WIDTH, "height": "thick"},
        E=E,
        rho=7850,
        places={"gauge": 0.1},
    )
    m.fixed("clamp", m.ground, arm.interface("root"), at=(0, 0))
    m.sensor("strain", "arm.gauge.strain")
    m.sensor("tip", "arm.tip.dy")
    m.signal("push", f"-{LOAD} - 0.01*tip.rate")
    m.force("F", "arm@tip", y="push")
    return m


def bar(places: dict[str, tuple[float, ...]]) -> lw.Spatial:
    m = lw.Spatial("bar")
    shape = {"type": "box", "size": (0.5, 0.03, 0.02), "divisions": (10, 1, 1)}
    faces = {"root": {"face": "-x"}, "tip": {"face": "+x"}}
    bar = m.flexible("bar", shape=shape, material="steel", interfaces=faces, modes=0, places=places)
    m.fixed("wall", "ground", bar.interface("root"))
    m.force("P", "bar@tip", y=-100)
    return m


def test_a_strain_gauge_reads_bending_moment_times_half_height_over_EI() -> None:
    rest = blade().equilibrium()
    curvature = -LOAD * LENGTH * 0.9 / (E * WIDTH * HEIGHT**3 / 12)
    assert rest["arm.gauge.curvature"] == pytest.approx(curvature, rel=1e-9)
    assert rest["arm.gauge.strain"] == pytest.approx(-curvature * HEIGHT / 2, rel=1e-9)


def test_sensors_read_what_the_results_show_and_laws_use_their_rates() -> None:
    run = blade().simulate(until=0.3, points=31)
    assert np.abs(run["strain"] - run["arm.gauge.strain"]).max() < 1e-18
    assert np.abs(run["tip"] - run["arm@tip.y"]).max() < 1e-12
    assert np.abs(run["push"] + LOAD + 0.01 * run["arm.tip.dy_rate"]).max() < 1e-12
    assert np.abs(run["arm.tip.dy_acceleration"] - run["arm@tip.ay"]).max() < 1e-9 * np.abs(run["arm@tip.ay"]).max()
    assert run.unit("arm.gauge.strain_rate") == "1/s"


def test_stress_and_strain_of_a_solid_bar_are_those_of_bending() -> None:
    rest = bar({"fibre": (0.25, 0.03, 0.01)}).equilibrium()
    stress = 100 * 0.25 * 0.015 / (0.02 * 0.03**3 / 12)
    assert rest["bar.fibre.stress_xx"] == pytest.approx(stress, rel=1e-3)
    assert rest["bar.fibre.strain_xx"] == pytest.approx(stress / 210e9, rel=5e-3)
    assert rest["bar.fibre.strain_yy"] == pytest.approx(-0.3 * rest["bar.fibre.strain_xx"], rel=5e-3)


@pytest.mark.parametrize(
    ("channel", "words"),
    [
        ("bar.fibre.stress", "it is a result; read a part of it"),
        ("bar.fibre.stress_ab", "it is a result; read a part of it"),
        ("bar.fibre.strain_xz", "did you mean"),
        ("bar.q90", "there is no channel 'bar.q90'"),
    ],
)
def test_a_sensor_of_what_no_gauge_measures_is_refused(channel: str, words: str) -> None:
    m = bar({"fibre": (0.25, 0.03, 0.01)})
    m.sensor("wrong", channel)
    with pytest.raises(LinkworkError, match=words):
        m.assemble()


def test_a_section_without_faces_has_curvature_and_no_strain() -> None:
    m = lw.Planar("beam")
    beam = m.ritz_beam("beam", length=1, section={"type": "stiffness", "EA": 1e7, "EI": 1, "mass": 1})
    m.fixed("clamp", m.ground, beam.interface("root"), at=(0, 0))
    m.force("F", "beam@tip", y=-0.1)
    rest = m.equilibrium()
    assert rest["beam.root.curvature"] == pytest.approx(-0.1, rel=1e-9)
    with pytest.raises(LinkworkError, match="does not say where its faces are"):
        rest["beam.root.strain"]
