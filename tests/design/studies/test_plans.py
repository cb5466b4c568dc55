"""Plans: which designs a study looks at."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from linkwork import plans
from linkwork.base.errors import MechanismError
from linkwork.design.studies.plans import plan_from
from linkwork.design.studies.tolerance import Tolerance, as_tolerance

NOMINAL = {"l": 2.0, "r": 0.5}
PLANS: dict[str, Callable[[], plans.Plan]] = {
    "grid": lambda: plans.grid(l=[1, "150 cm", 2], r="0:1:700"),
    "list": lambda: plans.designs([{"l": 1, "r": 2}, {"r": 3, "l": 4}, {"l": 5, "r": 6}]),
    "monte_carlo": lambda: plans.monte_carlo(2500, l="+- 1 %", r=(0, 1)),
    "latin_hypercube": lambda: plans.latin_hypercube(2500, l="2 +- 0.1 truncated", r=(0, 1)),
    "sobol": lambda: plans.sobol(2500, l="2 +0.1/-0.3 triangular", r=(0, 1)),
    "corners": lambda: plans.worst_case(l="2 +- 0.1", r="+- 1 %"),
    "slopes": lambda: plans.worst_case(**{f"p{number}": "1 +- 0.1" for number in range(11)}),
}
each_plan = pytest.mark.parametrize("make", PLANS.values(), ids=list(PLANS))


def resolved(plan: plans.Plan) -> plans.Plan:
    return plan.resolved(NOMINAL | {f"p{number}": 1.0 for number in range(11)})


@each_plan
def test_a_variant_is_the_same_whoever_asks_for_it(make: Callable[[], plans.Plan]) -> None:
    plan = resolved(make())
    whole = plan.rows(0, plan.count)
    assert whole.shape == (plan.count, len(plan.names)) and np.isfinite(whole).all()
    cut = [0, 1, plan.count // 2, plan.count - 1, plan.count]
    pieces = [resolved(make()).rows(first, last) for first, last in pairwise(cut) if last > first]
    assert np.array_equal(np.concatenate(pieces), whole)


@each_plan
def test_a_plan_comes_back_from_its_file(make: Callable[[], plans.Plan]) -> None:
    plan = resolved(make())
    again = plan_from(json.loads(json.dumps(plan.data())))
    assert again.names == plan.names and np.array_equal(again.rows(0, again.count), plan.rows(0, plan.count))


def test_a_grid_has_all_combinations_the_last_parameter_first() -> None:
    assert plans.grid(a=[1, 2], b=[3, 4, 5]).rows(0, 6).tolist() == [[1, 3], [1, 4], [1, 5], [2, 3], [2, 4], [2, 5]]


@pytest.mark.parametrize("draw", [plans.monte_carlo, plans.sobol])
def test_more_variants_leave_the_first_as_they_are(draw: Callable[..., plans.Plan]) -> None:
    few, many = (draw(count, l=(0, 1), r="1 +- 0.1").rows(0, 1500) for count in (1500, 4000))
    assert np.array_equal(few, many)


def test_another_seed_gives_other_values() -> None:
    for draw in (plans.monte_carlo, plans.latin_hypercube, plans.sobol):
        one, other = (draw(8, seed, l=(0, 1)).rows(0, 8) for seed in (1, 2))
        assert not np.array_equal(one, other)


def test_a_latin_hypercube_has_one_value_in_every_layer() -> None:
    rows = plans.latin_hypercube(97, l=(0, 1), r=(0, 1)).rows(0, 97)
    assert np.array_equal(np.sort(np.floor(97 * rows), axis=0), np.repeat(np.arange(97)[:, None], 2, axis=1))


def test_sobol_points_fill_every_cell_of_a_board() -> None:
    rows = plans.sobol(64, l=(0, 1), r=(0, 1)).rows(0, 64)
    cells = {(int(8 * x), int(8 * y)) for x, y in rows}
    assert len(cells) == 64


@pytest.mark.parametrize("distribution", ["normal", "uniform", "triangular", "truncated"])
def test_values_follow_their_distribution(distribution: str) -> None:
    """Against quadrature of the inverse distribution function, with 2^16 points of a fine grid of shares."""
    tolerance = Tolerance(2, 0.3, 0.1, distribution)
    shares = (np.arange(2**16) + 0.5) / 2**16
    values = tolerance.values(shares)
    mean = 2 + (0.3 - 0.1) / (3 if distribution == "triangular" else 2)
    assert abs(values.mean() - mean) < 1e-5 and abs(values.std() - tolerance.deviation) < 2e-5
    assert np.all(np.diff(values) > 0)
    if distribution != "normal":
        assert values.min() >= 1.9 and values.max() <= 2.3


def test_a_normal_tolerance_has_its_limits_at_three_deviations() -> None:
    tolerance = Tolerance(2, 0.3)
    assert tolerance.deviation == pytest.approx(0.1, rel=1e-15)
    beyond = 0.5 * math.erfc(3 / math.sqrt(2))
    assert tolerance.values(np.array([beyond, 1 - beyond])) == pytest.approx([1.7, 2.3], abs=1e-12)


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("2 +- 0.05", (1.95, 2.05)),
        ("2±0.05 uniform", (1.95, 2.05)),
        ("100 mm +- 0.1 mm", (0.0999, 0.1001)),
        ("2 +0.05/-0.02", (1.98, 2.05)),
        ("-2 +- 1 %", (-2.02, -1.98)),
        ("+- 1 %", (3.96, 4.04)),
        ("+- 2e-3", (3.998, 4.002)),
        ("1.9:2.1", (1.9, 2.1)),
    ],
)
def test_tolerances_are_read_as_an_engineer_writes_them(text: str, limits: tuple[float, float]) -> None:
    assert as_tolerance("l", text).resolved(4.0).limits == pytest.approx(limits, abs=1e-15)


def test_corners_are_nominal_and_all_combinations_of_limits() -> None:
    rows = plans.worst_case(l="2 +- 0.5", r="1 +0.5/-0.25").rows(0, 5).tolist()
    assert rows == [[2, 1], [1.5, 0.75], [1.5, 1.5], [2.5, 0.75], [2.5, 1.5]]


def test_many_tolerances_go_to_the_corners_to_which_the_slopes_point() -> None:
    plan = plans.worst_case(**{f"p{number}": "1 +- 0.5" for number in range(11)})
    slopes = np.array([1.0, -2, 0, 3, -1, 1, 1, 1, 1, -1, 1])
    values = plan.rows(0, plan.count) @ slopes
    low, high = plan.following(values[:, None])
    assert plan.count == 23 and plan.follow_up(1) == 2
    assert np.array_equal(high, 1 + 0.5 * np.sign(slopes)) and np.array_equal(low, 1 - 0.5 * np.sign(slopes))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: plans.grid(), "give values for at least one parameter"),
        (lambda: plans.grid(l=[]), "parameter 'l': the list of values is empty"),
        (lambda: plans.grid(l=3), "parameter 'l': expected a list of values"),
        (lambda: plans.grid(l="2:3:x"), "must end with how many values"),
        (lambda: plans.grid(l=[1, math.nan]), "parameter 'l'.*finite"),
        (lambda: plans.grid(l=[1, "two"]), "parameter 'l'.*unknown name 'two'"),
        (lambda: plans.designs([]), "designs: give at least one"),
        (lambda: plans.designs([{"l": 1}, {"r": 1}]), "design 1 must have values for the same parameters: l"),
        (lambda: plans.monte_carlo(10), "at least one parameter"),
        (lambda: plans.monte_carlo(0, l=(0, 1)), "count: expected a whole number from 1"),
        (lambda: plans.monte_carlo(2.5, l=(0, 1)), "count: expected a whole number; found 2.5"),  # type: ignore[arg-type]
        (lambda: plans.monte_carlo(10, -1, l=(0, 1)), "seed: expected a whole number from 0"),
        (lambda: plans.monte_carlo(10, l=3), "parameter 'l': expected a tolerance"),
        (lambda: plans.monte_carlo(10, l=(1, 0)), "parameter 'l': a range goes .* up"),
        (lambda: plans.monte_carlo(10, l=(0, math.inf)), "parameter 'l': a range goes"),
        (lambda: plans.monte_carlo(10, l="2 + 0.1"), "'2 \\+ 0.1' is no tolerance"),
        (lambda: plans.monte_carlo(10, l="2 +- 0"), "both limits are zero"),
        (lambda: plans.monte_carlo(10, l=Tolerance(2, 0.1, distribution="gauss")), "distribution 'gauss' is not known"),
        (lambda: plans.monte_carlo(10, l=Tolerance(2, -0.1)), "plus must be a finite number above zero"),
        (lambda: plans.monte_carlo(10, l="0 +- 1 %").resolved({"l": 0}), "percent needs a nominal value"),
        (lambda: plans.worst_case(), "at least one tolerance"),
        (lambda: plan_from({"kind": "spiral"}), "plan 'spiral' is not known"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(make: Callable[[], Any], words: str) -> None:
    with pytest.raises(MechanismError, match=words):
        make()
