"""`linkwork topology`: what it prints, draws and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from linkwork.cli.main import app
from linkwork.cli.new import example


@pytest.fixture(autouse=True)
def bar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bar.yaml").write_text(example("four-bar"), encoding="utf-8")


def call(*options: str) -> Result:
    return CliRunner().invoke(app, ["topology", "bar.yaml", *options])


def test_it_prints_tree_cuts_and_loops() -> None:
    done = call()
    assert done.exit_code == 0
    assert "-B-> rocker <-C- ground, cut at B" in done.output


def test_joints_are_cut_and_kept_and_rods_removed_as_asked() -> None:
    assert json.loads(call("--cut", "A", "--keep", "B", "--keep", "C", "--json").output)["cuts"] == ["A"]
    removed = json.loads(call("--remove", "coupler", "--json").output)
    assert (removed["removed"], removed["cuts"], removed["closing_equations"]) == (["coupler"], ["coupler"], 1)


def test_natural_coordinates_are_counted_where_asked() -> None:
    """The body of 33 links that Silva and Ambrosio count."""
    from linkwork.biomechanics import body_of_33_links

    body_of_33_links().save("bar.yaml")
    told = json.loads(call("--natural", "--json").stdout)
    count = {"points": 25, "vectors": 22, "coordinates": 141, "equations": 102, "rank": 97, "freedoms": 44}
    assert told["natural"] == count
    words = call("--natural").stdout
    assert "141 natural coordinates: 25 points, 22 unit vectors\n102 equations, rank 97, 44 freedoms" in words
    assert "natural" not in call().stdout


def test_the_graph_is_drawn() -> None:
    done = call("--out", "graph.png")
    assert done.exit_code == 0 and "wrote graph.png" in done.output
    assert Path("graph.png").read_bytes().startswith(b"\x89PNG")
    beside = CliRunner().invoke(app, ["topology", "bar.yaml", "--json", "--out", "graph.svg"])
    assert json.loads(beside.stdout)["ok"] and Path("graph.svg").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--cut", "Bb"], "error: cut: there is no joint 'Bb'; did you mean 'B'?"),
        (["--out", "nowhere/graph.png"], "there is no folder 'nowhere'; make it first"),
        (["--out", "graph.xyz"], "the ending '.xyz' is not known; use .png, .svg or .pdf"),
    ],
)
def test_bad_input_ends_with_one_message(options: list[str], message: str) -> None:
    done = call(*options)
    assert done.exit_code == 2
    assert message in done.output
