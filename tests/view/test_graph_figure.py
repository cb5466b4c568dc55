"""The figure of a graph: what is drawn, and where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from linkwork.topology.topology import Topology
from linkwork.view.figures.graph_layout import layout
from topology.builders import FILES, example, windows


def words(found: Topology) -> list[str]:
    return [text.get_text() for text in found.draw().axes[0].texts]


def dashed(found: Topology) -> list[Any]:
    return [line for line in found.draw().axes[0].lines if line.get_linestyle() == "--"]


@pytest.mark.parametrize("name", FILES)
def test_every_body_and_joint_of_an_example_is_named(name: str) -> None:
    found = example(name).topology()
    shown = words(found)
    assert all(shown.count(body) == 1 for body in found.bodies)
    assert all(joint.name in shown for joint in found.joints if not joint.name.startswith("free("))


@pytest.mark.parametrize("name", FILES)
def test_no_two_bodies_of_an_example_share_a_place(name: str) -> None:
    found = example(name).topology()
    places = layout(found)
    assert len(set(places.values())) == len(places) == len(found.bodies) - 1
    assert all(places[body][1] == found.spanning.depths[body] for body in places)


def test_cuts_are_dashed_and_every_loop_has_a_colour() -> None:
    found = example("valve-lifter").topology()
    lines = dashed(found)
    assert len(lines) == len(found.cuts) == 3
    assert len({line.get_color() for line in lines}) == 3


def test_bodies_that_cuts_tie_together_are_neighbours() -> None:
    columns = {body: place[0] for body, place in layout(example("valve-lifter").topology()).items()}
    assert sorted(columns, key=lambda body: columns[body]) == ["cam", "push rod", "rocker", "valve"]


def test_a_free_joint_is_in_the_legend() -> None:
    legend = example("four-bar").topology(cut=("A", "B")).draw().axes[0].get_legend()
    assert legend is not None
    shown = [text.get_text() for text in legend.get_texts()]
    assert shown == [
        "tree joint",
        "free joint",
        "loop 1, cut A",
        "loop 2, cut B",
    ]


def test_a_large_graph_stays_a_page(tmp_path: Path) -> None:
    figure = windows(60).topology().draw(path=tmp_path / "windows.png")
    assert max(figure.get_size_inches()) <= 24.0
    assert (tmp_path / "windows.png").stat().st_size > 1000
