"""Numbers shortened for the page: as many digits as are seen, and nothing that JSON does not know."""

from __future__ import annotations

import json
from base64 import b64decode

import numpy as np
import pytest

from linkwork.view.packing import packed_display
from linkwork.view.page import payload
from linkwork.view.rounding import on_grid, rounded, rounded_series


def test_columns_have_six_digits_of_their_largest_number_and_of_their_range() -> None:
    random = np.random.default_rng(3)
    table = random.normal(size=(50, 4, 3)) * [1e-9, 1.0, 1e9] + [0.0, 1e4, 0.0]
    found = on_grid(table)
    size, span = np.abs(table).max(axis=0), np.ptp(table, axis=0)
    assert (np.abs(found - table) <= 0.5e-5 * np.minimum(size, span)).all()
    longest = max(len(json.dumps(number)) for number in found.ravel().tolist())
    assert longest <= len("-1.000000e-09")


@pytest.mark.parametrize("values", [[0.0, 0.0], [3.0, 3.0], [1e-320, 0.0], [1e300, -1e300], [1e-30, 2e-30], []])
def test_extreme_columns_stay_what_they_are(values: list[float]) -> None:
    assert on_grid(np.array(values)) == pytest.approx(values, rel=1e-5, abs=1e-300)
    assert rounded_series(values) == pytest.approx(values, rel=1e-5, abs=1e-323)


def test_every_number_of_a_series_keeps_its_own_digits() -> None:
    assert rounded_series([1.0, 1e-9 * np.pi, -2e4 / 3]) == [1.0, 3.14159e-9, -6666.67]
    assert rounded_series([1e4 + 1e-3 * k for k in range(3)]) == [10000.0, 10000.001, 10000.002]


def test_what_is_not_finite_becomes_none() -> None:
    assert rounded(np.array([[1.0, np.nan], [np.inf, 2 / 3]])) == [[1.0, None], [None, 0.666667]]
    assert rounded_series([None, 2 / 3, float("inf")]) == [None, 0.666667, None]
    assert rounded({"a": (1 / 3, float("nan")), "n": np.int64(3)}) == {"a": [0.333333, None], "n": 3}


def test_an_array_has_as_many_places_as_its_largest_number_needs() -> None:
    assert rounded(np.array([[100 / 3, 1e-7], [1 / 3, -2.0]])) == [[33.3333, 0.0], [0.3333, -2.0]]
    assert rounded(np.array([2e9 / 3, 5.0])) == [666667000.0, 0.0]
    assert rounded(np.zeros((0, 2))) == []


def test_packed_poses_are_exact() -> None:
    poses = np.random.default_rng(4).normal(size=(3, 2, 3)) * 1e5
    body = {"name": "rod", "shapes": [{"kind": "link", "points": [[0.0, 0.0], [1.0, 0.0]]}]}
    scene = {
        "name": "s",
        "times": [0.0, 1.0, 2.0],
        "poses": poses.tolist(),
        "bodies": [{**body, "name": "ground"}, body],
    }
    found = payload(scene, packed=True)["scene"]["poses"]
    assert tuple(found["shape"]) == poses.shape
    assert (np.frombuffer(b64decode(found["bytes"]), "<f8").reshape(poses.shape) == poses).all()
    plain = np.array(payload(scene)["scene"]["poses"])
    assert plain == pytest.approx(poses, abs=0.5)


def test_packed_solids_have_all_their_corners_and_faces() -> None:
    corners = np.random.default_rng(5).normal(size=(4, 3))
    faces = [[0, 1, 2], [0, 1, 2, 3], [3, 2]]
    given = {"kind": "link", "corners": corners, "faces": faces}
    (found,) = packed_display({"parts": [given]})["parts"]
    assert np.frombuffer(b64decode(found["corners"]["bytes"]), "<f4").reshape(4, 3) == pytest.approx(corners, rel=1e-6)
    flat = np.frombuffer(b64decode(found["faces"]["bytes"]), "<i4").tolist()
    assert flat == [3, 0, 1, 2, 4, 0, 1, 2, 3, 2, 3, 2]


def test_solids_that_are_not_finite_and_planar_parts_stay_lists() -> None:
    broken = {"kind": "link", "corners": np.array([[0.0, np.nan, 1.0]]), "faces": [[0, 0, 0]]}
    planar = {"body": 1, "marks": [np.array([1 / 3, 2.0])]}
    found = packed_display({"unit": 1 / 3, "parts": [broken, planar]})
    assert found["parts"] == [{**broken, "corners": [[0.0, None, 1.0]]}, {"body": 1, "marks": [[0.33333, 2.0]]}]
    assert found["unit"] == 0.333333
