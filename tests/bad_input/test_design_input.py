"""Malformed calls of the verbs of design: each is refused in one sentence that names the culprit."""

from __future__ import annotations

import math
from typing import Any

import pytest
from malformed_calls import Calls, arm, assert_refused

from linkwork import plans
from linkwork.analysis.sensitivity.adjoint import adjoint

NAN = math.nan
MEASURED = {"t": [0.0, 0.1, 0.2], "b.angle": [0.2, 0.1, 0.0]}


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


CALLS: Calls = {
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
    "sensitivity of an analysis that is a list": (
        "sensitivity: analysis: expected a text",
        lambda: found(analysis=["simulate"]),
    ),
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
    "sensitivity tolerance text": ("simulate: rtol: expected a number", lambda: found(rtol="small")),
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
    "optimise free list": ("optimise: free: expected a mapping of names to values", lambda: best(free=["l"])),
    "optimise free reversed": ("'l': the lower bound 2 is not below", lambda: best(free={"l": (2, 1)})),
    "optimise free nan": ("'l': the bound nan", lambda: best(free={"l": (NAN, 1)})),
    "optimise free text": ("'l': give a lower and an upper bound", lambda: best(free={"l": "a"})),
    "optimise condition": ("condition 'nonsense'", lambda: best(subject_to=["nonsense"])),
    "optimise condition number": ("condition 5", lambda: best(subject_to=[5])),
    "optimise condition unknown": ("no channel 'b.nose'", lambda: best(subject_to=["max(b.nose) <= 1"])),
    "optimise method": ("no method 'magic'", lambda: best(method="magic")),
    "optimise method number": ("optimise: method: expected a text", lambda: best(method=5)),
    "optimise tolerance": ("tolerance: a number above zero", lambda: best(tolerance=-1.0)),
    "optimise tolerance text": ("optimise: tolerance: expected a number", lambda: best(tolerance="small")),
    "optimise iterations": ("iterations: a whole number", lambda: best(iterations=0)),
    "optimise iterations text": ("optimise: iterations: expected a whole number", lambda: best(iterations="many")),
    "optimise starts": ("optimise: starts: expected a whole number", lambda: best(starts=2.5)),
    "optimise seed": ("optimise: seed: expected a whole number", lambda: best(seed="a")),
    "optimise combine": ("combine is one of", lambda: best(combine="magic")),
    "optimise gradient": ("no gradient 'magic'", lambda: best(gradient="magic")),
    "optimise cases": ("cases: give load cases by name", lambda: best(cases=5)),
    "optimise cases of numbers": ("cases: give load cases by name", lambda: best(cases=[5])),
    "optimise cases unknown": ("cases: give load cases by name", lambda: best(cases=[{"q": 1.0}])),
    "optimise option": ("no option 'magic'", lambda: best(magic=1)),
    "optimise until": ("give until=", lambda: best(until=None)),
    "compromise of one": ("compromise: minimise: expected a list", lambda: several("final(b.x)")),
    "compromise way": ("no way 'magic'", lambda: several(way="magic")),
    "compromise weights": ("weights: 2 finite numbers", lambda: several(weights=[1.0])),
    "compromise weights text": ("compromise: weights: expected a list of numbers", lambda: several(weights="ab")),
    "compromise weights negative": ("weights: numbers below zero", lambda: several(weights=[1.0, -1.0])),
    "compromise goals": ("goals: 2 finite numbers", lambda: several(way="goals", goals=[1.0])),
    "compromise goals nan": (
        "compromise: goals: expected a list of numbers",
        lambda: several(way="goals", goals=[1.0, NAN]),
    ),
    "compromise worsening": ("worsening: numbers below zero", lambda: several(way="hierarchical", worsening=-1.0)),
    "compromise power": ("power: 1, 2 or infinity", lambda: several(power=0.0)),
    "pareto of one": ("pareto: minimise: expected a list", lambda: front("final(b.x)")),
    "pareto population": ("population: a whole number", lambda: front(population=0)),
    "pareto population text": ("pareto: population: expected a whole number", lambda: front(population="many")),
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
    "fit deviations a number": (
        "fit: deviations: expected a mapping of names to numbers",
        lambda: fitted(MEASURED, deviations=5),
    ),
    "fit file": ("'nowhere.csv' cannot be read", lambda: fitted("nowhere.csv")),
    "fit free": ("fit: free: expected a mapping of names to values", lambda: fitted(MEASURED, free=["l"])),
    # studies
    "study plan a number": ("expected a plan", lambda: studied(5)),
    "study plan text": ("expected a plan", lambda: studied("grid")),
    "study plan empty": ("at least one parameter", lambda: studied(plans.grid())),
    "study grid empty": ("'l': the list of values is empty", lambda: studied(plans.grid(l=[]))),
    "study grid text": ("'l': expected a list of values", lambda: studied(plans.grid(l="a"))),
    "study grid nan": ("'l': a number must be finite", lambda: studied(plans.grid(l=[NAN]))),
    "study grid unknown": ("parameter 'q' is not defined", lambda: studied(plans.grid(q=[1]))),
    "study designs a number": (
        "designs: values: expected a list of mappings of names to values",
        lambda: studied(plans.designs(5)),
    ),  # type: ignore[arg-type]
    "study designs of numbers": (
        "designs: values: expected a list of mappings of names to values",
        lambda: studied(plans.designs([5])),
    ),  # type: ignore[list-item]
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
    "study folder": ("study: folder: expected the name of a file", lambda: studied(folder=5)),
    "study analysis": ("no analysis 'magic'", lambda: studied(analysis="magic")),
    "study option": ("no option 'magic'", lambda: studied(magic=1)),
    "study until": ("give until=", lambda: studied(until=None)),
    "study until nan": ("until: a number must be finite", lambda: studied(until=NAN)),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_malformed_call_of_design_is_refused_in_words(call: str) -> None:
    assert_refused(*CALLS[call])
