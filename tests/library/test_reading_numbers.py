"""Tables read in one walk over their text have the numbers that Python reads cell by cell, to the last bit."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from linkwork.base.errors import ModelFileError
from linkwork.biomechanics import read_markers, read_osim, read_table
from linkwork.library.biomechanics.curves import matched_spline

EDGES = [
    "0",
    "-0",
    "+.5",
    "5.",
    "1e5",
    "-1.25E-3",
    "9007199254740991",
    "9007199254740993",
    "0.1",
    "123456789012345e-22",
]
EDGES += [
    "123456789012345e-23",
    "1e22",
    "1e23",
    "4.9e-324",
    "1e-400",
    "1.7976931348623157e308",
    "0000000000000000000.3",
]
EDGES += ["3.14159265358979323846264338327950288", "8.41e21", "9007199254740992.5", "1e-22"]


def words(count: int) -> list[str]:
    """Numbers as programs write them."""
    draw = np.random.default_rng(28)
    kinds = ["{:.8f}", "{:.3f}", "{:.6e}", "{:.15g}", "{:.16g}", "{:.17g}", "{!r}", "{:+.5E}"]
    values = draw.normal(size=count) * 10.0 ** draw.integers(-30, 30, count)
    return [kinds[i % len(kinds)].format(float(value)) for i, value in enumerate(values)]


def test_numbers_of_all_kinds_are_those_of_python(tmp_path: Path) -> None:
    cells = [*EDGES, *words(4000 - len(EDGES))]
    rows = [cells[i : i + 8] for i in range(0, len(cells), 8)]
    lines = ["\t ".join([str(0.01 * i), *row]) for i, row in enumerate(rows)]
    path = tmp_path / "a.sto"
    path.write_bytes(
        ("\r\nendheader\r\ntime " + "abcdefgh".replace("", " ") + "\r\n" + "\r\n\r\n".join(lines)).encode()
    )
    read = read_table(path).values
    assert np.array_equal(read.view(np.int64), np.array(rows, float).view(np.int64))


def test_gaps_in_markers_are_read_in_one_walk_as_cell_by_cell(tmp_path: Path) -> None:
    head = "PathFileType\t4\t(X/Y/Z)\ta.trc\nDataRate\tNumFrames\tNumMarkers\tUnits\n60\t4\t2\tmm\n"
    head += "Frame#\tTime\tone\t\t\ttwo\t\t\n\t\tX1\tY1\tZ1\tX2\tY2\tZ2\n\n"
    rows = "1\t0\t1\t2\t3\t4\t5\t6\n\t\t\n2\t0.01\t\t\t\t4\t5\t6\t\n3\t0.02\t1\t2\t3\n4\t0.03\t1\t2\t3\t4\t5\t6\tx\ty\n"
    places = []
    for first in ("1\t0\t1\t", "1\t0\t1\f\t"):  # a blank for Python, not for the walk
        path = tmp_path / "a.trc"
        path.write_text(head + rows.replace("1\t0\t1\t", first, 1), encoding="utf-8")
        places.append(read_markers(path).places)
    assert np.array_equal(places[0], places[1], equal_nan=True)
    assert np.argwhere(np.isnan(places[0]).all(axis=2)).tolist() == [[1, 0], [2, 1]]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("0.01 1 2 3", "4 numbers, not 3"),
        ("0.01 1", "2 numbers, not 3"),
        ("0.01 1 2e", "'2e' is not a number"),
        ("0.01 1 --2", "'--2' is not a number"),
        ("0.01 1 1e999", "'1e999' is not a finite number"),
        ("0.01 1 nan", "'nan' is not a finite number"),
        ("0.01 1,5 2", "'1,5' is not a number"),
        ("0.01 1_5 2", "'1_5' is not a number"),  # it was read as 15
    ],
)
def test_a_damaged_row_has_its_line(row: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "a.mot"
    path.write_text(f"x\nendheader\ntime a b\n0 1 2\n\n{row}\n0.02 1 2\n", encoding="utf-8")
    with pytest.raises(ModelFileError, match=rf"a\.mot:6: .*{why}"):
        read_table(path)


@pytest.mark.parametrize("count", [3, 4, 5, 12])
def test_a_spline_is_smooth_and_ends_like_the_cubic_through_four_points(count: int) -> None:
    draw = np.random.default_rng(count)
    x, y = np.cumsum(0.1 + draw.random(count)), draw.normal(size=count)
    rows = matched_spline(x, y)
    pieces, width = rows[1:-1], np.diff(x)[:, None]
    ends = pieces[:, 1:] @ np.array([1.0, 0, 0, 0])
    assert ends == pytest.approx(y[:-1])
    powers = np.hstack([width**0, width, width**2, width**3])
    assert (pieces[:, 1:] * powers).sum(axis=1) == pytest.approx(y[1:])
    slopes = (pieces[:, 2:] * np.array([1.0, 2.0, 3.0]) * powers[:, :3]).sum(axis=1)
    assert slopes == pytest.approx(rows[2:, 2])
    bends = (pieces[:, 3:] * np.array([2.0, 6.0]) * powers[:, :2]).sum(axis=1)
    assert bends[:-1] == pytest.approx(2.0 * pieces[1:, 3])
    for third, side in ((pieces[0, 4], slice(0, 4)), (pieces[-1, 4], slice(-4, None))):
        expected = np.polyfit(x[side], y[side], 3)[0] if count > 3 else 0.0
        assert third == pytest.approx(expected, abs=1e-9)


def test_underscores_are_no_digits_in_models_of_other_programs(tmp_path: Path) -> None:
    good = (Path(__file__).parents[1] / "data" / "leg.osim").read_text(encoding="utf-8")
    damaged, count = re.subn(r"(<mass>\s*\d)", r"\1_0", good, count=1)
    assert count == 1 and float("1_0") == 10  # as Python has it
    path = tmp_path / "leg.osim"
    path.write_text(damaged, encoding="utf-8")
    with pytest.raises(ModelFileError, match=r"leg\.osim:\d+: <mass> is not made of numbers: \d_0"):
        read_osim(path)
