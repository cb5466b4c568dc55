"""URDF: what is read, where links and joints end up, and one clear error with file and line for everything else."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from linkwork.base.errors import MechanismError, ModelFileError
from linkwork.formats.urdf.parts import parts_of
from linkwork.formats.urdf.reader import read_urdf
from linkwork.mechanism.spatial.robot import Limits, Mimic, Origin, Robot
from linkwork.mechanism.spatial.robot_options import options_of

FILES = Path(__file__).parent / "files"
ARM = FILES / "arm.urdf"


def parts(robot: Robot, **options: Any) -> dict[str, Any]:
    return parts_of(robot, options_of(options), str(FILES))


def written(folder: Path, *lines: str) -> Path:
    path = folder / "robot.urdf"
    path.write_text("\n".join(("<robot name='r'>", *lines, "</robot>")))
    return path


LINKS = ("<link name='a'/>", "<link name='b'/>")


def hinge(kind: str = "revolute", name: str = "j", parent: str = "a", child: str = "b", more: str = "") -> str:
    axis = "" if "<axis" in more or kind in ("fixed", "floating") else "<axis xyz='0 0 1'/>"
    return f"<joint name='{name}' type='{kind}'><parent link='{parent}'/><child link='{child}'/>{axis}{more}</joint>"


# ---------------------------------------------------------------- what is read


def test_links_and_joints_are_read() -> None:
    robot = read_urdf(ARM)
    assert (robot.name, robot.root) == ("arm", "base_link")
    assert list(robot.links) == ["base_link", "upper", "fore", "slide", "finger", "tool"]
    assert {name: joint.type for name, joint in robot.joints.items()} == {
        "shoulder": "revolute",
        "elbow": "continuous",
        "lift": "prismatic",
        "grip": "prismatic",
        "mount": "fixed",
    }
    assert robot.joints["shoulder"].limits == Limits(-1.5, 2, 100, 3)
    assert robot.joints["shoulder"].damping == 0.7
    assert robot.joints["elbow"].axis == pytest.approx((math.sqrt(0.5), math.sqrt(0.5), 0))
    assert robot.joints["grip"].mimic == Mimic("lift", -0.5, 0.02)
    assert robot.links["tool"].inertial is None


def test_what_is_not_used_is_noted() -> None:
    notes = [note.rpartition(": ")[2] for note in read_urdf(ARM).notes]
    assert notes == ["1 <transmission> not used", "1 <collision> not used", "1 <dynamics friction> not used"]


def test_roll_pitch_and_yaw_turn_about_fixed_axes() -> None:
    rpy = (0.3, -0.2, 1.1)
    assert Origin(rpy=rpy).turn == pytest.approx(Rotation.from_euler("xyz", rpy).as_matrix())


def test_bodies_have_the_inertia_and_the_looks_of_the_links() -> None:
    bodies = parts(read_urdf(ARM))["bodies"]
    assert bodies["upper"]["mass"] == {
        "mass": 4.0,
        "center": [0, 0, 0.25],
        "inertia": {"xx": 0.1, "yy": 0.11, "zz": 0.04, "xy": 0.01, "yz": -0.003, "zx": 0.002},
        "inertia_axes": {"euler": [0.5, 0, 0], "order": "zyx"},
    }
    assert "mass" not in bodies["base_link"]
    assert bodies["base_link"]["geometry"] == [
        {"type": "cylinder", "radius": 0.1, "length": 0.2, "colour": "#808099ff"}
    ]
    assert bodies["upper"]["geometry"][0]["colour"] == "#ff000080"
    assert bodies["fore"]["geometry"] == [{"type": "mesh", "file": "angle.stl", "scale": [0.001] * 3}]
    assert not any("geometry" in body for body in parts(read_urdf(ARM, geometry=False))["bodies"].values())


def pose(body: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    estimate = body["estimate"]
    if isinstance(estimate, list):
        return np.array(estimate), np.eye(3)
    e0, e1, e2, e3 = estimate["orientation"]["parameters"]
    return np.array(estimate["position"]), Rotation.from_quat([e1, e2, e3, e0]).as_matrix()


def joint_frames(data: dict[str, Any], name: str) -> list[tuple[np.ndarray, np.ndarray]]:
    """Origin and axes of both frames of a joint in the world, as drawn."""
    frames = []
    for side in data["joints"][name]["between"]:
        ((body, frame),) = side.items()
        at, axes = (np.zeros(3), np.eye(3)) if body == "ground" else pose(data["bodies"][body])
        z, x = np.array(frame["axis"]), np.array(frame["x"])
        frames.append((at + axes @ np.array(frame["at"]), axes @ np.column_stack((x, np.cross(z, x), z))))
    return frames


BASE = {"at": [1, 2, 3], "orientation": {"axis": [1, 0, 1], "angle": "40 deg"}}


@pytest.mark.parametrize("name", ["ground_base_link", "shoulder", "elbow", "lift", "mount"])
def test_at_value_zero_the_frames_of_a_joint_coincide(name: str) -> None:
    (a, first), (b, second) = joint_frames(parts(read_urdf(ARM), **BASE), name)
    assert a == pytest.approx(b, abs=1e-14)
    assert first == pytest.approx(second, abs=1e-14)


def test_the_links_are_drawn_at_the_values_that_are_asked_for() -> None:
    data = parts(read_urdf(ARM), values={"shoulder": 0.4, "elbow": "-30 deg", "lift": 0.03}, **BASE)
    for name, angle in (("shoulder", 0.4), ("elbow", -math.pi / 6)):
        (a, first), (b, second) = joint_frames(data, name)
        assert a == pytest.approx(b, abs=1e-14)
        relative = first.T @ second
        assert relative[2] == pytest.approx(np.array([0, 0, 1]), abs=1e-14)
        assert math.atan2(relative[1, 0], relative[0, 0]) == pytest.approx(angle)
    for name, way in (("lift", 0.03), ("grip", 0.02 - 0.5 * 0.03)):
        (a, first), (b, second) = joint_frames(data, name)
        assert first == pytest.approx(second, abs=1e-14)
        assert first.T @ (b - a) == pytest.approx(np.array([0, 0, way]), abs=1e-14)


def test_the_end_of_the_arm_is_where_the_chain_of_transforms_puts_it() -> None:
    data = parts(read_urdf(ARM), values={"shoulder": 0.4, "elbow": 0.2, "lift": 0.03})
    steps = [
        ((0, 0, 0.2), (0.3, -0.2, 0.1), Rotation.from_rotvec([0, 0.4, 0])),
        ((0, 0, 0.5), (0, 0, 0), Rotation.from_rotvec(0.2 * math.sqrt(0.5) * np.array([1, 1, 0]))),
        ((0.1 + 0.03, 0, 0.3), (0, math.pi / 2, 0), Rotation.identity()),
        ((0, 0, 0.1), (0, 0, 1), Rotation.identity()),
    ]
    at, turn = np.zeros(3), Rotation.identity()
    for xyz, rpy, motion in steps:
        at = at + turn.apply(xyz)
        turn = turn * Rotation.from_euler("xyz", rpy) * motion
    found, axes = pose(data["bodies"]["tool"])
    assert found == pytest.approx(at, abs=1e-14)
    assert axes == pytest.approx(turn.as_matrix(), abs=1e-14)


def test_a_mimic_joint_becomes_a_coupler_and_damping_a_damper() -> None:
    data = parts(read_urdf(ARM))
    assert data["joints"]["grip_mimic"] == {
        "type": "coupler",
        "of": [{"joint": "grip"}, {"joint": "lift", "factor": 0.5}],
        "value": 0.02,
    }
    assert data["forces"] == {
        "shoulder_damping": {"type": "joint_spring", "joint": "shoulder", "damping": 0.7},
        "lift_damping": {"type": "joint_spring", "joint": "lift", "damping": 5.0},
    }


def test_limits_become_stops_only_when_asked_for() -> None:
    forces = parts(read_urdf(ARM), stops={"stiffness": 1e4, "damping": 3})["forces"]
    assert forces["lift_stop"] == {
        "type": "end_stop",
        "joint": "lift",
        "lower": -0.1,
        "upper": 0.1,
        "stiffness": 10000,
        "damping": 3,
    }
    assert "elbow_stop" not in forces


def test_a_floating_base_has_no_joint_and_names_may_get_a_prefix() -> None:
    data = parts(read_urdf(ARM), base="floating", prefix="left_")
    assert "left_base_link" in data["bodies"]
    assert list(data["joints"]) == [
        "left_shoulder",
        "left_elbow",
        "left_lift",
        "left_grip",
        "left_grip_mimic",
        "left_mount",
    ]


def test_floating_and_planar_joints_are_known(tmp_path: Path) -> None:
    links = "".join(f"<link name='{name}'/>" for name in "abc")
    robot = read_urdf(written(tmp_path, links, hinge("floating"), hinge("planar", "k", "b", "c")))
    joints = parts(robot)["joints"]
    assert [joint["type"] for joint in joints.values()] == ["fixed", "planar"]


def test_names_that_a_mechanism_cannot_have_are_changed(tmp_path: Path) -> None:
    links = "".join(f"<link name='{name}'/>" for name in ("ground", "arm/link.1", "2", "j"))
    joints = (
        hinge("fixed", "j", "ground", "arm/link.1"),
        hinge("fixed", "k", "ground", "2"),
        hinge("fixed", "2", "2", "j"),
    )
    data = parts(read_urdf(written(tmp_path, links, *joints)))
    assert list(data["bodies"]) == ["ground_link", "arm_link_1", "_2", "j"]
    assert list(data["joints"]) == ["ground_ground_link", "j_joint", "k", "_2_joint"]


def test_meshes_are_found_beside_and_around_the_file(tmp_path: Path) -> None:
    package = tmp_path / "arm_parts"
    (package / "urdf").mkdir(parents=True)
    (package / "meshes").mkdir()
    (package / "meshes" / "a b.stl").write_bytes((FILES / "angle.stl").read_bytes())
    for name in ("package://arm_parts/meshes/a%20b.stl", "../meshes/a b.stl"):
        visual = f"<link name='a'><visual><geometry><mesh filename='{name}'/></geometry></visual></link>"
        path = written(package / "urdf", visual)
        (shape,) = read_urdf(path).links["a"].geometry
        assert shape["file"] == str(package / "meshes" / "a b.stl")


def test_meshes_of_other_kinds_are_noted_and_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.dae").write_text("x")
    visual = "<link name='a'><visual><geometry><mesh filename='a.dae'/></geometry></visual></link>"
    robot = read_urdf(written(tmp_path, visual))
    assert robot.links["a"].geometry == ()
    assert "'a.dae' is not shown; meshes are STL or OBJ" in robot.notes[0]


# ---------------------------------------------------------------- what is refused

BAD = {
    "an unknown joint type": (
        (*LINKS, hinge("ball")),
        4,
        "joint 'j': its type 'ball' is not known; types are: revolute",
    ),
    "no joint type": ((*LINKS, "<joint name='j'/>"), 4, "joint 'j': <joint> needs the attribute 'type'"),
    "a missing link": ((*LINKS, hinge(child="c")), 4, "joint 'j': link 'c' is not defined"),
    "a missing parent": ((*LINKS, "<joint name='j' type='fixed'><child link='b'/></joint>"), 4, "<parent> is missing"),
    "two roots": (LINKS, 3, "the robot has several roots, 'a', 'b'"),
    "two parents": (
        (*LINKS, "<link name='c'/>", hinge(), hinge(name="k", parent="c")),
        6,
        "joint 'k': link 'b' hangs on joint 'j' already (line 5)",
    ),
    "a cycle": ((*LINKS, hinge(), hinge(name="k", parent="b", child="a")), 5, "the links form a cycle: a -> b -> a"),
    "a cycle beside the root": (
        ("<link name='o'/>", *LINKS, hinge(), hinge(name="k", parent="b", child="a")),
        6,
        "the links form a cycle: a -> b -> a",
    ),
    "a link on itself": ((*LINKS, hinge(child="a")), 4, "joint 'j': it joins link 'a' to itself"),
    "no axis": (
        (*LINKS, "<joint name='j' type='revolute'><parent link='a'/>", "<child link='b'/></joint>"),
        4,
        "joint 'j': its axis is missing",
    ),
    "a zero axis": ((*LINKS, hinge(more="<axis xyz='0 0 0'/>")), 4, "joint 'j': its axis is zero"),
    "an axis of two": ((*LINKS, hinge(more="<axis xyz='0 1'/>")), 4, "'xyz' needs three numbers; found '0 1'"),
    "a word for a number": ((*LINKS, hinge(more="<origin xyz='0 x 1'/>")), 4, "'xyz' needs a number; found 'x'"),
    "an infinite number": ((*LINKS, hinge(more="<origin rpy='0 inf 1'/>")), 4, "'rpy' must be finite; found 'inf'"),
    "limits crossed": (
        (*LINKS, hinge(more="<limit lower='2' upper='1'/>")),
        4,
        "joint 'j': its lower limit 2 is above the upper one 1",
    ),
    "negative damping": ((*LINKS, hinge(more="<dynamics damping='-1'/>")), 4, "damping must not be negative; it is -1"),
    "a link twice": ((*LINKS, "<link name='a'/>"), 4, "link 'a' is defined twice, first on line 2"),
    "a joint twice": ((*LINKS, hinge(), hinge()), 5, "joint 'j' is defined twice, first on line 4"),
    "no links": ((), 1, "the robot has no links"),
    "no name": (("<link/>",), 2, "link: <link> needs the attribute 'name'"),
    "no mass": (("<link name='a'>", "<inertial/></link>"), 3, "link 'a': its inertial: <mass> is missing"),
    "negative mass": (
        ("<link name='a'><inertial><mass value='-2'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>",),
        2,
        "link 'a': mass must not be negative; it is -2",
    ),
    "no moment": (
        ("<link name='a'><inertial><mass value='2'/><inertia ixx='1' iyy='1'/></inertial></link>",),
        2,
        "link 'a': <inertia> needs the attribute 'izz'",
    ),
    "a missing mesh": (
        ("<link name='a'><visual><geometry>", "<mesh filename='package://p/m.stl'/></geometry></visual></link>"),
        3,
        "link 'a': its visual: the mesh file 'package://p/m.stl' is missing; looked for p/m.stl or m.stl",
    ),
    "a mesh of the network": (
        ("<link name='a'><visual><geometry><mesh filename='https://e.org/m.stl'/></geometry></visual></link>",),
        2,
        "only local files are read",
    ),
    "an unknown shape": (
        ("<link name='a'><visual><geometry><blob/></geometry></visual></link>",),
        2,
        "<blob> is not known; known are: box",
    ),
    "a shape of no size": (
        ("<link name='a'><visual><geometry><sphere radius='0'/></geometry></visual></link>",),
        2,
        "the sizes of a sphere must be greater than zero; found 0",
    ),
    "a bad colour": (
        ("<link name='a'/>", "<material name='m'><color rgba='1 0 0'/></material>"),
        3,
        "'rgba' needs four numbers from 0 to 1",
    ),
    "a mimic of nothing": ((*LINKS, hinge(more="<mimic joint='x'/>")), 4, "it mimics joint 'x', which is not defined"),
    "a mimic of itself": ((*LINKS, hinge(more="<mimic joint='j'/>")), 4, "joints mimic each other: j -> j"),
    "a mimic of a weld": (
        (*LINKS, "<link name='c'/>", hinge("fixed"), hinge(name="k", child="c", more="<mimic joint='j'/>")),
        6,
        "joint 'k': mimic needs joints with one value; 'j' is fixed",
    ),
    "a macro": (("<xacro:include filename='x'/>",), 2, "<xacro:include> is a macro"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_refused_with_file_and_line(name: str, tmp_path: Path) -> None:
    lines, line, says = BAD[name]
    path = written(tmp_path, *lines)
    with pytest.raises(ModelFileError) as error:
        read_urdf(path)
    text = str(error.value)
    assert text.startswith(f"{path}:{line}: ")
    assert says in text
    assert "\n" not in text


LAUGHS = """<?xml version="1.0"?>
<!DOCTYPE robot [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<robot name="&b;"><link name="a"/></robot>"""
OUTSIDE = """<?xml version="1.0"?>
<!DOCTYPE robot [<!ENTITY a SYSTEM "file:///etc/passwd">]>
<robot name="r"><link name="a">&a;</link></robot>"""


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (LAUGHS, ":2: document types (<!DOCTYPE>) and entities are not read"),
        (OUTSIDE, ":2: document types (<!DOCTYPE>) and entities are not read"),
        ("<robot name='r'>&a;</robot>", ":1:17: this is not valid XML: undefined entity"),
        ("", "this is not valid XML: no element found"),
        ("linkwork: 1", ":1:1: this is not valid XML: syntax error"),
        ("<robot>\n<link>\n</robot>", ":3:3: this is not valid XML: mismatched tag"),
        ("<sdf/>", ":1: a URDF file begins with <robot>, not <sdf>"),
        ("<robot>" + "<a>" * 60 + "</a>" * 60 + "</robot>", "tags are nested too deeply"),
        ("<?xml version='1.0' encoding='nonsense'?><robot/>", "this is not valid XML: unknown encoding"),
    ],
)
def test_dangerous_or_broken_xml_is_refused(content: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "robot.urdf"
    path.write_text(content)
    with pytest.raises(ModelFileError) as error:
        read_urdf(path)
    assert str(error.value).startswith(str(path))
    assert says in str(error.value)


def test_files_that_are_not_there_or_too_large_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="there is no such file"):
        read_urdf(tmp_path / "none.urdf")
    with pytest.raises(ModelFileError, match="this is not a file"):
        read_urdf(tmp_path)
    with open(tmp_path / "huge.urdf", "wb") as file:
        file.truncate(17 * 2**20)
    with pytest.raises(ModelFileError, match="the file is too large, 17 MiB; a URDF file has at most 16 MiB"):
        read_urdf(tmp_path / "huge.urdf")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"base": "flying"}, "load_urdf: 'base': must be 'fixed' or 'floating'"),
        ({"at": [0, 0]}, "load_urdf: item 3 of the list is missing"),
        ({"values": {"elbo": 1}}, "values: joint 'elbo' is not defined; did you mean 'elbow'?"),
        ({"values": {"mount": 1}}, "values: joint 'mount' is fixed and has no single value"),
        ({"at": [0, 0, "r"]}, "at: a plain number is needed here"),
        ({"orientation": {"axis": [0, 0, 0], "angle": 1}}, "orientation: the 'axis' of the orientation is zero"),
        ({"stops": {}}, "load_urdf: 'stiffness' is missing"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], says: str) -> None:
    with pytest.raises(MechanismError) as error:
        parts(read_urdf(ARM), **options)
    assert says in str(error.value)
