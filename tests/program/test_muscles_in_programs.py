"""Muscles round circles, cylinders and spheres in C, as FMUs and in the runner: the numbers of the engine."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError
from program.c_library import COMPILER
from program.shipped import fmu_off, linear_off, values_off

needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C compiler is there")
SIZE: dict[str, Any] = {"strength": 300, "optimal_length": 0.12, "tendon_length": 0.14, "excitation": "0.1 + 0.5*t"}


def in_plane() -> lw.Planar:
    """A forearm with a muscle round the elbow, and one over two points."""
    m = lw.Planar("forearm")
    fore = m.body("fore", estimate=(0, 0, 0.3), mass={"mass": 1.5, "center": (0.15, 0), "inertia": 0.02})
    m.revolute("elbow", m.ground.at(0, 0), fore.at(0, 0))
    m.set_gravity(0, -9.81)
    m.muscle("biceps", [m.ground.at(0.02, 0.25), m.ground.at(0.03, 0.1), fore.at(0.05, 0)], **SIZE)
    bone = {"round": m.ground.at(0, 0), "radius": 0.02, "side": "left"}
    m.muscle("triceps", [m.ground.at(-0.02, 0.25), bone, fore.at(0.01, -0.022)], **SIZE, pennation=0.2)
    return m


def in_space() -> lw.Spatial:
    """An upper arm on a ball joint, a muscle over a sphere, and one round a cylinder with a skew axis."""
    m = lw.Spatial("upper arm")
    arm = m.body("arm", (0, 0, 0), mass={"mass": 2, "center": (0.14, 0, 0), "inertia": (0.002, 0.02, 0.02)})
    m.set_gravity(0, -9.81, 0)
    m.spherical("shoulder", m.ground.at(0, 0, 0), arm.at(0, 0, 0))
    ball = {"round": m.ground.at(0.01, 0.0, 0.0), "radius": 0.03, "shape": "sphere"}
    m.muscle("deltoid", [m.ground.at(-0.1, 0.01, 0.01), ball, arm.at(0.12, 0.01, 0.02)], **SIZE)
    axle = {"round": {"ground": {"at": [0, -0.01, 0], "axis": [0.1, 0, 1]}}, "radius": 0.02, "side": "left"}
    law = {"law": {"type": "de_groote"}, "pennation": 0.1}
    m.muscle("lat", [m.ground.at(-0.1, -0.05, 0.01), axle, arm.at(0.1, -0.01, -0.01)], **SIZE, **law)
    return m


def over_points() -> lw.Planar:
    """A forearm whose muscles go over points that count: one where it starts, one that it comes to."""
    m = in_plane()
    for number, within in enumerate([(-0.5, 0.4), (0.4, 1.5)]):
        over = {"point": m.ground.at(0.06, 0.1), "joint": "elbow", "within": within}
        path = [m.ground.at(0.03, 0.25), over, {"fore": [0.05, 0.01]}]
        m.muscle(f"head{number}", path, **SIZE, tendon="stiff")
    return m


BUILT = pytest.mark.parametrize("built", [over_points, in_space], ids=["plane", "space"])


@needs_compiler
@BUILT
def test_c_has_the_numbers_and_the_slopes_of_the_engine(built: Any, tmp_path: Path) -> None:
    path = tmp_path / "model.yaml"
    built().save(path)
    for worst in values_off(path, tmp_path)[:2]:
        assert worst.share <= 1.0, worst.where
    apart = tmp_path / "apart"  # a library of that name is loaded already
    apart.mkdir()
    linear = linear_off(path, apart, 5)
    assert linear is None or linear.share <= 1.0, linear.where


@needs_compiler
@BUILT
def test_an_fmu_runs_like_the_engine(built: Any, tmp_path: Path) -> None:
    path = tmp_path / "model.yaml"
    built().save(path)
    worst, _ = fmu_off(path, tmp_path)
    assert worst.share <= 1.0, worst.where


@needs_compiler
def test_the_runner_goes_with_muscles(tmp_path: Path) -> None:
    m = in_plane()
    source = m.runner(tmp_path / "arm.c", 1e-4, outputs=["elbow.angle", "triceps.force"])
    subprocess.run(
        [str(COMPILER), "-std=c99", "-O1", "-w", str(source), "-o", str(tmp_path / "arm"), "-lm"], check=True
    )
    call = [str(tmp_path / "arm"), "--steps", "1000", "--record", str(tmp_path / "arm.bin")]
    subprocess.run(call, capture_output=True, check=True, timeout=60)
    rows = np.fromfile(tmp_path / "arm.bin").reshape(-1, 3)
    own = m.simulate(until=1e-4 * 999, points=1000, method="rk4", step=1e-4, formulation="joint")
    assert np.ptp(own["elbow.angle"]) > 0.01
    assert rows[:, 1] == pytest.approx(own["elbow.angle"], abs=1e-10)
    assert rows[:, 2] == pytest.approx(own["triceps.force"], rel=1e-7)


def test_a_tendon_that_takes_the_jump_of_a_point_is_refused_by_name() -> None:
    m = over_points()
    over = {"point": m.ground.at(0.06, 0.1), "joint": "elbow", "within": (0.4, 1.5)}
    m.muscle("long", [m.ground.at(0.03, 0.25), over, {"fore": [0.05, 0.01]}], **SIZE)
    with pytest.raises(AnalysisError, match="program: force 'long' goes over a point that counts in a range only"):
        m.program()


def _two_spheres(m: Any) -> list[Any]:
    return [{"round": m.ground.at(x, 0, 0), "radius": 0.02, "shape": "sphere"} for x in (0.0, 0.05)]


def _ellipsoid(m: Any) -> list[Any]:
    return [{"round": m.ground.at(0, 0, 0), "radii": (0.02, 0.03, 0.02), "shape": "ellipsoid"}]


def _ring(m: Any) -> list[Any]:
    return [{"round": m.ground.at(0, 0, 0), "radius": 0.03, "tube": 0.01, "shape": "torus"}]


@pytest.mark.parametrize("between", [_two_spheres, _ellipsoid, _ring], ids=["spheres", "ellipsoid", "torus"])
def test_ways_that_are_sought_are_refused_by_name(between: Any) -> None:
    m = in_space()
    m.muscle("teres", [m.ground.at(-0.1, 0.02, 0), *between(m), {"arm": [0.12, 0.01, 0]}], **SIZE)
    with pytest.raises(AnalysisError, match="program: force 'teres' finds its way round surfaces by iteration"):
        m.program()
