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


CALLS: dict[str, Callable[[], Any]] = {
    # targets
    "targets 5": lambda: synthesised(5),
    "targets None": lambda: synthesised(None),
    "targets empty": lambda: synthesised([]),
    "targets text": lambda: synthesised("abc"),
    "targets of a number": lambda: synthesised([5]),
    "path of 5": lambda: path("b.tip", 5),  # type: ignore[arg-type]
    "path of numbers": lambda: path("b.tip", [1, 2]),
    "path of nothing": lambda: synthesised(path("b.tip", [])),
    "path of texts": lambda: synthesised(path("b.tip", [("a", "b")])),
    "path of one number each": lambda: path("b.tip", [(1,), (2,)]),
    "path of four numbers each": lambda: path("b.tip", [(1, 2, 3, 4)]),
    "path at not a number": lambda: synthesised(path("b.tip", [(NAN, 0.0)])),
    "path times nan": lambda: path("b.tip", [(1, 0)], times=[NAN]),
    "path times too many": lambda: path("b.tip", [(1, 0)], times=[0.0, 1.0]),
    "path times a number": lambda: path("b.tip", [(1, 0)], times=3),  # type: ignore[arg-type]
    "path times text": lambda: path("b.tip", [(1, 0)], times=["now"]),  # type: ignore[list-item]
    "path inputs a number": lambda: path("b.tip", [(1, 0)], inputs=3),  # type: ignore[arg-type]
    "path inputs of one": lambda: path("b.tip", [(1, 0)], inputs=("b.angle",)),  # type: ignore[arg-type]
    "path weights too few": lambda: path("b.tip", SQUARE, weights=[1.0]),
    "path weights array": lambda: path("b.tip", SQUARE, weights=np.ones(3)),  # type: ignore[arg-type]
    "path weight zero": lambda: path("b.tip", SQUARE, weights=0.0),
    "path weight nan": lambda: path("b.tip", SQUARE, weights=NAN),
    "path weight text": lambda: path("b.tip", SQUARE, weights="heavy"),  # type: ignore[arg-type]
    "path of an unknown point": lambda: synthesised(path("b.nose", SQUARE)),
    "path of a number for a place": lambda: synthesised(path(5, SQUARE)),  # type: ignore[arg-type]
    "poses of two numbers": lambda: poses("b", [(0, 0)]),
    "poses of a number": lambda: poses("b", [5]),
    "poses 5": lambda: poses("b", 5),  # type: ignore[arg-type]
    "poses of nothing": lambda: poses("b", [()]),
    "poses size zero": lambda: poses("b", POSES, size=0.0),
    "poses size text": lambda: poses("b", POSES, size="big"),  # type: ignore[arg-type]
    "poses weight negative": lambda: poses("b", POSES, weight=-1.0),
    "poses in space with one axis": lambda: poses("b", [((0, 0, 0), (1, 0, 0))]),
    "poses in space of numbers": lambda: poses("b", [((0, 0, 0), 1, 2)]),
    "poses times nan": lambda: poses("b", POSES, times=[0, 1, 2, NAN]),
    "function of numbers": lambda: function("b.angle", "b.x", [1, 2]),  # type: ignore[list-item]
    "function of threes": lambda: function("b.angle", "b.x", [(1, 2, 3)]),  # type: ignore[list-item]
    "function 5": lambda: function("b.angle", "b.x", 5),  # type: ignore[arg-type]
    "function weight text": lambda: function("b.angle", "b.x", [(1, 2)], weight="a"),  # type: ignore[arg-type]
    "position of a number": lambda: position(5),  # type: ignore[arg-type]
    "position exact list": lambda: position({"b.x": 1}, exact=["b.x"]),  # type: ignore[arg-type]
    "position time inf": lambda: position({"b.x": 1}, time=INF),
    "position of a list for a channel": lambda: synthesised(position({"b.x": [1]})),
    # free parameters
    "free unknown": lambda: synthesised(path("b.tip", SQUARE), {"q": (0, 1)}),
    "free empty": lambda: synthesised(path("b.tip", SQUARE), {}),
    "free reversed": lambda: synthesised(path("b.tip", SQUARE), {"l": (2, 1)}),
    "free nan": lambda: synthesised(path("b.tip", SQUARE), {"l": (NAN, 1)}),
    "free infinite": lambda: synthesised(path("b.tip", SQUARE), {"l": (0, INF)}),
    "free one number": lambda: synthesised(path("b.tip", SQUARE), {"l": 3}),
    "free texts": lambda: synthesised(path("b.tip", SQUARE), {"l": ("a", "b")}),
    "free of numbers": lambda: synthesised(path("b.tip", SQUARE), [5]),
    "conditions a number": lambda: synthesised(path("b.tip", SQUARE), conditions=5),
    "conditions nonsense": lambda: synthesised(path("b.tip", SQUARE), conditions=["nonsense"]),
    "conditions of numbers": lambda: synthesised(path("b.tip", SQUARE), conditions=[3]),
    "limits of texts": lambda: synthesised(path("b.tip", SQUARE), limits={"b.x": ("a", "b")}),
    "limits reversed": lambda: synthesised(path("b.tip", SQUARE), limits={"b.x": (2, 1)}),
    "limits of a number": lambda: synthesised(path("b.tip", SQUARE), limits={"b.x": 5}),
    "steps zero": lambda: synthesised(path("b.tip", SQUARE), steps=0),
    "seed negative": lambda: synthesised(path("b.tip", SQUARE), seed=-1),
    # four-bars
    "four-bar path of a number": lambda: four_bar_path(5),  # type: ignore[arg-type]
    "four-bar path of text": lambda: four_bar_path("abc"),
    "four-bar path of two points": lambda: four_bar_path([(0, 0)]),
    "four-bar path with nan": lambda: four_bar_path([(0, 0), (1, NAN), (1, 1)]),
    "four-bar path in space": lambda: four_bar_path([(0, 0, 0), (1, 0, 0), (1, 1, 0)]),
    "four-bar bound zero": lambda: four_bar_path(SQUARE, bounds={"l1": 0}),
    "four-bar bound negative": lambda: four_bar_path(SQUARE, bounds={"l2": (-1, 1)}),
    "four-bar bound reversed": lambda: four_bar_path(SQUARE, bounds={"l1": (2, 1)}),
    "four-bar bound nan": lambda: four_bar_path(SQUARE, bounds={"l1": NAN}),
    "four-bar bound text": lambda: four_bar_path(SQUARE, bounds={"l1": "long"}),
    "four-bar bound unknown": lambda: four_bar_path(SQUARE, bounds={"l9": 1}),
    "four-bar bound of three": lambda: four_bar_path(SQUARE, bounds={"l1": (1, 2, 3)}),
    "four-bar weights": lambda: four_bar_path(SQUARE, weights=[1, 2]),
    "four-bar weights negative": lambda: four_bar_path(SQUARE, weights=[1, 1, 1, -1]),
    "four-bar weights text": lambda: four_bar_path(SQUARE, weights="abcd"),  # type: ignore[arg-type]
    "four-bar angles": lambda: four_bar_path(SQUARE, angles=[0, 1]),
    "four-bar angles number": lambda: four_bar_path(SQUARE, angles=3),  # type: ignore[arg-type]
    "four-bar transmission text": lambda: four_bar_path(SQUARE, transmission="wide"),
    "four-bar transmission too large": lambda: four_bar_path(SQUARE, transmission="100 deg"),
    "guidance of text": lambda: four_bar_guidance("abc"),
    "guidance of a number": lambda: four_bar_guidance(5),  # type: ignore[arg-type]
    "guidance of pairs": lambda: four_bar_guidance([(0, 0), (1, 1), (2, 2)]),
    "guidance of one pose": lambda: four_bar_guidance([(0, 0, 0)]),
    "guidance with nan": lambda: four_bar_guidance([(0, 0, 0), (1, NAN, 0), (1, 1, 1)]),
    "guidance dyads": lambda: four_bar_guidance(POSES, dyads="many"),  # type: ignore[arg-type]
    "guidance size": lambda: four_bar_guidance(POSES, size=-1.0),
    "guidance starts": lambda: four_bar_guidance(POSES, starts=0),
    "function four-bar of a number": lambda: four_bar_function(5),  # type: ignore[arg-type]
    "function four-bar of singles": lambda: four_bar_function([1, 2, 3]),
    "function four-bar of one": lambda: four_bar_function([(0.1, 0.2)]),
    "function four-bar of texts": lambda: four_bar_function([("a", "b"), ("c", "d"), ("e", "f")]),
    "function four-bar ground zero": lambda: four_bar_function([(0.1, 0.2), (0.3, 0.5), (0.6, 0.9)], ground=0.0),
    "function four-bar with nan": lambda: four_bar_function([(0.1, NAN), (0.3, 0.5), (0.6, 0.9)]),
    "freudenstein of a text": lambda: freudenstein("abc"),
    # cams
    "cam motion of text": lambda: cams.Motion("abc"),  # type: ignore[arg-type]
    "cam motion of nothing": lambda: cams.Motion([]),
    "cam motion of numbers": lambda: cams.Motion([1, 2]),  # type: ignore[list-item]
    "cam rise of text": lambda: cams.rise("high", "90 deg"),
    "cam rise nan": lambda: cams.rise(NAN, 1.0),
    "cam rise over nothing": lambda: cams.rise(0.1, 0.0),
    "cam law unknown": lambda: cams.rise(0.1, 1.0, law="5-6-7"),
    "cam law a number": lambda: cams.rise(0.1, 1.0, law=5),  # type: ignore[arg-type]
    "cam dwell negative": lambda: cams.dwell(-1.0),
    "cam too long": lambda: cams.Motion([cams.rise(0.1, 5.0), cams.fall(0.1, 5.0)]),
    "cam roller negative": lambda: cams.roller(-0.01),
    "cam follower a number": lambda: cam(follower=5),
    "cam base radius zero": lambda: cam(base_radius=0.0),
    "cam base radius text": lambda: cam(base_radius="big"),
    "cam turns nowhere": lambda: cam(turns="left"),
    "cam motion a number": lambda: cams.Cam(5, follower=cams.roller(0.01), base_radius=0.04),  # type: ignore[arg-type]
    "cam size without follower": lambda: cams.size(cams.Motion(RISE), 5),  # type: ignore[arg-type]
    "cam size angle": lambda: cams.size(cams.Motion(RISE), cams.roller(0.01), pressure_angle="100 deg"),
    # sensitivity
    "sensitivity of nothing": lambda: found(None),
    "sensitivity of an empty list": lambda: found([]),
    "sensitivity of a number": lambda: found(5),
    "sensitivity of numbers": lambda: found([5]),
    "sensitivity of nonsense": lambda: found("nonsense("),
    "sensitivity of an unknown channel": lambda: found("final(b.nose)"),
    "sensitivity of an unknown event": lambda: found("time(hit)"),
    "sensitivity to unknown": lambda: found(to="q"),
    "sensitivity to a number": lambda: found(to=5),
    "sensitivity to nothing": lambda: found(to=[]),
    "sensitivity by unknown method": lambda: found(method="magic"),
    "sensitivity of unknown analysis": lambda: found(analysis="magic"),
    "sensitivity of an analysis that is a list": lambda: found(analysis=["simulate"]),
    "sensitivity until nan": lambda: found(until=NAN),
    "sensitivity until text": lambda: found(until="soon"),
    "sensitivity until a list": lambda: found(until=[1]),
    "sensitivity points zero": lambda: found(points=0),
    "sensitivity points text": lambda: found(points="many"),
    "sensitivity at a time outside": lambda: found("at(b.x, 7)"),
    "sensitivity at nan": lambda: found("b.x", analysis="linearise", until=None, at=NAN),
    "sensitivity linearise at text": lambda: found("frequency(1)", analysis="linearise", until=None, at="rest"),
    "sensitivity of mode nine": lambda: found("frequency(9)", analysis="linearise", until=None),
    "sensitivity frequency of a run": lambda: found("frequency(1)"),
    "sensitivity unknown option": lambda: found(magic=1),
    "sensitivity tolerance text": lambda: found(rtol="small"),
    "sensitivity hold a number": lambda: found(hold=3),
    "sensitivity speeds a number": lambda: found(speeds=3),
    "adjoint of an unknown parameter": lambda: adjoint(arm(), ["q"], ["final(b.x)"], 0.1, 3),
    "adjoint of a number": lambda: adjoint(arm(), ["l"], [5], 0.1, 3),
    # optimise
    "optimise nothing": lambda: best(None),
    "optimise a number": lambda: best(5),
    "optimise nonsense": lambda: best("max("),
    "optimise unknown channel": lambda: best("final(b.nose)"),
    "optimise free unknown": lambda: best(free={"q": (0, 1)}),
    "optimise free empty": lambda: best(free={}),
    "optimise free list": lambda: best(free=["l"]),
    "optimise free reversed": lambda: best(free={"l": (2, 1)}),
    "optimise free nan": lambda: best(free={"l": (NAN, 1)}),
    "optimise free text": lambda: best(free={"l": "a"}),
    "optimise condition": lambda: best(subject_to=["nonsense"]),
    "optimise condition number": lambda: best(subject_to=[5]),
    "optimise condition unknown": lambda: best(subject_to=["max(b.nose) <= 1"]),
    "optimise method": lambda: best(method="magic"),
    "optimise method number": lambda: best(method=5),
    "optimise tolerance": lambda: best(tolerance=-1.0),
    "optimise tolerance text": lambda: best(tolerance="small"),
    "optimise iterations": lambda: best(iterations=0),
    "optimise iterations text": lambda: best(iterations="many"),
    "optimise starts": lambda: best(starts=2.5),
    "optimise seed": lambda: best(seed="a"),
    "optimise combine": lambda: best(combine="magic"),
    "optimise gradient": lambda: best(gradient="magic"),
    "optimise cases": lambda: best(cases=5),
    "optimise cases of numbers": lambda: best(cases=[5]),
    "optimise cases unknown": lambda: best(cases=[{"q": 1.0}]),
    "optimise option": lambda: best(magic=1),
    "optimise until": lambda: best(until=None),
    "compromise of one": lambda: several("final(b.x)"),
    "compromise way": lambda: several(way="magic"),
    "compromise weights": lambda: several(weights=[1.0]),
    "compromise weights text": lambda: several(weights="ab"),
    "compromise weights negative": lambda: several(weights=[1.0, -1.0]),
    "compromise goals": lambda: several(way="goals", goals=[1.0]),
    "compromise goals nan": lambda: several(way="goals", goals=[1.0, NAN]),
    "compromise worsening": lambda: several(way="hierarchical", worsening=-1.0),
    "compromise power": lambda: several(power=0.0),
    "pareto of one": lambda: front("final(b.x)"),
    "pareto population": lambda: front(population=0),
    "pareto population text": lambda: front(population="many"),
    "pareto generations": lambda: front(generations=-1),
    "pareto free": lambda: front(free={"l": 3}),
    # fit
    "fit a number": lambda: fitted(5),
    "fit nothing": lambda: fitted({}),
    "fit without time": lambda: fitted({"b.angle": [1, 2]}),
    "fit with nan": lambda: fitted({"t": [0, 0.1], "b.angle": [NAN, NAN]}),
    "fit of other lengths": lambda: fitted({"t": [0, 0.1], "b.angle": [1, 2, 3]}),
    "fit times that fall": lambda: fitted({"t": [0.1, 0.0], "b.angle": [1, 2]}),
    "fit texts": lambda: fitted({"t": ["a", "b"], "b.angle": [1, 2]}),
    "fit unknown channel": lambda: fitted({"t": [0, 0.1], "b.nose": [1, 2]}),
    "fit loss": lambda: fitted(MEASURED, loss="magic"),
    "fit deviations": lambda: fitted(MEASURED, deviations={"b.angle": 0.0}),
    "fit deviations unknown": lambda: fitted(MEASURED, deviations={"q": 1.0}),
    "fit deviations a number": lambda: fitted(MEASURED, deviations=5),
    "fit file": lambda: fitted("nowhere.csv"),
    "fit free": lambda: fitted(MEASURED, free=["l"]),
    # studies
    "study plan a number": lambda: studied(5),
    "study plan text": lambda: studied("grid"),
    "study plan empty": lambda: studied(plans.grid()),
    "study grid empty": lambda: studied(plans.grid(l=[])),
    "study grid text": lambda: studied(plans.grid(l="a")),
    "study grid nan": lambda: studied(plans.grid(l=[NAN])),
    "study grid unknown": lambda: studied(plans.grid(q=[1])),
    "study designs a number": lambda: studied(plans.designs(5)),  # type: ignore[arg-type]
    "study designs of numbers": lambda: studied(plans.designs([5])),  # type: ignore[list-item]
    "study designs of others": lambda: studied(plans.designs([{"l": 1}, {"k": 1}])),
    "study count": lambda: studied(plans.monte_carlo(0, l="1 +- 0.1")),
    "study count text": lambda: studied(plans.monte_carlo("many", l="1 +- 0.1")),  # type: ignore[arg-type]
    "study spread": lambda: studied(plans.sobol(4, l=5)),
    "study spread reversed": lambda: studied(plans.latin_hypercube(4, l=(2, 1))),
    "study spread nan": lambda: studied(plans.latin_hypercube(4, l=(NAN, 1))),
    "study spread text": lambda: studied(plans.monte_carlo(4, l="wide")),
    "study seed": lambda: studied(plans.monte_carlo(4, seed="a", l="1 +- 0.1")),  # type: ignore[arg-type]
    "study worst case": lambda: studied(plans.worst_case(l="1 +- -0.1")),
    "study responses": lambda: studied(responses=5),
    "study responses none": lambda: studied(responses=[]),
    "study responses nonsense": lambda: studied(responses="max("),
    "study workers": lambda: studied(workers=0),
    "study workers text": lambda: studied(workers="all"),
    "study folder": lambda: studied(folder=5),
    "study analysis": lambda: studied(analysis="magic"),
    "study option": lambda: studied(magic=1),
    "study until": lambda: studied(until=None),
    "study until nan": lambda: studied(until=NAN),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_malformed_call_is_refused_in_words(call: str) -> None:
    with pytest.raises(LinkworkError) as refused:
        CALLS[call]()
    words = str(refused.value)
    assert 10 < len(words) < 400 and "Traceback" not in words, words
    assert "\n" not in words.strip() or len(words.splitlines()) <= 3, words
