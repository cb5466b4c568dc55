"""What is asked of a sensitivity: names, tables, figures, and what is refused in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from analysis.sensitivity.sensitive_models import engine, hanging_mass

GRID: dict[str, Any] = {"until": 0.5, "points": 11}


def equal_bars(shared: bool) -> lw.Planar:
    """Three parallel bars: one constraint too many."""
    m = lw.Planar("three bars")
    m.parameters(a=1.0, b=1.0)
    coupler = m.body("coupler", estimate=(0.5, 0.85, 0))
    m.mass("coupler", mass=2, inertia=1)
    for number in range(3):
        bar = m.body(f"bar{number}", estimate=(number, 0, 1.0))
        m.revolute(f"G{number}", m.ground.at(number, 0), bar.at(0, 0))
        m.revolute(f"C{number}", bar.at("a" if shared or number else "b", 0), coupler.at(number, 0))
    m.set_gravity(0, -9.81)
    m.drive("motor", joint="G0", angle="1 + t")
    return m


def test_tables_show_what_matters_most_first() -> None:
    found = engine().sensitivity(["max(abs(motor.torque))", "slider.x"], analysis="inverse_dynamics", **GRID)
    lines = found.table().splitlines()
    assert lines[0] == "engine: sensitivity of inverse_dynamics, by method 'direct'"
    assert "+1 % gives" in lines[2]
    first = [line.split() for line in lines[3:9]]
    shares = [abs(float(words[-2])) for words in first]
    assert shares == sorted(shares, reverse=True)


def test_pandas_get_pairs_or_histories() -> None:
    m = engine()
    pairs = m.sensitivity(["final(slider.x)", "slider.vx"], ["r", "l"], **GRID).to_pandas()
    assert list(pairs["parameter"]).count("r") == 2
    histories = m.sensitivity("slider.x", ["r", "l"], **GRID).to_pandas()
    assert histories.shape == (11, 2)
    assert histories.index.name == "t"


def test_elasticities_say_percent_of_percent() -> None:
    found = hanging_mass().sensitivity("block.y + free", "mass", analysis="equilibrium")
    assert found.elasticity("block.y + free", "mass") == pytest.approx(-1.0, rel=1e-12)
    assert found.gradient().shape == (1, 1)
    assert found.to_dict()["derivatives"]["block.y + free"]["mass"] == pytest.approx(-0.0981, rel=1e-12)


def test_figures_are_written(tmp_path: Path) -> None:
    found = engine().sensitivity(["slider.x", "final(slider.x)"], **GRID)
    found.tornado("final(slider.x)", path=tmp_path / "bars.png")
    found.plot(path=tmp_path / "curves.png")
    assert (tmp_path / "bars.png").stat().st_size > 5000
    assert (tmp_path / "curves.png").stat().st_size > 5000


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"to": "ll"}, "parameter 'll' is not defined"),
        ({"to": 3}, "parameter 3 is not defined"),
        ({"to": []}, "name parameters in 'to', of: r, l"),
        ({"of": "final(slidr.x)"}, "no channel 'slidr.x'; did you mean 'slider.x'"),
        ({"of": None}, "say what to differentiate"),
        ({"of": []}, "no response is given"),
        ({"until": None}, "say until when kinematics goes"),
        ({"analysis": "statics"}, "there is no analysis 'statics'; choose one of: kinematics"),
        ({"analysis": "periodic"}, "a periodic motion has no derivatives of its own; take differences of it by m.set"),
        ({"method": "magic"}, "there is no method 'magic'"),
        ({"method": "adjoint"}, "method 'adjoint' is of simulate"),
        ({"points": 2.5}, "expected a whole number"),
    ],
)
def test_questions_that_make_no_sense_are_refused_in_words(asked: dict[str, Any], words: str) -> None:
    given = {"of": "slider.x", "to": "l", **GRID} | asked
    with pytest.raises(lw.LinkworkError, match=words):
        engine().sensitivity(**given)


def test_a_mechanism_without_parameters_is_told_how_to_get_some() -> None:
    m = lw.Planar("bare")
    bar = m.body("bar")
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.drive("motor", joint="O", angle="t")
    with pytest.raises(lw.AnalysisError, match="has no parameters to differentiate by"):
        m.sensitivity("bar.angle", until=1)


def test_whole_numbers_as_parameters_are_numbers() -> None:
    m = engine()
    m.set(r=1, l=3)
    found = m.sensitivity("initial(slider.x)", "r", until=0.1, points=3)
    angle = 0.3
    expected = np.cos(angle) - np.sin(angle) ** 2 / np.sqrt(9 - np.sin(angle) ** 2)
    assert found["initial(slider.x)", "r"] == pytest.approx(expected, rel=1e-12)


def test_reactions_that_are_not_unique_are_refused_by_name() -> None:
    m = equal_bars(shared=True)
    with pytest.raises(lw.AnalysisError, match=r"the reaction 'C1.fx' is not unique"):
        m.sensitivity("max(C1.fx)", "a", analysis="inverse_dynamics", **GRID)
    found = m.sensitivity(["max(motor.torque)"], "a", analysis="inverse_dynamics", **GRID)
    assert found["max(motor.torque)", "a"] == pytest.approx(found.values["max(motor.torque)"], rel=1e-9)


def test_lengths_that_redundant_constraints_tie_together_cannot_change_alone() -> None:
    with pytest.raises(lw.AnalysisError, match="with another 'b' alone the mechanism cannot be assembled"):
        equal_bars(shared=False).sensitivity("coupler.x", "b", **GRID)


def test_an_end_that_depends_on_a_parameter_is_kept_and_that_is_said() -> None:
    found = engine().sensitivity("final(slider.x)", "w", until="3/w", points=11)
    assert any("the end of the run depends on 'w'" in note for note in found.notes)


def test_results_that_were_not_asked_for_are_refused() -> None:
    found = engine().sensitivity("final(slider.x)", "r", **GRID)
    with pytest.raises(lw.AnalysisError, match="was not differentiated"):
        found["slider.y"]
    with pytest.raises(lw.AnalysisError, match="nothing was differentiated by 'k'"):
        found["final(slider.x)", "k"]
