"""`.DYN` files as mechanisms, and what is told about the two samples of the thesis."""

from __future__ import annotations

import math

import pytest

import linkwork as lw
from formats.dyn.samples import POLYNOMIAL_CAM, SIMPLE_CAM, changed, line_of, loaded, sentences
from linkwork.base.errors import ModelFileError


def value(expression) -> float:
    return float(expression.value({}))


def test_the_polynomial_cam_has_its_parts() -> None:
    m, _ = lw.load_dyn(POLYNOMIAL_CAM)
    assert list(m.bodies_by_name) == ["ground", "cam2_2", "cam2_3"]
    assert [(name, joint.type) for name, joint in m.joints.items()] == [
        ("pair_1", "revolute"),
        ("pair_3", "translational"),
    ]
    assert m.contacts["pair_2"].between == ("cam2_2.curve_23", "cam2_3.curve_32")
    cam, follower = m.mass_properties("cam2_2"), m.mass_properties("cam2_3")
    assert (cam.mass, cam.inertia) == (5.0, 1000.0)
    assert (follower.mass, follower.inertia) == (0.15, 0.0)
    spring = m.forces["spring_pair_3"]
    assert (value(spring.stiffness), value(spring.free)) == (100.0, 0.0)
    assert m.gravity is None


def test_the_header_asks_for_the_simulation() -> None:
    m, _ = lw.load_dyn(SIMPLE_CAM)
    request = m.analysis.simulate
    assert (value(request.until), request.points) == (13.0, 1301)
    assert {name: value(speed) for name, speed in request.speeds.items()} == {"pair_1.omega": -0.5}
    assert {name: value(held) for name, held in request.hold.items()} == {"pair_1.angle": 0.0}


def test_a_dependent_joint_is_moved_to_where_the_active_contact_is_closed() -> None:
    """D.2 starts at 59.934506; the base circle and the roller make 54.9346068 + 5."""
    m, report = lw.load_dyn(POLYNOMIAL_CAM)
    assert value(m.bodies_by_name["cam2_3"].estimate[0]) == pytest.approx(59.9346068, abs=1e-10)
    told = [told for told in sentences(report, "assumed") if "is not independent" in told]
    assert len(told) == 1
    assert "59.934506 is an estimate and becomes 59.9346068, where the active contact '2' is closed" in told[0]


def test_a_joint_is_left_alone_where_the_contact_is_not_active() -> None:
    inactive = ("CONTACT ACTIF : TRUE", "CONTACT ACTIF : FALSE")
    m, report = loaded(changed(SIMPLE_CAM, inactive, ("INITIAL POSITION:\n 40", "INITIAL POSITION:\n 41")))
    assert value(m.bodies_by_name["cam2_3"].estimate[0]) == 41.0
    assert "apart" not in report.text()


def test_a_velocity_of_another_joint_is_kept_where_no_loop_of_joints_decides_it() -> None:
    m, _ = loaded(changed(SIMPLE_CAM, ("INITIAL VELOCITY :\n 0", "INITIAL VELOCITY :\n 2")))
    speeds = {name: value(speed) for name, speed in m.analysis.simulate.speeds.items()}
    assert speeds == {"pair_3.speed": 2.0, "pair_1.omega": -0.5}


def test_the_bodies_start_where_the_joints_put_them() -> None:
    m, _ = lw.load_dyn(SIMPLE_CAM)
    assert [value(number) for number in m.bodies_by_name["cam2_3"].estimate] == [40.0, 0.0, 0.0]


def test_the_profiles_are_the_curves() -> None:
    m, _ = lw.load_dyn(SIMPLE_CAM)
    kinds = [element.type for element in m.bodies_by_name["cam2_2"].profiles["curve_23"].elements]
    assert kinds == ["arc", "point", "segment", "point", "segment", "point", "segment", "point"]
    m, _ = lw.load_dyn(POLYNOMIAL_CAM)
    profile = m.bodies_by_name["cam2_2"].profiles["curve_23"]
    angles = [(value(e.begin), value(e.finish), value(e.shift)) for e in profile.elements if e.type == "polynomial"]
    assert angles == [
        pytest.approx(expected)
        for expected in [(90, 95, 90), (95, 105, 90), (105, 255, 180), (-105, -95, -90), (-95, -90, -90)]
    ]


def test_the_conflicts_of_the_first_sample() -> None:
    """D.2: the links of two records, two seams of the profile, contact coordinates that are those of D.3, and a start
    of 59.934506 where base radius and roller make 59.9346068."""
    text = POLYNOMIAL_CAM.read_text()
    _, report = lw.load_dyn(POLYNOMIAL_CAM)
    second, third = line_of(text, "ENTITY : OCPA", 2), line_of(text, "ENTITY : OCPA", 3)
    assert sentences(report, "conflict") == [
        f"line {line_of(text, 'POLYLN', 2)}: curve '23': a seam of 9.46e-05 is between elements 3 and 4",
        f"line {line_of(text, 'POLYLN', 3)}: curve '23': a seam of 9.46e-05 is between elements 4 and 5",
        f"line {line_of(text, 'NAEE')}: SURF: 'NAEE' is not known; it is read as NAME",
        f"line {second}: OCPA '2': its links are cam2_1 and cam2_2, those of PAIR '2' are cam2_2 and cam2_3; "
        "the PAIR is taken",
        f"line {second}: OCPA '2': the contact is active at the coordinates 0.5 and 0.5, but with the initial "
        "positions of the joints these points are 42.05 apart and their tangents 45 deg; "
        "the positions of the joints are taken",
        f"line {second}: OCPA '2': the contact is active, but with the initial positions of the joints its curves "
        "overlap by 0.0001008",
        f"line {third}: OCPA '3': its links are cam2_1 and cam2_2, those of PAIR '3' are cam2_1 and cam2_3; "
        "the PAIR is taken",
    ]


def test_the_conflicts_of_the_second_sample() -> None:
    """D.3: inertia and mass of the cam do not belong together, no spring, a velocity called a position."""
    _, report = lw.load_dyn(SIMPLE_CAM)
    told = "\n".join(sentences(report, "conflict"))
    assert len(sentences(report, "conflict")) == 4
    assert "LINK 'cam2_2': mass 0.05 and inertia 9800 make a radius of gyration of 442.7, more than the 36.4" in told
    assert "OCPA '2': it is active, but no spring, force or gravity of the file presses it" in told
    assert "OCPA '3': INITIAL VELOCITY stands here a second time, with the same value" in told
    assert "OCPA '1': INITIAL POSITION stands here a second time" in told


def test_what_a_file_leaves_open_is_told() -> None:
    _, report = lw.load_dyn(SIMPLE_CAM)
    told = "\n".join(sentences(report, "assumed"))
    assert "line 1: the file gives no units" in told
    assert "STEP is taken as the distance of the points of the result" in told
    assert "pair '1' is called 'pair_1' in the mechanism" in told
    assert report.text().splitlines() == [f"{finding.kind}: {finding}" for finding in report]


def test_gravity_has_no_direction_in_the_file() -> None:
    text = changed(SIMPLE_CAM, ("GRAVITY : 0.0", "GRAVITY : 9.81"))
    m, report = loaded(text)
    assert [value(number) for number in m.gravity] == [0.0, -9.81]
    assert any("GRAVITY 9.81 has no direction" in told for told in sentences(report, "assumed"))
    m, report = loaded(text, down=(3, 4))
    assert [value(number) for number in m.gravity] == pytest.approx([9.81 * 0.6, 9.81 * 0.8])
    assert "has no direction" not in report.text()
    with pytest.raises(ModelFileError, match=r"^cam.dyn:1:1: down: give a direction"):
        loaded(text, down=(0, 0))


SHIFTED = (
    "NAME : 21\nTYPE DE SURFACE : REPERE\nSHAPE\n 1 0 0 0\n 0 1 0 0\n",
    "NAME : 21\nTYPE DE SURFACE : REPERE\nSHAPE\n 0 -1 0 0\n 1 0 0 0\n",
)
FORCES = (
    "JOINT : 1\nFORCE : 0.0E+0000\nSTIFF : 0.0E+0000\nLENGTH : 0.0E+0000",
    "JOINT : 1\nFORCE : 3\nSTIFF : -7\nLENGTH : 0.25",
)


def test_the_angle_of_a_frame_is_counted_in_the_joint() -> None:
    """The frame of the cam is turned by 90 deg on it, so with q = 0 the cam stands at -90 deg; springs go with q."""
    m, _ = loaded(changed(SIMPLE_CAM, SHIFTED, FORCES))
    assert value(m.bodies_by_name["cam2_2"].estimate[2]) == pytest.approx(-math.pi / 2)
    assert value(m.analysis.simulate.hold["pair_1.angle"]) == pytest.approx(-math.pi / 2)
    spring = m.forces["spring_pair_1"]
    assert (value(spring.stiffness), value(spring.free)) == (7.0, pytest.approx(0.25 - math.pi / 2))
    assert value(m.forces["force_pair_1"].force.value) == 3.0


def test_a_joint_with_its_axis_down_turns_the_other_way() -> None:
    down = (" 1 0 0 0\n 0 1 0 0\n 0 0 1 0", " 1 0 0 0\n 0 -1 0 0\n 0 0 -1 0")
    frames = [
        (
            f"NAME : {name}\nTYPE DE SURFACE : REPERE\nSHAPE\n{down[0]}",
            f"NAME : {name}\nTYPE : REPERE\nSHAPE\n{down[1]}",
        )
        for name in (21, 12)
    ]
    m, _ = loaded(changed(SIMPLE_CAM, *frames, FORCES))
    assert value(m.analysis.simulate.speeds["pair_1.omega"]) == 0.5
    assert value(m.forces["spring_pair_1"].free) == -0.25
    assert value(m.forces["force_pair_1"].force.value) == -3.0


def test_a_mass_centre_off_the_frame_is_moved_to() -> None:
    """J14 = m x, and J11 + J22 is about the frame's origin."""
    old = " 9800 0 0 0\n 0 0 0 0\n 0 0 0 0\n 0 0 0 0.05"
    m, _ = loaded(changed(SIMPLE_CAM, (old, " 30 0 0 4\n 0 10 0 2\n 0 0 0 0\n 4 2 0 2")))
    found = m.mass_properties("cam2_2")
    assert (found.mass, found.x, found.y, found.inertia) == (2.0, 2.0, 1.0, 30.0)


TOLD = {
    "positive stiffness": ([("STIFF : 0.0E+0000", "STIFF : 5")], "conflict", "STIFF 5 is positive"),
    "length without stiffness": ([("LENGTH : 0.0E+0000", "LENGTH : 5")], "unused", "LENGTH 5 plays no part"),
    "name of a record": ([("NAME : 3\nJOINT : 3", "NAME : x\nJOINT : 3")], "conflict", "it belongs to the joint '3'"),
    "moving without mass": ([("0 0 0 0.5\n", "0 0 0 0\n")], "conflict", "it moves and has no mass"),
    "matrix not symmetric": ([(" 9800 0 0 0", " 9800 0 0 1")], "conflict", "MASS is not symmetric"),
    "no motor": ([("ARMOTOR[1] : TRUE", "ARMOTOR[1] : FALSE")], "assumed", "no ARMOTOR[1] is TRUE"),
    "second motor": ([("ARMOTOR[2] : FALSE", "ARMOTOR[2] : TRUE")], "unused", "the joint has one variable"),
    "no active flag": ([("CONTACT ACTIF : TRUE\n", "")], "assumed", "CONTACT ACTIF is missing"),
    "no restitution": ([("Restitution : 0", "")], "assumed", "RESTITUTION is missing; 0 is taken"),
    "loop that jumps": ([("RECLOOP : FALSE", "RECLOOP : TRUE")], "conflict", "LOOP '1': pair '3' does not begin at"),
    "loop of unknown pairs": ([("RECLOOP : TRUE\n1", "RECLOOP : TRUE\n9")], "conflict", "there is no pair '9'"),
    "step that does not fit": (
        [("TIME : 13.0", "TIME : 13.005")],
        "conflict",
        "TIME 13.005 is no multiple of STEP 0.01",
    ),
    "no record of a link": (
        [("ENTITY : OCLI\nNAME : cam2_3\nSOLIDE : cam2_3\nFIXED : FALSE\n", "")],
        "assumed",
        "LINK 'cam2_3': it has no OCLI",
    ),
    "start apart": (
        [("INITIAL POSITION:\n 40", "INITIAL POSITION:\n 41")],
        "conflict",
        "these points are 1 apart and their tangents 0 deg",
    ),
    "curves apart": ([("INITIAL POSITION:\n 40", "INITIAL POSITION:\n 41")], "conflict", "its curves are 1 apart"),
    "curves overlap": (
        [("INITIAL POSITION:\n 40", "INITIAL POSITION:\n 39.75")],
        "conflict",
        "its curves overlap by 0.25",
    ),
    "place that is not used": ([("ARO\n 1 0 0 0", "ARO\n 1 0 0 7")], "unused", "LINK 'cam2_3': ARO is not used"),
}


@pytest.mark.parametrize(("changes", "kind", "words"), TOLD.values(), ids=TOLD)
def test_an_inconsistency_is_told(changes: list[tuple[str, str]], kind: str, words: str) -> None:
    _, before = lw.load_dyn(SIMPLE_CAM)
    _, report = loaded(changed(SIMPLE_CAM, *changes))
    assert words not in before.text()
    assert any(words in told for told in sentences(report, kind)), report.text()


def test_a_link_without_joints_starts_where_its_matrix_puts_it() -> None:
    pair = SIMPLE_CAM.read_text().split("\n\n")
    text = "\n\n".join(block for block in pair if "PRISMATIQUE" not in block and "JOINT : 3" not in block)
    text = text.replace("ARO\n 1 0 0 0", "ARO\n 1 0 0 40", 1)
    m, report = loaded(text)
    assert value(m.bodies_by_name["cam2_3"].estimate[0]) == 40.0
    assert any("no joint leads to it" in told for told in sentences(report, "assumed"))


UNIT = " 1 0 0 {x}\n 0 1 0 0\n 0 0 1 0\n"
NO_FORCE = "FORCE : 0\nSTIFF : 0\nLENGTH : 0\n"


def four_bar(last: float) -> str:
    """A parallelogram of bars 1, 2, 1 on a frame of 2: cranks at 90 deg; `last` is the angle in its last pin."""
    bars = {"frame": 2, "crank": 1, "rod": 2, "rocker": 1}
    inertia = " 1 0 0 0\n 0 1 0 0\n 0 0 0 0\n 0 0 0 1\n"
    text = "ENTITY : MECH\nNAME : bars\nGRAVITY : 0\nTIME : 1\nSTEP : 0.1\nSTATE : new\n\n"
    for name, length in bars.items():
        text += f"ENTITY : LINK\nNAME : {name}\nARO\n{UNIT.format(x=0)}MASS\n{inertia}\n"
        for end, x in (("a", 0), ("b", length)):
            text += f"ENTITY : SURF\nNAME : {end}\nTYPE : REPERE\nSHAPE\n{UNIT.format(x=x)}\n"
    pins = {"A": ("frame", "a", "crank", "a"), "B": ("crank", "b", "rod", "a"), "C": ("rod", "b", "rocker", "b")}
    pins["D"] = ("frame", "b", "rocker", "a")
    for name, (first, one, second, other) in pins.items():
        ends = f"PINLINK : {first}\nPINSURF : {one}\nPOUTLINK : {second}\nPOUTSURF : {other}\n"
        text += f"ENTITY : PAIR\nNAME : {name}\n{ends}TYPE : ROTOIDE\n\n"
    for name in bars:
        text += f"ENTITY : OCLI\nNAME : {name}\nSOLID : {name}\nFIXED : {'TRUE' if name == 'frame' else 'FALSE'}\n\n"
    quarter = math.pi / 2
    for (name, (first, _, second, _)), angle in zip(pins.items(), (quarter, -quarter, last, quarter), strict=True):
        ends = f"LINK OF INPUT PAIR : {first}\nLINK OF OUTPUT PAIR : {second}\n"
        start = f"INITIAL POSITION :\n {angle} 0 0 0 0 0\nINITIAL VELOCITY :\n 3 0 0 0 0 0\n"
        flag = f"ARMOTOR[1] : {'TRUE' if name == 'A' else 'FALSE'}\n"
        text += f"ENTITY : OCPA\nNAME : {name}\nJOINT : {name}\n{NO_FORCE}{ends}{start}{flag}\n"
    return text


def test_a_closed_loop_starts_from_its_independent_joint() -> None:
    m, report = loaded(four_bar(math.pi / 2))
    assert not sentences(report, "conflict")
    assert list(m.analysis.simulate.speeds) == ["A.omega"]
    assert sum("its velocity follows from the independent joints" in told for told in sentences(report, "unused")) == 3
    rod = m.assemble(hold={"A.angle": math.pi / 2}).poses["rod"]
    assert rod == pytest.approx((0.0, 1.0, 0.0), abs=1e-9)


def test_initial_positions_that_do_not_close_a_loop_are_told() -> None:
    _, report = loaded(four_bar(1.0))
    assert any("the initial positions do not close its loop, by" in told for told in sentences(report, "conflict"))


def test_the_matrix_of_the_fixed_link_moves_its_frames() -> None:
    fixed = "NAME : cam2_1\nARO\n 1 0 0 "
    m, _ = loaded(changed(SIMPLE_CAM, (fixed + "0", fixed + "100")))
    assert value(m.bodies_by_name["cam2_3"].estimate[0]) == 140.0
    assert value(m.joints["pair_1"].between[0].coordinates[0]) == 100.0


def test_the_ends_of_polynomials_can_be_given() -> None:
    text = POLYNOMIAL_CAM.read_text()
    _, report = loaded(text, spans={"23": (5, 15, 75, -5, 0)})
    assert "is not in the file" not in report.text()
    with pytest.raises(ModelFileError, match="spans: there is no curve '24'"):
        loaded(text, spans={"24": (5,)})


def test_a_dyn_file_is_no_model_file() -> None:
    with pytest.raises(ModelFileError, match=r"read it with linkwork\.load_dyn"):
        lw.load(SIMPLE_CAM)
