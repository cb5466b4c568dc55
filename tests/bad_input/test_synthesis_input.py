"""Malformed calls of synthesis and of cams: each is refused in one sentence that names the culprit."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from malformed_calls import Calls, arm, assert_refused

from linkwork import cams
from linkwork.design.synthesis import four_bar_function, four_bar_guidance, four_bar_path
from linkwork.synthesis import freudenstein, function, path, poses, position

NAN, INF = math.nan, math.inf
SQUARE = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
POSES = [(0, 0, 0), (1, 0, 0.1), (1, 1, 0.3), (0, 1, 0.5)]
RISE = [cams.rise(0.02, "120 deg"), cams.dwell("60 deg"), cams.fall(0.02, "120 deg"), cams.dwell("60 deg")]


def synthesised(targets: Any, free: Any = ("l",), **options: Any) -> Any:
    return arm().synthesise(targets, list(free) if isinstance(free, tuple) else free, progress=False, **options)


def cam(**options: Any) -> Any:
    return cams.Cam(cams.Motion(RISE), **{"follower": cams.roller(0.01), "base_radius": 0.04} | options)


CALLS: Calls = {
    # targets
    "targets 5": ("targets are made by", lambda: synthesised(5)),
    "targets None": ("found None", lambda: synthesised(None)),
    "targets empty": ("no targets", lambda: synthesised([])),
    "targets text": ("found 'abc'", lambda: synthesised("abc")),
    "targets of a number": ("found 5", lambda: synthesised([5])),
    "path of 5": ("path: points: expected a list", lambda: path("b.tip", 5)),  # type: ignore[arg-type]
    "path of numbers": ("a point is a list", lambda: path("b.tip", [1, 2])),
    "path of nothing": ("no targets", lambda: synthesised(path("b.tip", []))),
    "path of texts": ("'b.tip.x': expression 'a'", lambda: synthesised(path("b.tip", [("a", "b")]))),
    "path of one number each": ("a point has two numbers", lambda: path("b.tip", [(1,), (2,)])),
    "path of four numbers each": ("a point has two numbers", lambda: path("b.tip", [(1, 2, 3, 4)])),
    "path at not a number": ("'b.tip': a number must be finite", lambda: synthesised(path("b.tip", [(NAN, 0.0)]))),
    "path times nan": ("path: times: expected a list of numbers", lambda: path("b.tip", [(1, 0)], times=[NAN])),
    "path times too many": ("as many times as points", lambda: path("b.tip", [(1, 0)], times=[0.0, 1.0])),
    "path times a number": ("path: times: expected a list of numbers", lambda: path("b.tip", [(1, 0)], times=3)),  # type: ignore[arg-type]
    "path times text": ("path: times: expected a list of numbers", lambda: path("b.tip", [(1, 0)], times=["now"])),  # type: ignore[list-item]
    "path inputs a number": ("path: inputs: expected a pair of values", lambda: path("b.tip", [(1, 0)], inputs=3)),  # type: ignore[arg-type]
    "path inputs of one": (
        "path: inputs: expected a pair of values",
        lambda: path("b.tip", [(1, 0)], inputs=("b.angle",)),
    ),  # type: ignore[arg-type]
    "path weights too few": ("as many weights as points", lambda: path("b.tip", SQUARE, weights=[1.0])),
    "path weights array": ("as many weights as points", lambda: path("b.tip", SQUARE, weights=np.ones(3))),  # type: ignore[arg-type]
    "path weight zero": ("a weight is a number above zero", lambda: path("b.tip", SQUARE, weights=0.0)),
    "path weight nan": (
        "path: weights: expected a list of numbers or a number",
        lambda: path("b.tip", SQUARE, weights=NAN),
    ),
    "path weight text": (
        "path: weights: expected a list of numbers or a number",
        lambda: path("b.tip", SQUARE, weights="heavy"),
    ),  # type: ignore[arg-type]
    "path of an unknown point": ("no channel 'b.nose.x'", lambda: synthesised(path("b.nose", SQUARE))),
    "path of a number for a place": ("path: place: expected a text", lambda: synthesised(path(5, SQUARE))),  # type: ignore[arg-type]
    "poses of two numbers": ("a pose is (x, y, angle)", lambda: poses("b", [(0, 0)])),
    "poses of a number": ("a pose is a list", lambda: poses("b", [5])),
    "poses 5": ("poses: places: expected a list", lambda: poses("b", 5)),  # type: ignore[arg-type]
    "poses of nothing": ("a pose is (x, y, angle)", lambda: poses("b", [()])),
    "poses size zero": ("size is a number above zero", lambda: poses("b", POSES, size=0.0)),
    "poses size text": ("poses: size: expected a number", lambda: poses("b", POSES, size="big")),  # type: ignore[arg-type]
    "poses weight negative": ("a weight is a number above zero", lambda: poses("b", POSES, weight=-1.0)),
    "poses in space with one axis": (
        "in space ((x, y, z), x axis, y axis)",
        lambda: poses("b", [((0, 0, 0), (1, 0, 0))]),
    ),
    "poses in space of numbers": ("in space ((x, y, z), x axis, y axis)", lambda: poses("b", [((0, 0, 0), 1, 2)])),
    "poses times nan": ("poses: times: expected a list of numbers", lambda: poses("b", POSES, times=[0, 1, 2, NAN])),
    "function of numbers": (
        "function: pairs: expected a list of pairs of values",
        lambda: function("b.angle", "b.x", [1, 2]),
    ),  # type: ignore[list-item]
    "function of threes": (
        "function: pairs: expected a list of pairs of values",
        lambda: function("b.angle", "b.x", [(1, 2, 3)]),
    ),  # type: ignore[list-item]
    "function 5": ("function: pairs: expected a list of pairs of values", lambda: function("b.angle", "b.x", 5)),  # type: ignore[arg-type]
    "function weight text": (
        "function: weight: expected a number",
        lambda: function("b.angle", "b.x", [(1, 2)], weight="a"),
    ),  # type: ignore[arg-type]
    "position of a number": ("position: wanted: expected a mapping of names to values", lambda: position(5)),  # type: ignore[arg-type]
    "position exact list": (
        "position: exact: expected a mapping of names to values",
        lambda: position({"b.x": 1}, exact=["b.x"]),
    ),  # type: ignore[arg-type]
    "position time inf": ("position: time: expected a number", lambda: position({"b.x": 1}, time=INF)),
    "position of a list for a channel": ("'b.x': a point has two numbers", lambda: synthesised(position({"b.x": [1]}))),
    # free parameters
    "free unknown": ("parameter 'q' is not defined", lambda: synthesised(path("b.tip", SQUARE), {"q": (0, 1)})),
    "free empty": ("at least one free parameter", lambda: synthesised(path("b.tip", SQUARE), {})),
    "free reversed": (
        "bounds of 'l': the first must be below",
        lambda: synthesised(path("b.tip", SQUARE), {"l": (2, 1)}),
    ),
    "free nan": ("bounds of 'l': a number must be finite", lambda: synthesised(path("b.tip", SQUARE), {"l": (NAN, 1)})),
    "free infinite": (
        "bounds of 'l': a number must be finite",
        lambda: synthesised(path("b.tip", SQUARE), {"l": (0, INF)}),
    ),
    "free one number": ("bounds of 'l' are two numbers", lambda: synthesised(path("b.tip", SQUARE), {"l": 3})),
    "free texts": ("bounds of 'l': expression 'a'", lambda: synthesised(path("b.tip", SQUARE), {"l": ("a", "b")})),
    "free of numbers": ("name the free parameters", lambda: synthesised(path("b.tip", SQUARE), [5])),
    "conditions a number": (
        "synthesise: conditions: expected a list of texts",
        lambda: synthesised(path("b.tip", SQUARE), conditions=5),
    ),
    "conditions nonsense": ("found 'nonsense'", lambda: synthesised(path("b.tip", SQUARE), conditions=["nonsense"])),
    "conditions of numbers": (
        "synthesise: conditions: expected a list of texts",
        lambda: synthesised(path("b.tip", SQUARE), conditions=[3]),
    ),
    "limits of texts": (
        "limits of 'b.x': expression 'a'",
        lambda: synthesised(path("b.tip", SQUARE), limits={"b.x": ("a", "b")}),
    ),
    "limits reversed": (
        "limits of 'b.x': 2 is above 1",
        lambda: synthesised(path("b.tip", SQUARE), limits={"b.x": (2, 1)}),
    ),
    "limits of a number": (
        "limits of 'b.x' are two values",
        lambda: synthesised(path("b.tip", SQUARE), limits={"b.x": 5}),
    ),
    "steps zero": ("steps: a whole number", lambda: synthesised(path("b.tip", SQUARE), steps=0)),
    "seed negative": ("seed: a whole number", lambda: synthesised(path("b.tip", SQUARE), seed=-1)),
    # four-bars
    "four-bar path of a number": ("four_bar_path: points: expected a list", lambda: four_bar_path(5)),  # type: ignore[arg-type]
    "four-bar path of text": ("four_bar_path: points: expected a list", lambda: four_bar_path("abc")),
    "four-bar path of two points": ("two points or more", lambda: four_bar_path([(0, 0)])),
    "four-bar path with nan": ("points: a number must be finite", lambda: four_bar_path([(0, 0), (1, NAN), (1, 1)])),
    "four-bar path in space": ("each with two numbers", lambda: four_bar_path([(0, 0, 0), (1, 0, 0), (1, 1, 0)])),
    "four-bar bound zero": ("bounds of 'l1': a length is above zero", lambda: four_bar_path(SQUARE, bounds={"l1": 0})),
    "four-bar bound negative": (
        "bounds of 'l2': a length is above zero",
        lambda: four_bar_path(SQUARE, bounds={"l2": (-1, 1)}),
    ),
    "four-bar bound reversed": (
        "bounds of 'l1': the first is above",
        lambda: four_bar_path(SQUARE, bounds={"l1": (2, 1)}),
    ),
    "four-bar bound nan": (
        "bounds of 'l1': a number must be finite",
        lambda: four_bar_path(SQUARE, bounds={"l1": NAN}),
    ),
    "four-bar bound text": ("bounds of 'l1': expression 'long'", lambda: four_bar_path(SQUARE, bounds={"l1": "long"})),
    "four-bar bound unknown": ("no parameter 'l9'", lambda: four_bar_path(SQUARE, bounds={"l9": 1})),
    "four-bar bound of three": (
        "bounds of 'l1' are one number or two",
        lambda: four_bar_path(SQUARE, bounds={"l1": (1, 2, 3)}),
    ),
    "four-bar weights": ("as many weights as points, 4", lambda: four_bar_path(SQUARE, weights=[1, 2])),
    "four-bar weights negative": ("weights are above zero", lambda: four_bar_path(SQUARE, weights=[1, 1, 1, -1])),
    "four-bar weights text": (
        "four_bar_path: weights: expected a list of numbers",
        lambda: four_bar_path(SQUARE, weights="abcd"),
    ),  # type: ignore[arg-type]
    "four-bar angles": ("as many angles as points, 4", lambda: four_bar_path(SQUARE, angles=[0, 1])),
    "four-bar angles number": ("four_bar_path: angles: expected a list", lambda: four_bar_path(SQUARE, angles=3)),  # type: ignore[arg-type]
    "four-bar transmission text": (
        "transmission: expression 'wide'",
        lambda: four_bar_path(SQUARE, transmission="wide"),
    ),
    "four-bar transmission too large": (
        "transmission angle is below 90 deg",
        lambda: four_bar_path(SQUARE, transmission="100 deg"),
    ),
    "guidance of text": ("four_bar_guidance: poses: expected a list", lambda: four_bar_guidance("abc")),
    "guidance of a number": ("four_bar_guidance: poses: expected a list", lambda: four_bar_guidance(5)),  # type: ignore[arg-type]
    "guidance of pairs": ("each as (x, y, angle)", lambda: four_bar_guidance([(0, 0), (1, 1), (2, 2)])),
    "guidance of one pose": ("three poses or more", lambda: four_bar_guidance([(0, 0, 0)])),
    "guidance with nan": ("not finite", lambda: four_bar_guidance([(0, 0, 0), (1, NAN, 0), (1, 1, 1)])),
    "guidance dyads": (
        "four_bar_guidance: dyads: expected a whole number",
        lambda: four_bar_guidance(POSES, dyads="many"),
    ),  # type: ignore[arg-type]
    "guidance size": ("size: a number above zero", lambda: four_bar_guidance(POSES, size=-1.0)),
    "guidance starts": ("starts: a whole number", lambda: four_bar_guidance(POSES, starts=0)),
    "function four-bar of a number": ("four_bar_function: pairs: expected a list", lambda: four_bar_function(5)),  # type: ignore[arg-type]
    "function four-bar of singles": ("pairs are such as", lambda: four_bar_function([1, 2, 3])),
    "function four-bar of one": ("three pairs of angles", lambda: four_bar_function([(0.1, 0.2)])),
    "function four-bar of texts": ("expression 'a'", lambda: four_bar_function([("a", "b"), ("c", "d"), ("e", "f")])),
    "function four-bar ground zero": (
        "ground link is longer than zero",
        lambda: four_bar_function([(0.1, 0.2), (0.3, 0.5), (0.6, 0.9)], ground=0.0),
    ),
    "function four-bar with nan": ("must be finite", lambda: four_bar_function([(0.1, NAN), (0.3, 0.5), (0.6, 0.9)])),
    "freudenstein of a text": ("freudenstein: pairs: expected a list", lambda: freudenstein("abc")),
    # cams
    "cam motion of text": ("Motion: segments: expected a list of Segments", lambda: cams.Motion("abc")),  # type: ignore[arg-type]
    "cam motion of nothing": ("give a list of rise()", lambda: cams.Motion([])),
    "cam motion of numbers": ("Motion: segments: expected a list of Segments", lambda: cams.Motion([1, 2])),  # type: ignore[list-item]
    "cam rise of text": ("by: 'high' is not known", lambda: cams.rise("high", "90 deg")),
    "cam rise nan": ("by: a number must be finite", lambda: cams.rise(NAN, 1.0)),
    "cam rise over nothing": ("over must be positive", lambda: cams.rise(0.1, 0.0)),
    "cam law unknown": ("no law '5-6-7'", lambda: cams.rise(0.1, 1.0, law="5-6-7")),
    "cam law a number": ("rise: law: expected a text", lambda: cams.rise(0.1, 1.0, law=5)),  # type: ignore[arg-type]
    "cam dwell negative": ("over must be positive", lambda: cams.dwell(-1.0)),
    "cam too long": ("the period is 360 deg", lambda: cams.Motion([cams.rise(0.1, 5.0), cams.fall(0.1, 5.0)])),
    "cam roller negative": ("radius must be positive", lambda: cams.roller(-0.01)),
    "cam follower a number": ("Cam: follower: expected a Follower", lambda: cam(follower=5)),
    "cam base radius zero": ("base_radius must be positive", lambda: cam(base_radius=0.0)),
    "cam base radius text": ("base_radius: 'big' is not known", lambda: cam(base_radius="big")),
    "cam turns nowhere": ("found 'left'", lambda: cam(turns="left")),
    "cam motion a number": (
        "Cam: motion: expected a Motion",
        lambda: cams.Cam(5, follower=cams.roller(0.01), base_radius=0.04),
    ),  # type: ignore[arg-type]
    "cam size without follower": ("size: follower: expected a Follower", lambda: cams.size(cams.Motion(RISE), 5)),  # type: ignore[arg-type]
    "cam size angle": (
        "pressure_angle",
        lambda: cams.size(cams.Motion(RISE), cams.roller(0.01), pressure_angle="100 deg"),
    ),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_malformed_call_of_synthesis_is_refused_in_words(call: str) -> None:
    assert_refused(*CALLS[call])
