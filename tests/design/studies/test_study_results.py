"""Studies: what they find, and what their results say."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from design.studies.model import QUICK, slider_crank
from linkwork import plans
from linkwork.base.errors import AnalysisError
from linkwork.design.studies.statistics import statistics

FAR, STROKE = "final(slider.x)", "range(slider.x)"


@pytest.fixture(scope="module")
def tolerances() -> Any:
    plan = plans.monte_carlo(64, r="+- 1 %", l="+- 0.5 % uniform")
    return slider_crank().study(plan, [FAR, STROKE], **QUICK)


def test_every_variant_has_the_responses_of_its_design(tolerances: Any) -> None:
    """The slider is farthest at r + l, and its stroke is 2 r."""
    frame = tolerances.to_pandas()
    assert list(frame.index) == list(range(64)) and tolerances.complete and not tolerances.failed
    assert np.allclose(frame[FAR], frame["r"] + frame["l"], rtol=0, atol=1e-12)
    assert np.allclose(frame[STROKE], 2 * frame["r"], rtol=0, atol=1e-9)
    assert np.array_equal(frame["r"], tolerances["r"]) and frame["failure"].isna().all()


def test_the_mechanism_stays_as_it_was() -> None:
    m = slider_crank()
    m.study(plans.grid(l=[0.4, 0.6]), FAR, **QUICK)
    assert m.parameters_by_name["l"].value({}) == 0.5


def test_a_variant_that_fails_is_kept_with_the_reason() -> None:
    """A rod shorter than the crank locks; the others are finished."""
    found = slider_crank().study(plans.grid(l=[0.6, 0.1, 0.5]), FAR, **QUICK)
    assert list(found.failed) == [1] and "the run ended early" in found.failed[1]
    assert found["l"].tolist() == [0.6, 0.5] and found[FAR] == pytest.approx([0.8, 0.7], abs=1e-12)
    assert math.isnan(found.column(FAR)[1]) and found.column("l")[1] == 0.1
    assert "1 failed" in found.text() and "failed 1 x: the run ended early" in found.text()


def test_a_response_may_be_a_function_of_the_run() -> None:
    found = slider_crank().study(plans.grid(l=[0.4, 0.6]), lambda run: run["slider.x"][-1], **QUICK)
    assert found["<lambda>"] == pytest.approx([0.6, 0.8], abs=1e-12)


def test_equilibria_and_frequencies_are_studied_too() -> None:
    """A mass on a spring under gravity: rests at -m g / k, swings with sqrt(k / m)."""
    m = lw.Planar("mass on a spring")
    m.parameters(k=100)
    cart = m.body("cart")
    m.mass(cart, mass=2)
    m.set_gravity(-9.81, 0)
    m.translational("guide", m.ground.line((0, 0), (1, 0)), cart.line((0, 0), (1, 0)))
    m.force("spring", "cart", x="-k*x")
    plan = plans.grid(k=[50, 200])
    rest = m.study(plan, "cart.x", analysis="equilibrium", progress=False)
    assert rest["cart.x"] == pytest.approx([-2 * 9.81 / 50, -2 * 9.81 / 200], rel=1e-9)
    swing = m.study(plan, "frequency(1)", analysis="linearise", progress=False)
    assert swing["frequency(1)"] == pytest.approx([5, 10], rel=1e-9)


def test_the_end_may_depend_on_the_design() -> None:
    """Stopped after a turn and a half of a crank of any length the slider is nearest."""
    found = slider_crank().study(plans.grid(r=[0.1, 0.2]), FAR, **QUICK | {"until": "1.5 + 0*r"})
    assert found[FAR] == pytest.approx([0.4, 0.3], abs=1e-12)


def test_statistics_are_those_of_a_sample_that_is_known() -> None:
    found = statistics("y", np.array([1.0, 2, 3, 4, math.nan]), (1.5, None), (0, 50, 100))
    assert (found.count, found.mean, found.smallest, found.largest) == (4, 2.5, 1.0, 4.0)
    assert found.deviation == pytest.approx(math.sqrt(5 / 3), rel=1e-15)
    assert found.percentiles == {0.0: 1.0, 50.0: 2.5, 100.0: 4.0}
    assert found.inside == 0.75 and "75 % inside the limits 1.5 .. " in found.text()


def test_contributions_are_those_of_the_closed_form(tolerances: Any) -> None:
    """x = r + l: slopes of one; deviations 0.01 * 0.2 / 3 and 0.005 * 0.5 / sqrt(3)."""
    found = tolerances.contributions(FAR)
    assert found["r"].slope == pytest.approx(1, abs=1e-9) and found["l"].slope == pytest.approx(1, abs=1e-9)
    one, other = 0.002 / 3, 0.0025 / math.sqrt(3)
    assert found["r"].deviation == pytest.approx(one, rel=1e-9)
    assert found["l"].share == pytest.approx(other**2 / (one**2 + other**2), rel=1e-9)
    assert found.most == pytest.approx(0.002 + 0.0025, rel=1e-9) and found.explained == pytest.approx(1, abs=1e-12)
    assert [part.name for part in found] == ["l", "r"] and "together: deviation" in found.text()


def test_slopes_may_be_given(tolerances: Any) -> None:
    found = tolerances.contributions(STROKE, {"r": 2.0, "l": 0.0})
    assert found["l"].share == 0.0 and found.deviation == pytest.approx(2 * 0.002 / 3, rel=1e-12)
    with pytest.raises(AnalysisError, match="one number for each of: r, l"):
        tolerances.contributions(STROKE, {"r": 2.0})


def test_the_worst_case_is_in_a_corner() -> None:
    found = slider_crank().study(plans.worst_case(r="+- 1 %", l="0.5 +0.01/-0.02"), FAR, **QUICK)
    least, most = (found.variant(number) for number in found.extremes(FAR))
    assert least == pytest.approx({"r": 0.198, "l": 0.48}) and most == pytest.approx({"r": 0.202, "l": 0.51})
    assert found.count == 5 and found.column(FAR)[0] == pytest.approx(0.7, abs=1e-12)


def test_the_worst_case_of_many_tolerances_follows_the_slopes() -> None:
    """Eleven parameters: y = p0 - 2 p1 + p2 - ... by a mechanism whose end position is that sum."""
    m = lw.Planar("sum")
    names = [f"p{number}" for number in range(11)]
    m.parameters(**dict.fromkeys(names, 1.0))
    cart = m.body("cart")
    m.translational("guide", m.ground.line((0, 0), (1, 0)), cart.line((0, 0), (1, 0)))
    formula = " ".join(f"{'+-'[number % 2]} {number + 1}*{name}" for number, name in enumerate(names))
    m.drive("place", joint="guide", position=formula)
    plan = plans.worst_case(**dict.fromkeys(names, "+- 0.1"))
    found = m.study(plan, "final(cart.x)", **QUICK)
    assert found.count == 25 and found.extremes("final(cart.x)") == (23, 24)
    assert found.statistics("final(cart.x)").largest == pytest.approx(6 + 0.1 * 66, abs=1e-12)


def test_pictures_show_every_variant(tolerances: Any, tmp_path: Path) -> None:
    dots = tolerances.plot("r", STROKE, path=tmp_path / "dots.png").axes[0]
    assert len(dots.collections[0].get_offsets()) == 64
    bars = tolerances.histogram(STROKE, limits=(0.398, 0.402), path=tmp_path / "bars.png").axes[0]
    assert sum(patch.get_height() for patch in bars.patches if patch.get_height() > 1) <= 64
    assert "inside the limits" in bars.get_title(loc="left")
    assert len(tolerances.scatter_matrix("r", "l", STROKE, path=tmp_path / "matrix.png").axes) == 9
    assert len(tolerances.contributions(FAR).plot(path=tmp_path / "shares.png").axes[0].get_yticklabels()) == 2
    assert all((tmp_path / name).stat().st_size > 5000 for name in ("dots.png", "bars.png", "matrix.png", "shares.png"))


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda r: r["slider.x"], "there is no column 'slider.x'"),
        (lambda r: r.statistics(FAR, limits=(1, 0)), "lower limit must lie below"),
        (lambda r: r.statistics(FAR, limits=3), "limits: expected a pair of numbers"),
        (lambda r: r.statistics(FAR, percentiles=(101,)), "between 0 and 100"),
        (lambda r: r.variant(64), "there is no variant 64; they are 0 to 63"),
        (lambda r: r.scatter_matrix("r"), "2 to 8 columns"),
        (lambda r: r.contributions(FAR)["x"], "parameter 'x' does not vary"),
    ],
)
def test_what_results_do_not_have_is_refused(tolerances: Any, ask: Any, words: str) -> None:
    with pytest.raises(AnalysisError, match=words):
        ask(tolerances)
