"""Several criteria: two parabolas of one parameter, whose compromises are known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from design.optimise.oscillator_design import oscillator
from linkwork.base.errors import AnalysisError

TWO = ["1 + (k - 8)^2 + 0*final(block.x)", "1 + (k - 2)^2"]
FREE = {"k": (1.0, 12.0)}
OVER = {"until": 0.1, "points": 3, "gradient": "differences", "tolerance": 1e-12}


@pytest.mark.parametrize(
    "way, options, k",
    [
        ("weighted", {}, 5.0),
        ("weighted", {"weights": [1.0, 3.0]}, (8.0 + 3 * 2.0) / 4.0),
        ("goals", {"goals": [1.0, 1.0], "weights": [1.0, 1.0]}, 5.0),
        ("goals", {"goals": [1.0, 1.0], "weights": [1.0, 4.0]}, 6.0),
        ("hierarchical", {"worsening": 3.0}, 8.0 - math.sqrt(3.0)),
        ("compromise", {}, 5.0),
        ("compromise", {"power": math.inf}, 5.0),
        ("compromise", {"power": math.inf, "weights": [1.0, 4.0]}, 4.0),
    ],
)
def test_two_parabolas_meet_where_they_should(way, options, k):
    found = oscillator().compromise(TWO, FREE, way=way, **options, **OVER)
    assert found.parameters["k"] == pytest.approx(k, rel=2e-5)


def test_conditions_hold_for_compromises_too():
    found = oscillator().compromise(TWO, FREE, "k >= 6", way="weighted", **OVER)
    assert found.parameters["k"] == pytest.approx(6.0, rel=1e-8)


def test_the_front_lies_between_the_two_optima():
    front = oscillator().pareto(TWO, FREE, until=0.1, points=3, population=16, generations=15, progress=False)
    k = front.designs[:, 0]
    assert len(front) > 8
    assert np.all((k > 1.98) & (k < 8.02))
    assert np.all(np.diff(front.values[:, 0]) > 0) and np.all(np.diff(front.values[:, 1]) < 0)
    assert k[front.nearest()] == pytest.approx(5.0, abs=0.5)


def test_the_same_seed_gives_the_same_front():
    options = {"until": 0.1, "points": 3, "population": 8, "generations": 3, "progress": False}
    one, other = (oscillator().pareto(TWO, FREE, **options) for _ in range(2))
    assert np.array_equal(one.designs, other.designs)


def test_designs_that_break_a_condition_are_not_on_the_front():
    options = {"until": 0.1, "points": 3, "population": 10, "generations": 8, "progress": False}
    front = oscillator().pareto(TWO, FREE, "k >= 4", **options)
    assert np.all(front.designs[:, 0] >= 4.0)


def test_the_front_is_a_figure_a_page_and_a_table(tmp_path):
    options = {"until": 0.1, "points": 3, "population": 8, "generations": 3, "progress": False}
    front = oscillator().pareto(TWO, FREE, **options)
    front.plot(path=tmp_path / "front.png")
    front.plot(path=tmp_path / "front.html")
    page = (tmp_path / "front.html").read_text()
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert f"{len(front)} designs" in page
    assert list(front.to_pandas().columns) == ["k", *TWO]
    assert float(front.mechanism(0).parameters_by_name["k"].value({})) == front.designs[0, 0]


@pytest.mark.parametrize(
    "criteria, options, words",
    [
        (TWO[:1], {}, "several criteria"),
        (TWO, {"way": "best"}, "ways are"),
        (TWO, {"way": "goals"}, "give the value to be reached"),
        (TWO, {"weights": [1.0]}, "2 finite numbers"),
        (TWO, {"power": 3.0}, "1, 2 or infinity"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(criteria, options, words):
    with pytest.raises(AnalysisError, match=words):
        oscillator().compromise(criteria, FREE, **options, **OVER)


def test_a_criterion_that_is_zero_at_the_start_is_a_criterion_like_others():
    """The second criterion, k - 8, is zero where the first is least; a quarter more of the first allows 7.5."""
    m = oscillator()
    found = m.compromise(
        ["1 + (k - 8)^2", "k - 8"], FREE, way="hierarchical", worsening=0.25, until=0.1, points=3, tolerance=1e-12
    )
    assert found.ok
    assert found.parameters["k"] == pytest.approx(7.5, rel=1e-6)
