"""What makes no sense to the verbs of design is refused in words."""

from __future__ import annotations

from typing import Any

import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError, LinkworkError
from linkwork.design.synthesis import four_bar_path
from linkwork.synthesis import path


def arm() -> lw.Planar:
    m = lw.Planar("arm")
    m.parameters(l=1.0)
    body = m.body("b", estimate=(0, 0, 0.2), points={"tip": ("l", 0)})
    m.mass("b", mass=1.0, inertia=1.0)
    m.revolute("O", m.ground.at(0, 0), body.at(0, 0))
    return m


@pytest.mark.parametrize(
    "given, words",
    [
        ({"free": 3}, "name the free parameters"),
        ({"starts": "a"}, "starts: expected a whole number"),
        ({"starts": 2.5}, "starts: expected a whole number"),
        ({"keep": 0}, "keep: a whole number"),
        ({"limits": ["a"]}, "given by channel"),
        ({"search": "nope"}, "search is one of"),
    ],
)
def test_synthesis(given: dict[str, Any], words: str) -> None:
    options: dict[str, Any] = {"targets": path("b.tip", [(1, 0), (0, 1)]), "free": ["l"], "progress": False} | given
    with pytest.raises(AnalysisError, match=words):
        arm().synthesise(options.pop("targets"), options.pop("free"), **options)


@pytest.mark.parametrize(
    "given, words",
    [
        ({"bounds": ["l1"]}, "bounds: expected a mapping of names to values"),
        ({"starts": -3}, "starts: a whole number"),
        ({"keep": 0}, "keep: a whole number"),
        ({"search": "nope"}, "search is one of"),
    ],
)
def test_four_bars(given: dict[str, Any], words: str) -> None:
    with pytest.raises(AnalysisError, match=words):
        four_bar_path([(0, 0), (1, 0), (1, 1)], **given)


@pytest.mark.parametrize("over", [["l"], {"l": []}, {"l": 3}, {"l": ["one"]}, {"k": [1]}])
def test_maps_of_stiffness(over: Any) -> None:
    with pytest.raises(AnalysisError, match=r"stiffness map|stiffness_map: over: expected a mapping of names to lists"):
        arm().stiffness_map("b", over, progress=False)


def test_cams() -> None:
    with pytest.raises(LinkworkError, match="Motion: segments: expected a list of Segments"):
        lw.cams.Motion(5)  # type: ignore[arg-type]
    with pytest.raises(LinkworkError, match="start: expected a list"):
        lw.cams.rise(0.1, over=1, law="3-4-5", start=5)
