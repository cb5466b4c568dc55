"""Surfaces, limits, ligaments and Thelen muscles of OpenSim files."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from linkwork.base.errors import ModelFileError
from linkwork.biomechanics import Cylinder, Ellipsoid, PathPoint, Sphere, Torus, muscle_paths, read_osim, resting_fibres
from linkwork.muscles import DeGroote, Thelen

FILE = Path(__file__).parents[1] / "data" / "leg.osim"
SURFACES = """<WrapObjectSet><objects>
<WrapCylinder name="roll"><xyz_body_rotation>0 0 0.4</xyz_body_rotation><translation>0.02 -0.4 0</translation>
<quadrant>-x</quadrant><radius>0.03</radius><length>0.1</length></WrapCylinder>
<WrapEllipsoid name="egg"><translation>0 -0.02 0.01</translation><dimensions>0.03 0.04 0.05</dimensions></WrapEllipsoid>
<WrapSphere name="ball"><active>false</active><radius>0.02</radius></WrapSphere>
<WrapTorus name="ring"><inner_radius>0.01</inner_radius><outer_radius>0.05</outer_radius></WrapTorus>
</objects></WrapObjectSet>"""
WRAPS = """<PathWrapSet><objects><PathWrap name="a"><wrap_object>egg</wrap_object><range>2 3</range></PathWrap>
<PathWrap name="b"><wrap_object>roll</wrap_object><range>-1 -1</range></PathWrap>
<PathWrap name="c"><wrap_object>ball</wrap_object></PathWrap></objects></PathWrapSet>"""
FORCES = """<CoordinateLimitForce name="knee_limit"><coordinate>knee_angle</coordinate>
<upper_stiffness>20</upper_stiffness><upper_limit>5</upper_limit><lower_stiffness>10</lower_stiffness>
<lower_limit>-120</lower_limit><damping>0.1</damping><transition>6</transition></CoordinateLimitForce>
<Ligament name="band"><GeometryPath><PathPointSet><objects>
<PathPoint name="P1">
<socket_parent_frame>/bodyset/thigh</socket_parent_frame><location>0 -0.35 0.04</location></PathPoint>
<PathPoint name="P2">
<socket_parent_frame>/bodyset/shank</socket_parent_frame><location>0 -0.05 0.04</location></PathPoint>
</objects></PathPointSet></GeometryPath><resting_length>0.09</resting_length><pcsa_force>300</pcsa_force>
<force_length_curve><SimmSpline><x>1 1.1 1.2</x><y>0 0.5 1.2</y></SimmSpline></force_length_curve></Ligament>"""


def _text() -> str:
    text = FILE.read_text()
    thigh = "<inertia>0.13 0.03 0.14 0 0 0</inertia></Body>"
    assert thigh in text
    text = text.replace(thigh, thigh.replace("</Body>", f"{SURFACES}</Body>"))
    last = "</objects></PathPointSet></GeometryPath>\n\t\t\t\t<max_isometric_force>1900"
    assert last in text
    text = text.replace(last, last.replace("</GeometryPath>", f"{WRAPS}</GeometryPath>"))
    text = text.replace('<CoordinateLimitForce name="knee_limit" />', FORCES)
    head, tail = text.split('<Millard2012EquilibriumMuscle name="vasti">')
    inner, rest = tail.split("</Millard2012EquilibriumMuscle>", 1)
    given = "<FmaxTendonStrain>0.05</FmaxTendonStrain><Af>0.3</Af>"
    return f'{head}<Thelen2003Muscle name="vasti">{inner}{given}</Thelen2003Muscle>{rest}'


def test_surfaces_stand_between_the_points_of_their_range(tmp_path: Path) -> None:
    (tmp_path / "leg.osim").write_text(_text())
    leg = read_osim(tmp_path / "leg.osim")
    path = leg.muscles[leg.index("muscle", "gluteus")].path
    assert [type(one) for one in path] == [PathPoint, Cylinder, PathPoint, Ellipsoid, Cylinder, PathPoint]
    roll, egg = path[1], path[3]
    assert isinstance(roll, Cylinder) and isinstance(egg, Ellipsoid)
    assert roll.towards == pytest.approx((-math.cos(0.4), -math.sin(0.4), 0)) and roll.lenient
    assert egg.radii == (0.03, 0.04, 0.05) and egg.center == (0, -0.02, 0.01)
    assert leg.left_out == (
        "1 PathWrap round a surface that is not there or not active",
        "1 WrapSphere that is not active",
    )
    bare = read_osim(FILE)
    q = np.array([0, 0, 0.95, 0.6, -0.4])
    assert muscle_paths(leg, q).length("gluteus")[0] > muscle_paths(bare, q).length("gluteus")[0] + 1e-4
    assert not any(isinstance(one, Sphere | Torus) for one in path)


def test_the_quadrant_of_a_sphere_is_its_chosen_half(tmp_path: Path) -> None:
    ball = '<WrapSphere name="ball"><active>false</active><radius>0.02</radius></WrapSphere>'
    held = ball.replace(
        "<active>false</active>", "<xyz_body_rotation>0 0 0.4</xyz_body_rotation><quadrant>-y</quadrant>"
    )
    assert ball in _text()
    (tmp_path / "leg.osim").write_text(_text().replace(ball, held))
    leg = read_osim(tmp_path / "leg.osim")
    path = leg.muscles[leg.index("muscle", "gluteus")].path
    towards = {one.towards for one in path if isinstance(one, Sphere)}
    assert len(towards) == 1 and towards.pop() == pytest.approx((math.sin(0.4), -math.cos(0.4), 0))
    assert not any("quadrant" in one for one in leg.left_out)


def test_limits_are_read_in_degrees_and_ligaments_with_their_curves(tmp_path: Path) -> None:
    (tmp_path / "leg.osim").write_text(_text())
    leg = read_osim(tmp_path / "leg.osim")
    (limit,) = leg.limits
    assert (limit.low, limit.high) == pytest.approx((math.radians(-120), math.radians(5)))
    assert limit.stiffness == pytest.approx(20 * 180 / math.pi) and limit.low_stiffness == pytest.approx(1800 / math.pi)
    (band,) = leg.ligaments
    assert (band.name, band.slack_length, band.strength, band.curve[1]) == ("band", 0.09, 300.0, (1.1, 0.5))
    law = leg.muscles[leg.index("muscle", "vasti")].law
    assert law == Thelen(0.45, 0.6, 5.0, 0.05, 0.3, 1.4, 0.015, 0.050)  # what is left out: OpenSim 4's


def test_a_muscle_after_thelen_without_constants_has_those_of_opensim_4(tmp_path: Path) -> None:
    (tmp_path / "leg.osim").write_text(_text().replace("<FmaxTendonStrain>0.05</FmaxTendonStrain><Af>0.3</Af>", ""))
    leg = read_osim(tmp_path / "leg.osim")
    law = leg.muscles[leg.index("muscle", "vasti")].law
    assert law == Thelen(0.45, 0.6, 5.0, 0.04, 0.25, 1.4, 0.015, 0.050)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("<quadrant>-x<", "<quadrant>up<", "the quadrant 'up' is none of x"),
        ("<WrapTorus name", "<WrapCone name", "mismatched tag"),
        ("<outer_radius>0.05<", "<outer_radius>0.005<", "has a hole"),
        ("<dimensions>0.03 0.04 0.05<", "<dimensions>0.03 0 0.05<", "radii must be positive"),
        ("<resting_length>0.09<", "<resting_length>-0.09<", "slack_length must be positive"),
    ],
)
def test_wrong_surfaces_are_refused_with_their_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    (tmp_path / "bad.osim").write_text(_text().replace(old, new, 1))
    with pytest.raises(ModelFileError) as error:
        read_osim(tmp_path / "bad.osim")
    assert message in str(error.value) and str(error.value).startswith(f"{tmp_path / 'bad.osim'}:")


BY_OPENSIM = {
    "hamstrings": 0.07239976809298990, "rectus": 0.13276509192102082, "iliopsoas": 0.1173987366038686,
    "gluteus": 0.11157023260553779, "vasti": 0.10575285303911636,
}  # fmt: skip
"""Fibres of DeGrooteFregly2016Muscle at rest with an activation of 0.4, by OpenSim 4.6."""


def test_muscles_after_de_groote_rest_as_in_opensim(tmp_path: Path) -> None:
    text = FILE.read_text().replace("Millard2012EquilibriumMuscle", "DeGrooteFregly2016Muscle")
    given = "<tendon_strain_at_one_norm_force>0.06</tendon_strain_at_one_norm_force>"
    given += "<passive_fiber_strain_at_one_norm_force>0.5</passive_fiber_strain_at_one_norm_force>"
    old = "<tendon_slack_length>0.35</tendon_slack_length>"
    assert old in text
    (tmp_path / "leg.osim").write_text(text.replace(old, old + given, 1))
    leg = read_osim(tmp_path / "leg.osim")
    rest = resting_fibres(leg, muscle_paths(leg, [0.1, 0.2, 0.95, 0.3, -0.5]).lengths, 0.4)
    for name, fibre in BY_OPENSIM.items():
        assert rest.lengths[0, leg.index("muscle", name)] == pytest.approx(fibre, rel=1e-9)
    law = leg.muscles[0].law
    assert isinstance(law, DeGroote) and (law.activation_time, law.deactivation_time) == (0.015, 0.06)
    assert leg.muscles[1].law == DeGroote.as_opensim()
    numbers = leg.laws[1][0]
    assert 0.015 in numbers and 0.06 in numbers


def test_what_single_muscles_ignore_is_listed(tmp_path: Path) -> None:
    text = FILE.read_text().replace("Millard2012EquilibriumMuscle", "DeGrooteFregly2016Muscle")
    old = "<tendon_slack_length>0.35</tendon_slack_length>"
    flags = "<ignore_tendon_compliance>true</ignore_tendon_compliance><fiber_damping>0.1</fiber_damping>"
    (tmp_path / "leg.osim").write_text(text.replace(old, old + flags, 1))
    told = read_osim(tmp_path / "leg.osim").left_out
    assert "1 ignore_tendon_compliance of a muscle" in told and "1 fiber_damping of a DeGrooteFregly2016Muscle" in told
