"""What a spatial scene holds and what is made of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
import space_models as models

import linkwork as lw
from linkwork.base.errors import LinkworkError
from linkwork.elements.spatial import catalogue as lib
from linkwork.elements.spatial.joints.rolling import RollingDisc
from linkwork.view.scene import build_scene
from linkwork.view.spatial.display import arrange
from linkwork.view.spatial.symbols import SYMBOLS

JOINTS: dict[Any, dict[str, Any]] = {
    lib.Spherical: {},
    lib.Revolute: {"axis": [0, 1, 0]},
    lib.Cylindrical: {"axis": [0, 1, 0]},
    lib.Translational: {"axis": [0, 1, 0]},
    lib.Screw: {"axis": [0, 1, 0], "lead": 0.01},
    lib.PlanarJoint: {"axis": [0, 0, 1]},
    lib.PointOnLine: {"axis": [0, 1, 0]},
    lib.PointOnPlane: {"axis": [0, 0, 1]},
    lib.Fixed: {},
    lib.ConstantVelocity: {"axis": [0, 0, 1]},
    lib.Universal: {"axis": [0, 1, 0], "x": [1, 0, 0]},
    lib.RevoluteCylindrical: {"axis": [0, 1, 0], "x": [1, 0, 0]},
    lib.RevoluteTranslational: {"axis": [0, 1, 0], "x": [1, 0, 0]},
    lib.TranslationalRevolute: {"axis": [0, 1, 0], "x": [1, 0, 0]},
    lib.CoincidentPoints: {},
}


def kinds(scene: Any) -> Counter[str]:
    return Counter(part.kind for part in arrange(scene).parts)


@pytest.mark.parametrize("joint", JOINTS)
def test_every_joint_has_a_symbol_on_which_its_body_holds_on(joint: Any) -> None:
    m = lw.Spatial("one joint")
    m.body("b", (0.3, 0.2, 0.4), points={"end": (0.0, 0.0, 0.3)})
    m.joint("J", joint, between=["ground", "b"], at=[0.3, 0.2, 0.1], **JOINTS[joint])
    scene = models.scene_of(m)
    assert {symbol["kind"] for symbol in scene["symbols"]} <= set(SYMBOLS)
    display = arrange(scene)
    link = np.vstack([part.solid.corners for part in display.parts if part.kind == "link"])
    assert np.ptp(link[:, 2]) == pytest.approx(0.6, rel=0.25)  # from the joint, 0.3 below, to the end, 0.3 above
    assert any(part.body == 0 for part in display.parts)
    assert [label.text for label in display.labels] == ["J", "end"]


@pytest.mark.parametrize(
    ("joint", "tips"),
    [
        (lib.SphericalSpherical, {"ball": 2}),
        (lib.RevoluteSpherical, {"hinge": 1, "ball": 1}),
        (lib.RevoluteRevolute, {"hinge": 2}),
    ],
)
def test_a_massless_link_is_a_rod_with_its_joints_at_the_ends(joint: Any, tips: dict[str, int]) -> None:
    m = lw.Spatial("link")
    b = m.body("b", (0.5, 0.0, 0.0), points={"end": (0.3, 0.0, 0.0)})
    m.joint("L", joint, between=[m.ground.frame(at=(0, 0, 0), axis=(0, 1, 0)), b.at(0, 0, 0)])
    found = kinds(models.scene_of(m))
    assert found["rod"] == 1
    assert {kind: found[kind] for kind in tips} == tips


def test_the_slider_crank_shows_its_joints_once_each() -> None:
    scene = models.scene_of(models.crank())
    assert [(s["name"], s["kind"]) for s in scene["symbols"]] == [
        ("O", "hinge"),
        ("A", "ball"),
        ("B", "cross"),
        ("S", "slide"),
    ]
    found = kinds(scene)
    assert found["hinge"] == found["ball"] == found["cross"] == found["block"] == 1
    assert found["link"] == 2  # crank and rod; the slider is its block
    assert found["support"] == 3  # the hinge, and both ends of the rail


def test_shapes_of_the_mass_are_shown_in_their_colours() -> None:
    ball = {"type": "sphere", "radius": 0.1, "mass": 1, "at": [0.5, 0, 0], "colour": "firebrick"}
    scene = models.scene_of(models.shaped(shapes=[ball]))
    (shape,) = scene["bodies"][1]["shapes"]
    assert (shape["kind"], shape["radius"], shape["at"]) == ("sphere", 0.1, [0.5, 0.0, 0.0])
    parts = arrange(scene).parts
    (shown,) = [part for part in parts if part.kind == "shape"]
    assert shown.colour == "#b22222"
    assert np.ptp(shown.solid.corners[:, 2]) == pytest.approx(0.2)
    assert [part.kind for part in parts if part.body == 1] == ["shape", "link"]  # a bar to the joint far from the ball


def test_geometry_is_shown_instead_of_the_mass_and_of_bars() -> None:
    m = lw.Spatial("dressed")
    box = {"type": "box", "size": [0.4, 0.1, 0.1], "at": [0.2, 0, 0]}
    m.body("arm", (0, 0, 0), mass={"mass": 1, "inertia": [1, 1, 1]}, geometry=[box])
    m.joint("A", lib.Revolute, between=["ground", "arm"], at=[0, 0, 0], axis=[0, 1, 0])
    assert [part.kind for part in arrange(models.scene_of(m)).parts if part.body == 1] == ["shape"]


def test_geometry_far_from_a_joint_is_tied_to_it() -> None:
    m = lw.Spatial("far")
    arm = m.body("arm", (0, 0, 0), geometry=[{"type": "box", "size": [0.1, 0.1, 0.1], "at": [1, 0, 0]}])
    m.joint("A", lib.Revolute, between=[m.ground.frame(axis=(0, 1, 0)), arm.frame(axis=(0, 1, 0))])
    assert [part.kind for part in arrange(models.scene_of(m)).parts if part.body == 1] == ["shape", "link"]


def test_a_hole_is_not_shown() -> None:
    shapes = [
        {"type": "cylinder", "radius": 0.3, "length": 0.1, "density": 7800},
        {"type": "cylinder", "radius": 0.1, "length": 0.1, "density": 7800, "hole": True},
    ]
    assert len(models.scene_of(models.shaped(shapes=shapes))["bodies"][1]["shapes"]) == 1


def test_a_body_without_shapes_shows_the_box_that_has_its_inertia() -> None:
    a, b, c = 0.2, 0.3, 0.4
    inertia = [(b * b + c * c) / 6, (c * c + a * a) / 6, (a * a + b * b) / 6]  # of 2 kg
    scene = models.scene_of(models.shaped(mass=2, center=[0, 0, 0.5], inertia=inertia))
    (mass,) = [part for part in arrange(scene).parts if part.kind == "mass"]
    assert np.ptp(mass.solid.corners, axis=0) == pytest.approx([a, b, c])
    assert mass.solid.corners.mean(axis=0) == pytest.approx([0, 0, 0.5], abs=0.02)


def test_equal_moments_of_inertia_make_a_disc() -> None:
    scene = models.scene_of(models.shaped(mass=1, center=[0, 0, 0.5], inertia=[0.01, 0.01, 0.0125]))
    (mass,) = [part for part in arrange(scene).parts if part.kind == "mass"]
    radius = np.hypot(mass.solid.corners[:, 0], mass.solid.corners[:, 1]).max()
    assert radius == pytest.approx(np.sqrt(0.025))


def test_the_picture_stands_up_against_gravity() -> None:
    m = models.crank()
    assert models.scene_of(m)["up"] == [0.0, 0.0, 1.0]
    m.set_gravity(0, -9.81, 0)
    assert models.scene_of(m)["up"] == [0.0, 1.0, 0.0]


def test_the_rail_is_as_long_as_the_slider_travels() -> None:
    scene = models.scene_of(models.crank(), frames=5)
    for frame, poses in enumerate(scene["poses"]):
        poses[3][0] = 0.2 + 0.1 * frame
    display = arrange(scene)
    (rail,) = [part for part in display.parts if part.kind == "rail"]
    low, high = rail.solid.corners[:, 0].min(), rail.solid.corners[:, 0].max()
    assert 0.2 - 5 * display.unit < low < 0.2 and 0.6 < high < 0.6 + 5 * display.unit


def test_a_rod_whose_length_changes_is_a_strut() -> None:
    m = lw.Spatial("lift")
    boom = m.body("boom", (0, 0, 0), points={"end": (0.6, 0, 0)})
    m.joint("O", lib.Revolute, between=["ground", "boom"], at=[0, 0, 0], axis=[0, 1, 0])
    m.joint("L", lib.SphericalSpherical, between=[m.ground.at(0.3, 0, -0.3), boom.at("end")])
    found = kinds(models.scene_of(m))
    assert found["rod"] == 1 and found["cylinder"] == 0
    found = kinds(models.scene_of(m, {"boom": (0.0, -0.5, 0.0)}, frames=4))
    assert found["cylinder"] == found["piston rod"] == 1 and found["rod"] == 0
    parts = {part.kind: part for part in arrange(models.scene_of(m, {"boom": (0.0, -0.5, 0.0)}, frames=4)).parts}
    rod, tube = (parts[kind].solid.corners[:, 2] for kind in ("piston rod", "cylinder"))
    longest = float(np.hypot(0.3, 0.3)) * rod.min()
    assert 0.5 * tube.max() < longest < tube.max()  # it begins in the tube, not far inside where it would show through


def test_euler_parameters_go_on_without_a_jump() -> None:
    from linkwork.view.spatial.scene import _poses

    q = np.zeros((40, 6))
    q[:, 5] = np.linspace(0.0, 12.0, 40) % (2 * np.pi)
    parameters = np.array(_poses(q, [0]))[:, 1, 3:]
    assert np.abs(np.diff(parameters, axis=0)).max() < 0.2


def test_a_mechanism_that_travels_far_is_followed() -> None:
    m = lw.Spatial("cart")
    m.body("chassis", (0, 0, 0.3), mass={"shapes": [{"type": "box", "size": [1.6, 0.8, 0.2], "mass": 100}]})
    m.body("wheel", (0.6, 0.5, 0.25), mass={"mass": 5, "inertia": [0.1, 0.2, 0.1]})
    m.joint("J", lib.Revolute, between=["chassis", "wheel"], at=[0.6, 0.5, 0.25], axis=[0, 1, 0])
    plane, disc = {"ground": {"axis": [0, 0, 1]}}, {"wheel": {"axis": [0, 1, 0]}}
    m.joint("R", RollingDisc, plane=plane, disc=disc, radius=0.25)
    scene = models.scene_of(m, frames=6)
    assert not arrange(scene).follow
    size = arrange(scene).unit
    for frame, poses in enumerate(scene["poses"]):
        for pose in poses[1:]:
            pose[0] += 5.0 * frame
    display = arrange(scene)
    assert display.follow
    assert display.unit == pytest.approx(size)
    assert np.abs(display.reach).max() < 2.0
    assert {part.kind for part in display.parts if part.body == 2} == {"tyre", "hub"}


def test_unknown_colours_and_shapes_are_told() -> None:
    ball = {"type": "sphere", "radius": 0.1, "mass": 1, "colour": "blurple"}
    scene = models.scene_of(models.shaped(shapes=[ball]))
    with pytest.raises(LinkworkError, match="body 'arm': the colour 'blurple' is not known"):
        arrange(scene)
    scene["bodies"][1]["shapes"][0]["kind"] = "blob"
    with pytest.raises(LinkworkError, match="no shape 'blob'; shapes are: box"):
        arrange(scene)


def test_gears_touch_and_worms_have_threads() -> None:
    m = lw.Spatial("gears")
    for name, at in (("a", (0, 0, 0)), ("b", (0.3, 0, 0))):
        m.body(name, at)
        m.joint(f"O{name}", lib.Revolute, between=["ground", name], at=list(at), axis=[0, 1, 0])
    m.joint("mesh", lib.Gear, joints=("Oa", "Ob"), teeth=(20, 40))
    scene = models.scene_of(m)
    sizes = [symbol["sizes"][0] for symbol in scene["symbols"] if symbol["kind"] == "gear"]
    assert sizes == pytest.approx([0.1, 0.2])
    assert kinds(scene)["gear"] == 2 and kinds(scene)["mass"] == 0


@pytest.mark.parametrize("turns", [1, 3, 4, 5, 8, 15])
def test_however_often_a_crank_turns_its_picture_reaches_as_far(turns: int) -> None:
    m = lw.Spatial("crank")
    m.body("crank", (0, 0, 0), points={"tip": (1, 0, 0)})
    m.revolute("O", "ground", "crank", at=(0, 0, 0), axis=(0, 1, 0))
    m.drive("motor", joint="O", angle=f"{turns}*2*pi*t")
    reach = arrange(build_scene(m.kinematics(1, 361), ["crank.tip"])).reach
    bare = arrange(build_scene(m.kinematics(1, 361), [])).reach
    for found in (reach, bare):
        assert found[:, 2].min() == pytest.approx(-1.0, abs=0.08) and found[:, 2].max() == pytest.approx(1.0, abs=0.08)
