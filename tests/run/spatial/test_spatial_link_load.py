"""Loads inside links in space against closed forms and against the same mechanism in the plane."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run
from run.load_builders import inclined_slider
from spatial_models import slider_crank

MASS, LENGTH, SPEED = 3.0, 2.0, 5.0
BAR = {"mass": MASS, "center": (LENGTH / 2, 0, 0), "inertia": [0.0, MASS * LENGTH**2 / 12, MASS * LENGTH**2 / 12]}


def turning(axis: tuple[float, float, float], angle: str = f"{SPEED}*t", mass: dict[str, Any] | None = None) -> Run:
    """A bar along its x axis on a hinge at its end."""
    m = lw.Spatial("turning bar")
    bar = m.body("bar", (0, 0, 0), mass=mass or BAR, points={"tip": (LENGTH, 0, 0)})
    m.revolute("O", m.ground, bar, at=(0, 0, 0), axis=axis)
    m.drive("motor", joint="O", angle=angle)
    return m.inverse_dynamics(1.0, 5, progress=False)


def shaft(**loads: float) -> Run:
    """A shaft of 4 m along x that the ground holds at one end, with a force and a torque off its axis."""
    m = lw.Spatial("shaft")
    body = m.body("shaft", (0, 0, 0), points={"end": (4, 0, 0)})
    m.fixed("wall", m.ground, body, at=(0, 0, 0))
    m.force("load", body.at(3, 0.1, 0.2), **loads)
    return m.inverse_dynamics(1.0, 2, progress=False)


@functools.cache
def both_worlds() -> tuple[Run, Run]:
    flat = inclined_slider()
    upright = inclined_slider().in_space(x=(0, 1, 0), y=(0, 0, 1))
    return flat.inverse_dynamics(1.5, 7, progress=False), upright.inverse_dynamics(1.5, 7, progress=False)


def test_a_turning_bar_is_pulled_by_its_own_mass() -> None:
    load = turning((0, 0, 1)).link_load("bar", "O", "tip", 21)
    assert np.allclose(load.axial, MASS * SPEED**2 * (LENGTH**2 - load.station**2) / (2 * LENGTH), atol=1e-10)
    assert all(np.max(np.abs(load.values(kind))) < 1e-9 for kind in load.kinds if kind != "axial")
    assert load.spread == "a uniform bar" and load.imbalance < 1e-12


def test_a_bar_that_leans_against_its_axis_is_bent_by_its_mass() -> None:
    """About an axis in the x z plane at 45 degrees: q = -m/l w^2 x cos sin across, on a cantilever."""
    load = turning((1, 0, 1)).link_load("bar", "O", "tip", 21)
    x = load.station
    assert np.allclose(load.axial, 0.5 * MASS * SPEED**2 * (LENGTH**2 - x**2) / (2 * LENGTH), atol=1e-9)
    across = -0.5 * MASS / LENGTH * SPEED**2  # of the field -w x (w x r) along z, a length
    shear = -across * (LENGTH**2 - x**2) / 2
    bending = across * (LENGTH**3 / 3 - x * LENGTH**2 / 2 + x**3 / 6)
    assert np.allclose(load.shear_z, shear, atol=1e-9) and np.allclose(load.shear_y, 0.0, atol=1e-9)
    assert np.allclose(load.bending_y, -bending, atol=1e-9) and np.allclose(load.bending_z, 0.0, atol=1e-9)
    assert np.allclose(load.bending, np.abs(bending), atol=1e-9)


def test_shapes_give_the_same_as_numbers_and_a_round_shaft_its_torsion() -> None:
    """A cylinder spun up about its axis from one end: what lies behind a cut holds back with J alpha (1 - x/l)."""
    radius = 0.1
    solid = {"shapes": [{"type": "cylinder", "from": (0, 0, 0), "to": (LENGTH, 0, 0), "radius": radius, "mass": MASS}]}
    across = MASS * (3 * radius**2 + LENGTH**2) / 12
    told = {"mass": MASS, "center": (LENGTH / 2, 0, 0), "inertia": [MASS * radius**2 / 2, across, across]}
    for mass, spread in ((solid, "from the body's shapes"), (told, "a uniform bar")):
        load = turning((1, 0, 0), "2*t^2", mass).link_load("bar", "O", "tip", 11)
        assert load.spread == spread
        assert np.allclose(load.torsion, -MASS * radius**2 / 2 * 4 * (1 - load.station / LENGTH), atol=1e-10)
        load = turning((0, 1, 1), "2*t^2", mass).link_load("bar", "O", "tip", 11)
        reference = turning((0, 1, 1), "2*t^2", solid).link_load("bar", "O", "tip", 11)
        assert all(np.allclose(load.values(kind), reference.values(kind), atol=1e-9) for kind in load.kinds)
        assert all(np.allclose(load.values(kind)[:, -1], 0.0, atol=1e-9) for kind in load.kinds)


def test_a_shaft_bends_two_ways_and_twists() -> None:
    load = shaft(x=7, y=5, z=-2).link_load("shaft", "wall", "end", [0.0, 0.25, 0.74, 0.76, 1.0])
    before = load.station < 3
    assert np.allclose(load.axial[0], np.where(before, 7, 0)) and np.allclose(
        load.torsion[0], np.where(before, -1.2, 0)
    )
    assert np.allclose(load.shear_y[0], np.where(before, -5, 0)) and np.allclose(
        load.shear_z[0], np.where(before, 2, 0)
    )
    left = 3 - load.station
    assert np.allclose(load.bending_z[0], np.where(before, 5 * left - 0.7, 0))
    assert np.allclose(load.bending_y[0], np.where(before, 2 * left + 1.4, 0))


def test_a_planar_mechanism_in_space_has_the_loads_of_the_plane() -> None:
    flat, upright = both_worlds()
    for body, start, end in (("rod", "A", "B"), ("crank", "O", "A")):
        one, two = (run.link_load(body, start, end, 12) for run in (flat, upright))
        scale = np.max(np.abs(one.bending)) + np.max(np.abs(one.axial))
        for kind, same in (("axial", "axial"), ("shear", "shear_y"), ("bending", "bending_z")):
            assert np.allclose(two.values(same), one.values(kind), atol=1e-9 * scale), (body, kind)
        for kind in ("shear_z", "torsion", "bending_y"):
            assert np.max(np.abs(two.values(kind))) < 1e-9 * scale


def test_loads_at_both_ends_are_those_of_the_joints() -> None:
    m = slider_crank()
    m.mass("rod", mass=0.5, inertia=[0, 0.5 * 0.3**2 / 12, 0.5 * 0.3**2 / 12])
    run = m.inverse_dynamics(1.0, 9, progress=False)
    load = run.link_load("rod", "B", "C", 9)
    for station, joint in ((0, "B"), (-1, "C")):  # on the rod, the second of B and the first of C, and on its far end
        force = -np.stack([run[f"reaction({joint}, rod).f{axis}"] for axis in "xyz"])
        assert np.allclose(load.axial[:, station], force[0], atol=1e-9)
        assert np.allclose([load.shear_y[:, station], load.shear_z[:, station]], -force[1:], atol=1e-9)
    assert np.allclose([load.torsion[:, 0], load.bending_y[:, 0], load.bending_z[:, 0]], 0.0, atol=1e-10)  # a ball


def test_channels_figures_and_words_know_the_six_loads(tmp_path: Path) -> None:
    run = shaft(z=-2)
    assert np.allclose(run["bending_y(shaft, wall, end, 0.5)"], 2.0) and np.allclose(
        run["bending(shaft, wall, end, 0.5)"], 2.0
    )
    assert run.unit("torsion(shaft, wall, end, 0.5)") == "N m" and run.unit("shear(shaft, wall, end, 0)") == "N"
    load = run.link_load("shaft", "wall", "end")
    load.plot(path=tmp_path / "a.png")
    assert (tmp_path / "a.png").exists() and "bending_z" in load.text()
    with pytest.raises(lw.AnalysisError, match="no joint, force or point 'Q'; there are: wall, load, end"):
        run.link_load("shaft", "wall", "Q")
    with pytest.raises(lw.AnalysisError, match="has no length"):
        run.link_load("shaft", "wall", "shaft")
