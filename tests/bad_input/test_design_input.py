"""Malformed calls of the verbs of design: each is refused in one sentence that names the culprit."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork import cams, plans
from linkwork.analysis.sensitivity.adjoint import adjoint
from linkwork.errors import LinkworkError
from linkwork.synthesis import (
    four_bar_function,
    four_bar_guidance,
    four_bar_path,
    freudenstein,
    function,
    path,
    poses,
    position,
)

NAN, INF = math.nan, math.inf
SQUARE = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]


def arm() -> Any:
    """An arm with a tip that a motor turns; made anew for every call."""
    m = lw.Planar("arm")
    m.parameters(l=1.0, k=3.0)
    body = m.body("b", estimate=(0, 0, 0.2), points={"tip": ("l", 0)})
    m.mass("b", mass=1.0, inertia=1.0)
    m.revolute("O", m.ground.at(0, 0), body.at(0, 0))
    m.torsion_spring("coil", m.ground, body, stiffness="k")
    return m


def synthesised(targets: Any, free: Any = ("l",), **options: Any) -> Any:
    return arm().synthesise(targets, list(free) if isinstance(free, tuple) else free, progress=False, **options)


def found(of: Any = "final(b.x)", to: Any = None, **options: Any) -> Any:
    return arm().sensitivity(of, to, **{"analysis": "simulate", "until": 0.1, "points": 3} | options)


def best(minimise: Any = "final(b.angle)", free: Any = None, subject_to: Any = (), **options: Any) -> Any:
    given = {"l": (0.5, 2.0)} if free is None else free
    settings = {"until": 0.1, "points": 3, "analysis": "simulate", "iterations": 2}
    return arm().optimise(minimise, given, subject_to, **settings | options)


def several(minimise: Any = ("final(b.x)", "final(b.y)"), free: Any = None, **options: Any) -> Any:
    given = {"l": (0.5, 2.0)} if free is None else free
    return arm().compromise(minimise, given, **{"until": 0.1, "points": 3, "analysis": "simulate"} | options)


def front(minimise: Any = ("final(b.x)", "final(b.y)"), free: Any = None, **options: Any) -> Any:
    given = {"l": (0.5, 2.0)} if free is None else free
    settings = {"until": 0.1, "points": 3, "analysis": "simulate", "generations": 2, "progress": False}
    return arm().pareto(minimise, given, **settings | options)


def studied(plan: Any = None, responses: Any = "final(b.x)", **options: Any) -> Any:
    given = plans.grid(l=[1.0, 1.1]) if plan is None else plan
    settings = {"analysis": "simulate", "until": 0.1, "points": 3, "workers": 1, "progress": False}
    return arm().study(given, responses, **settings | options)


def fitted(data: Any, free: Any = None, **options: Any) -> Any:
    return arm().fit(data, {"l": (0.5, 2.0)} if free is None else free, **options)


MEASURED = {"t": [0.0, 0.1, 0.2], "b.angle": [0.2, 0.1, 0.0]}
POSES = [(0, 0, 0), (1, 0, 0.1), (1, 1, 0.3), (0, 1, 0.5)]
RISE = [cams.rise(0.02, "120 deg"), cams.dwell("60 deg"), cams.fall(0.02, "120 deg"), cams.dwell("60 deg")]


def cam(**options: Any) -> Any:
    return cams.Cam(cams.Motion(RISE), **{"follower": cams.roller(0.01), "base_radius": 0.04} | options)


CALLS: dict[str, tuple[str, Callable[[], Any]]] = {
    # targets
    "targets 5": ("targets are made by", lambda: synthesised(5)),
    "targets None": ("found None", lambda: synthesised(None)),
    "targets empty": ("no targets", lambda: synthesised([])),
    "targets text": ("found 'abc'", lambda: synthesised("abc")),
    "targets of a number": ("found 5", lambda: synthesised([5])),
    "path of 5": ("'b.tip': what it is to meet", lambda: path("b.tip", 5)),  # type: ignore[arg-type]
    "path of numbers": ("a point is a list", lambda: path("b.tip", [1, 2])),
    "path of nothing": ("no targets", lambda: synthesised(path("b.tip", []))),
    "path of texts": ("'b.tip.x': expression 'a'", lambda: synthesised(path("b.tip", [("a", "b")]))),
    "path of one number each": ("a point has two numbers", lambda: path("b.tip", [(1,), (2,)])),
    "path of four numbers each": ("a point has two numbers", lambda: path("b.tip", [(1, 2, 3, 4)])),
    "path at not a number": ("'b.tip': a number must be finite", lambda: synthesised(path("b.tip", [(NAN, 0.0)]))),
    "path times nan": ("a time is a number", lambda: path("b.tip", [(1, 0)], times=[NAN])),
    "path times too many": ("as many times as points", lambda: path("b.tip", [(1, 0)], times=[0.0, 1.0])),
    "path times a number": ("times is a list", lambda: path("b.tip", [(1, 0)], times=3)),  # type: ignore[arg-type]
    "path times text": ("a time is a number", lambda: path("b.tip", [(1, 0)], times=["now"])),  # type: ignore[list-item]
    "path inputs a number": ("inputs is a list", lambda: path("b.tip", [(1, 0)], inputs=3)),  # type: ignore[arg-type]
    "path inputs of one": ("inputs are a channel and values", lambda: path("b.tip", [(1, 0)], inputs=("b.angle",))),  # type: ignore[arg-type]
    "path weights too few": ("as many weights as points", lambda: path("b.tip", SQUARE, weights=[1.0])),
    "path weights array": ("as many weights as points", lambda: path("b.tip", SQUARE, weights=np.ones(3))),  # type: ignore[arg-type]
    "path weight zero": ("a weight is a number above zero", lambda: path("b.tip", SQUARE, weights=0.0)),
    "path weight nan": ("a weight is a number above zero", lambda: path("b.tip", SQUARE, weights=NAN)),
    "path weight text": ("a weight is a number above zero", lambda: path("b.tip", SQUARE, weights="heavy")),  # type: ignore[arg-type]
    "path of an unknown point": ("no channel 'b.nose.x'", lambda: synthesised(path("b.nose", SQUARE))),
    "path of a number for a place": ("no channel '5.x'", lambda: synthesised(path(5, SQUARE))),  # type: ignore[arg-type]
    "poses of two numbers": ("a pose is (x, y, angle)", lambda: poses("b", [(0, 0)])),
    "poses of a number": ("a pose is a list", lambda: poses("b", [5])),
    "poses 5": ("'b': what it is to meet", lambda: poses("b", 5)),  # type: ignore[arg-type]
    "poses of nothing": ("a pose is (x, y, angle)", lambda: poses("b", [()])),
    "poses size zero": ("size is a number above zero", lambda: poses("b", POSES, size=0.0)),
    "poses size text": ("size is a number above zero", lambda: poses("b", POSES, size="big")),  # type: ignore[arg-type]
    "poses weight negative": ("a weight is a number above zero", lambda: poses("b", POSES, weight=-1.0)),
    "poses in space with one axis": (
        "in space ((x, y, z), x axis, y axis)",
        lambda: poses("b", [((0, 0, 0), (1, 0, 0))]),
    ),
    "poses in space of numbers": ("in space ((x, y, z), x axis, y axis)", lambda: poses("b", [((0, 0, 0), 1, 2)])),
    "poses times nan": ("a time is a number", lambda: poses("b", POSES, times=[0, 1, 2, NAN])),
    "function of numbers": ("a pair is a list", lambda: function("b.angle", "b.x", [1, 2])),  # type: ignore[list-item]
    "function of threes": ("pairs are of two values", lambda: function("b.angle", "b.x", [(1, 2, 3)])),  # type: ignore[list-item]
    "function 5": ("'b.x': what it is to meet", lambda: function("b.angle", "b.x", 5)),  # type: ignore[arg-type]
    "function weight text": (
        "a weight is a number above zero",
        lambda: function("b.angle", "b.x", [(1, 2)], weight="a"),
    ),  # type: ignore[arg-type]
    "position of a number": ("wanted is a mapping", lambda: position(5)),  # type: ignore[arg-type]
    "position exact list": ("exact is a mapping", lambda: position({"b.x": 1}, exact=["b.x"])),  # type: ignore[arg-type]
    "position time inf": ("a time is a number", lambda: position({"b.x": 1}, time=INF)),
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
    "free of numbers": ("parameter '5' is not defined", lambda: synthesised(path("b.tip", SQUARE), [5])),
    "conditions a number": ("a condition is one comparison", lambda: synthesised(path("b.tip", SQUARE), conditions=5)),
    "conditions nonsense": ("found 'nonsense'", lambda: synthesised(path("b.tip", SQUARE), conditions=["nonsense"])),
    "conditions of numbers": (
        "a condition is one comparison",
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
    "four-bar path of a number": ("points are pairs", lambda: four_bar_path(5)),  # type: ignore[arg-type]
    "four-bar path of text": ("points: expression 'a'", lambda: four_bar_path("abc")),
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
    "four-bar weights text": ("as many weights as points, 4", lambda: four_bar_path(SQUARE, weights="abcd")),  # type: ignore[arg-type]
    "four-bar angles": ("as many angles as points, 4", lambda: four_bar_path(SQUARE, angles=[0, 1])),
    "four-bar angles number": ("as many angles as points, 4", lambda: four_bar_path(SQUARE, angles=3)),  # type: ignore[arg-type]
    "four-bar transmission text": (
        "transmission: expression 'wide'",
        lambda: four_bar_path(SQUARE, transmission="wide"),
    ),
    "four-bar transmission too large": (
        "transmission angle is below 90 deg",
        lambda: four_bar_path(SQUARE, transmission="100 deg"),
    ),
    "guidance of text": ("poses are numbers", lambda: four_bar_guidance("abc")),
    "guidance of a number": ("three poses or more", lambda: four_bar_guidance(5)),  # type: ignore[arg-type]
    "guidance of pairs": ("each as (x, y, angle)", lambda: four_bar_guidance([(0, 0), (1, 1), (2, 2)])),
    "guidance of one pose": ("three poses or more", lambda: four_bar_guidance([(0, 0, 0)])),
    "guidance with nan": ("not finite", lambda: four_bar_guidance([(0, 0, 0), (1, NAN, 0), (1, 1, 1)])),
    "guidance dyads": ("dyads: a whole number", lambda: four_bar_guidance(POSES, dyads="many")),  # type: ignore[arg-type]
    "guidance size": ("size: a number above zero", lambda: four_bar_guidance(POSES, size=-1.0)),
    "guidance starts": ("starts: a whole number", lambda: four_bar_guidance(POSES, starts=0)),
    "function four-bar of a number": ("pairs are such as", lambda: four_bar_function(5)),  # type: ignore[arg-type]
    "function four-bar of singles": ("pairs are such as", lambda: four_bar_function([1, 2, 3])),
    "function four-bar of one": ("three pairs of angles", lambda: four_bar_function([(0.1, 0.2)])),
    "function four-bar of texts": ("expression 'a'", lambda: four_bar_function([("a", "b"), ("c", "d"), ("e", "f")])),
    "function four-bar ground zero": (
        "ground link is longer than zero",
        lambda: four_bar_function([(0.1, 0.2), (0.3, 0.5), (0.6, 0.9)], ground=0.0),
    ),
    "function four-bar with nan": ("must be finite", lambda: four_bar_function([(0.1, NAN), (0.3, 0.5), (0.6, 0.9)])),
    "freudenstein of a text": ("expression 'a'", lambda: freudenstein("abc")),
    # cams
    "cam motion of text": ("give a list of rise()", lambda: cams.Motion("abc")),  # type: ignore[arg-type]
    "cam motion of nothing": ("give a list of rise()", lambda: cams.Motion([])),
    "cam motion of numbers": ("give a list of rise()", lambda: cams.Motion([1, 2])),  # type: ignore[list-item]
    "cam rise of text": ("by: 'high' is not known", lambda: cams.rise("high", "90 deg")),
    "cam rise nan": ("by: a number must be finite", lambda: cams.rise(NAN, 1.0)),
    "cam rise over nothing": ("over must be positive", lambda: cams.rise(0.1, 0.0)),
    "cam law unknown": ("no law '5-6-7'", lambda: cams.rise(0.1, 1.0, law="5-6-7")),
    "cam law a number": ("no law '5'", lambda: cams.rise(0.1, 1.0, law=5)),  # type: ignore[arg-type]
    "cam dwell negative": ("over must be positive", lambda: cams.dwell(-1.0)),
    "cam too long": ("the period is 360 deg", lambda: cams.Motion([cams.rise(0.1, 5.0), cams.fall(0.1, 5.0)])),
    "cam roller negative": ("radius must be positive", lambda: cams.roller(-0.01)),
    "cam follower a number": ("a Motion and a follower", lambda: cam(follower=5)),
    "cam base radius zero": ("base_radius must be positive", lambda: cam(base_radius=0.0)),
    "cam base radius text": ("base_radius: 'big' is not known", lambda: cam(base_radius="big")),
    "cam turns nowhere": ("found 'left'", lambda: cam(turns="left")),
    "cam motion a number": (
        "a Motion and a follower",
        lambda: cams.Cam(5, follower=cams.roller(0.01), base_radius=0.04),
    ),  # type: ignore[arg-type]
    "cam size without follower": ("a Motion and a follower", lambda: cams.size(cams.Motion(RISE), 5)),  # type: ignore[arg-type]
    "cam size angle": (
        "pressure_angle",
        lambda: cams.size(cams.Motion(RISE), cams.roller(0.01), pressure_angle="100 deg"),
    ),
    # sensitivity
    "sensitivity of nothing": ("say what to differentiate", lambda: found(None)),
    "sensitivity of an empty list": ("no response is given", lambda: found([])),
    "sensitivity of a number": ("a response is a text", lambda: found(5)),
    "sensitivity of numbers": ("a response is a text", lambda: found([5])),
    "sensitivity of nonsense": ("unbalanced parentheses", lambda: found("nonsense(")),
    "sensitivity of an unknown channel": ("no channel 'b.nose'", lambda: found("final(b.nose)")),
    "sensitivity of an unknown event": ("no event or contact 'hit'", lambda: found("time(hit)")),
    "sensitivity to unknown": ("parameter 'q' is not defined", lambda: found(to="q")),
    "sensitivity to a number": ("parameter 5 is not defined", lambda: found(to=5)),
    "sensitivity to nothing": ("name parameters in 'to'", lambda: found(to=[])),
    "sensitivity by unknown method": ("no method 'magic'", lambda: found(method="magic")),
    "sensitivity of unknown analysis": ("no analysis 'magic'", lambda: found(analysis="magic")),
    "sensitivity of an analysis that is a list": ("no analysis ['simulate']", lambda: found(analysis=["simulate"])),
    "sensitivity until nan": ("until: a number must be finite", lambda: found(until=NAN)),
    "sensitivity until text": ("until: expression 'soon'", lambda: found(until="soon")),
    "sensitivity until a list": ("until: expected a number", lambda: found(until=[1])),
    "sensitivity points zero": ("at least 2 points", lambda: found(points=0)),
    "sensitivity points text": ("points: expected a whole number", lambda: found(points="many")),
    "sensitivity at a time outside": ("7 s is not within the run", lambda: found("at(b.x, 7)")),
    "sensitivity at nan": (
        "time must be a number of seconds",
        lambda: found("b.x", analysis="linearise", until=None, at=NAN),
    ),
    "sensitivity linearise at text": (
        "about an equilibrium or a time",
        lambda: found("frequency(1)", analysis="linearise", until=None, at="rest"),
    ),
    "sensitivity of mode nine": ("no mode 9", lambda: found("frequency(9)", analysis="linearise", until=None)),
    "sensitivity frequency of a run": ("of a linear model", lambda: found("frequency(1)")),
    "sensitivity unknown option": ("no option 'magic'", lambda: found(magic=1)),
    "sensitivity tolerance text": ("rtol must be", lambda: found(rtol="small")),
    "sensitivity hold a number": ("hold: expected a mapping", lambda: found(hold=3)),
    "sensitivity speeds a number": ("speeds: expected a mapping", lambda: found(speeds=3)),
    "adjoint of an unknown parameter": ("no parameter 'q'", lambda: adjoint(arm(), ["q"], ["final(b.x)"], 0.1, 3)),
    "adjoint of a number": ("a response is a text", lambda: adjoint(arm(), ["l"], [5], 0.1, 3)),
    # optimise
    "optimise nothing": ("give one criterion", lambda: best(None)),
    "optimise a number": ("a response is a text", lambda: best(5)),
    "optimise nonsense": ("unbalanced parentheses", lambda: best("max(")),
    "optimise unknown channel": ("no channel 'b.nose'", lambda: best("final(b.nose)")),
    "optimise free unknown": ("parameter 'q' is not defined", lambda: best(free={"q": (0, 1)})),
    "optimise free empty": ("name the parameters that are free", lambda: best(free={})),
    "optimise free list": ("name the parameters that are free", lambda: best(free=["l"])),
    "optimise free reversed": ("'l': the lower bound 2 is not below", lambda: best(free={"l": (2, 1)})),
    "optimise free nan": ("'l': the bound nan", lambda: best(free={"l": (NAN, 1)})),
    "optimise free text": ("'l': give a lower and an upper bound", lambda: best(free={"l": "a"})),
    "optimise condition": ("condition 'nonsense'", lambda: best(subject_to=["nonsense"])),
    "optimise condition number": ("condition 5", lambda: best(subject_to=[5])),
    "optimise condition unknown": ("no channel 'b.nose'", lambda: best(subject_to=["max(b.nose) <= 1"])),
    "optimise method": ("no method 'magic'", lambda: best(method="magic")),
    "optimise method number": ("no method 5", lambda: best(method=5)),
    "optimise tolerance": ("tolerance: a number above zero", lambda: best(tolerance=-1.0)),
    "optimise tolerance text": ("tolerance: a number above zero", lambda: best(tolerance="small")),
    "optimise iterations": ("iterations: a whole number", lambda: best(iterations=0)),
    "optimise iterations text": ("iterations: a whole number", lambda: best(iterations="many")),
    "optimise starts": ("starts: a whole number", lambda: best(starts=2.5)),
    "optimise seed": ("seed: a whole number", lambda: best(seed="a")),
    "optimise combine": ("combine is one of", lambda: best(combine="magic")),
    "optimise gradient": ("no gradient 'magic'", lambda: best(gradient="magic")),
    "optimise cases": ("cases: give load cases by name", lambda: best(cases=5)),
    "optimise cases of numbers": ("cases: give load cases by name", lambda: best(cases=[5])),
    "optimise cases unknown": ("cases: give load cases by name", lambda: best(cases=[{"q": 1.0}])),
    "optimise option": ("no option 'magic'", lambda: best(magic=1)),
    "optimise until": ("give until=", lambda: best(until=None)),
    "compromise of one": ("several criteria are wanted", lambda: several("final(b.x)")),
    "compromise way": ("no way 'magic'", lambda: several(way="magic")),
    "compromise weights": ("weights: 2 finite numbers", lambda: several(weights=[1.0])),
    "compromise weights text": ("weights: 2 finite numbers", lambda: several(weights="ab")),
    "compromise weights negative": ("weights: numbers below zero", lambda: several(weights=[1.0, -1.0])),
    "compromise goals": ("goals: 2 finite numbers", lambda: several(way="goals", goals=[1.0])),
    "compromise goals nan": ("goals: 2 finite numbers", lambda: several(way="goals", goals=[1.0, NAN])),
    "compromise worsening": ("worsening: numbers below zero", lambda: several(way="hierarchical", worsening=-1.0)),
    "compromise power": ("power: 1, 2 or infinity", lambda: several(power=0.0)),
    "pareto of one": ("at least two criteria", lambda: front("final(b.x)")),
    "pareto population": ("population: a whole number", lambda: front(population=0)),
    "pareto population text": ("population: a whole number", lambda: front(population="many")),
    "pareto generations": ("generations: a whole number", lambda: front(generations=-1)),
    "pareto free": ("'l': give a lower and an upper bound", lambda: front(free={"l": 3})),
    # fit
    "fit a number": ("give a mapping", lambda: fitted(5)),
    "fit nothing": ("the times are missing", lambda: fitted({})),
    "fit without time": ("the times are missing", lambda: fitted({"b.angle": [1, 2]})),
    "fit with nan": ("'b.angle' has no values", lambda: fitted({"t": [0, 0.1], "b.angle": [NAN, NAN]})),
    "fit of other lengths": ("3 values for 2 times", lambda: fitted({"t": [0, 0.1], "b.angle": [1, 2, 3]})),
    "fit times that fall": ("rising from one to the next", lambda: fitted({"t": [0.1, 0.0], "b.angle": [1, 2]})),
    "fit texts": ("'t' holds something that is no number", lambda: fitted({"t": ["a", "b"], "b.angle": [1, 2]})),
    "fit unknown channel": ("no channel 'b.nose'", lambda: fitted({"t": [0, 0.1], "b.nose": [1, 2]})),
    "fit loss": ("loss is one of", lambda: fitted(MEASURED, loss="magic")),
    "fit deviations": ("that of 'b.angle' must be above zero", lambda: fitted(MEASURED, deviations={"b.angle": 0.0})),
    "fit deviations unknown": ("'q' is no channel", lambda: fitted(MEASURED, deviations={"q": 1.0})),
    "fit deviations a number": ("deviations: give them by channel", lambda: fitted(MEASURED, deviations=5)),
    "fit file": ("'nowhere.csv' cannot be read", lambda: fitted("nowhere.csv")),
    "fit free": ("name the parameters that are free", lambda: fitted(MEASURED, free=["l"])),
    # studies
    "study plan a number": ("expected a plan", lambda: studied(5)),
    "study plan text": ("expected a plan", lambda: studied("grid")),
    "study plan empty": ("at least one parameter", lambda: studied(plans.grid())),
    "study grid empty": ("'l': the list of values is empty", lambda: studied(plans.grid(l=[]))),
    "study grid text": ("'l': expected a list of values", lambda: studied(plans.grid(l="a"))),
    "study grid nan": ("'l': a number must be finite", lambda: studied(plans.grid(l=[NAN]))),
    "study grid unknown": ("parameter 'q' is not defined", lambda: studied(plans.grid(q=[1]))),
    "study designs a number": ("at least one design", lambda: studied(plans.designs(5))),  # type: ignore[arg-type]
    "study designs of numbers": ("at least one design", lambda: studied(plans.designs([5]))),  # type: ignore[list-item]
    "study designs of others": (
        "design 1 must have values for the same",
        lambda: studied(plans.designs([{"l": 1}, {"k": 1}])),
    ),
    "study count": ("count: expected a whole number", lambda: studied(plans.monte_carlo(0, l="1 +- 0.1"))),
    "study count text": ("count: expected a whole number", lambda: studied(plans.monte_carlo("many", l="1 +- 0.1"))),  # type: ignore[arg-type]
    "study spread": ("'l': expected a tolerance", lambda: studied(plans.sobol(4, l=5))),
    "study spread reversed": ("'l': a range goes", lambda: studied(plans.latin_hypercube(4, l=(2, 1)))),
    "study spread nan": ("'l': a range goes", lambda: studied(plans.latin_hypercube(4, l=(NAN, 1)))),
    "study spread text": ("'wide' is no tolerance", lambda: studied(plans.monte_carlo(4, l="wide"))),
    "study seed": ("seed: expected a whole number", lambda: studied(plans.monte_carlo(4, seed="a", l="1 +- 0.1"))),  # type: ignore[arg-type]
    "study worst case": ("'l': tolerance: plus must be", lambda: studied(plans.worst_case(l="1 +- -0.1"))),
    "study responses": ("a response is a text", lambda: studied(responses=5)),
    "study responses none": ("no response is given", lambda: studied(responses=[])),
    "study responses nonsense": ("unbalanced parentheses", lambda: studied(responses="max(")),
    "study workers": ("workers: expected a whole number", lambda: studied(workers=0)),
    "study workers text": ("workers: expected a whole number", lambda: studied(workers="all")),
    "study folder": ("the name of a folder", lambda: studied(folder=5)),
    "study analysis": ("no analysis 'magic'", lambda: studied(analysis="magic")),
    "study option": ("no option 'magic'", lambda: studied(magic=1)),
    "study until": ("give until=", lambda: studied(until=None)),
    "study until nan": ("until: a number must be finite", lambda: studied(until=NAN)),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_malformed_call_is_refused_in_words(call: str) -> None:
    expected, made = CALLS[call]
    with pytest.raises(LinkworkError) as refused:
        made()
    words = str(refused.value)
    assert expected in words
    assert 10 < len(words) < 400 and "Traceback" not in words, words
    assert "\n" not in words.strip() or len(words.splitlines()) <= 3, words
