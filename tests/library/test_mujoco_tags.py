"""Tags of MuJoCo models that are easily misread: repeated ones, shapes between points, classes, ranges."""

from __future__ import annotations

from pathlib import Path

import pytest

from linkwork.base.errors import ModelFileError
from linkwork.biomechanics import Skeleton, read_mjcf
from linkwork.library.biomechanics.paths.surfaces import Cylinder

HINGE = '<joint name="q" axis="0 1 0" range="-1 1"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
SITES = '<site name="low" pos="0.1 0 0"/>'
ROLL = '<geom name="roll" type="cylinder" size="0.02" fromto="0 -0.1 0.3 0 0.3 0.3"/>'
MUSCLE = '<muscle name="m" tendon="t" force="100" lengthrange="0.4 0.5"/>'
TENDON = '<spatial name="t"><site site="top"/><geom geom="roll"/><site site="low"/></spatial>'


def _read(folder: Path, head: str = "", body: str = "", tail: str = "", world: str = "") -> Skeleton:
    path = folder / "model.xml"
    path.write_text(
        f'<mujoco>{head}<worldbody><site name="top" pos="0.1 0 1"/>{world}<body name="b">{body}</body></worldbody>'
        f"{tail}</mujoco>"
    )
    return read_mjcf(path)


def _pulled(muscle: str = MUSCLE, tendon: str = TENDON) -> str:
    return f"<tendon>{tendon}</tendon><actuator>{muscle}</actuator>"


def _left(model: Skeleton) -> tuple[str, ...]:
    """What is left out, beside what all of these models leave out."""
    usual = ("geom that could touch others", "range of a joint that holds it")
    return tuple(one for one in model.left_out if not any(word in one for word in usual))


def test_a_second_tag_changes_only_what_it_says(tmp_path: Path) -> None:
    head = '<compiler angle="radian"/><option gravity="0 0 -1.62"/><compiler eulerseq="XYZ"/><option timestep="0.001"/>'
    model = _read(tmp_path, head, HINGE)
    assert model.coordinates[0].range == (-1, 1)
    assert model.gravity == (0, 0, -1.62)


def test_shapes_between_two_points_lie_there(tmp_path: Path) -> None:
    model = _read(tmp_path, "", HINGE + SITES, _pulled(), world=ROLL)
    roll = model.muscles[0].path[1]
    assert isinstance(roll, Cylinder)
    assert roll.center == pytest.approx((0, 0.1, 0.3)) and roll.axis == pytest.approx((0, 1, 0)) and roll.radius == 0.02
    box = _read(tmp_path, "", '<geom type="box" size="0.01" fromto="0.1 0 0 0.3 0 0"/>').bodies[0]
    assert box.mass == pytest.approx(8 * 0.01 * 0.01 * 0.1 * 1000) and box.center == pytest.approx((0.2, 0, 0))
    assert box.inertia[:2] == pytest.approx([box.mass * 2e-4 / 3, box.mass * 0.0101 / 3])
    egg = _read(tmp_path, "", '<geom type="ellipsoid" size="0.01" fromto="0 0 0.1 0 0 0.3"/>').bodies[0]
    assert egg.inertia[1:3] == pytest.approx([egg.mass * 0.0101 / 5, egg.mass * 2e-4 / 5])


def test_tags_in_bodies_that_are_not_read_are_listed(tmp_path: Path) -> None:
    more = '<frame pos="1 0 0"><body name="lost"/></frame><attach model="other"/><light/>'
    model = _read(tmp_path, "", HINGE + more, world='<replicate count="3"><geom size="1"/></replicate>')
    assert _left(model) == ("1 attach", "1 frame with what is in it", "1 light", "1 replicate with what is in it")


EVERYTHING = """
<compiler angle="radian"/><option timestep="0.002"/><size njmax="10"/><visual><map/></visual>
<statistic center="0 0 0"/><custom><numeric name="a" data="1"/></custom><extension><plugin plugin="x"/></extension>
<asset><mesh name="m" file="a.stl"/><material name="mm"/></asset>
<default><geom contype="1"/><equality active="false"/>
  <default class="d"><muscle ctrlrange="0 2" ctrllimited="true"/></default></default>
<contact><pair geom1="a" geom2="b"/><exclude body1="b" body2="b"/></contact>
<equality><weld body1="b" body2="b"/><joint joint1="q" joint2="q"/></equality>
<deformable><flex name="f"/></deformable><keyframe><key qpos="0"/><key qpos="1"/></keyframe>
<sensor><jointpos joint="q"/><touch site="low"/></sensor>
"""


def test_everything_that_is_not_taken_over_is_listed(tmp_path: Path) -> None:
    body = HINGE + SITES + '<camera/><composite type="grid"/><flexcomp name="f"/><site/><geom type="box" size="1 1 1"/>'
    general = '<general tendon="t" gaintype="muscle" lengthrange="0.4 0.5" gainprm="0.75 1.05 100"/>'
    muscles = MUSCLE.replace("<muscle", '<muscle class="d"') + general + '<motor joint="q"/><adhesion body="b"/>'
    tendons = TENDON + TENDON.replace('name="t"', 'name="band" stiffness="100"') + '<fixed name="f"/>'
    model = _read(tmp_path, EVERYTHING, body, _pulled(muscles, tendons), world=ROLL + "<light/><camera/>")
    assert len(model.muscles) == 2
    assert model.left_out == (
        "1 actuator adhesion",
        "1 actuator motor",
        "1 asset material",
        "1 asset mesh",
        "1 biastype none of a muscle: it is taken for muscle",
        "2 camera",
        "1 composite",
        "1 contact exclude",
        "1 contact pair",
        "1 ctrlrange 0 to 2 of a muscle: excitations lie between 0 and 1",
        "1 custom numeric",
        "1 deformable flex",
        "1 dyntype none of a muscle: it is taken for muscle",
        "1 equality joint",
        "1 equality weld",
        "1 extension plugin",
        "1 flexcomp",
        "2 geom that could touch others: nothing does",
        "2 keyframe key",
        "1 light",
        "1 range of a joint that holds it: a JointLimit would",
        "1 sensor jointpos",
        "1 sensor touch",
        "1 site without a name",
        "1 statistic",
        "1 tendon fixed 'f'",
        "1 tendon spatial 'band' without a muscle",
        "1 visual map",
    )


def test_global_coordinates_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="global coordinates are not read"):
        _read(tmp_path, '<compiler coordinate="global"/>', HINGE)


def test_the_side_of_a_sphere_is_listed(tmp_path: Path) -> None:
    ball = '<geom name="roll" size="0.02" pos="0.1 0 0.5"/><site name="side" pos="0.2 0 0.5"/>'
    tendon = TENDON.replace('geom="roll"', 'geom="roll" sidesite="side"')
    model = _read(tmp_path, "", HINGE + SITES, _pulled(tendon=tendon), ball)
    assert _left(model) == ("1 sidesite of a sphere: the shorter way is taken",)


def test_defaults_are_merged_kind_by_kind(tmp_path: Path) -> None:
    head = (
        '<default class="all"><joint axis="0 1 0" type="slide"/></default>'
        '<default><joint range="-2 3"/><default class="near"><joint range="-1 1"/></default></default>'
    )
    body = '<joint name="a"/><joint name="b" class="near"/><joint name="c" class="all"/>' + HINGE[HINGE.index("<i") :]
    model = _read(tmp_path, head, body)
    assert [one.range for one in model.coordinates] == [(-2, 3), (-1, 1), (-2, 3)]
    assert not any(one.turns for one in model.coordinates)
    assert [joint.moves[0].axis for joint in model.joints] == [(0, 1, 0)] * 3


@pytest.mark.parametrize(
    ("classes", "muscle", "general"),
    [
        ('<general gaintype="muscle" gainprm="0.7 1.1 50"/>', (50, 0.4), (50, 0.4)),
        ('<general gainprm="0.7 1.1 50"/><muscle force="300"/>', (300, 0.3), (300, 0.3)),
        ('<muscle force="300"/><general gainprm="0.7 1.1 50"/>', (50, 0.4), (50, 0.4)),
        ('<muscle force="300" range="0.6 1.2"/>', (300, 0.6), (300, 0.6)),
        ('<general gainprm="0.7 1.1 50"/>', (None, 0.3), None),
    ],
)
def test_actuators_of_all_kinds_share_the_defaults_of_a_class(
    tmp_path: Path, classes: str, muscle: tuple[float | None, float], general: tuple[float, float] | None
) -> None:
    """Strength, and the range of lengths over the optimal one, are those of MuJoCo 4.0.0."""
    tags = "".join(f'<{kind} name="{kind}" tendon="t" lengthrange="0.4 0.5"/>' for kind in ("muscle", "general"))
    model = _read(tmp_path, f"<default>{classes}</default>", HINGE + SITES, _pulled(tags + '<motor joint="q"/>'), ROLL)
    expected = {"muscle": muscle} | ({"general": general} if general else {})
    seen = {one.name: (one.strength, 0.1 / one.optimal_length) for one in model.muscles}
    assert seen.keys() == expected.keys()
    for name, (strength, range_) in expected.items():
        assert strength is None or seen[name][0] == strength  # none: scaled by what it accelerates
        assert seen[name][1] == pytest.approx(range_)
    assert "1 actuator motor" in model.left_out


def test_weight_that_is_taken_off_all_bodies_is_taken_off(tmp_path: Path) -> None:
    limb = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
    half = f'<body name="c" gravcomp="0.5">{limb}</body>'
    every = f'<body name="d" gravcomp="0.5">{limb}{half}</body>'
    assert _read(tmp_path, "", "", world=every).gravity == pytest.approx((0, 0, -4.905))
    some = _read(tmp_path, "", limb, world=half)
    assert some.gravity == pytest.approx((0, 0, -9.81))
    assert some.left_out == ("1 gravcomp 0.5 of body 'c': it has its whole weight",)
    off = _read(tmp_path, '<option><flag gravity="disable"/></option>', limb, world=half)
    assert off.gravity == (0, 0, 0) and off.left_out == ()


def test_what_would_change_forces_and_is_not_read_is_listed(tmp_path: Path) -> None:
    head = '<option density="1.2" wind="0 0 0"/><default><tendon stiffness="10"/></default>'
    muscle = MUSCLE.replace("/>", ' forcerange="-50 0" tausmooth="0"/>')
    world = ROLL + '<body name="hand" mocap="true"/>'
    model = _read(tmp_path, head, HINGE + SITES, _pulled(muscle), world)
    assert _left(model) == (
        "1 density of a medium",
        "1 forcerange of a muscle",
        "1 mocap of body 'hand': it stands still",
        "1 stiffness of a tendon",
    )


def test_settings_of_masses_are_listed_or_obeyed(tmp_path: Path) -> None:
    head = '<compiler boundmass="0.1" boundinertia="0.01" balanceinertia="true" inertiagrouprange="0 2"/>'
    model = _read(tmp_path, head, '<geom size="0.1" mass="2"/><geom size="0.1" mass="3" group="3"/>')
    assert model.bodies[0].mass == 2
    assert _left(model) == tuple(f"1 compiler {one}" for one in ("balanceinertia", "boundinertia", "boundmass"))
    assert _left(_read(tmp_path, '<compiler boundmass="0" balanceinertia="false"/>', HINGE)) == ()


def test_lengths_are_looked_for_in_the_whole_range_of_a_joint(tmp_path: Path) -> None:
    body = (
        '<joint name="q" type="slide" axis="0 0 -1" range="0.4 0.6"/><site name="low" pos="0.1 0 0"/>'
        '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
    )
    tendon = TENDON.replace('<geom geom="roll"/>', "")
    (muscle,) = _read(tmp_path, "", body, _pulled('<muscle tendon="t" force="100"/>', tendon)).muscles
    assert muscle.optimal_length == pytest.approx(0.2 / 0.3)  # lengths from 1.4 to 1.6 m


@pytest.mark.parametrize(
    ("head", "body", "muscle", "message"),
    [
        ("", HINGE.replace("-1 1", "1"), MUSCLE, "range has 1 numbers, not 2"),
        ("", HINGE.replace("-1 1", "1 -1"), MUSCLE, "joint 'q': range goes from"),
        ('<compiler eulerseq="ab"/>', HINGE, MUSCLE, 'eulerseq="ab" is not made of three letters'),
        ("", '<inertial pos="0 0 0" mass="1" fullinertia="1 1 1 0 0"/>', MUSCLE, "fullinertia has 5 numbers, not 6"),
        ("", '<geom size=""/>', MUSCLE, "size has 0 numbers, not one at least"),
        ("", '<geom type="box" size="1 1"/>', MUSCLE, "the size of a box needs 3 numbers"),
        ("", '<geom size="1" fromto="0 0 0 1 1 1"/>', MUSCLE, "not for a sphere"),
        ("", '<geom type="capsule" size="1" fromto="0 0 0 1"/>', MUSCLE, "fromto has 4 numbers, not 6"),
        ("", HINGE, MUSCLE.replace("/>", ' gear="2"/>'), "muscle 'm': a gear of 2 is not read"),
        ("", HINGE, MUSCLE.replace("/>", ' range="1 1"/>'), "muscle 'm': range goes from 1 to 1"),
        ("", HINGE, MUSCLE.replace("/>", ' timeconst="0.01"/>'), "timeconst has 1 numbers, not 2"),
    ],
)
def test_wrong_numbers_are_refused_with_file_and_line(
    tmp_path: Path, head: str, body: str, muscle: str, message: str
) -> None:
    with pytest.raises(ModelFileError) as error:
        _read(tmp_path, head, body + SITES, _pulled(muscle), ROLL)
    assert message in str(error.value) and str(error.value).startswith(f"{tmp_path / 'model.xml'}:1:")
