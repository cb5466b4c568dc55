"""Planar mechanisms as mechanisms in space: names, parameters, what is refused, and files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.bodies.mass import Mass
from linkwork.formats.model_file import dumps, loads
from linkwork.mechanism.planar import Planar
from linkwork.mechanism.spatial.spatial import Spatial

EXAMPLES = Path(__file__).parents[3] / "examples"
UPRIGHT = {"origin": (0, 0, 1), "x": (1, 0, 0), "y": (0, 0, 1)}


def example(name: str) -> Planar:
    return Planar.load(EXAMPLES / f"{name}.yaml")


def crank() -> Planar:
    m = Planar("crank")
    m.parameters(r=0.2, J=0.1)
    body = m.body("crank", estimate=(0, 0, "30 deg"), points={"tip": ("r", 0)})
    m.mass(body, mass=2, center=("r/2", 0), inertia="J", inertia_about=(0, 0))
    m.revolute("O", m.ground.at(0, 0), body.at(0, 0))
    return m


def test_names_and_parameters_stay() -> None:
    m = example("four-bar")
    space = m.in_space(**UPRIGHT)
    assert isinstance(space, Spatial)
    assert space.name == "four-bar"
    assert m.in_space(name="upright").name == "upright"
    assert set(space.joints) == set(m.joints)
    assert set(space.bodies_by_name) == set(m.bodies_by_name)
    before = space.kinematics(until=1, points=5)["coupler.z"]
    for mechanism in (m, space):
        mechanism.set(a=0.12)
    after = space.kinematics(until=1, points=5)["coupler.z"]
    assert np.max(np.abs(after - before)) > 1e-3
    assert np.max(np.abs(after - 1.0 - m.kinematics(until=1, points=5)["coupler.y"])) < 1e-12


def test_the_plane_may_depend_on_parameters() -> None:
    m = crank()
    m.parameters(h=0.5, tilt="20 deg")
    m.drive("motor", joint="O", angle="30 deg + t")
    space = m.in_space(origin=(0, 0, "h"), x=("cos(tilt)", 0, "sin(tilt)"), y=(0, 2, 0))
    space.set(h=0.7, tilt=0.4)
    run = space.kinematics(until=1, points=5)
    x = m.kinematics(until=1, points=5)["crank.tip.x"]
    assert np.max(np.abs(run["crank.tip.x"] - x * np.cos(0.4))) < 1e-12
    assert np.max(np.abs(run["crank.tip.z"] - 0.7 - x * np.sin(0.4))) < 1e-12


def test_a_body_is_a_lamina() -> None:
    m = crank()
    space = m.in_space(**UPRIGHT)
    mass = space.bodies_by_name["crank"].mass
    assert mass is not None and mass.inertia is not None
    central = 0.1 - 2 * 0.1**2
    scope = space.scope()
    assert [scope.number(getattr(mass.inertia, name)) for name in ("xx", "yy", "zz")] == pytest.approx(
        [central / 2, central / 2, central]
    )
    m.mass("crank", shapes=[{"type": "disc", "radius": 0.1, "density": 7800, "thickness": 0.01}])
    made = m.in_space().bodies_by_name["crank"].mass
    assert made is not None and made.mass is not None and made.mass.constant == pytest.approx(7800 * 0.01**2 * np.pi)


def test_it_is_written_and_read_again() -> None:
    space = example("compressor").in_space(**UPRIGHT)
    again = loads(dumps(space))
    assert dumps(again) == dumps(space)


def test_only_bodies_that_nothing_keeps_in_the_plane_get_a_joint_for_it() -> None:
    m = crank()
    stone = m.body("stone", estimate=(0.5, 0.5, 0), mass=Mass.model_validate({"mass": 1, "inertia": 1}))
    m.spring("rubber", m.ground.at(0, 0), stone.at(0, 0), stiffness=1)
    ring = m.body("ring", estimate=(1, 1, 0))
    m.relative_distance("thread", "crank.tip", ring.at(0, 0), 1.2)
    space = m.in_space()
    assert [name for name in space.joints if name not in m.joints] == ["plane of stone", "plane of ring"]


def test_held_values_are_those_of_joints() -> None:
    m = crank()
    m.initially(crank_angle=1)
    ring = m.body("ring", estimate=(1, 1, 0))
    m.initially(ring_x=2)
    m.revolute("P", ring.at(0, 0), "crank.tip")
    assert list(m.in_space(**UPRIGHT).initial) == ["O.angle", "plane of ring.x"]
    assert list(m.in_space().initial) == ["O.angle", "ring.x"]


def test_what_has_no_counterpart_is_refused_by_name() -> None:
    for name, text in (
        ("roller-cam", "joint 'contact': it cannot be placed in space: there is no such joint"),
        ("gear-slider", "joint 'mesh 23': it cannot be placed in space: its two centres are not pinned"),
    ):
        with pytest.raises(MechanismError, match=text):
            example(name).in_space()
    m = crank()
    other = m.body("other", estimate=(0.3, 0, 0))
    m.relative_x("apart", "crank.tip", other.at(0, 0), 0.1)
    with pytest.raises(MechanismError, match="joint 'apart': it cannot be placed in space: it holds a coordinate of"):
        m.in_space()
    m = crank()
    other = m.body("other", estimate=(0.9, 0, 0))
    m.belt("elastic", "crank", other.at(0, 0), radii=(0.1, 0.1), stiffness=100)
    with pytest.raises(MechanismError, match="force 'elastic': it cannot be placed in space: there is no such force"):
        m.in_space()


def test_a_weight_along_another_plane_is_refused() -> None:
    m = example("two-planes")
    m.mass("slider", mass=1)
    assert m.in_space()
    m.set_gravity(0, -9.81)
    with pytest.raises(MechanismError, match="body 'slider' moves in plane 'steep' and has mass"):
        m.in_space()


@pytest.mark.parametrize(
    ("axes", "text"),
    [
        ({"x": (0, 0, 0)}, "the x and y directions of a plane must not be zero"),
        ({"x": (1, 0, 0), "y": (2, 0, 0)}, "must not be parallel"),
        ({"x": (1, 0, 0), "y": (1, 1, 0)}, "must be perpendicular; between them are 45 deg"),
        ({"x": (1, 0)}, "in_space: x: expected a row of 3 values"),
        ({"origin": ("q", 0, 0)}, "'q'"),
    ],
)
def test_a_plane_that_makes_no_sense_is_refused(axes: dict[str, Any], text: str) -> None:
    with pytest.raises(MechanismError, match=text):
        crank().in_space(**axes)


def test_a_planar_model_is_included_in_a_model_in_space(tmp_path: Path) -> None:
    (tmp_path / "four-bar.yaml").write_text((EXAMPLES / "four-bar.yaml").read_text())
    file = tmp_path / "whole.yaml"
    file.write_text(
        "linkwork: 1\nworld: space\nname: upright\nparameters: {h: 2, a: 110 mm}\n"
        "include: {planar: four-bar.yaml, origin: [0, 0, h], y: [0, 0, 1]}\n"
        "bodies: {bob: {estimate: [0.3, -0.2, 2]}}\n"
        "joints: {weld: {type: fixed, between: [bob, crank]}}\n"
    )
    whole = lw.load(file)
    plane = example("four-bar")
    plane.set(a=0.11)
    there = plane.kinematics(until=1, points=5)
    whole.set(h=3)
    assert np.max(np.abs(whole.kinematics(until=1, points=5)["coupler.P.z"] - 3 - there["coupler.P.y"])) < 1e-12


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("{planar: whole.yaml}", "the files include each other"),
        ("{planar: space.yaml}", "include it as 'model: space.yaml'"),
        ("{model: plane.yaml}", "include it as 'planar: plane.yaml'"),
        ("{model: space.yaml, origin: [0, 0, 1]}", "'origin' says where the plane of a planar model is"),
        ("{planar: plane.yaml, prefix: a}", "'prefix' is for robots"),
        ("{planar: plane.yaml, y: [1, 0, 0]}", "must not be parallel"),
        ("{planar: cam.yaml}", "joint 'contact': it cannot be placed in space"),
    ],
)
def test_includes_that_make_no_sense_are_refused(tmp_path: Path, line: str, text: str) -> None:
    (tmp_path / "cam.yaml").write_text((EXAMPLES / "roller-cam.yaml").read_text())
    (tmp_path / "plane.yaml").write_text((EXAMPLES / "four-bar.yaml").read_text())
    (tmp_path / "space.yaml").write_text("linkwork: 1\nworld: space\nbodies: {crank: {}}\n")
    (tmp_path / "whole.yaml").write_text(f"linkwork: 1\nworld: space\nname: whole\ninclude: {line}\n")
    with pytest.raises(MechanismError, match=text):
        lw.load(tmp_path / "whole.yaml")


def test_placing_needs_no_compiled_code_where_all_bodies_have_estimates() -> None:
    code = (
        "import sys, linkwork as lw\n"
        f"lw.load({str(EXAMPLES / 'four-bar.yaml')!r}).in_space(y=(0, 0, 1)).validate()\n"
        "assert 'numba' not in sys.modules\n"
        f"lw.load({str(EXAMPLES / 'four-bar.yaml')!r})\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=600)
