"""Optimisation of an oscillator: optima known in closed form, found by every method, over load cases too."""

from __future__ import annotations

import math

import pytest

from design.optimise.oscillator_design import oscillator
from linkwork.base.errors import AnalysisError

OVER = {"until": 2.0, "points": 81}


def test_the_spring_is_found_that_brings_the_mass_to_the_other_side_in_a_second():
    best = oscillator().optimise("final(block.x)", {"k": (10, 30)}, until=1.0, points=21, tolerance=1e-14)
    assert best.ok
    assert best.parameters["k"] == pytest.approx(2.0 * math.pi**2, rel=1e-5)
    assert best.values["final(block.x)"] == pytest.approx(-1.0, abs=1e-9)


@pytest.mark.parametrize(
    "method, rel",
    [("slsqp", 1e-8), ("trust-constr", 1e-3), ("ipopt", 1e-6), ("cobyqa", 1e-5), ("multi-start", 1e-8)],
)
def test_a_condition_stops_the_stiffness_at_its_limit(method, rel):
    best = oscillator().optimise(
        None, {"k": (2, 40)}, "peak(block.vx) <= 3", maximise="k", method=method, starts=3, **OVER
    )
    assert best.parameters["k"] == pytest.approx(18.0, rel=rel)
    assert best.conditions[0].value == pytest.approx(0.0, abs=20 * rel)


@pytest.mark.parametrize("method", ["nelder-mead", "powell", "differential-evolution"])
def test_methods_without_gradients_find_it_too(method):
    best = oscillator().optimise(
        "(peak(block.vx) - 3)^2", {"k": (10, 30)}, method=method, tolerance=1e-8, iterations=60, starts=8, **OVER
    )
    assert best.parameters["k"] == pytest.approx(18.0, rel=1e-3)


def test_the_worst_of_two_load_cases_is_made_least():
    cases = {"light": {"m": 2.0}, "heavy": {"m": 4.0}}
    best = oscillator().optimise(
        "(peak(block.vx) - 3)^2", {"k": (5, 60)}, cases=cases, combine="worst", tolerance=1e-12, **OVER
    )
    assert best.parameters["k"] == pytest.approx((6 / (math.sqrt(0.5) + 0.5)) ** 2, rel=1e-6)
    assert len({f"{value:.6f}" for value in best.values.values()}) == 1


def test_the_sum_over_load_cases_is_made_least():
    cases = {"light": {"m": 2.0}, "heavy": {"m": 4.0}}
    best = oscillator().optimise("(peak(block.vx) - 3)^2", {"k": (5, 60)}, cases=cases, tolerance=1e-14, **OVER)
    assert best.parameters["k"] == pytest.approx((3 * (math.sqrt(0.5) + 0.5) / 0.75) ** 2, rel=1e-5)


def test_an_equality_holds_at_the_optimum():
    best = oscillator().optimise("m", {"k": (2, 40), "m": (0.5, 5)}, ["peak(block.vx) = 3", "k >= 9"], **OVER)
    assert best.ok
    assert best.parameters == pytest.approx({"k": 9.0, "m": 1.0}, rel=1e-7)


def test_exact_gradients_and_differences_lead_to_the_same_design():
    both = [
        oscillator().optimise("(final(block.x) - 0.2)^2", {"k": (2, 8)}, gradient=how, until=1.0, points=21)
        for how in ("exact", "differences")
    ]
    assert both[0].parameters["k"] == pytest.approx(both[1].parameters["k"], rel=1e-5)
    assert both[0].evaluations < both[1].evaluations


def test_designs_without_values_are_stepped_over():
    m = oscillator()
    best = m.optimise(
        "(sqrt(k - 6) - 1)^2 + 0*final(block.x)", {"k": (1, 20)}, until=0.1, points=3, gradient="differences"
    )
    assert best.parameters["k"] == pytest.approx(7.0, rel=1e-3)


def test_the_mechanism_of_the_user_is_not_changed():
    m = oscillator()
    best = m.optimise("(final(block.x) + 1)^2", {"k": (10, 30)}, until=1.0, points=21)
    assert str(m.parameters_by_name["k"]) == "8.0" or float(m.parameters_by_name["k"].value({})) == 8.0
    assert float(best.mechanism.parameters_by_name["k"].value({})) == best.parameters["k"]
    assert best.run["block.x"][-1] == pytest.approx(-1.0, abs=1e-4)


@pytest.mark.parametrize(
    "criterion, free, conditions, options, words",
    [
        ("final(block.x)", {"kk": (1, 2)}, (), {}, "did you mean 'k'"),
        ("final(block.x)", {"k": (2, 1)}, (), {}, "is not below the upper one"),
        ("final(block.x)", {"k": 3}, (), {}, "a lower and an upper bound"),
        ("final(block.x)", {}, (), {}, "name the parameters that are free"),
        ("final(block.x)", {"k": (1, 9)}, ("k",), {}, "one of <=, >=, ="),
        ("final(block.x)", {"k": (1, 9)}, ("k <= 1 <= 2",), {}, "one of <=, >=, ="),
        ("final(blok.x)", {"k": (1, 9)}, (), {}, "blok"),
        ("block.x", {"k": (1, 9)}, (), {}, "not one number"),
        ("final(block.x)", {"k": (1, 9)}, (), {"method": "newton"}, "methods are"),
        ("final(block.x)", {"k": (1, 9)}, (), {"cases": {"a": {"k": 3}}}, "a case sets others only"),
        ("final(block.x)", {"k": (1, None)}, (), {"method": "differential-evolution"}, "give both for 'k'"),
        ("final(block.x)", {"k": (1, 9)}, (), {"gradient": "magic"}, "choose one of"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(criterion, free, conditions, options, words):
    with pytest.raises(AnalysisError, match=words):
        oscillator().optimise(criterion, free, conditions, until=0.1, points=3, **options)


def test_the_history_is_drawn(tmp_path):
    best = oscillator().optimise("(final(block.x) + 1)^2", {"k": (10, 30)}, until=1.0, points=21)
    best.plot(tmp_path / "history.png")
    assert (tmp_path / "history.png").stat().st_size > 5000
    assert "k = 19.7" in best.text()


def test_the_run_of_an_optimum_is_that_of_its_only_load_case():
    cases = {"only": {"m": 3.0, "until": 0.5}}
    best = oscillator().optimise("(final(block.x) - 0.2)^2", {"k": (2, 40)}, cases=cases, until=1.0, points=21)
    assert best.run.t[-1] == 0.5
    assert (best.run["block.x"][-1] - 0.2) ** 2 == pytest.approx(next(iter(best.values.values())), abs=1e-12)


def test_an_optimum_of_several_load_cases_has_no_run_of_its_own():
    cases = {"light": {"m": 2.0}, "heavy": {"m": 4.0}}
    best = oscillator().optimise("final(block.x)^2", {"k": (5, 60)}, cases=cases, until=0.5, points=11)
    with pytest.raises(AnalysisError, match="several load cases"):
        _ = best.run


def test_the_integrator_is_named_as_the_solver():
    best = oscillator().optimise("(final(block.x) - 0.2)^2", {"k": (2, 8)}, until=1.0, points=21, solver="adams")
    assert not best.notes
    assert best.parameters["k"] == pytest.approx(2.0 * math.acos(0.2) ** 2, rel=1e-4)


@pytest.mark.parametrize(
    "options, words",
    [
        ({"starts": -1}, "starts: a whole number"),
        ({"tolerance": "x"}, "tolerance: expected a number"),
        ({"iterations": 2.5}, "iterations: expected a whole number"),
        ({"subject_to": None}, "give conditions as texts"),
        ({"cases": {"a": 3}}, "give load cases by name"),
    ],
)
def test_numbers_and_lists_of_another_kind_are_refused(options, words):
    with pytest.raises(AnalysisError, match=words):
        oscillator().optimise("final(block.x)", {"k": (2, 8)}, until=0.1, points=3, **options)
