"""A skeleton in the viewer: paths as long as they are, on their bodies; activations, markers and plates as given."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import AnalysisError, LinkworkError
from linkwork.biomechanics import (
    Coordinate,
    Cylinder,
    Ellipsoid,
    Markers,
    Motion,
    Move,
    PathMuscle,
    PathPoint,
    Plate,
    Segment,
    Sharing,
    Skeleton,
    SkeletonJoint,
    Sphere,
    Table,
    Torus,
    animate_body,
    forward,
    inverse_dynamics,
    muscle_paths,
    read_osim,
    share_forces,
)
from linkwork.view.page import page_text
from linkwork.view.spatial.poses import Place
from linkwork.view.spatial.skeleton_scene import skeleton_scene

LEG = read_osim(Path(__file__).parents[2] / "data" / "leg.osim")
TIME = np.linspace(0.0, 1.0, 41)


def _shared() -> Sharing:
    w = 2 * math.pi * TIME
    columns = [0.1 * np.sin(w), 0.4 * TIME, 0.95 + 0.02 * np.cos(2 * w), 0.4 * np.sin(w), -0.7 + 0.5 * np.cos(w)]
    motion = Motion(LEG, TIME, np.column_stack(columns))
    return share_forces(inverse_dynamics(motion), "activation", {"hip_flexion": 1.0, "knee_angle": 1.0})


def _plate(body: str = "shank") -> Plate:
    names = tuple(f"{kind}{axis}" for kind in ("f", "p") for axis in "xyz")
    values = np.tile([10.0, 500.0, 0.0, 0.3, 0.0, 0.1], (len(TIME), 1))
    values[:11, :3] = 0.0
    values[-5:, :3] = 0.0
    return Plate(body, Table(TIME, names, values), "f", "p")


def _lengths(scene: dict[str, Any], name: str) -> np.ndarray:
    """Of a band the length from point to point in every frame, as the viewer draws it."""
    pieces = [symbol for symbol in scene["symbols"] if symbol["name"] == name]
    lengths = []
    for frame, poses in enumerate(scene["poses"]):
        place = Place(poses, frame)
        ends = [[place.world(s[end]["body"], s[end]["at"])[0] for end in ("first", "second")] for s in pieces]
        lengths.append(sum(np.linalg.norm(two - one) for one, two in ends))
    return np.array(lengths)


def test_muscles_are_drawn_as_long_as_they_are() -> None:
    shared = _shared()
    scene = skeleton_scene(shared)
    for muscle in LEG.muscles:
        assert _lengths(scene, muscle.name) == pytest.approx(shared.paths.length(muscle.name), abs=1e-12)


SURFACES = {
    "ball": Sphere("block", (0, 0.02, 0), 0.25),
    "roll": Cylinder("block", (0, 0, 0), (0.1, 0.2, 1), 0.2, side=-1),
    "ellipsoid": Ellipsoid("block", (0, 0.02, 0), (0.35, 0.2, 0.3), (0.2, 0.5, 0.1)),
    "ring": Torus("block", (0, 0.5, 0), (1, 0.1, 0), 0.35, 0.08),
}


@pytest.mark.parametrize("name", SURFACES)
def test_the_way_on_a_surface_lies_on_it_and_cuts_its_corners_only(name: str) -> None:
    move = SkeletonJoint("slide", "ground", "hand", (Move((0, 1, 0), False, "up"),))
    path = (PathPoint("block", (-1.0, 0.1, 0.05)), SURFACES[name], PathPoint("hand", (1.0, 0.0, 0.0)))
    skeleton = Skeleton(
        name,
        (Segment("block"), Segment("hand", 1.0)),
        (SkeletonJoint("fixed", "ground", "block"), move),
        (Coordinate("up", turns=False),),
        muscles=(PathMuscle("cord", path, 100, 0.1, 0.5),),
    )
    q = np.linspace(-0.1, 0.05, 7)[:, None]
    true = muscle_paths(skeleton, q).length("cord")
    straight = np.sqrt(4.0 + (q[:, 0] - 0.1) ** 2 + 0.05**2)
    drawn = _lengths(skeleton_scene(Motion(skeleton, np.arange(7.0), q)), "cord")
    assert np.all(true - straight > 1e-3) and np.all(drawn < true + 1e-12)
    assert np.all(true - drawn < 0.03 * (true - straight) + 2e-3)


def test_a_cord_that_leaves_its_roll_is_straight() -> None:
    move = SkeletonJoint("slide", "ground", "hand", (Move((0, 1, 0), False, "up"),))
    roll = Cylinder("ground", (0, 0, 0), (0, 0, 1), 0.2)
    path = (PathPoint("ground", (-1.0, 0.0, 0.0)), roll, PathPoint("hand", (1.0, 0.0, 0.0)))
    skeleton = Skeleton(
        "cord", (Segment("hand", 1.0),), (move,), (Coordinate("up", turns=False),),
        muscles=(PathMuscle("cord", path, 100, 0.1, 0.5),),
    )  # fmt: skip
    drawn = _lengths(skeleton_scene(Motion(skeleton, np.arange(2.0), np.array([[0.1], [1.5]]))), "cord")
    assert drawn[0] > math.hypot(2.0, 0.1) + 1e-3 and drawn[1] == pytest.approx(math.hypot(2.0, 1.5), abs=1e-12)


def test_colours_are_activations_and_channels_have_units() -> None:
    shared = _shared()
    scene = skeleton_scene(shared)
    assert [tint["name"] for tint in scene["tints"]] == [muscle.name for muscle in LEG.muscles]
    for tint in scene["tints"]:
        assert tint["shares"] == pytest.approx(shared.activation(tint["name"]), abs=1e-12)
    assert scene["channels"]["knee_angle"] == pytest.approx(np.degrees(shared.net.motion["knee_angle"]))
    assert scene["channels"]["knee_angle.net"] == pytest.approx(shared.net["knee_angle"])
    units = [scene["units"][name] for name in ("knee_angle", "forward", "knee_angle.net", "height.net")]
    assert units == ["deg", "m", "N m", "N"]
    run = forward(LEG, [0, 0, 0.95, 0.2, -0.5], [0.0] * 5, 0.1, 0.02, 5, excitation=0.6)
    assert skeleton_scene(run)["tints"][0]["shares"] == pytest.approx(run.activations[:, 0])
    assert "tints" not in skeleton_scene(shared.net.motion)


def test_arrows_of_plates_stand_where_they_push_while_they_push() -> None:
    scene = skeleton_scene(_shared(), [_plate()])
    (item,) = scene["forces"]["items"]
    force, at = np.array(item["force"]).T, np.array(item["at"]).T
    assert item["body"] == 0 and scene["forces"]["force"] == pytest.approx(math.hypot(10.0, 500.0))
    assert np.isnan(force[5]).all() and np.isnan(at[-1]).all()
    assert force[20] == pytest.approx([10.0, 500.0, 0.0]) and at[20] == pytest.approx([0.3, 0.0, 0.1])
    assert [event["text"] for event in scene["events"]] == ["shank strikes the ground", "shank leaves the ground"]
    assert '"layers":{"forces":true}' in page_text(scene)
    with pytest.raises(AnalysisError, match="a plate acts on 'hoof'"):
        skeleton_scene(_shared(), [_plate("hoof")])


def test_measured_markers_stand_where_they_were_seen() -> None:
    shared = _shared()
    places = np.full((len(TIME), 1, 3), [0.5, 1.0, 0.2])
    places[10:20] = np.nan
    scene = skeleton_scene(shared, (), Markers(TIME, ("shin",), places))
    number = [body["name"] for body in scene["bodies"]].index("shin (measured)")
    at = np.array(scene["poses"])[:, number, :3]
    assert at[5] == pytest.approx([0.5, 1.0, 0.2]) and at[30] == pytest.approx([0.5, 1.0, 0.2])
    marker = LEG.markers[LEG.index("marker", "shin")]
    own = (LEG.places(shared.net.motion.values[15])[marker.body] @ [*marker.location, 1.0])[:3]
    assert at[15] == pytest.approx(own, abs=1e-12)  # not seen: within its own ball


def test_pages_films_and_what_is_refused(tmp_path: Path) -> None:
    few = dataclasses.replace(_shared().net.motion, time=TIME[:3], values=_shared().net.motion.values[:3])
    animate_body(few, tmp_path / "leg.html", view=(30.0, 10.0))
    assert '"view":[30' in (tmp_path / "leg.html").read_text(encoding="utf-8")
    animate_body(few, tmp_path / "leg.gif")
    assert (tmp_path / "leg.gif").read_bytes()[:4] == b"GIF8"
    with pytest.raises(LinkworkError, match=r"the ending '\.avi' is not known"):
        animate_body(few, tmp_path / "leg.avi")
    with pytest.raises(LinkworkError, match="a speed is for videos"):
        animate_body(few, tmp_path / "leg.html", speed=2.0)
