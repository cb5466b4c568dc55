"""Other estimates in the text of a model file: only their numbers change, whatever way they are written in."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from linkwork.formats.changed_estimates import number_text, with_estimates
from linkwork.formats.model_file import loads
from linkwork.formats.text_places import places_of
from linkwork.formats.turned_estimate import nearest_angles
from linkwork.places.spatial import rotation
from linkwork.places.spatial.orientation import ORDERS, from_angles

JOINT = "joints: {O: {type: revolute, between: [ground, arm]}}\n"
POSE = (0.5, 0.25, 0.125)


def written(
    body: str, pose: tuple[float, ...] = POSE, world: str = "", name: str = "arm"
) -> tuple[str, dict[str, str]]:
    """The text of the bodies with a new estimate of one, and what was left."""
    text = f"linkwork: 1\n{world}{body}{JOINT}"
    mechanism = loads(text)
    changed = with_estimates(text, mechanism, {name: pose}, {}, {})
    assert changed.text.endswith(JOINT)
    there = loads(changed.text).scope().drawn_pose(name)
    if not changed.left:
        assert np.allclose([value.real for value in there], pose, rtol=0, atol=1e-12)
    return changed.text.removesuffix(JOINT).removeprefix(f"linkwork: 1\n{world}"), changed.left


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("bodies: {arm: {estimate: [0, 0.25, 0]}}\n", "bodies: {arm: {estimate: [0.5, 0.25, 0.125]}}\n"),
        ("bodies:\n  arm: {estimate: [0, 0, 0]}   # x\n", "bodies:\n  arm: {estimate: [0.5, 0.25, 0.125]} # x\n"),
        ("bodies:\n  arm:   # x\n", "bodies:\n  arm: {estimate: [0.5, 0.25, 0.125]} # x\n"),
        ("bodies:\n  arm:\n\n# x\n", "bodies:\n  arm: {estimate: [0.5, 0.25, 0.125]}\n\n# x\n"),
        ("bodies: {arm: }\n", "bodies: {arm: {estimate: [0.5, 0.25, 0.125]} }\n"),
        ("bodies: {arm}\n", "bodies: {arm: {estimate: [0.5, 0.25, 0.125]}}\n"),
        ("bodies: {arm: {}}\n", "bodies: {arm: {estimate: [0.5, 0.25, 0.125]}}\n"),
        ("bodies:\n  arm: ~  # x\n", "bodies:\n  arm: {estimate: [0.5, 0.25, 0.125]} # x\n"),
        ("bodies:\n  arm: &a  # x\n", "bodies:\n  arm: &a {estimate: [0.5, 0.25, 0.125]} # x\n"),
        (
            "bodies:\n  arm:\n    # x\n    points: {P: [1, 0]}\n",
            "bodies:\n  arm:\n    # x\n    estimate: [0.5, 0.25, 0.125]\n    points: {P: [1, 0]}\n",
        ),
        (
            "bodies:\n  arm: &a\n    points: {P: [1, 0]}\n",
            "bodies:\n  arm: &a\n    estimate: [0.5, 0.25, 0.125]\n    points: {P: [1, 0]}\n",
        ),
        (
            "bodies:\n  arm: {points: {P: [1, 0]}}\n",
            "bodies:\n  arm: {estimate: [0.5, 0.25, 0.125], points: {P: [1, 0]}}\n",
        ),
        (
            "bodies:\n  arm:\n    estimate:  # x\n    - 0  # y\n    - 250 mm\n    - 0 deg   # z\n",
            "bodies:\n  arm:\n    estimate:  # x\n    - 0.5 # y\n    - 250 mm\n    - 7.161972439135 deg # z\n",
        ),
        ("bodies:\n  arm:\n    estimate: ~\n", "bodies:\n  arm:\n    estimate: [0.5, 0.25, 0.125]\n"),
        ("bodies:\n  arm:\n    estimate:  # x\n", "bodies:\n  arm:\n    estimate: [0.5, 0.25, 0.125] # x\n"),
        (
            'bodies:\n  "arm": {estimate: [\'0\', "-3 mm", pi/2]}\n',
            'bodies:\n  "arm": {estimate: [0.5, 250 mm, 0.125]}\n',
        ),
        (
            "parameters: {a: 0.5}\nbodies:\n  arm: {estimate: [a, 2*a^2 - 0.25, 1]}\n",
            "parameters: {a: 0.5}\nbodies:\n  arm: {estimate: [a, 2*a^2 - 0.25, 0.125]}\n",
        ),
    ],
)
def test_only_the_estimate_changes(before: str, after: str) -> None:
    assert written(before) == (after, {})
    crlf = before.replace("\n", "\r\n")
    text = with_estimates(crlf, loads(f"linkwork: 1\n{before}{JOINT}"), {"arm": POSE}, {}, {}).text
    assert text == after.replace("\n", "\r\n")


def test_a_formula_stays_and_is_told() -> None:
    body = "parameters: {a: 0.4}\nbodies: {arm: {estimate: [0, 2*a, 0]}}\n"
    after = body.replace("[0, 2*a, 0]", "[0.5, 2*a, 0.125]")
    assert written(body) == (after, {"body 'arm'": "its estimate is a formula, 2*a"})
    body = "parameters: {a: 0.4}\nbodies: {arm: {estimate: {orientation: {euler: [a, 0, 0]}, position: [0, 0, 0]}}}\n"
    text, left = written(body, (1.0, 0.0, 0.0, *VECTOR), "world: space\n")
    assert text == body.replace("[0, 0, 0]}}}", "[1, 0, 0]}}}") and left == {
        "body 'arm'": "its estimate is a formula, a"
    }


def test_what_is_estimated_there_already_stays_as_it_is() -> None:
    body = "bodies: {arm: {estimate: [1/2, 250 mm, 0.125]}}\n"
    assert written(body) == (body, {})


VECTOR = (0.3, -0.2, 0.5)
ANGLE = math.sqrt(0.38)
UNIT = ", ".join(number_text(value / ANGLE) for value in VECTOR)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[0, 0, 0]", "{position: [1, 2, 3], orientation: {vector: [0.3, -0.2, 0.5]}}"),
        ("{position: [0, 2, 0]}", "{orientation: {vector: [0.3, -0.2, 0.5]}, position: [1, 2, 3]}"),
        (
            "{orientation: {vector: [0, 0, 1]}}",
            "{position: [1, 2, 3], orientation: {vector: [0.3, -0.2, 0.5]}}",
        ),
        (
            "{position: [1, 2, 3], orientation: {axis: [0, 0, 1], angle: 30 deg}}",
            f"{{position: [1, 2, 3], orientation: {{axis: [{UNIT}], angle: {number_text(ANGLE, 'deg')}}}}}",
        ),
    ],
)
def test_a_pose_in_space_keeps_the_way_in_which_it_is_given(before: str, after: str) -> None:
    line = "bodies: {arm: {estimate: WAY}}\n"
    found = written(line.replace("WAY", before), (1.0, 2.0, 3.0, *VECTOR), "world: space\n")
    assert found == (line.replace("WAY", after), {})


@pytest.mark.parametrize(
    "way",
    [
        "parameters: [1, 0, 0, 0]",
        "parameters: [-1, 0, 0, 0]",
        "parameters: [0, 0, 0]",
        "matrix: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]",
        "points: [[1, 1, 1], [3, 1, 1], [1, 5, 1]]",
        "bryant: [10 deg, 0, 0]",
        *(f"euler: [10 deg, 20 deg, 0], order: {order}" for order in ORDERS),
    ],
)
def test_every_way_of_giving_an_orientation_takes_another_turn(way: str) -> None:
    body = f"bodies:\n  arm:\n    estimate: {{position: [0, 0, 0], orientation: {{{way}}}}}  # x\n"
    text, left = written(body, (0.0, 0.0, 0.0, *VECTOR), "world: space\n")
    assert left == {} and text.endswith("# x\n") and way.partition(":")[0] in text and "vector" not in text


def test_a_turn_about_the_axis_given_changes_the_angle_alone() -> None:
    body = "bodies: {arm: {estimate: {orientation: {axis: [0, 0, 2], angle: 340 deg}, position: [0, 0, 0]}}}\n"
    text, _ = written(body, (0.0, 0.0, 0.0, 0.0, 0.0, math.radians(10.0)), "world: space\n")
    assert text == body.replace("340 deg", "370 deg")


def test_a_list_over_several_lines_cannot_take_an_orientation() -> None:
    body = "bodies:\n  arm:\n    estimate:\n    - 0\n    - 0\n    - 0\n"
    text, left = written(body, (1.0, 0.0, 0.0, *VECTOR), "world: space\n")
    assert text == body and "over several lines" in left["body 'arm'"]


@pytest.mark.parametrize("order", ORDERS)
def test_angles_are_those_of_the_turn_and_near_to_those_before(order: str) -> None:
    random = np.random.default_rng(1)
    for number in range(50):
        angles: Any = random.uniform(-3.0, 3.0, 3)
        if number % 5 == 0:
            angles[1] = random.choice([0.0, math.pi / 2, -math.pi / 2, math.pi])
        matrix = rotation.matrix_of(from_angles(angles.tolist(), order))
        found = nearest_angles(matrix, order, angles.tolist())
        assert np.allclose(rotation.matrix_of(from_angles(found, order)), matrix, rtol=0, atol=1e-12)
        if number % 5:
            assert np.allclose(found, angles, rtol=0, atol=1e-9)


def test_places_are_found_behind_anchors_and_in_lists_of_lists() -> None:
    text = "a: &x {b: [1, &y 22, *y]}\nc:\n  - [3, 4]\n"
    root = places_of(text)

    def word(*path: str | int) -> str:
        spot = root.at(*path)
        assert spot is not None
        return text[spot.start : spot.end]

    assert word("a", "b", 1) == "22" and word("a", "b", 2) == "*y" and word("c", 0, 1) == "4"
    assert word("a") == "{b: [1, &y 22, *y]}" and word("c", 0) == "[3, 4]" and root.at("a", "z") is None
