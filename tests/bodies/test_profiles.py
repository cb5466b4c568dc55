"""Profiles as a user writes them: elements, corners, faults, files, words, drawing."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import pytest

import linkwork as lw
from linkwork.base.errors import LinkworkError, MechanismError
from linkwork.bodies.profile_chain import Chain, chain_of

HOUSE = [(0, 0), (4, 0), (4, 3), (2, 5), (0, 3)]


def chain(profile: Any = None, **fields: Any) -> Chain:
    m = lw.Planar("one")
    m.parameters(r=2.0)
    body = m.body("body")
    body.profile("edge", profile, **fields)
    return chain_of(m.scope(), "body", m.bodies_by_name["body"].profiles["edge"])


def refusal(**fields: Any) -> str:
    m = lw.Planar("one")
    with pytest.raises(MechanismError) as error:
        body = m.body("body")
        body.profile("edge", **fields)
        m.revolute("O", m.ground.at(0, 0), body.at(0, 0))
        m.check()
    assert str(error.value).startswith("profile of 'body' 'edge': ")
    return str(error.value)


def segment(start: Any, end: Any) -> dict[str, Any]:
    return {"type": "segment", "start": start, "end": end}


def test_outward_corners_become_points_and_inward_ones_do_not() -> None:
    ell = chain(lw.polygon([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]))
    assert [piece.kind for piece in ell.pieces].count("point") == 5
    assert [piece.kind for piece in ell.pieces][4:6] == ["segment", "segment"]
    assert all(piece.sweep == pytest.approx(math.pi / 2) for piece in ell.pieces if piece.kind == "point")
    assert ell.closed and ell.is_solid


def test_written_points_and_found_points_are_the_same() -> None:
    written = chain(elements=[segment((0, 0), (1, 0)), {"type": "point"}, segment((1, 0), (1, 1))])
    found = chain(elements=[segment((0, 0), (1, 0)), segment((1, 0), (1, 1))])
    assert [piece.kind for piece in written.pieces] == [piece.kind for piece in found.pieces]
    assert written.pieces[1].middle == found.pieces[1].middle


def test_material_on_the_right_mirrors_what_is_outward() -> None:
    left, right = chain(lw.polygon(HOUSE)), chain(lw.polygon(HOUSE[::-1], material="right"))
    assert left.is_solid and right.is_solid
    assert len(left.pieces) == len(right.pieces) == 10


def test_arc_by_points_is_the_arc_by_angles() -> None:
    one = chain(elements=[{"type": "arc", "center": (1, 0), "start": (1, -2), "end": (1, "r")}])
    other = chain(elements=[{"type": "arc", "center": (1, 0), "radius": "r", "from": "-90 deg", "to": "90 deg"}])
    for arc in (one.pieces[1], other.pieces[1]):
        assert arc.length == pytest.approx(2 * math.pi)
        assert arc.middle == pytest.approx((1, 0))
        assert arc.radius == pytest.approx(2.0)


def test_concave_arc_is_travelled_the_other_way() -> None:
    arc = chain(elements=[{"type": "arc", "center": (0, 0), "start": (0, 1), "end": (0, -1), "concave": True}]).pieces[
        1
    ]
    assert arc.radius == -1.0
    assert arc.at(0.5) == pytest.approx((1.0, 0.0))
    assert arc.middle == pytest.approx((-1.0, 0.0))


def test_arc_by_angles_runs_as_its_angles_are_written() -> None:
    bowl = {"type": "arc", "center": (0, 0), "radius": 1, "from": "360 deg", "to": "180 deg", "concave": True}
    turned = bowl | {"from": "180 deg", "to": "360 deg"}
    for arc in (chain(elements=[bowl]).pieces[1], chain(elements=[turned], material="right").pieces[1]):
        assert arc.at(0.5) == pytest.approx((0.0, -1.0))
        assert arc.middle == pytest.approx((0.0, 1.0))
    across = bowl | {"from": "350 deg", "to": "370 deg", "concave": False}
    assert chain(elements=[across]).pieces[1].at(0.5) == pytest.approx((1.0, 0.0))


@pytest.mark.parametrize(
    ("change", "material", "words"),
    [
        ({"concave": True}, "left", "from 180 deg to 360 deg it runs counter-clockwise, .* left that is a convex arc"),
        ({}, "right", "material on the right that is a concave arc: .*'material: left', or say 'concave: true'"),
        ({"to": "-90 deg"}, "left", "it runs clockwise, .* across 0 deg goes beyond a turn"),
        ({"to": "180 deg"}, "left", "'from' and 'to' are the same"),
        ({"to": "540 deg"}, "left", "once round or more"),
    ],
)
def test_arc_whose_angles_contradict_its_material_is_refused(change: Any, material: str, words: str) -> None:
    arc = {"type": "arc", "center": (0, 0), "radius": 1, "from": "180 deg", "to": "360 deg"} | change
    with pytest.raises(LinkworkError, match=words):
        chain(elements=[arc], material=material)


def test_published_mismatch_is_bridged_and_told() -> None:
    half = {"type": "polynomial", "coefficients": (50.0,), "from": 0, "to": 180, "unit": "deg"}
    other = {"type": "polynomial", "coefficients": (50.0001,), "from": 180, "to": 360, "unit": "deg"}
    found = chain(elements=[half, other])
    assert found.closed
    assert any("is bridged" in note for note in found.notes)


def test_jump_of_curvature_is_told() -> None:
    half = {"type": "arc", "center": (0, 0), "start": (1, 0), "end": (-1, 0)}
    found = chain(elements=[segment((1, -3), (1, 0)), half, segment((-1, 0), (-1, -3))])
    assert sum("curvature jumps" in note for note in found.notes) == 2


def test_spline_that_ends_where_it_begins_is_smooth_there() -> None:
    """The first point once more at the end, exactly, within rounding or within the rounding of print."""
    angles = [2 * math.pi * n / 24 for n in range(25)]
    round_about = [(0.2 * math.cos(angle), 0.2 * math.sin(angle)) for angle in angles]
    for end, notes in ((round_about[0], 0), (round_about[24], 0), ((0.200001, 0.0), 1)):
        found = chain(elements=[{"type": "spline", "points": [*round_about[:24], end]}])
        (piece,) = found.pieces
        assert found.closed and found.is_solid and len(found.notes) == notes
        assert piece.start_tangent == pytest.approx(piece.end_tangent, abs=1e-12)
        assert piece.bends is not None and piece.bends[0] == pytest.approx(piece.bends[1], rel=1e-9)
        assert piece.bends[0] == pytest.approx(5.0, rel=1e-4)
    cornered = chain(elements=[{"type": "spline", "points": round_about}, {"type": "point"}])
    assert [piece.kind for piece in cornered.pieces] == ["spline", "point"]


def test_clockwise_outline_is_told_to_be_a_hole() -> None:
    found = chain(lw.polygon(HOUSE[::-1]))
    assert any("this is a hole" in note for note in found.notes)
    assert not found.is_solid


def test_faults_are_refused_by_name() -> None:
    line = segment((0, 0), (1, 0))
    assert "gap of 0.1 between elements[0] (segment) and elements[1]" in refusal(
        elements=[line, segment((1, 0.1), (1, 1))]
    )
    assert "(side 1) and elements[0] (side 4) cross each other near (0.75, 0)" in refusal(
        elements=[{"type": "polyline", "points": [(0, 0), (1, 0), (0, 1), (1, 1), (0.5, -1)]}]
    )
    assert "one radius" in refusal(elements=[{"type": "arc", "center": (0, 0), "start": (1, 0), "end": (0, 1.1)}])
    assert "it has no length" in refusal(elements=[segment((1, 1), (1, 1))])
    assert "ends 1.41 away from" in refusal(elements=[line, segment((1, 0), (1, 1))], closed=True)
    assert "turns inward" in refusal(elements=[line, {"type": "point"}, segment((1, 0), (1, -1))])
    assert "turns back on itself" in refusal(elements=[line, segment((1, 0), (0.5, 0))])
    assert "must be the only element" in refusal(elements=[line, {"type": "circle", "radius": 1}])
    assert "has no outline 'x'" in refusal(elements=[{"type": "spline", "outline": "x"}])
    assert "elements[0] (spline): outline through points: point 3 repeats the one before it" in refusal(
        elements=[{"type": "spline", "points": [(0, 0), (1, 0), (1, 0), (2, 1)]}]
    )
    assert "unknown name 'q'" in refusal(elements=[{"type": "circle", "radius": "q"}])
    assert "'edn' is not known here" in refusal(elements=[{"type": "segment", "edn": (0, 1)}])
    assert "did you mean 'segment'?" in refusal(elements=[{"type": "segmnt"}])


def test_file_keeps_profiles(tmp_path: Path) -> None:
    m = lw.Planar("one")
    m.parameters(r=2.0)
    cam = m.body("cam", outlines={"oval": lw.Polar(radius="1+0.1*cos(alpha)")})
    m.ground.profile("floor", lw.wall((0, -5), (-1, 0)))
    cam.profile("rim", lw.circle("r", hole=True))
    cam.profile("house", lw.polygon(HOUSE))
    cam.profile("oval", elements=[{"type": "spline", "outline": "oval"}])
    cam.profile(
        "lobe", elements=[{"type": "polynomial", "coefficients": (1, 0.1), "orders": (0, 2), "from": 0, "to": 1}]
    )
    m.revolute("O", m.ground.at(0, 0), cam.at(0, 0))
    path = tmp_path / "cam.yaml"
    m.save(path)
    again = lw.load(path)
    assert {name: body.profiles for name, body in again.bodies_by_name.items()} == {
        name: body.profiles for name, body in m.bodies_by_name.items()
    }


def test_file_with_a_wrong_element_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(
        "linkwork: 1\nbodies:\n  cam:\n    profiles:\n      edge:\n        elements:\n"
        "        - {type: circle, radius: 1, concav: true}\njoints:\n  O: {type: revolute, between: [ground, cam]}\n"
    )
    with pytest.raises(LinkworkError, match=r"bad.yaml:7:\d+: .*concav.*did you mean 'concave'"):
        lw.load(path)


def test_words_show_the_sense_and_the_middle_of_an_arc() -> None:
    m = lw.Planar("one")
    bowl = {"type": "arc", "center": (0, 0), "radius": 2, "from": "270 deg", "to": "90 deg", "concave": True}
    m.body("cam").profile("bowl", elements=[bowl])
    line = m.describe_profile("cam.bowl").splitlines()[3]
    assert re.search(r" -180 +\(-2, \S+\) +concave$", line), line


def test_words_show_the_elements_in_a_table() -> None:
    m = lw.Planar("one")
    m.body("cam").profile("edge", lw.polygon(HOUSE))
    text = m.describe_profile("cam.edge")
    assert text.startswith("profile 'cam.edge': 10 elements, closed, material on the left\n")
    assert "point (found)  5 .. 6      (2, 5)" in text
    with pytest.raises(MechanismError, match="has no profile 'edg'; did you mean 'edge'"):
        m.describe_profile("cam.edg")


def test_profiles_are_drawn_with_the_side_of_their_material() -> None:
    from linkwork.view.display import arrange
    from linkwork.view.scene import scene_at

    m = lw.Planar("one")
    cam = m.body("cam")
    cam.profile("edge", lw.polygon(HOUSE))
    cam.profile("bore", lw.circle(0.5, (1, 1), hole=True))
    m.ground.profile("floor", lw.wall((0, -5), (-1, 0)))
    m.revolute("O", m.ground.at(0, 0), cam.at(0, 0))
    m.drive("motor", joint="O", angle=0)
    system = m.system()
    marks = [mark for part in arrange(scene_at(system, system.start)).parts for mark in part.marks]
    assert sum(mark.kind == "outline" and mark.fill == "tint" for mark in marks) == 1
    hatches = [mark for mark in marks if mark.kind == "hatching" and len(mark.paths) > 8]
    assert all(path[1, 1] < path[0, 1] for mark in hatches for path in mark.paths if abs(path[0, 1] + 5) < 1e-9)
    assert len(hatches) == 2
