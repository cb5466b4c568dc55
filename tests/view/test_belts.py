"""Belts as they are drawn: strands on the common tangents, arcs round the pulleys, as long as the belt is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import view_scenes

from linkwork.view.display import arrange
from linkwork.view.drawing import draw
from linkwork.view.frame import placed_marks
from linkwork.view.glyphs.belts import belt_loop, strand_angle, wraps

R1, R2 = 0.12, 0.05


def belt_scene(crossed: bool, travel: float = 0.0, frames: int = 9) -> dict[str, Any]:
    """Two pulleys, the second on a slide of this travel up to the right, seen from a first that turns."""
    t = np.linspace(0.0, 1.0, frames)
    zero = np.zeros_like(t)
    second = np.column_stack([0.4 + travel * t, 0.3 + 0.5 * travel * t, -2.0 * t])
    poses = np.stack([np.column_stack([zero, zero, 3.0 * t]), second], axis=1)
    bodies = [
        view_scenes.body("ground", {"kind": "pin", "at": [0.0, 0.0], "name": "A"}),
        *(
            view_scenes.body(name, {"kind": "pulley", "at": [0.0, 0.0], "radius": radius, "belt": "belt"})
            for name, radius in (("one", R1), ("two", R2))
        ),
    ]
    belt = {"kind": "belt", "name": "belt", "from": [1, 0.0, 0.0], "to": [2, 0.0, 0.0], "radii": [R1, R2]}
    return view_scenes.scene("belt", bodies, t, poses, connectors=[belt | {"crossed": crossed}])


def centres(scene: dict[str, Any], frame: int) -> list[Any]:
    """Where the centres of both pulleys are."""
    return [np.array(scene["poses"][frame][body][:2]) for body in (1, 2)]


def reach(scene: dict[str, Any], frame: int) -> Any:
    """From the first centre to the second."""
    first, second = centres(scene, frame)
    return second - first


def drawn(scene: dict[str, Any], frame: int) -> dict[str, list[Any]]:
    """The chains of points of the belt at a frame by their anchors, left strand first."""
    found: dict[str, list[Any]] = {"stretch": [], "from": [], "to": []}
    for _, mark, paths, _ in placed_marks(arrange(scene), scene["poses"][frame]):
        if mark.kind == "belt":
            found[mark.anchor] += paths
    return found


def swept(path: Any, centre: Any) -> Any:
    """Angles of the points of a chain about a centre, counted on."""
    return np.unwrap(np.arctan2(*(path - centre).T[::-1]))


@pytest.mark.parametrize("crossed", [False, True])
def test_strands_touch_both_pulleys(crossed: bool) -> None:
    scene = belt_scene(crossed)
    for frame in (0, 4):
        for begin, end in drawn(scene, frame)["stretch"]:
            along = (end - begin) / np.hypot(*(end - begin))
            for point, centre, radius in zip((begin, end), centres(scene, frame), (R1, R2), strict=True):
                assert np.hypot(*(point - centre)) == pytest.approx(radius, rel=1e-12)
                assert abs((point - centre) @ along) < 1e-13
        (x, y), centre = reach(scene, frame), centres(scene, frame)[0]
        ends = [strand[1] - centre for strand in drawn(scene, frame)["stretch"]]
        assert [np.sign(x * v - y * u) for u, v in ends] == ([-1, 1] if crossed else [1, -1])


@pytest.mark.parametrize("crossed", [False, True])
def test_arcs_go_on_from_the_strands_round_the_backs_of_the_pulleys(crossed: bool) -> None:
    scene = belt_scene(crossed)
    distance = float(np.hypot(*reach(scene, 0)))
    signed = (R1, -R2 if crossed else R2)
    angles = [float(angle) for angle in wraps(distance, signed)]
    lean = np.arcsin((R1 + R2 if crossed else R1 - R2) / distance)
    assert angles == pytest.approx([np.pi + 2 * lean, np.pi + (2 * lean if crossed else -2 * lean)], rel=1e-12)
    chains = drawn(scene, 3)
    for end, (kind, centre, radius, wrap) in enumerate(
        zip(("from", "to"), centres(scene, 3), (R1, R2), angles, strict=True)
    ):
        halves = chains[kind]
        for path, strand in zip(halves, chains["stretch"], strict=True):
            assert path[0] == pytest.approx(strand[end], abs=1e-13)
            assert np.hypot(*(path - centre).T) == pytest.approx(radius, rel=1e-12)
            assert np.ptp(swept(path, centre)) == pytest.approx(wrap / 2, rel=1e-12)
            on = (path[1] - path[0]) @ (strand[1] - strand[0])
            assert on < 0 if end == 0 else on > 0
        assert halves[0][-1] == pytest.approx(halves[1][-1], abs=1e-13)
        away = reach(scene, 3) * (-1 if end == 0 else 1)
        assert halves[0][-1] - centre == pytest.approx(radius * away / distance, abs=1e-13)


@pytest.mark.parametrize("crossed", [False, True])
def test_a_belt_on_a_pulley_that_moves_ends_where_it_touches_and_has_no_gap(crossed: bool) -> None:
    scene = belt_scene(crossed, travel=0.3)
    for frame in range(9):
        chains = drawn(scene, frame)
        distance = float(np.hypot(*reach(scene, frame)))
        each = zip(("from", "to"), wraps(distance, (R1, -R2 if crossed else R2)), centres(scene, frame), strict=True)
        for end, (kind, wrap, centre) in enumerate(each):
            for path, strand in zip(chains[kind], chains["stretch"], strict=True):
                assert path[0] == pytest.approx(strand[end], abs=1e-12)
                assert wrap / 2 - 1e-12 <= np.ptp(swept(path, centre)) <= wrap + 1e-12


@pytest.mark.parametrize("second", [R2, -R2])
@pytest.mark.parametrize("height", [0.0, 0.07])
def test_a_belt_in_space_is_a_closed_loop_of_the_right_length(second: float, height: float) -> None:
    centre = np.array([0.3, -0.4, height])
    loop = belt_loop(centre, (R1, second))
    assert loop[0] == pytest.approx(loop[-1])
    length = np.linalg.norm(np.diff(loop, axis=0), axis=1).sum()
    alpha = float(strand_angle(0.5, (R1, second)))
    strand = np.hypot(0.5 * np.sin(alpha), height)
    one, two = (float(wrap) for wrap in wraps(0.5, (R1, second)))
    assert length == pytest.approx(2 * strand + R1 * one + abs(second) * two, rel=1e-3)
    first = np.hypot(*loop.T[:2])
    other = np.hypot(*(loop[:, :2] - centre[:2]).T)
    assert first.min() == pytest.approx(R1, rel=1e-12) and other.min() == pytest.approx(abs(second), rel=1e-12)
    assert set(np.round(loop[first < R1 * (1 + 1e-9), 2], 12)) == {0.0}
    assert set(np.round(loop[other < abs(second) * (1 + 1e-9), 2], 12)) == {height}


def test_pulleys_are_round_and_small_ones_stand_before_large_ones() -> None:
    scene = belt_scene(False)
    scene["bodies"][1]["shapes"].append({"kind": "pulley", "at": [0.0, 0.0], "radius": 2 * R1, "belt": "other"})
    marks = arrange(scene).parts[1].marks
    discs = [np.ptp(mark.paths[0][:, 0]) / 2 for mark in marks if mark.kind == "pulley"]
    assert discs == pytest.approx([2 * R1, R1]) and not any(mark.kind == "gear" for mark in marks)
    assert {mark.train for mark in marks} == {"belt", "other"}
    labels = [patch.get_label() for patch in draw(scene).axes[0].patches]
    assert labels.count("_belt") == 6 and labels.index("_belt") > labels.index("_pulley")
