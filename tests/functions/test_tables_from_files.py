"""Tables whose points come from a file of columns."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.formats.model_file import dumps, loads

TEXT = "time, angle, torque\n# measured\n0, 0.0, 5\n0.5, 0.2, 6\n1.0, 0.7, 8\n1.5, 0.9, 7\n"


def test_a_reference_from_a_file_is_followed(tmp_path: Path) -> None:
    (tmp_path / "way.csv").write_text(TEXT)
    (tmp_path / "model.yaml").write_text("""
linkwork: 1
name: follows a file
signals:
  wish: {type: signal, value: {type: table, file: way.csv, columns: [time, angle]}}
  x: {type: state, rate: 50*(wish - x)}
""")
    m = lw.load(tmp_path / "model.yaml")
    run = m.simulate(until=1.5, points=4)
    assert run["wish"] == pytest.approx([0, 0.2, 0.7, 0.9], abs=1e-12)
    again = loads(dumps(m)).simulate(until=1.5, points=4)
    assert again["x"] == pytest.approx(run["x"], abs=0)
    by_hand = lw.Table(points=((0, 0), (0.5, 0.2), (1, 0.7), (1.5, 0.9)))
    assert lw.Table(file=str(tmp_path / "way.csv"), columns=(0, 1)) == by_hand
    assert np.isfinite(run["x"]).all()


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("time [s], force [N]\n0, 5\n1, 7\n", ("time [s]", "force [N]")),
        ("time [s], force [N]\n0, 5\n1, 7\n", ("time", "force")),
        ("time, force,\n0, 5,\n1, 7,\n", ("time", "force")),
        ("0, 5,\n1, 7,\n", (0, 1)),
        ("way of it;time;pull\n3;0;5\n;1;7\n", ("time", "pull")),
        ("\ttime\tpull\n1\t0\t5\n2\t1\t7\n", ("time", "pull")),
        ("time  pull\n 0  5\n 1\t7\n", (0, 1)),
    ],
)
def test_words_are_split_by_the_one_separator_that_is_there(
    tmp_path: Path, text: str, columns: tuple[int, int] | tuple[str, str]
) -> None:
    (tmp_path / "way.csv").write_text(text)
    assert lw.Table(file=str(tmp_path / "way.csv"), columns=columns) == lw.Table(points=((0, 5), (1, 7)))


@pytest.mark.parametrize(
    ("text", "columns", "words"),
    [
        (TEXT, ("time", "speed"), "there is no column 'speed'; columns are: time, angle, torque"),
        (TEXT, (0, 3), "way.csv:3: there is no column 3; the line has 3, from 0"),
        ("0 1\n1 x\n", (0, 1), "way.csv:2: 'x' is no number"),
        ("# nothing\n", (0, 1), "has no line of numbers"),
        ("time, force\n0, 5\n1, 7, 8\n", (0, 1), "way.csv:3: the line has 3 words, but there are 2 names"),
        ("time [s] force [N]\n0 5\n1 7\n", (0, 1), "way.csv:2: the line has 2 words, but there are 4 names"),
        ("0,5;1,5\n1;2\n2;3\n", (0, 1), "way.csv:1: '0,5' has a decimal comma"),
        ("t, t\n0, 1\n1, 2\n", ("t", "t"), "there is more than one column 't'"),
        ("0, x\n1, 2\n2, 3\n", (0, 1), "way.csv:1: 'x' is no number"),
        ("0 1\n", (0, 1), "at least 2 lines of numbers"),
        (None, (0, 1), "there is no such file"),
    ],
)
def test_a_bad_file_is_refused_by_line(tmp_path: Path, text: str | None, columns: tuple[int, int], words: str) -> None:
    if text is not None:
        (tmp_path / "way.csv").write_text(text)
    with pytest.raises(lw.LinkworkError, match=words):
        lw.Table(file=str(tmp_path / "way.csv"), columns=columns)


def test_points_and_a_file_are_not_given_together_and_one_of_them_is(tmp_path: Path) -> None:
    with pytest.raises(lw.LinkworkError, match="give points or a file, not both"):
        lw.Table(file="way.csv", points=((0, 0), (1, 1)))
    with pytest.raises(lw.LinkworkError, match="give points, or a file that has them"):
        lw.Table()
