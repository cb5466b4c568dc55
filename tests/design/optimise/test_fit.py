"""Identification: parameters are found again from channels, with uncertainties that hold."""

from __future__ import annotations

import numpy as np
import pytest

from design.optimise.oscillator_design import oscillator
from linkwork.base.errors import AnalysisError

TRUE = {"k": 11.0, "c": 0.6}
FREE = {"k": (2.0, 40.0), "c": (0.0, 3.0)}


def measured(times: np.ndarray, noise: float, seed: int = 1) -> dict[str, np.ndarray]:
    """Displacement of the oscillator with the true parameters, in closed form, with noise."""
    m, k, c = 2.0, TRUE["k"], TRUE["c"]
    decay, w = c / (2 * m), np.sqrt(k / m - (c / (2 * m)) ** 2)
    x = np.exp(-decay * times) * (np.cos(w * times) + decay / w * np.sin(w * times))
    return {"t": times, "block.x": x + noise * np.random.default_rng(seed).normal(size=len(times))}


def test_parameters_are_found_again_from_exact_data():
    found = oscillator().fit(measured(np.linspace(0, 4, 81), 0.0), FREE)
    assert found.converged
    assert found.parameters == pytest.approx(TRUE, rel=1e-7)


def test_times_need_not_be_even():
    times = np.sort(np.concatenate([[0.0, 4.0], np.random.default_rng(3).uniform(0, 4, 60)]))
    found = oscillator().fit(measured(times, 0.0), FREE)
    assert found.parameters == pytest.approx(TRUE, rel=1e-5)


def test_the_errors_told_are_those_that_are_made():
    noise, times = 0.01, np.linspace(0, 4, 81)
    fits = [oscillator().fit(measured(times, noise, seed), FREE, deviations={"block.x": noise}) for seed in range(12)]
    off = np.array([[(fit.parameters[name] - TRUE[name]) / fit.errors[name] for name in TRUE] for fit in fits])
    assert np.all(np.abs(off) < 4.0)
    assert 0.4 < np.sqrt(np.mean(off**2)) < 1.6
    assert np.mean([fit.deviation for fit in fits]) == pytest.approx(1.0, abs=0.1)


def test_what_the_data_do_not_tell_apart_is_said():
    m = oscillator()
    m.set(k="8", c=0)
    found = m.fit(measured(np.linspace(0, 4, 41), 0.0), {"k": (2.0, 40.0), "m": (0.5, 9.0)})
    assert any("k, m" in note for note in found.notes)


def test_a_file_of_measurements_is_read(tmp_path):
    data = measured(np.linspace(0, 4, 81), 0.0)
    rows = ["t, block.x", *(f"{t!r}, {x!r}" for t, x in zip(data["t"].tolist(), data["block.x"].tolist(), strict=True))]
    (tmp_path / "data.csv").write_text("\n".join(rows))
    found = oscillator().fit(tmp_path / "data.csv", FREE)
    assert found.parameters == pytest.approx(TRUE, rel=1e-7)
    found.plot(tmp_path / "fit.png")
    assert (tmp_path / "fit.png").stat().st_size > 5000
    assert "k = 11" in found.text()


@pytest.mark.parametrize(
    "data, words",
    [
        ({"block.x": [1, 2]}, "the times are missing"),
        ({"t": [0, 1]}, "no channel is given"),
        ({"t": [1, 0], "block.x": [1, 2]}, "rising"),
        ({"t": [0, 1], "block.x": [1, 2, 3]}, "3 values for 2 times"),
        ({"t": [0, 1], "block.x": ["a", "b"]}, "no number"),
        ({"t": [0, 1], "block.x": [float("nan")] * 2}, "has no values"),
        ({"t": [0, 1], "blok.x": [1, 2]}, "blok"),
        ("nowhere.csv", "cannot be read"),
        (3, "a mapping, a DataFrame or a CSV file"),
    ],
)
def test_data_that_make_no_sense_are_refused_in_words(data, words):
    with pytest.raises(AnalysisError, match=words):
        oscillator().fit(data, FREE)


def test_a_true_value_at_a_bound_is_found_by_differences_too(monkeypatch):
    from linkwork.verbs import Verbs

    def refused(*args, **options):
        raise AnalysisError("no exact derivatives")

    monkeypatch.setattr(Verbs, "sensitivity", refused)
    found = oscillator().fit(measured(np.linspace(0, 4, 81), 0.0), {"k": (2.0, 40.0), "c": (0.0, TRUE["c"])})
    assert found.parameters == pytest.approx(TRUE, rel=1e-5)
    assert "by differences" in found.notes[0]


@pytest.mark.parametrize(
    "options, words", [({"loss": "nope"}, "loss is one of"), ({"deviations": 3}, "deviations: expected a mapping")]
)
def test_options_of_another_kind_are_refused(options, words):
    with pytest.raises(AnalysisError, match=words):
        oscillator().fit(measured(np.linspace(0, 1, 11), 0.0), FREE, **options)


def test_a_robust_loss_tells_the_spread_of_all_residuals():
    data = measured(np.linspace(0, 4, 81), 0.0)
    data["block.x"][40] += 1.0
    found = oscillator().fit(data, FREE, deviations={"block.x": 0.01}, loss="cauchy")
    assert found.parameters == pytest.approx(TRUE, rel=1e-2)
    assert found.deviation == pytest.approx(100.0 / 9.0, rel=0.05)
