"""URDF robots as mechanisms: they move as the equations say, close loops in a model file, and are saved."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as lw
from linkwork.base.errors import ModelFileError
from linkwork.formats.model_file import dumps, loads
from linkwork.mechanism.spatial.robot import Limits

FILES = Path(__file__).parent / "files"
HEAD = "linkwork: 1\nworld: space\n"
LOOP = """
parameters: {start: 60 deg}
include:
  urdf: chain.urdf
  values: {A: 60 deg, B: -40 deg, C: -110 deg}
joints:
  D: {type: point_on_line, between: [{ground: {at: [3.5, 0, 0], axis: [0, 0, 1]}}, {rocker: [2.5, 0, 0]}]}
drivers:
  turn: {type: angle, joint: A, value: start + t}
"""
TABLE = """
parameters: {h: 0.1}
gravity: [0, 0, -9.81]
bodies: {table: {mass: {mesh: {file: angle.stl, density: 1000}}}}
joints: {T: {type: fixed, between: [ground, table]}}
"""


def model(folder: Path, text: str, name: str = "model.yaml") -> Path:
    for file in FILES.iterdir():
        if not (folder / file.name).exists():
            shutil.copy(file, folder)
    (folder / name).write_text(HEAD + text)
    return folder / name


# ---------------------------------------------------------------- motion


def test_a_closed_loop_is_added_on_top_of_a_robot(tmp_path: Path) -> None:
    """The rocker's end stays on its pin while the crank turns."""
    m = lw.load(model(tmp_path, LOOP))
    for turned in (60, 75, 90):
        m.set(start=f"{turned} deg")
        closed = m.assemble()
        angles = np.array([closed[f"{bar}.rz"] for bar in ("crank", "coupler", "rocker")])
        assert angles[0] == pytest.approx(math.radians(turned), abs=1e-9)
        assert np.array([1, 3, 2.5]) @ np.exp(1j * angles) == pytest.approx(3.5 + 0j, abs=1e-8)
        assert closed["rocker.z"] == pytest.approx(0.0, abs=1e-9)


def test_a_robot_swings_as_its_equations_say() -> None:
    """Three bars that fall from rest, against Lagrange's equations in their angles."""
    m = lw.load_urdf(FILES / "chain.urdf")
    m.set_gravity(0, -9.81, 0)
    run = m.simulate(until=0.5, points=6)
    found = np.array([run[f"{name}.angle"] for name in "ABC"]).T
    assert found == pytest.approx(_triple_pendulum(np.linspace(0, 0.5, 6)), abs=1e-6)


def _triple_pendulum(times: np.ndarray) -> np.ndarray:
    """Relative angles of three bars by Lagrange's equations in absolute angles, from rest along x."""
    length, mass, inertia = np.array([1, 3, 2.5]), np.array([1, 3, 2.5]), np.array([0.1, 2, 1])
    reach = np.array([[length[j] if j < i else length[i] / 2 if j == i else 0.0 for j in range(3)] for i in range(3)])
    weights = np.einsum("k,ki,kj->ij", mass, reach, reach)

    def rate(_: float, state: np.ndarray) -> np.ndarray:
        angle, speed = state[:3], state[3:]
        between = angle[:, None] - angle[None, :]
        matrix = weights * np.cos(between) + np.diag(inertia)
        force = -(weights * np.sin(between)) @ speed**2 - 9.81 * (mass @ reach) * np.cos(angle)
        return np.concatenate((speed, np.linalg.solve(matrix, force)))

    found = solve_ivp(rate, (0, times[-1]), np.zeros(6), "DOP853", times, rtol=1e-11, atol=1e-12).y[:3].T
    return np.diff(found, axis=1, prepend=0.0)


def test_a_mimic_joint_follows_its_joint() -> None:
    m = lw.load_urdf(FILES / "arm.urdf")
    m.set_gravity(0, 0, -9.81)
    run = m.simulate(until=0.2, points=5)
    lift, grip = np.array(run["lift.position"]), np.array(run["grip.position"])
    assert abs(lift[-1]) > 1e-4
    assert grip == pytest.approx(0.02 - 0.5 * lift, abs=1e-9)


# ---------------------------------------------------------------- description


def test_limits_and_notes_are_kept_as_data() -> None:
    m = lw.load_urdf(FILES / "arm.urdf")
    (robot,) = m.robots
    assert robot.joints["lift"].limits == Limits(-0.1, 0.1, 10, 1)
    assert any("<collision> not used" in note for note in robot.notes)
    assert set(m.forces) == {"shoulder_damping", "lift_damping"}
    stopped = lw.load_urdf(FILES / "arm.urdf", stops={"stiffness": 1e5, "damping": 10})
    assert {"shoulder_stop", "lift_stop", "grip_stop"} <= set(stopped.forces)


def test_a_robot_is_saved_as_a_model_file_and_read_back(tmp_path: Path) -> None:
    m = lw.load_urdf(FILES / "arm.urdf", prefix="left_", at=(0, 0, 1))
    again = loads(dumps(m), "arm.yaml", str(FILES))
    assert again.bodies_by_name == m.bodies_by_name
    assert again.joints == m.joints
    assert again.forces == m.forces


def test_two_robots_and_a_model_may_be_included(tmp_path: Path) -> None:
    inner = tmp_path / "parts"
    inner.mkdir()
    shutil.copy(FILES / "angle.stl", inner)
    (inner / "table.yaml").write_text(HEAD + TABLE)
    text = """
parameters: {h: 0.3}
include:
  - {urdf: chain.urdf, prefix: left_}
  - {urdf: chain.urdf, prefix: right_, base: floating, at: [0, 5, 0]}
  - {model: parts/table.yaml}
bodies:
  left_rocker: {points: {tip: [2.5, 0, 0]}}
"""
    m = lw.load(model(tmp_path, text))
    assert {"left_crank", "right_crank", "table"} <= set(m.bodies_by_name)
    assert "ground_left_frame" in m.joints
    assert "ground_right_frame" not in m.joints
    assert m.bodies_by_name["left_rocker"].mass is not None
    assert "tip" in m.bodies_by_name["left_rocker"].points
    assert m.bodies_by_name["table"].mass.mesh.file == "parts/angle.stl"
    assert m.parameters_by_name["h"].constant == 0.3
    assert m.gravity is not None
    assert len(m.robots) == 2


# ---------------------------------------------------------------- what is refused


def refused(path: Path) -> str:
    with pytest.raises(ModelFileError) as error:
        lw.load(path)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_files_that_include_each_other_are_refused_with_their_chain(tmp_path: Path) -> None:
    model(tmp_path, "include: {model: b.yaml}\n", "a.yaml")
    model(tmp_path, "name: b\ninclude: {model: c.yaml}\n", "b.yaml")
    model(tmp_path, "include: {model: ./b.yaml}\n", "c.yaml")
    text = refused(tmp_path / "a.yaml")
    chain = " -> ".join(str(tmp_path / name) for name in ("b.yaml", "c.yaml", "b.yaml"))
    assert text == f"{tmp_path / 'a.yaml'}:3:1: include: the files include each other: {chain}"
    model(tmp_path, "include: {model: d.yaml}\n", "d.yaml")
    assert "the files include each other" in refused(tmp_path / "d.yaml")


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("include: {urdf: no.urdf}", 3, "there is no such file"),
        ("include: {model: no.yaml}", 3, "there is no such file"),
        ("include: {urdf: 'https://example.org/r.urdf'}", 3, "only local files are read"),
        ("include: {}", 3, "include: give one file: urdf: robot.urdf, model: other.yaml"),
        ("include: {model: m.yaml, base: floating}", 3, "'base' is for robots"),
        ("include: {urdf: chain.urdf, bse: fixed}", 3, "'bse' is not known here; did you mean 'base'?"),
        ("include: [{urdf: chain.urdf}, {urdf: chain.urdf}]", 3, "give one of them another name, or a robot a prefix"),
        ("include: {urdf: chain.urdf}\njoints: {A: {type: fixed, between: [ground, crank]}}", 3, "joint 'A' is in"),
        ("include: {urdf: chain.urdf, values: {X: 1}}", 3, "values: joint 'X' is not defined"),
        ("include: {urdf: chain.urdf, at: [0, 0, h]}\nparameters: {h: 1}", 3, "a plain number is needed here"),
        ("include: {urdf: bad.urdf}", 3, "bad.urdf:1: the robot has no links"),
        ("include: {model: bad.yaml}", 3, "bad.yaml:3:1: 'bodis' is not known here"),
        ("include: {model: flat.yaml}", 3, "begin it with 'world: space'"),
        (
            "include: {urdf: chain.urdf}\njoints:\n  D: {type: fixed, between: [ground, rokcer]}",
            5,
            "did you mean 'rocker'?",
        ),
    ],
)
def test_includes_that_make_no_sense_are_refused(text: str, line: int, says: str, tmp_path: Path) -> None:
    (tmp_path / "bad.urdf").write_text("<robot name='r'/>")
    (tmp_path / "bad.yaml").write_text(f"{HEAD}bodis: {{}}\n")
    (tmp_path / "flat.yaml").write_text("linkwork: 1\nbodies: {a: {}}\n")
    path = model(tmp_path, text + "\n")
    found = refused(path)
    assert found.startswith(f"{path}:{line}:")
    assert says in found


def test_a_planar_model_has_no_include() -> None:
    with pytest.raises(ModelFileError, match="'include' is not known here"):
        loads("linkwork: 1\ninclude: {urdf: a.urdf}\n")


def test_errors_of_a_robot_begin_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "one.urdf"
    path.write_text("<robot name='r'><link name='a'/></robot>")
    with pytest.raises(ModelFileError) as error:
        lw.load_urdf(path, base="floating")
    assert str(error.value).startswith(f"{path}: the mechanism has no joints")


def test_the_inertias_of_the_robots_of_the_tests_are_possible() -> None:
    for name in ("arm.urdf", "chain.urdf"):
        m = lw.load_urdf(FILES / name)
        assert m.rules.warnings(m.scope()) == []
